/** Rows of several files as one set of data, whose subsets are the files. */
import type { RowField, RowMapping } from './benchmarks.ts';
import { readRows } from './read-rows.ts';
import type { Reader } from './read-text.ts';
import type { Row } from './row.ts';

/**
 * @param files of several, names of rows begin with their file's, which is the category of rows without one
 * @param first only so many rows of each file
 */
export async function readRowsOfFiles(
  reader: Reader,
  files: readonly string[],
  mapping: RowMapping,
  needs: readonly RowField[],
  { advice, first }: { readonly advice?: string; readonly first?: number | undefined } = {},
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const names = namesOf(files);
  for (const [at, file] of files.entries()) {
    const read = (await readRows(reader, file, mapping, needs, advice)).slice(0, first);
    rows.push(...(files.length === 1 ? read : read.map((row) => ofFile(row, names[at] ?? file))));
  }
  return rows;
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
