/** A file of criteria with the categories that a model names for each, and those that people do (TICK, table 7). */
import { z } from 'zod';
import { fitRow } from './fit-row.ts';
import { mappedRow, type FieldPaths } from './mapped-row.ts';
import { readTable } from './read-table.ts';
import type { Reader } from './read-text.ts';

/** What the fields of a row are called, unless `--field` says otherwise. */
export const CATEGORY_FIELDS = ['id', 'predicted', 'labels'] as const;
export type CategoryField = (typeof CATEGORY_FIELDS)[number];

/** One criterion. Names are in lower case. */
export interface CategorizedItem {
  readonly id: string;
  /** Null: none were named, not even an empty list. */
  readonly predicted: readonly string[] | null;
  /** By person; null: that person says nothing. */
  readonly people: readonly (readonly string[] | null)[];
}

const WANTED = 'should hold a list of names, or a text with commas between them';
const Names = z
  .union([z.null(), z.string().transform((text) => text.split(',')), z.array(z.string())], WANTED)
  .transform((names) => {
    const given = (names ?? []).map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
    return names === null || (given.length === 0 && names.length > 0) ? null : [...new Set(given)];
  });
/** A list of texts is what one person says, a list of lists what several do. */
const Several = z.union([Names.transform((names) => [names]), z.array(Names)], WANTED);

const ADVICE =
  'Rows hold “predicted” and “labels”, each a list of names or a text with commas; “labels” may also be a list of such lists, one for each person, or several fields: --field labels=rater1,rater2.';

/** @throws InputError that names the line and the field; CancelledError where the reader is stopped */
export async function readCategories(
  reader: Reader,
  reference: string,
  paths: FieldPaths<CategoryField>,
): Promise<readonly CategorizedItem[]> {
  const hasSeveral = (paths.labels?.length ?? 0) > 1;
  const schema = z.object({
    id: z.union([z.string(), z.number()], 'should hold a text or a number').transform(String).optional(),
    predicted: Names.default(null),
    labels: hasSeveral ? z.array(Names, WANTED) : Several,
  });
  return (await readTable(reader, reference)).map((row, index) => {
    const { id, predicted, labels } = fitRow(mappedRow(row, CATEGORY_FIELDS, paths), row, schema, ADVICE);
    return { id: id ?? String(index + 1), predicted, people: labels };
  });
}
