/** Documents of the open web: kept copies first, then robots.txt, the host's turn, and the guarded fetch. */
import type { CachedDocument, CachedFetch, FetchCachePort } from '../../domain/fetch-cache.ts';
import type { Document } from '../../domain/page.ts';
import type { DocumentOutcome, DocumentPort } from '../../domain/ports.ts';
import type { RunContext } from '../../domain/run-context.ts';
import type { Fetched, FetchFailure, Gate, GuardedFetch } from '../../net/fetch-outcome.ts';
import type { HostPacer } from '../../net/host-pacer.ts';
import type { Robots } from '../../net/robots.ts';
import { decodeText } from '../decode-text.ts';
import { sniffKind } from '../sniff-kind.ts';
import { recognizeBlockPage } from './recognize-block-page.ts';
import { mayBeText } from './text-types.ts';

export interface WebDocumentsOptions {
  readonly fetch: GuardedFetch;
  readonly robots: Robots;
  readonly pacer: HostPacer;
  /** Null: every document is fetched anew. */
  readonly cache: FetchCachePort | null;
  /** Younger copies are used without asking; older ones are confirmed or replaced by a conditional request. */
  readonly maxAgeMs: number;
}

export function createWebDocuments(options: WebDocumentsOptions): DocumentPort {
  const { fetch, robots, pacer, cache, maxAgeMs } = options;

  const politely =
    (run: RunContext): Gate =>
    async (url, request) => {
      const verdict = await robots.check(run, url);
      if (verdict.status === 'failed') return verdict;
      const turn = { signal: run.signal, crawlDelayMs: verdict.crawlDelayMs };
      return pacer.run(url.host, turn, request);
    };

  return {
    serves: (url) => /^https?:/i.test(url),
    get: async (run, address) => {
      const url = address.replace(/#.*$/s, '');
      const kept = (await cache?.get(url)) ?? null;
      if (kept !== null && ageMs(kept, run) <= maxAgeMs) return outcomeOf(kept);
      const copy = kept?.status === 'fetched' && (kept.etag ?? kept.lastModified) !== null ? kept : null;
      const answer = await fetch(url, {
        signal: run.signal,
        maxBytes: run.limits.maxDocumentBytes,
        whenTooLarge: 'fail',
        acceptsType: mayBeText,
        gate: politely(run),
        ...(copy === null ? {} : { conditional: { ...copy, url: copy.finalUrl } }),
      });
      const entry = entryOf(url, answer.status === 'not-modified' ? renew(copy, answer.fetchedAt) : answer, run);
      if (entry.keep) await cache?.put(entry.fetch);
      return outcomeOf(entry.fetch);
    },
  };
}
