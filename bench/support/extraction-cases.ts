/** Pages with the text that is wanted of them, from folders in either of two forms. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { load } from 'cheerio';
import { z } from 'zod';
import { isPhrasing } from '../../src/pages/html/tree.ts';

export interface ExtractionCase {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly truth: string;
}

const GroundTruth = z.record(z.string(), z.looseObject({ articleBody: z.string() }));

/**
 * @param folder `html/<id>.html.gz` and `ground-truth.json` (id → { articleBody }), as the article extraction benchmark has
 * it; or `<id>/source.html` and `<id>/expected.html`, as Readability's own test pages are
 */
export async function readExtractionCases(folder: string): Promise<ExtractionCase[]> {
  const truths = path.join(folder, 'ground-truth.json');
  if (!existsSync(truths)) return readTestPages(folder);
  const truth = GroundTruth.parse(JSON.parse(await readFile(truths, 'utf8')));
  return Promise.all(
    Object.entries(truth)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([id, { articleBody }]) => ({
        id,
        bytes: gunzipSync(await readFile(path.join(folder, 'html', `${id}.html.gz`))),
        truth: articleBody,
      })),
  );
}

async function readTestPages(folder: string): Promise<ExtractionCase[]> {
  const ids = (await readdir(folder)).filter((id) => existsSync(path.join(folder, id, 'expected.html'))).sort();
  if (ids.length === 0) throw new Error('neither ground-truth.json nor <id>/expected.html');
  return Promise.all(
    ids.map(async (id) => ({
      id,
      bytes: await readFile(path.join(folder, id, 'source.html')),
      truth: textOf(await readFile(path.join(folder, id, 'expected.html'), 'utf8')),
    })),
  );
}

/** With white space between blocks. */
function textOf(html: string): string {
  const $ = load(html);
  $('br').replaceWith('\n');
  $('body *').each((_, element) => {
    if (!isPhrasing(element.tagName)) $(element).prepend('\n').append('\n');
  });
  return $('body').text();
}
