/** Whatever a document holds, it is a sound page or one row with its reason, and the next page is read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractInWorker } from '../../src/pages/extraction-pool.ts';
import { FURTHER_PAGES, goodPdf } from '../support/further-hostile-documents.ts';
import { HOSTILE_DOCUMENTS } from '../support/hostile-documents.ts';
import { fuzzing, mangled } from '../support/mangled.ts';
import { documentOf, expectSound, LIMITS, PROSE, SENTENCE } from '../pages/support.ts';

const never = new AbortController().signal;
const MAX_SEED_CHARS = 1_000;
const corpus = [...Object.values(HOSTILE_DOCUMENTS), ...Object.values(FURTHER_PAGES)];

const FORMATS = {
  html: {
    contentType: 'text/html',
    good: `<html lang=en><head><title>Talks - Guides</title><meta name=author content="A. One"></head><body><nav><a href=/>Home</a></nav><article><h1>Talks</h1>${PROSE}<ul><li>Begin.<ol><li>End.</ol></ul><table><tr><th>a<td>b</table><pre>c\n d</pre></article></body></html>`,
    marks: [
      '<',
      '>',
      '</p>',
      '<table>',
      '<td>',
      '<pre>',
      '<!--',
      '-->',
      '<script>',
      '<title>',
      '&#x',
      '="',
      "'",
      '<br>',
      '\0',
      '<ul><li>',
    ],
  },
  md: {
    contentType: 'text/markdown',
    good: `---\ntitle: Talks\n---\n# Talks\n\n${SENTENCE} *Then* [more](https://a.example).\n\n- One\n  1. Two\n\n| a | b |\n|---|--:|\n| c | d |\n\n> Three\n\n\`\`\`\nFour\n\`\`\`\n`,
    marks: ['[', '](', '![', '*', '_', '`', '```\n', '> ', '- ', '  ', '|', '---\n', '<', '\\', '&', '~', '\t', '1. '],
  },
  txt: {
    contentType: 'text/plain',
    good: `Talks\n\n${SENTENCE}\nIt was well-\nknown.\n\n* Begin,\n  then end.\n1. Two\n`,
    marks: ['\n', '\r', '- ', '1. ', '    ', '-\n', '\u00ad\n', '\f', '\ufffc', '\u2028', '\ufeff', '•', '\t'],
  },
  pdf: {
    contentType: 'application/pdf',
    good: goodPdf().toString('latin1'),
    marks: [
      '<<',
      '>>',
      '[',
      ']',
      '(',
      ')',
      ' 0 R',
      'stream\n',
      'endstream',
      '/Kids',
      '/Count 9',
      '/Filter',
      'Tj',
      'BT',
      'q ',
      '%',
      '4 0 R',
    ],
  },
} as const;

describe.each(Object.entries(FORMATS))('documents of %s', (extension, { contentType, good, marks }) => {
  it('end as a page or a reason', { timeout: 3_600_000 }, async () => {
    // Parsers of our own take linear time; those of others have the worker's limits.
    const isOurs = extension === 'html' || extension === 'txt';
    const seeds = corpus
      .filter((document) => document.extension === extension)
      .map(({ make }) => make().toString('latin1').slice(0, MAX_SEED_CHARS));
    await fc.assert(
      fc.asyncProperty(mangled([good, good, ...seeds], marks), async (content) => {
        const url = `https://guide.example/page.${extension}`;
        const document = documentOf(Buffer.from(content, 'latin1'), { url, contentType });
        const outcome = await extractInWorker(document, { ...LIMITS, extractionTimeoutMs: isOurs ? 10_000 : 500 }, never);
        if (outcome.status === 'read') expectSound(outcome.page);
        else if (!isOurs) expect(outcome.reason).not.toBe('');
        else expect(outcome.reason).not.toMatch(/^(?:took|ended|cannot be read)/u);
      }),
      fuzzing(30),
    );
    expect(await extractInWorker(documentOf(PROSE), LIMITS, never)).toMatchObject({ status: 'read' });
  });
});
