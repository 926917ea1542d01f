/** Rows of tasks in whatever form and shape they come: what people ask for, responses, labels. */
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BENCHMARKS, ROW_FIELDS, type BenchmarkName, type RowField, type RowShape } from '../../datasets/benchmarks.ts';
import { valuesAt, type Found } from '../../datasets/values-at.ts';
import { Winner } from '../../domain/comparison.ts';
import { InputError } from '../../domain/errors.ts';
import { fitRow } from './json-lines.ts';
import { orBad, readTable, readTableLeniently, strictly, type BadRow, type TableRow } from './read-table.ts';
import type { Reader } from './read-text.ts';

export interface DatasetRow {
  /** As messages call it: `tasks.jsonl, line 3`. */
  readonly place: string;
  /** The row's number, from 1, where the shape has none. */
  readonly id: string;
  /** As given; null where the row has none and none is needed. */
  readonly instruction: string | null;
  readonly context: string | null;
  /** Of the instruction; null: the row has none. */
  readonly category: string | null;
  /** What people ask of a response. What they weigh at 0 or less, as faults, is left out. */
  readonly criteria: readonly string[];
  /** What each of those is about; none: nobody says. */
  readonly themes: readonly (readonly string[])[];
  /** The id of a stored set of criteria. */
  readonly set: string | null;
  readonly reference: string | null;
  /** Without those that the file has an address in place of. */
  readonly responses: readonly {
    readonly name: string;
    /** Who wrote it; null: nobody says. */
    readonly system: string | null;
    readonly response: string;
    /** People's; null: none is given. */
    readonly score: number | null;
  }[];
  /** Responses that the row has a place for, and no text. */
  readonly missing: readonly { readonly name: string; readonly system: string | null }[];
  /** Which of two responses people prefer. */
  readonly label: Winner | null;
}

