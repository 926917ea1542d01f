/** One criterion and its proof: each quote in its passage, and what is known of its source. */
import type { Source } from '../../domain/source.ts';
import type { AuditedCriterion, AuditedEvidence } from '../../pipeline/audit.ts';
import { printableLine } from '../../text/printable.ts';
import { paragraph, type Layout } from './grid.ts';
import { formatScore } from './relevance.ts';
import { ratingText, siteNameOf, titleOf } from './source.ts';
import { plural } from './words.ts';

const INDENT = 4;

export function renderCriterion(
  { criterion, evidence }: AuditedCriterion,
  sources: readonly Source[],
  layout: Layout,
): string {
  const { colors, width } = layout;
  const { relevance, support } = criterion;
  const reason = printableLine(relevance.reason);
  const score =
    relevance.status === 'scored'
      ? `relevance ${formatScore(relevance.score)} of 10${reason === '' ? '' : `: ${reason}`}`
      : `relevance not scored: ${reason}`;
  const lines = [
    printableLine(criterion.question),
    score,
    `${plural(support.sources, 'source')} on ${plural(support.sites, 'independent site')}; origin: ${criterion.origin}`,
    ...(criterion.explicit ? [colors.cyan('It restates what the instruction says.')] : []),
    ...criterion.conflicts.map((conflict) =>
      colors.yellow(
        `conflicts with ${conflict.with === 'instruction' ? 'the instruction' : conflict.with}: ${printableLine(conflict.reason)}`,
      ),
    ),
  ];
  const byId = new Map<string, Source>(sources.map((source) => [source.id, source]));
  return [
    paragraph(colors.bold(`${criterion.id}  ${printableLine(criterion.text)}`), width),
    ...lines.map((line) => paragraph(line, width, INDENT)),
    ...evidence.map((piece) => `\n${evidenceBlock(piece, byId.get(piece.evidence.sourceId), layout)}`),
  ].join('');
}

function evidenceBlock(
  { evidence, passage }: AuditedEvidence,
  source: Source | undefined,
  { colors, width }: Layout,
): string {
  const place = [
    siteNameOf(evidence),
    source?.byline ?? null,
    source?.publishedOn ?? null,
    evidence.pageNumber === null ? null : `page ${evidence.pageNumber}`,
  ].flatMap((detail) => (detail === null ? [] : [printableLine(detail)]));
  const rating = source?.rating ?? {
    expertise: evidence.expertise,
    relevance: evidence.relevance,
    reasons: [],
  };
  return [
    paragraph(quoteInPassage(evidence.quote, passage, colors.bold), width, INDENT),
    ...(passage === null ? [paragraph(colors.yellow('The text is not in this store.'), width, INDENT)] : []),
    paragraph(`${colors.gray('—')} ${[titleOf(evidence), ...place].join(' · ')}`, width, INDENT),
    paragraph(colors.gray(`  ${ratingText(rating)}`), width, INDENT),
    paragraph(colors.cyan(`  ${printableLine(evidence.link ?? evidence.finalUrl)}`), width, INDENT),
  ].join('');
}

/** The quote stands between »« so that it can be told apart without colour too. */
function quoteInPassage(
  quote: string,
  passage: AuditedEvidence['passage'],
  emphasise: (text: string) => string,
): string {
  const marked = emphasise(`»${printableLine(quote)}«`);
  if (passage === null) return marked;
  const before = printableLine(passage.before);
  const after = printableLine(passage.after);
  return `${before === '' ? '' : `…${before} `}${marked}${after === '' ? '' : ` ${after}…`}`;
}
