/** Pass rates as a table: of all items, by weight, of each category; and of many responses together. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import type { JudgedResponse, Judgement, PassRate, Score } from '../domain/judgement.ts';
import { decideMinimum, isMostlyUnscored, overallRate, passRateOf, passRatesByCategory } from '../judge/pass-rate.ts';
import type { MinimumDecision } from '../judge/pass-rate.ts';
import { SCORE_REGISTRY, scoreOf } from '../metrics/scores.ts';
import { bar, left, paint, right, section, table, unbroken, type Block, type Inline } from './report.ts';
import { countsOf } from './verdict.ts';
import { percent } from './words.ts';

const BAR_COLUMNS = 10;

export interface Rate {
  readonly name: string;
  readonly rate: number | null;
  /** What it could be, where half of the items or more are unscored: 100 % over one item of eighteen would look like praise. */
  readonly range: Range | null;
  /** Null of a score. */
  readonly counts: PassRate | null;
}
type Range = Pick<MinimumDecision, 'lowest' | 'highest'>;

export function rateTable(rates: readonly Rate[]): Block {
  return table(rates, [
    left('', ({ name }) => name),
    right('', (rate) => paint.strong(rateText(rate))),
    unbroken('', ({ counts }) => (counts === null ? '' : rateBar(counts))),
    left('', ({ counts }) => paint.soft(counts === null ? '' : countsOf(counts))),
  ]);
}

export function rateText({ rate, range }: Pick<Rate, 'rate' | 'range'>): string {
  if (range === null) return percent(rate);
  const { lowest, highest } = range;
  // Nobody can say what it would be over the rest.
  if (rate === null || lowest === null) return percent(null);
  if (lowest === highest) return percent(rate);
  return `${percent(lowest).replace(/ ?%$/u, '')}–${percent(highest)}`;
}

const rangeWhere = ({ yes, no, unscored }: PassRate, range: Range): Range | null =>
  unscored < yes + no ? null : range;

function counted(name: string, counts: PassRate): Rate {
  return { name, rate: counts.rate, range: rangeWhere(counts, decideMinimum(counts, 1)), counts };
}

/** The rate of all; by weight where weights differ; and of each category where there are several. */
export function ratesOf({ passRate, verdicts, score }: JudgedResponse, checklist: Checklist): readonly Rate[] {
  const categories = [...passRatesByCategory({ checklist, verdicts })];
  const isWeighted = new Set(checklist.items.map(({ weight }) => weight)).size > 1;
  const scored = (each: Score): Rate => {
    return { name: SCORE_REGISTRY[each.by].title, rate: each.value, range: rangeWhere(passRate, each), counts: null };
  };
  return [
    ...(score === undefined || score.by === 'pass-rate' ? [] : [scored(score)]),
    counted('pass rate', passRate),
    ...(isWeighted && score?.by !== 'weighted' ? [scored(scoreOf('weighted', checklist.items, verdicts))] : []),
    ...(categories.length < 2 ? [] : categories.map((each) => counted(...each))),
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
    return [{ ...counted(name, counts), ...(isMostlyUnscored(counts) ? { rate: null } : {}) }];
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
