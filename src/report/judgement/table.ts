/** A judgement as a table for people. */
import type { Judgement, Verdict } from '../../domain/judgement.ts';
import { passRatesByCategory } from '../../judge/pass-rate.ts';
import { printableLine } from '../../text/printable.ts';
import type { Colors } from '../../cli/output/colors.ts';
import { GAP, grid, paragraph, type Column, type Layout } from '../grid.ts';
import { bar } from '../relevance.ts';
import { shorten } from '../words.ts';
import { countsOf, groundsOf, hasOwnWeights, overallLine, percent, signOf, type Sign } from './figures.ts';

const ID_COLUMNS = 4;
const SIGN_COLUMNS = 8;
const BAR_COLUMNS = 20;
/** Below this width reasons stand below their criteria. */
const WIDE = 90;
const MAX_REASON_CHARS = 400;

export function renderJudgementTables(judgements: readonly Judgement[], layout: Layout): string {
  const parts = judgements.map((judgement) => judgementTable(judgement, layout));
  if (judgements.length > 1) parts.push(paragraph(layout.colors.bold(overallLine(judgements)), layout.width));
  return parts.join('\n');
}

export function judgementTable(judgement: Judgement, layout: Layout): string {
  const { colors, width } = layout;
  const { name, checklist, verdicts } = judgement;
  const isWide = width >= WIDE;
  const rest = width - ID_COLUMNS - SIGN_COLUMNS - 2 * GAP;
  const half = Math.floor((rest - GAP) / 2);
  const columns: Column[] = [
    { width: ID_COLUMNS },
    { width: SIGN_COLUMNS },
    ...(isWide ? [{ width: rest - GAP - half }, { width: half }] : [{ width: rest }]),
  ];
  const head = ['#', 'Met', 'Criterion', ...(isWide ? ['Why'] : [])].map(colors.gray);
  const rows = checklist.items.map((item, index) => {
    const verdict = verdicts[index]?.verdict ?? NO_VERDICT;
    const mark = item.presumes === null ? '' : colors.yellow(' (presumes what no text can do)');
    const text = printableLine(item.text) + mark;
    const why = colors.gray(whyOf(verdict));
    return [
      colors.bold(item.id),
      paintedSign(signOf(verdict), colors),
      ...(isWide ? [text, why] : [`${text}\n${why}`]),
    ];
  });
  return [
    paragraph(colors.bold(printableLine(name)), width),
    grid(columns, [head, ...rows]),
    rateLines(judgement, colors),
    categoryLines(judgement, colors),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const NO_VERDICT: Verdict = { status: 'unscored', reason: 'It has no verdict.', votes: null };

function whyOf(verdict: Verdict): string {
  const grounds = groundsOf(verdict);
  const reason = shorten(printableLine(verdict.reason), MAX_REASON_CHARS);
  // A judge that is asked for the bare answer gives no reason.
  return [reason, grounds.length === 0 ? '' : `(${grounds.join(', ')})`].filter(Boolean).join(' ');
}

function paintedSign(sign: Sign, colors: Colors): string {
  switch (sign) {
    case 'yes':
      return colors.green('yes');
    case 'no':
      return colors.red('no');
    case 'n/a':
      return colors.gray('n/a');
    case 'unscored':
      return colors.yellow('unscored');
  }
}

function rateLines(judgement: Judgement, colors: Colors): string {
  const { passRate } = judgement;
  const weighted = hasOwnWeights(judgement)
    ? [['weighted', colors.bold(percent(passRate.weightedRate)), rateBar(passRate.weightedRate, colors), '']]
    : [];
  const rows = [
    [
      'pass rate',
      colors.bold(percent(passRate.rate)),
      rateBar(passRate.rate, colors),
      colors.gray(countsOf(passRate)),
    ],
    ...weighted,
  ];
  return grid([{ width: 9 }, { width: 7, align: 'right' }, { width: BAR_COLUMNS }, { width: 45 }], rows);
}

function categoryLines(judgement: Judgement, colors: Colors): string {
  const rows = [...passRatesByCategory(judgement)].map(([category, rate]) => [
    colors.gray(category),
    percent(rate.rate),
    colors.gray(countsOf(rate)),
  ]);
  return rows.length < 2 ? '' : grid([{ width: 20 }, { width: 7, align: 'right' }, { width: 45 }], rows, 2);
}

function rateBar(rate: number | null, colors: Colors): string {
  return rate === null ? '' : colors.green(bar(rate, BAR_COLUMNS));
}
