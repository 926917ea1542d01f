/** Pass rates as a table: of all items, by weight, of each category; and of many responses together. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import type { JudgedResponse, Judgement, PassRate } from '../domain/judgement.ts';
import { isMostlyUnscored, overallRate, passRateOf, passRatesByCategory } from '../judge/pass-rate.ts';
import { SCORE_REGISTRY } from '../metrics/scores.ts';
import { bar, left, paint, right, section, table, unbroken, type Block, type Inline } from './report.ts';
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
  return table(rates, [
    left('', ({ name }) => name),
    right('', (rate) => paint.strong(rateText(rate))),
    unbroken('', ({ counts }) => (counts === null ? '' : rateBar(counts))),
    left('', ({ counts }) => paint.soft(counts === null ? '' : countsOf(counts))),
  ]);
}

/** Where half of the items or more are unscored, what the rate could be: 100 % over one item of eighteen would look like praise. */
export function rateText({ rate, counts }: Rate): string {
  if (rate === null || counts === null || counts.unscored < counts.yes + counts.no) return percent(rate);
  const { yes, no, unscored } = counts;
  const all = yes + no + unscored;
  return `${percent(yes / all).replace(/ ?%$/u, '')}–${percent((yes + unscored) / all)}`;
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
function rateBar({ yes, no, unscored }: PassRate): Inline {
  const all = yes + no + unscored;
  return all === 0 ? '' : bar(yes / all, BAR_COLUMNS, { openShare: unscored / all });
}

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
