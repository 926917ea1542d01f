/**
 * Groundrule as a library: a client for many calls, or one function for one call.
 *
 * @example
 * const groundrule = await createGroundrule({ model: 'gpt-4.1-mini', apiKey, maxUsd: 1 });
 * const set = await groundrule.discover('Write a cover letter for a junior data analyst');
 * const { passRate } = await groundrule.judge(letter, topOf(checklistFromSet(set), 10));
 * await groundrule.close();
 *
 * @example
 * const set = await discover('Write a policy brief on night buses', {
 *   search: ['searxng', 'library'],
 *   searxngUrl: 'http://127.0.0.1:8888',
 *   denyDomains: ['example.org'],
 *   since: '2020-01-01',
 * });
 */
import type { GivenChecklist, GivenResponse } from './client/given-input.ts';
import type {
  CompareCallOptions,
  GenerateChecklistOptions,
  JudgeCallOptions,
  RefineCallOptions,
  ScoreCallOptions,
} from './client/judging-options.ts';
import type { ConnectionSettings, DiscoverOptions, GroundruleOptions } from './client/options.ts';
import type { RowField } from './data/benchmarks.ts';
import { readRows as readRowsOfFile } from './data/read-rows.ts';
import type { RowMapping } from './data/benchmarks.ts';
import type { Row } from './data/row.ts';
import type { CriteriaSet } from './domain/criteria-set.ts';
import { createGroundrule, type Groundrule } from './groundrule.ts';

export { createGroundrule, type Groundrule } from './groundrule.ts';
export { checklistOf, type HeldBack, type SelectedCriteria } from './discover/select-criteria.ts';
export {
  CancelledError,
  GroundruleError,
  InputError,
  LimitError,
  NoAnswerError,
  SettingError,
  StepFailedError,
  UnavailableError,
} from './domain/errors.ts';
export {
  CriteriaSet,
  CriteriaSetContent,
  RunRecord,
  type DiscoveryParameters,
  type GapReview,
  type Mode,
  type Removal,
} from './domain/criteria-set.ts';
export { Criterion, Evidence, type Conflict, type Origin, type RelevanceScore } from './domain/criterion.ts';
export { Check, type DecidingCheck } from './domain/check.ts';
export { Checklist, ChecklistItem, type Category } from './domain/checklist.ts';
export { parseCheck } from './domain/parse-check.ts';
export { printCheck } from './domain/print-check.ts';
export { Judgement, type ItemVerdict, type PassRate, type Verdict } from './domain/judgement.ts';
export { checklistFromSet } from './judge/checklist-from-set.ts';
export { readChecklist } from './judge/checklists/read-checklist.ts';
export { curate, type Edits } from './judge/curate.ts';
export { diverseSubset, withoutNearEqual } from './judge/near-equal-items.ts';
export { overallRate, passRatesByCategory } from './judge/pass-rate.ts';
export { topOf } from './judge/top-of.ts';
export type { ChecklistPolicy } from './domain/checklist-policies.ts';
export type { Ablation, AblationData } from './judge/ablate.ts';
export { checklistEffect, itemEffect, type AblationCase, type EffectFigure } from './metrics/ablation.ts';
export { scoreInconsistency, voteInconsistency } from './judge/selective.ts';
export type { JudgeOptions } from './judge/judge-options.ts';
export { Actionability, type ActionabilityFigures, type Edit } from './domain/judged-work.ts';
export { Comparison, Protocol, ScoringProtocol, type ResponseScore, type Winner } from './domain/comparison.ts';
export { Scoring } from './judge/scoring.ts';
export { exportDpo, type PreferencePair } from './judge/export-dpo.ts';
export { panelFigures, type PanelFigures } from './judge/panel.ts';
export { Refinement, type RefineMethod, type Round, type Stop } from './domain/judged-work.ts';
export { Selection, type Candidate } from './domain/judged-work.ts';
export { actionabilityFigures } from './judge/actionability-figures.ts';
export { summarizeComparisons, type ComparisonSummary } from './judge/summarize-comparisons.ts';
export type { GivenChecklist, GivenInstruction, GivenResponse } from './client/given-input.ts';
export type { GivenItem } from './judge/checklists/given-checklist.ts';
export type {
  AblateOptions,
  CompareCallOptions,
  ContrastOptions,
  GenerateChecklistOptions,
  GeneratedChecklist,
  JudgeCallOptions,
  RefineCallOptions,
  RespondOptions,
  ScoreCallOptions,
  WrittenResponses,
} from './client/judging-options.ts';
export type { MeasureCriteriaOptions } from './client/measuring.ts';
export type { CriteriaFigures } from './measure/measure-criteria.ts';
export { listOfRecord, type MeasuredList, type MeasuredSystem } from './measure/measured-list.ts';
export { measureJudge, type JudgeFigures } from './measure/measure-judge.ts';
export type { JudgeRow, Scale } from './data/judge-row.ts';
export { BENCHMARK_NAMES, type BenchmarkName, type RowField } from './data/benchmarks.ts';
export type { Row, RowResponse } from './data/row.ts';
export type { CallOptions } from './client/runs.ts';
export type {
  ConnectionSettings,
  DiscoverOptions,
  DiscoverySettings,
  GroundruleOptions,
  SearchKeys,
  SearchName,
} from './client/options.ts';
export { Source, type Decision, type Rating } from './domain/source.ts';
export type { RunEvent } from './domain/run-context.ts';
export type { Audit, AuditedCriterion, AuditedEvidence, AuditedSource } from './audit/audit.ts';
export type { RuleCheck, Verification } from './audit/verify-set.ts';

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

