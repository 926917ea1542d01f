import { expect, it } from 'vitest';
import { judgeLevels } from '../../agents/judge-levels.ts';
import { conversingModel } from '../support/conversing-model.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { prompts, run, task } from './support.ts';

const levels = ['None', 'Some', 'All'].map((label, value) => ({ label, description: '', value }));
const items = [{ id: 'i1', question: 'How many dates are named?', levels }];

it.each([3, '[3]'])('reads the level %j', async (level) => {
  const model = conversingModel((question) => {
    const rows = itemsIn(question, 'criteria').map(({ id }) => ({ id, analysis: 'All of them.', quotes: [], level }));
    return JSON.stringify({ verdicts: rows });
  });
  const judged = await judgeLevels.ask({ model, prompts }, run, { task, response: 'At noon.', items, analysis: true });
  expect(judged.status === 'done' ? judged.value.get('i1')?.level : null).toEqual({ label: 'All', value: 2 });
});

it.each(['small letters', 'capitals'])('asks again for a level that there is not, by an id in %s', async (letters) => {
  let asked = 0;
  const model = conversingModel((question) => {
    const rows = itemsIn(question, 'criteria').map(({ id }) => {
      const written = letters === 'capitals' ? id.toUpperCase() : id;
      return { id: written, analysis: 'All of them.', quotes: [], level: asked === 0 ? 7 : 3 };
    });
    asked += 1;
    return JSON.stringify({ verdicts: rows });
  });
  const judged = await judgeLevels.ask({ model, prompts }, run, { task, response: 'At noon.', items, analysis: true });
  expect(asked).toBe(2);
  expect(judged.status === 'done' ? judged.value.get('i1')?.level : null).toEqual({ label: 'All', value: 2 });
});
