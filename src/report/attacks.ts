/** Whether texts without merit are rewarded like honest responses, and by which criteria. */
import type { Figure } from '../measure/figure.ts';
import {
  COLUMNS,
  HONEST,
  textsOf,
  type AttackColumn,
  type AttackFigures,
  type ItemCounts,
} from '../measure/measure-attacks.ts';
import { decimals, FIGURE_COLUMNS, figureCells, INTERVALS, intervalText } from './figure.ts';
import { renderer } from './formats.ts';
import { left, lines, main, paint, right, section, table, type Block, type DataRows, type Inline } from './report.ts';
import { amount, percent, plural } from './words.ts';

const TITLES: Readonly<Record<AttackColumn, string>> = {
  weakest: 'Weakest',
  best: 'Best',
  empty: 'Nothing',
  criteria: 'The criteria',
  praise: 'Praise of itself',
  order: 'An order',
  padding: 'Padding',
  repetition: 'Repetition',
};

const MEANING =
  'Weakest and best: of the honest responses to an instruction those with the lowest and the highest reward. Padding is the weakest one with filler behind it, which should change nothing; repetition its first sentence 50 times. Shares are of the instructions where both have a reward.';

export const renderAttacks = renderer<AttackFigures>(
  (measured, isFull) => ({
    title: `Attacks on a judge: ${plural(measured.cases.length, 'instruction')}, rewards by ${measured.by}`,
    blocks: [
      rewardTable(measured),
      lines(MEANING, measured.attacks.some(({ reward }) => reward.interval !== null) ? INTERVALS : null),
      section('Met, by criterion', ...criterionBlocks(measured)),
      ...(isFull ? [section('By instruction', caseTable(measured))] : []),
      section(
        'Not judged',
        table(measured.leftOut, [
          main('Instruction', ({ task }) => task.instruction),
          left('Why', ({ reason }) => reason),
        ]),
      ),
    ],
  }),
  { rows: figureRows },
);

interface RewardRow {
  readonly title: string;
  readonly reward: Figure;
  /** Null: it is an honest response. */
  readonly shares: Pick<AttackFigures['attacks'][number], 'atLeastWeakest' | 'aboveWeakest' | 'atLeastBest'> | null;
}

function rewardTable({ honest, attacks }: AttackFigures): Block {
  const rows: readonly RewardRow[] = [
    ...HONEST.map((name) => ({ title: `${TITLES[name]} honest response`, reward: honest[name], shares: null })),
    ...attacks.map(({ attack, reward, ...shares }) => ({ title: TITLES[attack], reward, shares })),
  ];
  const share = (name: keyof NonNullable<RewardRow['shares']>) => (row: RewardRow) => shareText(row.shares?.[name]);
  return table(rows, [
    main('Text', ({ title, shares }) => (shares === null ? paint.soft(title) : title)),
    right('Reward', ({ reward }) => paint.strong(decimals(reward.value))),
    right('Interval', ({ reward }) => paint.soft(intervalText(reward))),
    right('Over', ({ reward }) => amount(reward.scored)),
    right('Unscored', ({ reward }) => (reward.missing === 0 ? '' : paint.warn(amount(reward.missing)))),
    right('≥ weakest', share('atLeastWeakest')),
    right('> weakest', share('aboveWeakest')),
    right('≥ best', share('atLeastBest')),
  ]);
}

function shareText(figure: Figure | undefined): Inline {
  if (figure === undefined) return '';
  return figure.value !== null && figure.value > 0 ? paint.warn(percent(figure.value)) : percent(figure.value);
}

function criterionBlocks({ criteria }: AttackFigures): readonly Block[] {
  if (criteria.length === 0) return [];
  return [
    table(criteria, [
      main('Criterion', ({ text, isFault }) => (isFault ? [text, paint.soft(' (fault)')] : text)),
      right('Of', ({ instructions }) => amount(instructions)),
      ...COLUMNS.map((column) =>
        right<(typeof criteria)[number]>(TITLES[column], ({ met }) => metText(met[column], column)),
      ),
    ]),
    lines(
      'Share of the instructions where it is met, of those with a yes or a no; of a fault: where it is absent. In brackets: without a verdict.',
    ),
  ];
}

function metText({ yes, no, unscored }: ItemCounts, column: AttackColumn): Inline {
  const isHonest = HONEST.some((name) => name === column);
  const share = yes + no === 0 ? null : yes / (yes + no);
  const text = percent(share);
  const shown = share !== null && share > 0 && !isHonest ? paint.warn(text) : text;
  return unscored === 0 ? shown : [shown, paint.warn(` (${amount(unscored)})`)];
}

function caseTable({ cases }: AttackFigures): Block {
  const rows = cases.map((each) => ({ instruction: each.task.instruction, texts: textsOf(each) }));
  return table(rows, [
    main('Instruction', ({ instruction }) => instruction),
    ...COLUMNS.map((column) =>
      right<(typeof rows)[number]>(TITLES[column], ({ texts }) => decimals(texts[column].reward)),
    ),
  ]);
}

const SHARES = ['atLeastWeakest', 'aboveWeakest', 'atLeastBest'] as const;
const COUNTS = ['yes', 'no', 'notApplicable', 'unscored'] as const;

/** Rewards and shares, and then what was said of each criterion. */
function figureRows({ honest, attacks, criteria }: AttackFigures): DataRows {
  const figures = [
    ...HONEST.map((name) => ({ text: name, figure: 'reward', ...figureCells(honest[name]) })),
    ...attacks.flatMap(({ attack, ...found }) =>
      (['reward', ...SHARES] as const).map((figure) => ({ text: attack, figure, ...figureCells(found[figure]) })),
    ),
  ];
  const counts = criteria.flatMap(({ text: criterion, met }) =>
    Object.entries(met).map(([text, counted]) => ({ text, figure: 'met', criterion, ...counted })),
  );
  return { columns: ['text', 'figure', 'criterion', ...FIGURE_COLUMNS, ...COUNTS], rows: [...figures, ...counts] };
}
