/** Rows of tasks in whatever form and shape they come: what people ask for, responses, labels. */
import { dirname } from 'node:path';
import { InputError } from '../domain/errors.ts';
import { BENCHMARKS, ROW_FIELDS, type RowField, type RowMapping, type RowShape } from './benchmarks.ts';
import type { RowFilter } from './row-filter.ts';
import { pathFrom } from './path-from.ts';
import { readTable, readTableLeniently } from './read-table.ts';
import type { Reader } from './read-text.ts';
import { strictly, type BadRow, type Row } from './row.ts';
import { rowsOfTable, type RowReading } from './rows-of-table.ts';
import { valuesAt } from './values-at.ts';

/**
 * @param reference a file, or `-` for stdin
 * @param needs fields that every row must have
 * @param advice what to do where the file cannot be read
 */
export async function readRows(...source: Parameters<typeof readRowsLeniently>): Promise<readonly Row[]> {
  return strictly(await readRowsLeniently(...source));
}

/** The same, with bad rows in their places. */
export async function readRowsLeniently(
  reader: Reader,
  reference: string,
  { benchmark = 'plain', fields = {}, instruction, filter = {} }: RowMapping,
  needs: readonly RowField[],
  advice?: string,
): Promise<readonly (Row | BadRow)[]> {
  for (const name of Object.keys(fields))
    if (!ROW_FIELDS.some((field) => field === name))
      throw new InputError(`“${name}” is no field that is read.`, { advice: `They are ${ROW_FIELDS.join(', ')}.` });
  const shape: RowShape = BENCHMARKS[benchmark];
  const reading: RowReading = {
    shape: { ...shape, paths: { ...shape.paths, ...fields } },
    needs: [...needs, ...ROW_FIELDS.filter((field) => field in fields)],
    template: instruction,
    sharedCriteria: await readSharedCriteria(reader, reference, shape, advice),
    filter: { ...filter, where: { ...valuesOf(shape.where), ...filter.where } },
  };
  const table = await readTableLeniently(reader, reference, advice);
  const rows = rowsOfTable(table, reading);
  if (rows.length === 0)
    throw new InputError(`None of the ${table.length} rows of ${reference} is of the kind that is wanted.`, {
      advice: `They are chosen by ${chosenBy(reading.filter)}.`,
    });
  if (rows.length < table.length)
    reader.progress?.note(
      `${reference}: ${rows.length} of ${table.length} rows, chosen by ${chosenBy(reading.filter)}.`,
    );
  return rows;
}

/**
 * Without rows that lack responses; each response that a row has a place for and no text is told of.
 * @param least of the responses that a row needs
 * @throws InputError where no row is left
 */
export function withResponses(
  { progress }: Reader,
  file: string,
  rows: readonly Row[],
  least: 1 | 2 = 1,
): readonly Row[] {
  for (const { place, missing } of rows)
    for (const { name } of missing) progress?.warn(`${place}, ${name}: there is no response.`);
  const left = rows.filter(({ responses, missing }) => missing.length === 0 || responses.length >= least);
  if (left.length === 0) throw new InputError(`No row of ${file} has ${least === 1 ? 'a response' : 'two responses'}.`);
  return left;
}

function valuesOf(where: RowShape['where'] = {}) {
  return Object.fromEntries(Object.entries(where).map(([place, value]) => [place, [value]]));
}

/** "turn = 1, at most 399 words". */
function chosenBy({ where = {}, unless = {}, keywords, singleTurn, maxWords }: RowFilter): string {
  return [
    ...Object.entries(where).map(([place, values]) => `${place} = ${values.join(' or ')}`),
    ...Object.entries(unless).map(([place, values]) => `${place} ≠ ${values.join(' or ')}`),
    ...(keywords === undefined ? [] : [`one of the words ${keywords.join(', ')}`]),
    ...(singleTurn === undefined ? [] : ['one turn']),
    ...(maxWords === undefined ? [] : [`at most ${maxWords} words`]),
  ].join(', ');
}

async function readSharedCriteria(
  reader: Reader,
  reference: string,
  { sharedCriteria: shared }: RowShape,
  advice: string | undefined,
): Promise<readonly string[]> {
  if (shared === undefined) return [];
  const entries = await readTable(reader, pathFrom(dirname(reference), shared.file), advice);
  return entries.flatMap(({ fields }) => valuesAt(fields, shared.path).map(({ value }) => String(value)));
}
