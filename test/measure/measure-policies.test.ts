/** What checklists bring a judge, on crafted verdicts: every figure by hand (checklist study, figure 3, tables 1, 2, 5 to 7). */
import { describe, expect, it } from 'vitest';
import type { PolicyCase, PolicyVerdicts, WholeVerdict } from '../../src/data/policy-verdicts.ts';
import { measurePolicies } from '../../src/measure/measure-policies.ts';

const task = (instruction: string) => ({ instruction, context: null });
const votes = (a: number, b: number): readonly WholeVerdict[] => [
  ...Array<WholeVerdict>(a).fill('a'),
  ...Array<WholeVerdict>(b).fill('b'),
];
const listOf = (length: number) => Array.from({ length }, (_, index) => `Question ${index + 1}?`);

interface Given {
  readonly on: string;
  readonly gold: WholeVerdict;
  readonly without: readonly WholeVerdict[];
  readonly baseline: readonly WholeVerdict[];
  readonly subset?: string;
}

/** `specify` says what is said without a checklist. */
function verdictsOf(
  kind: PolicyVerdicts['kind'],
  given: readonly Given[],
  sizes: Readonly<Record<string, number>>,
): PolicyVerdicts {
  const cases = given.map(({ on, gold, without, baseline, subset = 'all' }, index): PolicyCase => {
    const withList = { baseline, specify: without };
    return { name: String(index + 1), subset, task: task(on), gold, without, withList };
  });
  const lists = Object.entries(sizes).map(([on, count]) => ({
    task: task(on),
    byPolicy: { baseline: listOf(count), specify: listOf(1) },
  }));
  return { kind, policies: ['baseline', 'specify'], judgements: 10, cases, lists, leftOut: [] };
}

/**
 * | pair | people | none | x | right | baseline | right |
 * | 1 | a | 10:0 | 0 | 1 | 0:10 | 0 |
 * | 2 | a | 4:6 | 4 | 0 | 8:2 | 1 |
 * | 3 | b | 5:5 | 5 | ½ | 0:9, one unread | 1 |
 * | 4 | b | 7:3 | 3 | 0 | 5:5 | ½ |
 */
const PAIRS: readonly Given[] = [
  { on: 'toast', gold: 'a', without: votes(10, 0), baseline: votes(0, 10), subset: 'easy' },
  { on: 'toast', gold: 'a', without: votes(4, 6), baseline: votes(8, 2), subset: 'easy' },
  { on: 'note', gold: 'b', without: votes(5, 5), baseline: votes(0, 9), subset: 'hard' },
  { on: 'plan', gold: 'b', without: votes(7, 3), baseline: votes(5, 5), subset: 'hard' },
];
const SIZES = { toast: 3, note: 5, plan: 4 };

