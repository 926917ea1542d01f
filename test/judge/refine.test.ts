import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import type { Answer } from '../../src/domain/judgement.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { measureActionability } from '../../src/judge/measure-actionability.ts';
import { refine, type RefineOptions } from '../../src/judge/refine.ts';
import { selectBestResponse } from '../../src/judge/select-best-response.ts';
import { checklist, item } from '../support/checklist.ts';
import { checklistOfQualities } from '../support/hidden-truth.ts';
import { scriptedAgents } from '../support/scripted-agents.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedJudge } from '../support/scripted-judge.ts';
import { scriptedResponder, type ScriptedResponder } from '../support/scripted-responder.ts';

const OPTIONS = { ...judgeOptionsOf({}), codeChecks: false };

const ANSWERS: Readonly<Record<string, Answer | null>> = {
  y: 'yes',
  n: 'no',
  '-': 'not-applicable',
  '?': null,
};
/** A response of this double says its own verdicts: `ynn` meets the first of three items. */
const judge = () => scriptedJudge((id, { response }) => ANSWERS[response.charAt(Number(id.slice(1)) - 1)] ?? null);

const agentsWith = (responder: ScriptedResponder | null) => scriptedAgents(judge().scripts, responder?.scripts ?? null);
const input = (response: string) => ({
  name: 'note',
  response,
  checklist: checklistOfQualities(response.length),
});

function refined(start: string, responder: ScriptedResponder, options: Partial<RefineOptions> = {}) {
  const chosen = {
    rounds: 4,
    method: 'checklist' as const,
    judging: OPTIONS,
    stopsWhenMet: true,
    top: null,
    ...options,
  };
  return refine(testRun(), agentsWith(responder), input(start), chosen);
}

/** One of these after the other. */
const saying = (...texts: (string | null)[]) => {
  const left = texts.values();
  return scriptedResponder(() => left.next().value ?? null);
};

describe('refining', () => {
  it('shows the refiner each yes, and each no with its reason', async () => {
    const responder = saying('yyyyy');
    await refined('yn-?n', responder, { rounds: 1 });
    const question = (number: number) => `Does the response have quality ${number}?`;
    expect(responder.refined).toEqual([
      {
        response: 'yn-?n',
        questions: [
          { question: question(1), answer: 'yes', reason: '' },
          { question: question(2), answer: 'no', reason: 'On i2.' },
          { question: question(5), answer: 'no', reason: 'On i5.' },
        ],
      },
    ]);
  });

  it('goes by the best items, the heaviest first', async () => {
    const responder = saying('yyy');
    const list = checklist([20, 90, 60].map((weight, index) => item(index + 1, { weight })));
    const chosen = { rounds: 1, method: 'checklist', judging: OPTIONS, stopsWhenMet: true, top: 2 } as const;
    const found = await refine(testRun(), agentsWith(responder), { ...input('nnn'), checklist: list }, chosen);
    expect(found.checklist.items.map(({ id }) => id)).toEqual(['i2', 'i3']);
    expect(responder.refined[0]?.questions.map(({ question }) => question)).toEqual([
      'Does the response have quality 2?',
      'Does the response have quality 3?',
    ]);
    const many = checklistOfQualities(64);
    const all = await refine(
      testRun(),
      agentsWith(saying()),
      { ...input('y'), checklist: many },
      { ...chosen, top: null },
    );
    expect([all.checklist.items.length, all.checklist.leftOut.length]).toEqual([25, 39]);
  });

  it('says what is left to fill in', async () => {
    const { rounds } = await refined('ynn', saying('yyn TODO [name]'), { rounds: 1 });
    expect(rounds.map(({ judged }) => judged.warnings)).toEqual([
      [],
      ['A placeholder is left in the text: “TODO”.', 'A placeholder is left in the text: “[name]”.'],
    ]);
  });

  it('goes on from the last round, keeps the best, and records them all', async () => {
    const responder = saying('yyn', 'ynn', 'nyy', 'nnn');
    const { rounds, kept, stop } = await refined('nnn', responder);
    expect(responder.refined.map(({ response }) => response)).toEqual(['nnn', 'yyn', 'ynn', 'nyy']);
    expect(rounds.map(({ judged }) => judged.passRate.rate)).toEqual([0, 2 / 3, 1 / 3, 2 / 3, 0]);
    expect([kept, stop.why]).toEqual([1, 'rounds-done']);
  });

  it.each([
    ['all is met', 'yyy', [], 'nothing-to-mend', 1],
    ['all is met after a round', 'nyy', ['yyy', 'nnn'], 'nothing-to-mend', 2],
    ['what is left is not applicable', 'y--', [], 'nothing-to-mend', 1],
    ['nothing could be judged', '???', [], 'nothing-scored', 1],
    ['what could be judged is met', 'y?-', [], 'rest-unscored', 1],
    ['nothing of a round could be judged', 'yyn', ['???', 'yyy'], 'nothing-scored', 2],
    ['no new response comes', 'ynn', ['yyn', null], 'no-revision', 2],
  ])('stops where %s', async (_why, start, texts, why, rounds) => {
    const found = await refined(start, saying(...texts));
    expect([found.stop.why, found.rounds.length]).toEqual([why, rounds]);
  });

  it('goes on where all is met if it is told to, as self-critique does that knows of no checklist', async () => {
    const options = { method: 'self-critique', stopsWhenMet: false, rounds: 2 } as const;
    const { rounds, kept, stop } = await refined('yy', saying('yn', 'nn'), options);
    expect(rounds.map(({ judged }) => judged.passRate.rate)).toEqual([1, 0.5, 0]);
    expect([kept, stop.why]).toEqual([0, 'rounds-done']);
  });

  it('asks nobody where there is nothing to mend, and says so in the record', async () => {
    const responder = saying();
    const { writers } = await refined('yy', responder);
    expect([writers, responder.refined]).toEqual([{}, []]);
  });

  it('by self-critique makes two calls a round, and shows neither the checklist', async () => {
    const responder = saying('yyn');
    const { rounds, writers } = await refined('ynn', responder, { rounds: 1, method: 'self-critique' });
    expect(responder.refined).toEqual([{ response: 'On ynn', questions: [] }]);
    expect(rounds[1]).toMatchObject({ plan: 'On ynn', judged: { response: 'yyn' } });
    expect(Object.keys(writers)).toEqual(['critique-response', 'rewrite-response']);
  });

  it('needs a writer', async () => {
    const chosen = { rounds: 1, method: 'checklist', judging: OPTIONS, stopsWhenMet: true, top: null } as const;
    await expect(refine(testRun(), null, input('ynn'), chosen)).rejects.toThrow(InputError);
  });
});

