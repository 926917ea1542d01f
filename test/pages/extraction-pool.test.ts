/** What a document does to its reader is its own row in the record, and nobody else's. */
import { describe, expect, it } from 'vitest';
import { extractPage } from '../../src/pages/extract-page.ts';
import { extractInWorker } from '../../src/pages/extraction-pool.ts';
import { HOSTILE_DOCUMENTS } from '../support/hostile-documents.ts';
import { documentOf, LIMITS, PROSE, SENTENCE } from './support.ts';

/** Of the reading alone: the start of a worker does not count. */
const LIMIT_MS = 1_000;
const never = new AbortController().signal;
const good = documentOf(PROSE);
const typeOf = { html: 'text/html', md: 'text/markdown', pdf: 'application/pdf', txt: 'text/plain' };

describe('a hostile document ends in time, in one row, and a good page beside it is read', () => {
  it.each(Object.entries(HOSTILE_DOCUMENTS))('%s', { timeout: 120_000 }, async (name, { extension, make, ends }) => {
    const url = `https://guide.example/page.${extension}`;
    const hostile = documentOf(make(), { url, contentType: typeOf[extension] });
    const beside = extractInWorker(good, LIMITS, never);
    const extractionTimeoutMs = ends === 'read' ? LIMITS.extractionTimeoutMs : LIMIT_MS;
    const limits = { ...LIMITS, extractionTimeoutMs };
    const outcome = await extractInWorker(hostile, limits, never);
    const page = await beside;
    expect(page).toMatchObject({ status: 'read', page: { text: expect.stringContaining(SENTENCE) as string } });
    if (ends === 'read') expect(outcome).toMatchObject({ status: 'read' });
    else
      expect(outcome).toMatchObject({
        ...{ status: 'failed', decision: expect.stringMatching(/^(?:unreadable|too-large)$/) as string },
        reason: expect.stringMatching(
          /^(?:took longer than 1000 ms|took too much memory|nested too deeply|\d+ characters of text)/,
        ) as string,
      });
    if (outcome.status === 'read' && name.includes('title')) expect(outcome.page.title?.length).toBeLessThan(400);
  });
});

describe('workers', () => {
  it('give what this thread would, failures among it', async () => {
    const documents = [
      good,
      documentOf(''),
      documentOf('\0'),
      documentOf(`# A\n\n- ${SENTENCE}`, { contentType: 'text/markdown' }),
    ];
    const apart = await Promise.all(documents.map((document) => extractInWorker(document, LIMITS, never)));
    expect(apart).toEqual(await Promise.all(documents.map((document) => extractPage(document, LIMITS))));
    expect(apart.map(({ status }) => status)).toEqual(['read', 'failed', 'failed', 'read']);
  });

  it('read many documents one after another, and leave nothing behind that listens', async () => {
    const warnings: string[] = [];
    const warn = ({ message }: Error) => warnings.push(message);
    process.on('warning', warn);
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => extractInWorker(good, LIMITS, never)));
    process.off('warning', warn);
    expect(outcomes.every(({ status }) => status === 'read')).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('are stopped by a signal in the middle of their work', async () => {
    const controller = new AbortController();
    const hostile = documentOf(HOSTILE_DOCUMENTS['PDF: forms that draw forms']!.make());
    const reading = extractInWorker(hostile, LIMITS, controller.signal);
    setTimeout(() => controller.abort('SIGINT'), 300);
    await expect(reading).rejects.toMatchObject({ name: 'CancelledError', cause: 'SIGINT' });
    expect(await extractInWorker(good, LIMITS, never)).toMatchObject({ status: 'read' });
  });
});
