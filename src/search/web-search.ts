/** Turns a service's pages of results into one search: the query made to fit, pages bounded, each web address once. */
import { GroundruleError, UnavailableError } from '../domain/errors.ts';
import type { SearchHit, SearchPort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import { siteOperator } from './search-scope.ts';
import { shortenQuery, type QueryLimits } from './shorten-query.ts';

export interface WebResult {
  readonly url: string;
  readonly title?: string | null | undefined;
  readonly snippet?: string | null | undefined;
  /** The whole page as the service read it, in Markdown. */
  readonly text?: string | null | undefined;
}

export interface PageRequest {
  /** From 0. */
  readonly index: number;
  /** Results per page, the same for all pages of a search. */
  readonly size: number;
}

export interface ResultPage {
  /** Best first. */
  readonly results: readonly WebResult[];
  /** True where the service says that there are no more. */
  readonly isLast?: boolean;
  /** What people should know about this page: a sentence after the service's name and a colon. */
  readonly warning?: string;
}

export interface WebEngine {
  readonly name: string;
  /** The service, as people know it. */
  readonly title: string;
  readonly query: QueryLimits;
  /** Results that one request gives at most; null: the service does not say. */
  readonly pageSize: number | null;
  /** Requests for one search, at most. */
  readonly maxPages: number;
  readonly mayStore: boolean;
  readonly notice?: string;
  /** Only pages of these are wanted, and the service takes `site:` in a query for it; absent: it needs none. */
  readonly sites?: readonly string[];
  /** @throws a GroundruleError */
  getPage(run: RunContext, query: string, page: PageRequest): Promise<ResultPage>;
}

/**
 * No more pages are asked for than full ones would take, so the price of a search is known beforehand. Where a later page
 * fails, the earlier ones count, and a warning says so. Queries that were shortened are reported the same way.
 */
export function createWebSearch(engine: WebEngine): SearchPort {
  const { name, title, mayStore, notice } = engine;
  return {
    name,
    mayStore,
    ...(notice === undefined ? {} : { notice }),
    search: async (run, query, limit) => {
      const warn = (message: string) => run.emit({ type: 'warning', message: `${title}: ${message}` });
      const operator = siteOperator(engine.sites ?? [], engine.query);
      const asked = shortenQuery(query, roomBeside(operator, engine.query));
      if (asked !== shortenQuery(query, UNLIMITED))
        warn(`“${preview(query)}” is longer than it takes; it was asked only for “${preview(asked)}”.`);
      const full = operator === '' ? asked : `${asked} ${operator}`;
      const found = await collect(engine, run, full, limit, warn);
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
  engine: WebEngine,
  run: RunContext,
  query: string,
  limit: number,
  warn: (message: string) => void,
): Promise<readonly SearchHit[]> {
  const size = Math.min(limit, engine.pageSize ?? limit);
  const wantedPages = engine.pageSize === null ? engine.maxPages : Math.ceil(limit / size);
  const hits = new Map<string, SearchHit>();
  const told = new Set<string>();
  for (let index = 0; index < wantedPages && hits.size < limit; index++) {
    if (index === engine.maxPages) {
      warn(`it gives at most ${index * size} results for a query; ${limit} were asked for.`);
      break;
    }
    const page = await engine.getPage(run, query, { index, size }).catch((error: unknown) => {
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
    for (const result of page.results) addHit(hits, result, engine.mayStore);
    if (page.isLast === true || hits.size === before) break;
  }
  return [...hits.values()];
}

/** Anything but a web page cannot become a source; a fragment names a place in a page, not a page. */
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
