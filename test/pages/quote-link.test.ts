import { describe, expect, it } from 'vitest';
import type { Page } from '../../src/domain/page.ts';
import { assemble, type DraftBlock } from '../../src/pages/draft.ts';
import { quoteLink } from '../../src/pages/quote-link.ts';

function onePage(drafts: readonly DraftBlock[], mediaKind: Page['mediaKind'] = 'html'): Page {
  return {
    extraction: { bytesHash: '0'.repeat(64), extractorVersion: 'test' },
    mediaKind,
    ...{ title: null, byline: null, site: null, publishedOn: null, language: null },
    ...assemble(drafts),
  };
}
const paragraphs = (...texts: string[]): Page => onePage(texts.map((text) => ({ kind: 'paragraph', text })));

function link(of: Page, quote: string, from = 0, url = 'https://a.example/guide'): string | null {
  const start = of.text.indexOf(quote, from);
  expect(start).toBeGreaterThanOrEqual(0);
  return quoteLink({ url, via: 'web' }, of, { start, end: start + quote.length });
}

/** The decoded text directive; its commas part the terms. */
function directive(href: string | null): string | null {
  return href === null ? null : decodeURIComponent(href.slice(href.indexOf(':~:text=') + 8));
}

describe('quoteLink', () => {
  it('names a short quote by its words', () => {
    expect(
      link(paragraphs('Use short words.', 'Avoid jargon that no reader knows.'), 'Avoid jargon that no reader knows.'),
    ).toBe('https://a.example/guide#:~:text=Avoid%20jargon%20that%20no%20reader%20knows.');
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
    expect(link(paragraphs('Use shorter words here, and be sure of them.'), 'horter words here, and be su')).toBe(
      'https://a.example/guide#:~:text=shorter%20words%20here%2C%20and%20be%20sure',
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
    const table = onePage([{ kind: 'table-row', text: 'Summary | 200 words | Recommendation first' }]);
    expect(link(table, 'Summary | 200 words | Recommendation first')).toBe(
      'https://a.example/guide#:~:text=Summary,Recommendation%20first',
    );
    expect(link(table, '200 words')).toBe('https://a.example/guide#:~:text=Summary-,200%20words');
  });

  it('is null where the end of a range stands earlier, too', () => {
    const table = onePage([{ kind: 'table-row', text: 'Title | yes | Summary | yes' }]);
    expect(link(table, 'Title | yes | Summary | yes')).toBeNull();
  });

  it('adds the words before, or after, where the text repeats', () => {
    const rule = 'Put the main point in the first line.';
    const repeated = paragraphs(rule, `Always ${rule} Then stop.`);
    expect(directive(link(repeated, rule))).toBe('Put the main point in the first line.');
    expect(directive(link(repeated, rule, 9))).toBe('Always-,Put the main point in the first line.');
    expect(directive(link(paragraphs(rule, `${rule} Then stop.`), rule, 9))).toBe(
      'Put the main point in the first line.,-Then',
    );
    expect(directive(link(paragraphs('Before.', rule, 'Between.', rule), rule, 50))).toBe(
      'Between.-,Put the main point in the first line.',
    );
    expect(link(paragraphs(rule, rule, rule), rule, 40)).toBeNull();
  });

  it('adds context to a few words, which a menu may have, too', () => {
    expect(directive(link(paragraphs('In every letter be brief and kind.'), 'be brief'))).toBe(
      'In every letter-,be brief',
    );
    expect(directive(link(paragraphs('Be brief, whatever others may say of it.'), 'Be brief,'))).toBe(
      'Be brief,,-whatever others may say',
    );
    expect(directive(link(paragraphs('A first text.', 'Be brief'), 'Be brief'))).toBe('A first text.-,Be brief');
    expect(directive(link(paragraphs('Be brief'), 'Be brief'))).toBe('Be brief');
  });

  it('takes no context from where the document has more than the page tells', () => {
    const page = onePage([
      { kind: 'paragraph', text: 'A first text.' },
      { kind: 'heading', level: 2, text: 'Be brief', breaks: [0, 8] },
      { kind: 'paragraph', text: 'A second text.' },
    ]);
    expect(directive(link(page, 'Be brief'))).toBe('Be brief');
  });

  it('takes no words as one across the end of a line, and none across spaces in code', () => {
    const lines = onePage([
      { kind: 'paragraph', text: 'Sign the letter by hand. Add your address below.', breaks: [24] },
      { kind: 'code', text: 'To:  the editor\nFrom: a reader of old letters' },
    ]);
    expect(directive(link(lines, 'letter by hand. Add your address'))).toBe('letter by hand.,Add your address');
    expect(directive(link(lines, 'To:  the editor\nFrom: a reader'))).toBe('To:,From: a reader');
  });

  it('finds the text as browsers do: without regard to case, accents and forms of quotation marks', () => {
    const page = paragraphs(
      'A RESUME that says “less than two pages”.',
      'Send a résumé that says "less than two pages".',
    );
    expect(directive(link(page, 'résumé that says "less than two pages".'))).toBe(
      'Send a-,résumé that says "less than two pages".',
    );
  });

  it('ends the range where it ends: what follows tells a repeated end apart', () => {
    const page = paragraphs('One two three.', 'And so on. Four five six. And so on and on.', 'Last.');
    expect(directive(link(page, 'two three.\nAnd so on. Four five six. And so on'))).toBe(
      'two three.,five six. And so on',
    );
    const short = paragraphs('One two.', 'Yes, no.', 'Yes, never.');
    expect(directive(link(short, 'One two.\nYes, no.\nYes,'))).toBe('One two.,Yes,,-never.');
  });

  it('parts words of scripts without spaces', () => {
    const page = paragraphs('写信之前先想清楚目的。每封信只说一件事。结尾要写明下一步。');
    expect(directive(link(page, '每封信只说一件事。'))).toMatch(/每封信只说一件事。$/u);
  });

  it('takes the place of a text directive that the URL has', () => {
    const url = 'https://a.example/guide#part:~:text=else';
    expect(link(paragraphs('Avoid jargon'), 'Avoid jargon', 0, url)).toBe(
      'https://a.example/guide#part:~:text=Avoid%20jargon',
    );
  });

  it('opens PDFs at their page', () => {
    const pdf = onePage(
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
