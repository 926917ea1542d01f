/** A checklist only where judging without one is inconsistent (checklist study, §5.1). */
import { describe, expect, it } from 'vitest';
import type { Checklist } from '../../src/domain/checklist.ts';
import { Comparison } from '../../src/domain/comparison.ts';
import { Scoring } from '../../src/judge/scoring.ts';
import { compare } from '../../src/judge/compare.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { protocolOptionsOf } from '../../src/judge/protocols/protocol-options.ts';
import { COMPARISON_PROTOCOLS, SCORING } from '../../src/judge/protocols/index.ts';
import { scoreResponse } from '../../src/judge/score-response.ts';
import { scoreInconsistency, voteInconsistency } from '../../src/metrics/inconsistency.ts';
import { summarizeComparisons } from '../../src/judge/summarize-comparisons.ts';
import { checklistOfQualities } from '../support/hidden-truth.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedAgents } from '../support/scripted-agents.ts';
import { scriptedComparer } from '../support/scripted-comparer.ts';

const votes = (a: number, b: number) => [...Array<string>(a).fill('a'), ...Array<string>(b).fill('b')];
const task = { instruction: 'Write a note', context: null };

describe('inconsistency', () => {
  it('of votes is what the majority did not get, of scores the population deviation (the study’s examples)', () => {
    expect(voteInconsistency(votes(7, 3))).toBe(3);
    expect(voteInconsistency(votes(5, 5))).toBe(5);
    expect(voteInconsistency(votes(0, 10))).toBe(0);
    expect(scoreInconsistency([3, 3, 3, 3, 4])).toBe(0.4);
    expect(scoreInconsistency([2, 3, 3, 3, 4])).toBeCloseTo(0.63, 2);
    expect(scoreInconsistency([4])).toBe(0);
    expect([voteInconsistency([]), scoreInconsistency([])]).toEqual([null, null]);
  });
});

/** A judge whose votes without a checklist go against the first text as often as that text says. */
function wavering({ unreadable = false, samples = 5 } = {}) {
  const calls = { without: 0, with: 0, written: 0 };
  const comparer = scriptedComparer({
    prefers: ({ first, second, answersEach, sampleIndex }) => {
      calls[answersEach ? 'with' : 'without'] += 1;
      if (!answersEach && unreadable) return null;
      const [isSwapped, text] = first.startsWith('A') ? [false, first] : [true, second];
      const place = sampleIndex + (isSwapped ? samples : 0);
      // With a checklist it is sure of the second text.
      const wins = !answersEach && place >= dissentOf(text);
      return wins === isSwapped ? 'second' : 'first';
    },
    scores: ({ response, guide, sampleIndex }) => {
      calls[guide === null ? 'without' : 'with'] += 1;
      if (guide !== null) return 5;
      return sampleIndex < dissentOf(response) ? 4 : 3;
    },
  });
  const write = () => {
    calls.written += 1;
    const words = { criterion: 'The response should be kind.', question: 'Is it kind?' };
    return { analysis: '', ratings: [], items: [{ ...words, importance: 5, categories: [], check: null }] };
  };
  const writer = { 'generate-checklist': write, 'refine-checklist': write };
  return { agents: scriptedAgents(comparer, writer), calls };
}

const dissentOf = (text: string) => Number(/\d+/u.exec(text)?.[0]);

async function comparedBy(
  judge: ReturnType<typeof wavering>,
  dissent: number,
  selective: number | null,
  {
    checklist = null,
    votes: asked = 1,
    oneOrder = false,
  }: { checklist?: Checklist | null; votes?: number; oneOrder?: boolean } = {},
) {
  const by = 'checklist-preference' as const;
  const chosen = { selective, bothOrders: oneOrder ? false : undefined };
  const how = protocolOptionsOf(by, COMPARISON_PROTOCOLS[by], chosen, false);
  const judging = judgeOptionsOf({ votes: asked });
  const pair = {
    ...{ name: 'pair', task, checklist, reference: null, label: null },
    a: { name: 'a', response: `A with ${dissent} against it` },
    b: { name: 'b', response: 'B' },
  };
  const comparison = await compare(testRun(), judge.agents, pair, {
    ...{ by, how, judging, policy: 'self-refine', top: null },
  });
  return Comparison.parse(comparison);
}

const selectiveOf = ({ grounds }: Comparison) => {
  if (grounds?.kind !== 'selective') throw new Error('It was not selective.');
  return grounds;
};

