/**
 * How many real answers of judges are read, and how many wrongly.
 *
 *   npm run bench:verdicts -- --data FILE [--json]
 *
 * FILE has one answer per line: `{"id", "text", "choices", "gold"}`, gold being what the judge said. Wrong is what was
 * read as another choice; an answer that is left unread costs a call, not a figure.
 */
import { z } from 'zod';
import { readVerdict } from '../src/llm/read-verdict.ts';
import { readJsonLines } from './replay/read-input.ts';
import { benchOptions, printTable } from './support.ts';

const JudgeAnswer = z.object({
  id: z.string(),
  text: z.string(),
  choices: z.array(z.string()).min(2),
  /** Null: the judge gave no verdict. */
  gold: z.string().nullable(),
});

const { data, json } = benchOptions();
if (data === undefined) {
  console.error('NOT RUN: no file was given: npm run bench:verdicts -- --data FILE [--json]');
  process.exit(2);
}
const rows = (await readJsonLines(data, JudgeAnswer)).map(({ value }) => value);
const outcomes = rows.map(({ id, text, choices, gold }) => {
  const read = readVerdict(text, choices);
  return { id, gold, read, shown: read ?? 'unread' };
});
const read = outcomes.filter((outcome) => outcome.read !== null);
const wrong = read.filter((outcome) => outcome.read !== outcome.gold);
const missed = outcomes.filter((outcome) => outcome.read !== outcome.gold);
if (!json)
  printTable(
    ['answer', 'said', 'read as'],
    missed.map(({ id, gold, shown }) => [id, gold ?? '–', shown]),
  );
const figures = {
  answers: rows.length,
  read: read.length,
  right: read.length - wrong.length,
  wrong: wrong.length,
  unread: rows.length - read.length,
};
console.log(JSON.stringify(figures));
