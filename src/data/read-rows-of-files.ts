/** Rows of several files as one set of data, whose subsets are the files. */
import type { RowField, RowMapping } from './benchmarks.ts';
import { taskKey } from '../domain/task.ts';
import { readRowsLeniently } from './read-rows.ts';
import type { Reader } from './read-text.ts';
import type { BadRow, Row } from './row.ts';

/** How many tasks: of each file, or of each category that is named here, whose others are left out. */
type FirstTasks = number | Readonly<Record<string, number>>;

/**
 * @param files of several, names of rows begin with their file's, which is the category of rows without one
 * @param first only the rows of so many tasks
 * @param onUnusable takes rows whose task cannot be used; default: they are refused
 */
export async function readRowsOfFiles(
  reader: Reader,
  files: readonly string[],
  mapping: RowMapping,
  needs: readonly RowField[],
  {
    advice,
    first,
    onUnusable,
  }: {
    readonly advice?: string;
    readonly first?: FirstTasks | undefined;
    readonly onUnusable?: (row: BadRow) => void;
  } = {},
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const names = namesOf(files);
  for (const [at, file] of files.entries()) {
    const all = await readRowsLeniently(reader, file, mapping, needs, advice);
    for (const row of all)
      if ('problem' in row && (onUnusable === undefined || row.rest === undefined)) throw row.problem;
    for (const row of first === undefined ? all : rowsOfFirstTasks(all, first))
      if ('problem' in row) onUnusable?.(row);
      else rows.push(files.length === 1 ? row : ofFile(row, names[at] ?? file));
  }
  return rows;
}

/** A row without an instruction is a task of its own. */
function rowsOfFirstTasks(rows: readonly (Row | BadRow)[], first: FirstTasks): readonly (Row | BadRow)[] {
  const tasks = new Map<string | null, Set<string>>();
  return rows.filter((row) => {
    const { task = null, category = null } = ('problem' in row ? row.rest : row) ?? {};
    const group = typeof first === 'number' ? null : category;
    const wanted = typeof first === 'number' ? first : (first[category ?? ''] ?? 0);
    const found = tasks.get(group) ?? new Set();
    tasks.set(group, found);
    const key = task === null ? `row ${row.place}` : taskKey(task);
    if (found.size < wanted) found.add(key);
    return found.has(key);
  });
}

/** Paths without the folders that all of them lie in. */
function namesOf(files: readonly string[]): readonly string[] {
  const paths = files.map((file) => file.split('/'));
  const [first = []] = paths;
  const differs = first.findIndex((folder, at) => paths.some((path) => path[at] !== folder || at === path.length - 1));
  return paths.map((path) => path.slice(Math.max(0, differs)).join('/'));
}

function ofFile(row: Row, file: string): Row {
  const named = <Named extends { readonly name: string }>(each: Named) => ({ ...each, name: `${file} ${each.name}` });
  return {
    ...row,
    id: `${file} ${row.id}`,
    category: row.category ?? file,
    responses: row.responses.map(named),
    missing: row.missing.map(named),
  };
}
