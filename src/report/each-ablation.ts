/** Lists of many instructions, and their items, by what they do to a judge's agreement with people. */
import { itemsWithEffect, listsWithEffect, type AblatedList, type EachAblation } from '../judge/ablate-each.ts';
import type { Effect } from '../metrics/ablation.ts';
import { countOf, DELTA_BINS, distribution, listDistribution } from './distribution.ts';
import { decimals } from './figure.ts';
import { renderer } from './formats.ts';
import { left, lines, list, main, paint, right, section, table } from './report.ts';
import type { Block, DataRow, DataRows } from './report.ts';
import { amount, plural } from './words.ts';

const LISTS: Readonly<Record<Effect, string>> = {
  helps: 'Lists that help',
  harms: 'Lists that harm',
  neutral: 'Neutral lists',
};

const EFFECTS = ['helps', 'harms', 'neutral'] as const;
const SIGNS: Readonly<Record<Effect, string>> = {
  helps: 'Items that help',
  neutral: 'Neutral',
  harms: 'Items that harm',
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
    table(EFFECTS, [
      main('', (effect) => LISTS[effect]),
      right('Lists', (effect) => countOf(groups[effect].lists, listsWithEffect(groups))),
      right('Items', (effect) => amount(groups[effect].items)),
      ...(['helps', 'neutral', 'harms'] as const).map((sign) =>
        right<Effect>(SIGNS[sign], (effect) => countOf(groups[effect].bySign[sign], itemsWithEffect(groups[effect]))),
      ),
    ]),
    lines(
      paint.soft(
        'An item helps where the judge is farther from people without it, and harms where it is nearer, by however little.',
      ),
      unscoredText(ablated),
    ),
    listDistribution(kind, [{ name: 'lists', values: ablated.flatMap(({ whole }) => whole.delta ?? []) }]),
    itemDistribution(kind, ablated),
    ...EFFECTS.map((effect) => section(`Items of ${LISTS[effect].toLowerCase()}`, itemTable(ablated, effect))),
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
    EFFECTS.map((effect) => ({ name: LISTS[effect], values: deltas(effect) })),
  );
}

/** Those with the greatest effect first. */
function itemTable(lists: readonly AblatedList[], effect: Effect): Block {
  const rows = lists.flatMap(({ name, whole, items }) =>
    whole.effect === effect ? (items ?? []).map((item) => ({ name, ...item })) : [],
  );
  rows.sort((a, b) => Math.abs(b.delta ?? 0) - Math.abs(a.delta ?? 0));
  return table(rows, [
    left('Case', ({ name }) => name),
    left('#', ({ itemId }) => itemId),
    right('Without it', ({ delta }) => decimals(delta)),
    left('By sign', ({ bySign }) => bySign ?? '–'),
    left('Beyond chance', ({ effect: beyondChance }) =>
      beyondChance === 'neutral' || beyondChance === null ? '' : beyondChance,
    ),
    main('Item', ({ text }) => text),
  ]);
}

function itemRows({ lists: ablated }: EachAblation): DataRows {
  const rows = ablated.flatMap(({ name, subset, whole, items }): DataRow[] => {
    const ofList = { case: name, subset, list: whole.effect, listDelta: whole.delta };
    if (items === null) return [ofList];
    return items.map(({ itemId, delta, bySign, text }) => ({ ...ofList, item: itemId, delta, bySign, text }));
  });
  return { columns: ['case', 'subset', 'list', 'listDelta', 'item', 'delta', 'bySign', 'text'], rows };
}
