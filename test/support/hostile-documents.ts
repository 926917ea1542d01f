/** Small documents that cost a careless reader minutes, gigabytes or its life; and what each is told to be. */
import { inflatingContents, manyPages, recursiveForms, selfDrawingForm, toUnicodeBomb } from './hostile-pdfs.ts';

export interface HostileDocument {
  readonly extension: 'html' | 'md' | 'pdf' | 'txt';
  readonly make: () => Buffer;
}

const text = (extension: HostileDocument['extension'], make: () => string): HostileDocument => ({
  extension,
  make: () => Buffer.from(make()),
});
const pdf = (make: () => Buffer): HostileDocument => ({ extension: 'pdf', make });

export const HOSTILE_DOCUMENTS: Readonly<Record<string, HostileDocument>> = {
  'PDF: a map of codes of 4 kB': pdf(toUnicodeBomb),
  'PDF: forms that draw forms': pdf(recursiveForms),
  'PDF: a form that draws itself': pdf(selfDrawingForm),
  'PDF: 8 GB in 7 kB': pdf(inflatingContents),
  'PDF: 10,000 pages': pdf(() => manyPages()),
  'text: 200,000 short lines': text('txt', () => 'and so on\n'.repeat(200_000)),
  'text: 200,000 divided words': text('txt', () => 'divi-\n'.repeat(200_000)),
  'text: a word of 5 MB': text('txt', () => `${'a'.repeat(5_000_000)}\n- b`),
  'Markdown: lists 2,500 deep': text('md', () => list(2_500)),
  'Markdown: 2,000 links that never close': text('md', () => `- ${'[x]('.repeat(2_000)}`),
  'Markdown: 50,000 brackets': text('md', () => '['.repeat(50_000)),
  'Markdown: 20,000 marks of quotes': text('md', () => '>'.repeat(20_000)),
  'HTML: a title of 2.8 MB': text('html', () => `<title>${'long - title '.repeat(215_000)}</title>${ADVICE}`),
  'HTML: 200,000 open elements': text('html', () => `${'<div><b><p>'.repeat(66_000)}${ADVICE}`),
  'HTML: an attribute of 5 MB': text('html', () => `<p title="${'a='.repeat(2_500_000)}">${ADVICE}`),
  'HTML: comments before the first tag': text('html', () => `${'<!---->'.repeat(280)}x${ADVICE}`),
};

const ADVICE = '<p>Put the recommendation in the first paragraph, because a busy reader may never reach the second.</p>';

function list(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- item`).join('\n');
}
