/** Documents of the open web: kept copies first, then robots.txt, the host's turn, and the guarded fetch. */
import type { CachedDocument, CachedFetch, FetchCachePort } from '../../domain/fetch-cache.ts';
import type { Document } from '../../domain/page.ts';
import type { DocumentOutcome, DocumentPort } from '../../domain/ports.ts';
import type { Clock, RunContext } from '../../domain/run-context.ts';
import type { FetchFailure, FetchOutcome, Gate, GuardedFetch } from '../../web/fetch-outcome.ts';
import { createHostBreaker } from '../../web/host-breaker.ts';
import type { HostPacer } from '../../web/host-pacer.ts';
import type { Robots } from '../../web/robots.ts';
import { createSingleFlight } from '../../web/single-flight.ts';
import { redact, redactBytes } from '../../text/redact.ts';
import { decodeText, sniffKind } from '../decode-text.ts';
import { warmUpWorkers } from '../extraction-pool.ts';
import { recognizeBlockPage } from './recognize-block-page.ts';

interface WebDocumentsOptions {
  readonly fetch: GuardedFetch;
  readonly robots: Robots;
  readonly pacer: HostPacer;
  readonly clock: Clock;
  /** Null: every document is fetched anew. */
  readonly cache: FetchCachePort | null;
  /** Younger copies are used without asking, older ones confirmed or replaced. -Infinity: always ask. */
  readonly maxAgeMs: number;
}

/** What several tasks ask for at the same time is fetched once. */
export function createWebDocuments(options: WebDocumentsOptions): DocumentPort {
  const { fetch, robots, pacer, maxAgeMs } = options;
  const breaker = createHostBreaker(options.clock);
  const joinOrStart = createSingleFlight<DocumentOutcome>();

  const politely =
    (run: RunContext): Gate =>
    async (url, request) => {
      const verdict = await robots.check(run, url);
      if (verdict.status === 'failed') return verdict;
      const turn = { signal: run.signal, crawlDelayMs: verdict.crawlDelayMs };
      return pacer.run(url.host, turn, () => breaker.run(url.host, request));
    };

  async function read(run: RunContext, url: string): Promise<DocumentOutcome> {
    // An address with a key opens to whoever has it: no copy is kept under it, nor taken by another key.
    const cache = redact(url) === url ? options.cache : null;
    const kept = (await cache?.get(url)) ?? null;
    if (kept !== null && ageMs(kept, run) <= maxAgeMs) return outcomeOf(kept);
    const copy = kept?.status === 'fetched' && (kept.etag ?? kept.lastModified) !== null ? kept : null;
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
      answer.status === 'failed' && (PASSING.has(answer.httpStatus ?? 0) || (answer.httpStatus ?? 0) >= 500);
    return { ...outcomeOf(entry), ...(isPassing ? { isPassing } : {}) };
  }

  return {
    serves: (url) => /^https?:/i.test(url),
    get: async (run, address) => {
      const url = address.replace(/#.*$/s, '');
      return (await joinOrStart(url, run.signal, () => read(run, url))).value;
    },
  };
}

function entryOf(url: string, answer: FetchOutcome, copy: CachedDocument | null, { clock }: RunContext): CachedFetch {
  switch (answer.status) {
    case 'not-modified':
      if (copy === null) throw new Error(`${url} was not asked for conditionally`);
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

/** Where a block page would say so; bytes. What follows is not looked at. */
const INSPECTED_BYTES = 512 * 1024;

function blockPageIn(document: Omit<Document, 'via'>): string | null {
  if (sniffKind(document).kind !== 'html') return null;
  const start = document.bytes.subarray(0, INSPECTED_BYTES);
  return recognizeBlockPage(decodeText(start, document.contentType, true));
}

const GONE = new Set([404, 410]);
const PASSING = new Set([408, 425, 429]);

/** Networks and servers in trouble recover; a rule, a refusal or a missing page stays for a while. */
function isLasting({ decision, httpStatus }: FetchFailure): boolean {
  if (decision === 'refused-by-robots' || decision === 'not-text') return true;
  return httpStatus !== null && httpStatus >= 400 && httpStatus < 500 && !PASSING.has(httpStatus);
}

function outcomeOf(entry: CachedFetch): DocumentOutcome {
  if (entry.status === 'fetched') return { status: 'fetched', document: toDocument(entry) };
  const { decision, reason, isGone } = entry;
  return { status: 'failed', decision, reason, ...(isGone === true ? { isGone } : {}) };
}

function toDocument({ url, finalUrl, bytes, contentType, fetchedAt }: CachedDocument): Document {
  return { url, finalUrl, via: 'web', bytes, contentType, fetchedAt };
}

function ageMs({ fetchedAt }: CachedFetch, { clock }: RunContext): number {
  return clock.now().getTime() - Date.parse(fetchedAt);
}

/** Types whose bytes cannot be a page; with all others the bytes decide, when they are extracted. */
const NOT_TEXT =
  /^(?:(?:image|audio|video|font|model)\/|application\/(?:zip|gzip|java-archive|epub\+zip|msword|x-(?:gzip|tar|bzip2|xz|7z-compressed|rar-compressed|msdownload)|vnd\.(?:rar|ms-|openxmlformats|oasis|android)))/;

/** @param contentType the header's value; null and unknown types may be text */
export function mayBeText(contentType: string | null): boolean {
  return !NOT_TEXT.test(contentType?.trim().toLowerCase() ?? '');
}
