/** What is shipped reads as what is tested: the build's bundle leaves out nothing that reads pages. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Page } from '../../src/domain/page.ts';
import { extractPage } from '../../src/pages/extract-page.ts';
import { valueAt } from '../../src/search/library/keyed-lines.ts';
import { preparedFrom } from '../../src/search/library/prepared-library.ts';
import { ordersToModels } from '../../src/text/injection.ts';
import { createNearDuplicates, shingles } from '../../src/text/similarity.ts';

const ROOT = join(import.meta.dirname, '../..');
const prepared = preparedFrom(await readFile(join(ROOT, 'dist/library.txt'), 'latin1'));
if (prepared === null) throw new Error('The build is of another state.');
const { urls, pages } = prepared;
const pageAt = (url: string) => Page.parse(JSON.parse(valueAt(pages, url) ?? ''));

it('the guides that the built readers prepared are those that the sources read', { timeout: 120_000 }, async () => {
  expect(urls.length).toBeGreaterThan(200);
  for (const url of urls) {
    const page = pageAt(url);
    const path = join(ROOT, 'fixtures/library', decodeURIComponent(url.slice('library:'.length)));
    const document = { url, finalUrl: url, via: 'bundled', contentType: null, fetchedAt: '' } as const;
    const limits = { maxDocumentBytes: 10_000_000 };
    const outcome = await extractPage({ ...document, bytes: await readFile(path) }, limits);
    expect(outcome, url).toEqual({ status: 'read', page });
  }
});

it('the bundled guides give models no orders and are no copies of one another, for discoveries do not look', () => {
  const originals = createNearDuplicates<string>();
  for (const url of urls) {
    const { title, byline, text } = pageAt(url);
    for (const part of [title ?? '', byline ?? '', text])
      expect(ordersToModels(part), url).toEqual({ withheld: [], suspected: [] });
    expect(originals.find(shingles(text)), url).toBeNull();
    originals.add(url, shingles(text));
  }
});
