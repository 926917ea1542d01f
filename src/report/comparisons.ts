/** Comparisons: of one pair what decided it; of many the figures, and each pair's winner. */
import type { Comparison, Grounds, OrderedPreference } from '../domain/comparison.ts';
import { pairNames, type PairNames } from '../judge/pair-names.ts';
import { COMPARISON_PROTOCOLS } from '../judge/protocols/index.ts';
import { summarizeComparisons } from '../judge/summarize-comparisons.ts';
import { judgementBlocks } from './judgement.ts';
import type { DataRows } from './report.ts';
import { answerText, wantedText } from './verdict.ts';
import { comparisonSummary } from './comparison-summary.ts';
import { renderer } from './formats.ts';
import { left, lines, main, paint, say, section, table, verbatim, type Block, type Inline } from './report.ts';
import { aidBlocks, reasonText, scoreBlocks, scoreText, selectiveText } from './scores.ts';
import { percent } from './words.ts';

export const renderComparisons = renderer<readonly Comparison[]>(
  (comparisons, isFull) => {
    const [first, ...others] = comparisons;
    const tasks = new Set(comparisons.map(instructionOf));
    const isOne = first !== undefined && others.length === 0;
    const pairs = isFull
      ? comparisons.map((comparison) => section(comparison.name, ...onePair(comparison, false)))
      : [];
    return {
      title: `${isOne ? first.name : `${comparisons.length} pairs`}, compared by ${COMPARISON_PROTOCOLS[first?.by ?? 'pass-rate'].title}`,
      instruction: tasks.size === 1 ? [...tasks][0] : undefined,
      blocks: [
        ...(isOne ? onePair(first, isFull) : [...comparisonSummary(comparisons), ...pairs]),
        lines(judgesOf(comparisons)),
      ],
    };
  },
  {
    record: (comparisons) => ({ summary: summarizeComparisons(comparisons), comparisons }),
    rows: comparisonRows,
  },
);

/** One row for each pair. */
function comparisonRows(comparisons: readonly Comparison[]): DataRows {
  const rows = comparisons.map(({ name, by, a, b, result, label, grounds }) => {
    const rates = grounds?.kind === 'pass-rates' ? { 'rate a': grounds.rates.a, 'rate b': grounds.rates.b } : {};
    const outcome =
      result.status === 'unscored'
        ? { better: 'unscored', reason: result.reason }
        : { better: result.winner, flipped: result.flipped === true ? 'yes' : '' };
    return { pair: name, by, a: a.name, b: b.name, ...outcome, ...rates, label };
  });
  return { columns: ['pair', 'by', 'a', 'b', 'better', 'flipped', 'rate a', 'rate b', 'label', 'reason'], rows };
}

/** By default that of the checklist. */
function instructionOf({ task, grounds }: Comparison): string | undefined {
  const checklist = grounds !== null && 'checklist' in grounds ? grounds.checklist : null;
  return (task ?? checklist?.task)?.instruction;
}

function onePair(comparison: Comparison, isFull: boolean): readonly Block[] {
  const { a, b, grounds } = comparison;
  const names = pairNames(comparison);
  const isShown = isFull && grounds?.kind !== 'pass-rates';
  return [
    lines(winnerOf(comparison, names)),
    ...(grounds === null ? [] : groundsBlocks(grounds, names, isFull)),
    ...(isShown ? [section(names.a, verbatim(a.response)), section(names.b, verbatim(b.response))] : []),
  ];
}

/** Whoever answered in any of them; null where nobody did. */
function judgesOf(comparisons: readonly Comparison[]): Inline | null {
  const asked = comparisons.flatMap(({ grounds, comparers }) => {
    if (grounds?.kind === 'panel') return grounds.members.map(({ model }) => model);
    const ofItems = grounds?.kind === 'pass-rates' ? grounds.judge : null;
    return [...Object.values(comparers), ...(ofItems === null ? [] : [ofItems])].map(({ model }) => model);
  });
  if (asked.length > 0) return paint.soft(`judged by ${[...new Set(asked)].join(', ')}`);
  return comparisons.some(({ grounds }) => grounds !== null) ? paint.soft('checked by code alone') : null;
}

function winnerOf({ result }: Pick<Comparison, 'result'>, names: PairNames): Inline {
  if (result.status === 'unscored') return say`${paint.warn('Nothing could be compared:')} ${result.reason}`;
  if (result.winner !== 'tie') return paint.good(`${names[result.winner]} is better`);
  return say`${paint.strong('a tie')}${result.flipped === true ? paint.warn(': the two orders disagree') : ''}`;
}

