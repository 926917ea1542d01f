import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CancelledError, InputError, UnavailableError } from '../../src/domain/errors.ts';
import type { SearchHit, SearchPort } from '../../src/domain/ports.ts';
import { fuse, fuseRankings } from '../../src/search/create-search.ts';
import { testRun } from '../support/run-context.ts';

const hit = (url: string, title: string | null = null): SearchHit => ({ url, title, snippet: null });
const hits = (...names: string[]) => names.map((name) => hit(`https://${name}.example/`));
const urls = (found: readonly SearchHit[]) => found.map(({ url }) => url.slice('https://'.length).split('.')[0]);

interface FakePort extends SearchPort {
  readonly queries: string[];
}

function port(name: string, answer: readonly SearchHit[] | Error, about: Partial<SearchPort> = {}): FakePort {
  const queries: string[] = [];
  return {
    name,
    queries,
    ...about,
    search: async (_run, query, limit) => {
      queries.push(query);
      if (answer instanceof Error) throw answer;
      return answer.slice(0, limit);
    },
  };
}

const down = new UnavailableError('It is down.', { advice: 'Wait.' });

describe('fuseRankings', () => {
  it('adds 1 / (60 + rank)', () => {
    // b: 1/62 + 1/61; a: 1/61 + 1/63; c: 1/62; d: 1/63
    expect(urls(fuseRankings([hits('a', 'b', 'd'), hits('b', 'c', 'a')]))).toEqual(['b', 'a', 'c', 'd']);
  });

  it('breaks ties by the better single rank, then by the order of the engines', () => {
    expect(urls(fuseRankings([hits('a', 'b'), hits('c', 'd')]))).toEqual(['a', 'c', 'b', 'd']);
    expect(urls(fuseRankings([hits('c', 'd'), hits('a', 'b')]))).toEqual(['c', 'a', 'd', 'b']);
    // 1/122 + 1/122 = 1/61
    const last = (name: string) => [...Array.from({ length: 61 }, (_, index) => `${name}${index}`), 'twice'];
    const fused = urls(fuseRankings([hits(...last('a')), hits(...last('b')), hits('once')]));
    expect(fused.indexOf('once')).toBe(2);
    expect(fused.indexOf('twice')).toBe(3);
  });

  it('knows a page by its address but for scheme and closing slash, and shows it as the best engine does', () => {
    const fused = fuseRankings([
      [hit('https://x.example/'), hit('http://a.example/p/', 'from the first')],
      [hit('https://a.example/p', 'from the second'), hit('https://a.example/P')],
    ]);
    expect(fused.map(({ url }) => url)).toEqual(['https://a.example/p', 'https://x.example/', 'https://a.example/P']);
    expect(fused[0]?.title).toBe('from the second');
  });

  it('gives every page once, and keeps the order of a single engine', () => {
    const ranking = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(ranking, { minLength: 1, maxLength: 4 }), (rankings) => {
        const fused = urls(fuseRankings(rankings.map((names) => hits(...names))));
        expect(new Set(fused)).toEqual(new Set(rankings.flat()));
        expect(fused).toHaveLength(new Set(fused).size);
        expect(urls(fuseRankings([hits(...rankings[0]!)]))).toEqual(rankings[0]);
      }),
    );
  });
});

describe('fuse', () => {
  it('is the engine itself where there is one', () => {
    const only = port('only', []);
    expect(fuse([only])).toBe(only);
  });

  it('asks all for the full number, and gives no more than that', async () => {
    const [one, two] = [port('one', hits('a', 'b', 'c')), port('two', hits('d', 'e', 'f'))];
    expect(urls(await fuse([one, two]).search(testRun(), 'q', 2))).toEqual(['a', 'd']);
    expect([...one.queries, ...two.queries]).toEqual(['q', 'q']);
  });

  it('reports an engine that fails and goes on without it', async () => {
    const run = testRun();
    const fused = fuse([port('one', down), port('two', hits('a'))]);
    expect(urls(await fused.search(run, 'q', 5))).toEqual(['a']);
    expect(run.events).toEqual([{ type: 'warning', message: 'The search for “q” continues without one. It is down.' }]);
  });

  it('fails where all fail, and says what to do about each', async () => {
    const wrongKey = new InputError('The key is wrong.', { advice: 'Check it.' });
    const mixed = fuse([port('one', down), port('two', wrongKey)]).search(testRun(), 'q', 5);
    await expect(mixed).rejects.toMatchObject({
      name: 'UnavailableError',
      message: 'No search engine answered. It is down. The key is wrong.',
      advice: 'one: Wait. two: Check it.',
    });
    const all = fuse([port('one', wrongKey), port('two', wrongKey)]).search(testRun(), 'q', 5);
    await expect(all).rejects.toBeInstanceOf(InputError);
  });

  it('gives an empty list where the engines that answer find nothing', async () => {
    expect(await fuse([port('one', down), port('two', [])]).search(testRun(), 'q', 5)).toEqual([]);
  });

  it('stops with the run, and hides no defect', async () => {
    const stopped = fuse([port('one', new CancelledError('stopped')), port('two', hits('a'))]);
    await expect(stopped.search(testRun(), 'q', 5)).rejects.toBeInstanceOf(CancelledError);
    const broken = fuse([port('one', new TypeError('a defect')), port('two', hits('a'))]);
    await expect(broken.search(testRun(), 'q', 5)).rejects.toBeInstanceOf(TypeError);
  });

  it('passes on what people should know of its engines', () => {
    const fused = fuse([
      port('one', [], { mayStore: true, notice: 'It ends.' }),
      port('two', [], { mayStore: false, notice: 'It costs.' }),
      port('own', []),
    ]);
    expect(fused).toMatchObject({ name: 'one+two+own', mayStore: false, notice: 'It ends. It costs.' });
    expect(fuse([port('one', [], { mayStore: true }), port('own', [])])).toMatchObject({ mayStore: true });
  });
});
