/**
 * Groundrule as a library.
 *
 * @example
 * const set = await discover('Write a cover letter for a junior data analyst');
 * for (const criterion of checklistOf(set.content.criteria, 10).criteria) console.log(criterion.text);
 *
 * @example
 * const set = await discover('Write a policy brief on night buses', {
 *   search: ['searxng', 'library'],
 *   searxngUrl: 'http://127.0.0.1:8888',
 *   denyDomains: ['example.org'],
 *   since: '2020-01-01',
 * });
 *
 * @example
 * const judgement = await judge(letter, topOf(checklistFromSet(set), 10), { model: 'gpt-4.1-mini', apiKey });
 * console.log(judgement.passRate.rate);
 */
import type { Checklist } from './domain/checklist.ts';
import type { CriteriaSet } from './domain/criteria-set.ts';
import type { Judgement } from './domain/judgement.ts';
import {
  checklistToJudgeBy,
  judgeOptionsOf,
  type GivenChecklist,
  type JudgeResponseOptions,
} from './client/judging-options.ts';
import { withApp, type DiscoverOptions, type ModelOptions, type StoreOptions } from './client/with-app.ts';
import type { Audit } from './audit/audit.ts';
import { parseTask } from './domain/parse-task.ts';

export { checklistOf, type HeldBack, type SelectedCriteria } from './discover/select-criteria.ts';
export * from './domain/errors.ts';
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
export { Checklist, ChecklistItem, type Category } from './domain/checklist.ts';
export { Judgement, type ItemVerdict, type PassRate, type Verdict } from './domain/judgement.ts';
export { checklistFromSet } from './judge/checklist-from-set.ts';
export { readChecklist } from './judge/checklists/read-checklist.ts';
export { curate, type Edits } from './judge/curate.ts';
export { overallRate, passRatesByCategory } from './judge/pass-rate.ts';
export { topOf } from './judge/top-of.ts';
export type { JudgeOptions } from './judge/judge.ts';
export { Actionability, type ActionabilityFigures, type Edit } from './domain/actionability.ts';
export { Comparison, Protocol, type Winner } from './domain/comparison.ts';
export { Refinement, type RefineMethod, type Round, type Stop } from './domain/refinement.ts';
export { Selection, type Candidate } from './domain/selection.ts';
export { actionabilityFigures } from './judge/actionability-figures.ts';
export { summarizeComparisons, type ComparisonSummary } from './judge/summarize-comparisons.ts';
export { bestOf } from './client/best-of.ts';
export { compare, type CompareResponsesOptions } from './client/compare.ts';
export type { GivenChecklist, JudgeResponseOptions } from './client/judging-options.ts';
export { measureActionability } from './client/measure-actionability.ts';
export { refine, type RefineResponseOptions } from './client/refine.ts';
export type {
  DiscoverOptions,
  ModelOptions,
  SearchKeys,
  SearchName,
  StoreOptions,
  WebOptions,
} from './client/with-app.ts';
export { Source, type Decision, type Rating } from './domain/source.ts';
export type { RunEvent } from './domain/run-context.ts';
export type { Audit, AuditedCriterion, AuditedEvidence, AuditedSource } from './audit/audit.ts';
export type { RuleCheck, Verification } from './audit/verify-set.ts';

export interface GenerateChecklistOptions extends ModelOptions {
  readonly context?: string;
  /** Whether the model is shown examples, as TICK does; default true. */
  readonly examples?: boolean;
}

/**
 * Discovers the criteria of a writing task.
 * @throws InputError, UnavailableError, StepFailedError or CancelledError
 */
export async function discover(instruction: string, options: DiscoverOptions = {}): Promise<CriteriaSet> {
  const task = parseTask(instruction, options.context ?? null);
  return withApp(options, (app) => app.discover(task));
}

/**
 * Shows what each criterion of a set rests on and re-checks the record. Quotes are compared with the texts in the
 * store; with a store that does not hold them the verdict is `cannot-verify`.
 */
export function audit(set: CriteriaSet, options: StoreOptions = {}): Promise<Audit> {
  return withApp(options, (app) => app.audit(set));
}

/**
 * Judges a response: countable items by code, the others by the model that is named, or not at all without one.
 * @param checklist or its questions
 * @throws InputError, UnavailableError, LimitError or CancelledError; an item without a verdict is no error
 */
export async function judge(
  response: string,
  checklist: GivenChecklist,
  options: JudgeResponseOptions = {},
): Promise<Judgement> {
  const input = { name: 'response', response, checklist: checklistToJudgeBy(checklist, options) };
  return withApp(options, (app) => app.judge(input, judgeOptionsOf(options)));
}

/**
 * Writes the checklist of an instruction with a model (TICK).
 * @throws InputError without a model; StepFailedError where it wrote no usable list; LimitError; CancelledError
 */
export async function generateChecklist(
  instruction: string,
  options: GenerateChecklistOptions = {},
): Promise<Checklist> {
  const task = parseTask(instruction, options.context ?? null);
  return withApp(options, (app) => app.generateChecklist(task, options.examples ?? true));
}
