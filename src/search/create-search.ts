/** Creates the search from its names: web engines, the library, or a fusion of several. */
import { z } from 'zod';
import { concernsOneItem, type GroundruleError, InputError, UnavailableError } from '../domain/errors.ts';
import { SearchHit, type KeptRecords, type SearchPort } from '../domain/ports.ts';
import { type RunContext, withWarningsTo } from '../domain/run-context.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import { redact } from '../text/redact.ts';
import { foundOrMade } from '../web/found-or-made.ts';
import { createSingleFlight } from '../web/single-flight.ts';
import type { ConnectionOptions } from './connect-engine.ts';
import { scopeIn, type SearchScope } from './engines/engine.ts';
import { ENGINES, type SearchAccess } from './engines/registry.ts';
import { arePartial, searchWith } from './search-engine.ts';

/** Where replies are cached. */
interface Keep {
  readonly records: KeptRecords;
  readonly maxAgeMs: number;
}

interface CreateSearchOptions extends Omit<ConnectionOptions, 'endpoint'> {
  readonly keep?: Keep;
  readonly ports?: Readonly<Record<string, SearchPort>>;
}

/** Sends no request yet. @throws InputError for an unknown name or a missing setting */
export function createSearch(
  names: readonly string[],
  access: SearchAccess,
  { ports = {}, keep, ...connection }: CreateSearchOptions,
): SearchPort {
  const known = [...ENGINES.map(({ name }) => name), ...Object.keys(ports)].join(', ');

  function create(name: string): SearchPort {
    const port = Object.hasOwn(ports, name) ? ports[name] : undefined;
    if (port !== undefined) return port;
    const engine = ENGINES.find((candidate) => candidate.name === name);
    if (engine === undefined)
      throw new InputError(`Unknown search engine “${name}”.`, { advice: `Choose from ${known}.` });
    const { address, ...search } = searchWith(engine, access, connection);
    // For self-hosted engines the server is part of the cache key.
    const server = engine.endpoint === null ? address.replace(/\/$/u, '') : null;
    return sharedSearch(search, keep, connection.scope, server);
  }

  const [first, ...others] = [...new Set(names)].map(create);
  if (first === undefined) throw new InputError('No search engine is named.', { advice: `Choose from ${known}.` });
  return fuse([first, ...others]);
}

const KeptReply = z.strictObject({
  at: z.iso.datetime(),
  hits: z.array(SearchHit),
  /** Warnings of the original search. They also apply to cached hits. */
  warnings: z.array(z.string()),
});

type KeptReply = z.infer<typeof KeptReply>;
interface NewReply {
  readonly reply: KeptReply;
  /** A part of it failed. */
  readonly isPartial: boolean;
}
const ReplyOrNone = KeptReply.nullable();

/**
 * Equal searches under way share one request: those of this process, and of all processes on the store where replies are
 * cached. They are, unless the service forbids storing (`mayStore`). @param server address of a self-hosted service
 */
export function sharedSearch(
  search: SearchPort,
  keep: Keep | undefined,
  scope: SearchScope,
  server: string | null,
): SearchPort {
  const singleFlight = createSingleFlight<KeptReply>();
  /** Of searches that failed: whoever shared them is warned, too. */
  const warningsOf = new WeakMap<Error, readonly string[]>();
  return {
    ...search,
    search: async (run, query, limit, language) => {
      const asked = scopeIn(scope, language);
      const key = sha256Hex(canonicalJson({ search: search.name, server, scope: asked, query, limit }));
      const warn = (warnings: readonly string[]) => {
        for (const message of warnings) run.emit({ type: 'warning', message });
      };
      const request = async (): Promise<NewReply> => {
        const at = run.clock.now().toISOString();
        const warnings: string[] = [];
        try {
          const hits = await search.search(withWarningsTo(warnings, run), query, limit, language);
          return { reply: { at, hits: [...hits], warnings }, isPartial: arePartial(hits) };
        } catch (error) {
          if (error instanceof Error) warningsOf.set(error, warnings);
          throw error;
        }
      };
      const { value } = await singleFlight(key, run.signal, async () =>
        keep === undefined || search.mayStore === false ? (await request()).reply : keptReply(run, keep, key, request),
      ).catch((error: unknown) => {
        if (error instanceof Error) warn(warningsOf.get(error) ?? []);
        throw error;
      });
      warn(value.warnings);
      return value.hits;
    },
  };
}

