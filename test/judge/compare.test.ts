import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { unscored } from '../../src/domain/outcome.ts';
import { compare, type CompareInput, type CompareOptions } from '../../src/judge/compare.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { protocolOptionsOf } from '../../src/judge/protocols/protocol-options.ts';
import { checklistOfQualities } from '../support/hidden-truth.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedAgents, type AgentScripts } from '../support/scripted-agents.ts';
import {
  scriptedComparer as comparerOf,
  type Comparer,
  type PairShown,
  type ResponseShown,
} from '../support/scripted-comparer.ts';
import { scriptedJudge, type ScriptedJudge } from '../support/scripted-judge.ts';

const OPTIONS = { ...judgeOptionsOf({}), codeChecks: false };
const PAIR: CompareInput = {
  name: 'pair',
  task: { instruction: 'Write a note', context: null },
  a: { name: 'a.md', response: 'Text A.' },
  b: { name: 'b.md', response: 'Text B.' },
  checklist: checklistOfQualities(3),
  reference: null,
  label: null,
};

interface ScriptedComparer {
  readonly scripts: AgentScripts;
  readonly asked: (PairShown | ResponseShown)[];
}

function scriptedComparer({ prefers, scores }: Comparer): ScriptedComparer {
  const asked: ScriptedComparer['asked'] = [];
  const scripts = comparerOf({
    prefers: (shown) => {
      asked.push(shown);
      return prefers?.(shown) ?? null;
    },
    scores: (shown) => {
      asked.push(shown);
      return scores?.(shown) ?? null;
    },
  });
  return { asked, scripts };
}

function compared(
  {
    comparer = null,
    judge = null,
  }: { readonly comparer?: ScriptedComparer | null; readonly judge?: ScriptedJudge | null },
  options: Partial<CompareOptions>,
  pair: Partial<CompareInput> = {},
) {
  const how = protocolOptionsOf('pass-rate', { takes: [] }, {}, false);
  const chosen = { by: 'pass-rate' as const, how, judging: OPTIONS, policy: 'ticking' as const, top: null };
  return compare(
    testRun(),
    scriptedAgents(comparer?.scripts ?? null, judge?.scripts ?? null),
    { ...PAIR, ...pair },
    { ...chosen, ...options },
  );
}

describe('by preference', () => {
  it('asks in both orders, and follows a text to where it is shown', async () => {
    const comparer = scriptedComparer({ prefers: ({ first }) => (first === 'Text B.' ? 'first' : 'second') });
    const { result, comparers } = await compared({ comparer }, { by: 'preference' });
    expect(result).toEqual({ status: 'scored', winner: 'b', flipped: false });
    expect(comparer.asked).toMatchObject([
      { first: 'Text A.', second: 'Text B.' },
      { first: 'Text B.', second: 'Text A.' },
    ]);
    expect(Object.keys(comparers)).toEqual(['compare-responses']);
  });

  it('has a tie and a flip where the place decides', async () => {
    const { result } = await compared({ comparer: scriptedComparer({ prefers: () => 'first' }) }, { by: 'preference' });
    expect(result).toEqual({ status: 'scored', winner: 'tie', flipped: true });
  });

  it('has no verdict, and no tie, where the judge fails in one order', async () => {
    const comparer = scriptedComparer({ prefers: ({ first }) => (first === 'Text A.' ? 'tie' : null) });
    const { result } = await compared({ comparer }, { by: 'preference' });
    expect(result).toEqual(unscored('With b.md shown first: Cut off.'));
  });

  it('takes the majority of the votes in each order', async () => {
    const comparer = scriptedComparer({
      prefers: ({ first, sampleIndex }) => {
        const wins = first === 'Text A.' ? 'first' : 'second';
        return sampleIndex === 1 ? 'tie' : wins;
      },
    });
    const judging = { ...OPTIONS, votes: 3 };
    const { result } = await compared({ comparer }, { by: 'preference', judging });
    expect(result).toMatchObject({ winner: 'a', flipped: false });
    expect(comparer.asked).toHaveLength(6);
  });
});

describe('by scores', () => {
  const scores = ({ response }: ResponseShown) => (response === 'Text A.' ? 4 : 3);

  it('shows no checklist, or shows its questions as a guide', async () => {
    const comparer = scriptedComparer({ scores });
    const direct = await compared({ comparer }, { by: 'score' });
    const guided = await compared({ comparer }, { by: 'check-then-score', top: 2 });
    expect([direct.result, guided.result]).toMatchObject([{ winner: 'a' }, { winner: 'a' }]);
    const questions = ['Does the response have quality 1?', 'Does the response have quality 2?'];
    expect(comparer.asked).toMatchObject([
      { guide: null },
      { guide: null },
      { guide: questions },
      { guide: questions },
    ]);
  });

  it('has no verdict where one has no score', async () => {
    const comparer = scriptedComparer({ scores: ({ response }) => (response === 'Text A.' ? null : 1) });
    expect((await compared({ comparer }, { by: 'score' })).result).toEqual(unscored('a.md: Cut off.'));
  });
});

describe('by pass rates', () => {
  it('judges both by the same checklist, under the task of the pair', async () => {
    const judge = scriptedJudge((id, { response }) => (response === 'Text B.' && id === 'i1' ? 'yes' : 'no'));
    const { result, grounds } = await compared({ judge }, {});
    expect(result).toEqual({ status: 'scored', winner: 'b', flipped: null });
    expect(grounds).toMatchObject({ kind: 'pass-rates', rates: { a: 0, b: 1 / 3, items: 3 } });
    expect(new Set(judge.requests.map(({ instruction }) => instruction))).toEqual(new Set(['Write a note']));
  });

  it('leaves a pair whose checklist could not be written without a verdict', async () => {
    const judge = scriptedJudge(() => 'yes');
    const { result, grounds } = await compared({ judge }, {}, { checklist: null });
    expect(result).toEqual(unscored('The checklist could not be generated: It writes no checklists.'));
    expect(grounds).toBeNull();
  });

  it('needs a checklist, or a task to write one from', async () => {
    const judge = scriptedJudge(() => 'yes');
    await expect(compared({ judge }, {}, { checklist: null, task: null })).rejects.toThrow(InputError);
  });
});

it.each(['preference', 'score', 'check-then-score'] as const)('%s needs a model', async (by) => {
  await expect(compared({}, { by })).rejects.toThrow(InputError);
});