describe('comparing selectively', () => {
  it.each([1, 2, 3, 4, 5])(
    'at k = %i uses the checklist where x is k or more, and saves the calls that it claims',
    async (k) => {
      for (const dissent of [0, 1, 2, 3, 4, 5]) {
        const judge = wavering();
        const compared = await comparedBy(judge, dissent, k, { checklist: checklistOfQualities(3) });
        const { selective, with: used } = selectiveOf(compared);
        const isUsed = dissent >= k;
        expect(selective).toEqual({
          threshold: k,
          inconsistency: dissent,
          used: isUsed,
          judgements: { without: 10, with: isUsed ? 10 : 0 },
          saved: isUsed ? { judgements: 0, calls: 0 } : { judgements: 10, calls: 10 },
        });
        expect(judge.calls).toEqual({ ...selective.judgements, written: 0 });
        const winnerWithout = dissent === 5 ? 'tie' : 'a';
        expect(compared.result).toMatchObject({ status: 'scored', winner: isUsed ? 'b' : winnerWithout });
        expect(used === null).toBe(!isUsed);
      }
    },
  );

  it('has a checklist written only where it is used; that is saved, too', async () => {
    const sure = wavering();
    const { selective } = selectiveOf(await comparedBy(sure, 2, 3));
    expect(sure.calls).toEqual({ without: 10, with: 0, written: 0 });
    expect(selective.saved).toEqual({ judgements: 10, calls: 12 });
    const unsure = wavering();
    await comparedBy(unsure, 3, 3).catch(() => undefined);
    expect(unsure.calls.written).toBeGreaterThan(0);
  });

  it('takes no verdict for inconsistency: the checklist is used', async () => {
    const judge = wavering({ unreadable: true });
    const compared = await comparedBy(judge, 0, 3, { checklist: checklistOfQualities(2) });
    expect(selectiveOf(compared)).toMatchObject({
      selective: { inconsistency: null, used: true },
      without: { result: { status: 'unscored' } },
    });
    expect(compared.result).toMatchObject({ winner: 'b' });
  });

  it('judges as often as is asked, and in one order where that is asked', async () => {
    const judge = wavering({ samples: 7 });
    const checklist = checklistOfQualities(2);
    const { selective } = selectiveOf(await comparedBy(judge, 3, 2, { checklist, votes: 7, oneOrder: true }));
    expect(selective).toMatchObject({ inconsistency: 3, used: true, judgements: { without: 7, with: 7 } });
    expect(judge.calls).toMatchObject({ without: 7, with: 7 });
  });

  it('of many pairs says in how many a checklist was used, and what that saved', async () => {
    const checklist = checklistOfQualities(2);
    const all = await Promise.all([0, 1, 4, 5].map((dissent) => comparedBy(wavering(), dissent, 4, { checklist })));
    expect(summarizeComparisons(all).selective).toEqual({ judged: 4, used: 2, saved: { judgements: 20, calls: 20 } });
    expect(summarizeComparisons([await comparedBy(wavering(), 0, null, { checklist })]).selective).toBeNull();
  });

  it('is no choice of a protocol that uses no checklist, and k is above 0', () => {
    const choose = (by: 'cot' | 'checklist-score' | 'checklist-preference', selective: number) => () =>
      protocolOptionsOf(by, COMPARISON_PROTOCOLS[by], { selective }, false);
    expect(choose('cot', 3)).toThrow(/“selective” has no effect with the protocol cot/u);
    expect(choose('checklist-score', 3)).toThrow(/has no effect/u);
    expect(choose('checklist-preference', 0)).toThrow(/above 0; it is 0/u);
    expect(choose('checklist-preference', NaN)).toThrow(/above 0/u);
  });
});

describe('scoring selectively', () => {
  const scored = async (judge: ReturnType<typeof wavering>, dissent: number, selective: number) => {
    const by = 'checklist-score' as const;
    const how = protocolOptionsOf(by, SCORING[by], { selective }, false);
    const given = { name: 'r', response: `R ${dissent}`, task, checklist: checklistOfQualities(2), reference: null };
    const options = { by, how, judging: judgeOptionsOf({}), policy: 'baseline' as const, top: null };
    return Scoring.parse(await scoreResponse(testRun(), judge.agents, given, options));
  };

  it.each([
    [0, 0.3, false],
    [1, 0.4, true],
    [1, 0.45, false],
    [2, 0.45, true],
    [2, 0.5, false],
  ])('with %i of 5 apart at k = %f: checklist %s', async (dissent, k, isUsed) => {
    const judge = wavering();
    const scoring = await scored(judge, dissent, k);
    expect(scoring.selective).toMatchObject({ threshold: k, used: isUsed, judgements: { without: 5 } });
    expect(judge.calls).toEqual({ without: 5, with: isUsed ? 5 : 0, written: 0 });
    expect(scoring.result).toMatchObject({ score: isUsed ? 5 : 3 + dissent / 5 });
    expect(scoring.selective?.without).toMatchObject({ score: 3 + dissent / 5 });
    expect(scoring.checklist === null).toBe(!isUsed);
  });
});
