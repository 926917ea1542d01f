/** How many list items and table rows of our own list-heavy guides stand whole in one block of their kind. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { BlockKind } from '../../src/domain/page.ts';
import { extractPage } from '../../src/pages/extract-page.ts';
import type { ExtractionLimits } from '../../src/pages/extraction-outcome.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const Guide = z.object({ page: z.string(), items: z.array(z.string()), rows: z.array(z.array(z.string())) });

export interface KeptOfGuides {
  readonly guides: number;
  readonly expected: number;
  readonly kept: number;
  /** What was lost, with the guide that it belongs to. */
  readonly missing: readonly string[];
}

export async function keptOfGuides(limits: ExtractionLimits): Promise<KeptOfGuides> {
  const folder = path.join(ROOT, 'test/library/list-heavy');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const missing: string[] = [];
  let expected = 0;
  for (const file of files) {
    const guide = Guide.parse(JSON.parse(await readFile(path.join(folder, file), 'utf8')));
    const textsOf = await readBlocks(guide.page, limits);
    const items = textsOf('list-item');
    const rows = textsOf('table-row');
    expected += guide.items.length + guide.rows.length;
    const lost = [
      ...guide.items.filter((item) => !items.some((block) => block.includes(plain(item)))),
      ...guide.rows
        .filter((row) => !rows.some((block) => row.every((cell) => block.includes(plain(cell)))))
        .map((row) => row.join(' | ')),
    ];
    missing.push(...lost.map((text) => `${guide.page}: ${text}`));
  }
  return { guides: files.length, expected, kept: expected - missing.length, missing };
}

async function readBlocks(page: string, limits: ExtractionLimits): Promise<(kind: BlockKind) => string[]> {
  const url = `library:${page}`;
  const bytes = await readFile(path.join(ROOT, 'fixtures/library', page));
  const outcome = await extractPage(
    { url, finalUrl: url, via: 'library', bytes, contentType: null, fetchedAt: '' },
    limits,
  );
  if (outcome.status === 'failed') return () => [];
  const { blocks, text } = outcome.page;
  return (kind) =>
    blocks.filter((block) => block.kind === kind).map((block) => plain(text.slice(block.start, block.end)));
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
