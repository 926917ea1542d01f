/** Documents from the web: cache first, then robots.txt, pacing and the guarded fetch. */
import type { Document } from '../../domain/page.ts';
import type { DocumentOutcome, DocumentPort, KeptRecords } from '../../domain/ports.ts';
import type { Clock, RunContext } from '../../domain/run-context.ts';
import type { FetchFailure, FetchOutcome, Gate, GuardedFetch } from '../../web/fetch-outcome.ts';
import { createHostBreaker } from '../../web/host-breaker.ts';
import type { HostPacer } from '../../web/host-pacer.ts';
import type { Robots } from '../../web/robots.ts';
import { createSingleFlight } from '../../web/single-flight.ts';
import { redact, redactBytes } from '../../text/redact.ts';
import { decodeText, sniffKind } from '../decode-text.ts';
import { warmUpWorkers } from '../extraction-pool.ts';
import { createFetchCache, type CachedDocument, type CachedFetch } from './fetch-cache.ts';
import { mayBeBlockPage, recognizeBlockPage } from './recognize-block-page.ts';

interface WebDocumentsOptions {
  readonly fetch: GuardedFetch;
  readonly robots: Robots;
  readonly pacer: HostPacer;
  readonly clock: Clock;
  /** Null: no cache. */
  readonly kept: KeptRecords | null;
  /** Older copies are revalidated. -Infinity: always revalidate. */
  readonly maxAgeMs: number;
}

/** Concurrent requests for the same URL share one fetch. */
export function createWebDocuments(options: WebDocumentsOptions): DocumentPort {
  const { fetch, robots, pacer, kept, maxAgeMs } = options;
  const fetchCache = kept === null ? null : createFetchCache(kept);
  const breaker = createHostBreaker(options.clock);
  const singleFlight = createSingleFlight<DocumentOutcome>();

  const politely =
    (run: RunContext): Gate =>
    async (url, request) => {
      const verdict = await robots.check(run, url);
      if (verdict.status === 'failed') return verdict;
      const turn = { signal: run.signal, crawlDelayMs: verdict.crawlDelayMs };
      return pacer.run(url.host, turn, () => breaker.run(url.host, request));
    };

  async function fetchDocument(run: RunContext, url: string): Promise<DocumentOutcome> {
    // No cache for URLs with a key: whoever has the key could read the copy.
    const cache = redact(url) === url ? fetchCache : null;
    const cached = (await cache?.get(url)) ?? null;
    if (cached !== null && ageMs(cached, run) <= maxAgeMs) return outcomeOf(cached);
    const copy = cached?.status === 'fetched' && (cached.etag ?? cached.lastModified) !== null ? cached : null;
    warmUpWorkers(run.limits, run.signal);
    const answer = await fetch(url, {
      signal: run.signal,
      maxBytes: run.limits.maxDocumentBytes,
      whenTooLarge: 'fail',
      acceptsType: mayBeText,
      gate: politely(run),
      ...(copy === null ? {} : { conditional: { ...copy, url: copy.finalUrl } }),
    });
    const entry = entryOf(url, answer, copy, run);
    if (answer.status !== 'failed' || isLasting(answer)) await cache?.put(entry);
    const isPassing =
      answer.status === 'failed' && (TEMPORARY.has(answer.httpStatus ?? 0) || (answer.httpStatus ?? 0) >= 500);
    return { ...outcomeOf(entry), ...(isPassing ? { isPassing } : {}) };
  }

  return {
    serves: (url) => /^https?:/i.test(url),
    prepare: ({ limits, signal }) => warmUpWorkers(limits, signal),
    get: async (run, address) => {
      const url = address.replace(/#.*$/s, '');
      return (await singleFlight(url, run.signal, () => fetchDocument(run, url))).value;
    },
  };
}

function entryOf(url: string, answer: FetchOutcome, copy: CachedDocument | null, { clock }: RunContext): CachedFetch {
  switch (answer.status) {
    case 'not-modified':
      if (copy === null) throw new Error(`Status 304 for ${url} without a conditional request.`);
      return { ...copy, fetchedAt: answer.fetchedAt };
    case 'failed': {
      const { decision, reason, httpStatus } = answer;
      const gone = httpStatus !== null && GONE.has(httpStatus) ? { isGone: true as const } : {};
      return { status: 'failed', url, decision, reason, ...gone, fetchedAt: clock.now().toISOString() };
    }
    case 'fetched': {
      const { finalUrl, contentType, etag, lastModified, fetchedAt, redirects } = answer;
      const bytes = redactBytes(answer.bytes, [url, ...redirects, finalUrl]);
      const document = { url, finalUrl, bytes, contentType, etag, lastModified, fetchedAt };
      const blocked = blockPageIn(document);
      if (blocked === null) return { status: 'fetched', ...document };
      return { status: 'failed', url, decision: 'blocked-page', reason: blocked, fetchedAt };
    }
  }
}

/** Only the start of a document is checked for a block page; of most, less shows that they are too long to be one. */
const INSPECTED_BYTES = 512 * 1024;
const FIRST_BYTES = 64 * 1024;

function blockPageIn(document: Omit<Document, 'via'>): string | null {
  if (sniffKind(document).kind !== 'html') return null;
  const start = (bytes: number) => decodeText(document.bytes.subarray(0, bytes), document.contentType, true);
  if (document.bytes.byteLength > FIRST_BYTES && !mayBeBlockPage(start(FIRST_BYTES))) return null;
  return recognizeBlockPage(start(INSPECTED_BYTES));
}

const GONE = new Set([404, 410]);
const TEMPORARY = new Set([408, 425, 429]);

/** True for failures worth caching: rules, refusals and missing pages, unlike network and server trouble. */
function isLasting({ decision, httpStatus }: FetchFailure): boolean {
  if (decision === 'refused-by-robots' || decision === 'not-text') return true;
  return httpStatus !== null && httpStatus >= 400 && httpStatus < 500 && !TEMPORARY.has(httpStatus);
}

function outcomeOf(entry: CachedFetch): DocumentOutcome {
  if (entry.status === 'fetched') {
    const { url, finalUrl, bytes, contentType, fetchedAt } = entry;
    return { status: 'fetched', document: { url, finalUrl, via: 'web', bytes, contentType, fetchedAt } };
  }
  const { decision, reason, isGone } = entry;
  return { status: 'failed', decision, reason, ...(isGone === true ? { isGone } : {}) };
}

function ageMs({ fetchedAt }: CachedFetch, { clock }: RunContext): number {
  return clock.now().getTime() - Date.parse(fetchedAt);
}

/** Types that are never a page. For all others the extraction decides by the bytes. */
const NOT_TEXT =
  /^(?:(?:image|audio|video|font|model)\/|application\/(?:zip|gzip|java-archive|epub\+zip|msword|x-(?:gzip|tar|bzip2|xz|7z-compressed|rar-compressed|msdownload)|vnd\.(?:rar|ms-|openxmlformats|oasis|android)))/;

/** Null and unknown types may be text. */
export function mayBeText(contentType: string | null): boolean {
  return !NOT_TEXT.test(contentType?.trim().toLowerCase() ?? '');
}
