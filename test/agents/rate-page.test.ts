import { describe, expect, it } from 'vitest';
import { ratePage } from '../../agents/rate-page.ts';
import { fencedIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf, view } from './support.ts';

const pages = ['s1', 's2', 's3'].map((id) => ({ id, ...view(`Open page ${id} with the news.`) }));
const input = { task, queries: ['how to write a press release'], pages };
const good = { expertiseReason: 'Exact.', expertise: 4, relevanceReason: 'On releases.', relevance: 2 };

function idsIn(question: string): string[] {
  return fencedIn(question).flatMap(({ label }) => (label.startsWith('page ') ? [label.slice(5)] : []));
}

describe('ratePage', () => {
  it('reads figures that are written as text', async () => {
    const asText = { ...good, expertise: '4', relevance: '2' };
    const model = modelThatSays((question) => ({ ratings: idsIn(question).map((id) => ({ id, ...asText })) }));
    const ratings = valueOf(await ratePage.ask({ model, prompts }, run, input));
    expect(ratings.get('s1')).toMatchObject({ expertise: 4, relevance: 2 });
  });

  it('rates every page in one call, and shows host, title, author and date as data', async () => {
    const model = modelThatSays((question) => ({ ratings: idsIn(question).map((id) => ({ id, ...good })) }));
    const ratings = valueOf(await ratePage.ask({ model, prompts }, run, input));
    expect([...ratings.keys()]).toEqual(['s1', 's2', 's3']);
    expect(ratings.get('s2')).toEqual({ expertise: 4, relevance: 2, reasons: ['On releases.', 'Exact.'] });
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.problems).toEqual([]);
    expect(model.calls[0]?.text).toContain(
      '{"host":"news.example","title":"Press releases","byline":"A. Editor","date":"2020-02-02"}',
    );
  });

  it('takes no rating for an id that it did not give or that comes twice, and says what is missing', async () => {
    const model = modelThatSays((question) => {
      const [first = '', second = ''] = idsIn(question);
      return { ratings: [first, second, second, 's3', 'zzz9'].map((id) => ({ id, ...good })) };
    });
    expect([...valueOf(await ratePage.ask({ model, prompts }, run, input)).keys()]).toEqual(['s1']);
    expect(model.calls[0]?.problems.join(' ')).toMatch(/not given.*"s3", "zzz9".*more than once.*missing/su);
  });

  it('takes no figure off the scale', async () => {
    const model = modelThatSays((question) => ({
      ratings: idsIn(question).map((id) => ({ id, ...good, expertise: 9.5 })),
    }));
    expect((await ratePage.ask({ model, prompts }, run, input)).status).toBe('unscored');
  });

  it('gives the pages of other calls other ids', async () => {
    const model = modelThatSays(() => ({ ratings: [] }));
    await ratePage.ask({ model, prompts }, run, input);
    await ratePage.ask({ model, prompts }, run, { ...input, pages: pages.slice(1) });
    const [one, two] = model.calls.map(({ text }) => idsIn(text));
    expect(one?.some((id) => two?.includes(id))).toBe(false);
  });
});