function groundsBlocks(grounds: Grounds, names: PairNames, isFull: boolean): readonly Block[] {
  switch (grounds.kind) {
    case 'pass-rates':
      return rateBlocks(grounds, names, isFull);
    case 'preferences':
      return [
        lines(...grounds.orders.map((order) => orderText(order, names))),
        answerTable(grounds, names),
        ...(isFull ? aidBlocks(grounds.aids) : []),
      ];
    case 'scores': {
      const items = grounds.checklist?.items.map(wantedText) ?? [];
      const details = (['a', 'b'] as const).map((side) =>
        section(names[side], ...scoreBlocks(grounds[side], items, grounds.aids ?? null)),
      );
      return [
        lines(scoreText(names.a, grounds.a), scoreText(names.b, grounds.b)),
        ...(isFull ? [...details, ...aidBlocks(grounds.aids)] : []),
      ];
    }
    case 'selective': {
      const { selective, without, with: used } = grounds;
      const before = without.grounds === null ? [] : groundsBlocks(without.grounds, names, isFull);
      return [
        lines(selectiveText(selective)),
        ...(used === null
          ? before
          : [...groundsBlocks(used, names, isFull), section('Without a checklist', ...before)]),
      ];
    }
    case 'panel':
      return grounds.members.map((member) =>
        section(
          member.model,
          lines(winnerOf(member, names)),
          ...(isFull && member.grounds !== null ? groundsBlocks(member.grounds, names, true) : []),
        ),
      );
  }
}

/** Items that the two meet differently: the others say nothing about which is better. */
function answerTable({ orders, checklist }: Extract<Grounds, { kind: 'preferences' }>, names: PairNames): Block {
  const answers = orders.flatMap(({ first, verdict }) =>
    (verdict.status === 'scored' ? (verdict.answers ?? []) : []).map(({ a, b }, index) => {
      const item = checklist?.items[index];
      return { first, a, b, text: item === undefined ? '' : wantedText(item) };
    }),
  );
  return table(
    answers.filter(({ a, b }) => a !== b),
    [
      left('Order', ({ first }) => `${names[first]} first`),
      left(names.a, ({ a }) => a),
      left(names.b, ({ b }) => b),
      main('Where they differ', ({ text }) => text),
    ],
  );
}

type PassRates = Extract<Grounds, { kind: 'pass-rates' }>;

function rateBlocks(grounds: PassRates, names: PairNames, isFull: boolean): readonly Block[] {
  const { checklist, rates } = grounds;
  const all = checklist.items.length;
  const over = rates.items === all ? all : `the ${rates.items} of ${all}`;
  const kind = rates.items === all ? 'items' : 'items with a verdict on both sides';
  const verdicts = (['a', 'b'] as const).map((side) =>
    section(names[side], ...judgementBlocks(grounds[side], grounds, true)),
  );
  const rateOf = (side: 'a' | 'b') => say`${names[side]} ${paint.strong(percent(rates[side]))}`;
  const figures = say`${rateOf('a')} · ${rateOf('b')} · over ${over} ${kind}`;
  const compared = rates.items === 0 ? [] : [lines(figures)];
  return [...compared, ...(isFull ? verdicts : [differences(grounds, names)])];
}

/** Items on which the two differ: the others say nothing about which is better. */
function differences({ a, b, checklist, rates }: PassRates, names: PairNames): Block {
  const answers = checklist.items.map((item, index) => {
    const answerOf = (side: PassRates['a']) => answerText(side.verdicts[index]?.verdict);
    return { id: item.id, text: wantedText(item), a: answerOf(a), b: answerOf(b) };
  });
  const differing = answers.filter((item) => item.a.text !== item.b.text);
  if (differing.length === 0) return lines(rates.items === 0 ? null : paint.soft('They differ in no item.'));
  return table(differing, [
    left('#', ({ id }) => paint.strong(id)),
    left(names.a, (item) => item.a),
    left(names.b, (item) => item.b),
    main('Where they differ', ({ text }) => text),
  ]);
}

function orderText({ first, verdict }: OrderedPreference, names: PairNames): Inline {
  const shown = paint.soft(`${names[first]} shown first:`);
  if (verdict.status === 'unscored') return say`${shown} ${paint.warn('unscored')} ${verdict.reason}`;
  const { a, b, tie, unscored } = verdict.votes;
  const counted = a + b + tie + unscored > 1 ? ` (votes: ${names.a} ${a}, ${names.b} ${b}, tie ${tie})` : '';
  const prefers = paint.strong(names[verdict.winner]);
  const { afterDoubt } = verdict;
  const again =
    afterDoubt === undefined ? '' : `; asked again: ${afterDoubt === null ? 'no answer' : names[afterDoubt]}`;
  return say`${shown} ${prefers}${counted}${again}${reasonText(verdict.reason)}`;
}
