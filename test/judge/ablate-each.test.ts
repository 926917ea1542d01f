/** Ablation with a checklist for each instruction, in two steps (checklist study, §6.1): crafted scores, every figure by hand. */
import { describe, expect, it } from 'vitest';
import { ablateEach, type EachOptions } from '../../src/judge/ablate-each.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import type { HumanJudged } from '../../src/judge/repeated-verdicts.ts';
import type { OfRow } from '../../src/judge/repeated-verdicts.ts';
import { StepFailedError } from '../../src/domain/errors.ts';
import { checklistOfQualities } from '../support/hidden-truth.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedAgents } from '../support/scripted-agents.ts';
import { scriptedComparer } from '../support/scripted-comparer.ts';

/**
 * By case, what the judge says without a list, and with these items of it.
 * | case | people | none | all | Δ list | without 1 | Δ | without 2 | Δ |
 * | r1 | 3 | 5 | 3 | 2, helps | 4 | −1, helps | 3 | 0, neutral |
 * | r2 | 3 | 3 | 5 | −2, harms | 4 | 1, harms | 5 | 0, neutral |
 * | r3 | 3 | 3 | 4 | −1, neutral | not asked | | not asked | |
 * | r4 | 5 | 1 | 5 | 4, helps | as none: 1 | −4, helps | | |
 */
const SAYS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  r1: { none: 5, '1 2': 3, '2': 4, '1': 3 },
  r2: { none: 3, '1 2': 5, '2': 4, '1': 5 },
  r3: { none: 3, '1 2': 4, '2': 1, '1': 1 },
  r4: { none: 1, '1': 5 },
};

const criteria = (count: number) => checklistOfQualities(count).items.map(({ question }) => question);
const data = (own = criteria): HumanJudged<OfRow> => ({
  kind: 'direct',
  cases: Object.keys(SAYS).map((response) => ({
    ...{ name: response, response, subset: 'all', task: { instruction: `Write ${response}`, context: null } },
    score: response === 'r4' ? 5 : 3,
    criteria: own(response === 'r4' ? 1 : 2),
  })),
});

function judge() {
  const asked: string[] = [];
  const agents = scriptedAgents(
    scriptedComparer({
      scores: ({ guide, response }) => {
        const items = guide === null ? 'none' : guide.flatMap((text) => /\d+/u.exec(text)?.[0] ?? []).join(' ');
        asked.push(`${response} ${items}`);
        return SAYS[response]?.[items] ?? null;
      },
    }),
  );
  return { agents, asked };
}

const options = (given: Partial<EachOptions> = {}): EachOptions => ({
  ...{ judging: judgeOptionsOf({ votes: 2 }), everyList: false, write: null, resamples: 50 },
  ...given,
});

describe('ablation of each list', () => {
  it('takes apart the lists that help or harm, and says what their items do', async () => {
    const { agents, asked } = judge();
    const { lists, groups } = await ablateEach(testRun(), agents, data(), options());
    expect(lists.map(({ name, whole }) => [name, whole.delta, whole.effect])).toEqual([
      ['r1', 2, 'helps'],
      ['r2', -2, 'harms'],
      ['r3', -1, 'neutral'],
      ['r4', 4, 'helps'],
    ]);
    expect(lists.map(({ items }) => items?.map(({ delta, bySign }) => [delta, bySign]) ?? null)).toEqual([
      [
        [-1, 'helps'],
        [0, 'neutral'],
      ],
      [
        [1, 'harms'],
        [0, 'neutral'],
      ],
      null,
      [[-4, 'helps']],
    ]);
    expect(groups).toEqual({
      helps: { lists: 2, items: 3, bySign: { helps: 2, harms: 0, neutral: 1 } },
      harms: { lists: 1, items: 2, bySign: { helps: 0, harms: 1, neutral: 1 } },
      neutral: { lists: 1, items: 0, bySign: { helps: 0, harms: 0, neutral: 0 } },
    });
    // Two judgements of each case without and with its list, and without each of the 2 + 2 items of longer lists.
    expect(asked).toHaveLength(2 * (4 * 2 + 4));
    expect(asked.filter((request) => request.startsWith('r3'))).toHaveLength(4);
  });

  it('takes apart every list where that is asked for', async () => {
    const { agents } = judge();
    const { groups } = await ablateEach(testRun(), agents, data(), options({ everyList: true }));
    expect(groups.neutral).toEqual({ lists: 1, items: 2, bySign: { helps: 2, harms: 0, neutral: 0 } });
  });

  it('has a list written for each instruction, and leaves out a case without one', async () => {
    const { agents } = judge();
    const write: EachOptions['write'] = async ({ instruction }) => {
      if (instruction === 'Write r2') throw new StepFailedError('Cut off.');
      return checklistOfQualities(instruction === 'Write r4' ? 1 : 2);
    };
    const { lists, leftOut } = await ablateEach(
      testRun(),
      agents,
      data(() => []),
      options({ write }),
    );
    expect(lists.map(({ name }) => name)).toEqual(['r1', 'r3', 'r4']);
    expect(leftOut).toEqual([{ name: 'r2', reason: 'Cut off.' }]);
  });

  it('needs criteria where none are written', async () => {
    const asked = ablateEach(
      testRun(),
      judge().agents,
      data(() => []),
      options(),
    );
    await expect(asked).rejects.toThrow(/r1 has no criteria/u);
  });
});
