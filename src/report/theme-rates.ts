/** What all responses together meet: of what is stated and implied, and of each category. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Judgement, PassRate } from '../domain/judgement.ts';
import { passRateOf, passRatesByCategory } from '../judge/pass-rate.ts';
import { rateTable } from './judgement.ts';
import { section, type Block } from './report.ts';

/** @param judgements by the same checklist */
export function themeRates(judgements: readonly Judgement[]): Block {
  const rates = new Map<string, PassRate>();
  for (const { checklist, verdicts } of judgements) {
    const isStated = ({ origin }: ChecklistItem) => origin === 'instruction';
    const stated = checklist.items.filter(isStated);
    const implied = checklist.items.filter((item) => !isStated(item));
    if (stated.length > 0) add(rates, 'What is stated', passRateOf(stated, verdicts));
    if (implied.length > 0) add(rates, 'What is implied', passRateOf(implied, verdicts));
    for (const [category, rate] of passRatesByCategory({ checklist, verdicts })) add(rates, category, rate);
  }
  const rows = [...rates].map(([name, counts]) => ({ name, rate: counts.rate, counts }));
  return section('Pass rates by theme', rateTable(rows));
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