/** Opens a client for one call. */
async function once<Result>(
  options: GroundruleOptions,
  work: (groundrule: Groundrule) => Promise<Result>,
): Promise<Result> {
  const groundrule = await createGroundrule(options);
  try {
    return await work(groundrule);
  } finally {
    await groundrule.close();
  }
}

/** {@link Groundrule.discover} */
export function discover(instruction: string, options: GroundruleOptions & DiscoverOptions = {}) {
  return once(options, (groundrule) => groundrule.discover(instruction, options));
}

/** {@link Groundrule.audit}; with a store that does not hold the texts the verdict is `cannot-verify`. */
export function audit(set: CriteriaSet, options: Pick<GroundruleOptions, 'store'> = {}) {
  return once(options, (groundrule) => groundrule.audit(set));
}

/** {@link Groundrule.judge} */
export function judge(
  response: GivenResponse,
  checklist: GivenChecklist,
  options: ConnectionSettings & JudgeCallOptions = {},
) {
  return once(options, (groundrule) => groundrule.judge(response, checklist, options));
}

/** {@link Groundrule.score} */
export function score(response: GivenResponse, options: ConnectionSettings & ScoreCallOptions = {}) {
  return once(options, (groundrule) => groundrule.score(response, options));
}

/** {@link Groundrule.compare} */
export function compare(a: GivenResponse, b: GivenResponse, options: ConnectionSettings & CompareCallOptions = {}) {
  return once(options, (groundrule) => groundrule.compare(a, b, options));
}

/** {@link Groundrule.refine} */
export function refine(
  response: GivenResponse,
  checklist: GivenChecklist,
  options: ConnectionSettings & RefineCallOptions = {},
) {
  return once(options, (groundrule) => groundrule.refine(response, checklist, options));
}

/** {@link Groundrule.bestOf} */
export function bestOf(
  candidates: readonly GivenResponse[] | number,
  checklist: GivenChecklist,
  options: ConnectionSettings & JudgeCallOptions = {},
) {
  return once(options, (groundrule) => groundrule.bestOf(candidates, checklist, options));
}

/** {@link Groundrule.measureActionability}; `actionabilityFigures` puts several together. */
export function measureActionability(
  response: GivenResponse,
  checklist: GivenChecklist,
  options: ConnectionSettings & JudgeCallOptions = {},
) {
  return once(options, (groundrule) => groundrule.measureActionability(response, checklist, options));
}

/** {@link Groundrule.generateChecklist} */
export async function generateChecklist(
  instruction: string,
  options: ConnectionSettings & GenerateChecklistOptions = {},
) {
  return (await once(options, (groundrule) => groundrule.generateChecklist(instruction, options))).checklist;
}
