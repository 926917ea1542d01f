import { describe, expect, it } from 'vitest';
import type { Comparison, Winner } from '../../src/domain/comparison.ts';
import { selectiveUse, summarizeSelective, type SelectiveUse } from '../../src/judge/selective.ts';
import { summarizeComparisons } from '../../src/judge/summarize-comparisons.ts';
import { measureJudge } from '../../src/measure/measure-judge.ts';

function compared(winner: Winner | null, label: Winner | null = null, flipped: boolean | null = false): Comparison {
  return {
    name: 'pair',
    task: null,
    a: { name: 'a', response: 'A.' },
    b: { name: 'b', response: 'B.' },
    by: flipped === null ? 'score' : 'preference',
    result: winner === null ? { status: 'unscored', reason: 'Cut off.' } : { status: 'scored', winner, flipped },
    grounds: null,
    label,
    warnings: [],
    comparers: {},
    usage: [],
  };
}

describe('a summary of comparisons', () => {
  it('counts winners, ties and lost ones; flips are of the pairs with both orders', () => {
    const summary = summarizeComparisons([
      compared('a'),
      compared('b'),
      compared('tie', null, true),
      compared('tie'),
      compared(null),
    ]);
    expect(summary).toEqual({
      ...{ pairs: 5, a: 1, b: 1, ties: 2, unscored: 1, signTest: 1 },
      flips: { value: 0.25, hits: 1, scored: 4, missing: 1 },
      unchanged: null,
      selective: null,
      panel: null,
      agreement: null,
    });
    expect(summarizeComparisons([compared('a', null, null)]).flips).toBeNull();
  });

  it('agrees with labels over what is scored: accuracy, PLD and WPLD', () => {
    const { agreement } = summarizeComparisons([
      compared('a', 'a'),
      compared('a', 'tie'),
      compared('a', 'b'),
      compared('tie', 'tie'),
      compared(null, 'a'),
      compared('b'),
    ]);
    expect(agreement).toMatchObject({
      labelled: 5,
      accuracy: { value: 0.5, hits: 2, scored: 4, missing: 1 },
      distance: { shares: [0.5, 0.25, 0.25], weighted: 0.75, scored: 4, missing: 1 },
    });
  });

  it('says how likely so uneven wins are by chance, and how sure the accuracy is, pairs of one task together', () => {
    const task = (instruction: string) => ({ instruction, context: null });
    const comparisons = [
      ...['x', 'x', 'y', 'y'].map((name) => ({ ...compared('a', 'a'), task: task(name) })),
      { ...compared('a', 'b'), task: task('z') },
      { ...compared('a', 'b'), task: task('z') },
      compared('tie'),
    ];
    const { signTest, agreement } = summarizeComparisons(comparisons);
    // 2 · ½⁶ of six wins and none.
    expect(signTest).toBeCloseTo(2 / 64, 12);
    // Mean 2/3; sums of deviations 2/3, 2/3 and −4/3 of three tasks: √(24/9 · 3/2) / 6.
    expect(agreement?.accuracyError).toBeCloseTo(2 / 6, 12);
  });

  it('counts what stays after a doubt, and how often that is right (CAMIEval, table 7)', () => {
    const doubted = (winner: Winner, after: readonly (Winner | null)[], label: Winner | null): Comparison => ({
      ...compared(winner, label),
      grounds: {
        kind: 'preferences',
        orders: after.map((afterDoubt) => ({
          first: 'a',
          verdict: {
            ...{ status: 'scored', winner, reason: '', votes: { a: 1, b: 0, tie: 0, unscored: 0 } },
            afterDoubt,
          },
        })),
      },
    });
    const comparisons = [
      doubted('a', ['a', 'a'], 'a'),
      doubted('a', ['b', 'b'], 'a'),
      doubted('b', ['b', 'a'], 'b'),
      doubted('b', [null, 'b'], 'b'),
      doubted('a', ['a'], null),
      compared('b', 'b'),
    ];
    const { unchanged, agreement } = summarizeComparisons(comparisons);
    // 2 of 2, 0 of 2, 1 of 2, 1 of 1, 1 of 1; one answer is unreadable.
    expect(unchanged).toEqual({ value: 5 / 8, hits: 5, scored: 8, missing: 1 });
    // Right, wrong, a tie that counts half, unreadable; the last two have no label or no doubt.
    expect(agreement?.afterDoubt).toEqual({ value: 0.5, hits: 1.5, scored: 3, missing: 1 });
    expect(agreement?.accuracy.value).toBe(1);
    expect(summarizeComparisons([compared('b', 'b')]).agreement?.afterDoubt).toBeNull();
  });

  it('says the same of ties and of flips as the figures of a judge do', () => {
    const cases: readonly (readonly [first: Winner, second: Winner, pooled: Winner, label: Winner])[] = [
      ['a', 'b', 'b', 'b'],
      ['a', 'a', 'a', 'b'],
      ['tie', 'a', 'tie', 'a'],
      ['tie', 'tie', 'tie', 'b'],
    ];
    const summary = summarizeComparisons(
      cases.map(([first, second, pooled, label]) => compared(pooled, label, first !== second)),
    );
    const nothing = { samples: [], confidence: null, group: null, generated: [], human: null };
    const { figures } = measureJudge(
      cases.map(([unswapped, swapped, predicted, label], id) => {
        return { ...nothing, id: String(id), predicted, unswapped, swapped, labels: [label] };
      }),
      { scale: 'preference', resamples: 0 },
    );
    const figure = (name: string) => figures.find((each) => each.name === name)?.value;
    expect(summary.agreement?.accuracy).toEqual({ value: 0.5, hits: 2, scored: 4, missing: 0 });
    expect([figure('accuracy'), figure('flipRate')]).toEqual([summary.agreement?.accuracy.value, summary.flips?.value]);
  });

  it('counts a checklist that was not needed once for its instruction, and not at all where a pair used it', () => {
    const task = (instruction: string) => ({ instruction, context: null });
    const use = (instruction: string, used: boolean): SelectiveUse => ({
      task: task(instruction),
      ...selectiveUse(3, used ? 5 : 0, 10, 1),
    });
    expect(summarizeSelective([use('one', false), use('one', false), use('two', false)])?.saved).toEqual({
      judgements: 30,
      calls: 32,
    });
    expect(summarizeSelective([use('one', false), use('one', true)])?.saved).toEqual({ judgements: 10, calls: 10 });
  });

  it('has no flip rate, but not a rate of 0, where no pair is scored', () => {
    expect(summarizeComparisons([compared(null)]).flips).toMatchObject({ value: null, missing: 1 });
  });
});
