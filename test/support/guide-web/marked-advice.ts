/** Sentences of the bundled guides that people marked as advice, and all sentences of a guide. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { extractPage } from '../../../src/pages/extract-page.ts';
import type { Page } from '../../../src/domain/page.ts';
import { sentences } from '../../../src/text/sentences.ts';
import { wordCount } from '../../../src/text/words.ts';

const ROOT = join(import.meta.dirname, '../../..');
const Marked = z.array(z.strictObject({ page: z.string(), advice: z.array(z.string()) }));
const Listed = z.object({ page: z.string(), items: z.array(z.string()) });
/** Shorter items are labels ("Sign-off"). */
const MIN_ITEM_WORDS = 5;

export interface MarkedGuide {
  /** Path in the bundled library; the folder names the kind of text. */
  readonly page: string;
  readonly advice: readonly string[];
}

/** Prose, marked sentence by sentence by a reader who did not look at our rules. */
export async function markedProse(): Promise<MarkedGuide[]> {
  return Marked.parse(await readJson('test/library/marked-advice.json'));
}

/** Lists, where each item is advice. */
export async function markedLists(): Promise<MarkedGuide[]> {
  const folder = 'test/library/list-heavy';
  const files = (await readdir(join(ROOT, folder))).sort();
  const guides = await Promise.all(files.map(async (file) => Listed.parse(await readJson(join(folder, file)))));
  return guides.map(({ page, items }) => ({
    page,
    advice: items.filter((item) => wordCount(item) >= MIN_ITEM_WORDS),
  }));
}

/** What is marked in guides for this kind of text; each sentence once. */
export async function adviceFor(kind: string): Promise<string[]> {
  const guides = [...(await markedProse()), ...(await markedLists())];
  return [...new Set(guides.flatMap(({ page, advice }) => (page.startsWith(`${kind}/`) ? advice : [])))];
}

export async function bundledPage(path: string): Promise<Page> {
  const url = `library:${path}`;
  const bytes = await readFile(join(ROOT, 'fixtures/library', path));
  const document = { url, finalUrl: url, via: 'bundled' as const, bytes, contentType: null, fetchedAt: '' };
  const outcome = await extractPage(document, { maxDocumentBytes: 10_000_000 });
  if (outcome.status === 'failed') throw new Error(`${path}: ${outcome.reason}`);
  return outcome.page;
}

/** All but the headings. */
export async function sentencesOf(path: string): Promise<string[]> {
  const { blocks, text } = await bundledPage(path);
  return blocks.flatMap(({ kind, start, end }) => (kind === 'heading' ? [] : sentences(text.slice(start, end))));
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(ROOT, path), 'utf8'));
}
