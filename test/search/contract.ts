/** What every search does; and what every search on the web does, over real HTTP. */
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CancelledError, GroundruleError, InputError, UnavailableError } from '../../src/domain/errors.ts';
import type { SearchPort } from '../../src/domain/ports.ts';
import type { SearchEngine } from '../../src/search/engines/engine.ts';
import { testRun } from '../support/run-context.ts';
import { openEngine, type OpenOptions } from '../support/search-servers/open-engine.ts';
import {
  fakeResults,
  SERVER_KEY,
  startSearchServer,
  type Fault,
  type SearchServer,
} from '../support/search-servers/server.ts';
import { wireOf, type Wire } from '../support/search-servers/wire.ts';

export interface OpenSearch {
  readonly port: SearchPort;
  /** Finds at least three documents. */
  readonly query: string;
  /** Finds none. */
  readonly hopelessQuery: string;
  close(): Promise<void>;
}

export function searchContract(name: string, open: () => Promise<OpenSearch>): void {
  describe(`${name}: the search contract`, () => {
    let opened: OpenSearch;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    it('gives each URL once, the best first, and no more than asked for', async () => {
      const { port, query } = opened;
      const many = await port.search(testRun(), query, 10);
      expect(many.length).toBeGreaterThanOrEqual(3);
      expect(new Set(many.map(({ url }) => url)).size).toBe(many.length);
      expect((await port.search(testRun(), query, 2)).map(({ url }) => url)).toEqual(
        many.slice(0, 2).map(({ url }) => url),
      );
      for (const { url, title, snippet } of many) {
        expect(URL.canParse(url)).toBe(true);
        expect(title).not.toBe('');
        expect(snippet).not.toBe('');
      }
    });

    it('gives the same answer again', async () => {
      const { port, query } = opened;
      expect(await port.search(testRun(), query, 10)).toEqual(await port.search(testRun(), query, 10));
    });

    it('gives an empty list where nothing is found', async () => {
      const { port, hopelessQuery } = opened;
      expect(await port.search(testRun(), hopelessQuery, 10)).toEqual([]);
    });

    it('answers many queries at once', async () => {
      const { port, query } = opened;
      const answers = await Promise.all(Array.from({ length: 5 }, () => port.search(testRun(), query, 3)));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    });
  });
}

const RETRY_POLICY = { maxAttempts: 3, baseDelayMs: 5, maxDelayMs: 10, maxRetryAfterMs: 1500 };
const QUERY = 'how to write a cover letter';
const HOPELESS = 'nothing says this';

