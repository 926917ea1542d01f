/** Comparisons for people: of one pair what decided it; of many the figures, and each pair's winner. */
import type { Comparison, Grounds, NamedResponse, Protocol, ResponseScore } from '../../domain/comparison.ts';
import { asJudgement } from '../../judge/as-judgement.ts';
import { recordId } from '../../judge/record-id.ts';
import { summarizeComparisons, type ComparisonSummary } from '../../judge/summarize-comparisons.ts';
import { percent } from '../judgement/figures.ts';
import { heading, line, span, type Block, type Report, type Span } from '../report/report.ts';
import type { Printed } from '../report/render-report.ts';
import { shorten } from '../words.ts';

const BY: Readonly<Record<Protocol, string>> = {
  'pass-rate': 'pass rates',
  preference: 'preference in both orders',
  score: 'scores from 1 to 5',
  'check-then-score': 'scores from 1 to 5 with the checklist as a guide',
};

export function comparisonsToPrint(comparisons: readonly Comparison[]): Printed {
  return {
    json: () => ({
      summary: summarizeComparisons(comparisons),
      comparisons: comparisons.map((comparison) => ({ id: recordId('comparison', comparison), ...comparison })),
    }),
    report: (isFull) => reportOf(comparisons, isFull),
  };
}

function reportOf(comparisons: readonly Comparison[], isFull: boolean): Report {
  const [first, ...others] = comparisons;
  const isOne = first !== undefined && others.length === 0;
  const tasks = new Set(comparisons.map((comparison) => taskOf(comparison)?.instruction ?? null));
  return {
    title: isOne ? `Comparison: ${first.name}` : `Comparison: ${comparisons.length} pairs`,
    heading: `Compared by ${BY[first?.by ?? 'pass-rate']}`,
    task: tasks.size === 1 && first !== undefined ? taskOf(first) : null,
    blocks: isOne
      ? onePair(first, isFull)
      : [
          ...summaryLines(summarizeComparisons(comparisons)),
          pairRows(comparisons),
          ...(isFull
            ? comparisons.flatMap((comparison) => [heading(comparison.name), ...onePair(comparison, false)])
            : []),
        ],
  };
}

/** The checklist's own where nobody gave one. */
function taskOf({ task, grounds }: Comparison): Comparison['task'] {
  if (task !== null || grounds === null || grounds.kind === 'preferences') return task;
  return grounds.checklist?.task ?? null;
}

function onePair(comparison: Comparison, isFull: boolean): readonly Block[] {
  const { a, b, grounds } = comparison;
  return [
    line(span('A ', 'soft'), a.name, span(' · B ', 'soft'), b.name),
    line(...winnerSpans(comparison)),
    ...(grounds === null ? [] : groundsBlocks(grounds, isFull)),
    ...(isFull && grounds?.kind !== 'pass-rates' ? [...textBlocks('A', a), ...textBlocks('B', b)] : []),
  ];
}

function textBlocks(side: string, { name, response }: NamedResponse): readonly Block[] {
  return [heading(`${side}: ${name}`), { kind: 'text', text: response }];
}

function winnerSpans({ result }: Comparison): readonly Span[] {
  if (result.status === 'unscored') return [span('unscored: ', 'warn'), span(result.reason)];
  if (result.winner !== 'tie') return [span(`${result.winner.toUpperCase()} is better`, 'good')];
  return [
    span('a tie', 'strong'),
    ...(result.flipped === true ? [span(': the two orders disagree', 'warn')] : []),
  ];
}

function groundsBlocks(grounds: Grounds, isFull: boolean): readonly Block[] {
  switch (grounds.kind) {
    case 'pass-rates': {
      const { a, b, checklist, judge, rates } = grounds;
      const shared =
        rates.items === checklist.items.length
          ? `over ${rates.items} items`
          : `over the ${rates.items} of ${checklist.items.length} items with a verdict on both sides`;
      return [
        line(
          'A ',
          span(percent(rates.a), 'strong'),
          ' · B ',
          span(percent(rates.b), 'strong'),
          ` · ${shared}`,
        ),
        ...(isFull
          ? [a, b].map((each, index): Block => ({
              kind: 'judgement',
              judgement: asJudgement(
                { ...each, name: `${index === 0 ? 'A' : 'B'}: ${each.name}` },
                checklist,
                judge,
              ),
            }))
          : [differences(grounds)]),
      ];
    }
    case 'preferences':
      return grounds.orders.map(({ first, verdict }) => {
        const shown = span(`${first.toUpperCase()} shown first: `, 'soft');
        if (verdict.status === 'unscored') return line(shown, span('unscored ', 'warn'), verdict.reason);
        const { votes } = verdict;
        const drawn = votes.a + votes.b + votes.tie + votes.unscored;
        const counted = drawn > 1 ? ` (votes: A ${votes.a}, B ${votes.b}, tie ${votes.tie})` : '';
        const prefers = verdict.winner === 'tie' ? 'a tie' : verdict.winner.toUpperCase();
        return line(shown, span(prefers, 'strong'), counted + reasonText(verdict.reason));
      });
    case 'scores':
      return [scoreLine('A', grounds.a), scoreLine('B', grounds.b)];
  }
}

