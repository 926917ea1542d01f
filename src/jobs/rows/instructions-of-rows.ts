/** Rows as `precompute` takes them: those that cannot be used stay in their places, with the reason. */
import type { BadRow, Row } from '../../data/row.ts';
import type { Instruction } from './discover-row.ts';

/**
 * A bad row is called by its line, as `line 3`. Of rows with the same id (one for each system), the first counts.
 * @param rows each with a task
 * @throws InputError where no row can be used
 */
export function instructionsOfRows(rows: readonly (Row | BadRow)[]): readonly Instruction[] {
  const ids = new Set(rows.flatMap((row) => ('problem' in row ? (row.rest?.id ?? []) : row.id)));
  const seen = new Set<string>();
  const instructions = rows.flatMap((row): readonly Instruction[] => {
    const id = idOf(row, ids);
    if (seen.has(id)) return [];
    seen.add(id);
    if ('problem' in row) return [{ id, instruction: '', context: null, problem: row.problem }];
    const { instruction, context } = row.task ?? { instruction: '', context: null };
    return [{ id, instruction, context }];
  });
  const [first] = instructions;
  if (first?.problem !== undefined && instructions.every(({ problem }) => problem !== undefined)) throw first.problem;
  return instructions;
}

function idOf(row: Row | BadRow, ids: ReadonlySet<string>): string {
  if (!('problem' in row)) return row.id;
  if (row.rest !== undefined) return row.rest.id;
  const line = row.place.replace(/^.*, (?=(?:line|row) )/su, '');
  // A task may have this id, too.
  return ids.has(line) ? `${line} (bad)` : line;
}
