/** Whether a judge gains from checklists: by policy, used always or only where the judge wavers. */
import type { PoliciesResult } from '../client/measuring.ts';
import type { MeasuredCases, PoliciesMeasured, PolicyFigures } from '../measure/measure-policies.ts';
import type { PolicySetting, Use } from '../measure/measure-policies.ts';
import type { Effect } from '../metrics/ablation.ts';
import type { PairedDifference } from '../metrics/bootstrap.ts';
import { ratio } from '../metrics/mean.ts';
import { countOf, listDistribution } from './distribution.ts';
import {
  decimals,
  differenceText,
  FIGURE_COLUMNS,
  figureCells,
  figureText,
  INTERVALS,
  significanceText,
} from './figure.ts';
import { renderer } from './formats.ts';
import { FIGURE_NAMES } from './measured-judge.ts';
import { left, lines, list, main, paint, plotted, pointAt, right, say, section, table, unbroken } from './report.ts';
import type { Block, DataRow, DataRows, Inline } from './report.ts';
import { sizesTable } from './list-spreads.ts';
import { amount, percent, plural } from './words.ts';

export const renderPolicies = renderer<PoliciesResult>(
  (measured) => ({
    title: `Checklists by ${plural(measured.policies.length, 'policy', 'policies')}, measured on ${plural(measured.cases, measured.kind === 'pairwise' ? 'pair' : 'response')}`,
    blocks: policyBlocks(measured),
  }),
  { rows: policyRows },
);

export function policyBlocks(measured: PoliciesMeasured): readonly Block[] {
  const { kind, measure, judgements, unread, leftOut, best, worst, subsets } = measured;
  const isPairwise = kind === 'pairwise';
  return [
    lines(
      `${FIGURE_NAMES[measure] ?? measure}; ${judgements} judgements of each without a checklist, and as many with one by each policy.`,
      `Best: ${best.join(', ') || 'none is defined'}; worst: ${worst.join(', ') || 'none is defined'} (with its list for every case).`,
      `k: the checklist counts where ${isPairwise ? 'so many judgements or more are against the majority' : 'the standard deviation of the scores is k or more'}.`,
      unread === 0
        ? null
        : paint.warn(`${plural(unread, 'case')} without a readable judgement where no checklist was shown.`),
    ),
    matrix(measured),
    usePlot(measured, FIGURE_NAMES[measure] ?? measure, ({ figure }) => figure.value, measured.none.value),
    section('What using it brings', gainTable(measured), lines(INTERVALS)),
    usePlot(measured, 'Share judged with the checklist', ({ used }) => used / measured.cases, 0),
    section('By subset', subsetTable(subsets)),
    section(
      'The lists',
      sizesTable(measured.policies.map(({ policy, sizes }) => ({ name: policy, sizes }))),
      verifiedTable(measured),
      lines(paint.soft('Verified: items of lists whose every judgement could be read, with an answer to each item.')),
    ),
    section(
      'What the lists do',
      effectTable(measured),
      listDistribution(
        kind,
        measured.policies.map(({ policy, effects }) => ({ name: policy, values: effects.map(({ delta }) => delta) })),
      ),
    ),
    section(
      'Left out: no list by one of the policies',
      list(leftOut.map(({ task, policy, reason }) => `${policy}, ${task.instruction}: ${reason}`)),
    ),
  ];
}

/** The study's tables 1 and 2. */
export function bestAndWorstTable(
  parts: readonly { readonly data: string; readonly model: string | null; readonly policies: MeasuredCases | null }[],
): Block {
  const judged = parts.flatMap(({ policies, ...part }) => (policies === null ? [] : [{ ...part, policies }]));
  return table(judged, [
    main('Judge', ({ model }) => model ?? 'that of the settings'),
    left('Data', ({ data }) => data),
    left('Best', ({ policies }) => policies.best.join(', ')),
    left('Worst', ({ policies }) => policies.worst.join(', ')),
  ]);
}

const useName = (k: Use) => (k === 'all' ? 'All' : `k = ${k}`);

/** The figure without a checklist, and by each use. */
function useColumns<Item extends Pick<PolicyFigures, 'settings'>>(
  items: readonly Item[],
  noneOf: (item: Item) => number | null,
) {
  const uses = items[0]?.settings.map(({ k }) => k) ?? [];
  return [
    right<Item>('None', (item) => decimals(noneOf(item))),
    ...uses.map((k, index) =>
      right<Item>(useName(k), ({ settings }) => decimals(settings[index]?.figure.value ?? null)),
    ),
  ];
}

