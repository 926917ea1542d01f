/** What is shipped reads as what is tested: the build's bundle leaves out nothing that reads pages. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Page } from '../../src/domain/page.ts';
import { extractPage } from '../../src/pages/extract-page.ts';
import { valueAt } from '../../src/search/library/keyed-lines.ts';

const ROOT = join(import.meta.dirname, '../..');
const Prepared = z.object({ urls: z.array(z.string()), pages: z.string() });

it('the guides that the built readers prepared are those that the sources read', { timeout: 120_000 }, async () => {
  const { urls, pages } = Prepared.parse(JSON.parse(await readFile(join(ROOT, 'dist/library.json'), 'utf8')));
  expect(urls.length).toBeGreaterThan(200);
  for (const url of urls) {
    const page = Page.parse(JSON.parse(valueAt(pages, url) ?? ''));
    const path = join(ROOT, 'fixtures/library', decodeURIComponent(url.slice('library:'.length)));
    const document = { url, finalUrl: url, via: 'bundled', contentType: null, fetchedAt: '' } as const;
    const limits = { maxDocumentBytes: 10_000_000 };
    const outcome = await extractPage({ ...document, bytes: await readFile(path) }, limits);
    expect(outcome, url).toEqual({ status: 'read', page });
  }
});
