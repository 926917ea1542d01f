/** Rows whose fields have our names, whatever the file calls them. */
import type { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import { fitRow } from './fit-row.ts';
import { readTable, type TableRow } from './read-table.ts';
import type { Reader } from './read-text.ts';
import { fieldsAt, valuesAt } from './values-at.ts';

/** Our names, each with what the file calls it: paths with commas between, such as `annotations.*.label`. */
export type FieldNames = readonly (readonly [name: string, paths: string])[] | undefined;

interface MappedShape<Value> {
  readonly names: readonly string[];
  readonly schema: z.ZodType<Value>;
  readonly advice: string;
  /** Names that hold a list of what their places hold, even where that is one value. */
  readonly lists?: readonly string[];
}

export async function readMappedRows<Value>(
  reader: Reader,
  reference: string,
  fieldNames: FieldNames,
  { names, schema, advice, lists }: MappedShape<Value>,
): Promise<readonly Value[]> {
  const paths = fieldPaths(fieldNames, names);
  const rows = await readTable(reader, reference);
  return rows.map((row) => fitRow(mappedRow(row, names, paths, lists), row, schema, advice));
}

type FieldPaths = ReadonlyMap<string, readonly string[]>;

export function fieldPaths(fieldNames: FieldNames = [], names: readonly string[]): FieldPaths {
  for (const [name] of fieldNames)
    if (!names.includes(name))
      throw new InputError(`--field: “${name}” is no field of ours.`, { advice: `They are ${names.join(', ')}.` });
  return new Map(fieldNames.map(([name, paths]) => [name, paths.split(',').map((path) => path.trim())]));
}

/** Without the fields that are mapped to other names: they lose their own meaning, but for `id`, by which rows are compared. */
export function unmappedFields(fields: TableRow['fields'], mapping: FieldPaths): Readonly<Record<string, unknown>> {
  const taken = new Set([...mapping.values()].flat().flatMap((path) => fieldsAt(fields, path)));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name === 'id' || !taken.has(name)));
}

export function mappedRow(
  { fields, place }: TableRow,
  names: readonly string[],
  mapping: FieldPaths,
  lists: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const unmapped = unmappedFields(fields, mapping);
  return Object.fromEntries(
    names.flatMap((name) => {
      const paths = mapping.get(name);
      if (paths === undefined) return unmapped[name] === undefined ? [] : [[name, unmapped[name]]];
      const found = paths.flatMap((path) => {
        const values = valuesAt(fields, path).map(({ value }) => value);
        if (values.length > 0 || isInEmptyList(fields, path)) return values;
        throw new InputError(`${place}: there is no field “${path}”.`, {
          advice: `The row has ${Object.keys(fields).join(', ') || 'no fields'}.`,
        });
      });
      return [[name, found.length === 1 && !lists.includes(name) ? found[0] : found]];
    }),
  );
}

/** Whether what `*` stands for lies in a list that is there and empty. */
function isInEmptyList(fields: TableRow['fields'], path: string): boolean {
  const at = path.lastIndexOf('.*');
  if (at === -1) return false;
  const list = path.slice(0, at);
  const found = valuesAt(fields, list).map(({ value }) => value);
  if (found.length === 0) return isInEmptyList(fields, list);
  return found.every((value) => typeof value === 'object' && Object.keys(value ?? {}).length === 0);
}
