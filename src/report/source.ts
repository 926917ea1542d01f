/** Sources for people: their names, what became of them, what they ground. */
import type { Criterion, Evidence } from '../domain/criterion.ts';
import type { AuditedSource } from '../audit/audit.ts';
import type { Rating, Source } from '../domain/source.ts';
import { printableLine } from '../text/printable.ts';
import { address, paragraph, type Layout } from './grid.ts';
import { plural } from './words.ts';

type Named = Pick<Source, 'finalUrl' | 'title' | 'site' | 'via'>;

/** The title; where there is none, the URL. */
export function titleOf({ title, finalUrl }: Named): string {
  return printableLine(title ?? '') || printableLine(finalUrl);
}

/** The declared site, or the host; null where there is neither. */
export function siteNameOf({ site, via, finalUrl }: Named): string | null {
  if (via === 'bundled') return 'bundled guide';
  if (site !== null && printableLine(site) !== '') return printableLine(site);
  const host = URL.canParse(finalUrl) ? new URL(finalUrl).host : '';
  return host === '' ? null : host.replace(/^www\./u, '');
}

/** Of the most expert source, then the most relevant one, then the first. */
export function bestSourceName({ evidence, origin }: Criterion): string {
  const [best] = [...evidence].sort((a, b) => b.expertise - a.expertise || b.relevance - a.relevance);
  if (best === undefined) return origin;
  return nameWithSite(best);
}

export function nameWithSite(source: Named | Evidence): string {
  const site = siteNameOf(source);
  return site === null || source.via === 'bundled' ? titleOf(source) : `${titleOf(source)} · ${site}`;
}

/** "expertise 4 of 5, relevance 2 of 2: it gives examples; it names its author". */
export function ratingText(rating: Rating | null): string {
  if (rating === null) return 'not rated';
  const reasons = rating.reasons.map((reason) => printableLine(reason).replace(/\.$/u, '')).join('; ');
  return `expertise ${rating.expertise} of 5, relevance ${rating.relevance} of 2${reasons === '' ? '' : `: ${reasons}`}`;
}

/** One line: `s3 low-expertise library:guide.html: its reason`. */
export function describeSource({ id, url, decision, reason }: Source): string {
  const why = decision === 'kept' || reason === '' ? '' : `: ${printableLine(reason)}`;
  return `${id} ${decision} ${printableLine(url)}${why}`;
}

/** Kept ones first, those that ground most on top; then the dropped ones as they were found. */
export function renderSources(sources: readonly AuditedSource[], layout: Layout): string {
  const kept = sources.filter(({ source }) => source.decision === 'kept');
  const dropped = sources.filter(({ source }) => source.decision !== 'kept');
  kept.sort((a, b) => b.criteria.length - a.criteria.length);
  return [...kept, ...dropped].map((entry) => sourceBlock(entry, layout)).join('\n');
}

function sourceBlock({ source, criteria }: AuditedSource, { colors, width }: Layout): string {
  const isKept = source.decision === 'kept';
  const decision = isKept ? colors.green('kept') : colors.red(source.decision);
  const details = [siteNameOf(source), source.byline, source.publishedOn].flatMap((detail) =>
    detail === null ? [] : [printableLine(detail)],
  );
  const found = source.hits.map(({ queryId, rank }) => `${queryId} at rank ${rank}`).join(', ');
  const grounds =
    criteria.length === 0
      ? []
      : [
          `grounds ${plural(criteria.length, 'criterion', 'criteria')}: ${criteria.map(({ id }) => id).join(', ')}`,
        ];
  const lines = [
    ...(details.length > 0 ? [details.join(' · ')] : []),
    ...grounds,
    ...(isKept ? [] : [printableLine(source.reason)]),
    ratingText(
      saysItself(source) && source.rating !== null ? { ...source.rating, reasons: [] } : source.rating,
    ),
    ...(source.via === 'provider' ? ['its text was supplied by a search provider'] : []),
    ...(source.given === true ? ['given by the user'] : []),
    ...(found === '' ? [] : [`found by ${found}`]),
  ];
  return [
    paragraph(`${source.id} ${decision} ${colors.bold(titleOf(source))}`, width),
    address(printableLine(source.finalUrl), { colors }, 4),
    ...lines.filter((line) => line !== '').map((line) => paragraph(line, width, 4)),
  ].join('');
}

/** Whether the reason of the decision is that of the rating. */
function saysItself({ rating, reason }: Source): boolean {
  return rating?.reasons.every((part) => reason.includes(part)) ?? false;
}