function matrix({ none, policies }: MeasuredCases): Block {
  return table(policies, [main('Policy', ({ policy }) => policy), ...useColumns(policies, () => none.value)]);
}

/** From no checklist over ever smaller k to all, as the study draws it. */
function usePlot(
  { policies }: MeasuredCases,
  title: string,
  valueOf: (setting: PolicySetting) => number | null,
  atNone: number | null,
): Block {
  const [all, ...ks] = policies[0]?.settings.map(({ k }) => k) ?? [];
  const uses = [...ks.reverse(), ...(all === undefined ? [] : [all])];
  return plotted({
    title,
    categories: ['None', ...uses.map(useName)],
    series: policies.map(({ policy, settings }) => ({
      name: policy,
      isLine: true,
      points: [
        ...pointAt(0, { value: atNone }),
        ...uses.flatMap((k, at) => {
          const setting = settings.find((each) => each.k === k);
          return setting === undefined ? [] : pointAt(at + 1, { value: valueOf(setting) });
        }),
      ],
    })),
  });
}

function gainTable({ cases, policies }: MeasuredCases): Block {
  const uses = policies.flatMap(({ policy, settings }) => settings.map((setting) => ({ policy, ...setting })));
  return table(uses, [
    main('Policy', ({ policy }) => policy),
    unbroken('Use', ({ k }) => useName(k)),
    right('Figure', ({ figure }) => figureText(figure)),
    right('Used for', ({ used }) => percent(used / cases)),
    right('Over none', ({ overNone }) => gainText(overNone)),
    right('Over all', ({ overAll }) => gainText(overAll)),
  ]);
}

function gainText(gain: PairedDifference | null): Inline {
  if (gain === null) return '';
  return gain.isSignificant ? say`${differenceText(gain)} ${significanceText(gain)}` : differenceText(gain);
}

function subsetTable(subsets: PoliciesMeasured['subsets']): Block {
  const rows = subsets.flatMap(({ policies, ...subset }) => policies.map((policy) => ({ ...subset, ...policy })));
  return table(rows, [
    main('Subset', ({ subset }) => subset),
    left('Policy', ({ policy }) => policy),
    right('Cases', ({ cases }) => amount(cases)),
    ...useColumns(rows, ({ none }) => none.value),
  ]);
}

function verifiedTable({ policies }: MeasuredCases): Block {
  return table(policies, [
    main('Policy', ({ policy }) => policy),
    right('Items', ({ verified }) => amount(verified.of)),
    right('Verified', ({ verified }) => amount(verified.items)),
    right('Share', ({ verified }) => percent(ratio(verified.items, verified.of))),
  ]);
}

function effectTable({ policies }: MeasuredCases): Block {
  const countIn = ({ effects }: PolicyFigures, name: Effect) =>
    countOf(effects.filter(({ effect }) => effect === name).length, effects.length);
  return table(policies, [
    main('Policy', ({ policy }) => policy),
    right('Helps', (figures) => countIn(figures, 'helps')),
    right('Neutral', (figures) => countIn(figures, 'neutral')),
    right('Harms', (figures) => countIn(figures, 'harms')),
  ]);
}

function policyRows(measured: PoliciesResult): DataRows {
  const parts = [{ ...measured, subset: '' }, ...measured.subsets];
  const rows = parts.flatMap(({ subset, none, policies }): DataRow[] => [
    { subset, policy: 'none', k: '', ...figureCells(none), used: 0 },
    ...policies.flatMap(({ policy, settings }) =>
      settings.map(({ k, figure, used, overNone, overAll }) => ({
        subset,
        policy,
        k,
        ...figureCells(figure),
        used,
        ...gainCells('overNone', overNone),
        ...gainCells('overAll', overAll),
      })),
    ),
  ]);
  const gains = [...Object.keys(gainCells('overNone', null)), ...Object.keys(gainCells('overAll', null))];
  return { columns: ['subset', 'policy', 'k', ...FIGURE_COLUMNS, 'used', ...gains], rows };
}

function gainCells(name: 'overNone' | 'overAll', gain: PairedDifference | null): DataRow {
  return {
    [name]: gain?.difference ?? null,
    [`${name}Low`]: gain?.interval?.low ?? null,
    [`${name}High`]: gain?.interval?.high ?? null,
  };
}
