/** Sources for people: their names, what became of them, what they ground, and why a discovery found nothing. */
import type { AuditedSource } from '../audit/audit.ts';
import type { CriteriaSetContent } from '../domain/criteria-set.ts';
import { countDecisions, type Rating, type Source } from '../domain/source.ts';
import { printableLine } from '../text/printable.ts';
import type { Evidence } from '../domain/criterion.ts';
import { lines, list, paint, say, type Block, type Inline, type ListItem, type Span } from './report.ts';
import { plural } from './words.ts';

type Named = Pick<Source, 'finalUrl' | 'title' | 'site' | 'via'>;

/** The title; where there is none, the URL. */
export function titleOf({ title, finalUrl }: Named): string {
  return printableLine(title ?? '') || printableLine(finalUrl);
}

/** The declared site, or the host; null where there is neither. */
export function siteNameOf({ site, via, finalUrl }: Named): string | null {
  if (via === 'bundled') return 'bundled guide';
  const host = URL.canParse(finalUrl) ? new URL(finalUrl).host : '';
  return printableLine(site ?? '') || host.replace(/^www\./u, '') || null;
}

/** "expertise 4 of 5, relevance 2 of 2: it gives examples; it names its author". */
export function ratingText(rating: Rating | null): string {
  if (rating === null) return 'not rated';
  const reasons = rating.reasons.map((reason) => printableLine(reason).replace(/\.$/u, '')).join('; ');
  return `expertise ${rating.expertise} of 5, relevance ${rating.relevance} of 2${reasons && `: ${reasons}`}`;
}

/** The id, what became of it in a colour, and its title as a link. */
export function sourceHead(source: Source, decision: string, isGood: boolean): Inline {
  const title = { ...paint.strong(titleOf(source)), href: source.finalUrl };
  return say`${source.id} ${paint[isGood ? 'good' : 'bad'](decision)} ${title}`;
}

/** Where the ids of sources and criteria lead, in a report or on the audit pages. */
export interface Links {
  readonly source: (id: string) => Pick<Span, 'href' | 'path'>;
  readonly criterion: (id: string) => Pick<Span, 'href' | 'path'>;
}

/** Sources are listed in the report; criteria have no anchor. */
export const PLAIN_LINKS: Links = { source: (id) => ({ href: `#${id}` }), criterion: () => ({}) };

/** The evidence of the most expert source, then of the most relevant one, then the first. */
export function bestEvidence(evidence: readonly Evidence[]): Evidence | null {
  const [best = null] = [...evidence].sort((a, b) => b.expertise - a.expertise || b.relevance - a.relevance);
  return best;
}

type Queries = CriteriaSetContent['queries'];

/** Kept ones first, those that ground most on top; then the dropped ones as they were found. */
export function keptFirst(sources: readonly AuditedSource[]): readonly AuditedSource[] {
  const rank = ({ source, criteria }: AuditedSource) => (source.decision === 'kept' ? criteria.length : -1);
  return [...sources].sort((a, b) => rank(b) - rank(a));
}

export function sourceList(sources: readonly AuditedSource[], queries: Queries): Block {
  return list(keptFirst(sources).map((audited) => sourceItem(audited, queries)));
}

export function sourceItem(audited: AuditedSource, queries: Queries, links: Links = PLAIN_LINKS): ListItem {
  const { source, criteria } = audited;
  const { id, decision, reason, rating } = source;
  const place = [siteNameOf(source), source.byline, source.publishedOn].filter((detail) => detail !== null);
  const ids = criteria.map((criterion, index): Inline => {
    const link = { text: criterion.id, ...links.criterion(criterion.id) };
    return index === 0 ? link : [', ', link];
  });
  // The reasons of a rating are shown once, also where they are the reason of the decision.
  const isRepeated = decision !== 'kept' && (rating?.reasons.every((part) => reason.includes(part)) ?? false);
  const { withheldPassages = 0, suspectedPassages = 0 } = source;
  return {
    id,
    head: sourceHead(source, decision, decision === 'kept'),
    blocks: [
      lines(
        place.join(' · '),
        ids.length === 0 ? null : say`grounds ${plural(ids.length, 'criterion', 'criteria')}: ${ids}`,
        decision === 'kept' ? null : reason,
        paint.soft(ratingText(isRepeated && rating !== null ? { ...rating, reasons: [] } : rating)),
        source.via === 'provider' ? paint.warn('its text was supplied by a search provider') : null,
        source.given === true ? 'given by the user' : null,
        withheldPassages === 0
          ? null
          : `${plural(withheldPassages, 'passage')} withheld from models, since text there addresses them`,
        suspectedPassages === 0
          ? null
          : `${plural(suspectedPassages, 'passage')} read as data, since text there may address models`,
        paint.soft(foundByText(source.hits, queries)),
      ),
    ],
  };
}

/** "found by “how to write a toast” at rank 2". */
export function foundByText(
  hits: readonly { readonly queryId: string; readonly rank: number | undefined }[],
  queries: Queries,
): string {
  const texts = hits.map(({ queryId, rank }) => {
    const text = queries.find(({ id }) => id === queryId)?.text ?? queryId;
    return rank === undefined ? `“${text}”` : `“${text}” at rank ${rank}`;
  });
  return texts.length === 0 ? '' : `found by ${texts.join(', ')}`;
}

/** One line: `s3 low-expertise library:guide.html: its reason`. */
export function describeSource({ id, url, decision, reason }: Source): string {
  return `${id} ${decision} ${printableLine(url)}${decision === 'kept' ? '' : reasonText(reason)}`;
}

/** "https://… unreachable: status 404", for each page that the user gave and that grounds nothing. */
export function failedGiven({ sources }: Pick<CriteriaSetContent, 'sources'>): readonly string[] {
  return sources
    .filter(({ given, decision }) => given === true && decision !== 'kept')
    .map(({ url, decision, reason }) => `${printableLine(url)} ${decision}${reasonText(reason)}`);
}

function reasonText(reason: string): string {
  return reason === '' ? '' : `: ${printableLine(reason)}`;
}

/**
 * Why a discovery found nothing, in a few lines.
 * @param hasOwnGuides it was given folders: warnings say what is wrong with them
 */
export function explainNoGuidance(content: CriteriaSetContent, hasOwnGuides: boolean): string {
  const { found, read, kept, advice, points } = content.funnel;
  const dropped = countDecisions(content.sources);
  const removed = content.removals.length;
  return [
    content.unanswered === undefined ? 'No guidance found.' : 'No criteria, and answers are missing.',
    `  found ${found} → read ${read} → kept ${kept} → advice ${advice} → points ${points} → criteria 0`,
    ...failedGiven(content).map((line) => `  given: ${line}`),
    ...(dropped === '' ? [] : [`  sources dropped: ${dropped}`]),
    ...(dropped.includes('low-expertise') ? ['  --min-expertise keeps pages of a lower expertise rating.'] : []),
    ...(removed === 0 ? [] : [`  statements removed: ${removed}`]),
    `  asked: ${content.queries.map((query) => printableLine(query.text)).join(' | ')}`,
    ...(hasOwnGuides || content.unanswered !== undefined
      ? []
      : ['  Bring guides on this kind of text with --library.']),
  ].join('\n');
}
