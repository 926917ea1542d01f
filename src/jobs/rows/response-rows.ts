/** The responses of many systems, from rows of files; a row that cannot be used keeps its place, with the reason. */
import { basename, extname } from 'node:path';
import type { BadRow, Row } from '../../data/row.ts';
import { InputError } from '../../domain/errors.ts';
import { canonicalJson } from '../../text/hash.ts';
import type { CriteriaSource, ResponseRow } from './judge-rows.ts';

/** A file that rows were read from. */
export interface RowFile {
  /** `-` for stdin. */
  readonly reference: string;
  readonly rows: readonly (Row | BadRow)[];
}

/** @param by what all are judged by; null: by what their rows say, or else by a generated checklist */
export function responseRows(files: readonly RowFile[], by: CriteriaSource | null): readonly ResponseRow[] {
  const all = files.flatMap((file) => rowsOfFile(file, by, files.length > 1));
  const ids = new Set<string>();
  return all.map((row, index) => {
    const isDuplicate = ids.has(row.id);
    ids.add(row.id);
    if (!isDuplicate) return row;
    const problem = new InputError(`${row.id}: another response has this id and system.`);
    return { ...row, id: `${row.id} (row ${index + 1})`, given: problem };
  });
}

/** Those of the first so many instructions. */
export function ofFirstInstructions<Item>(
  items: readonly Item[],
  limit: number,
  instructionOf: (item: Item) => unknown,
): readonly Item[] {
  const instructions = new Set<string>();
  return items.filter((item) => {
    const key = canonicalJson(instructionOf(item));
    if (instructions.size < limit) instructions.add(key);
    return instructions.has(key);
  });
}

function rowsOfFile({ reference, rows }: RowFile, by: CriteriaSource | null, isOneOfSeveral: boolean): ResponseRow[] {
  const fileName = reference === '-' ? 'stdin' : basename(reference, extname(reference));
  const hasSystems = rows.some((row) => systemsIn(row).some((system) => system !== null));
  return rows.flatMap((row): ResponseRow[] => {
    const read = 'problem' in row ? row.rest : row;
    if (read === undefined) {
      const problem = 'problem' in row ? row.problem : new InputError(`${row.place} cannot be read.`);
      const system = hasSystems ? '' : fileName;
      return [{ id: row.place, system, category: null, given: problem, by: by ?? { kind: 'generated' } }];
    }
    const task = 'problem' in row ? row.problem : row.task;
    const entryOf = (name: string, system: string | null): Omit<ResponseRow, 'given'> => ({
      id: system === null && isOneOfSeveral ? `${name} ${fileName}` : name,
      system: system ?? fileName,
      category: read.category,
      by: by ?? sourceOf(read),
    });
    const noTask = new InputError(`${read.place}: there is no instruction.`);
    const noResponse = new InputError(`${read.place}: there is no response.`);
    return [
      ...read.responses.map(({ name, system, response }) => {
        const input = task instanceof InputError || task === null ? (task ?? noTask) : { task, response };
        return { ...entryOf(name, system), given: input };
      }),
      ...read.missing.map(({ name, system }) => ({ ...entryOf(name, system), given: noResponse })),
    ];
  });
}

function systemsIn(row: Row | BadRow): readonly (string | null)[] {
  const read = 'problem' in row ? row.rest : row;
  return [...(read?.responses ?? []), ...(read?.missing ?? [])].map(({ system }) => system);
}

function sourceOf(row: Omit<Row, 'task'>): CriteriaSource {
  if (row.set !== null) return { kind: 'set', id: row.set };
  return row.items.length === 0 ? { kind: 'generated' } : { kind: 'questions', items: row.items };
}
