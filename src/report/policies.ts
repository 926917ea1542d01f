/** Whether a judge gains from checklists: by policy, used always or only where the judge wavers. */
import type { PoliciesResult } from '../client/measuring-policies.ts';
import type { MeasuredCases, PoliciesMeasured, PolicySetting, Use } from '../measure/measure-policies.ts';
import type { PairedDifference } from '../metrics/bootstrap.ts';
import { ratio } from '../metrics/mean.ts';
import { effectCounts, listDistribution } from './effect-counts.ts';
import { decimals, FIGURE_COLUMNS, figureCells, figureText, INTERVALS } from './figure.ts';
import { renderer } from './formats.ts';
import { FIGURE_NAMES } from './measured-judge.ts';
import {
  lines,
  list,
  main,
  paint,
  plotted,
  right,
  section,
  table,
  unbroken,
  type Block,
  type Inline,
} from './report.ts';
import type { DataRows } from './rows-of-data.ts';
import { sizesTable } from './sizes-of-lists.ts';
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
  return table(
    [main('Judge'), 'Data', 'Best', 'Worst'],
    parts.flatMap(({ data, model, policies }) =>
      policies === null
        ? []
        : [[model ?? 'that of the settings', data, policies.best.join(', '), policies.worst.join(', ')]],
    ),
  );
}

const useName = (k: Use) => (k === 'all' ? 'All' : `k = ${k}`);

function matrix({ none, policies }: MeasuredCases): Block {
  const uses = policies[0]?.settings.map(({ k }) => k) ?? [];
  return table(
    [main('Policy'), right('None'), ...uses.map((k) => right(useName(k)))],
    policies.map(({ policy, settings }) => [
      policy,
      decimals(none.value),
      ...settings.map(({ figure }) => decimals(figure.value)),
    ]),
  );
}

/** From no checklist over ever smaller k to all, as the study draws it. */
function usePlot(
  { policies }: MeasuredCases,
  yTitle: string,
  valueOf: (setting: PolicySetting) => number | null,
  atNone: number | null,
): Block {
  const [all, ...ks] = policies[0]?.settings.map(({ k }) => k) ?? [];
  const uses = [...ks.reverse(), ...(all === undefined ? [] : [all])];
  const pointAt = (x: number, y: number | null) => (y === null ? [] : [{ x, y }]);
  return plotted({
    title: yTitle,
    xTitle: '',
    yTitle: '',
    categories: ['None', ...uses.map(useName)],
    series: policies.map(({ policy, settings }) => ({
      name: policy,
      isLine: true,
      points: [
        ...pointAt(0, atNone),
        ...uses.flatMap((k, at) => {
          const setting = settings.find((each) => each.k === k);
          return setting === undefined ? [] : pointAt(at + 1, valueOf(setting));
        }),
      ],
    })),
  });
}

function gainTable({ cases, policies }: MeasuredCases): Block {
  const rows = policies.flatMap(({ policy, settings }) =>
    settings.map(({ k, figure, used, overNone, overAll }) => [
      policy,
      useName(k),
      figureText(figure),
      percent(used / cases),
      gainText(overNone),
      gainText(overAll),
    ]),
  );
  return table(
    [main('Policy'), unbroken('Use'), right('Figure'), right('Used for'), right('Over none'), right('Over all')],
    rows,
  );
}

function gainText(gain: PairedDifference | null): Inline {
  if (gain === null) return '';
  const { difference, interval, isSignificant } = gain;
  const text = figureText({ value: difference, interval });
  return isSignificant ? [text, ' ', paint.strong('not by chance')] : text;
}

function subsetTable(subsets: PoliciesMeasured['subsets']): Block {
  const uses = subsets[0]?.policies[0]?.settings.map(({ k }) => k) ?? [];
  return table(
    [main('Subset'), 'Policy', right('Cases'), right('None'), ...uses.map((k) => right(useName(k)))],
    subsets.flatMap(({ subset, cases, none, policies }) =>
      policies.map(({ policy, settings }) => [
        subset,
        policy,
        amount(cases),
        decimals(none.value),
        ...settings.map(({ figure }) => decimals(figure.value)),
      ]),
    ),
  );
}

function verifiedTable({ policies }: MeasuredCases): Block {
  return table(
    [main('Policy'), right('Items'), right('Verified'), right('Share')],
    policies.map(({ policy, verified: { items, of } }) => [
      policy,
      amount(of),
      amount(items),
      percent(ratio(items, of)),
    ]),
  );
}

function effectTable({ policies }: MeasuredCases): Block {
  return table(
    [main('Policy'), right('Helps'), right('Neutral'), right('Harms')],
    policies.map(({ policy, effects }) => [policy, ...effectCounts(effects.map(({ effect }) => effect))]),
  );
}

function policyRows(measured: PoliciesResult): DataRows {
  const parts = [{ subset: '', ...measured } as MeasuredCases & { readonly subset: string }, ...measured.subsets];
  const rows = parts.flatMap(({ subset, none, policies }) => [
    { subset, policy: 'none', k: '', ...figureCells(none), used: 0 },
    ...policies.flatMap(({ policy, settings }) =>
      settings.map(({ k, figure, used, overNone, overAll }) => ({
        ...{ subset, policy, k, ...figureCells(figure), used },
        ...{
          overNone: overNone?.difference ?? '',
          overNoneLow: overNone?.interval?.low ?? '',
          overNoneHigh: overNone?.interval?.high ?? '',
        },
        ...{
          overAll: overAll?.difference ?? '',
          overAllLow: overAll?.interval?.low ?? '',
          overAllHigh: overAll?.interval?.high ?? '',
        },
      })),
    ),
  ]);
  const gains = ['overNone', 'overNoneLow', 'overNoneHigh', 'overAll', 'overAllLow', 'overAllHigh'];
  return { columns: ['subset', 'policy', 'k', ...FIGURE_COLUMNS, 'used', ...gains], rows };
}
