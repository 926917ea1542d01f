/** What many comparisons say together: who wins how often, how often order decides, and agreement with people. Pure. */
import type { Comparison, Grounds, Winner } from '../domain/comparison.ts';
import { PAIRWISE_PROTOCOLS } from '../domain/protocols.ts';
import { accuracy, share, type Agreement, type Pair, type Share } from '../metrics/accuracy.ts';
import { clusteredError } from '../metrics/clustered-error.ts';
import { cohenKappa, majority } from '../metrics/kappa.ts';
import { signTest } from '../metrics/mcnemar.ts';
import { canonicalJson } from '../text/hash.ts';
import { panelFigures, type PanelFigures } from './panel.ts';
import { settledGrounds, summarizeSelective, type SelectiveSummary, type SelectiveUse } from './selective.ts';
import {
  preferenceAccuracy,
  preferenceDistance,
  type Preference,
  type PreferenceDistance,
} from '../metrics/preferences.ts';

export interface ComparisonSummary {
  readonly pairs: number;
  readonly a: number;
  readonly b: number;
  readonly ties: number;
  /** Neither a win nor a tie: the judge gave no verdict. */
  readonly unscored: number;
  /** Two-sided p of so many wins of a and of b, if both were as good (sign test; McNemar's exact test of the wins). */
  readonly signTest: number;
  /** Pairs whose two orders disagree, of those with a verdict in both; null where order plays no part. */
  readonly flips: Share | null;
  /** Decisions that stayed when the judge was asked to think them over (CAMIEval, interference); null where nobody asked. */
  readonly unchanged: Share | null;
  /** Where a checklist was used, and what that saved; null where none was used selectively. Members of a panel count one by one. */
  readonly selective: SelectiveSummary | null;
  /** Null where no panel judged. */
  readonly panel: PanelFigures | null;
  /** With the labels of people; null where no pair has one. */
  readonly agreement: {
    readonly labelled: number;
    readonly accuracy: Share;
    /** Standard error of the accuracy, clustered by task; null with fewer than two tasks. */
    readonly accuracyError: number | null;
    readonly kappa: Agreement;
    /** Accuracy of what the judge says when it is asked to think its decisions over (CAMIEval, table 7); null where nobody asked. */
    readonly afterDoubt: Share | null;
    /** PLD and WPLD (TICK, §4.2). */
    readonly distance: PreferenceDistance;
  } | null;
}

const PREFERENCE: Readonly<Record<Winner, Preference>> = { a: 'win', tie: 'tie', b: 'loss' };

export function summarizeComparisons(comparisons: readonly Comparison[]): ComparisonSummary {
  const winners = comparisons.map(({ result }) => (result.status === 'scored' ? result.winner : null));
  const count = (winner: Winner | null) => winners.filter((each) => each === winner).length;
  const flipped = comparisons.flatMap(({ result }) =>
    result.status === 'scored' && result.flipped !== null ? [result.flipped] : [],
  );
  const isPairwise = comparisons.some(playsOnOrder);
  const labelled = comparisons.flatMap(({ label, task, grounds }, index) =>
    label === null ? [] : [{ predicted: winners[index] ?? null, gold: label, task, again: winnerAfterDoubt(grounds) }],
  );
  return {
    pairs: comparisons.length,
    a: count('a'),
    b: count('b'),
    ties: count('tie'),
    unscored: count(null),
    signTest: signTest(count('a'), count('b')),
    flips: isPairwise
      ? share(flipped.filter(Boolean).length, flipped.length, comparisons.length - flipped.length)
      : null,
    unchanged: unchangedOf(comparisons),
    selective: summarizeSelective(comparisons.flatMap(selectiveIn)),
    panel: panelFigures(
      comparisons.flatMap(({ grounds, label: gold }, index) =>
        grounds?.kind === 'panel'
          ? [{ members: grounds.members.map(memberVerdict), panel: winners[index] ?? null, gold }]
          : [],
      ),
      (pairs) => preferenceAccuracy(pairs.map(asPreferences)),
    ),
    agreement:
      labelled.length === 0
        ? null
        : {
            labelled: labelled.length,
            accuracy: preferenceAccuracy(labelled.map(asPreferences)),
            accuracyError: clusteredError(
              labelled.map(({ task, ...pair }) => ({
                value: preferenceAccuracy([asPreferences(pair)]).value,
                cluster: task === null ? null : canonicalJson(task),
              })),
            ).value,
            kappa: cohenKappa(labelled),
            afterDoubt: accuracyOfAll(
              labelled.flatMap(({ gold, again }) =>
                again === undefined ? [] : [asPreferences({ predicted: again, gold })],
              ),
            ),
            distance: preferenceDistance(labelled.map(asPreferences)),
          },
  };
}

function asPreferences({ predicted, gold }: Pair<Winner>): Pair<Preference> {
  return {
    predicted: predicted === null ? null : PREFERENCE[predicted],
    gold: gold === null ? null : PREFERENCE[gold],
  };
}

function memberVerdict({ model, result }: Pick<Comparison, 'result'> & { readonly model: string }) {
  return { model, verdict: result.status === 'scored' ? result.winner : null };
}

function unchangedOf(comparisons: readonly Comparison[]): Share | null {
  const doubted = comparisons.flatMap(({ grounds }) => doubtedIn(grounds));
  const pairs = doubted.map(({ winner, afterDoubt }) => ({ predicted: afterDoubt, gold: winner }));
  return doubted.length === 0 ? null : accuracy(pairs);
}

function selectiveIn({ task, grounds }: Comparison): readonly SelectiveUse[] {
  const all = grounds?.kind === 'panel' ? grounds.members.map((member) => member.grounds) : [grounds];
  return all.flatMap((each) => (each?.kind === 'selective' ? [{ task, ...each.selective }] : []));
}

function accuracyOfAll(pairs: readonly Pair<Preference>[]): Share | null {
  return pairs.length === 0 ? null : preferenceAccuracy(pairs);
}

/** Over the orders that were asked again, an even split being a tie. Null: no readable answer; undefined: nobody asked. */
export function winnerAfterDoubt(grounds: Grounds | null): Winner | null | undefined {
  const doubted = doubtedIn(grounds).map(({ afterDoubt }) => afterDoubt);
  if (doubted.length === 0) return undefined;
  return doubted.includes(null) ? null : (majority(doubted) ?? 'tie');
}

function doubtedIn(grounds: Grounds | null) {
  const orders = grounds?.kind === 'preferences' ? grounds.orders : [];
  return orders.flatMap(({ verdict }) => {
    if (verdict.status === 'unscored' || verdict.afterDoubt === undefined) return [];
    return [{ winner: verdict.winner, afterDoubt: verdict.afterDoubt }];
  });
}

/** Whether both orders were to be shown. */
function playsOnOrder({ by, grounds }: Comparison): boolean {
  const settled = grounds?.kind === 'panel' ? null : settledGrounds(grounds);
  const isOne = grounds?.kind === 'panel' || (settled?.kind === 'preferences' && settled.orders.length === 1);
  return PAIRWISE_PROTOCOLS.some((name) => name === by) && !isOne;
}