/** Items on which the two differ: the others say nothing about which is better. */
function differences({ a, b, checklist }: Extract<Grounds, { kind: 'pass-rates' }>): Block {
  const rows = checklist.items.flatMap((item, index) => {
    const [inA, inB] = [a.verdicts[index]?.verdict, b.verdicts[index]?.verdict].map((verdict) =>
      verdict?.status === 'scored' ? verdict.answer : 'unscored',
    );
    return inA === inB || inA === undefined || inB === undefined
      ? []
      : [[span(item.id, 'strong'), answerSpan(inA), answerSpan(inB), span(item.text)]];
  });
  const columns = [
    { head: '#', width: 4 },
    { head: 'A', width: 14 },
    { head: 'B', width: 14 },
    { head: 'Where they differ', width: null },
  ];
  return rows.length === 0 ? line(span('They differ in no item.', 'soft')) : { kind: 'rows', columns, rows };
}

function answerSpan(answer: string): Span {
  if (answer === 'yes') return span(answer, 'good');
  return span(answer, answer === 'no' ? 'bad' : 'warn');
}

function scoreLine(name: string, score: ResponseScore): Block {
  if (score.status === 'unscored') return line(`${name} `, span('unscored ', 'warn'), score.reason);
  const of = score.samples.length > 1 ? ` (mean of ${score.samples.join(', ')})` : '';
  return line(
    `${name} `,
    span(String(Number(score.score.toFixed(2))), 'strong'),
    of + reasonText(score.reason),
  );
}

/** Empty where the judge was asked for the bare answer. */
function reasonText(reason: string): string {
  return reason === '' ? '' : ` – ${reason}`;
}

const MAX_REASON_CHARS = 120;

function pairRows(comparisons: readonly Comparison[]): Block {
  const isLabelled = comparisons.some(({ label }) => label !== null);
  return {
    kind: 'rows',
    columns: [
      { head: 'Pair', width: null },
      { head: 'Better', width: 8 },
      ...(isLabelled ? [{ head: 'Label', width: 6 }] : []),
      { head: 'Note', width: 40 },
    ],
    rows: comparisons.map(({ name, result, label }) => [
      span(name),
      result.status === 'unscored'
        ? span('unscored', 'warn')
        : span(result.winner === 'tie' ? 'tie' : result.winner.toUpperCase(), 'strong'),
      ...(isLabelled ? [span(label === null ? '–' : label === 'tie' ? label : label.toUpperCase())] : []),
      result.status === 'unscored'
        ? span(shorten(result.reason, MAX_REASON_CHARS))
        : span(result.flipped === true ? 'the orders disagree' : '', 'warn'),
    ]),
  };
}

function summaryLines({
  pairs,
  a,
  b,
  ties,
  unscored,
  flips,
  agreement,
}: ComparisonSummary): readonly Block[] {
  const lines = [
    line(`A is better in ${a}, B in ${b}, ties ${ties}, unscored ${unscored}, of ${pairs} pairs`),
  ];
  if (flips !== null)
    lines.push(
      line(
        'flip rate ',
        span(percent(flips.value), 'strong'),
        ` (in ${flips.hits} of ${flips.scored} pairs the two orders disagree, which makes a tie)`,
      ),
    );
  if (agreement === null) return lines;
  const { accuracy, kappa, distance } = agreement;
  const figure = (value: number | null) => (value === null ? '–' : value.toFixed(3));
  const left = accuracy.missing > 0 ? `; ${accuracy.missing} unscored left out` : '';
  lines.push(
    line(
      'agreement with labels: accuracy ',
      span(percent(accuracy.value), 'strong'),
      ` (${accuracy.hits} of ${accuracy.scored}${left}), kappa ${figure(kappa.value)}, `,
      `PLD 0 / 1 / 2 ${(distance.shares ?? [null, null, null]).map(figure).join(' / ')}, WPLD ${figure(distance.weighted)}`,
    ),
  );
  return lines;
}
