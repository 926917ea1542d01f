/**
 * A search engine of the web as one descriptor: settings, keys, help and `doctor` read its facts, the search sends its
 * requests. A descriptor imports nothing heavy, since `--help` reads it too; it is handed zod when a reply has come.
 */
import type { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { ReplyHeaders, TrustedFetchFailure, TrustedReply, TrustedRequest } from '../../web/trusted-fetch.ts';

export type Need =
  | {
      readonly kind: 'key';
      /** Among the library's `searchKeys`. */
      readonly name: string;
      /** In the environment, and nowhere else on the command line. */
      readonly variable: string;
    }
  | {
      /** Of a server that users run themselves: a setting like any other, with a flag of the same name. */
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

export interface EngineLimits {
  readonly query: QueryLimits;
  /** Null: the service does not say. */
  readonly resultsPerRequest: number | null;
  readonly requestsPerSearch: number;
  /** Between the starts of two requests, on average. */
  readonly minIntervalMs: number;
  /** So many requests may start at once after a rest; absent: one. */
  readonly burst?: number;
}

export interface PageQuery<NeedName extends string = string> {
  readonly query: string;
  readonly index: number;
  /** Results per page, the same for all pages of a search. */
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
  /** The whole page as the service read it, in Markdown. */
  readonly text?: string | null | undefined;
}

export interface ResultPage {
  readonly results: readonly WebResult[];
  readonly isLast?: boolean;
  /** What people should know about this page: a sentence after the service's name and a colon. */
  readonly warning?: string;
}

export interface SearchEngine<Name extends string = string, Needs extends readonly Need[] = readonly Need[]> {
  /** What users call it in `--search`. */
  readonly name: Name;
  readonly title: string;
  /** All of them; the first one is what a refusal of access is about. */
  readonly needs: Needs;
  /** Null: at the address that it needs. */
  readonly endpoint: string | null;
  readonly limits: EngineLimits;
  /** Whether its terms are known to let us keep what it returns. */
  readonly mayStore: boolean;
  readonly suppliesText: boolean;
  /** Whether domains are named in the query, as `site:a.example`; false: the request names them otherwise. */
  readonly takesSiteOperator: boolean;
  /** What people should know before they rely on it. */
  readonly notice?: string;
  readonly meaningOf?: (reply: TrustedReply) => FailureKind | null;
  /** Its own word on when to come back, where it is not in Retry-After. */
  readonly retryAfterMs?: (headers: ReplyHeaders) => number | null;
  readonly advice?: (
    howToSet: (need: Needs[number]['name']) => string,
  ) => Readonly<Partial<Record<FailureKind, string>>>;
  readonly request: (asked: PageQuery<Needs[number]['name']>) => TrustedRequest | Promise<TrustedRequest>;
  /** @throws a ZodError where the reply is not what the service documents; a GroundruleError */
  readonly read: (zod: typeof z, body: unknown, asked: PageQuery) => ResultPage;
}

interface EngineDefinition<Name extends string, Needs extends readonly Need[], Reply> extends Omit<
  SearchEngine<Name, Needs>,
  'read'
> {
  readonly reply: (zod: typeof z) => z.ZodType<Reply>;
  /** Web addresses are checked, texts tidied and repetitions taken out by the search. */
  readonly results: (reply: Reply, asked: PageQuery) => ResultPage;
}

export function defineSearchEngine<const Name extends string, const Needs extends readonly [Need, ...Need[]], Reply>({
  reply,
  results,
  ...facts
}: EngineDefinition<Name, Needs, Reply>): SearchEngine<Name, Needs> {
  return { ...facts, read: (zod, body, asked) => results(reply(zod).parse(body), asked) };
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
  /** Pages since this day (YYYY-MM-DD) are wanted; null: of any age. */
  readonly since: string | null;
  /** Pages of these domains alone are wanted; empty: of any. */
  readonly domains: readonly string[];
  /** Whether services that supply the text of pages are asked to. */
  readonly pageText: boolean;
}

const DAY_MS = 86_400_000;

export function daysSince(since: string, clock: Clock): number {
  return Math.max(1, Math.ceil((clock.now().getTime() - Date.parse(since)) / DAY_MS));
}

export function today(clock: Clock): string {
  return clock.now().toISOString().slice(0, 10);
}
