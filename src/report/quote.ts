/** A quote of a criterion: in its passage where that is stored, and with what is known of its source. */
import type { AuditedEvidence } from '../audit/audit.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Evidence } from '../domain/criterion.ts';
import { badge, paint, say, type Inline, type Quote } from './report.ts';
import { foundByText, ratingText, siteNameOf, titleOf, type Links } from './source.ts';

/** Without a passage where nobody looked it up. */
export type ShownEvidence = Pick<AuditedEvidence, 'evidence'> & Partial<AuditedEvidence>;

export function bareQuote(evidence: Evidence): Quote {
  return { text: evidence.quote, before: '', after: '', title: titleOf(evidence), labels: '', remark: '', about: [] };
}

export function quoteOf(
  { evidence, passage }: ShownEvidence,
  { content, run }: CriteriaSet,
  opponents: ReadonlySet<string>,
  links: Links,
): Quote {
  const { adviceId, sourceId, queryIds, pageNumber, link, finalUrl } = evidence;
  const source = content.sources.find(({ id }) => id === sourceId);
  const details = [
    ...placeOf(evidence).slice(1),
    ...[source?.byline, source?.publishedOn].filter((detail) => detail != null),
    ...(pageNumber === null ? [] : [`page ${pageNumber}`]),
  ];
  const hits = queryIds.map((queryId) => ({
    queryId,
    rank: source?.hits.find((hit) => hit.queryId === queryId)?.rank,
  }));
  // A file is what it is on any day; a page of the web may have changed since.
  const isOfWeb = evidence.via === 'web' || evidence.via === 'provider';
  const readOn = isOfWeb && run.fetchedAt[sourceId]?.slice(0, 10);
  const label = opponents.has(adviceId)
    ? badge('on the other side', 'bad')
    : evidence.instance === true
      ? badge('for instance')
      : null;
  return {
    ...bareQuote(evidence),
    ...contextOf(evidence, passage),
    labels: label === null ? '' : [label, ' '],
    about: [
      say`${{ text: titleOf(evidence), href: link ?? finalUrl }}${details.map((detail) => ` · ${detail}`)} · ${{ ...paint.soft(sourceId), ...links.source(sourceId) }}`,
      paint.soft(ratingText(source?.rating ?? { ...evidence, reasons: [] })),
      ...(evidence.suspected === true ? [paint.warn('may be an order to a model rather than advice')] : []),
      paint.soft([foundByText(hits, content.queries), readOn && `read on ${readOn}`].filter(Boolean).join('; ')),
    ],
  };
}

/** The title as a link to the quote, and the site. */
export function linkedPlace(evidence: Evidence): Inline {
  const [title = '', ...site] = placeOf(evidence);
  return [{ text: title, href: evidence.link ?? evidence.finalUrl }, ...site.map((name) => ` · ${name}`)];
}

/** The title and, where there is one, the site. */
export function placeOf(evidence: Evidence): readonly string[] {
  const site = siteNameOf(evidence);
  return [titleOf(evidence), ...(site === null ? [] : [site])];
}

/** @param passage undefined: nobody looked; null: its text is not stored */
function contextOf(evidence: Evidence, passage: AuditedEvidence['passage'] | undefined) {
  if (passage === undefined) return {};
  if (passage === null) {
    const why =
      evidence.via === 'provider' ? 'cannot re-verify: its text may not be kept' : 'its text is not in this store';
    return { remark: paint.warn(` (${why})`) };
  }
  const { before, after, isImported } = passage;
  const isCut = evidence.start > before.length;
  return {
    // From a whole word on, and up to one.
    before: isCut ? before.replace(/^\S*\s/u, '…') : before,
    after: /[.!?]$/u.test(after) ? after : after.replace(/\s\S*$/u, '…'),
    remark: isImported ? paint.warn(' (imported, not fetched here)') : '',
  };
}
