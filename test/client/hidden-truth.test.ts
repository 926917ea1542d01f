/** Judging and what rests on it, over real HTTP, against a scripted model whose truth and error rates are known. */
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/domain/judgement.ts';
import type { RefineMethod } from '../../src/domain/judged-work.ts';
import { summarizeComparisons } from '../../src/judge/summarize-comparisons.ts';
import { bestOfN } from '../../src/metrics/best-of-n.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { drawing } from '../support/draw.ts';
import {
  checklistOfQualities,
  hiddenTruthModel,
  qualitiesOf,
  textWith,
  type HiddenTruth,
} from '../support/hidden-truth.ts';
import { scriptedApp } from '../support/scripted-app.ts';

/** No quality can be counted by code. */
const BATCH = { ...judgeOptionsOf({}), itemsPerCall: 15, codeChecks: false } as const;
const TASK = { instruction: 'Write a note to the neighbours', context: null };

const answerOf = (verdict: Verdict) => (verdict.status === 'scored' ? verdict.answer : verdict.status);

/** Chance that a majority of k independent judges is right, k odd. */
function majorityIsRight(k: number, error: number): number {
  let chance = 0;
  let coefficient = 1;
  for (let wrong = 0; wrong <= (k - 1) / 2; wrong += 1) {
    chance += coefficient * error ** wrong * (1 - error) ** (k - wrong);
    coefficient = (coefficient * (k - wrong)) / (wrong + 1);
  }
  return chance;
}

const standardError = (chance: number, draws: number) => Math.sqrt((chance * (1 - chance)) / draws);

describe('maj@k', () => {
  const ITEMS = 400;
  const ERROR = 0.3;

  it.each([1, 3, 5])(
    'k = %i: the share of right verdicts is that of the binomial, within 3 standard errors',
    async (votes) => {
      const truth = { qualities: ITEMS, judgeError: ERROR, seed: `votes ${votes}` };
      const { app } = await scriptedApp(hiddenTruthModel(truth));
      const met = new Set(Array.from({ length: ITEMS / 2 }, (_, index) => 2 * index + 1));
      const { verdicts } = await app.judge(textWith(met), checklistOfQualities(ITEMS), { ...BATCH, votes });
      expect(verdicts).toHaveLength(ITEMS);
      const right = verdicts.filter(
        ({ verdict }, index) => answerOf(verdict) === (met.has(index + 1) ? 'yes' : 'no'),
      ).length;
      const expected = majorityIsRight(votes, ERROR);
      expect(Math.abs(right / ITEMS - expected)).toBeLessThan(3 * standardError(expected, ITEMS));
    },
  );
});

describe('best of N', () => {
  const GROUPS = 10;
  const N = 8;
  const QUALITIES = 12;

  async function selections(truth: Partial<HiddenTruth>, groups = GROUPS) {
    const { app } = await scriptedApp(hiddenTruthModel({ qualities: QUALITIES, ...truth }));
    return Promise.all(
      Array.from({ length: groups }, async (_, group) => {
        const checklist = {
          ...checklistOfQualities(QUALITIES),
          task: { instruction: `Write note ${group}`, context: null },
        };
        const { candidates, best } = await app.bestOf(N, checklist, BATCH);
        return candidates.map((candidate, index) => {
          if (candidate.status === 'unscored') throw new Error(candidate.reason);
          const { response, passRate } = candidate.judged;
          return {
            score: passRate.rate,
            truth: qualitiesOf(response).size / QUALITIES,
            isPicked: best.includes(index),
          };
        });
      }),
    );
  }

  it('picks all of the best, and none but them, where the judge does not err', async () => {
    for (const group of await selections({}, 4)) {
      const highest = Math.max(...group.map(({ truth }) => truth));
      expect(group.map(({ isPicked }) => isPicked)).toEqual(group.map(({ truth }) => truth === highest));
      expect(new Set(group.map(({ truth }) => truth)).size).toBeGreaterThan(1);
    }
  });

  it('picks better than chance where the judge errs in one verdict of five', async () => {
    const figures = bestOfN(await selections({ judgeError: 0.2 }));
    expect(figures.groups).toBe(GROUPS);
    expect(figures.precision).toBeLessThan(1);
    expect(figures.trueScore! - figures.randomScore!).toBeGreaterThan(0.08);
  });
});

