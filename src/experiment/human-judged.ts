/** What people judged by the whole, of an experiment's rows: labelled pairs, or else responses with scores. */
import { pairOf } from '../data/read-pairs.ts';
import type { TaskRow } from '../data/row.ts';
import type { HumanJudged } from '../judge/repeated-verdicts.ts';

export interface JudgedCase {
  readonly name: string;
  readonly row: TaskRow;
  /** The case alone. */
  readonly data: HumanJudged;
}

/** @param beside what each case is to say beside */
export function withEach<Beside extends object>({ kind, cases }: HumanJudged, beside: Beside): HumanJudged<Beside> {
  return kind === 'pairwise'
    ? { kind, cases: cases.map((each) => ({ ...each, ...beside })) }
    : { kind, cases: cases.map((each) => ({ ...each, ...beside })) };
}

export function humanJudged(rows: readonly TaskRow[]): readonly JudgedCase[] {
  const pairs = rows.flatMap((row): readonly JudgedCase[] => {
    if (row.label === null || row.responses.length !== 2) return [];
    const { name, task, a, b } = pairOf(row);
    return [{ name, row, data: { kind: 'pairwise', cases: [{ name, task, a, b, label: row.label }] } }];
  });
  if (pairs.length > 0) return pairs;
  return rows.flatMap((row) =>
    row.responses.flatMap(({ name, response, score }): readonly JudgedCase[] =>
      score === null
        ? []
        : [{ name, row, data: { kind: 'direct', cases: [{ name, response, score, task: row.task }] } }],
    ),
  );
}
