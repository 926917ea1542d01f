/** Comparisons: of one pair what decided it; of many the figures, and each pair's winner. */
import type { Comparison, Grounds, ResponseScore } from '../domain/comparison.ts';
import { asJudgement } from '../judge/as-judgement.ts';
import { COMPARISON_PROTOCOLS } from '../judge/protocols/index.ts';
import { summarizeComparisons, type ComparisonSummary } from '../judge/summarize-comparisons.ts';
import { judgementBlocks } from './judgement.ts';
import { renderer, withId } from './render.ts';
import {
  bad,
  good,
  lines,
  main,
  say,
  section,
  soft,
  strong,
  table,
  verbatim,
  warn,
  type Block,
  type Inline,
} from './report.ts';
import { percent, shorten } from './words.ts';

const MAX_REASON_CHARS = 120;
const LETTERS = { a: 'A', b: 'B', tie: 'tie' };

export const renderComparisons = renderer<readonly Comparison[]>(
  (comparisons, isFull) => {
    const [first, ...others] = comparisons;
    const tasks = [...new Set(comparisons.map(instructionOf))];
    const isOne = first !== undefined && others.length === 0;
    const pairs = isFull ? comparisons.map((each) => section(each.name, ...onePair(each, false))) : [];
    return {
      title: `${isOne ? first.name : `${comparisons.length} pairs`}, compared by ${COMPARISON_PROTOCOLS[first?.by ?? 'pass-rate'].title}`,
      instruction: tasks.length === 1 ? tasks[0] : undefined,
      blocks: isOne
        ? onePair(first, isFull)
        : [summaryLines(summarizeComparisons(comparisons)), pairTable(comparisons), ...pairs],
    };
  },
  (comparisons) => ({
    summary: summarizeComparisons(comparisons),
    comparisons: comparisons.map(withId('comparison')),
  }),
);

/** The checklist's own where nobody gave one. */
function instructionOf({ task, grounds }: Comparison): string | undefined {
  const own = grounds === null || grounds.kind === 'preferences' ? null : grounds.checklist;
  return (task ?? own?.task)?.instruction;
}

function onePair(comparison: Comparison, isFull: boolean): readonly Block[] {
  const { a, b, grounds } = comparison;
  const texts = [
    section(`A: ${a.name}`, verbatim(a.response)),
    section(`B: ${b.name}`, verbatim(b.response)),
  ];
  return [
    lines(say`${soft('A')} ${a.name} · ${soft('B')} ${b.name}`, winnerOf(comparison)),
    ...(grounds === null ? [] : groundsBlocks(grounds, isFull)),
    ...(isFull && grounds?.kind !== 'pass-rates' ? texts : []),
  ];
}

function winnerOf({ result }: Comparison): Inline {
  if (result.status === 'unscored') return say`${warn('unscored:')} ${result.reason}`;
  if (result.winner !== 'tie') return good(`${LETTERS[result.winner]} is better`);
  return say`${strong('a tie')}${result.flipped === true ? warn(': the two orders disagree') : ''}`;
}

function groundsBlocks(grounds: Grounds, isFull: boolean): readonly Block[] {
  switch (grounds.kind) {
    case 'pass-rates': {
      const { a, b, checklist, judge, rates } = grounds;
      const all = checklist.items.length;
      const some = `the ${rates.items} of ${all} items with a verdict on both sides`;
      const over = rates.items === all ? `${all} items` : some;
      const verdicts = Object.entries({ A: a, B: b }).map(([side, each]) =>
        section(`${side}: ${each.name}`, ...judgementBlocks(asJudgement(each, checklist, judge), true)),
      );
      return [
        lines(say`A ${strong(percent(rates.a))} · B ${strong(percent(rates.b))} · over ${over}`),
        ...(isFull ? verdicts : [differences(grounds)]),
      ];
    }
    case 'preferences':
      return [lines(...grounds.orders.map(orderText))];
    case 'scores':
      return [lines(scoreText('A', grounds.a), scoreText('B', grounds.b))];
  }
}

