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
import { METHOD_OPTIONS } from './client/method-options.ts';
import {
  CLIENT_OPTIONS,
  clientOptionsIn,
  namesGiven,
  refuseUnknown,
  type ConnectionSettings,
  type DiscoverOptions,
  type GroundruleOptions,
} from './client/options.ts';
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
export type { Audit, AuditedCriterion, AuditedEvidence, AuditedSource, AuditOptions } from './audit/audit.ts';
export type { RuleCheck, Verification } from './audit/verify-set.ts';
export * from './judging.ts';
export * from './measuring.ts';

/** Opens a client for one call. @param options those of the client, with those of the call beside them */
async function once<Options extends GroundruleOptions, Result>(
  method: keyof typeof METHOD_OPTIONS | null,
  options: Options,
  work: (groundrule: Groundrule, callOptions: Options) => Promise<Result>,
): Promise<Result> {
  const ofCall: readonly string[] = method === null ? [] : METHOD_OPTIONS[method][1];
  refuseUnknown(namesGiven(options), [...CLIENT_OPTIONS, ...ofCall]);
  const groundrule = await createGroundrule(clientOptionsIn(options));
  const callOptions = Object.entries(options).filter(([name]) => ofCall.includes(name));
  try {
    return await work(groundrule, Object.fromEntries(callOptions) as Options);
  } finally {
    await groundrule.close();
  }
}

/** {@link Groundrule.discover} */
export function discover(instruction: string, options: GroundruleOptions & DiscoverOptions = {}) {
  return once('discover', options, (groundrule, callOptions) => groundrule.discover(instruction, callOptions));
}

/** {@link Groundrule.audit}; with a store that does not hold the texts the verdict is `cannot-verify`. */
export function audit(set: CriteriaSet, options: Pick<GroundruleOptions, 'store'> = {}) {
  return once(null, options, (groundrule) => groundrule.audit(set));
}

/** {@link Groundrule.judge} */
export function judge(
  response: GivenResponse,
  checklist: GivenChecklist,
  options: ConnectionSettings & JudgeCallOptions = {},
) {
  return once('judge', options, (groundrule, callOptions) => groundrule.judge(response, checklist, callOptions));
}

/** {@link Groundrule.score} */
export function score(response: GivenResponse, options: ConnectionSettings & ScoreCallOptions = {}) {
  return once('score', options, (groundrule, callOptions) => groundrule.score(response, callOptions));
}

/** {@link Groundrule.compare} */
export function compare(a: GivenResponse, b: GivenResponse, options: ConnectionSettings & CompareCallOptions = {}) {
  return once('compare', options, (groundrule, callOptions) => groundrule.compare(a, b, callOptions));
}

/** {@link Groundrule.refine} */
export function refine(
  response: GivenResponse,
  checklist: GivenChecklist,
  options: ConnectionSettings & RefineCallOptions = {},
) {
  return once('refine', options, (groundrule, callOptions) => groundrule.refine(response, checklist, callOptions));
}

/** {@link Groundrule.bestOf} */
export function bestOf(
  candidates: readonly GivenResponse[] | number,
  checklist: GivenChecklist,
  options: ConnectionSettings & JudgeCallOptions = {},
) {
  return once('bestOf', options, (groundrule, callOptions) => groundrule.bestOf(candidates, checklist, callOptions));
}

/** {@link Groundrule.measureActionability}; `actionabilityFigures` puts several together. */
export function measureActionability(
  response: GivenResponse,
  checklist: GivenChecklist,
  options: ConnectionSettings & JudgeCallOptions = {},
) {
  return once('measureActionability', options, (groundrule, callOptions) =>
    groundrule.measureActionability(response, checklist, callOptions),
  );
}

/** {@link Groundrule.generateChecklist} */
export async function generateChecklist(
  instruction: string,
  options: ConnectionSettings & GenerateChecklistOptions = {},
) {
  return (
    await once('generateChecklist', options, (groundrule, callOptions) =>
      groundrule.generateChecklist(instruction, callOptions),
    )
  ).checklist;
}
