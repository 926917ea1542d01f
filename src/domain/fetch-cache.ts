/** What is kept of fetched documents, so that a page is asked for again only when its copy is old. */
import type { Document } from './page.ts';
import type { DocumentFailure } from './ports.ts';

interface CachedAnswer {
  /** As it was asked for, without fragment: the key. */
  readonly url: string;
  /** ISO 8601 time of the fetch, or of the server's last word that the copy is still good. */
  readonly fetchedAt: string;
}

export interface CachedDocument extends CachedAnswer, Pick<Document, 'finalUrl' | 'bytes' | 'contentType'> {
  readonly status: 'fetched';
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A lasting refusal (404, a robots.txt rule, a video): asking again soon would not change it. */
interface CachedFailure extends CachedAnswer, DocumentFailure {
  readonly status: 'failed';
}

export type CachedFetch = CachedDocument | CachedFailure;

export interface FetchCachePort {
  get(url: string): Promise<CachedFetch | null>;
  /** Replaces what is kept for the same URL. */
  put(entry: CachedFetch): Promise<void>;
}