export interface RowMapping {
  /** Default: `plain`. */
  readonly benchmark?: BenchmarkName | undefined;
  /** In place of the shape's own: what is mapped has to be there. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** As flags give it. */
export function rowMapping({
  benchmark,
  field = [],
}: {
  readonly benchmark: BenchmarkName | undefined;
  readonly field: readonly (readonly [string, string])[] | undefined;
}): RowMapping {
  return { benchmark, fields: Object.fromEntries(field) };
}

type Given = readonly [reader: Reader, reference: string, mapping: RowMapping, needs: readonly RowField[]];

/**
 * @param reference a file, or `-` for stdin
 * @param needs fields that every row must have
 * @throws InputError that names the line and the field, as the file calls it; CancelledError where the reader is stopped
 */
export async function readDataset(...given: Given): Promise<readonly DatasetRow[]> {
  return strictly(await readDatasetLeniently(...given));
}

/** The same, with bad rows in their places. @throws InputError where the whole cannot be read; CancelledError */
export async function readDatasetLeniently(
  ...[reader, reference, { benchmark = 'plain', fields = {} }, needs]: Given
): Promise<readonly (DatasetRow | BadRow)[]> {
  for (const name of Object.keys(fields))
    if (!ROW_FIELDS.some((field) => field === name))
      throw new InputError(`“${name}” is no field that is read.`, { advice: `They are ${ROW_FIELDS.join(', ')}.` });
  const shape: RowShape = BENCHMARKS[benchmark];
  const mapped = { ...shape, paths: { ...shape.paths, ...fields } };
  const needed = [...needs, ...ROW_FIELDS.filter((field) => field in fields)];
  const rows = await readTableLeniently(reader, reference);
  const shared = shape.sharedCriteria;
  const criteria =
    shared === undefined
      ? []
      : (await readTable(reader, join(dirname(reference), shared.file))).flatMap(({ fields: entry }) =>
          valuesAt(entry, shared.path).map(({ value }) => String(value)),
        );
  const read = rows.map((row, index) =>
    'problem' in row ? row : orBad(row.place, () => rowOf(row, index, mapped, needed, criteria)),
  );
  return mapped.paths.id === undefined ? read : withoutDoubles(read);
}

function rowOf(
  { fields, place }: TableRow,
  index: number,
  { title, paths, labels = {}, hasAddresses = false }: RowShape,
  needed: readonly RowField[],
  sharedCriteria: readonly string[],
): DatasetRow {
  const placesOf = (field: RowField) => valuesAt(fields, paths[field] ?? '').filter(({ value }) => value !== null);
  const given = new Map(ROW_FIELDS.map((field) => [field, placesOf(field)]));
  const valueOf = (field: RowField) => (given.get(field) ?? [])[0]?.value;
  /** An empty cell of a table holds nothing. */
  const filled = (field: RowField) => (valueOf(field) === '' ? undefined : valueOf(field));
  const conversation = conversationOf(valueOf('instruction'));
  const responses = entriesOf(given.get('responses') ?? []);
  const raw = {
    id: filled('id'),
    instruction: conversation?.last ?? valueOf('instruction'),
    context: conversation?.before ?? filled('context'),
    category: textOf(filled('category')),
    system: textOf(filled('system')),
    set: filled('set'),
    themes: texts(given.get('themes') ?? []),
    criteria: sharedCriteria.length > 0 ? sharedCriteria : texts(given.get('criteria') ?? []),
    weights: texts(given.get('weights') ?? []),
    reference: filled('reference'),
    responses: responses.map(({ value }) => value),
    scores: texts(given.get('scores') ?? []).filter((score) => score !== ''),
    label: labelOf(filled('label'), labels),
  };
  const isMissing = (field: RowField) => raw[field] == null || (Array.isArray(raw[field]) && raw[field].length === 0);
  const missing = needed.find(isMissing);
  const calledInFile = (field: string) => paths[field as RowField] ?? field;
  const advice = `These are read as rows of ${title}; --benchmark names another shape, --field another place, such as --field instruction=prompt.`;
  if (missing !== undefined)
    throw new InputError(`${place}: the field “${calledInFile(missing)}” is missing.`, {
      advice: `The row has ${Object.keys(fields).join(', ') || 'no fields'}. ${advice}`,
    });
  const row = fitRow(raw, place, Row, advice, calledInFile);
  const id = row.id ?? String(index + 1);
  const isAsked = (_: unknown, at: number) => (row.weights[at] ?? 1) > 0;
  const entries = (responses.length === 0 ? [{ key: null }] : responses).map(({ key }, at) => {
    const parts = [row.system, key].filter((part) => part !== null);
    const system = parts.length === 0 ? null : parts.join(' ');
    return { name: [id, ...parts].join(' '), system, response: row.responses[at] ?? null, at };
  });
  return {
    ...row,
    place,
    id,
    criteria: row.criteria.filter(isAsked),
    themes: row.themes.filter(isAsked),
    responses: entries.flatMap(({ name, system, response, at }) => {
      const isThere = response !== null && !(hasAddresses && URL.canParse(response.trim()));
      return isThere ? [{ name, system, response, score: row.scores[at] ?? null }] : [];
    }),
    missing: entries.flatMap(({ name, system, response }) => (response === null ? [{ name, system }] : [])),
  };
}

function textOf(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Half a character, or a NUL, is what no server and not every database takes. */
const Text = z
  .string('should hold a text')
  .refine((text) => !/\p{Surrogate}/u.test(text), 'holds half a character (a lone surrogate)')
  .refine((text) => !text.includes('\0'), 'holds a NUL character');
const TextOrNone = Text.nullish().transform((text) => text ?? null);
const Numbers = z.array(z.coerce.number('should hold numbers'), 'should hold numbers');
const Criterion = z.union([Text, z.looseObject({ text: Text }).transform(({ text }) => text)], 'should hold texts');
const Row = z.object({
  id: z.union([Text.min(1), z.int().transform(String)], 'should hold a text or a whole number').optional(),
  instruction: TextOrNone,
  context: TextOrNone,
  category: TextOrNone,
  system: TextOrNone,
  set: TextOrNone,
  criteria: z.array(Criterion),
  themes: z.array(z.union([Text.transform((text) => [text]), z.array(Text)], 'should hold texts, or lists of them')),
  weights: Numbers,
  reference: TextOrNone,
  responses: z.array(Text.nullable()),
  scores: Numbers,
  label: z.union([z.null(), Winner], 'should hold a, b or tie').default(null),
});

/** Several places are several responses, called by what tells them apart; one place may hold a list of them. */
function entriesOf(found: readonly Found[]): readonly Found[] {
  const [only, ...others] = found;
  if (only === undefined) return [];
  if (others.length > 0) return found.map(({ key, value }, at) => ({ key: key ?? 'ab'.charAt(at), value }));
  const { value: entries } = only;
  if (typeof entries !== 'object' || entries === null) return found;
  if (!Array.isArray(entries))
    return Object.entries(entries).map(([key, value]: [string, unknown]) => ({ key, value }));
  return entries.map((value: unknown, at) => ({ key: String(at + 1), value }));
}

function texts(found: readonly Found[]): readonly unknown[] {
  return found.flatMap(({ value }): readonly unknown[] => (Array.isArray(value) ? value : [value]));
}

function labelOf(said: unknown, labels: Readonly<Record<string, Winner>>): unknown {
  if (said === undefined) return null;
  if (typeof said !== 'string' && typeof said !== 'number') return said;
  return labels[String(said).trim()] ?? said;
}

const Turns = z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1);

/** Null where it is none. */
function conversationOf(value: unknown): { readonly last: string; readonly before: string | null } | null {
  const turns = Turns.safeParse(value).data;
  const at = turns?.findLastIndex(({ role }) => role === 'user') ?? -1;
  if (turns === undefined || at === -1) return null;
  const before = turns.slice(0, at).map(({ role, content }) => `${role}: ${content}`);
  return { last: turns[at]?.content ?? '', before: before.length === 0 ? null : before.join('\n\n') };
}

/** Of one id there may be several systems. */
function withoutDoubles(rows: readonly (DatasetRow | BadRow)[]): readonly (DatasetRow | BadRow)[] {
  const places = new Map<string, string>();
  return rows.map((row) => {
    if ('problem' in row) return row;
    const { id, place, responses, missing } = row;
    const [first] = [...responses, ...missing];
    const key = JSON.stringify([id, first?.system ?? null]);
    const before = places.get(key);
    places.set(key, before ?? place);
    if (before === undefined) return row;
    const problem = new InputError(`${place}: the id “${id}” stands in ${before} already.`, {
      advice: 'Give every row an id of its own, or name another field for it.',
    });
    return { place, problem };
  });
}
