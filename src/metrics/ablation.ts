/** Effect of a checklist and of each item on the agreement of a judge with people (checklist study, §6.1). */
import { bootstrap, type BootstrapOptions, type Interval } from './bootstrap.ts';
import { ROUNDING } from './is-above.ts';
import { mean, requireSome } from './mean.ts';

/** Scores of one response, or of one pair (1 the first, 2 the second) with swapped orders mapped back. */
export interface AblationCase {
  /** Mean of the human scores. */
  readonly gold: number;
  /** Judge scores: without the checklist, with it, and without single items, by item id. Empty if none was readable. */
  readonly none: readonly number[];
  readonly all: readonly number[];
  readonly without: ReadonlyMap<string, readonly number[]>;
}

export type Effect = 'helps' | 'harms' | 'neutral';

export interface EffectFigure {
  /** Mean reduction of the distance from people; null if no case has scores on both sides. */
  readonly delta: number | null;
  readonly interval: Interval | null;
  /** Null without a figure. */
  readonly effect: Effect | null;
  readonly cases: number;
  /** Cases without a readable score. */
  readonly missing: number;
}

/** The study's threshold for a positive or negative checklist. */
export const CHECKLIST_THRESHOLDS = { pairwise: 0.3, direct: 1.5 } as const;

/**
 * Δs_all = |gold − none| − |gold − all|: the gain from the checklist.
 * @param threshold t: helps from t, harms to −t, neutral in between
 * @throws InputError without cases
 */
export function checklistEffect(
  cases: readonly AblationCase[],
  threshold: number,
  options: BootstrapOptions = {},
): EffectFigure {
  const figure = differenceOf(
    cases.map(({ gold, none, all }) => ({ gold, before: none, after: all })),
    options,
  );
  const { delta } = figure;
  if (delta === null) return { ...figure, effect: null };
  if (delta >= threshold - ROUNDING) return { ...figure, effect: 'helps' };
  return { ...figure, effect: delta <= ROUNDING - threshold ? 'harms' : 'neutral' };
}

/**
 * Δs_abl = |gold − all| − |gold − without|: the gain from leaving the item out; above 0 the item harms. The study only uses the
 * sign; here an effect is neutral if its interval contains 0.
 * @throws InputError without cases
 */
export function itemEffect(
  cases: readonly AblationCase[],
  itemId: string,
  options: BootstrapOptions = {},
): EffectFigure {
  const figure = differenceOf(
    cases.map(({ gold, all, without }) => ({ gold, before: all, after: without.get(itemId) ?? [] })),
    options,
  );
  const { delta, interval } = figure;
  if (delta === null || interval === null) return { ...figure, effect: null };
  if (interval.low > ROUNDING) return { ...figure, effect: 'harms' };
  return { ...figure, effect: interval.high < -ROUNDING ? 'helps' : 'neutral' };
}

/** The study's own rule: any gain without the item harms, any loss helps. */
export function effectBySign(delta: number | null): Effect | null {
  if (delta === null) return null;
  if (delta > ROUNDING) return 'harms';
  return delta < -ROUNDING ? 'helps' : 'neutral';
}

interface Compared {
  readonly gold: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Resamples whole cases; for a single case, its judgements. */
function differenceOf(cases: readonly Compared[], options: BootstrapOptions): Omit<EffectFigure, 'effect'> {
  requireSome(cases, 'cases');
  const complete = cases.filter(({ before, after }) => before.length > 0 && after.length > 0);
  const [only, ...others] = complete;
  const counted = { cases: complete.length, missing: cases.length - complete.length };
  if (only === undefined) return { delta: null, interval: null, ...counted };
  const delta = meanDelta(complete);
  if (others.length > 0) return { delta, interval: bootstrap(complete, meanDelta, options), ...counted };
  const samples = Array.from({ length: Math.max(only.before.length, only.after.length) }, (_, index) => index);
  const drawnDelta = (drawn: readonly number[]) => deltaOf({ ...only, ...drawnFrom(only, drawn) });
  return { delta, interval: bootstrap(samples, drawnDelta, options), ...counted };
}

function drawnFrom({ before, after }: Compared, drawn: readonly number[]) {
  const take = (scores: readonly number[]) => drawn.flatMap((index) => scores[index % scores.length] ?? []);
  return { before: take(before), after: take(after) };
}

const meanDelta = (cases: readonly Compared[]) => mean(cases.flatMap((each) => deltaOf(each) ?? []));

function deltaOf({ gold, before, after }: Compared): number | null {
  const [start, end] = [mean(before), mean(after)];
  return start === null || end === null ? null : Math.abs(gold - start) - Math.abs(gold - end);
}
