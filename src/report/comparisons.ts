/** Comparisons: of one pair what decided it; of many the figures, and each pair's winner. */
import type { Comparison, Grounds, OrderedPreference } from '../domain/comparison.ts';
import { pairNames, type PairNames } from '../judge/pair-names.ts';
import { COMPARISON_PROTOCOLS } from '../judge/protocols/index.ts';
import { summarizeComparisons, type ComparisonSummary } from '../judge/summarize-comparisons.ts';
import { shorten } from '../text/printable.ts';
import { judgementBlocks } from './judgement.ts';
import type { DataRows } from './rows-of-data.ts';
import { signOf } from './verdict.ts';
import { renderer } from './formats.ts';
import { lines, main, paint, say, section, table, verbatim, type Block, type Inline } from './report.ts';
import { aidBlocks, panelBlocks, reasonText, savedText, scoreBlocks, scoreText, selectiveText } from './scores.ts';
import { percent } from './words.ts';

const MAX_REASON_CHARS = 120;

export const renderComparisons = renderer<readonly Comparison[]>(
  (comparisons, isFull) => {
    const [first, ...others] = comparisons;
    const tasks = new Set(comparisons.map(instructionOf));
    const isOne = first !== undefined && others.length === 0;
    const pairs = isFull ? comparisons.map((each) => section(each.name, ...onePair(each, false))) : [];
    return {
      title: `${isOne ? first.name : `${comparisons.length} pairs`}, compared by ${COMPARISON_PROTOCOLS[first?.by ?? 'pass-rate'].title}`,
      instruction: tasks.size === 1 ? [...tasks][0] : undefined,
      blocks: isOne
        ? onePair(first, isFull)
        : [...summaryBlocks(summarizeComparisons(comparisons), sidesOf(comparisons)), pairTable(comparisons), ...pairs],
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

/** The checklist's own where nobody gave one. */
function instructionOf({ task, grounds }: Comparison): string | undefined {
  const own = grounds !== null && 'checklist' in grounds ? grounds.checklist : null;
  return (task ?? own?.task)?.instruction;
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

function winnerOf({ result }: Pick<Comparison, 'result'>, names: PairNames): Inline {
  if (result.status === 'unscored') return say`${paint.warn('unscored:')} ${result.reason}`;
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
        ...answerBlocks(grounds, names),
        ...(isFull ? aidBlocks(grounds.aids) : []),
      ];
    case 'scores': {
      const items = grounds.checklist?.items.map(({ text }) => text) ?? [];
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
      return grounds.members.map(({ model, result, grounds: own }) =>
        section(
          model,
          lines(winnerOf({ result }, names)),
          ...(isFull && own !== null ? groundsBlocks(own, names, true) : []),
        ),
      );
  }
}

/** Items that the two meet differently: the others say nothing about which is better. */
function answerBlocks(
  { orders, checklist }: Extract<Grounds, { kind: 'preferences' }>,
  names: PairNames,
): readonly Block[] {
  const items = checklist?.items ?? [];
  const rows = orders.flatMap(({ first, verdict }) =>
    (verdict.status === 'scored' ? (verdict.answers ?? []) : []).flatMap(({ a, b }, index) =>
      a === b ? [] : [[`${names[first]} first`, a, b, items[index]?.text ?? '']],
    ),
  );
  return rows.length === 0 ? [] : [table(['Order', names.a, names.b, main('Where they differ')], rows)];
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
  return [lines(figures), ...(isFull ? verdicts : [differences(grounds, names)])];
}

/** Items on which the two differ: the others say nothing about which is better. */
function differences({ a, b, checklist }: PassRates, names: PairNames): Block {
  const rows = checklist.items.flatMap(({ id, text }, index) => {
    const [inA, inB] = [a, b].map(({ verdicts }) => signOf(verdicts[index]?.verdict));
    if (inA === undefined || inB === undefined || inA.text === inB.text) return [];
    return [[paint.strong(id), inA, inB, text]];
  });
  if (rows.length === 0) return lines(paint.soft('They differ in no item.'));
  return table(['#', names.a, names.b, main('Where they differ')], rows);
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

function pairTable(comparisons: readonly Comparison[]): Block {
  const isLabelled = comparisons.some(({ label }) => label !== null);
  return table(
    [main('Pair'), 'Better', ...(isLabelled ? ['Label'] : []), 'Note'],
    comparisons.map((comparison) => {
      const { name, result, label } = comparison;
      const names = pairNames(comparison);
      const labelled = isLabelled ? [label === null ? '–' : names[label]] : [];
      if (result.status === 'unscored')
        return [name, paint.warn('unscored'), ...labelled, shorten(result.reason, MAX_REASON_CHARS)];
      const note = result.flipped === true ? 'the orders disagree' : '';
      return [name, paint.strong(names[result.winner]), ...labelled, paint.warn(note)];
    }),
  );
}

/** What the names of each side have in common beside their pair's: the folders `old` and `new`, or the fields a and b. */
function sidesOf(comparisons: readonly Comparison[]): PairNames {
  const sideOf = (side: 'a' | 'b', otherwise: string) => {
    const [own = '', ...others] = new Set(comparisons.map((each) => each[side].name.replace(each.name, '')));
    return others.length > 0 ? otherwise : own.replace(/\/$/u, '').trim() || otherwise;
  };
  return pairNames({ a: { name: sideOf('a', 'the first') }, b: { name: sideOf('b', 'the second') } });
}

function summaryBlocks(summary: ComparisonSummary, sides: PairNames): readonly Block[] {
  const { pairs, a, b, ties, unscored, flips, unchanged, selective, agreement, panel } = summary;
  const figures = lines(
    `${sides.a} is better in ${a}, ${sides.b} in ${b}, ties ${ties}, unscored ${unscored}, of ${pairs} pairs`,
    flips === null
      ? null
      : say`flip rate ${paint.strong(percent(flips.value))} (in ${flips.hits} of ${flips.scored} pairs the two orders disagree, which makes a tie)`,
    unchanged === null
      ? null
      : say`unchanged when asked again ${paint.strong(percent(unchanged.value))} (${unchanged.hits} of ${unchanged.scored} decisions)`,
    selective === null ? null : savedText(selective),
    agreement === null ? null : agreementText(agreement),
  );
  return [figures, ...(panel === null ? [] : panelBlocks(panel))];
}

function agreementText({ accuracy, kappa, distance }: NonNullable<ComparisonSummary['agreement']>): Inline {
  const figure = (value: number | null) => (value === null ? '–' : value.toFixed(3));
  const left = accuracy.missing > 0 ? `; ${accuracy.missing} unscored left out` : '';
  const shares = (distance.shares ?? [null, null, null]).map(figure).join(' / ');
  const counts = `${accuracy.hits} of ${accuracy.scored}${left}`;
  return say`agreement with labels: accuracy ${paint.strong(percent(accuracy.value))} (${counts}), kappa ${figure(kappa.value)}, PLD 0 / 1 / 2 ${shares}, WPLD ${figure(distance.weighted)}`;
}
