/** One criterion and its proof: each quote in its passage, and what is known of its source. */
import type { Evidence } from '../domain/criterion.ts';
import type { Source } from '../domain/source.ts';
import type { AuditedCriterion, AuditedEvidence } from '../audit/audit.ts';
import { printable, printableLine } from '../text/printable.ts';
import { address, GAP, grid, paragraph, type Layout } from './grid.ts';
import { formatScore } from './relevance.ts';
import { ratingText, siteNameOf, titleOf } from './source.ts';
import { plural } from './words.ts';

const ID_COLUMNS = 4;
/** The text of a criterion and all below it stand in one line. */
const INDENT = ID_COLUMNS + GAP;

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
    `${plural(support.sources, 'source')} on ${plural(support.sites, 'independent site')}; origin: ${[criterion.origin, ...criterion.alsoFrom].join(', also ')}`,
    ...(criterion.explicit ? [colors.cyan('It restates what the instruction says.')] : []),
    ...criterion.conflicts.map((conflict) =>
      colors.yellow(
        `conflicts with ${conflict.with === 'instruction' ? 'the instruction' : conflict.with}: ${printableLine(conflict.reason)}`,
      ),
    ),
  ];
  const byId = new Map<string, Source>(sources.map((source) => [source.id, source]));
  const head = [colors.bold(criterion.id), colors.bold(printableLine(criterion.text))];
  return [
    grid([{ width: ID_COLUMNS }, { width: width - INDENT }], [head]),
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
  const rating = source?.rating ?? { ...evidence, reasons: [] };
  const marked = colors.bold(`»${printableLine(evidence.quote)}«`);
  const quoted =
    passage === null
      ? `${marked} ${colors.yellow(evidence.via === 'provider' ? '(cannot re-verify: its text may not be kept)' : '(its text is not in this store)')}`
      : `${leadIn(evidence, passage.before)}${marked}${leadOut(passage.after)}`;
  return [
    paragraph(quoted, width, INDENT),
    paragraph([titleOf(evidence), ...place].join(' · '), width, INDENT + 2),
    paragraph(colors.gray(ratingText(rating)), width, INDENT + 2),
    address(printableLine(evidence.link ?? evidence.finalUrl), { colors }, INDENT + 2),
  ].join('');
}

/** The text before a quote, from a whole word on. */
function leadIn({ start }: Evidence, before: string): string {
  const isCut = start > before.length;
  const words = oneLine(isCut ? before.replace(/^\S*\s/u, '') : before);
  return words === '' ? '' : `${isCut ? '…' : ''}${words} `;
}

/** The text after a quote, up to a whole word. */
function leadOut(after: string): string {
  const words = oneLine(/[.!?]$/u.test(after) ? after : after.replace(/\s\S*$/u, ''));
  return words === '' ? '' : ` ${words}…`;
}

/** Blocks of a page are told apart as lines of verse are. */
function oneLine(text: string): string {
  return printableLine(
    printable(text)
      .trim()
      .replace(/\s*\n\s*/gu, ' / '),
  );
}