describe('refinement', () => {
  const SEEDS = 12;
  const QUALITIES = 8;

  async function refinements(truth: Partial<HiddenTruth>, method: RefineMethod = 'checklist') {
    const { app } = await scriptedApp(hiddenTruthModel({ qualities: QUALITIES, ...truth }));
    return Promise.all(
      Array.from({ length: SEEDS }, (_, seed) => {
        const draw = drawing(`start ${seed}`);
        const has = Array.from({ length: QUALITIES }, (_, index) => index + 1).filter(() => draw.index(2) === 1);
        const checklist = checklistOfQualities(QUALITIES);
        return app.refine(textWith(has, `note ${seed}`), checklist, { ...BATCH, rounds: 4, method });
      }),
    );
  }

  it.each([
    ['by the checklist', 'checklist'],
    ['by self-critique', 'self-critique'],
  ] as const)('never keeps a round that is worse than another, %s', async (_how, method) => {
    const found = await refinements({ judgeError: 0.15, mends: 0.4, breaks: 0.35 }, method);
    let worseLast = 0;
    for (const { rounds, kept, stop } of found) {
      const rates = rounds.map(({ judged }) => judged.passRate.rate!);
      expect(kept).toBe(rates.indexOf(Math.max(...rates)));
      expect(rounds.length).toBeLessThanOrEqual(5);
      if (stop.why === 'rounds-done') expect(rounds).toHaveLength(5);
      else expect([stop.why, rates.at(-1)]).toEqual(['nothing-to-mend', 1]);
      if (rates.at(-1)! < rates[0]!) worseLast += 1;
    }
    // Without the record of rounds these would have been returned.
    expect(worseLast).toBeGreaterThan(SEEDS / 10);
  });

  it('keeps no text that has truly less, where the judge does not err', async () => {
    for (const { rounds, kept } of await refinements({ mends: 0.3, breaks: 0.3 })) {
      const truths = rounds.map(({ judged }) => qualitiesOf(judged.response).size);
      expect(truths[kept]).toBe(Math.max(...truths));
    }
  });

  it('mends all in one round where the refiner can, and asks for no more', async () => {
    for (const { rounds, kept, stop } of await refinements({})) {
      expect(stop).toEqual({ why: 'nothing-to-mend' });
      expect(qualitiesOf(rounds[kept]!.judged.response).size).toBe(QUALITIES);
      expect(rounds.length).toBeLessThanOrEqual(2);
    }
  });
});

describe('actionability', () => {
  it('is the share that edits repair, and counts what they break', async () => {
    const QUALITIES = 10;
    const met = [1, 2, 3, 4];
    const input = [textWith(met), checklistOfQualities(QUALITIES), BATCH] as const;
    const perfect = await scriptedApp(hiddenTruthModel({ qualities: QUALITIES }));
    expect((await perfect.app.measureActionability(...input)).figures).toEqual({
      scored: 10,
      unmet: 6,
      repaired: 6,
      unscored: 0,
      before: 0.4,
      after: 1,
      delta: 0.6,
      repairRate: 1,
      broken: 0,
    });
    const clumsy = await scriptedApp(hiddenTruthModel({ qualities: QUALITIES, mends: 0.5, breaks: 0.5 }));
    const { edits, figures } = await clumsy.app.measureActionability(...input);
    const texts = edits.map(({ judged }) => qualitiesOf(judged!.response));
    const repaired = edits.filter(({ itemId }, index) => texts[index]?.has(Number(itemId.slice(1)))).length;
    const broken = texts.reduce((sum, has) => sum + met.filter((quality) => !has.has(quality)).length, 0);
    expect(figures).toMatchObject({ repaired, broken, delta: repaired / 10, repairRate: repaired / 6 });
    expect(broken).toBeGreaterThan(0);
    expect(repaired).toBeLessThan(6);
  });
});

describe('comparing', () => {
  /** What happens in every pair shows in few; what happens now and then needs many. */
  const [FEW, MANY] = [24, 120];
  const pairs = Array.from({ length: MANY }, (_, index) => {
    const [more, less] = [textWith([1, 2, 3, 4, 5], `a${index}`), textWith([1, 2], `b${index}`)];
    const isAMore = index % 2 === 0;
    return {
      name: `pair ${index}`,
      a: { name: 'a', response: isAMore ? more : less },
      b: { name: 'b', response: isAMore ? less : more },
      checklist: checklistOfQualities(6),
      label: isAMore ? ('a' as const) : ('b' as const),
    };
  });

  async function summaryOf(
    by: 'pass-rate' | 'preference' | 'score' | 'check-then-score',
    firstBias: number,
    count = FEW,
  ) {
    const { app } = await scriptedApp(hiddenTruthModel({ firstBias }));
    return summarizeComparisons(
      await Promise.all(
        pairs
          .slice(0, count)
          .map(({ a, b, ...pair }) => app.compare(a, b, { ...BATCH, ...pair, by, instruction: TASK })),
      ),
    );
  }

  it.each(['pass-rate', 'preference', 'score', 'check-then-score'] as const)(
    'by %s finds the better one where the judge is honest',
    async (by) => {
      const { a, b, ties, unscored, flips, agreement } = await summaryOf(by, 0);
      expect({ a, b, ties, unscored }).toEqual({ a: FEW / 2, b: FEW / 2, ties: 0, unscored: 0 });
      expect(flips?.value ?? null).toBe(by === 'preference' ? 0 : null);
      expect(agreement).toMatchObject({ accuracy: { value: 1 }, distance: { weighted: 0 } });
    },
  );

  it('catches a judge that takes the first by the flip rate, and lets it decide nothing', async () => {
    const { ties, unscored, flips, agreement } = await summaryOf('preference', 1);
    expect({ ties, unscored }).toEqual({ ties: FEW, unscored: 0 });
    expect(flips).toMatchObject({ value: 1, scored: FEW });
    // A tie is half right, as such a judge is in one order alone.
    expect(agreement).toMatchObject({ accuracy: { value: 0.5 }, distance: { weighted: 1 } });
  });

  it('measures a bias that shows only now and then', async () => {
    const bias = 0.3;
    const { flips } = await summaryOf('preference', bias, MANY);
    // A bias is seen where it speaks against the better one: in one of the two orders.
    expect(Math.abs(flips!.value! - bias)).toBeLessThan(3 * standardError(bias, MANY));
  });
});
