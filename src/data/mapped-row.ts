/** The fields of a row by our names, whatever the file calls them. */
import { InputError } from '../domain/errors.ts';
import type { TableRow } from './read-table.ts';
import { valuesAt } from './values-at.ts';

/** Paths in a row, with dots between, such as `annotations.*.label`: `*` is each entry. Several make one list. */
export type FieldPaths<Name extends string> = Readonly<Partial<Record<Name, readonly string[]>>>;

/**
 * @param given our names, and what the file calls them, with commas between
 * @param names ours
 * @throws InputError where we have no such name
 */
export function fieldMapping<Name extends string>(
  given: readonly (readonly [string, string])[],
  names: readonly Name[],
): FieldPaths<Name> {
  const mapping: Partial<Record<Name, readonly string[]>> = {};
  for (const [name, paths] of given) {
    const field = names.find((known) => known === name);
    if (field === undefined)
      throw new InputError(`--field: “${name}” is no field of ours.`, { advice: `They are ${names.join(', ')}.` });
    mapping[field] = paths.split(',').map((path) => path.trim());
  }
  return mapping;
}

/** The fields that we know, each by our name. @throws InputError where the row lacks a mapped one */
export function mappedRow<Name extends string>(
  { fields, place }: TableRow,
  names: readonly Name[],
  mapping: FieldPaths<Name>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const paths = mapping[name];
      if (paths === undefined) return fields[name] === undefined ? [] : [[name, fields[name]]];
      const found = paths.flatMap((path) => {
        const values = valuesAt(fields, path).map(({ value }) => value);
        if (values.length > 0) return values;
        throw new InputError(`${place}: there is no field “${path}”.`, {
          advice: `The row has ${Object.keys(fields).join(', ') || 'no fields'}.`,
        });
      });
      return [[name, found.length === 1 ? found[0] : found]];
    }),
  );
}
