/** What verdicts on pairs and on single responses are measured by (checklist study, §4.4, §5.1). */
import type { PolicyVerdicts, WholeVerdict } from '../data/policy-verdicts.ts';
import type { Said } from '../data/judge-row.ts';
import type { Agreement, Pair } from '../metrics/accuracy.ts';
import { scoreInconsistency, voteInconsistency } from '../metrics/inconsistency.ts';
import { krippendorffAlpha } from '../metrics/krippendorff-alpha.ts';
import { preferenceAccuracy } from '../metrics/preferences.ts';
import * as scales from './judge-scale.ts';

interface PolicyScale {
  readonly measure: 'accuracy' | 'alphaOrdinal';
  /** What repeated verdicts come to: the majority, an even split being a tie; or the mean as a whole score, halves going up. */
  readonly outcomeOf: (verdicts: readonly WholeVerdict[], gold: WholeVerdict) => Pair<Said>;
  readonly figureOf: (outcomes: readonly Pair<Said>[]) => Agreement;
  /** Null of no verdicts. */
  readonly inconsistencyOf: (verdicts: readonly WholeVerdict[]) => number | null;
}

export const POLICY_SCALES: Readonly<Record<PolicyVerdicts['kind'], PolicyScale>> = {
  pairwise: {
    measure: 'accuracy',
    outcomeOf: (verdicts, gold) => ({
      predicted: scales.preferenceOfSamples(verdicts),
      gold: scales.preferenceOf(gold),
    }),
    figureOf: (outcomes) => preferenceAccuracy(outcomes.map((pair) => scales.bothSides(pair, scales.preferenceOf))),
    inconsistencyOf: (verdicts) => voteInconsistency(verdicts.map(String)),
  },
  direct: {
    measure: 'alphaOrdinal',
    outcomeOf: (verdicts, gold) => ({
      predicted: scales.rounded(scales.meanScore(verdicts)),
      gold: scales.rounded(scales.scoreOf(gold)),
    }),
    figureOf: (outcomes) => krippendorffAlpha(outcomes.map(scales.scoresOf), 'ordinal'),
    inconsistencyOf: (verdicts) => scoreInconsistency(verdicts.flatMap((verdict) => scales.scoreOf(verdict) ?? [])),
  },
};
