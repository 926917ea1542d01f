/** Which items of a checklist bring a judge nearer to people (checklist study, §6.1). */
import { describe, expect, it } from 'vitest';
import { ablate } from '../../src/judge/ablate.ts';
import type { HumanJudged } from '../../src/judge/repeated-verdicts.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { checklistEffect, itemEffect, type AblationCase, type Effect } from '../../src/metrics/ablation.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { checklistOfQualities } from '../support/hidden-truth.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedAgents } from '../support/scripted-agents.ts';
import { scriptedComparer } from '../support/scripted-comparer.ts';

const one = (given: Partial<AblationCase>): AblationCase => ({
  ...{ gold: 2, none: [1], all: [1], without: new Map() },
  ...given,
});

describe('the effect', () => {
  it('of a checklist is the distance from people that it takes away; the study’s thresholds are inclusive', () => {
    const effect = (none: number[], all: number[], threshold: number) =>
      checklistEffect([one({ none, all })], threshold);
    expect(effect([1, 1, 1, 2], [1, 2, 2, 2], 0.3)).toMatchObject({ delta: 0.5, effect: 'helps' });
    expect(effect([1.7], [2], 0.3)).toMatchObject({ effect: 'helps' });
    expect(effect([2], [1.7], 0.3)).toMatchObject({ effect: 'harms' });
    expect(effect([1.5], [1.75], 0.3)).toMatchObject({ delta: 0.25, effect: 'neutral' });
    expect(checklistEffect([one({ gold: 4, none: [2], all: [3] })], 1.5)).toMatchObject({
      delta: 1,
      effect: 'neutral',
    });
    expect(checklistEffect([one({ gold: 4, none: [5], all: [1] })], 1.5)).toMatchObject({ delta: -2, effect: 'harms' });
  });

  it('of an item is what leaving it out brings: nearer means that it harms', () => {
    const cases = [
      one({
        gold: 2,
        all: [1.5],
        without: new Map([
          ['i1', [2]],
          ['i2', [1]],
          ['i3', [1.5]],
        ]),
      }),
    ];
    const effects = ['i1', 'i2', 'i3'].map((id) => itemEffect(cases, id));
    expect(effects.map(({ delta, effect }) => [delta, effect])).toEqual([
      [0.5, 'harms'],
      [-0.5, 'helps'],
      [0, 'neutral'],
    ]);
  });

  it('is not told where chance may have made it, nor where scores are missing', () => {
    const noisy = one({ gold: 2, all: [1, 2, 1, 2, 1], without: new Map([['i1', [2, 1, 2, 1, 2]]]) });
    expect(itemEffect([noisy], 'i1')).toMatchObject({ effect: 'neutral', cases: 1, missing: 0 });
    expect(itemEffect([noisy], 'i1').delta).toBeCloseTo(0.2, 12);
    const missing = itemEffect([one({ all: [] })], 'i1');
    expect(missing).toEqual({ delta: null, interval: null, effect: null, cases: 0, missing: 1 });
    expect(checklistEffect([one({ none: [] }), one({ all: [2] })], 0.3)).toMatchObject({
      cases: 1,
      missing: 1,
      delta: 1,
    });
    expect(() => checklistEffect([], 0.3)).toThrow(/no cases|items|cases/u);
  });

  it('draws the same from the same seed', () => {
    const cases = Array.from({ length: 30 }, (_, index) => Math.sqrt(index) / 7).map((all) =>
      one({ all: [all], without: new Map([['i1', [1.6]]]) }),
    );
    expect(itemEffect(cases, 'i1', { seed: 7 })).toEqual(itemEffect(cases, 'i1', { seed: 7 }));
    expect(itemEffect(cases, 'i1', { seed: 7 }).interval).not.toEqual(itemEffect(cases, 'i1', { seed: 8 }).interval);
  });
});

/** What each item adds to the score of a response whose true score is 3; the judge's hand shakes on top. */
const EFFECTS: Readonly<Record<string, number>> = { 1: 0, 2: 0.6, 3: -0.6, 4: 0, 5: 0.6, 6: 0, 7: -0.6, 8: 0 };

/** The judge is 1 too high with the whole list: what adds to that harms, what takes from it helps. */
const EXPECTED: Readonly<Record<string, Effect>> = Object.fromEntries(
  Object.entries(EFFECTS).map(([id, effect]) => [`i${id}`, effect === 0 ? 'neutral' : effect > 0 ? 'harms' : 'helps']),
);

