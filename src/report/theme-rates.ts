/** What all responses together meet: of what is stated and implied, and of each category. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement, PassRate } from '../domain/judgement.ts';
import { isMostlyUnscored, overallRate, passRateOf } from '../judge/pass-rate.ts';
import { rateTable } from './rates.ts';
import { section, type Block } from './report.ts';

const STATED = 'What is stated';
const IMPLIED = 'What is implied';

/** @param judgements by the same checklist */
export function themeRates(judgements: readonly Judgement[]): Block {
  const themes = new Map<string, ChecklistItem[]>([
    [STATED, []],
    [IMPLIED, []],
  ]);
  for (const item of judgements[0]?.checklist.items ?? [])
    for (const theme of [item.origin === 'instruction' ? STATED : IMPLIED, ...item.categories])
      themes.set(theme, [...(themes.get(theme) ?? []), item]);
  const rates = [...themes].flatMap(([name, items]) => {
    if (items.length === 0) return [];
    const counts = sumOf(judgements.map(({ verdicts }) => passRateOf(items, verdicts)));
    return [{ name, rate: isMostlyUnscored(counts) ? null : counts.rate, counts }];
  });
  return section('Pass rates by theme', rateTable(rates));
}

export function sumOf(rates: readonly PassRate[]): PassRate {
  const sum = (field: 'yes' | 'no' | 'notApplicable' | 'unscored') =>
    rates.reduce((total, rate) => total + rate[field], 0);
  return {
    rate: overallRate(rates),
    weightedRate: null,
    yes: sum('yes'),
    no: sum('no'),
    notApplicable: sum('notApplicable'),
    unscored: sum('unscored'),
  };
}
