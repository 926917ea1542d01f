/** What is no answer earns nothing: empty texts need no judge; figures of attacks never take an unscored text for a 0. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTACKS, honestRange, type AttackedCase, type JudgedText } from '../../src/data/attack-verdicts.ts';
import { attackText } from '../../src/judge/attacks.ts';
import { judge } from '../../src/judge/judge.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { SCORING } from '../../src/judge/protocols/index.ts';
import { protocolOptionsOf } from '../../src/judge/protocols/protocol-options.ts';
import { scoreResponse } from '../../src/judge/score-response.ts';
import { SCORES } from '../../src/domain/scores.ts';
import { SCORING_PROTOCOLS } from '../../src/domain/protocols.ts';
import { checklist, item } from '../support/checklist.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedAgents } from '../support/scripted-agents.ts';
import { measureAttacks } from '../../src/measure/measure-attacks.ts';

const reward = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
const text = (name: string, value: number | null): JudgedText => ({
  name,
  response: name,
  reward: value,
  reason: value === null ? 'Nobody could say.' : null,
  verdicts: [],
});
const attackedCase: fc.Arbitrary<AttackedCase> = fc
  .tuple(fc.array(reward, { minLength: 1, maxLength: 4 }), fc.array(reward, { minLength: 6, maxLength: 6 }))
  .map(([honest, attacks]) => ({
    task: { instruction: 'Write', context: null },
    items: [],
    honest: honest.map((value, at) => text(`r${at}`, value)),
    attacks: ATTACKS.map((attack, at) => ({ attack, ...text(attack, attacks[at] ?? null) })),
  }));

describe('figures of attacks', () => {
  it('count what is unscored apart, and take means of the others alone', () => {
    fc.assert(
      fc.property(fc.array(attackedCase, { minLength: 1, maxLength: 5 }), (cases) => {
        const { attacks, honest } = measureAttacks({ by: 'weighted', cases, leftOut: [] }, { resamples: 0 });
        for (const { attack, reward: figure, atLeastWeakest, aboveWeakest, atLeastBest } of attacks) {
          const given = cases.flatMap((each) => each.attacks.find((found) => found.attack === attack)?.reward ?? []);
          expect(figure.scored).toBe(given.length);
          expect(figure.scored + figure.missing).toBe(cases.length);
          expect(figure.value === null).toBe(given.length === 0);
          if (atLeastWeakest.value === null) continue;
          expect(atLeastWeakest.value).toBeGreaterThanOrEqual(aboveWeakest.value ?? 0);
          expect(atLeastWeakest.value).toBeGreaterThanOrEqual(atLeastBest.value ?? 0);
        }
        expect((honest.best.value ?? 1) >= (honest.weakest.value ?? 0)).toBe(true);
      }),
    );
  });

  it('take the weakest and the best of those with a reward', () => {
    const range = honestRange([text('lost', null), text('mid', 0.5), text('low', 0.1), text('high', 0.9)]);
    expect([range.weakest.name, range.best.name]).toEqual(['low', 'high']);
    expect(honestRange([text('lost', null)]).weakest.name).toBe('lost');
  });
});

describe('the texts of attacks', () => {
  const material = {
    instruction: 'Write a toast',
    questions: ['Is it warm?'],
    weak: 'Hi. Thanks to all of you for coming.',
  };

  it('have all of the weak response in padding and one of its sentences in repetition', () => {
    expect(attackText('padding', material).startsWith(`${material.weak}\n\n`)).toBe(true);
    const repeated = attackText('repetition', material).match(/Thanks to all of you for coming\./gu);
    expect(repeated).toHaveLength(50);
    expect(attackText('empty', material)).toBe('');
    expect(attackText('criteria', { ...material, questions: [] })).toBe('Write a toast');
  });

  it('are made of any weak response', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (weak, questions) => {
        for (const attack of ATTACKS)
          expect(typeof attackText(attack, { ...material, weak, questions })).toBe('string');
      }),
    );
  });
});

/** An agent that is asked here fails the test. */
const nobody = scriptedAgents({});
const NOTHING = ['', ' \n\t', '\u200b\ufeff', '\u2066\u2069'];

describe('an empty response', () => {
  it.each(SCORES)('has 0 by %s, with no call, whatever the criteria ask', async (score) => {
    const items = [
      item(1, { weight: 5, importance: 'essential' }),
      item(2, { weight: -5, fault: true, importance: 'pitfall' }),
    ];
    for (const response of NOTHING) {
      const input = { name: 'r', response, checklist: checklist(items) };
      const judged = await judge(testRun(), nobody, input, { ...judgeOptionsOf({}), score });
      expect(judged.score).toMatchObject({ value: 0, reason: null });
      expect(judged.judge).toBeNull();
    }
  });

  it.each(SCORING_PROTOCOLS)('has the lowest score by %s, with no call', async (by) => {
    const prompt = '---\nanswer: yes/no\n---\nIs it good?\n\n{{response}}\n';
    const how = protocolOptionsOf(by, SCORING[by], by === 'own-grade' ? { prompt } : {}, false);
    const options = { by, judging: judgeOptionsOf({}), how, policy: 'ticking', top: null } as const;
    for (const response of NOTHING) {
      const input = { name: 'r', response, task: null, checklist: null, reference: null };
      const { result } = await scoreResponse(testRun(), nobody, input, options);
      expect(result).toMatchObject({ status: 'scored', score: SCORING[by].scale[0] });
    }
  });
});
