/** A folder with an experiment and small files of rows, and the scripted model that answers for all its models. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { answering } from './guide-web/start-guide-web.ts';
import { startModelServer } from './model-server/server.ts';
import { plausibleModel } from './plausible-model.ts';
import { cli } from './shell.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const words = (count: number) => `${'word '.repeat(count).trim()}.`;

export const PAIRS = [
  { id: 1, instruction: 'Write a toast', a: words(30), b: words(5), label: 'a' },
  { id: 2, instruction: 'Write a note', a: words(4), b: words(20), label: 'b' },
  { id: 3, instruction: 'Write a plan', a: words(50), b: words(10), label: 'b' },
];
const SCORED = [
  { id: 'x', instruction: 'Write a toast', response: words(5), score: 1 },
  { id: 'y', instruction: 'Write a toast', response: words(25), score: 3 },
  { id: 'z', instruction: 'Write a toast', response: words(45), score: 5 },
];
export const TASKS = [
  { id: 1, instruction: 'Write a wedding toast for my sister', criteria: ['Is it short?', 'Does it name the couple?'] },
  { id: 2, instruction: 'Write a cover letter for a baker', criteria: ['Does it name the bakery?'] },
];

export const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/**
 * @param files rows beside those that are always there, by their paths
 * @returns `run`, which takes further flags of `experiment run`
 */
export async function setUp(experiment: object, files: Readonly<Record<string, readonly object[]>> = {}) {
  const folder = await temporaryFolder();
  const server = await startModelServer({ handler: answering(plausibleModel) });
  onTestFinished(() => server.close());
  const file = join(folder, 'experiment.yaml');
  await writeFile(file, stringify(experiment));
  const all = { 'pairs.jsonl': PAIRS, 'scored.jsonl': SCORED, 'tasks.jsonl': TASKS, ...files };
  for (const [path, rows] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), lines(rows));
  }
  const model = ['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'];
  const store = ['--store', join(folder, 'store.sqlite')];
  const run = (...flags: readonly string[]) =>
    cli(['experiment', 'run', file, ...model, ...store, ...flags], { env: { HOME: folder } });
  return { run, server, folder, file };
}
