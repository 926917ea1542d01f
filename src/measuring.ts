/** `groundrule/measure`: rows of benchmarks, and figures that say whether criteria or a judge can be trusted. */
import type { RowField, RowMapping } from './data/benchmarks.ts';
import { readRows as readRowsOfFile } from './data/read-rows.ts';
import type { Row } from './data/row.ts';

export { checklistEffect, itemEffect, type AblationCase, type EffectFigure } from './metrics/ablation.ts';
export type { MeasureCriteriaOptions, MeasurePoliciesOptions, PoliciesResult } from './client/measuring.ts';
export type { GivenAttackCase, MeasureAttacksOptions } from './client/attacks.ts';
export { ATTACKS, type AttackName } from './data/attack-verdicts.ts';
export { attackText } from './judge/attacks.ts';
export type { AttackFigures } from './measure/measure-attacks.ts';
export type { CriteriaFigures } from './measure/measure-criteria.ts';
export { listOfRecord, type MeasuredList, type MeasuredSystem } from './measure/measured-list.ts';
export {
  discrimination,
  type Discrimination,
  type ItemDiscrimination,
  type JudgedDraft,
  type TaskDiscrimination,
} from './measure/discrimination.ts';
export { measureJudge, type JudgeFigures } from './measure/measure-judge.ts';
export { differencesOf as judgeDifferences, type JudgeDifference } from './measure/judge-differences.ts';
export type { JudgeRow, Scale } from './data/judge-row.ts';
export { BENCHMARK_NAMES, type BenchmarkName, type RowField } from './data/benchmarks.ts';
export type { Row, RowResponse } from './data/row.ts';

/**
 * The rows of a JSON Lines, JSON or CSV file: a public benchmark in its own shape, or our own.
 * @param file a path, or `-` for stdin
 * @param options `needs`: fields that every row must have; default: an instruction
 * @throws InputError that names the line and the field; CancelledError
 */
export function readRows(
  file: string,
  options: RowMapping & { readonly needs?: readonly RowField[]; readonly signal?: AbortSignal } = {},
): Promise<readonly Row[]> {
  const { needs = ['instruction'], signal = new AbortController().signal, ...mapping } = options;
  return readRowsOfFile({ stdin: process.stdin, signal }, file, mapping, needs);
}
