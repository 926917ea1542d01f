/** What people judged by the whole, from rows of tasks: pairs with labels, or responses scored from 1 to 5. */
import { pairOf } from '../data/read-pairs.ts';
import { withResponses } from '../data/read-rows.ts';
import { readRowsOfFiles } from '../data/read-rows-of-files.ts';
import type { RowMapping } from '../data/benchmarks.ts';
import type { Reader } from '../data/read-text.ts';
import { criteriaOf, type Row } from '../data/row.ts';
import { InputError } from '../domain/errors.ts';
import type { HumanJudged, LabelledPair, OfRow, ScoredResponse } from './repeated-verdicts.ts';

/**
 * @param files several are subsets
 * @param kind what is read; absent: pairs where a row has a label, else scores
 * @throws InputError where a row does not fit; CancelledError where the reader is stopped
 */
export async function readHumanJudged(
  reader: Reader,
  files: readonly string[],
  mapping: RowMapping,
  kind?: HumanJudged['kind'],
): Promise<HumanJudged<OfRow>> {
  const needs = ['responses', ...(kind === 'direct' ? (['scores'] as const) : [])] as const;
  const all = await readRowsOfFiles(reader, files, mapping, needs);
  const isPairwise = kind === undefined ? all.some(({ label }) => label !== null) : kind === 'pairwise';
  const rows = withResponses(reader, files.join(' or '), all, isPairwise ? 2 : 1);
  const ofRow = (row: Row): OfRow => ({ subset: row.category ?? '', criteria: criteriaOf(row) });
  return isPairwise
    ? { kind: 'pairwise', cases: rows.map((row) => ({ ...labelledPair(row), ...ofRow(row) })) }
    : {
        kind: 'direct',
        cases: rows.flatMap((row) => scoredResponses(row).map((each) => ({ ...each, ...ofRow(row) }))),
      };
}

/** @throws InputError where it has no label, or not two responses */
export function labelledPair(row: Row): LabelledPair {
  const { label, name, task, a, b } = pairOf(row);
  if (label !== null) return { name, task, a, b, label };
  throw new InputError(`The pair ${name} has no label.`, { advice: 'Each needs one: a, b or tie.' });
}

/** @throws InputError where one has no score, or none from 1 to 5 */
export function scoredResponses({ place, task, responses }: Row): readonly ScoredResponse[] {
  return responses.map(({ name, response, score }) => ({ name, response, score: oneToFive(place, score), task }));
}

/** The scale on which the judge scores, too. @throws InputError */
function oneToFive(place: string, score: number | null): number {
  if (score !== null && score >= 1 && score <= 5) return score;
  throw new InputError(
    `${place}: each response should have a score from 1 to 5${score === null ? '' : `, not ${score}`}.`,
  );
}