describe('selecting', () => {
  const select = (responder: ScriptedResponder, candidates: number) =>
    selectBestResponse(testRun(), agentsWith(responder), { candidates, checklist: checklistOfQualities(3) }, OPTIONS);

  it('samples, judges, and lists samples that did not come', async () => {
    const samples = ['ynn', null, null, 'yyn', '???'];
    const { candidates, best, writers } = await select(
      scriptedResponder(
        () => null,
        (index) => samples[index] ?? null,
      ),
      5,
    );
    expect(best).toEqual([3]);
    expect(candidates.map(({ status }) => status)).toEqual([
      ...['scored', 'unscored', 'unscored', 'scored', 'unscored'],
    ]);
    expect(candidates[1]).toMatchObject({ name: 'sample 2', reason: 'It was cut off.' });
    expect(Object.keys(writers)).toEqual(['respond']);
  });

  it('picks among what is given without a writer, and samples nothing without one', async () => {
    const given = ['ynn', 'yyn'].map((response) => ({ name: response, response }));
    const selection = await selectBestResponse(
      testRun(),
      agentsWith(null),
      { candidates: given, checklist: checklistOfQualities(3) },
      OPTIONS,
    );
    expect([selection.best, selection.writers]).toEqual([[1], {}]);
    const samples = { candidates: 2, checklist: checklistOfQualities(3) };
    await expect(selectBestResponse(testRun(), null, samples, OPTIONS)).rejects.toThrow(InputError);
  });
});

describe('actionability', () => {
  const measure = (start: string, mend: (item: number) => string | null) =>
    measureActionability(
      testRun(),
      agentsWith(scriptedResponder((_response, [asked]) => mend(Number(/\d+/u.exec(asked!.question)![0])))),
      input(start),
      OPTIONS,
    );

  it('edits towards one unmet item at a time; repaired, left and broken ones are told apart', async () => {
    const edits = ['', '', 'yyynn', 'nnnyn', 'y?nn-'];
    const { figures, edits: found } = await measure('yynnn', (item) => edits[item - 1] ?? null);
    expect(found.map(({ itemId, outcome, broken }) => [itemId, outcome.status, broken])).toEqual([
      ['i3', 'scored', []],
      ['i4', 'scored', ['i1', 'i2']],
      ['i5', 'unscored', []],
    ]);
    expect(figures).toEqual({
      ...{ scored: 4, unmet: 2, repaired: 2, unscored: 1, broken: 2 },
      ...{ before: 0.5, after: 1, delta: 0.5, repairRate: 1 },
    });
    // (after − before) / (1 − before), as the paper has it.
    expect((figures.after! - figures.before!) / (1 - figures.before!)).toBe(figures.repairRate);
  });

  it('leaves out an item whose edit did not come, before and after', async () => {
    const { figures } = await measure('ynn', (item) => (item === 2 ? 'yyn' : null));
    expect(figures).toMatchObject({ scored: 2, unscored: 1, before: 0.5, after: 1 });
  });

  it('has no repair rate where nothing is unmet, and no rates where nothing is scored', async () => {
    expect((await measure('yy-', () => null)).figures).toMatchObject({
      before: 1,
      delta: 0,
      repairRate: null,
    });
    expect((await measure('??', () => null)).figures).toMatchObject({
      before: null,
      after: null,
      delta: null,
    });
  });
});
