import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemVerdict, Verdict } from '../../src/domain/judgement.ts';
import { SCORES } from '../../src/domain/scores.ts';
import { SCORE_REGISTRY, scoreOf } from '../../src/metrics/scores.ts';
import { item } from '../support/checklist.ts';

const ANSWERS = ['yes', 'no', 'not-applicable', 'unscored'] as const;
type Given = (typeof ANSWERS)[number] | number;

/** A number is the value of a level. */
function verdict(given: Given, yesProbability: number | null = null): Verdict {
  if (given === 'unscored') return { status: 'unscored', reason: 'Why not.', votes: null };
  const rest = { by: 'model' as const, reason: '', quotes: [], votes: null, voteShare: null, yesProbability };
  if (typeof given === 'number')
    return { status: 'scored', answer: given === 1 ? 'yes' : 'no', ...rest, level: { label: 'l', value: given } };
  return { status: 'scored', answer: given, ...rest };
}

const items = [
  item(1, { weight: 50, importance: 'essential' }),
  item(2, { weight: 30, importance: 'important' }),
  item(3, { weight: 20, importance: 'optional' }),
  item(4, { weight: -40, importance: 'pitfall', fault: true }),
];
const verdictsOf = (given: readonly Given[], probabilities: readonly number[] = []): ItemVerdict[] =>
  given.map((each, at) => ({ itemId: item(at + 1).id, verdict: verdict(each, probabilities[at] ?? null) }));
const valueOf = (by: (typeof SCORES)[number], given: readonly Given[], probabilities?: readonly number[]) =>
  scoreOf(by, items, verdictsOf(given, probabilities)).value;

describe('scores', () => {
  it.each([
    // i1 met, i2 not, i3 half, and the fault is there: yes of a fault’s question means that it is absent.
    ['pass-rate', 1 / 4],
    ['drfr', 1 / 4],
    ['weighted', (50 + 10) / 140],
    ['healthbench', (50 + 10 - 40) / 100],
    ['rar-explicit', (1 + 0.3 * 0.5) / (1 + 0.7 + 0.3 + 0.9)],
    ['gated', (50 + 10) / 140],
  ] as const)('%s: as by hand', (by, expected) => {
    expect(valueOf(by, ['yes', 'no', 0.5, 'no'])).toBeCloseTo(expected, 12);
  });

  it.each([
    // i1 met, i2 not, i3 without a verdict, and the fault is absent.
    ['pass-rate', 2 / 3],
    ['weighted', (50 + 40) / 120],
    ['healthbench', 50 / 80],
    ['rar-explicit', (1 + 0.9) / (1 + 0.7 + 0.9)],
  ] as const)('%s of what has a verdict: as by hand', (by, expected) => {
    expect(valueOf(by, ['yes', 'no', 'unscored', 'yes'])).toBeCloseTo(expected, 12);
  });

  it('p-yes takes the probabilities, and has no value without one of them', () => {
    expect(valueOf('p-yes', ['yes', 'no', 'yes', 'yes'], [0.9, 0.2, 0.6, 0.8])).toBeCloseTo(
      (50 * 0.9 + 30 * 0.2 + 20 * 0.6 + 40 * 0.8) / 140,
      12,
    );
    expect(scoreOf('p-yes', items, verdictsOf(['yes']))).toMatchObject({
      value: null,
      reason: expect.stringContaining('i1 has no token probabilities') as string,
    });
  });

  // healthbench_eval_test.py of openai/simple-evals (ee3b031), the worked example that is published.
  it('healthbench is as HealthBench’s own test has it: 7 and 10 met, 5 not, a fault of 6 there, of 22 possible', () => {
    const rubric = [7, 5, 10, -6].map((weight, at) => item(at + 1, { weight }));
    expect(scoreOf('healthbench', rubric, verdictsOf(['yes', 'no', 'yes', 'no'])).value).toBe((7 + 0 + 10 - 6) / 22);
    expect(scoreOf('healthbench', rubric, verdictsOf(['no', 'no', 'no', 'no'])).value).toBe(0);
    const reason = expect.stringContaining('no item with points above 0') as string;
    expect(scoreOf('healthbench', rubric.slice(3), verdictsOf(['no', 'no', 'no', 'no']))).toMatchObject({
      value: null,
      reason,
    });
  });

  it('gated falls to the share of the essential items that are met', () => {
    const two = [...items, item(5, { weight: 100, importance: 'essential' })];
    expect(scoreOf('gated', two, verdictsOf(['no', 'yes', 'yes', 'yes', 'yes'])).value).toBe(0.5);
  });

  it('an unscored item with levels may earn what its levels do', () => {
    const levels = [
      { label: 'a', description: 'cold', value: 0.2 },
      { label: 'b', description: 'warm', value: 0.6 },
    ];
    const list = [item(1, { weight: 1 }), item(2, { weight: 100, levels })];
    const { lowest, highest } = scoreOf('weighted', list, verdictsOf(['yes', 'unscored']));
    expect([lowest, highest]).toEqual([expect.closeTo(21 / 101), expect.closeTo(61 / 101)]);
  });

  it('rar-explicit wants to be told what each item matters', () => {
    const reason = expect.stringContaining('i1 has no importance') as string;
    expect(scoreOf('rar-explicit', [item(1)], verdictsOf(['yes']))).toMatchObject({ value: null, reason });
  });

  it('rar-implicit is what the judge of the whole said', () => {
    expect(scoreOf('rar-implicit', items, [], 0.75)).toMatchObject({ value: 0.75, lowest: 0.75, reason: null });
    expect(scoreOf('rar-implicit', items, [], 'It timed out.')).toMatchObject({ value: null, reason: 'It timed out.' });
  });

  it('each states its formula and source', () => {
    for (const by of SCORES) {
      expect(SCORE_REGISTRY[by].formula).not.toBe('');
      expect(SCORE_REGISTRY[by].source).not.toBe('');
    }
  });
});

