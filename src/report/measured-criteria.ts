/** Lists of criteria side by side: what their texts say, what they cover, what they rest on, and where they differ. */
import { amount, percent, plural } from './words.ts';
import type { CriteriaFigures, SystemDifference, SystemFigures, TextFigureName } from '../measure/measure-criteria.ts';
import { decimals, FIGURE_COLUMNS, figureCells, figureText, INTERVALS } from './figure.ts';
import { editedBlocks } from './edited-criteria.ts';
import { renderer } from './formats.ts';
import { lengthBlocks, spreadBlocks } from './list-spreads.ts';
import { overlapTable } from './overlap.ts';
import { lines, main, paint, right, say, section, table, type Block, type Row } from './report.ts';
import type { DataRows } from './rows-of-data.ts';

const TEXTS: Readonly<Record<TextFigureName, string>> = {
  specificity: 'Specificity',
  selfSpecificity: 'Among its own',
  implicitness: 'Implicitness',
  redundancy: 'Redundancy',
};

const DIFFERENCES: Readonly<Record<SystemDifference['figure'], string>> = {
  ...TEXTS,
  selfSpecificity: 'Specificity among its own',
  recallByWords: 'Recall by words (estimate)',
  recallByModel: 'Recall by the model',
};

const COVERED_BY = { words: 'by words (estimate)', model: 'by the model' } as const;

export const renderMeasuredCriteria = renderer<CriteriaFigures>(
  (measured, isFull) => ({
    title: `${plural(measured.systems.length, 'system')} measured by ${plural(measured.pool, 'criterion', 'criteria')}`,
    blocks: criteriaBlocks(measured, isFull),
  }),
  { rows: figureRows },
);

function figureRows({ systems }: CriteriaFigures): DataRows {
  const rows = systems.flatMap(({ name, texts, recall }) => [
    ...Object.entries(texts).map(([figure, value]) => ({ system: name, figure, ...figureCells(value) })),
    ...recall.flatMap(({ by, at }) =>
      at.flatMap(({ k, recall: figure, oracle }) => [
        { system: name, figure: `recall@${k ?? 'all'} by ${by}`, ...figureCells(figure) },
        { system: name, figure: `oracle@${k ?? 'all'} by ${by}`, value: oracle ?? '' },
      ]),
    ),
  ]);
  return { columns: ['system', 'figure', ...FIGURE_COLUMNS], rows };
}

/** @param isFull false: without what takes a line for each criterion */
export function criteriaBlocks({ systems, differences }: CriteriaFigures, isFull = true): readonly Block[] {
  return [
    section('The criteria as texts', textTable(systems), lines(TEXTS_MEAN, `${INTERVALS} ${DRAWN}`)),
    section(
      'What they cover of what people ask for',
      ...systems.flatMap(({ name, recall }) => recallBlocks(name, recall)),
    ),
    section('How they overlap with what people ask for', overlapTable(systems)),
    section('What they rest on', groundingTable(systems)),
    section('How they are spread', ...spreadBlocks(systems)),
    section('Lengths of lists', ...lengthBlocks(systems)),
    section('Whether they tell a writer what to do', actionabilityTable(systems)),
    section('Unmet criteria, and whether an edit met them', ...(isFull ? editedBlocks(systems) : [])),
    section('Differences over the tasks of both', differenceTable(differences)),
  ];
}

const TEXTS_MEAN =
  'Specificity: one over how often the rarest word of a criterion stands in all lists together. Implicitness: the share of its words that the instruction has not. Redundancy: how much of a criterion stands in another one of its list, by words.';
const DRAWN = 'Drawn are tasks; of a single task, its criteria.';

function textTable(systems: readonly SystemFigures[]): Block {
  const heads = Object.values(TEXTS).map(right);
  return table(
    [main('System'), right('Tasks'), right('Criteria'), ...heads],
    systems.map(({ name, tasks, criteria, texts }) => [
      name,
      amount(tasks),
      amount(criteria),
      ...Object.values(texts).map((figure) => figureText(figure, 2)),
    ]),
  );
}

function recallBlocks(name: string, recalls: SystemFigures['recall']): readonly Block[] {
  return recalls.flatMap(({ by, tasks, given, unscored, at }) => [
    lines(
      say`${paint.strong(name)}, ${by === 'words' ? paint.warn(COVERED_BY.words) : COVERED_BY.model}: ${plural(given, 'given criterion', 'given criteria')} of ${plural(tasks, 'task')}`,
      unscored === 0 ? null : paint.warn(`${unscored} left out: the model gave no answer`),
    ),
    table(
      [main('Of the first'), right('Recall'), right('In the best order')],
      at.map(({ k, recall, oracle }) => [k === null ? 'all' : String(k), figureText(recall, 2), decimals(oracle, 2)]),
    ),
  ]);
}

function groundingTable(systems: readonly SystemFigures[]): Block {
  const rows = systems.flatMap(({ name, grounding }): readonly Row[] => {
    if (grounding === null) return [];
    const { grounded, quotes, verified, support, sources, sites, advice, themes } = grounding;
    const held = verified === null ? 'no text stored' : `${amount(verified.held)} of ${amount(verified.compared)}`;
    return [
      [
        name,
        percent(grounded),
        amount(quotes),
        verified !== null && verified.held < verified.compared ? paint.bad(held) : held,
        `${support.full} / ${support.part} / ${support.unchecked}`,
        decimals(sources, 1),
        decimals(sites, 1),
        `${amount(advice)} / ${amount(themes)}`,
      ],
    ];
  });
  const heads = ['Grounded', 'Quotes', 'Verified', 'Full / part / unchecked', 'Sources', 'Sites', 'Advice / themes'];
  return table([main('System'), ...heads.map(right)], rows);
}

function actionabilityTable(systems: readonly SystemFigures[]): Block {
  const rows = systems.flatMap(({ name, actionability }): readonly Row[] => {
    if (actionability === null) return [];
    const { scored, before, after, delta, repairRate } = actionability;
    return [[name, amount(scored), ...[before, after, delta, repairRate].map(percent)]];
  });
  return table([main('System'), ...['Scored', 'Met before', 'After edits', 'Gain', 'Repaired'].map(right)], rows);
}

function differenceTable(differences: readonly SystemDifference[]): Block {
  return table(
    [main('Between'), 'Figure', right('Difference'), right('Tasks'), ''],
    differences.map(({ first, second, figure, difference, interval, isSignificant, tasks }) => [
      `${first} – ${second}`,
      DIFFERENCES[figure],
      figureText({ value: difference, interval }),
      amount(tasks),
      isSignificant ? paint.strong('not by chance') : '',
    ]),
  );
}
