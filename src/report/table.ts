/** A set as a table for people. */
import { checklistOf, type HeldBack } from '../discover/select-criteria.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import { printableLine } from '../text/printable.ts';
import { describeGapReviews, GAP_REVIEWS_TITLE } from './gap-reviews.ts';
import { GAP, grid, paragraph, type Column, type Layout } from './grid.ts';
import { relevanceBar, RELEVANCE_COLUMNS } from './relevance.ts';
import { bestSourceName } from './source.ts';
import { plural, shorten } from './words.ts';

export const DEFAULT_TOP = 15;
/** Below this width the best source has no column of its own. */
const WIDE = 80;
const RANK_COLUMNS = 3;
const SUPPORT_COLUMNS = 7;
/** The best source gets this share of the width, and two lines. */
const SOURCE_SHARE = 0.28;
const MAX_TITLE_CHARS = 300;

export function renderTable({ content }: CriteriaSet, asked: number | undefined, layout: Layout): string {
  const { colors, width } = layout;
  const top = asked ?? DEFAULT_TOP;
  const checklist = checklistOf(content.criteria);
  const shown = checklist.criteria.slice(0, top);
  const title = shorten(printableLine(content.task.instruction), MAX_TITLE_CHARS);
  const parts = [paragraph(colors.bold(title), width)];
  if (shown.length === 0) parts.push('No criteria.\n');
  else parts.push(table(shown, layout));
  const more = checklist.criteria.length - shown.length;
  if (more > 0)
    parts.push(
      colors.gray(`… and ${plural(more, 'more criterion', 'more criteria')} (--top ${shown.length + more})`) +
        '\n',
    );
  if (checklist.heldBack.length > 0) parts.push(heldBackList(checklist.heldBack, layout));
  const rounds = describeGapReviews(content);
  if (rounds.length > 0)
    parts.push(
      [colors.gray(`${GAP_REVIEWS_TITLE}:`), ...rounds.map(printableLine)]
        .map((line) => paragraph(line, width))
        .join(''),
    );
  return parts.join('\n');
}

/** Every criterion opens so; the head of the column says it once. */
const OPENING = 'The response should ';

function withoutOpening(text: string): string {
  return text.startsWith(OPENING) ? text.slice(OPENING.length) : text;
}

function table(criteria: readonly Criterion[], { colors, width }: Layout): string {
  const sourceColumns = width >= WIDE ? Math.floor(width * SOURCE_SHARE) : 0;
  const isWide = sourceColumns > 0;
  const gaps = isWide ? 4 * GAP : 3 * GAP;
  const columns: Column[] = [
    { width: RANK_COLUMNS, align: 'right' },
    { width: width - RANK_COLUMNS - RELEVANCE_COLUMNS - SUPPORT_COLUMNS - sourceColumns - gaps },
    { width: RELEVANCE_COLUMNS },
    { width: SUPPORT_COLUMNS, align: 'right' },
    ...(isWide ? [{ width: sourceColumns }] : []),
  ];
  const head = ['#', `${OPENING}…`, 'Relevance', 'Sources', ...(isWide ? ['Best source'] : [])];
  const rows = criteria.map((criterion) => [
    colors.bold(criterion.id.slice(1)),
    withoutOpening(printableLine(criterion.text)) +
      (criterion.explicit ? colors.cyan(' (in your instruction)') : ''),
    relevanceBar(criterion.relevance, colors),
    String(criterion.support.sources),
    // A fifth less than fits: lines break between words.
    ...(isWide ? [colors.gray(shorten(bestSourceName(criterion), Math.floor(sourceColumns * 1.6)))] : []),
  ]);
  return grid(columns, [head.map((name) => colors.gray(name)), ...rows]);
}

function heldBackList(heldBack: readonly HeldBack[], { colors, width }: Layout): string {
  const title = 'Held back, since a better criterion or the instruction asks for the contrary:';
  const rows = heldBack.map(({ criterion, conflictsWith, reason }) => [
    colors.bold(criterion.id.slice(1)),
    `${printableLine(criterion.text)} ${colors.gray(`(against ${conflictsWith === 'instruction' ? 'the instruction' : conflictsWith.slice(1)}: ${printableLine(reason)})`)}`,
  ]);
  const columns: Column[] = [{ width: RANK_COLUMNS, align: 'right' }, { width: width - RANK_COLUMNS - GAP }];
  return paragraph(colors.yellow(title), width) + grid(columns, rows);
}