export function webEngineContract(engine: SearchEngine): void {
  const pageSize = engine.limits.resultsPerRequest ?? 10;
  const [need] = engine.needs;
  let wire: Wire;
  let server: SearchServer;
  const open = (changes: OpenOptions = {}) => openEngine(engine, server.url, { retryPolicy: RETRY_POLICY, ...changes });
  const failureOf = async (port: SearchPort, key = SERVER_KEY): Promise<GroundruleError> => {
    const run = testRun();
    try {
      await port.search(run, QUERY, 3);
    } catch (error) {
      expect(inspect([error, run.events], { depth: 20, showHidden: true })).not.toContain(key);
      if (error instanceof GroundruleError) return error;
      throw error;
    }
    throw new Error('The search succeeded.');
  };

  describe(`${engine.name}: the contract of web engines`, () => {
    beforeEach(async () => {
      wire = await wireOf(engine.name);
      server = await startSearchServer(wire);
    });
    afterEach(() => server.close());

    it('says what it is and whether its texts may be kept', () => {
      const port = open();
      expect(port.name).toBe(engine.name);
      expect(typeof port.mayStore).toBe('boolean');
    });

    it('keeps the order of the service over its pages', async () => {
      const expected = fakeResults(25).map(({ url }) => url);
      const hits = await open().search(testRun(), QUERY, 12);
      expect(hits.map(({ url }) => url)).toEqual(expected.slice(0, 12));
      expect(hits[0]?.title).toBe('Guide 1');
      expect(server.requests).toHaveLength(pageSize >= 12 ? 1 : 2);
    });

    it('asks for no page that it does not need', async () => {
      await open().search(testRun(), QUERY, 3);
      expect(server.requests).toHaveLength(1);
    });

    it('stops where there is no more', async () => {
      server.finds(fakeResults(4));
      expect(await open().search(testRun(), QUERY, 20)).toHaveLength(4);
      expect(server.requests.length).toBeLessThanOrEqual(2);
    });

    it('is bounded however much is asked for', async () => {
      server.finds(fakeResults(500));
      const hits = await open().search(testRun(), QUERY, 100);
      expect(hits.length).toBeGreaterThanOrEqual(20);
      expect(hits.length).toBeLessThanOrEqual(100);
      expect(server.requests.length).toBeLessThanOrEqual(10);
    });

    it('gives each page of the web once, and nothing that is no page of the web', async () => {
      const [first, second] = fakeResults(2);
      server.finds([
        first!,
        { ...first!, url: `${first!.url}#part` },
        { ...second!, url: 'javascript:alert(1)' },
        { ...second!, url: 'no address' },
        { ...second!, title: '  Two\n lines ', snippet: ' ' },
      ]);
      const hits = await open().search(testRun(), QUERY, 5);
      expect(hits.map(({ url }) => url)).toEqual([first!.url, second!.url]);
      expect(hits[1]).toMatchObject({ title: 'Two lines', snippet: null });
    });

    it('gives an empty list where the service finds nothing', async () => {
      server.finds([]);
      expect(await open().search(testRun(), QUERY, 10)).toEqual([]);
      expect(server.requests).toHaveLength(1);
    });

    it('sends any query', async () => {
      for (const query of ['a & b = c? #1', '“naïve” 日本語 😀', '100% "exact"', '\ud800 alone', '<script>'])
        expect(await open().search(testRun(), query, 3), query).toHaveLength(3);
    });

    it('shortens a query that is too long, and says so', async () => {
      const run = testRun();
      const query = `${'word '.repeat(1000)}end`;
      expect(await open().search(run, query, 3)).toHaveLength(3);
      expect(run.events).toEqual([
        { type: 'warning', message: expect.stringContaining('is too long; searched for') as string },
      ]);
    });

    it('names the setting where the key is wrong', async () => {
      server.next('wrong-key');
      const error = await failureOf(open());
      expect(error).toBeInstanceOf(InputError);
      expect(error.advice).toContain(need?.name);
      expect(server.requests).toHaveLength(1);
    });

    if (need?.kind === 'key')
      it('does not show a key that the service repeats', async () => {
        const error = await failureOf(open({ key: 'another-key-98765' }), 'another-key-98765');
        expect(error).toBeInstanceOf(InputError);
        expect(error.message).toContain('****');
      });

    it('explains a refusal', async () => {
      server.next('forbidden');
      const error = await failureOf(open());
      expect(error).toBeInstanceOf(InputError);
      expect(error.advice).not.toBeNull();
    });

    it('comes back when the service says so', async () => {
      server.retryAfter('0.3');
      server.next('rate-limited');
      expect(await open().search(testRun(), QUERY, 3)).toHaveLength(3);
      expect(server.arrivalsMs[1]! - server.arrivalsMs[0]!).toBeGreaterThanOrEqual(290);
    });

    it('tries again where the service does not say when', async () => {
      server.next('rate-limited', 'rate-limited');
      expect(await open().search(testRun(), QUERY, 3)).toHaveLength(3);
      expect(server.requests).toHaveLength(3);
    });

    it('does not wait for long, and never takes too many requests for no results', async () => {
      server.retryAfter('3600');
      server.next('rate-limited');
      const error = await failureOf(open());
      expect(error).toBeInstanceOf(UnavailableError);
      expect(error.message).toContain('60 min');
      expect(server.requests).toHaveLength(1);
    });

    it('never takes a spent quota for no results', async () => {
      server.next('quota', 'quota', 'quota');
      const error = await failureOf(open());
      expect(error).toBeInstanceOf(UnavailableError);
      expect(error.message).toContain(
        wire.tellsQuotaApart ? 'quota of the account is exceeded' : 'limits the rate of requests',
      );
    });

    it('holds back all its searches where one is refused for a time', async () => {
      server.retryAfter('0.9');
      server.next('rate-limited');
      // Long enough for the refusal to be back before the second search, on a busy machine too.
      const port = open({ minIntervalMs: 600 });
      await Promise.all([port.search(testRun(), 'a', 3), port.search(testRun(), 'b', 3)]);
      expect(server.arrivalsMs[1]! - server.arrivalsMs[0]!).toBeGreaterThanOrEqual(890);
    });

    it('tries again after an error of the service', async () => {
      server.next('server-error');
      expect(await open().search(testRun(), QUERY, 3)).toHaveLength(3);
    });

    it.each<Fault>(['server-error', 'hang', 'drop'])('gives up after three times: %s', async (fault) => {
      server.next(fault, fault, fault);
      // A busy machine may take longer than that to send a request.
      expect(await failureOf(open({ timeoutMs: fault === 'hang' ? 300 : 10_000 }))).toBeInstanceOf(UnavailableError);
      expect(server.requests).toHaveLength(3);
    });

    it.each<Fault>(['not-json', 'malformed', 'too-large'])('is not misled by a reply: %s', async (fault) => {
      server.next(fault);
      expect(await failureOf(open({ timeoutMs: 5000 }))).toBeInstanceOf(UnavailableError);
      expect(server.requests).toHaveLength(1);
    });

    it('sends its key nowhere else', async () => {
      server.next('redirect');
      const error = await failureOf(open());
      expect(error).toBeInstanceOf(InputError);
      expect(error.message).toContain('https://elsewhere.example/');
    });

    it('says where nobody answers', async () => {
      const port = open();
      await server.close();
      const error = await failureOf(port);
      expect(error).toBeInstanceOf(UnavailableError);
      expect(error.advice).toContain(server.url);
    });

    if (pageSize < 20)
      it('keeps the first pages where a later one fails, and says so', async () => {
        server.next(null, 'quota', 'quota', 'quota');
        const run = testRun();
        const hits = await open().search(run, QUERY, pageSize + 2);
        expect(hits).toHaveLength(pageSize);
        expect(run.events).toMatchObject([{ type: 'warning' }]);
        expect(JSON.stringify(run.events)).toContain(`only ${pageSize} of ${pageSize + 2} results`);
      });

    it('stops at once', async () => {
      server.next('hang');
      const stop = new AbortController();
      const search = open({ timeoutMs: 60_000 }).search(testRun({ signal: stop.signal }), QUERY, 3);
      setTimeout(() => stop.abort(), 50);
      await expect(search).rejects.toBeInstanceOf(CancelledError);
      await expect(open().search(testRun({ signal: stop.signal }), QUERY, 3)).rejects.toBeInstanceOf(CancelledError);
    });

    it('spaces out its requests', async () => {
      const port = open({ minIntervalMs: 60 });
      const startMs = performance.now();
      await Promise.all(['a', 'b', 'c'].map((query) => port.search(testRun(), query, 3)));
      // From the start, since a busy machine may be late for the first.
      expect(Math.max(...server.arrivalsMs) - startMs).toBeGreaterThanOrEqual(2 * 60 - 1);
    });
  });

  searchContract(engine.name, async () => {
    server = await startSearchServer(await wireOf(engine.name));
    return {
      port: {
        name: engine.name,
        search: (run, query, limit) => {
          server.finds(query === HOPELESS ? [] : fakeResults(25));
          return open().search(run, query, limit);
        },
      },
      query: QUERY,
      hopelessQuery: HOPELESS,
      close: () => server.close(),
    };
  });
}
