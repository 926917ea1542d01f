/** What verdicts on pairs and on single responses are measured by (checklist study, §4.4, §5.1). */
import type { PolicyVerdicts, WholeVerdict } from '../data/policy-verdicts.ts';
import type { Agreement } from '../metrics/accuracy.ts';
import { scoreInconsistency, voteInconsistency } from '../metrics/inconsistency.ts';
import { krippendorffAlpha } from '../metrics/krippendorff-alpha.ts';
import { preferenceAccuracy, type Preference } from '../metrics/preferences.ts';
import * as scales from './judge-scale.ts';

/** What repeated verdicts come to, and what people say; null: no verdict could be read. */
export interface PolicyOutcome {
  readonly judge: Preference | number | null;
  readonly people: Preference | number | null;
}

interface PolicyScale {
  readonly measure: 'accuracy' | 'alphaOrdinal';
  /** The majority, an even split being a tie; or the mean as a whole score, halves going up. */
  readonly outcomeOf: (verdicts: readonly WholeVerdict[], gold: WholeVerdict) => PolicyOutcome;
  readonly figureOf: (outcomes: readonly PolicyOutcome[]) => Agreement;
  /** Null of no verdicts. */
  readonly inconsistencyOf: (verdicts: readonly WholeVerdict[]) => number | null;
}

export const POLICY_SCALES: Readonly<Record<PolicyVerdicts['kind'], PolicyScale>> = {
  pairwise: {
    measure: 'accuracy',
    outcomeOf: (verdicts, gold) => ({
      judge: scales.preferenceOfSamples(verdicts),
      people: scales.preferenceOf(gold),
    }),
    figureOf: (outcomes) =>
      preferenceAccuracy(
        outcomes.map(({ judge, people }) => ({ predicted: preference(judge), gold: preference(people) })),
      ),
    inconsistencyOf: (verdicts) => voteInconsistency(verdicts.map(String)),
  },
  direct: {
    measure: 'alphaOrdinal',
    outcomeOf: (verdicts, gold) => ({
      judge: scales.rounded(scales.meanScore(verdicts)),
      people: scales.rounded(scales.scoreOf(gold)),
    }),
    figureOf: (outcomes) =>
      krippendorffAlpha(
        outcomes.map(({ judge, people }) => [scales.scoreOf(judge), scales.scoreOf(people)]),
        'ordinal',
      ),
    inconsistencyOf: (verdicts) => scoreInconsistency(verdicts.flatMap((verdict) => scales.scoreOf(verdict) ?? [])),
  },
};

function preference(value: Preference | number | null): Preference | null {
  return typeof value === 'number' ? null : value;
}
