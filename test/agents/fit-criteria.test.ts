import { expect, it } from 'vitest';
import { fitCriteria } from '../../agents/fit-criteria.ts';
import { PointId } from '../../src/domain/ids.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

it.each([
  [
    'German',
    'Die Antwort sollte die Stelle nennen.',
    'Die Antwort sollte die Stelle im Betreff nennen.',
    'Nennt sie sie?',
  ],
  ['Chinese', '回答应当说明职位。', '回答应当在标题中说明职位。', '回答是否在标题中说明职位？'],
])('takes other words in the language of the criterion: %s', async (_, text, criterion, question) => {
  const model = modelThatSays((prompt) => ({
    leftOut: [],
    reworded: itemsIn(prompt, 'criteria').map(({ id }) => ({ id, criterion, question, appliesWhen: null })),
  }));
  const criteria = [{ id: PointId.parse('m1'), text, question, quotes: [] }];
  const fits = valueOf(await fitCriteria.ask({ model, prompts }, run, { task, criteria }));
  expect(model.calls[0]?.problems).toEqual([]);
  expect(fits.get('m1')).toMatchObject({ kind: 'reworded', text: criterion });
});
