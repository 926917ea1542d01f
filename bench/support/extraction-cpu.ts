/** How much processor time it takes a fresh process to extract the pages of the benchmark, one after another. */
import { extractPage } from '../../src/pages/extract-page.ts';
import { worldPages } from './guide-world.ts';

const pages = await worldPages();
const before = process.cpuUsage();
for (const { path, html } of pages) {
  const url = `http://site.example${path}`;
  const document = {
    url,
    finalUrl: url,
    via: 'web' as const,
    bytes: Buffer.from(html),
    contentType: 'text/html',
    fetchedAt: '',
  };
  const outcome = await extractPage(document, { maxDocumentBytes: 10_000_000 });
  if (outcome.status === 'failed') throw new Error(`${path}: ${outcome.reason}`);
}
const { user, system } = process.cpuUsage(before);
process.send?.((user + system) / 1000);
