/** Turns an engine's result pages into one search: shortens the query, limits the pages, removes duplicates. */
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
 * Requests at most as many pages as full pages would need, so that the price of a search is known. If a later page fails, the
 * earlier ones count, with a warning. A shortened query also gives a warning.
 * @throws InputError if a required setting is missing or invalid
 */
export function searchWith(engine: SearchEngine, access: SearchAccess, options: ConnectionOptions): EngineSearch {
  const { name, title, mayStore, notice, limits } = engine;
  const connection = connectEngine(engine, access, options);
  return {
    name,
    mayStore,
    ...(notice === undefined ? {} : { notice }),
    address: connection.address,
    search: async (run, query, limit, language) => {
      const warn = (message: string) => run.emit({ type: 'warning', message: `${title}: ${message}` });
      const operator = engine.takesSiteOperator ? siteOperator(options.scope.domains, limits.query) : '';
      const shortened = shortenQuery(query, roomBeside(operator, limits.query));
      if (shortened !== shortenQuery(query, UNLIMITED))
        warn(`the query “${preview(query)}” is too long; searched for “${preview(shortened)}”.`);
      const full = operator === '' ? shortened : `${shortened} ${operator}`;
      const found = await collect(engine, connection, run, { query: full, language }, limit, warn);
      const hits = found.hits.slice(0, limit);
      if (found.isPartial) PARTIAL.add(hits);
      return hits;
    },
  };
}

const PARTIAL = new WeakSet<readonly SearchHit[]>();

/** A later page failed: another search may find more. */
export const arePartial = (hits: readonly SearchHit[]): boolean => PARTIAL.has(hits);

const UNLIMITED: QueryLimits = { maxChars: Infinity };

function roomBeside(operator: string, { maxChars, maxWords = Infinity }: QueryLimits): QueryLimits {
  if (operator === '') return { maxChars, maxWords };
  return { maxChars: maxChars - operator.length - 1, maxWords: maxWords - operator.split(' ').length };
}

async function collect(
  { limits: { resultsPerRequest, requestsPerSearch }, mayStore }: SearchEngine,
  connection: Connection,
  run: RunContext,
  { query, language }: { readonly query: string; readonly language: string | undefined },
  limit: number,
  warn: (message: string) => void,
): Promise<{ readonly hits: readonly SearchHit[]; readonly isPartial: boolean }> {
  const size = Math.min(limit, resultsPerRequest ?? limit);
  const wantedPages = resultsPerRequest === null ? requestsPerSearch : Math.ceil(limit / size);
  const hits = new Map<string, SearchHit>();
  const reported = new Set<string>();
  let isPartial = false;
  for (let index = 0; index < wantedPages && hits.size < limit; index++) {
    if (index === requestsPerSearch) {
      warn(`at most ${index * size} results per query; ${limit} were requested.`);
      break;
    }
    const page = await connection.ask(run, { query, index, size, language }).catch((error: unknown) => {
      if (index > 0 && error instanceof UnavailableError) return error;
      throw error;
    });
    if (page instanceof GroundruleError) {
      warn(`only ${hits.size} of ${limit} results for “${preview(query)}”: ${page.message}`);
      isPartial = true;
      break;
    }
    if (page.warning !== undefined && !reported.has(page.warning)) warn(page.warning);
    reported.add(page.warning ?? '');
    const before = hits.size;
    for (const result of page.results) addHit(hits, result, mayStore);
    if (page.isLast === true || hits.size === before) break;
  }
  return { hits: [...hits.values()], isPartial };
}

/** Removes duplicates and invalid URLs. */
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
 * Collapses white space and keeps as many whole words from the start as fit: a query starts with its subject. A single long
 * word is cut, but not inside a character. The caller reports the difference.
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

/** `site:a.example OR site:b.example`; empty if that would leave too little room for the query. */
export function siteOperator(domains: readonly string[], { maxChars, maxWords = Infinity }: QueryLimits): string {
  const operator = domains.map((domain) => `site:${domain}`).join(' OR ');
  const fits = operator.length <= maxChars / 2 && operator.split(' ').length <= maxWords / 2;
  return fits ? operator : '';
}
