/**
 * How well plain wordings are recognised as checks, on labelled questions. `--data FILE` holds a JSON line per
 * question: `{"instruction", "question", "countable", "check": {"unit", "min", "max", "value"} | null}`. A question whose
 * countability is "borderline" counts neither way. Right: recognised, and the check means what the label says. Wrong:
 * recognised with another meaning, or on a question that cannot be counted. `--json`: the last line is one object.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { printCheck } from '../src/domain/print-check.ts';
import { recognizeCheck } from '../src/judge/checks/recognize-check.ts';
import { benchOptions, printTable } from './support.ts';
import { CheckLabel, meansLabel } from './support/check-label.ts';

const Row = z.object({
  instruction: z.number(),
  question: z.string(),
  countable: z.union([z.boolean(), z.literal('borderline')]),
  check: CheckLabel.nullable(),
});

const options = benchOptions();
if (options.data === undefined)
  throw new Error('bench:checks needs labelled questions: --data FILE (JSON lines, see the head of bench/checks.ts).');
const rows = (await readFile(options.data, 'utf8'))
  .trim()
  .split('\n')
  .map((line) => Row.parse(JSON.parse(line)))
  .filter(({ countable }) => countable !== 'borderline');

const start = performance.now();
const recognised = rows.map((row) => ({ ...row, found: recognizeCheck(row.question)?.rule ?? null }));
const elapsedMs = Math.round(performance.now() - start);

const judged = recognised.map((row) => ({
  ...row,
  isRight: row.found !== null && row.countable === true && row.check !== null && meansLabel(row.found, row.check),
}));
const countable = judged.filter((row) => row.countable === true).length;
const right = judged.filter(({ isRight }) => isRight).length;
const found = judged.filter((row) => row.found !== null).length;
const share = (part: number, whole: number): number => (whole === 0 ? 0 : Number((part / whole).toFixed(3)));

printTable(
  ['instruction', 'question', 'recognised', 'label', 'right'],
  judged
    .filter((row) => row.found !== null || row.countable === true)
    .map((row) => [
      String(row.instruction),
      row.question,
      row.found === null ? '–' : printCheck(row.found),
      row.check === null ? '–' : JSON.stringify(row.check),
      row.isRight ? 'yes' : row.found === null ? 'left alone' : 'WRONG',
    ]),
);
const figures = {
  questions: rows.length,
  countable,
  recognised: found,
  right,
  wrong: found - right,
  rightShare: share(right, countable),
  wrongShare: share(found - right, found),
  elapsedMs,
};
printTable(Object.keys(figures), [Object.values(figures)]);
if (options.json) console.log(JSON.stringify(figures));
