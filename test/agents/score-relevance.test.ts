import { describe, expect, it } from 'vitest';
import { scoreRelevance } from '../../agents/score-relevance.ts';
import { fakeModelClient } from '../support/fake-model-client.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const criteria = ['c1', 'c2', 'c3', 'c4'].map((id) => ({ id, text: `The response should do ${id}.` }));

const weighed = (id: string | undefined, value: unknown, missed: unknown, agreed: unknown = 10) => ({
  ...{ id, fault: false, sign: 'its first line', reason: 'Why.', value, missed, agreed },
});

describe('scoreRelevance', () => {
  it('ranks by what a draft gains, twice, by how many drafts miss it and by how many readers agree on that', async () => {
    const weights: (readonly [number, number, number])[] = [
      [9, 1, 10],
      [6, 6, 10],
      [5, 8, 10],
      [6, 6, 4],
    ];
    const model = modelThatSays((question) => ({
      scores: itemsIn(question, 'criteria').map(({ id }, index) => weighed(id, ...(weights[index] ?? [0, 0, 0]))),
    }));
    const scores = valueOf(await scoreRelevance.ask({ model, prompts }, run, { task, criteria, anchors: [] }));
    expect([...scores.values()].map(({ score }) => score)).toEqual([4.3, 6, 5.8, 4.4]);
  });

  it('reads figures that are written as text', async () => {
    const model = modelThatSays((question) => ({
      scores: itemsIn(question, 'criteria').map(({ id }) => weighed(id, '6', '6/10', '10')),
    }));
    const scores = valueOf(await scoreRelevance.ask({ model, prompts }, run, { task, criteria, anchors: [] }));
    expect([...scores.values()].map(({ score }) => score)).toEqual([6, 6, 6, 6]);
  });

  it('is shown the condition of a criterion, which is a part of it', async () => {
    const model = modelThatSays((question) => ({
      scores: itemsIn(question, 'criteria').map(({ id, text }) =>
        weighed(id, text.includes('when it is long') ? 2 : 8, 8),
      ),
    }));
    const given = [{ ...criteria[0]!, appliesWhen: 'it is long' }, criteria[1]!];
    const scores = valueOf(await scoreRelevance.ask({ model, prompts }, run, { task, criteria: given, anchors: [] }));
    expect([...scores.values()].map(({ score }) => score)).toEqual([3.2, 8]);
  });

  it('scores by id; what is left out, repeated or invented has no score', async () => {
    const model = modelThatSays((question) => {
      const [a, b] = itemsIn(question, 'criteria').map(({ id }) => id);
      return { scores: [a, b, b, 'c3'].map((id) => weighed(id, 9, 4)) };
    });
    const scores = valueOf(await scoreRelevance.ask({ model, prompts }, run, { task, criteria, anchors: [] }));
    expect(Object.fromEntries(scores)).toEqual({
      c1: {
        score: 6.9,
        reason: 'Why. Shown by: its first line.',
        weighed: { value: 9, missed: 4, agreed: 10 },
        isFault: false,
      },
    });
    expect(model.calls[0]?.problems).toHaveLength(3);
  });

  it('says what an editor would strike, and of answers that leave it out, nothing', async () => {
    const strikes = ['arbitrary', null, undefined, 'dull', ''];
    const model = modelThatSays((question) => ({
      scores: itemsIn(question, 'criteria').map(({ id }, index) => ({ ...weighed(id, 5, 5), strike: strikes[index] })),
    }));
    const scores = valueOf(await scoreRelevance.ask({ model, prompts }, run, { task, criteria, anchors: [] }));
    expect([...scores.values()].map(({ strike }) => strike)).toEqual([
      'arbitrary',
      ...criteria.slice(1).map(() => undefined),
    ]);
  });

  it('asks once more, afresh, for an answer that no repair mends, and not after a refusal', async () => {
    const answers: unknown[] = [{}, {}, { scores: criteria.map(({ id }) => weighed(id, 5, 5)) }];
    const model = modelThatSays(() => answers.shift());
    const outcome = await scoreRelevance.ask({ model, prompts }, run, { task, criteria, anchors: [] });
    expect(model.calls).toHaveLength(2);
    expect(outcome.status).toBe('done');
    const refusing = fakeModelClient(
      () => ({}),
      () => 'refused',
    );
    expect((await scoreRelevance.ask({ model: refusing, prompts }, run, { task, criteria, anchors: [] })).status).toBe(
      'unscored',
    );
    expect(refusing.calls).toHaveLength(1);
  });

  it('believes no agreement of readers where there is nothing that they could point at', async () => {
    const signs = ['the date in its first line', null, '', null];
    const model = modelThatSays((question) => ({
      scores: itemsIn(question, 'criteria').map(({ id }, index) => ({
        ...weighed(id, 8, 8, index === 3 ? 2 : 9),
        sign: signs[index],
      })),
    }));
    const scores = valueOf(await scoreRelevance.ask({ model, prompts }, run, { task, criteria, anchors: [] }));
    expect([...scores.values()].map(({ weighed: weights }) => weights.agreed)).toEqual([9, 4, 4, 2]);
  });

  it.each([7.5, 11, -1, 'eight'])('takes no %s for a value', async (value) => {
    const model = modelThatSays((question) => ({
      scores: itemsIn(question, 'criteria').map(({ id }) => weighed(id, value, 5)),
    }));
    expect((await scoreRelevance.ask({ model, prompts }, run, { task, criteria, anchors: [] })).status).toBe(
      'unscored',
    );
  });
});
