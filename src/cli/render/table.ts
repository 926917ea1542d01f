/** A set as a table for people. */
import { checklistOf, type HeldBack } from '../../criteria/checklist.ts';
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import type { Criterion } from '../../domain/criterion.ts';
import { printableLine } from '../../text/printable.ts';
import { grid, paragraph, type Column, type Layout } from './grid.ts';
import { relevanceBar, RELEVANCE_COLUMNS } from './relevance.ts';
import { bestSourceName } from './source.ts';
import { plural, shorten } from './words.ts';

export const DEFAULT_TOP = 15;
/** Below this width the best source has no column of its own. */
const WIDE = 80;
const RANK_COLUMNS = 3;
const SUPPORT_COLUMNS = 7;
const SOURCE_COLUMNS = 24;
const MAX_TITLE_CHARS = 300;
const GAPS = { wide: 8, narrow: 6 };

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
  return parts.join('\n');
}

function table(criteria: readonly Criterion[], { colors, width }: Layout): string {
  const isWide = width >= WIDE;
  const fixed = RANK_COLUMNS + RELEVANCE_COLUMNS + SUPPORT_COLUMNS;
  const columns: Column[] = [
    { width: RANK_COLUMNS, align: 'right' },
    { width: width - fixed - (isWide ? SOURCE_COLUMNS + GAPS.wide : GAPS.narrow) },
    { width: RELEVANCE_COLUMNS },
    { width: SUPPORT_COLUMNS, align: 'right' },
    ...(isWide ? [{ width: SOURCE_COLUMNS }] : []),
  ];
  const head = ['#', 'Criterion', 'Relevance', 'Sources', ...(isWide ? ['Best source'] : [])];
  const rows = criteria.map((criterion) => [
    colors.bold(criterion.id.slice(1)),
    printableLine(criterion.text) + (criterion.explicit ? colors.cyan(' (in your instruction)') : ''),
    relevanceBar(criterion.relevance, colors),
    String(criterion.support.sources),
    ...(isWide ? [colors.gray(shorten(bestSourceName(criterion), SOURCE_COLUMNS * 2))] : []),
  ]);
  return grid(columns, [head.map((name) => colors.gray(name)), ...rows]);
}

function heldBackList(heldBack: readonly HeldBack[], { colors, width }: Layout): string {
  const title = 'Held back, since a better criterion or the instruction asks for the contrary:\n';
  const rows = heldBack.map(({ criterion, conflictsWith, reason }) => [
    colors.bold(criterion.id.slice(1)),
    `${printableLine(criterion.text)} ${colors.gray(`(against ${conflictsWith === 'instruction' ? 'the instruction' : conflictsWith.slice(1)}: ${printableLine(reason)})`)}`,
  ]);
  const columns: Column[] = [
    { width: RANK_COLUMNS, align: 'right' },
    { width: width - RANK_COLUMNS - GAPS.narrow / 3 },
  ];
  return colors.yellow(title) + grid(columns, rows);
}
