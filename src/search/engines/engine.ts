/**
 * Descriptor of a web search engine, used by settings, keys, help, `doctor` and the search. A descriptor must not import
 * heavy modules, because `--help` reads it; it receives zod with the first response.
 */
import type { z } from 'zod';
import { type Language, languageOf } from '../../domain/language.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { ReplyHeaders, TrustedFetchFailure, TrustedReply, TrustedRequest } from '../../web/trusted-fetch.ts';

export type Need =
  | {
      readonly kind: 'key';
      /** Name in the library's `searchKeys`. */
      readonly name: string;
      /** Environment variable: the only source on the command line. */
      readonly variable: string;
    }
  | {
      /** Of a self-hosted server: a setting with a flag of the same name. */
      readonly kind: 'address';
      readonly name: string;
      readonly variable: string;
    };

export type FailureKind =
  TrustedFetchFailure | 'rate-limited' | 'quota' | 'wrong-key' | 'not-allowed' | 'server' | 'refused' | 'malformed';

export interface QueryLimits {
  /** UTF-16 code units; at least 1. */
  readonly maxChars: number;
  readonly maxWords?: number;
}

interface EngineLimits {
  readonly query: QueryLimits;
  /** Null: undocumented. */
  readonly resultsPerRequest: number | null;
  readonly requestsPerSearch: number;
  /** Average time between the starts of two requests. */
  readonly minIntervalMs: number;
  /** Number of requests that may start together after an idle time. Default: one. */
  readonly burst?: number;
}

export interface PageQuery<NeedName extends string = string> {
  readonly query: string;
  readonly index: number;
  /** Results per page, constant within a search. */
  readonly size: number;
  readonly scope: SearchScope;
  readonly clock: Clock;
  readonly set: Readonly<Record<NeedName, string>>;
  /** @param path below the service's address, without a leading slash */
  readonly url: (path: string, parameters?: Readonly<Record<string, string>>) => URL;
}

export interface WebResult {
  readonly url: string;
  readonly title?: string | null | undefined;
  readonly snippet?: string | null | undefined;
  /** The whole page in Markdown, as the service extracted it. */
  readonly text?: string | null | undefined;
}

export interface ResultPage {
  readonly results: readonly WebResult[];
  readonly isLast?: boolean;
  /** A sentence for the user, shown after the service's name and a colon. */
  readonly warning?: string;
}

export interface SearchEngine<Name extends string = string, Needs extends readonly Need[] = readonly Need[]> {
  /** Name in `--search`. */
  readonly name: Name;
  readonly title: string;
  /** Required settings. Errors about access name the first one. */
  readonly needs: Needs;
  /** Null: the address from `needs`. */
  readonly endpoint: string | null;
  readonly limits: EngineLimits;
  /** True if its terms are known to allow storing results. */
  readonly mayStore: boolean;
  readonly suppliesText: boolean;
  /** True if domains go into the query, as `site:a.example`; false if the request has another parameter. */
  readonly takesSiteOperator: boolean;
  /** A notice for users, such as a planned shutdown. */
  readonly notice?: string;
  readonly meaningOf?: (reply: TrustedReply) => FailureKind | null;
  /** For services with another header than Retry-After. */
  readonly retryAfterMs?: (headers: ReplyHeaders) => number | null;
  readonly advice?: (
    howToSet: (need: Needs[number]['name']) => string,
  ) => Readonly<Partial<Record<FailureKind, string>>>;
  readonly request: (query: PageQuery<Needs[number]['name']>) => TrustedRequest | Promise<TrustedRequest>;
  /** @throws ZodError for an undocumented response; GroundruleError */
  readonly read: (zod: typeof z, body: unknown, query: PageQuery) => ResultPage;
}

interface EngineDefinition<Name extends string, Needs extends readonly Need[], Reply> extends Omit<
  SearchEngine<Name, Needs>,
  'read'
> {
  readonly reply: (zod: typeof z) => z.ZodType<Reply>;
  /** The search checks URLs, tidies texts and removes duplicates. */
  readonly results: (reply: Reply, query: PageQuery) => ResultPage;
}

export function defineSearchEngine<const Name extends string, const Needs extends readonly [Need, ...Need[]], Reply>({
  reply,
  results,
  ...facts
}: EngineDefinition<Name, Needs, Reply>): SearchEngine<Name, Needs> {
  return {
    ...facts,
    read: (zod, body, query) => results(reply(zod).parse(body), query),
  };
}

export function jsonRequest(
  url: URL,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): TrustedRequest {
  return {
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

export interface SearchScope {
  /** Null: any. */
  readonly language: Language | null;
  /** YYYY-MM-DD: only pages since this day; null: any age. */
  readonly since: string | null;
  /** Only pages of these domains; empty: any. */
  readonly domains: readonly string[];
  /** Request page texts from services that supply them. */
  readonly pageText: boolean;
}

/** @param language ISO 639-3; absent: the scope's own */
export function scopeIn(scope: SearchScope, language: string | undefined): SearchScope {
  return language === undefined ? scope : { ...scope, language: languageOf(language) };
}

const DAY_MS = 86_400_000;

export function daysSince(since: string, clock: Clock): number {
  return Math.max(1, Math.ceil((clock.now().getTime() - Date.parse(since)) / DAY_MS));
}

export function today(clock: Clock): string {
  return clock.now().toISOString().slice(0, 10);
}
