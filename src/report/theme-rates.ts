/** A chart of what all responses together meet: of what is stated and implied, and of each category. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement, PassRate } from '../domain/judgement.ts';
import { passRateOf, passRatesByCategory } from '../judge/pass-rate.ts';
import type { BarRow } from './charts.ts';
import { countsOf } from './judgement.ts';
import { barred, type Block } from './report.ts';
import { percent } from './words.ts';

/** @param judgements by the same checklist */
export function themeRatesChart(judgements: readonly Judgement[]): Block {
  const rates = new Map<string, PassRate>();
  for (const { checklist, verdicts } of judgements) {
    const isStated = ({ origin }: ChecklistItem) => origin === 'instruction';
    const stated = checklist.items.filter(isStated);
    const implied = checklist.items.filter((item) => !isStated(item));
    if (stated.length > 0) add(rates, 'What is stated', passRateOf(stated, verdicts));
    if (implied.length > 0) add(rates, 'What is implied', passRateOf(implied, verdicts));
    for (const [category, rate] of passRatesByCategory({ checklist, verdicts })) add(rates, category, rate);
  }
  const rows = [...rates].map(([name, { rate }]): BarRow => ({
    name,
    parts: [{ share: rate ?? 0, tone: 'good' }],
    figure: percent(rate),
  }));
  const label = [...rates].map(([name, rate]) => `${name}: ${percent(rate.rate)} (${countsOf(rate)})`).join('; ');
  return barred({ title: 'Pass rates by theme', label, rows });
}

function add(rates: Map<string, PassRate>, name: string, next: PassRate): void {
  const before = rates.get(name) ?? { yes: 0, no: 0, notApplicable: 0, unscored: 0 };
  const yes = before.yes + next.yes;
  const no = before.no + next.no;
  rates.set(name, {
    rate: yes + no === 0 ? null : yes / (yes + no),
    weightedRate: null,
    yes,
    no,
    notApplicable: before.notApplicable + next.notApplicable,
    unscored: before.unscored + next.unscored,
  });
}