describe('policies by pairs', () => {
  const measured = measurePolicies(verdictsOf('pairwise', PAIRS, SIZES), { resamples: 200 });
  const [baseline, specify] = measured.policies;

  it('are right as often as by hand at every k, and used as often', () => {
    expect(measured).toMatchObject({ measure: 'accuracy', cases: 4, unread: 0, none: { value: 1.5 / 4 } });
    expect(baseline?.settings.map(({ k, figure, used }) => [k, figure.value, used])).toEqual([
      ['all', 2.5 / 4, 4],
      [1, 3.5 / 4, 3],
      [2, 3.5 / 4, 3],
      [3, 3.5 / 4, 3],
      [4, 3 / 4, 2],
      [5, 2 / 4, 1],
    ]);
    expect(specify?.settings.map(({ figure }) => figure.value)).toEqual(Array(6).fill(1.5 / 4));
  });

  it('are held against none and all over the same cases', () => {
    const [all, , , three] = baseline?.settings ?? [];
    expect([all?.overNone?.difference, all?.overAll]).toEqual([1 / 4, null]);
    expect([three?.overNone?.difference, three?.overAll?.difference]).toEqual([2 / 4, 1 / 4]);
    expect(specify?.settings[0]?.overNone).toMatchObject({ difference: 0, interval: { low: 0, high: 0 } });
    const undrawn = measurePolicies(verdictsOf('pairwise', PAIRS, SIZES), { resamples: 0 });
    expect(undrawn.policies[0]?.settings[0]).toMatchObject({ overNone: null, figure: { interval: null } });
  });

  it('are named where they are best and worst, none among them', () => {
    expect([measured.best, measured.worst]).toEqual([['baseline'], ['none', 'specify']]);
    expect(measured.subsets.map(({ subset, cases, none, best }) => [subset, cases, none.value, best])).toEqual([
      ['easy', 2, 1 / 2, ['none', 'baseline', 'specify']],
      ['hard', 2, 1 / 4, ['baseline']],
    ]);
  });

  it('have lists of so many items, of which those count as verified whose judgements could all be read', () => {
    expect(baseline?.sizes).toEqual({ lists: 3, min: 3, max: 5, mean: 4, deviation: Math.sqrt(2 / 3), sum: 12 });
    expect(baseline?.verified).toEqual({ items: 7, of: 12 });
    expect(measured.subsets.map(({ policies }) => policies[0]?.sizes?.sum)).toEqual([3, 9]);
  });

  it('have lists that bring the judge nearer to people, or farther away', () => {
    // Means of places: 1 to 2; 1.6 to 1.2 of 1; 1.5 to 2 of 2; 1.3 to 1.5 of 2.
    const effects = baseline?.effects.map(({ delta, effect }) => [Number(delta.toFixed(9)), effect]);
    expect(effects).toEqual([
      [-1, 'harms'],
      [0.4, 'helps'],
      [0.5, 'helps'],
      [0.2, 'neutral'],
    ]);
  });

  it('judge a case with the checklist whose judgements without one nobody could read', () => {
    const unread = { on: 'toast', gold: 'a', without: [], baseline: votes(10, 0) } as const;
    const { none, policies, ...others } = measurePolicies(verdictsOf('pairwise', [...PAIRS, unread], SIZES));
    expect(others.unread).toBe(1);
    expect(none).toMatchObject({ value: 1.5 / 4, scored: 4, missing: 1 });
    expect(policies[0]?.settings.at(-1)).toMatchObject({ k: 5, used: 2, figure: { value: 3 / 5 } });
    expect(policies[0]?.effects).toHaveLength(4);
    const kept = measurePolicies(verdictsOf('pairwise', [...PAIRS, unread], SIZES), {
      unread: 'without',
      resamples: 0,
    });
    const five = kept.policies[0]?.settings.at(-1);
    expect(five).toMatchObject({ used: 1, figure: { value: 2 / 4, scored: 4, missing: 1 } });
  });
});

describe('policies by scores', () => {
  const SCORES: readonly Given[] = [
    // Whole scores: 4 and 4; 3 and 2; 3 and 3, halves going up.
    { on: 'toast', gold: 13 / 3, without: [4, 4, 4, 4, 4], baseline: [5, 5, 5, 5, 5] },
    { on: 'note', gold: 2, without: [3, 3, 3, 3, 4], baseline: [2, 2, 2, 2, 2] },
    { on: 'plan', gold: 2.5, without: [5, 1, 5, 1, 3], baseline: [1, 1, 1, 1, 1] },
  ];
  const measured = measurePolicies(verdictsOf('direct', SCORES, SIZES), { thresholds: [0.5, 0.4], resamples: 50 });

  it('agree with people by ordinal alpha, worked out by fractions', () => {
    const close = (value: number) => expect.closeTo(value, 12) as unknown;
    expect(measured).toMatchObject({ measure: 'alphaOrdinal', none: { value: close(7 / 9) } });
    // (5, 4), (2, 2), (1, 3); with the list for the last two; for the last alone.
    expect(measured.policies[0]?.settings.map(({ k, figure, used }) => [k, figure.value, used])).toEqual([
      ['all', close(26 / 51), 3],
      [0.4, close(6 / 11), 2],
      [0.5, close(113 / 198), 1],
    ]);
    expect(measured.policies[0]?.settings[0]?.overNone?.difference).toBeCloseTo(26 / 51 - 7 / 9, 12);
    expect([measured.best, measured.worst]).toEqual([['none', 'specify'], ['baseline']]);
  });
});

it('refuses to measure nothing', () => {
  expect(() => measurePolicies(verdictsOf('pairwise', [], {}))).toThrow(/no cases with a checklist by every policy/u);
});
