import { describe, expect, it } from 'vitest';
import { findGaps } from '../../agents/find-gaps.ts';
import { proposeQueries } from '../../agents/propose-queries.ts';
import { rewordQuery } from '../../agents/reword-query.ts';
import { modelThatSays, prompts, query, run, task, valueOf } from './support.ts';

const row = (text: string) => ({ query: text, teaches: 'Its form.' });

describe('proposeQueries', () => {
  it('returns as many as asked for, each on one line, none twice and none with a URL', async () => {
    const model = modelThatSays(() => ({
      queries: [
        'how to write\na press release',
        'How to write press releases?',
        'see https://x.example',
        'press release tone',
        'press release length',
      ].map(row),
    }));
    const queries = valueOf(await proposeQueries.ask({ model, prompts }, run, { task, language: 'eng', count: 2 }));
    expect(queries.map(({ text }) => text)).toEqual(['how to write a press release', 'press release tone']);
    expect(model.calls[0]?.problems.join(' ')).toMatch(/Query 2 repeats.*Query 3 holds a URL/su);
  });

  it('asks again where there are too few', async () => {
    const model = modelThatSays(() => ({ queries: [row('press release tone')] }));
    expect(
      valueOf(await proposeQueries.ask({ model, prompts }, run, { task, language: 'eng', count: 3 })),
    ).toHaveLength(1);
    expect(model.calls[0]?.problems).toEqual(['3 queries were asked for, and you gave 1.']);
  });
});

it('proposeQueries says what language the instruction is in, where none is set', async () => {
  const model = modelThatSays(() => ({ language: 'de', queries: [row('Beschwerdebrief schreiben')] }));
  const languages = await Promise.all(
    [null, 'spa'].map(async (language) =>
      valueOf(await proposeQueries.ask({ model, prompts }, run, { task, language, count: 1 })).map(
        (query) => query.language,
      ),
    ),
  );
  expect(languages).toEqual([['deu'], [undefined]]);
});

describe('rewordQuery', () => {
  const input = {
    task,
    language: 'eng',
    query,
    found: 4,
    kept: 1,
    asked: [query.text, 'press release tone'],
  };

  it('returns another query that is to teach the same', async () => {
    const model = modelThatSays(() => ({ diagnosis: 'Too rare.', query: 'news release guide' }));
    expect(valueOf(await rewordQuery.ask({ model, prompts }, run, input))).toEqual({
      text: 'news release guide',
      teaches: 'its form',
    });
  });

  it('returns none where only one that was asked before comes back', async () => {
    const model = modelThatSays(() => ({ diagnosis: 'None.', query: 'Tone of a press release' }));
    expect(valueOf(await rewordQuery.ask({ model, prompts }, run, input))).toBeNull();
    expect(model.calls[0]?.problems).toEqual(['Query 1 repeats another one.']);
  });
});

describe('findGaps', () => {
  const input = {
    task,
    language: 'eng',
    found: ['The response should be brief.'],
    asked: [query.text],
    maxQueries: 2,
  };

  it('returns new queries, as many as allowed', async () => {
    const model = modelThatSays(() => ({
      covered: 'Length.',
      missing: 'Tone.',
      queries: [query.text, 'press release tone', 'press release quotes', 'press release layout'].map(row),
    }));
    const gaps = valueOf(await findGaps.ask({ model, prompts }, run, input));
    expect(gaps.queries.map(({ text }) => text)).toEqual(['press release tone', 'press release quotes']);
    expect(gaps).toMatchObject({ covered: 'Length.', missing: 'Tone.' });
  });

  it('takes an empty list for nothing missing', async () => {
    const model = modelThatSays(() => ({ covered: 'All.', missing: 'Nothing.', queries: [] }));
    expect(valueOf(await findGaps.ask({ model, prompts }, run, input)).queries).toEqual([]);
    expect(model.calls[0]?.problems).toEqual([]);
  });
});
