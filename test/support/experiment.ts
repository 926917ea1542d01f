/** A folder with an experiment and small files of rows, and the scripted model that answers for all its models. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { answering } from './guide-web/start-guide-web.ts';
import { startModelServer } from './model-server/server.ts';
import { plausibleModel, type ScriptedModel } from './plausible-model.ts';
import { fencedAs, itemsIn, questionOf } from './read-prompt.ts';
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

/** Answers of single agents to what they are asked; undefined: the plausible model’s. */
export type Answers = Readonly<Record<string, (question: string) => unknown>>;

/**
 * @param files rows beside those that are always there, by their paths
 * @returns `run`, which takes further flags of `experiment run`
 */
export async function setUp(
  experiment: object,
  files: Readonly<Record<string, readonly object[]>> = {},
  answers: Answers = {},
) {
  const folder = await temporaryFolder();
  const model: ScriptedModel = (messages, agent) =>
    answers[agent]?.(questionOf(messages)) ?? plausibleModel(messages, agent);
  const server = await startModelServer({ handler: answering(model) });
  onTestFinished(() => server.close());
  const file = join(folder, 'experiment.yaml');
  await writeFile(file, stringify(experiment));
  const all = { 'pairs.jsonl': PAIRS, 'scored.jsonl': SCORED, 'tasks.jsonl': TASKS, ...files };
  for (const [path, rows] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), lines(rows));
  }
  const command = [
    ...['experiment', 'run', file, '--store', join(folder, 'store.sqlite')],
    ...['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'],
  ];
  const run = (...flags: readonly string[]) => cli([...command, ...flags], { env: { HOME: folder } });
  return { run, server, folder, file, command };
}

const Cell = z.looseObject({
  system: z.string(),
  measure: z.string(),
  figure: z.looseObject({ value: z.number().nullable(), scored: z.number(), missing: z.number() }),
});
const Result = z.looseObject({ parts: z.array(z.looseObject({ cells: z.array(Cell) })) });

/** The figures of an experiment on one set of data whose answers are laid down. */
export async function measureScripted(...[experiment, files, answers]: Parameters<typeof setUp>) {
  const { run } = await setUp({ resamples: 50, ...experiment }, files, answers);
  const { code, stdout, stderr } = await run('--format', 'json');
  const { parts } = Result.parse(JSON.parse(stdout));
  const cells = parts[0]?.cells ?? [];
  const figure = (system: string, measure: string, part = 0) =>
    parts[part]?.cells.find((cell) => cell.system === system && cell.measure === measure)?.figure;
  return { figure, cells, code, stdout, stderr };
}

/** What is said of criteria such as “Does it say alpha?”. */
export function judgeByWords(question: string) {
  const response = fencedAs(question, 'response');
  return {
    verdicts: itemsIn(question, 'criteria').map(({ id, text }) => {
      const word = /say (\w+)/u.exec(text)?.[1] ?? '';
      const isMet = response.includes(word);
      const analysis = 'Scripted answer, no model’s: the word was looked for.';
      return { id, analysis, quotes: isMet ? [word] : [], answer: isMet ? 'YES' : 'NO' };
    }),
  };
}
