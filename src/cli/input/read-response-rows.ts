/** The responses of many systems, from rows of files; a row that cannot be used keeps its place, with the reason. */
import { basename, extname } from 'node:path';
import { InputError } from '../../domain/errors.ts';
import { parseTask } from '../../domain/task.ts';
import type { CriteriaSource, ResponseRow } from '../../judge-rows/judge-rows.ts';
import { readDatasetLeniently, type DatasetRow, type RowMapping } from './read-dataset.ts';
import { orBad } from './read-table.ts';
import type { Reader } from './read-text.ts';

/**
 * @param by what all are judged by; null: by what their rows say, or else by a generated checklist
 * @throws InputError where a file cannot be read as a whole; CancelledError
 */
export async function readResponseRows(
  reader: Reader,
  files: readonly string[],
  mapping: RowMapping,
  by: CriteriaSource | null,
): Promise<readonly ResponseRow[]> {
  const rows: ResponseRow[] = [];
  const taken = new Set<string>();
  const add = (row: ResponseRow) => {
    const isTwice = taken.has(row.id);
    taken.add(row.id);
    if (!isTwice) rows.push(row);
    else {
      const problem = new InputError(`${row.id}: another response has this id and system.`);
      const id = `${row.id} (row ${rows.length + 1})`;
      rows.push({ ...row, id, given: problem });
    }
  };
  for (const file of files) {
    const fileName = file === '-' ? 'stdin' : basename(file, extname(file));
    const read = await readDatasetLeniently(reader, file, mapping, ['instruction']);
    const hasSystems = read.some((row) => 'responses' in row && systemsIn(row).some((system) => system !== null));
    for (const row of read) {
      if ('problem' in row) {
        const base = { system: hasSystems ? '' : fileName, category: null };
        add({ ...base, id: row.place, given: row.problem, by: by ?? { kind: 'generated' } });
        continue;
      }
      const { category, place, responses, missing } = row;
      const own = by ?? sourceOf(row);
      const task = orBad(place, () => parseTask(row.instruction ?? '', row.context));
      const idOf = (name: string, system: string | null) =>
        system === null && files.length > 1 ? `${name} ${fileName}` : name;
      for (const { name, system, response } of responses)
        add({
          ...{ id: idOf(name, system), system: system ?? fileName, category, by: own },
          given: 'problem' in task ? new InputError(`${place}: ${task.problem.message}`) : { task, response },
        });
      for (const { name, system } of missing) {
        const given = new InputError(`${place}: there is no response.`);
        add({ id: idOf(name, system), system: system ?? fileName, category, by: own, given });
      }
    }
  }
  return rows;
}

function systemsIn({ responses, missing }: DatasetRow): readonly (string | null)[] {
  return [...responses, ...missing].map(({ system }) => system);
}

function sourceOf({ set, criteria, themes }: DatasetRow): CriteriaSource {
  if (set !== null) return { kind: 'set', id: set };
  return criteria.length === 0 ? { kind: 'generated' } : { kind: 'questions', questions: criteria, themes };
}
