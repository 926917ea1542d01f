/** Pages that workers extract are those that this thread would extract. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Document } from '../../src/domain/page.ts';
import type * as Pool from '../../src/pages/extraction-pool.ts';
import { extractPage } from '../../src/pages/extract-page.ts';

const ROOT = join(import.meta.dirname, '../..');
const FAMILY = join(ROOT, 'fixtures/library/academic-talk');
const LIMITS = { maxDocumentBytes: 1_000_000, extractionTimeoutMs: 20_000 };
const ENOUGH = 1000;

it('extracts in workers what this thread does, failures among it', async () => {
  const { createExtractionPool } = (await import(
    join(ROOT, 'dist/src/pages/extraction-pool.js')
  )) as typeof Pool;
  const files = await Promise.all((await readdir(FAMILY)).map((name) => readFile(join(FAMILY, name))));
  const documents = [...files, new Uint8Array(), new Uint8Array(2_000_000)].map(documentOf);
  const pool = createExtractionPool(ENOUGH);
  try {
    const outcomes = await Promise.all(documents.map((document) => pool.extract(document, LIMITS)));
    const expected = await Promise.all(documents.map((document) => extractPage(document, LIMITS)));
    expect(outcomes).toEqual(expected);
    expect(outcomes.map(({ status }) => status).slice(-3)).toEqual(['read', 'failed', 'failed']);
  } finally {
    await pool.close();
  }
});

it('starts nothing for a few documents, and closes what never started', async () => {
  const { createExtractionPool } = (await import(
    join(ROOT, 'dist/src/pages/extraction-pool.js')
  )) as typeof Pool;
  const before = process.getActiveResourcesInfo().length;
  for (const documents of [3, ENOUGH]) await createExtractionPool(documents).close();
  expect(process.getActiveResourcesInfo().length).toBe(before);
});

function documentOf(bytes: Uint8Array): Document {
  return {
    url: 'library:guide',
    finalUrl: 'library:guide',
    via: 'bundled',
    bytes,
    contentType: null,
    fetchedAt: '2026-11-01T00:00:00Z',
  };
}