/** @param shakes on each question anew, or alike whenever the same response is judged for the nth time */
function biasedJudge(seed: number, shakes: 'anew' | 'alike' = 'alike') {
  const calls = { all: 0 };
  const anew = seededRandom(seed);
  const comparer = scriptedComparer({
    scores: ({ guide, response, sampleIndex }) => {
      calls.all += 1;
      const shown = (guide ?? []).flatMap((question) => EFFECTS[/\d+/u.exec(question)?.[0] ?? ''] ?? []);
      const bias = guide === null ? 0 : 1;
      const alike = seededRandom(seed + 100 * sampleIndex + Number(response.slice(1)));
      const noise = ((shakes === 'anew' ? anew : alike)() - 0.5) * 0.4;
      return 3 + bias + shown.reduce((sum, each) => sum + each, 0) + noise;
    },
    prefers: ({ first, questions, answersEach, sampleIndex }) => {
      calls.all += 1;
      // Without item 2 the judge comes to the right text; item 3 keeps one vote in two right; all others do nothing.
      const numbers = questions.map((question) => Number(/\d+/u.exec(question)?.[0]));
      const isRight = !answersEach || !numbers.includes(2) || (numbers.includes(3) && sampleIndex % 2 === 0);
      const prefersA = isRight;
      return (first === 'A') === prefersA ? 'first' : 'second';
    },
  });
  return { agents: scriptedAgents(comparer), calls };
}

const responses = (count: number): HumanJudged => ({
  kind: 'direct',
  cases: Array.from({ length: count }, (_, index) => ({
    name: `r${index}`,
    response: `R${index}`,
    task: null,
    score: 3,
  })),
});

describe('ablation', () => {
  it.each([1, 2, 3])('finds exactly the items that were given an effect (seed %i)', async (seed) => {
    const { agents, calls } = biasedJudge(seed);
    const judging = judgeOptionsOf({ votes: 5 });
    const found = await ablate(testRun(), agents, checklistOfQualities(8), responses(12), { judging });
    expect(Object.fromEntries(found.items.map(({ itemId, effect }) => [itemId, effect]))).toEqual(EXPECTED);
    expect(found.whole).toMatchObject({ effect: 'neutral', cases: 12 });
    expect(found.whole.delta).toBeCloseTo(-1, 0);
    expect(calls.all).toBe(12 * 5 * (2 + 8));
  });

  it('finds them on one case, too, by drawing its judgements', async () => {
    const { agents } = biasedJudge(4);
    const judging = judgeOptionsOf({ votes: 10 });
    const found = await ablate(testRun(), agents, checklistOfQualities(8), responses(1), { judging });
    expect(Object.fromEntries(found.items.map(({ itemId, effect }) => [itemId, effect]))).toEqual(EXPECTED);
  });

  it('misses no effect of a judge whose hand shakes, and takes chance for one in few of the others', async () => {
    const judging = judgeOptionsOf({ votes: 5 });
    const runs = Array.from({ length: 8 }, async (_, seed) => {
      const { agents } = biasedJudge(seed, 'anew');
      const list = checklistOfQualities(8);
      return (await ablate(testRun(), agents, list, responses(20), { judging })).items;
    });
    const items = (await Promise.all(runs)).flat();
    const [given, others] = [false, true].map((isNone) =>
      items.filter(({ itemId }) => (EXPECTED[itemId] === 'neutral') === isNone),
    );
    expect(given?.every(({ itemId, effect }) => effect === EXPECTED[itemId])).toBe(true);
    // 95 % intervals of 20 cases: about 1 in 14.
    expect(others?.filter(({ effect }) => effect !== 'neutral').length).toBeLessThan(0.15 * (others?.length ?? 0));
  });

  it('of pairs maps swapped orders back before it counts', async () => {
    const { agents, calls } = biasedJudge(5);
    const [a, b] = ['A', 'B'].map((response) => ({ name: response, response }));
    const data: HumanJudged = { kind: 'pairwise', cases: [{ name: 'p', task: null, a: a!, b: b!, label: 'a' }] };
    const judging = judgeOptionsOf({});
    const found = await ablate(testRun(), agents, checklistOfQualities(4), data, { judging });
    const [own] = found.cases;
    expect(own).toMatchObject({ gold: 1, none: Array(10).fill(1) });
    expect(found.whole).toMatchObject({ effect: 'harms' });
    expect(found.whole.delta).toBeCloseTo(-0.4, 12);
    expect(found.items.map(({ effect }) => effect)).toEqual(['neutral', 'harms', 'helps', 'neutral']);
    expect(calls.all).toBe(10 * (2 + 4));
  });

  it('needs two items', async () => {
    const { agents } = biasedJudge(6);
    const judging = judgeOptionsOf({});
    const asked = ablate(testRun(), agents, checklistOfQualities(1), responses(1), { judging });
    await expect(asked).rejects.toThrow(/two or more/u);
  });
});
