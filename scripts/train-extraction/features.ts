/**
 * Writes what the content model learns from: for each page of labelled folders the features of its blocks.
 *
 *   tsx scripts/train-extraction/features.ts OUT DIR...
 *
 * DIR has the form that `npm run bench:extract` reads (`html/<id>.html.gz`, `ground-truth.json`: id → { articleBody }).
 * OUT.f32 has `FEATURES.length` 32-bit floats a block, OUT.jsonl a line a page: id, folder, truth, texts of its blocks.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { blockFeatures } from '../../src/pages/html/block-features.ts';
import { type OpenedPage, openPage } from '../../src/pages/html/open-page.ts';

const GroundTruth = z.record(z.string(), z.looseObject({ articleBody: z.string() }));

async function main([out, ...folders]: readonly string[]): Promise<void> {
  if (out === undefined || folders.length === 0) throw new Error('usage: features.ts OUT DIR...');
  const lines = openSync(`${out}.jsonl`, 'w');
  const floats = openSync(`${out}.f32`, 'w');
  for (const folder of folders) {
    const truths = GroundTruth.parse(JSON.parse(readFileSync(path.join(folder, 'ground-truth.json'), 'utf8')));
    for (const [id, { articleBody: truth }] of Object.entries(truths)) {
      const source = gunzipSync(readFileSync(path.join(folder, 'html', `${id}.html.gz`))).toString('utf8');
      const opened = await openPage(source).catch((error: unknown) => {
        process.stderr.write(`${folder} ${id}: ${String(error)}\n`);
        return null;
      });
      if (opened !== null) write(opened, { id, folder, truth });
    }
  }
  closeSync(lines);
  closeSync(floats);

  function write(opened: OpenedPage, page: { readonly id: string; readonly folder: string; readonly truth: string }) {
    const { blocks, tree, readings, metadata } = opened;
    const rows = blockFeatures(tree, blocks, readings, metadata.title);
    writeSync(floats, new Uint8Array(Float32Array.from(rows.flat()).buffer));
    writeSync(lines, `${JSON.stringify({ ...page, texts: blocks.map(({ text }) => text) })}\n`);
  }
}

await main(process.argv.slice(2));