function keptReply(
  run: RunContext,
  { records, maxAgeMs }: Keep,
  key: string,
  request: () => Promise<NewReply>,
): Promise<KeptReply> {
  return foundOrMade({
    kept: records,
    kind: 'search',
    key,
    read: (value) => {
      const reply = ReplyOrNone.parse(value);
      return reply !== null && run.clock.now().getTime() - Date.parse(reply.at) <= maxAgeMs ? reply : null;
    },
    make: async () => {
      const { reply, isPartial } = await request();
      // Do not cache empty or partial results, which may be a temporary problem, or URLs with keys.
      const hasNoKeys = reply.hits.every(({ url }) => redact(url) === url);
      if (reply.hits.length > 0 && !isPartial && hasNoKeys) await records.put('search', key, reply);
      return reply;
    },
    signal: run.signal,
  });
}

/** Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009. */
const K = 60;

/**
 * Reciprocal rank fusion: queries all engines in parallel, each for the full number of results. A page scores 1 / (60 + rank)
 * per engine. Ties go to the better single rank, then to the first engine. A failed engine gives a warning.
 * @throws UnavailableError if all engines fail (InputError if all need another setting); CancelledError
 */
export function fuse(ports: readonly [SearchPort, ...SearchPort[]]): SearchPort {
  const [first, ...others] = ports;
  if (others.length === 0) return first;
  const notices = ports.flatMap(({ notice }) => notice ?? []);
  return {
    name: ports.map(({ name }) => name).join('+'),
    mayStore: ports.every(({ mayStore }) => mayStore !== false),
    ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
    search: async (run, query, limit, language) => {
      const answers = await Promise.all(ports.map((port) => ask(port, run, query, limit, language)));
      const failures = answers.flatMap(({ failure }) => (failure === null ? [] : [failure]));
      if (failures.length === ports.length) throw allFailed(failures);
      for (const { name, error } of failures)
        run.emit({
          type: 'warning',
          message: `The search for “${query}” continues without ${name}. ${error.message}`,
        });
      return fuseRankings(answers.map(({ hits }) => hits)).slice(0, limit);
    },
  };
}

async function ask(port: SearchPort, run: RunContext, query: string, limit: number, language: string | undefined) {
  try {
    return { hits: await port.search(run, query, limit, language), failure: null };
  } catch (error) {
    if (!concernsOneItem(error)) throw error;
    return { hits: [], failure: { name: port.name, error } };
  }
}

function allFailed(failures: readonly { readonly name: string; readonly error: GroundruleError }[]): GroundruleError {
  const messages = failures.map(({ error }) => error.message).join(' ');
  const advice = failures.map(({ name, error }) => `${name}: ${error.advice ?? 'no advice.'}`);
  const KindOfError = failures.every(({ error }) => error instanceof InputError) ? InputError : UnavailableError;
  return new KindOfError(`No search engine answered. ${messages}`, { advice: advice.join(' ') });
}

/** Best first. Each page appears once, with the title and snippet of the engine that ranks it best. */
export function fuseRankings(rankings: readonly (readonly SearchHit[])[]): SearchHit[] {
  const pages = new Map<string, { hit: SearchHit; score: number; bestRank: number }>();
  for (const hits of rankings)
    hits.forEach((hit, index) => {
      const rank = index + 1;
      const key = pageKey(hit.url);
      const existing = pages.get(key);
      const isBetter = existing === undefined || rank < existing.bestRank;
      const pageText = existing?.hit.pageText ?? hit.pageText;
      pages.set(key, {
        hit: { ...(isBetter ? hit : existing.hit), ...(pageText === undefined ? {} : { pageText }) },
        score: (existing?.score ?? 0) + 1 / (K + rank),
        bestRank: isBetter ? rank : existing.bestRank,
      });
    });
  // The sort is stable: remaining ties keep the order of the engines.
  return [...pages.values()].sort((a, b) => b.score - a.score || a.bestRank - b.bestRank).map(({ hit }) => hit);
}

/** Ignores the scheme and a trailing slash, which differ between engines. */
function pageKey(url: string): string {
  return url.replace(/^https?:/u, '').replace(/\/$/u, '');
}
