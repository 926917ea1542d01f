import { describe, expect, it } from 'vitest';
import { rewriteCriteria } from '../../agents/rewrite-criteria.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const saying = (quote: string) => [{ quote, isInstance: false }];
const themes = [
  { id: 'm1', text: 'Open with the news.', quotes: saying('Put “first things first”, in 10 words.') },
  { id: 'm2', text: 'Ask a colleague to read it.', quotes: saying('Have it read.') },
  { id: 'm3', text: 'Name a contact.', quotes: saying('Who can be called?') },
];
const criterion = (id: string, changes: object = {}) => ({
  id,
  removal: null,
  criterion: 'The response should open with the news',
  question: 'Does the response open with the news?',
  check: null,
  ...changes,
});

async function rewritesFrom(rows: (ids: readonly string[]) => readonly object[]) {
  const model = modelThatSays((question) => ({
    criteria: rows(itemsIn(question, 'demands').map(({ id }) => id)),
  }));
  const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, themes }));
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
        explicit: false,
      },
    });
  });

  it.each([
    ['another beginning', { criterion: 'Open with the news.' }, 'does not begin'],
    ['no question', { question: 'Open with the news.' }, 'lacks a yes/no question'],
    ['neither criterion nor reason', { criterion: null }, 'neither'],
    ['both', { removal: 'It is work.' }, 'both'],
    ['a figure of its own', { criterion: 'The response should open with the news in twelve words.' }, 'figure, 12'],
    ['words that nobody said', { criterion: 'The response should open with “Stop press”.' }, 'quotation marks'],
    ['an address of its own', { criterion: 'The response should name spam.example.' }, 'names spam.example'],
    ['a URL', { criterion: 'The response should open with the news at www.spam.example.' }, 'URL'],
    ['a control code', { criterion: 'The response should open with\u001b[2J the news.' }, 'control'],
  ])('asks again for %s, then does without that point alone', async (_what, changes, problem) => {
    const { rewrites, problems } = await rewritesFrom(([a = '', b = '', c = '']) => [
      criterion(a, changes),
      criterion(b, { criterion: 'The response should ask.', question: 'Does it ask?' }),
      criterion(c, { criterion: 'The response should name a contact.', question: 'Does it name one?' }),
    ]);
    expect(problems).toContain(problem);
    const kept = [...rewrites].filter(([, rewrite]) => rewrite.kind === 'criterion');
    expect(kept.map(([id]) => id)).toEqual(['m2', 'm3']);
  });

  it('answers for no point that it was not given', async () => {
    const { rewrites, problems } = await rewritesFrom(() => ['m1', 'm2', 'm3'].map((id) => criterion(id)));
    expect(rewrites.size).toBe(0);
    expect(problems).toMatch(/not given.*missing/su);
  });
});
