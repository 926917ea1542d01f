import { Readability } from '@mozilla/readability';
import { load } from 'cheerio/slim';
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { boundMarkup } from '../../src/pages/html/bound-markup.ts';
import { chooseContent } from '../../src/pages/html/choose-content.ts';
import { chooseByReadability } from '../../src/pages/html/readability.ts';
import { buildTree } from '../../src/pages/html/tree.ts';
import { PROSE, SENTENCE } from './support.ts';

const HTML = `<nav><a href="/">Home</a></nav><article><p class="byline">By E. Five</p>${PROSE.repeat(4)}<ul><li>One thing to check.</li></ul></article><footer><p>Imprint</p></footer>`;

it('takes the choice of Readability, and what it says of the author', () => {
  const tree = buildTree(load(boundMarkup(HTML).html));
  const choice = chooseByReadability(tree, 'T', (html) => new Readability(parseHTML(html).document));
  expect(choice?.kept.size).toBeGreaterThan(8);
  expect(choice?.byline).toBe('By E. Five');
});

it('makes no choice where the DOM fails, and the page is read all the same', () => {
  const tree = buildTree(load(boundMarkup(HTML).html));
  const failing = () => ({
    parse: () => {
      throw new TypeError('not implemented');
    },
  });
  const choice = chooseByReadability(tree, 'T', failing);
  expect(choice).toBeNull();
  expect(chooseContent(tree, choice).map(({ text }) => text)).toContain(SENTENCE);
});
