/** Pass rates: the share of a checklist's items that a response meets (TICK: PR and DRFR). Pure. */
import { Category, type ChecklistItem } from '../domain/checklist.ts';
import type { ItemVerdict, Judgement, PassRate } from '../domain/judgement.ts';

/** What is not applicable or unscored counts neither for nor against. Items without a verdict are unscored. */
export function passRateOf(items: readonly ChecklistItem[], verdicts: readonly ItemVerdict[]): PassRate {
  const byItem = new Map(verdicts.map(({ itemId, verdict }) => [itemId, verdict]));
  const counts = { yes: 0, no: 0, notApplicable: 0, unscored: 0 };
  const weights = { yes: 0, no: 0 };
  for (const { id, weight } of items) {
    const verdict = byItem.get(id);
    if (verdict?.status !== 'scored') counts.unscored += 1;
    else if (verdict.answer === 'not-applicable') counts.notApplicable += 1;
    else {
      counts[verdict.answer] += 1;
      weights[verdict.answer] += weight;
    }
  }
  return {
    rate: share(counts.yes, counts.yes + counts.no),
    weightedRate: share(weights.yes, weights.yes + weights.no),
    ...counts,
  };
}

/** By category, in the vocabulary's order; an item counts in each of its categories. */
export function passRatesByCategory({
  checklist,
  verdicts,
}: Pick<Judgement, 'checklist' | 'verdicts'>): ReadonlyMap<Category, PassRate> {
  return new Map(
    Category.options.flatMap((category) => {
      const items = checklist.items.filter(({ categories }) => categories.includes(category));
      return items.length === 0 ? [] : [[category, passRateOf(items, verdicts)] as const];
    }),
  );
}

/** DRFR: the rate over all items of all responses together (micro average); null where nothing was scored. */
export function overallRate(rates: readonly PassRate[]): number | null {
  const sum = (of: (rate: PassRate) => number) => rates.reduce((total, rate) => total + of(rate), 0);
  const yes = sum((rate) => rate.yes);
  return share(yes, yes + sum(({ no }) => no));
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