function orderText({ first, verdict }: Extract<Grounds, { kind: 'preferences' }>['orders'][number]): Inline {
  const shown = soft(`${LETTERS[first]} shown first:`);
  if (verdict.status === 'unscored') return say`${shown} ${warn('unscored')} ${verdict.reason}`;
  const { a, b, tie, unscored } = verdict.votes;
  const counted = a + b + tie + unscored > 1 ? ` (votes: A ${a}, B ${b}, tie ${tie})` : '';
  const prefers = strong(verdict.winner === 'tie' ? 'a tie' : LETTERS[verdict.winner]);
  return say`${shown} ${prefers}${counted}${reasonText(verdict.reason)}`;
}

function scoreText(name: string, score: ResponseScore): Inline {
  if (score.status === 'unscored') return say`${name} ${warn('unscored')} ${score.reason}`;
  const of = score.samples.length > 1 ? ` (mean of ${score.samples.join(', ')})` : '';
  return say`${name} ${strong(String(Number(score.score.toFixed(2))))}${of}${reasonText(score.reason)}`;
}

/** Empty where the judge was asked for the bare answer. */
function reasonText(reason: string): string {
  return reason === '' ? '' : ` – ${reason}`;
}

/** Items on which the two differ: the others say nothing about which is better. */
function differences({ a, b, checklist }: Extract<Grounds, { kind: 'pass-rates' }>): Block {
  const answer = ({ verdicts }: typeof a, index: number) => {
    const verdict = verdicts[index]?.verdict;
    return verdict?.status === 'scored' ? verdict.answer : 'unscored';
  };
  const painted = (said: string) => (said === 'yes' ? good : said === 'no' ? bad : warn)(said);
  const rows = checklist.items.flatMap(({ id, text }, index) => {
    const [inA, inB] = [answer(a, index), answer(b, index)];
    return inA === inB ? [] : [[strong(id), painted(inA), painted(inB), text]];
  });
  if (rows.length === 0) return lines(soft('They differ in no item.'));
  return table(['#', 'A', 'B', main('Where they differ')], rows);
}

function pairTable(comparisons: readonly Comparison[]): Block {
  const isLabelled = comparisons.some(({ label }) => label !== null);
  return table(
    [main('Pair'), 'Better', ...(isLabelled ? ['Label'] : []), 'Note'],
    comparisons.map(({ name, result, label }) => [
      name,
      result.status === 'unscored' ? warn('unscored') : strong(LETTERS[result.winner]),
      ...(isLabelled ? [label === null ? '–' : LETTERS[label]] : []),
      result.status === 'unscored'
        ? shorten(result.reason, MAX_REASON_CHARS)
        : warn(result.flipped === true ? 'the orders disagree' : ''),
    ]),
  );
}

function summaryLines({ pairs, a, b, ties, unscored, flips, agreement }: ComparisonSummary): Block {
  return lines(
    `A is better in ${a}, B in ${b}, ties ${ties}, unscored ${unscored}, of ${pairs} pairs`,
    flips === null
      ? null
      : say`flip rate ${strong(percent(flips.value))} (in ${flips.hits} of ${flips.scored} pairs the two orders disagree, which makes a tie)`,
    agreement === null ? null : agreementText(agreement),
  );
}

function agreementText({ accuracy, kappa, distance }: NonNullable<ComparisonSummary['agreement']>): Inline {
  const figure = (value: number | null) => (value === null ? '–' : value.toFixed(3));
  const left = accuracy.missing > 0 ? `; ${accuracy.missing} unscored left out` : '';
  const shares = (distance.shares ?? [null, null, null]).map(figure).join(' / ');
  const counts = `${accuracy.hits} of ${accuracy.scored}${left}`;
  return say`agreement with labels: accuracy ${strong(percent(accuracy.value))} (${counts}), kappa ${figure(kappa.value)}, PLD 0 / 1 / 2 ${shares}, WPLD ${figure(distance.weighted)}`;
}
