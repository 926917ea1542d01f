/** The vocabulary of the guarded fetch: what is asked for and what comes of it. */
import type { DocumentFailure } from '../domain/ports.ts';

/** What a server said about the version of a document that is already here. */
interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Stands around each request to a server, redirects' targets included: it may wait, or refuse instead. */
export type Gate = <Outcome>(url: URL, request: () => Promise<Outcome>) => Promise<Outcome | FetchFailure>;

export interface FetchRequest {
  readonly signal: AbortSignal;
  /** Of the decoded body. */
  readonly maxBytes: number;
  /** Whether a longer body is a failure or is cut off. */
  readonly whenTooLarge: 'fail' | 'cut';
  /** Asks only for a version other than this one, where `url` is where the redirects end. */
  readonly conditional?: Validators & { readonly url: string };
  /** Says by the declared type whether the body is worth having. */
  readonly acceptsType?: (contentType: string | null) => boolean;
  readonly gate?: Gate;
}

export interface Fetched extends Validators {
  readonly status: 'fetched';
  /** Where the redirects ended, without fragment. */
  readonly finalUrl: string;
  /** Decoded. */
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  /** ISO 8601. */
  readonly fetchedAt: string;
  /** The URLs that were asked before the final one, in order. */
  readonly redirects: readonly string[];
}

export interface NotModified {
  readonly status: 'not-modified';
  /** ISO 8601. */
  readonly fetchedAt: string;
}

export interface FetchFailure extends DocumentFailure {
  readonly status: 'failed';
  /** Null where no server answered, or its answer was not the reason. */
  readonly httpStatus: number | null;
}

export type FetchOutcome = Fetched | NotModified | FetchFailure;

/** @throws CancelledError where the request's signal is aborted; everything else is an outcome */
export type GuardedFetch = (url: string, request: FetchRequest) => Promise<FetchOutcome>;

export function fetchFailed(
  decision: FetchFailure['decision'],
  reason: string,
  httpStatus: number | null = null,
): FetchFailure {
  return { status: 'failed', decision, reason, httpStatus };
}
