/** Rows of tasks for `precompute`: those that cannot be used stay in their places, with what is wrong. */
import { InputError } from '../../domain/errors.ts';
import { parseTask } from '../../domain/task.ts';
import type { Instruction } from '../../precompute/discover-row.ts';
import { readDatasetLeniently, type DatasetRow, type RowMapping } from './read-dataset.ts';
import { orBad } from './read-table.ts';
import type { Reader } from './read-text.ts';

/**
 * A bad row is called by its line, as `line 3`. Of rows with one id, as there are where each holds the response of another
 * system, the first counts.
 * @throws InputError where the whole cannot be read, or no row can be used; CancelledError
 */
export async function readInstructions(
  reader: Reader,
  file: string,
  mapping: RowMapping,
): Promise<readonly Instruction[]> {
  const rows = await readDatasetLeniently(reader, file, mapping, ['id', 'instruction']);
  const ids = new Set(rows.flatMap((row) => ('problem' in row ? [] : [row.id])));
  const seen = new Set<string>();
  const instructions = rows.flatMap((row) => {
    if (!('problem' in row)) {
      if (seen.has(row.id)) return [];
      seen.add(row.id);
      return [instructionOf(row)];
    }
    const line = row.place.replace(/^.*, (?=(?:line|row) )/su, '');
    // A task may be called so, too.
    const id = ids.has(line) ? `${line} (bad)` : line;
    return [{ id, instruction: '', context: null, problem: row.problem }];
  });
  const [first] = instructions;
  if (first?.problem !== undefined && instructions.every(({ problem }) => problem !== undefined)) throw first.problem;
  return instructions;
}

function instructionOf({ id, place, instruction, context }: DatasetRow): Instruction {
  const given = { id, instruction: instruction ?? '', context };
  const read = orBad(place, () => parseTask(given.instruction, context));
  if (!('problem' in read)) return given;
  const { message, advice } = read.problem;
  return { ...given, problem: new InputError(`${place}: ${message}`, advice === null ? {} : { advice }) };
}
