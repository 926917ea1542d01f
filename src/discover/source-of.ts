/** What is known of a source before it is rated. */
import { refusedDomain } from '../domain/domains.ts';
import { SourceId } from '../domain/ids.ts';
import type { DiscoveryParameters } from '../domain/criteria-set.ts';
import type { Source } from '../domain/source.ts';
import type { PageOutcome } from '../pages/read-pages.ts';
import type { SourceWithPage } from './discovery.ts';
import type { FoundUrl } from './search-queries.ts';

interface FoundSource extends Omit<FoundUrl, 'pageText'> {
  readonly url: string;
  /** Whether the user gave it. */
  readonly isGiven: boolean;
}

/** @param index from 0; the source's number is one more */
export function sourceOf(
  index: number,
  { url, hits, title, isGiven }: FoundSource,
  outcome: PageOutcome | RefusedPage,
  rules: Pick<DiscoveryParameters, 'allowDomains' | 'denyDomains'>,
): SourceWithPage {
  const base = {
    id: SourceId.parse(`s${index + 1}`),
    url,
    hits: [...hits],
    ...(isGiven ? { given: true as const } : {}),
    rating: null,
  };
  if (outcome.status === 'failed') {
    const source: Source = {
      ...base,
      ...UNREAD,
      finalUrl: url,
      title,
      decision: outcome.decision,
      reason: outcome.reason,
    };
    return { source, page: null, fetchedAt: null, considered: true };
  }
  const { page, via, finalUrl, fetchedAt } = outcome;
  const refusal = refusedDomain(finalUrl, rules);
  if (refusal !== null) {
    const reason = `It leads to ${finalUrl}: ${refusal}.`;
    const source: Source = { ...base, ...UNREAD, finalUrl, title, decision: 'refused-domain', reason };
    return { source, page: null, fetchedAt, considered: true };
  }
  const source: Source = {
    ...base,
    finalUrl,
    via,
    title: page.title ?? title,
    byline: page.byline,
    site: page.site,
    publishedOn: page.publishedOn,
    language: page.language,
    extraction: page.extraction,
    decision: 'unrated',
    reason: 'Not rated.',
  };
  return { source, page, fetchedAt, considered: false };
}

/** A page that is not even asked for. */
export interface RefusedPage {
  readonly status: 'failed';
  readonly decision: 'refused-domain';
  readonly reason: string;
}

const UNREAD = {
  via: null,
  byline: null,
  site: null,
  publishedOn: null,
  language: null,
  extraction: null,
} as const;
