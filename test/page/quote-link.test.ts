import { describe, expect, it } from 'vitest';
import type { Page } from '../../src/domain/page.ts';
import { assemble, type DraftBlock } from '../../src/page/draft.ts';
import { quoteLink } from '../../src/page/quote-link.ts';

function page(drafts: readonly DraftBlock[], mediaKind: Page['mediaKind'] = 'html'): Page {
  return {
    extraction: { bytesHash: '0'.repeat(64), extractorVersion: 'test' },
    mediaKind,
    ...{ title: null, byline: null, site: null, publishedOn: null, language: null },
    ...assemble(drafts),
  };
}
const paragraphs = (...texts: string[]): Page => page(texts.map((text) => ({ kind: 'paragraph', text })));

function link(of: Page, quote: string, from = 0, url = 'https://a.example/guide'): string | null {
  const start = of.text.indexOf(quote, from);
  expect(start).toBeGreaterThanOrEqual(0);
  return quoteLink({ url, via: 'web' }, of, { start, end: start + quote.length });
}

describe('quoteLink', () => {
  it('names a short quote by its words', () => {
    expect(link(paragraphs('Use short words.', 'Avoid jargon.'), 'Avoid jargon.')).toBe(
      'https://a.example/guide#:~:text=Avoid%20jargon.',
    );
  });

  it('encodes what parts a directive, and keeps the fragment of the URL', () => {
    expect(
      link(
        paragraphs('Yes, a well-known & sure rule.'),
        'Yes, a well-known & sure rule.',
        0,
        'https://a.example/g#top',
      ),
    ).toBe('https://a.example/g#top:~:text=Yes%2C%20a%20well%2Dknown%20%26%20sure%20rule.');
  });

  it('widens a quote to whole words', () => {
    expect(link(paragraphs('Use shorter words here.'), 'horter wor')).toBe(
      'https://a.example/guide#:~:text=shorter%20words',
    );
  });

  it('names a long quote, or one across blocks, by its ends', () => {
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
    expect(link(paragraphs(long), long)).toBe(
      'https://a.example/guide#:~:text=one%20two%20three%20four%20five,ten%20eleven%20twelve%20thirteen%20fourteen',
    );
    expect(link(paragraphs('First it is.', 'Then it goes.'), 'it is.\nThen it')).toBe(
      'https://a.example/guide#:~:text=it%20is.,Then%20it',
    );
  });

  it('takes the cells of a table row for the separate texts that they are', () => {
    const table = page([{ kind: 'table-row', text: 'Summary | 200 words | Recommendation first' }]);
    expect(link(table, 'Summary | 200 words | Recommendation first')).toBe(
      'https://a.example/guide#:~:text=Summary,Recommendation%20first',
    );
    expect(link(table, '200 words')).toBe('https://a.example/guide#:~:text=200%20words');
  });

  it('is null where the end of a range stands earlier, too', () => {
    const table = page([{ kind: 'table-row', text: 'Title | yes | Summary | yes' }]);
    expect(link(table, 'Title | yes | Summary | yes')).toBeNull();
  });

  it('adds the words before, or after, where the text repeats', () => {
    const repeated = paragraphs('Be brief.', 'Always Be Brief. Be brief and kind.');
    expect(link(repeated, 'Be brief.')).toBe('https://a.example/guide#:~:text=Be%20brief.');
    expect(link(repeated, 'Be Brief.', 9)).toBe('https://a.example/guide#:~:text=Always-,Be%20Brief.');
    expect(link(paragraphs('Be brief.', 'Be brief. Really.'), 'Be brief.', 9)).toBe(
      'https://a.example/guide#:~:text=brief.-,Be%20brief.',
    );
  });

  it('opens PDFs at their page', () => {
    const pdf = page(
      [
        { kind: 'paragraph', text: 'On one.', pageNumber: 1 },
        { kind: 'paragraph', text: 'On three.', pageNumber: 3 },
      ],
      'pdf',
    );
    expect(link(pdf, 'three')).toBe('https://a.example/guide#page=3');
  });

  it('is the path itself in a library, and null where nothing opens at the quote', () => {
    const text = paragraphs('Use short words.');
    const span = { start: 0, end: 3 };
    expect(quoteLink({ url: 'library:talk/a.html', via: 'library' }, text, span)).toBe('library:talk/a.html');
    expect(quoteLink({ url: 'ftp://a.example/', via: 'web' }, text, span)).toBeNull();
    expect(quoteLink({ url: 'not a url', via: 'web' }, text, span)).toBeNull();
    expect(
      quoteLink({ url: 'https://a.example/a.md', via: 'web' }, { ...text, mediaKind: 'markdown' }, span),
    ).toBeNull();
    expect(
      quoteLink({ url: 'https://a.example/', via: 'web' }, paragraphs('— —', 'x'), { start: 0, end: 3 }),
    ).toBeNull();
  });
});
