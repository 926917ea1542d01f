/** A file of labels that people gave, such as of items or of instructions (checklist study, tables 3, 9 and 10). */
import { z } from 'zod';
import { fitRow } from './fit-row.ts';
import { mappedRow, type FieldPaths } from './mapped-row.ts';
import { readTable } from './read-table.ts';
import type { Reader } from './read-text.ts';

/** What the fields of a row are called, unless `--field` says otherwise. */
export const PEOPLE_LABEL_FIELDS = ['labels', 'group'] as const;
export type PeopleLabelField = (typeof PEOPLE_LABEL_FIELDS)[number];

export interface PeopleLabels {
  /** By person; null: that person gave none. */
  readonly labels: readonly (string | null)[];
  /** Null: the row names none. */
  readonly group: string | null;
}

const WANTED = 'should hold a label, or a list of them, one for each person';
const Label = z.union([z.null(), z.string(), z.number().transform(String)], WANTED).transform((label) => {
  const name = label?.trim() ?? '';
  return name === '' ? null : name;
});
const Row = z.object({
  labels: z.union([z.array(Label), Label.transform((label) => [label])], WANTED),
  group: Label.default(null),
});
const ADVICE =
  'Rows hold “labels”, and perhaps a “group”; --field says what else they are called, such as --field labels=rater1,rater2.';

/** @throws InputError that names the line and the field; CancelledError where the reader is stopped */
export async function readPeopleLabels(
  reader: Reader,
  reference: string,
  paths: FieldPaths<PeopleLabelField>,
): Promise<readonly PeopleLabels[]> {
  const rows = await readTable(reader, reference);
  return rows.map((row) => fitRow(mappedRow(row, PEOPLE_LABEL_FIELDS, paths), row, Row, ADVICE));
}
