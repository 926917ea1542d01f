/** A file of labels that people gave, such as of items or of instructions (checklist study, tables 3, 9 and 10). */
import { z } from 'zod';
import { readMappedRows, type FieldNames } from './mapped-rows.ts';
import type { Reader } from './read-text.ts';

export const PEOPLE_LABEL_FIELDS = ['labels', 'group'] as const;

const WANTED = 'should hold a label, or a list of them, one for each person';
const Label = z
  .union([z.null(), z.string(), z.union([z.number(), z.boolean()]).transform(String)], WANTED)
  .transform((label) => {
    const name = label?.trim() ?? '';
    return name === '' ? null : name;
  });
const PeopleLabels = z.object({
  /** By person; null: that person gave none. */
  labels: z.union([z.array(Label), Label.transform((label) => [label])], WANTED).readonly(),
  /** Null: the row names none. */
  group: Label.default(null),
});
export type PeopleLabels = Readonly<z.infer<typeof PeopleLabels>>;
const advice =
  'Rows hold “labels”, and perhaps a “group”; --field says what else they are called, such as --field labels=rater1,rater2.';

export function readPeopleLabels(reader: Reader, reference: string, fieldNames: FieldNames) {
  return readMappedRows(reader, reference, fieldNames, { names: PEOPLE_LABEL_FIELDS, schema: PeopleLabels, advice });
}
