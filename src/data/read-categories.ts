/** A file of criteria with the categories that a model names for each, and those that people do (TICK, table 7). */
import { z } from 'zod';
import { readMappedRows, type FieldNames } from './mapped-rows.ts';
import type { Reader } from './read-text.ts';

export const CATEGORY_FIELDS = ['id', 'predicted', 'labels'] as const;

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

const advice =
  'Rows hold “predicted” and “labels”, each a list of names or a text with commas; “labels” may also be a list of such lists, one for each person, or several fields: --field labels=rater1,rater2 or --field labels=annotations.*.label.';

export async function readCategories(
  reader: Reader,
  reference: string,
  fieldNames: FieldNames = [],
): Promise<readonly CategorizedItem[]> {
  // Each place is what one person says.
  const hasSeveral = fieldNames.some(([name, paths]) => name === 'labels' && /[,*]/u.test(paths));
  const schema = z.object({
    id: z.union([z.string(), z.number()], 'should hold a text or a number').transform(String).optional(),
    predicted: Names.default(null),
    labels: hasSeveral ? z.array(Names, WANTED) : Several,
  });
  const shape = { names: CATEGORY_FIELDS, schema, advice, lists: hasSeveral ? ['labels'] : [] };
  const rows = await readMappedRows(reader, reference, fieldNames, shape);
  return rows.map(({ id, predicted, labels }, at) => ({ id: id ?? String(at + 1), predicted, people: labels }));
}
