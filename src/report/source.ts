/** Sources for people: their names, what became of them, what they ground, and why a discovery found nothing. */
import type { AuditedSource } from '../audit/audit.ts';
import type { CriteriaSetContent } from '../domain/criteria-set.ts';
import { countDecisions, type Rating, type Source } from '../domain/source.ts';
import { printableLine } from '../text/printable.ts';
import { lines, list, paint, say, type Block, type Inline } from './report.ts';
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

export function withheldText(count: number): string {
  return `${plural(count, 'passage')} withheld from models, since text there addresses them`;
}

/** The id, what became of it in a colour, and its title as a link. */
export function sourceHead(source: Source, decision: string, isGood: boolean): Inline {
  const title = { ...paint.strong(titleOf(source)), href: source.finalUrl };
  return say`${source.id} ${paint[isGood ? 'good' : 'bad'](decision)} ${title}`;
}

/** Kept ones first, those that ground most on top; then the dropped ones as they were found. */
export function sourceList(sources: readonly AuditedSource[]): Block {
  const rank = ({ source, criteria }: AuditedSource) => (source.decision === 'kept' ? criteria.length : -1);
  const sorted = [...sources].sort((a, b) => rank(b) - rank(a));
  return list(
    sorted.map(({ source, criteria }) => ({
      id: source.id,
      head: sourceHead(source, source.decision, source.decision === 'kept'),
      blocks: [lines(...sourceFacts(source, criteria))],
    })),
  );
}

function sourceFacts(source: Source, criteria: AuditedSource['criteria']): readonly string[] {
  const { decision, reason, rating, hits, via, given, withheldPassages = 0 } = source;
  const details = [siteNameOf(source), source.byline, source.publishedOn].filter((detail) => detail !== null);
  const found = hits.map(({ queryId, rank }) => `${queryId} at rank ${rank}`).join(', ');
  const ids = criteria.map(({ id }) => id).join(', ');
  // Where the reason of the decision is that of the rating, once is enough.
  const isSaid = rating?.reasons.every((part) => reason.includes(part)) ?? false;
  return [
    details.join(' · '),
    ids && `grounds ${plural(criteria.length, 'criterion', 'criteria')}: ${ids}`,
    decision === 'kept' ? '' : reason,
    ratingText(isSaid && rating !== null ? { ...rating, reasons: [] } : rating),
    via === 'provider' ? 'its text was supplied by a search provider' : '',
    given === true ? 'given by the user' : '',
    withheldPassages === 0 ? '' : withheldText(withheldPassages),
    found && `found by ${found}`,
  ];
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

/** Why a discovery found nothing, in a few lines. */
export function explainNoGuidance(content: CriteriaSetContent): string {
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
    '  Bring guides on this kind of text with --library.',
  ].join('\n');
}
