/**
 * Whether a judge gains from checklists: without one, always with one by each policy, and only where it wavers
 * (checklist study, figure 3, tables 1, 2, 5 to 7, appendix A.1 to A.4). Pure.
 */
import { placeOf, type PolicyCase, type PolicyVerdicts } from '../data/policy-verdicts.ts';
import { CHECKLIST_THRESHOLDS, checklistEffect, type Effect } from '../metrics/ablation.ts';
import { pairedBootstrap, type PairedDifference } from '../metrics/bootstrap.ts';
import { groupsBy } from '../domain/groups.ts';
import { listSizes, type ListSizes } from '../metrics/list-sizes.ts';
import { requireSome, sumBy } from '../metrics/mean.ts';
import { drawOptions, figureOf, resamplesFor, type Figure, type FigureOptions } from './figure.ts';
import { taskKey } from '../domain/task.ts';
import { POLICY_SCALES } from './policy-scale.ts';
import type { Said } from '../data/judge-row.ts';
import type { Pair } from '../metrics/accuracy.ts';

/** The study's k: votes against the majority of ten, and standard deviations. */
export const STUDY_THRESHOLDS = { pairwise: [1, 2, 3, 4, 5], direct: [0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7] } as const;

/** With the checklist, as selective judging does, or without it, which leaves the case without a verdict (the study's scripts). */
export const UNREAD = ['with', 'without'] as const;
type Unread = (typeof UNREAD)[number];

/** The checklist is used for every case, or only from an inconsistency on. */
export type Use = 'all' | number;

export interface PolicySetting {
  readonly k: Use;
  readonly figure: Figure;
  readonly used: number;
  /** Null: nothing is drawn. */
  readonly overNone: PairedDifference | null;
  /** Null for `all`, too. */
  readonly overAll: PairedDifference | null;
}

export interface PolicyFigures {
  readonly policy: string;
  /** `all` first, then from the smallest k on. */
  readonly settings: readonly PolicySetting[];
  readonly sizes: ListSizes | null;
  /** Of the lists that the cases were judged with: how many items each has, and whether its judgements could all be read. */
  readonly lists: readonly { readonly items: number; readonly isVerified: boolean }[];
  /** Items of the lists that are verified, of all items. */
  readonly verified: { readonly items: number; readonly of: number };
  /** Δs_all of each case: how much nearer to people the list brings the judge. */
  readonly effects: readonly { readonly name: string; readonly delta: number; readonly effect: Effect }[];
}

export interface MeasuredCases {
  readonly cases: number;
  readonly none: Figure;
  readonly policies: readonly PolicyFigures[];
  /** `none` and each policy, with its list for every case. Several where they are equal; empty: no figure is defined. */
  readonly best: readonly string[];
  readonly worst: readonly string[];
}

export interface PoliciesMeasured extends MeasuredCases {
  readonly kind: PolicyVerdicts['kind'];
  /** Accuracy with a tie of the judge as a half; alpha of rounded means. */
  readonly measure: 'accuracy' | 'alphaOrdinal';
  readonly judgements: number;
  /** Cases without a readable judgement where no checklist was shown. */
  readonly unread: number;
  readonly leftOut: PolicyVerdicts['leftOut'];
  /** Empty: there is one alone. */
  readonly subsets: readonly (MeasuredCases & { readonly subset: string })[];
}

export interface PoliciesOptions extends FigureOptions {
  /** Default: the study's. */
  readonly thresholds?: readonly number[] | undefined;
  /** How a case counts at every k whose judgements without a checklist could not be read; default: as judged with one. */
  readonly unread?: Unread | undefined;
}

/** @throws InputError where there are no cases */
export function measurePolicies(verdicts: PolicyVerdicts, options: PoliciesOptions = {}): PoliciesMeasured {
  const { kind, judgements, cases, leftOut } = verdicts;
  requireSome(cases, 'cases with a checklist by every policy');
  const subsets = [...groupsBy(cases, ({ subset }) => subset)];
  return {
    kind,
    measure: POLICY_SCALES[kind].measure,
    judgements,
    unread: cases.filter(({ without }) => without.length === 0).length,
    leftOut,
    ...measuredCases(verdicts, options),
    subsets:
      subsets.length < 2
        ? []
        : subsets.map(([subset, inSubset]) => ({
            subset,
            ...measuredCases({ ...verdicts, cases: inSubset }, options),
          })),
  };
}

