import { describe, expect, it } from 'vitest';
import { scoreRelevance } from '../../agents/score-relevance.ts';
import { fakeModelClient } from '../support/fake-model-client.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const criteria = ['c1', 'c2', 'c3'].map((id) => ({ id, text: `The response should do ${id}.` }));

describe('scoreRelevance', () => {
  it('scores by id; what is left out, repeated or invented has no score', async () => {
    const model = modelThatSays((question) => {
      const [a, b] = itemsIn(question, 'criteria').map(({ id }) => id);
      return { scores: [a, b, b, 'c3'].map((id, score) => ({ id, reason: `${score}`, score })) };
    });
    const scores = valueOf(await scoreRelevance.ask({ model, prompts }, run, { task, criteria, anchors: [] }));
    expect(Object.fromEntries(scores)).toEqual({ c1: { score: 0, reason: '0' } });
    expect(model.calls[0]?.problems).toHaveLength(3);
  });

  it('asks once more, afresh, for an answer that no repair mends, and not after a refusal', async () => {
    const answers: unknown[] = [{}, {}, { scores: criteria.map(({ id }) => ({ id, reason: 'Why.', score: 5 })) }];
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

  it.each([7.5, 11, -1, '8'])('takes no %s for a score', async (score) => {
    const model = modelThatSays((question) => ({
      scores: itemsIn(question, 'criteria').map(({ id }) => ({ id, reason: 'Why.', score })),
    }));
    expect((await scoreRelevance.ask({ model, prompts }, run, { task, criteria, anchors: [] })).status).toBe(
      'unscored',
    );
  });
});
