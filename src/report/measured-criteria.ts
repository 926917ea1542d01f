/** Lists of criteria side by side: what their texts say, what they cover, what they rest on, and where they differ. */
import type { SharedCriteria } from '../measure/overlap.ts';
import type { CriteriaFigures, SystemDifference, SystemFigures, TextFigureName } from '../measure/measure-criteria.ts';
import { countOf } from './distribution.ts';
import { betweenText, decimals, differenceText, FIGURE_COLUMNS, figureCells, figureText } from './figure.ts';
import { INTERVALS, significanceText } from './figure.ts';
import { renderer } from './formats.ts';
import { lengthBlocks, spreadBlocks } from './list-spreads.ts';
import { left, lines, list, main, paint, right, say, section, table, type Block, type DataRows } from './report.ts';
import { shorten } from '../text/printable.ts';
import { amount, percent, plural } from './words.ts';

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
        { system: name, figure: `oracle@${k ?? 'all'} by ${by}`, ...figureCells(oracle) },
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
    section('Unmet criteria, and whether an edit met them', ...(isFull ? [editedList(systems)] : [])),
    section('Differences over the tasks of both', differenceTable(differences)),
  ];
}

const TEXTS_MEAN =
  'Specificity: one over how often the rarest word of a criterion stands in all lists together. Implicitness: the share of its words that the instruction has not. Redundancy: how much of a criterion stands in another one of its list, by words.';
const DRAWN = 'Drawn are tasks; of a single task, its criteria.';

function textTable(systems: readonly SystemFigures[]): Block {
  const names = Object.keys(TEXTS) as readonly TextFigureName[];
  return table(systems, [
    main('System', ({ name }) => name),
    right('Tasks', ({ tasks }) => amount(tasks)),
    right('Criteria', ({ criteria }) => amount(criteria)),
    ...names.map((figure) => right<SystemFigures>(TEXTS[figure], ({ texts }) => figureText(texts[figure], 2))),
  ]);
}

function recallBlocks(name: string, recalls: SystemFigures['recall']): readonly Block[] {
  return recalls.flatMap(({ by, tasks, given, unscored, at }) => [
    lines(
      say`${paint.strong(name)}, ${by === 'words' ? paint.warn(COVERED_BY.words) : COVERED_BY.model}: ${plural(given, 'given criterion', 'given criteria')} of ${plural(tasks, 'task')}`,
      unscored === 0 ? null : paint.warn(`${unscored} left out: the model gave no answer`),
    ),
    table(at, [
      main('Of the first', ({ k }) => (k === null ? 'all' : String(k))),
      right('Recall', ({ recall }) => figureText(recall, 2)),
      right('In the best order', ({ oracle }) => figureText(oracle, 2)),
    ]),
  ]);
}

function overlapTable(systems: readonly SystemFigures[]): Block {
  const overlaps = systems.flatMap(({ name, overlap }) => overlap.map((figures) => ({ name, ...figures })));
  const sharedOf = ({ both, alone }: SharedCriteria) => countOf(both, both + alone);
  const aloneOf = ({ both, alone }: SharedCriteria) => countOf(alone, both + alone);
  return table(overlaps, [
    main('System', ({ name }) => name),
    left('By', ({ by }) => (by === 'words' ? paint.warn('words (estimate)') : 'the model')),
    right('Given, and in the list', ({ given }) => sharedOf(given)),
    right('Only given', ({ given }) => aloneOf(given)),
    right('In the list, and given', ({ lists }) => sharedOf(lists)),
    right('Only in the list', ({ lists }) => aloneOf(lists)),
    right('Left out', ({ given, lists }) => String(given.unscored + lists.unscored)),
  ]);
}

function groundingTable(systems: readonly SystemFigures[]): Block {
  const grounded = systems.flatMap(({ name, grounding }) => (grounding === null ? [] : [{ name, ...grounding }]));
  return table(grounded, [
    main('System', ({ name }) => name),
    right('Grounded', (system) => percent(system.grounded)),
    right('Quotes', ({ quotes }) => amount(quotes)),
    right('Verified', ({ verified }) => {
      if (verified === null) return 'no text stored';
      const held = `${amount(verified.held)} of ${amount(verified.compared)}`;
      return verified.held < verified.compared ? paint.bad(held) : held;
    }),
    right('Full / part / unchecked', ({ support: { full, part, unchecked } }) => `${full} / ${part} / ${unchecked}`),
    right('Sources', ({ sources }) => decimals(sources, 1)),
    right('Sites', ({ sites }) => decimals(sites, 1)),
    right('Advice / themes', ({ advice, themes }) => `${amount(advice)} / ${amount(themes)}`),
  ]);
}

function actionabilityTable(systems: readonly SystemFigures[]): Block {
  const edited = systems.flatMap(({ name, actionability }) =>
    actionability === null ? [] : [{ name, ...actionability }],
  );
  return table(edited, [
    main('System', ({ name }) => name),
    right('Scored', ({ scored }) => amount(scored)),
    right('Met before', ({ before }) => percent(before)),
    right('After edits', ({ after }) => percent(after)),
    right('Gain', ({ delta }) => percent(delta)),
    right('Repaired', ({ repairRate }) => percent(repairRate)),
  ]);
}

/** Criteria that a response did not meet at first, and whether an edit met them (EvalAgent, table 13). */
function editedList(systems: readonly SystemFigures[]): Block {
  const withEdits = systems.flatMap(({ name, edited = [] }) => (edited.length === 0 ? [] : [{ name, edited }]));
  return list(
    withEdits.map(({ name, edited }) => ({
      head: paint.strong(name),
      note: plural(edited.length, 'unmet criterion', 'unmet criteria'),
      isFolded: true,
      blocks: [
        table(edited, [
          left('Instruction', ({ task }) => shorten(task.instruction, 80)),
          main('Criterion', ({ text }) => text),
          left('Met after the edit', ({ repaired }) => {
            if (repaired === null) return paint.warn('not judged');
            return repaired ? paint.good('yes') : paint.bad('no');
          }),
          right('Broken', ({ broken }) => (broken === 0 ? '' : amount(broken))),
          right('Implicitness', ({ implicitness }) => decimals(implicitness, 2)),
        ]),
      ],
    })),
  );
}

function differenceTable(differences: readonly SystemDifference[]): Block {
  return table(differences, [
    main('Between', betweenText),
    left('Figure', ({ figure }) => DIFFERENCES[figure]),
    right('Difference', differenceText),
    right('Tasks', ({ tasks }) => amount(tasks)),
    left('', significanceText),
  ]);
}
