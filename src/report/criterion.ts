/** One criterion and its proof: each quote, in its passage where that is known, and what is known of its source. */
import type { AuditedEvidence } from '../audit/audit.ts';
import type { Criterion, Evidence, RelevanceScore } from '../domain/criterion.ts';
import type { Source } from '../domain/source.ts';
import { printable } from '../text/printable.ts';
import { lines, list, say, soft, strong, warn, type Inline, type ListItem } from './report.ts';
import { ratingText, siteNameOf, titleOf } from './source.ts';
import { plural } from './words.ts';

/** @param audited null: quotes are shown without their passages */
export function criterionItem(
  criterion: Criterion,
  audited: readonly AuditedEvidence[] | null,
  sources: readonly Source[],
): ListItem {
  const { id, text, question, relevance, support, origin, alsoFrom, explicit, conflicts, evidence } =
    criterion;
  const quotes = evidence.map((piece, index) => ({
    head: audited === null ? strong(`»${piece.quote}«`) : inPassage(piece, audited[index]?.passage ?? null),
    blocks: [
      sourceLines(
        piece,
        sources.find((source) => source.id === piece.sourceId),
      ),
    ],
  }));
  const origins = [origin, ...alsoFrom].join(', also ');
  const facts = lines(
    question,
    relevanceText(relevance),
    `${plural(support.sources, 'source')} on ${plural(support.sites, 'independent site')}; origin: ${origins}`,
    explicit ? warn('It restates what the instruction says.') : null,
    ...conflicts.map((conflict) => warn(`conflicts with ${opponentName(conflict.with)}: ${conflict.reason}`)),
  );
  return { head: say`${strong(id)} ${strong(text)}`, blocks: [facts, list(quotes)] };
}

/** Of what a criterion contradicts. */
export function opponentName(id: string): string {
  return id === 'instruction' ? 'the instruction' : id;
}

function relevanceText(relevance: RelevanceScore): string {
  const { reason } = relevance;
  if (relevance.status === 'unscored') return `relevance not scored: ${reason}`;
  const score = Math.round(relevance.score * 10) / 10;
  return `relevance ${score} of 10${reason === '' ? '' : `: ${reason}`}`;
}

function sourceLines(evidence: Evidence, source: Source | undefined) {
  const { link, finalUrl, pageNumber, sourceId } = evidence;
  const page = pageNumber === null ? null : `page ${pageNumber}`;
  const place = [siteNameOf(evidence), source?.byline ?? null, source?.publishedOn ?? null, page];
  const details = place.filter((detail) => detail !== null).map((detail) => ` · ${detail}`);
  const named = { text: titleOf(evidence), href: link ?? finalUrl };
  return lines(
    say`${named}${details} · ${{ ...soft(sourceId), href: `#${sourceId}` }}`,
    soft(ratingText(source?.rating ?? { ...evidence, reasons: [] })),
  );
}

/** @param passage null: its text is not at hand */
function inPassage({ start, quote, via }: Evidence, passage: AuditedEvidence['passage']): Inline {
  const marked = strong(`»${quote}«`);
  if (passage === null && via === 'provider')
    return say`${marked} ${warn('(cannot re-verify: its text may not be kept)')}`;
  if (passage === null) return say`${marked} ${warn('(its text is not in this store)')}`;
  const { before, after } = passage;
  const isCut = start > before.length;
  // From a whole word on, and up to one.
  const leadIn = oneLine(isCut ? before.replace(/^\S*\s/u, '') : before);
  const leadOut = oneLine(/[.!?]$/u.test(after) ? after : after.replace(/\s\S*$/u, ''));
  return [leadIn === '' ? '' : `${isCut ? '…' : ''}${leadIn} `, marked, leadOut === '' ? '' : ` ${leadOut}…`];
}

/** Blocks of a page are told apart as lines of verse are. */
function oneLine(text: string): string {
  return printable(text)
    .trim()
    .replace(/\s*\n\s*/gu, ' / ');
}
