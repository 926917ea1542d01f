import { load } from 'cheerio/slim';
import { expect, it } from 'vitest';
import { boundMarkup } from '../../src/pages/html/bound-markup.ts';
import { chooseContent } from '../../src/pages/html/choose-content.ts';
import { jsdomDocument } from '../../src/pages/html/jsdom-document.ts';
import { lightDocument } from '../../src/pages/html/light-document.ts';
import { chooseByReadability, type MakeDocument } from '../../src/pages/html/readability.ts';
import { buildTree } from '../../src/pages/html/tree.ts';
import { PROSE, SENTENCE } from './support.ts';

const NAV = '<nav><a href="/">Home</a></nav>';
const ARTICLE = `<article><p class="byline">By E. Five</p>${PROSE.repeat(4)}<ul><li>One thing to check.</li></ul></article><footer><p>Imprint</p></footer>`;
const treeOf = (html: string) => buildTree(load(boundMarkup(html).html));
const failing: MakeDocument = () => {
  throw new TypeError('not implemented');
};

it.each([
  ['the light document reads it', NAV + ARTICLE, [lightDocument]],
  ['jsdom reads it', NAV + ARTICLE, [jsdomDocument]],
  ['the light document fails, so jsdom reads it', NAV + ARTICLE, [failing, jsdomDocument]],
  ['a page that plays music', `<bgsound src="song.mid">${NAV}${ARTICLE}`, [lightDocument]],
])('takes the choice of Readability, and what it says of the author: %s', async (_, html, makers) => {
  const choice = await chooseByReadability(treeOf(html), 'T', makers);
  expect(choice?.kept.size).toBeGreaterThan(8);
  expect(choice?.byline).toBe('By E. Five');
});

it('makes no choice where the DOM fails, and the page is read all the same', async () => {
  const tree = treeOf(NAV + ARTICLE);
  const choice = await chooseByReadability(tree, 'T', [failing]);
  expect(choice).toBeNull();
  expect(chooseContent(tree, choice, []).map(({ text }) => text)).toContain(SENTENCE);
});
