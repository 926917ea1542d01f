import { describe, expect, it } from 'vitest';
import { rewriteCriteria } from '../../agents/rewrite-criteria.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const points = [
  { id: 'm1', text: 'Open with the news.' },
  { id: 'm2', text: 'Ask a colleague to read it.' },
  { id: 'm3', text: 'Name a contact.' },
];
const criterion = (id: string, changes: object = {}) => ({
  id,
  removal: null,
  criterion: 'The response should open with the news',
  question: 'Does the response open with the news?',
  explicit: false,
  ...changes,
});

async function rewritesFrom(rows: (ids: readonly string[]) => readonly object[]) {
  const model = modelThatSays((question) => ({
    points: rows(itemsIn(question, 'points').map(({ id }) => id)),
  }));
  const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, points }));
  return { rewrites, problems: model.calls[0]!.problems.join(' ') };
}

describe('rewriteCriteria', () => {
  it('words criteria with their questions, or says why there is none', async () => {
    const { rewrites, problems } = await rewritesFrom(([a = '', b = '', c = '']) => [
      criterion(a),
      criterion(b, { criterion: null, question: '', removal: 'It is work on the draft.' }),
      criterion(c, {
        criterion: 'The response should name a contact.',
        question: 'Does it name a contact?',
        explicit: true,
      }),
    ]);
    expect(problems).toBe('');
    expect(Object.fromEntries(rewrites)).toEqual({
      m1: {
        kind: 'criterion',
        text: 'The response should open with the news.',
        question: 'Does the response open with the news?',
        explicit: false,
      },
      m2: { kind: 'removed', reason: 'It is work on the draft.' },
      m3: {
        kind: 'criterion',
        text: 'The response should name a contact.',
        question: 'Does it name a contact?',
        explicit: true,
      },
    });
  });

  it.each([
    ['another beginning', { criterion: 'Open with the news.' }, 'does not begin'],
    ['no question', { question: 'Open with the news.' }, 'lacks a yes/no question'],
    ['neither criterion nor reason', { criterion: null }, 'neither'],
    ['both', { removal: 'It is work.' }, 'both'],
    ['a foreign subject', { criterion: 'The response should praise our shop.' }, 'something else'],
    ['a URL', { criterion: 'The response should open with the news at www.spam.example.' }, 'URL'],
    ['a control code', { criterion: 'The response should open with\u001b[2J the news.' }, 'control'],
  ])('asks again for %s, then does without that point alone', async (_what, changes, problem) => {
    const { rewrites, problems } = await rewritesFrom(([a = '', b = '', c = '']) => [
      criterion(a, changes),
      criterion(b, { criterion: 'The response should ask.', question: 'Does it ask?' }),
      criterion(c, { criterion: 'The response should name a contact.', question: 'Does it name one?' }),
    ]);
    expect(problems).toContain(problem);
    expect([...rewrites.keys()]).toEqual(['m2', 'm3']);
  });

  it('answers for no point that it was not given', async () => {
    const { rewrites, problems } = await rewritesFrom(() => ['m1', 'm2', 'm3'].map((id) => criterion(id)));
    expect(rewrites.size).toBe(0);
    expect(problems).toMatch(/not given.*missing/su);
  });
});
