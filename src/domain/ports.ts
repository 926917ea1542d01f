/** Ports that adapters implement. All async: any of them may one day be remote. */
import { z } from 'zod';
import type { ApiKeyRecords } from './api-key.ts';
import type { BudgetRecords, RateRecords } from './budget.ts';
import type { CriteriaSet } from './criteria-set.ts';
import type { JobRecords } from './job.ts';
import type { Document, ExtractionId, Page } from './page.ts';
import type { RunContext } from './run-context.ts';
import type { FetchFailure } from './source.ts';
import type { RecordKind, RecordSummary, StoredRecord } from './stored-record.ts';
import { TextKind } from './text-kind.ts';

export const SearchHit = z.strictObject({
  url: z.string(),
  title: z.string().nullable(),
  snippet: z.string().nullable(),
  /** The page's text as the provider read it, in Markdown; absent: it supplies none, or was not asked to. */
  pageText: z.strictObject({ text: z.string(), mayStore: z.boolean() }).exactOptional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export interface SearchPort {
  readonly name: string;
  /**
   * Whether the provider's terms are known to let us keep what it supplies itself (titles, snippets, page text).
   * False also where its terms are unknown. It says nothing about pages that we fetch from their publishers.
   * Absent: nobody's terms apply.
   */
  readonly mayStore?: boolean;
  /** What people should know before they rely on this provider, in whole sentences; absent: nothing. */
  readonly notice?: string;
  /**
   * Best first, at most `limit`, each URL once. An empty list means that nothing was found.
   * @param language of the query, ISO 639-3; absent: what the port was made for, or any
   * @throws a GroundruleError where the search could not be done; that is never an empty list.
   */
  search(run: RunContext, query: string, limit: number, language?: string): Promise<readonly SearchHit[]>;
}

/** Why a document could not be had; a row in the record, not an exception. */
export interface DocumentFailure {
  readonly decision: z.infer<typeof FetchFailure>;
  readonly reason: string;
  /** True where whoever is in charge of the address says that there is no such document (any more). */
  readonly isGone?: true;
  /** True where its server says that it is in trouble now. */
  readonly isPassing?: true;
}
export type DocumentOutcome =
  { readonly status: 'fetched'; readonly document: Document } | ({ readonly status: 'failed' } & DocumentFailure);

export interface DocumentPort {
  /** True where this port is in charge of the URL (its scheme). */
  serves(url: string): boolean;
  get(run: RunContext, url: string): Promise<DocumentOutcome>;
  /** Documents are about to be asked for: gets ready what reads them. */
  prepare?(run: RunContext): void;
}

export const SetSummary = z.object({
  id: z.string(),
  instruction: z.string(),
  engine: z.string(),
  /** The models that answered, each once; none for the offline engine. */
  models: z.array(z.string()),
  mode: z.string(),
  /** Kept sources, by where they come from (`via`). */
  sources: z.record(z.string(), z.int()),
  criteria: z.int(),
  startedAt: z.string(),
  parent: z
    .object({ set: z.string(), without: z.array(z.string()) })
    .nullable()
    .describe('The set that it was taken from, and the sources left out; null: it was discovered'),
  kind: z.string().nullable().describe('The kind of text that the task was taken for; null: none, or an older record'),
  /** The kind of text that it is a guide to; null: it is none. */
  guideTo: TextKind.nullable(),
  /** The guide that its advice was gathered by; null: it has its own. */
  guide: z.string().nullable(),
});
export type SetSummary = z.infer<typeof SetSummary>;

/** What a store keeps beside pages and sets, as JSON under a key. */
export type KeptKind =
  | ('model-answer' | 'model-batch' | 'fetch' | 'search' | 'discovery' | 'text-kind')
  | ('calls' | 'queue' | 'record-owner' | 'events' | 'labels');

/** A value of null that is not claimed: somebody else who has the store open makes it. */
export interface KeptOrClaimed {
  readonly value: unknown;
  readonly isClaimed: boolean;
}

export interface KeptRecords {
  /** The JSON value kept under the key, or null. Whoever reads it parses it. */
  get(kind: KeptKind, key: string): Promise<unknown>;
  /** Replaces what was kept under the same key. */
  put(kind: KeptKind, key: string, value: unknown): Promise<void>;
  /**
   * True: whoever opened this store makes what belongs under the key, and puts it there or releases it then. False: somebody
   * else who has the store open is at it; whoever ends without either loses the claim in half a minute.
   */
  claim(kind: KeptKind, key: string): Promise<boolean>;
  /** What is kept; where there is nothing, claims it, as `claim` does. Both, where somebody made it just before the claim. */
  getOrClaim(kind: KeptKind, key: string): Promise<KeptOrClaimed>;
  release(kind: KeptKind, key: string): Promise<void>;
}

export interface SetSearch {
  /** Stands in the instruction, in capitals or not. */
  readonly words?: string | undefined;
  /** Guides to kinds of text alone, or none of them. */
  readonly areGuides?: boolean | undefined;
  /** Only those whose advice was gathered by this guide. */
  readonly guide?: string | undefined;
  /** Only those that come after it in the list. */
  readonly after?: Pick<SetSummary, 'id' | 'startedAt'> | undefined;
}

export interface RecordSearch {
  /** Stands in the name, in capitals or not. */
  readonly words?: string | undefined;
  /** Absent: all. */
  readonly kind?: RecordKind | undefined;
  /** Only those of this owner; absent: of all. */
  readonly owner?: string | undefined;
  /** Only those that come after it in the list. */
  readonly after?: Pick<RecordSummary, 'id' | 'savedAt'> | undefined;
}

/** A database server that several machines share. */
export interface SqlServer {
  /** PostgreSQL's SQL. Waits for a server that is away, as long as the store itself would. @throws StoreError */
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** JSON of a set's two parts as it was written, unparsed: reading the whole of a set takes ten times as long. */
export interface SetJson {
  readonly content: string;
  readonly run: string;
}

/** So many rows of a kind, and the bytes of their JSON. */
export interface KindSize {
  readonly kind: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface StorageUsage {
  /** By kind, in the order of their names; kinds of which there are none are left out. */
  sizes(): Promise<readonly KindSize[]>;
  /**
   * Removes what has been there for so long and no set needs: pages that none cites; model answers, fetches and search
   * replies, which are asked for again where they are needed again; keys of discoveries whose set is gone.
   * @param olderThanMs at least a day, so that what is under way keeps its pages
   * @param isTrial nothing is removed
   * @returns what went, or would go
   */
  prune(olderThanMs: number, isTrial: boolean): Promise<readonly KindSize[]>;
}

export interface StorePort extends StorageUsage {
  readonly kept: KeptRecords;
  readonly jobs: JobRecords;
  readonly apiKeys: ApiKeyRecords;
  readonly budgets: BudgetRecords;
  readonly rates: RateRecords;
  /** The store's server, on its connections: for a queue beside the store's tables. Null: other machines do not see the store. */
  readonly server: SqlServer | null;
  /** Where it keeps things: a path, or `memory`. */
  readonly location: string;
  /** The first text of an extraction stays, but for an imported one, whose place a text takes that was extracted here. */
  putPage(page: Page): Promise<void>;
  getPage(extraction: ExtractionId): Promise<Page | null>;
  /** As it was written, unparsed. */
  getPageJson(extraction: ExtractionId): Promise<string | null>;
  /** Storing the same id again replaces only its `run`. */
  putSet(set: CriteriaSet): Promise<void>;
  getSet(id: string): Promise<CriteriaSet | null>;
  getSetJson(id: string): Promise<SetJson | null>;
  getSetSummary(id: string): Promise<SetSummary | null>;
  /** The stored pages that sets cite: how many, and the bytes of their JSON. */
  citedPages(): Promise<{ readonly pages: number; readonly bytes: number }>;
  /** Ids that begin with `prefix`, in order; for short ids on the command line. */
  findSetIds(prefix: string): Promise<readonly string[]>;
  /** Newest first. */
  listSets(limit: number, search?: SetSearch): Promise<readonly SetSummary[]>;
  /** Replaces what was kept under the same id. */
  putRecord(record: StoredRecord): Promise<void>;
  getRecord(id: string): Promise<StoredRecord | null>;
  findRecordIds(prefix: string): Promise<readonly string[]>;
  /** Newest first. */
  listRecords(limit: number, search?: RecordSearch): Promise<readonly RecordSummary[]>;
  /** With its model calls. @param owner of several owners this one alone loses it; absent: all do */
  removeRecord(id: string, owner?: string): Promise<void>;
  /** The `run` of each of these sets that is stored, by its id. */
  getSetRuns(ids: readonly string[]): Promise<ReadonlyMap<string, CriteriaSet['run']>>;
  /** With its model calls, and the pages that no other set cites; returns how many pages. */
  removeSet(id: string): Promise<number>;
  close(): Promise<void>;
}
