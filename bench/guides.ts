/**
 * The offline engine on real guides that a reader marked. `--data DIR` holds a folder for each set: `task.txt` (the
 * instruction), the guides (html, md, pdf, txt) and `marks.json`: [{"file", "quote", "advice", "sameAs"}], the advice
 * that the reader found. Every task is discovered with the folder as its only library. A mark is found where the quote
 * of some criterion overlaps its own in the extracted page; one that the page does not hold counts as not found.
 * `--lists DIR` also writes each list of criteria as Markdown, for readers who are to judge it without seeing more.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { discover, type Criterion } from '../src/index.ts';
import { extractPage } from '../src/pages/extract-page.ts';
import { guideType } from '../src/search/library/guide-file.ts';
import { printTable } from './support.ts';

const Marks = z.array(z.object({ file: z.string(), quote: z.string() }));
const LIMITS = { maxDocumentBytes: 5_000_000, extractionTimeoutMs: 20_000 };
const MARKDOWN_LINK_TARGET = /\]\([^)\s]*\)/gu;

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, lists: { type: 'string' }, json: { type: 'boolean', default: false } },
});
if (options.data === undefined) throw new Error('--data DIR is needed: a folder with a folder for each set of guides.');
const data = options.data;

const names = (await readdir(data, { withFileTypes: true })).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const sets = [];
for (const name of names.sort()) sets.push(await measure(name));

printTable(
  ['set', 'criteria', 'marked', 'found', 'share'],
  sets.map(({ name, criteria, marked, found, foundShare }) => [
    name,
    criteria,
    marked,
    found,
    `${Math.round(100 * foundShare)} %`,
  ]),
);
if (options.json) console.log(JSON.stringify({ sets }));

async function measure(name: string) {
  const folder = join(data, name);
  const instruction = (await readFile(join(folder, 'task.txt'), 'utf8')).trim();
  const marks = Marks.parse(JSON.parse(await readFile(join(folder, 'marks.json'), 'utf8')));
  const set = await discover(instruction, { library: [folder], store: 'memory' });
  const criteria = set.content.criteria;
  let found = 0;
  for (const file of new Set(marks.map((mark) => mark.file))) {
    const page = await letters(folder, file);
    const quoted = quotedIn(criteria, file).map(({ start, end }) => [page.at(start), page.at(end)] as const);
    for (const { quote } of marks.filter((mark) => mark.file === file)) {
      const wanted = lettersOf(quote.replaceAll(MARKDOWN_LINK_TARGET, ']'));
      const places = placesOf(wanted, page.text);
      if (places.some((start) => quoted.some(([from, to]) => from < start + wanted.length && start < to))) found += 1;
    }
  }
  if (options.lists !== undefined) await writeList(options.lists, name, instruction, criteria);
  return {
    name,
    criteria: criteria.length,
    marked: marks.length,
    found,
    foundShare: found / Math.max(1, marks.length),
  };
}

function quotedIn(criteria: readonly Criterion[], file: string) {
  return criteria
    .flatMap(({ evidence }) => evidence)
    .filter(({ url }) => decodeURIComponent(url) === `library:${file}`);
}

/** The page's letters and digits alone, lower-cased: markup and white space differ between a file and its text. */
async function letters(folder: string, file: string) {
  const document = {
    url: file,
    finalUrl: file,
    via: 'library' as const,
    bytes: await readFile(join(folder, file)),
    contentType: guideType(file),
    fetchedAt: '',
  };
  const outcome = await extractPage(document, LIMITS);
  if (outcome.status !== 'read') throw new Error(`${file} cannot be read: ${outcome.reason}`);
  const { text } = outcome.page;
  return { text: lettersOf(text), at: (offset: number) => lettersOf(text.slice(0, offset)).length };
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function placesOf(wanted: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1 && wanted !== ''; at = text.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

async function writeList(
  folder: string,
  name: string,
  instruction: string,
  criteria: readonly Criterion[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const lines = criteria.map(({ text }, index) => `${index + 1}. ${text}`);
  await writeFile(join(folder, `${name}.md`), `# ${instruction}\n\n${lines.join('\n')}\n`);
}
