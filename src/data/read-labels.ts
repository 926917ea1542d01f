/** A file of a judge's verdicts and people's labels, whatever its fields are called. */
import { z } from 'zod';
import { fieldPaths, mappedRow, unmappedFields, type FieldNames } from './mapped-rows.ts';
import { InputError } from '../domain/errors.ts';
import type { JudgeRow, Said } from './judge-row.ts';
import { fitRow, isBlank, numberOrNone } from './fit-row.ts';
import { readTable, type TableRow } from './read-table.ts';
import type { Reader } from './read-text.ts';

export const LABEL_FIELDS = [
  ...(['id', 'predicted', 'labels', 'samples', 'swapped', 'afterDoubt'] as const),
  ...(['confidence', 'group', 'cluster', 'generated', 'human'] as const),
] as const;

/** What words of the file mean, as it or a report has them. */
type Meanings = ReadonlyMap<string, string>;

const Text = z.string('should hold a text');
const Name = z.union([Text, z.number()], 'should hold a text or a number').transform(String);
const Texts = z.array(Text, 'should hold a list of texts');
const SURE = 'should hold a number from 0 to 1';
/** In CSV a cell is a text; a blank one holds nothing. */
const Nothing = z.preprocess((cell) => (isBlank(cell) ? null : cell), z.null());
const Confidence = numberOrNone(SURE).pipe(z.number().min(0, SURE).max(1, SURE).nullable());

const ADVICE =
  'Rows hold “predicted” and “labels” (one, or a list), and perhaps samples, swapped, afterDoubt, confidence, group, cluster, generated and human; --field says what else they are called, such as --field labels=rater1,rater2.';

export async function readLabels(
  reader: Reader,
  reference: string,
  fieldNames: FieldNames,
  meanings: Meanings,
): Promise<readonly JudgeRow[]> {
  const paths = fieldPaths(fieldNames, LABEL_FIELDS);
  const rows = (await readTable(reader, reference)).map((row) => {
    const given = mappedRow(row, LABEL_FIELDS, paths);
    // `label` is `labels`, too.
    const label = paths.has('labels') ? undefined : unmappedFields(row.fields, paths)['label'];
    const { labels = label } = given;
    return { ...row, given: { ...given, labels } };
  });
  requireFields(reference, rows);
  const schema = schemaOf(new Map([...meanings].map(([word, meaning]) => [word.toLowerCase(), meaning])));
  return rows.map((row, at) => {
    const { id, ...fitted } = fitRow(row.given, row, schema, ADVICE);
    return { ...fitted, id: id ?? String(at + 1) };
  });
}

/** What a judge is measured by. */
function requireFields(
  reference: string,
  rows: readonly (TableRow & { readonly given: Readonly<Record<string, unknown>> })[],
): void {
  // Where a judge gave no verdict at all, the field is there and empty.
  const has = (name: (typeof LABEL_FIELDS)[number]) => rows.some(({ given }) => given[name] !== undefined);
  if (has('generated') && (has('human') || has('labels'))) return;
  const missing =
    !has('predicted') && !has('samples')
      ? 'the judge’s verdicts (“predicted”)'
      : (['labels', 'samples', 'swapped', 'afterDoubt'] as const).some(has)
        ? null
        : 'people’s labels (“labels”), nor with more verdicts of the judge (“samples”, “swapped”, “afterDoubt”)';
  if (missing === null) return;
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row.fields)))].join(', ');
  throw new InputError(`${reference} has no field with ${missing}.`, { advice: `Its fields are ${fields}. ${ADVICE}` });
}

function schemaOf(meanings: Meanings) {
  const Word = z.union([z.string(), z.number(), z.boolean()], 'should hold a text or a number');
  const One = z.union(
    [z.null(), Word.transform((said) => meaningOf(said, meanings))],
    'should hold a text or a number',
  );
  const Several = z.union(
    [z.array(One), One.transform((one) => [one])],
    'should hold a text, a number or a list of them',
  );
  return z.object({
    id: z.union([Nothing, Name]).nullish(),
    predicted: One.default(null),
    labels: Several.default([]),
    samples: Several.default([]),
    swapped: One.optional(),
    afterDoubt: One.optional(),
    confidence: Confidence.default(null),
    group: z.union([Nothing, Name]).default(null),
    cluster: z.union([Nothing, Name]).default(null),
    generated: z.union([Texts.transform((one) => [one]), z.array(Texts)], 'should hold a list of texts').default([]),
    human: Texts.nullable().default(null),
  });
}

/** In CSV they are words, such as pandas writes them. */
const TRUTH: ReadonlyMap<string, string> = new Map([
  ['true', 'yes'],
  ['false', 'no'],
]);

/** Words in lower case, numbers as numbers; an empty cell is none. @param meanings of words in lower case */
function meaningOf(said: string | number | boolean, meanings: Meanings): Said | null {
  const inLowerCase = String(said).trim().toLowerCase();
  const shown = TRUTH.get(inLowerCase) ?? inLowerCase;
  const meant = (meanings.get(inLowerCase) ?? meanings.get(shown) ?? shown).toLowerCase();
  if (meant === '' || meant === 'null') return null;
  const number = Number(meant);
  return Number.isFinite(number) ? number : meant;
}
