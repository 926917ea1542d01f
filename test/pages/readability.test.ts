import { Readability } from '@mozilla/readability';
import { load } from 'cheerio/slim';
import { JSDOM } from 'jsdom';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { boundMarkup } from '../../src/pages/html/bound-markup.ts';
import { chooseByReadability } from '../../src/pages/html/readability.ts';
import { buildTree } from '../../src/pages/html/tree.ts';
import { PROSE } from './support.ts';

describe('chooseByReadability', () => {
  it('makes the same choice on linkedom and on jsdom, which stands in for it', () => {
    const html = `<nav><a href="/">Home</a></nav><article><p class="byline">By E. Five</p>${PROSE.repeat(4)}<ul><li>One thing to check.</li></ul></article><footer><p>Imprint</p></footer>`;
    const tree = buildTree(load(boundMarkup(html).html));
    const onLinkedom = chooseByReadability(tree, 'T', (markup) => parseHTML(markup).document, Readability);
    const onJsdom = chooseByReadability(
      tree,
      'T',
      (markup) => new JSDOM(markup).window.document,
      Readability,
    );
    expect(onLinkedom?.kept.size).toBeGreaterThan(8);
    expect(onLinkedom?.byline).toBe('By E. Five');
    expect(onJsdom).toEqual(onLinkedom);
  });
});
