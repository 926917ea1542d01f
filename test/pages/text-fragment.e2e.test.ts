/** In real Chromium: the link to a quote scrolls to it and marks it, and nothing else. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../src/domain/page.ts';
import { quoteLink } from '../../src/pages/quote-link.ts';
import { findChromium, startMarkReader, type MarkReader } from '../support/chromium.ts';
import { appWith } from '../support/guide-web/discover-with.ts';
import { shortOrLong } from '../support/run-length.ts';
import { AWKWARD_QUOTES, awkwardPage } from './awkward-page.ts';
import { pageOf } from './support.ts';

const LIBRARY = join(import.meta.dirname, '../../fixtures/library');
const INSTRUCTIONS = [
  'Write a grant proposal for a community seed library in a dry region',
  "Write a literature review on sleep and memory consolidation for a master's thesis",
  'I need a cover letter for a junior data analyst position at a transport company',
];

const executablePath = findChromium();

/** No quote is in the window that opens, so that each has to be scrolled to. */
const LOWERED = '<style>body::before { content: ""; display: block; height: 3000px }</style>';

const withoutSpace = (text: string): string => text.replace(/\s+/gu, '');
/** Hyphens at the ends of lines are left out of a page's text. */
const withoutHyphens = (text: string): string => withoutSpace(text).replace(/[-\u2010]/gu, '');
/** Bars part the cells of a row in a page's text alone. */
const asShown = (text: string): string => withoutSpace(text.replaceAll(' | ', ' '));

describe.skipIf(executablePath === null)('text fragments in Chromium', () => {
  let reader: MarkReader;
  let origin = '';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://library.test');
    const content = pathname === '/awkward.html' ? Promise.resolve(awkwardPage()) : readFile(join(LIBRARY, pathname));
    content.then(
      (bytes) => response.setHeader('content-type', 'text/html; charset=utf-8').end(`${String(bytes)}${LOWERED}`),
      () => response.writeHead(404).end(),
    );
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    reader = await startMarkReader(executablePath ?? '');
  }, 60_000);
  afterAll(async () => {
    await reader.close();
    server.closeAllConnections();
    server.close();
  });

  it('mark nothing, and stay at the top, where words are missing or are no whole words', async () => {
    const marked = (text: string): Promise<unknown> =>
      reader.open(`${origin}/awkward.html#:~:text=${encodeURIComponent(text)}`);
    expect(await marked('window. Avoid')).toMatchObject({ text: '', scrollY: 0 });
    expect(await marked('plain envelopes')).toMatchObject({ text: '', scrollY: 0 });
    expect(await marked('lain envelope')).toMatchObject({ text: '', scrollY: 0 });
    expect(await marked('plain envelope')).toMatchObject({ text: 'plainenvelope' });
  });

  it('mark every quote of sets over the bundled guides', { timeout: 120_000 }, async () => {
    const app = await appWith({ store: 'memory' });
    const links: (string | null)[] = [];
    const instructions = INSTRUCTIONS.slice(0, shortOrLong(1, 3));
    for (const instruction of instructions) {
      const { content } = await app.discover({ instruction, context: null });
      for (const { url: path, quote, start, end, extraction } of content.criteria.flatMap((each) => each.evidence)) {
        const url = path.replace('library:', `${origin}/`);
        const page = await app.store.getPage(extraction);
        const link = quoteLink({ url, via: 'web' }, page!, { start, end });
        links.push(link);
        if (link === null) continue;
        if (page!.mediaKind === 'pdf') {
          const number = Number(/#page=(\d+)$/u.exec(link)?.[1]);
          expect(begins(await textOfPdfPage(path, number), withoutHyphens(quote).slice(0, 40)), link).toBe(true);
          continue;
        }
        const marked = await reader.open(link);
        expect(marked.text, link).toBe(asShown(quote));
        const lead = asShown(beforeInBlock(page!, start)).slice(-20);
        expect(marked.before.slice(marked.before.length - lead.length), link).toBe(lead);
        expect(marked.scrollY, link).toBeGreaterThan(0);
      }
    }
    await app.close();
    expect(links.length).toBeGreaterThan(15 * instructions.length);
    expect(links.filter((link) => link !== null).length / links.length).toBeGreaterThanOrEqual(0.95);
  });

  it.each(AWKWARD_QUOTES)('mark “$quote” $where', async ({ quote, before, marks }) => {
    const url = `${origin}/awkward.html`;
    const page = await pageOf(awkwardPage());
    const start = page.text.lastIndexOf(quote);
    expect(start).toBeGreaterThanOrEqual(0);
    const link = quoteLink({ url, via: 'web' }, page, { start, end: start + quote.length });
    const marked = await reader.open(link ?? '');
    expect(marked.text, link ?? '').toBe(marks ?? asShown(quote));
    expect(marked.before.endsWith(withoutSpace(before)), `…${marked.before.slice(-40)} ${link ?? ''}`).toBe(true);
  });
});

function beforeInBlock(page: Page, start: number): string {
  const block = page.blocks.findLast((each) => each.start <= start);
  return page.text.slice(block?.start, start);
}

/** Whether the quote is on the page, or the page ends in it. */
function begins(pageText: string, quote: string): boolean {
  const cut = Array.from(quote).map((_, index) => quote.slice(0, index + 1));
  return pageText.includes(quote) || cut.slice(1).some((part) => pageText.endsWith(part));
}

/** By another way than ours: the page's text as PDF.js gives it. */
async function textOfPdfPage(path: string, number: number): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const bytes = await readFile(join(LIBRARY, path.replace('library:', '')));
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return withoutHyphens(text[number - 1] ?? '');
}
