/** Stored sets as a table. */
import type { SetSummary } from '../domain/ports.ts';
import { printableLine } from '../text/printable.ts';
import { GAP, grid, type Column, type Layout } from './grid.ts';
import { shorten } from './words.ts';

const ID_COLUMNS = 27;
const DATE_COLUMNS = 16;
const COUNT_COLUMNS = 8;

export function renderList(sets: readonly SetSummary[], { colors, width }: Layout): string {
  const rest = width - ID_COLUMNS - DATE_COLUMNS - COUNT_COLUMNS - 3 * GAP;
  // On a narrow terminal the date goes before the instruction does.
  const hasDate = rest >= 20;
  const instructionColumns = hasDate ? rest : rest + DATE_COLUMNS + GAP;
  const columns: Column[] = [
    { width: ID_COLUMNS },
    ...(hasDate ? [{ width: DATE_COLUMNS }] : []),
    { width: COUNT_COLUMNS, align: 'right' },
    { width: instructionColumns },
  ];
  const head = ['Id', ...(hasDate ? ['Begun (UTC)'] : []), 'Criteria', 'Instruction'];
  const rows = sets.map(({ id, startedAt, criteria, instruction }) => [
    colors.bold(id),
    ...(hasDate ? [startedAt.slice(0, DATE_COLUMNS).replace('T', ' ')] : []),
    String(criteria),
    shorten(printableLine(instruction), instructionColumns),
  ]);
  return grid(columns, [head.map((name) => colors.gray(name)), ...rows]);
}