function measuredCases(verdicts: PolicyVerdicts, options: PoliciesOptions): MeasuredCases {
  const { kind, policies, cases } = verdicts;
  const { outcomeOf, figureOf: measure } = POLICY_SCALES[kind];
  const outcomes = cases.map(({ without, gold }) => outcomeOf(without, gold));
  const none = figureOf(outcomes, measure, { ...options, isShare: isShare(kind) });
  const measured = policies.map((policy) => ({
    policy,
    settings: settingsOf(verdicts, policy, outcomes, options),
    ...figuresOfLists(verdicts, policy),
    effects: cases.flatMap((each) => effectOn(each, policy, kind)),
  }));
  const always = measured.map(({ policy, settings }) => ({ name: policy, value: settings[0]?.figure.value ?? null }));
  return {
    cases: cases.length,
    none,
    policies: measured,
    ...extremes([{ name: 'none', value: none.value }, ...always]),
  };
}

function isShare(kind: PolicyVerdicts['kind']): boolean {
  return POLICY_SCALES[kind].measure === 'accuracy';
}

function settingsOf(
  { kind, cases }: PolicyVerdicts,
  policy: string,
  none: readonly Pair<Said>[],
  { thresholds = STUDY_THRESHOLDS[kind], unread = 'with', ...options }: PoliciesOptions,
): readonly PolicySetting[] {
  const { outcomeOf, figureOf: measure, inconsistencyOf } = POLICY_SCALES[kind];
  const chosen = (k: Use) =>
    cases.map(({ without, withList, gold }) => {
      const inconsistency = inconsistencyOf(without);
      const isUsed = k === 'all' || (inconsistency === null ? unread === 'with' : inconsistency >= k);
      return { isUsed, outcome: outcomeOf(isUsed ? (withList[policy] ?? []) : without, gold) };
    });
  const all = chosen('all').map(({ outcome }) => outcome);
  const over = (outcomes: readonly Pair<Said>[], others: readonly Pair<Said>[]) =>
    resamplesFor(cases.length, options) === 0
      ? null
      : pairedBootstrap(outcomes, others, (drawn) => measure(drawn).value, drawOptions(cases.length, options));
  return (['all', ...[...thresholds].sort((a, b) => a - b)] as const).map((k) => {
    const settled = chosen(k);
    const outcomes = settled.map(({ outcome }) => outcome);
    return {
      k,
      figure: figureOf(outcomes, measure, { ...options, isShare: isShare(kind) }),
      used: settled.filter(({ isUsed }) => isUsed).length,
      overNone: over(outcomes, none),
      overAll: k === 'all' ? null : over(outcomes, all),
    };
  });
}

/** Of the lists that the cases were judged with. */
function figuresOfLists(
  { lists, cases, judgements }: PolicyVerdicts,
  policy: string,
): Pick<PolicyFigures, 'sizes' | 'lists' | 'verified'> {
  const casesByTask = groupsBy(cases, ({ task }) => taskKey(task));
  const counted = lists.flatMap(({ task, byPolicy }) => {
    const judged = casesByTask.get(taskKey(task));
    if (judged === undefined) return [];
    const isVerified = judged.every(({ withList }) => withList[policy]?.length === judgements);
    return [{ items: byPolicy[policy]?.length ?? 0, isVerified }];
  });
  const verified = counted.filter(({ isVerified }) => isVerified);
  return {
    sizes: listSizes(counted.map(({ items }) => items)),
    lists: counted,
    verified: { items: sumBy(verified, ({ items }) => items), of: sumBy(counted, ({ items }) => items) },
  };
}

/** One case; none where a side has no readable judgement. */
function effectOn(
  { name, gold, without, withList }: PolicyCase,
  policy: string,
  kind: PolicyVerdicts['kind'],
): PolicyFigures['effects'] {
  const scored = {
    gold: placeOf(gold),
    none: without.map(placeOf),
    all: (withList[policy] ?? []).map(placeOf),
    without: new Map(),
  };
  const { delta, effect } = checklistEffect([scored], CHECKLIST_THRESHOLDS[kind], { resamples: 0 });
  return delta === null || effect === null ? [] : [{ name, delta, effect }];
}

function extremes(
  figures: readonly { readonly name: string; readonly value: number | null }[],
): Pick<MeasuredCases, 'best' | 'worst'> {
  const values = figures.flatMap(({ value }) => value ?? []);
  const named = (wanted: number) => figures.flatMap(({ name, value }) => (value === wanted ? [name] : []));
  return { best: named(Math.max(...values)), worst: named(Math.min(...values)) };
}
