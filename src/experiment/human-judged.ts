/** What people judged by the whole, of an experiment's rows: labelled pairs, or else responses with scores. */
import type { TaskRow } from '../data/row.ts';
import { InputError } from '../domain/errors.ts';
import { labelledPair, scoredResponses } from '../judge/read-human-judged.ts';
import type { HumanJudged } from '../judge/repeated-verdicts.ts';

interface JudgedCase {
  readonly name: string;
  readonly row: TaskRow;
  readonly data: HumanJudged;
}

export function withEach<Beside extends object>({ kind, cases }: HumanJudged, beside: Beside): HumanJudged<Beside> {
  return kind === 'pairwise'
    ? { kind, cases: cases.map((each) => ({ ...each, ...beside })) }
    : { kind, cases: cases.map((each) => ({ ...each, ...beside })) };
}

/** Pairs with a label; where there are none, what counts are scores: the two are measured by different figures. */
export function labelledPairs(rows: readonly TaskRow[]): readonly TaskRow[] {
  return rows.filter(({ label, responses }) => label !== null && responses.length === 2);
}

/** Where rows say nothing of what people think, and why. */
export function withoutJudgement(rows: readonly TaskRow[]): readonly Record<'place' | 'reason', string>[] {
  const pairs = new Set(labelledPairs(rows));
  const isJudged = (row: TaskRow) =>
    pairs.size > 0 ? pairs.has(row) : row.responses.some(({ score }) => score !== null);
  return rows
    .filter((row) => !isJudged(row))
    .map(({ place, label, responses, missing }) => {
      if (label === null && responses.length > 0)
        return { place, reason: 'there is no label and no score, or people’s labels are evenly split.' };
      const isLacking = label === null || missing.length > 0;
      const reason = isLacking
        ? 'there is no response.'
        : `a pair has two responses, and here ${responses.length} can be read.`;
      return { place, reason };
    });
}

/** @throws InputError where people judged nothing at all */
export function requireJudged(rows: readonly TaskRow[]): void {
  if (rows.length > withoutJudgement(rows).length) return;
  throw new InputError('No row says what people think of its responses.', {
    advice: 'Rows need a label (a, b or tie) of their two responses, or scores; fields: says where these stand.',
  });
}

/** The same, where what they think is compared with whole verdicts. @throws InputError as `humanJudged`, too */
export function requireHumanJudged(rows: readonly TaskRow[]): void {
  requireJudged(rows);
  humanJudged(rows);
}

/** @throws InputError where a score is not from 1 to 5 */
export function humanJudged(rows: readonly TaskRow[]): readonly JudgedCase[] {
  const pairs = labelledPairs(rows).map((row): JudgedCase => {
    const pair = labelledPair(row);
    return { name: pair.name, row, data: { kind: 'pairwise', cases: [pair] } };
  });
  if (pairs.length > 0) return pairs;
  return rows.flatMap((row) => {
    const responses = row.responses.filter(({ score }) => score !== null);
    return scoredResponses({ ...row, responses }).map((scored): JudgedCase => {
      return { name: scored.name, row, data: { kind: 'direct', cases: [scored] } };
    });
  });
}
