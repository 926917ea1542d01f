/** What the criteria of discoveries rest on. */
import { mean, ratio, sumBy } from '../metrics/mean.ts';
import type { MeasuredList } from './measured-list.ts';

export interface GroundingFigures {
  /** The share of criteria with quotes behind them. */
  readonly grounded: number | null;
  readonly quotes: number;
  /** Of the records' quotes that could be compared with a stored page: those that it has. Null where none could. */
  readonly verified: { readonly compared: number; readonly held: number } | null;
  /** Of the grounded criteria: how many their quotes say in full, in part, and where nobody looked. */
  readonly support: { readonly full: number; readonly part: number; readonly unchecked: number };
  /** Sources and independent sites behind a grounded criterion, on average. */
  readonly sources: number | null;
  readonly sites: number | null;
  /** Pieces of advice for each theme that they were merged into. */
  readonly advice: number;
  readonly themes: number;
}

/** Null where none of the lists is a discovery's. */
export function groundingOf(lists: readonly MeasuredList[]): GroundingFigures | null {
  const records = lists.flatMap(({ record }) => record ?? []);
  if (records.length === 0) return null;
  const criteria = records.flatMap((record) => record.criteria);
  const grounded = criteria.filter(({ evidence }) => evidence.length > 0);
  const verdicts = grounded.map(({ grounding }) => (grounding?.status === 'checked' ? grounding.verdict : 'unchecked'));
  const count = (verdict: (typeof verdicts)[number]) => verdicts.filter((each) => each === verdict).length;
  const verified = lists.flatMap((list) => list.verified ?? []);
  return {
    grounded: ratio(grounded.length, criteria.length),
    quotes: sumBy(grounded, ({ evidence }) => evidence.length),
    verified:
      verified.length === 0
        ? null
        : { compared: sumBy(verified, ({ compared }) => compared), held: sumBy(verified, ({ held }) => held) },
    support: { full: count('full'), part: count('part'), unchecked: count('unchecked') },
    sources: mean(grounded.map(({ support }) => support.sources)),
    sites: mean(grounded.map(({ support }) => support.sites)),
    advice: sumBy(records, ({ funnel }) => funnel.advice),
    themes: sumBy(records, ({ funnel }) => funnel.points),
  };
}