const importance = fc.constantFrom('essential', 'important', 'optional', 'pitfall');
const anyItem = fc.record({
  weight: fc.integer({ min: -100, max: 100 }),
  importance,
  given: fc.oneof(fc.constantFrom(...ANSWERS), fc.constantFrom(0, 0.25, 0.5, 1)),
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
});
const lists = fc.array(anyItem, { minLength: 1, maxLength: 12 });
type Drawn = typeof lists extends fc.Arbitrary<infer Value> ? Value : never;
const byVerdicts = fc.constantFrom(...SCORES.filter((by) => by !== 'rar-implicit'));

function drawn(list: Drawn, order: readonly number[] = list.map((_, at) => at)) {
  const made = list.map(({ weight, importance: matters }, at) => item(at + 1, { weight, importance: matters }));
  const verdicts = list.map(({ given, probability }, at) => ({
    itemId: item(at + 1).id,
    verdict: verdict(given, typeof given === 'number' ? null : probability),
  }));
  const inOrder = <Each>(all: readonly Each[]) => order.flatMap((at) => all[at] ?? []);
  return [inOrder(made), inOrder(verdicts)] as const;
}

describe('every score', () => {
  it('is in 0–1, within its bounds, or null with a reason', () => {
    fc.assert(
      fc.property(lists, byVerdicts, (list, by) => {
        const { value, reason, lowest, highest } = scoreOf(by, ...drawn(list));
        expect(value === null).toBe(reason !== null);
        if (value === null) return;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(lowest ?? 0).toBeLessThanOrEqual((highest ?? 1) + 1e-12);
        if (list.every(({ given }) => given !== 'unscored')) expect([lowest, highest]).toEqual([value, value]);
      }),
    );
  });

  it('does not change with the order of the items', () => {
    fc.assert(
      fc.property(
        lists.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(
              list.map((_, at) => at),
              { minLength: list.length },
            ),
          ),
        ),
        byVerdicts,
        ([list, order], by) => {
          expect(scoreOf(by, ...drawn(list, order)).value).toBe(scoreOf(by, ...drawn(list)).value);
        },
      ),
    );
  });

  it.each([
    ['no', 'yes'],
    [0, 0.25],
    [0.25, 0.5],
    [0.5, 1],
  ] as const)(
    'is never lifted by a fault that is there, or by an item that is less met: %s beside %s',
    (less, more) => {
      fc.assert(
        fc.property(lists, byVerdicts, fc.nat(), (list, by, number) => {
          const at = number % list.length;
          const withAnswer = (given: Drawn[number]['given']) =>
            scoreOf(
              by,
              ...drawn(
                list.map((each, index) =>
                  index === at ? { ...each, given, probability: given === 'yes' ? 1 : 0 } : each,
                ),
              ),
            ).value;
          const [there, absent] = [withAnswer(less), withAnswer(more)];
          if (there !== null && absent !== null) expect(there).toBeLessThanOrEqual(absent + 1e-12);
        }),
      );
    },
  );

  it('has no value, and never 0, where nothing is scored; an unscored item counts for neither side', () => {
    fc.assert(
      fc.property(lists, byVerdicts, (list, by) => {
        const [made, verdicts] = drawn(list);
        const lost = verdicts.map((each) => ({ ...each, verdict: verdict('unscored') }));
        expect(scoreOf(by, made, lost).value).toBeNull();
        const scored = verdicts.filter((each) => each.verdict.status === 'scored');
        expect(scoreOf(by, made, verdicts).value).toBe(
          scoreOf(
            by,
            made.filter(({ id }) => scored.some(({ itemId }) => itemId === id)),
            scored,
          ).value,
        );
      }),
    );
  });
});

it('docs/judging.md states every formula', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/judging.md'), 'utf8');
  for (const by of SCORES) {
    expect(text).toContain(`\`${by}\``);
    expect(text.replaceAll('\\', '')).toContain(SCORE_REGISTRY[by].formula);
  }
});
