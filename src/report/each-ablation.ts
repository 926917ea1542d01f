/** Lists of many instructions, and their items, by what they do to a judge's agreement with people. */
import type { AblatedList, EachAblation } from '../judge/ablate-each.ts';
import type { Effect } from '../metrics/ablation.ts';
import { distribution } from './distribution.ts';
import { countOf, DELTA_BINS, listDistribution } from './effect-counts.ts';
import { decimals } from './figure.ts';
import { renderer } from './formats.ts';
import { lines, list, main, paint, right, section, table, type Block } from './report.ts';
import type { DataRows } from './rows-of-data.ts';
import { amount, plural } from './words.ts';

const LISTS: Readonly<Record<Effect, string>> = {
  helps: 'Lists that help',
  harms: 'Lists that harm',
  neutral: 'Neutral lists',
};

export const renderEachAblation = renderer<EachAblation>(
  ({ kind, groups, lists: ablated, leftOut }) => ({
    title: `Ablation of ${plural(ablated.length, 'list')}, ${kind === 'pairwise' ? 'by pairs' : 'by scores'}`,
    blocks: [
      ...ablationBlocks(kind, ablated, groups),
      section('Left out', list(leftOut.map(({ name, reason }) => `${name}: ${reason}`))),
    ],
  }),
  { rows: itemRows },
);

export function ablationBlocks(
  kind: EachAblation['kind'],
  ablated: EachAblation['lists'],
  groups: EachAblation['groups'],
): readonly Block[] {
  return [
    table(
      [main(''), right('Lists'), right('Items'), right('Items that help'), right('Neutral'), right('Items that harm')],
      (['helps', 'harms', 'neutral'] as const).map((effect) => {
        const { lists: count, items, bySign } = groups[effect];
        const shares = [bySign.helps, bySign.neutral, bySign.harms].map((each) => countOf(each, items));
        return [LISTS[effect], countOf(count, ablated.length), amount(items), ...shares];
      }),
    ),
    lines(
      paint.soft(
        'An item helps where the judge is farther from people without it, and harms where it is nearer, by however little.',
      ),
      unscoredText(ablated),
    ),
    listDistribution(kind, [{ name: 'lists', values: ablated.flatMap(({ whole }) => whole.delta ?? []) }]),
    itemDistribution(kind, ablated),
    section('Items of lists that help', itemTable(ablated, 'helps')),
    section('Items of lists that harm', itemTable(ablated, 'harms')),
    section('Items of neutral lists', itemTable(ablated, 'neutral')),
  ];
}

function unscoredText(lists: readonly AblatedList[]) {
  const count = lists.filter(({ whole }) => whole.effect === null).length;
  return count === 0 ? null : paint.warn(`${plural(count, 'list')} without a readable judgement on one side.`);
}

function itemDistribution(kind: EachAblation['kind'], lists: readonly AblatedList[]): Block {
  const deltas = (effect: Effect) =>
    lists.flatMap(({ whole, items }) =>
      whole.effect === effect ? (items ?? []).flatMap(({ delta }) => delta ?? []) : [],
    );
  return distribution(
    {
      title: 'How much nearer to people the judge is without each item',
      xTitle: 'Δ without the item',
      width: DELTA_BINS[kind],
    },
    (['helps', 'harms', 'neutral'] as const).map((effect) => ({ name: LISTS[effect], values: deltas(effect) })),
  );
}

/** Those with the greatest effect first. */
function itemTable(lists: readonly AblatedList[], effect: Effect): Block {
  const rows = lists.flatMap(({ name, whole, items }) =>
    whole.effect === effect ? (items ?? []).map((item) => ({ name, ...item })) : [],
  );
  rows.sort((a, b) => Math.abs(b.delta ?? 0) - Math.abs(a.delta ?? 0));
  return table(
    ['Case', '#', right('Without it'), 'By sign', 'Beyond chance', main('Item')],
    rows.map(({ name, itemId, delta, bySign, effect: beyondChance, text }) => [
      name,
      itemId,
      decimals(delta),
      bySign ?? '–',
      beyondChance === 'neutral' || beyondChance === null ? '' : beyondChance,
      text,
    ]),
  );
}

function itemRows({ lists: ablated }: EachAblation): DataRows {
  const rows = ablated.flatMap(({ name, subset, whole, items }) => {
    const ofList = { case: name, subset, list: whole.effect ?? '', listDelta: whole.delta ?? '' };
    if (items === null) return [{ ...ofList, item: '', delta: '', bySign: '', text: '' }];
    return items.map(({ itemId, delta, bySign, text }) => ({
      ...ofList,
      ...{ item: itemId, delta: delta ?? '', bySign: bySign ?? '', text },
    }));
  });
  return { columns: ['case', 'subset', 'list', 'listDelta', 'item', 'delta', 'bySign', 'text'], rows };
}
