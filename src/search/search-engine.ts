/** Turns an engine's pages of results into one search: the query made to fit, pages bounded, each web address once. */
import { GroundruleError, UnavailableError } from '../domain/errors.ts';
import type { SearchHit, SearchPort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import { connectEngine, type Connection, type ConnectionOptions } from './connect-engine.ts';
import type { QueryLimits, SearchEngine, WebResult } from './engines/engine.ts';
import type { SearchAccess } from './engines/registry.ts';

export interface EngineSearch extends SearchPort {
  readonly address: string;
}

/**
 * No more pages are asked for than full ones would take, so the price of a search is known beforehand. Where a later page
 * fails, the earlier ones count, and a warning says so. Queries that were shortened are reported the same way.
 * @throws InputError where something that the engine needs is not set, or cannot be used
 */
export function searchWith(engine: SearchEngine, access: SearchAccess, options: ConnectionOptions): EngineSearch {
  const { name, title, mayStore, notice, limits } = engine;
  const connection = connectEngine(engine, access, options);
  return {
    name,
    mayStore,
    ...(notice === undefined ? {} : { notice }),
    address: connection.address,
    search: async (run, query, limit) => {
      const warn = (message: string) => run.emit({ type: 'warning', message: `${title}: ${message}` });
      const operator = engine.takesSiteOperator ? siteOperator(options.scope.domains, limits.query) : '';
      const asked = shortenQuery(query, roomBeside(operator, limits.query));
      if (asked !== shortenQuery(query, UNLIMITED))
        warn(`“${preview(query)}” is longer than it takes; it was asked only for “${preview(asked)}”.`);
      const full = operator === '' ? asked : `${asked} ${operator}`;
      const found = await collect(engine, connection, run, full, limit, warn);
      return found.slice(0, limit);
    },
  };
}

const UNLIMITED: QueryLimits = { maxChars: Infinity };

function roomBeside(operator: string, { maxChars, maxWords = Infinity }: QueryLimits): QueryLimits {
  if (operator === '') return { maxChars, maxWords };
  return { maxChars: maxChars - operator.length - 1, maxWords: maxWords - operator.split(' ').length };
}

async function collect(
  { limits: { resultsPerRequest, requestsPerSearch }, mayStore }: SearchEngine,
  connection: Connection,
  run: RunContext,
  query: string,
  limit: number,
  warn: (message: string) => void,
): Promise<readonly SearchHit[]> {
  const size = Math.min(limit, resultsPerRequest ?? limit);
  const wantedPages = resultsPerRequest === null ? requestsPerSearch : Math.ceil(limit / size);
  const hits = new Map<string, SearchHit>();
  const told = new Set<string>();
  for (let index = 0; index < wantedPages && hits.size < limit; index++) {
    if (index === requestsPerSearch) {
      warn(`it gives at most ${index * size} results for a query; ${limit} were asked for.`);
      break;
    }
    const page = await connection.ask(run, { query, index, size }).catch((error: unknown) => {
      if (index > 0 && error instanceof UnavailableError) return error;
      throw error;
    });
    if (page instanceof GroundruleError) {
      warn(`only ${hits.size} of ${limit} results for “${preview(query)}”: ${page.message}`);
      break;
    }
    if (page.warning !== undefined && !told.has(page.warning)) warn(page.warning);
    told.add(page.warning ?? '');
    const before = hits.size;
    for (const result of page.results) addHit(hits, result, mayStore);
    if (page.isLast === true || hits.size === before) break;
  }
  return [...hits.values()];
}

/** Each web address once, and nothing that is none. */
export function hitsOf(results: readonly WebResult[]): readonly SearchHit[] {
  const hits = new Map<string, SearchHit>();
  for (const result of results) addHit(hits, result, true);
  return [...hits.values()];
}

function addHit(
  hits: Map<string, SearchHit>,
  { url: address, title, snippet, text }: WebResult,
  mayStore: boolean,
): void {
  if (!URL.canParse(address)) return;
  const url = new URL(address);
  if (!/^https?:$/u.test(url.protocol)) return;
  url.hash = '';
  if (hits.has(url.href)) return;
  const hit = { url: url.href, title: line(title), snippet: line(snippet) };
  const hasText = text !== null && text !== undefined && text.trim() !== '';
  hits.set(url.href, hasText ? { ...hit, pageText: { text, mayStore } } : hit);
}

function line(text: string | null | undefined): string | null {
  const tidy = (text ?? '').replaceAll(/\s+/gu, ' ').trim();
  return tidy === '' ? null : tidy;
}

const MAX_PREVIEW_CHARS = 80;

function preview(query: string): string {
  const short = shortenQuery(query, { maxChars: MAX_PREVIEW_CHARS });
  return short === shortenQuery(query, UNLIMITED) ? short : `${short} …`;
}

/**
 * White space collapsed; then as many whole words from the start as fit, since a query says what it is about first and
 * then narrows it down. A single word beyond the limit is cut, never inside a character. The caller reports the
 * difference: a query that a service would refuse is searched for in part instead of not at all.
 */
export function shortenQuery(query: string, { maxChars, maxWords = Infinity }: QueryLimits): string {
  const [first = '', ...others] = query.trim().split(/\s+/u).slice(0, Math.min(maxWords, maxChars));
  let kept = cutWord(first, maxChars);
  for (const word of others) {
    if (kept.length + 1 + word.length > maxChars) break;
    kept += ` ${word}`;
  }
  return kept;
}

function cutWord(word: string, maxChars: number): string {
  if (word.length <= maxChars) return word;
  const cut = word.slice(0, maxChars);
  return /[\ud800-\udbff]$/u.test(cut) ? cut.slice(0, -1) : cut;
}

/** `site:a.example OR site:b.example`; empty where that would leave the query itself no room. */
export function siteOperator(domains: readonly string[], { maxChars, maxWords = Infinity }: QueryLimits): string {
  const operator = domains.map((domain) => `site:${domain}`).join(' OR ');
  const fits = operator.length <= maxChars / 2 && operator.split(' ').length <= maxWords / 2;
  return fits ? operator : '';
}
