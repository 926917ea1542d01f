/** Extracts and indexes the bundled guides into `dist/library.txt`, and reads them into `dist/guides`. Needs what `tsc` built. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { preparedGuidesText, prepareGuides } from '../dist/src/engines/offline/prepared-guides.js';
import { findKinds } from '../dist/src/search/library/find-kinds.js';
import { valueAt } from '../dist/src/search/library/keyed-lines.js';
import { prepareLibrary } from '../dist/src/search/library/prepare-library.js';
import { preparedText } from '../dist/src/search/library/prepared-library.js';
import { readRequests } from '../dist/src/search/library/read-requests.js';
import { createMemoryStore } from '../dist/src/store/sqlite/memory.js';

const root = join(import.meta.dirname, '..');
const run = {
  signal: new globalThis.AbortController().signal,
  clock: { now: () => new Date(0), monotonicMs: () => Date.now() },
  emit: () => undefined,
  limits: { concurrency: 4, maxDocumentBytes: 10_000_000, extractionTimeoutMs: 60_000 },
};
const fixtures = join(root, 'fixtures');
const requests = await readRequests(join(fixtures, 'requests'));
const prepared = await prepareLibrary(run, join(fixtures, 'library'), requests, createMemoryStore());
await writeFile(join(root, 'dist', 'library.txt'), preparedText(prepared));
// What an older build left would be packed.
await rm(join(root, 'dist', 'library.json'), { force: true });
const kinds = findKinds(prepared.kinds, null);
const guides = join(root, 'dist', 'guides');
// Those of kinds that are gone would be packed.
await rm(guides, { recursive: true, force: true });
await mkdir(guides, { recursive: true });
for (const kind of kinds.all) {
  const urls = prepared.urls.filter((url) => kinds.ofGuide(url) === kind);
  const pages = urls.map((url) => JSON.parse(valueAt(prepared.pages, url)));
  await writeFile(join(guides, `${kind.folder}.json`), preparedGuidesText(prepareGuides(pages, kind, kinds)));
}
process.stdout.write(`${prepared.urls.length} guides to ${prepared.kinds.guided.length} kinds of text prepared.\n`);
