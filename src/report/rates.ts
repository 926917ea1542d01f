/** Pass rates as a table: of all items, by weight, and of each category. */
import type { Checklist } from '../domain/checklist.ts';
import type { JudgedResponse, PassRate } from '../domain/judgement.ts';
import { passRatesByCategory } from '../judge/pass-rate.ts';
import { SCORE_REGISTRY } from '../metrics/scores.ts';
import { paint, right, table, unbroken, type Block, type Row } from './report.ts';
import { countsOf } from './verdict.ts';
import { percent } from './words.ts';

const BAR_COLUMNS = 10;

export interface Rate {
  readonly name: string;
  readonly rate: number | null;
  /** Null of a rate by weight. */
  readonly counts: PassRate | null;
}

export function rateTable(rates: readonly Rate[]): Block {
  return table(['', right(''), unbroken(''), ''], rates.map(rateCells));
}

/** The rate of all; by weight where weights differ; and of each category where there are several. */
export function ratesOf({ passRate, verdicts, score }: JudgedResponse, checklist: Checklist): readonly Rate[] {
  const categories = [...passRatesByCategory({ checklist, verdicts })];
  const isWeighted = new Set(checklist.items.map(({ weight }) => weight)).size > 1;
  const counted = ([name, counts]: readonly [string, PassRate]) => ({ name, rate: counts.rate, counts });
  const byName = score === undefined || score.by === 'pass-rate' ? [] : [score];
  return [
    ...byName.map(({ by, value }) => ({ name: SCORE_REGISTRY[by].title, rate: value, counts: null })),
    counted(['pass rate', passRate]),
    ...(isWeighted && score?.by !== 'weighted'
      ? [{ name: 'weighted', rate: passRate.weightedRate, counts: null }]
      : []),
    ...(categories.length < 2 ? [] : categories.map(counted)),
  ];
}

/** The bar is of all items that apply: a rate over few of them must not look like a full one. */
function rateCells({ name, rate, counts }: Rate): Row {
  const { yes, no, unscored } = counts ?? { yes: 0, no: 0, unscored: 0 };
  const all = yes + no + unscored;
  const bar = { share: yes / all, openShare: unscored / all, columns: BAR_COLUMNS };
  const drawn = all === 0 ? '' : { ...paint.good(''), bar };
  return [name, paint.strong(percent(rate)), drawn, paint.soft(counts === null ? '' : countsOf(counts))];
}
