import { load } from 'cheerio/slim';
import { expect, it } from 'vitest';
import { boundMarkup } from '../../src/pages/html/bound-markup.ts';
import { chooseContent } from '../../src/pages/html/choose-content.ts';
import { byJsdom, byLinkedom } from '../../src/pages/html/parse-document.ts';
import { chooseByReadability, type ParseDocument } from '../../src/pages/html/readability.ts';
import { buildTree } from '../../src/pages/html/tree.ts';
import { PROSE, SENTENCE } from './support.ts';

const NAV = '<nav><a href="/">Home</a></nav>';
const ARTICLE = `<article><p class="byline">By E. Five</p>${PROSE.repeat(4)}<ul><li>One thing to check.</li></ul></article><footer><p>Imprint</p></footer>`;
const treeOf = (html: string) => buildTree(load(boundMarkup(html).html));
const failing: ParseDocument = () => {
  throw new TypeError('not implemented');
};

/** As a parser does that gives up at the first mark it does not know. */
const losing: ParseDocument = (html) => byLinkedom(html.replace(/<p [^]*(?=<\/body>)/, ''));

it.each([
  ['linkedom reads it', NAV + ARTICLE, [byLinkedom]],
  ['jsdom reads it', NAV + ARTICLE, [byJsdom]],
  ['linkedom fails, so jsdom reads it', NAV + ARTICLE, [failing, byJsdom]],
  ['the first loses most of it, so jsdom reads it', NAV + ARTICLE, [losing, byJsdom]],
  ['a page that plays music', `<bgsound src="song.mid">${NAV}${ARTICLE}`, [byLinkedom]],
])('takes the choice of Readability, and what it says of the author: %s', async (_, html, parsers) => {
  const choice = await chooseByReadability(treeOf(html), 'T', parsers);
  expect(choice?.kept.size).toBeGreaterThan(8);
  expect(choice?.byline).toBe('By E. Five');
});

it('makes no choice where all parsers lose the page', async () => {
  expect(await chooseByReadability(treeOf(NAV + ARTICLE), 'T', [losing])).toBeNull();
});

it('makes no choice where the DOM fails, and the page is read all the same', async () => {
  const tree = treeOf(NAV + ARTICLE);
  const choice = await chooseByReadability(tree, 'T', [failing]);
  expect(choice).toBeNull();
  expect(chooseContent(tree, choice, []).map(({ text }) => text)).toContain(SENTENCE);
});
