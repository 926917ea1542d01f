/** The rows of a table, whatever its shape calls their fields. */
import { InputError } from '../domain/errors.ts';
import { parseTask } from '../domain/task.ts';
import { ROW_FIELDS, type RowField, type RowShape } from './benchmarks.ts';
import { fillTemplate } from './fill-template.ts';
import { fitRow, isBlank } from './fit-row.ts';
import { fitsFields, fitsInstruction, type RowFilter } from './row-filter.ts';
import { tryRow, type TableRow } from './read-table.ts';
import type { BadRow, Row } from './row.ts';
import {
  besideOf,
  conversationOf,
  entriesOf,
  itemsOf,
  labelOf,
  RowFields,
  scoresOf,
  textOf,
  texts,
  themesOf,
} from './row-fields.ts';
import { valuesAt, type Found } from './values-at.ts';

export interface RowReading {
  readonly shape: RowShape;
  readonly needs: readonly RowField[];
  /** Of the instruction; absent: it lies in the row as it is. */
  readonly template?: string | undefined;
  readonly sharedCriteria: readonly string[];
  readonly filter: RowFilter;
}

/** Null where the filter leaves it out. */
function readRow({ fields, place, isCsv }: TableRow, number: string, reading: RowReading): Row | BadRow | null {
  const { template, shape, needs, sharedCriteria, filter } = reading;
  const { title, paths, labels = {}, hasAddresses = false } = shape;
  // An instruction is refused by name where it is blank.
  const holdsNothing = (field: RowField, value: unknown) => isCsv === true && field !== 'instruction' && isBlank(value);
  const valuesOf = (field: RowField) =>
    valuesAt(fields, paths[field] ?? '').map((each) =>
      holdsNothing(field, each.value) ? { ...each, value: null } : each,
    );
  const found = new Map(ROW_FIELDS.map((field) => [field, valuesOf(field)]));
  const allOf = (field: RowField) => (found.get(field) ?? []).filter(({ value }) => value !== null);
  /** With the places that hold null: what stands in the others is not of the response before it. */
  const eachOf = (field: RowField) => (allOf(field).length === 0 ? [] : (found.get(field) ?? []));
  const firstOf = (field: RowField) => allOf(field)[0]?.value;
  /** An empty cell of a table holds nothing. */
  const filled = (field: RowField) => (firstOf(field) === '' ? undefined : firstOf(field));
  const conversation = template === undefined ? conversationOf(firstOf('instruction')) : null;
  const instruction = template === undefined ? firstOf('instruction') : fillTemplate(template, fields, place);
  const responses = entriesOf(found.get('responses') ?? []);
  const criteria =
    sharedCriteria.length > 0 ? sharedCriteria : (shape.criteriaOf?.(fields) ?? texts(eachOf('criteria')));
  /** A blank cell for a criterion has no weight and no theme; null in a list is refused by its place. */
  const isOfCriterion = (_: unknown, at: number) => isCsv !== true || criteria[at] !== null;
  const themes = besideOf(eachOf('criteria'), eachOf('themes')) ?? themesOf(eachOf('themes'), criteria.length);
  const weights = besideOf(eachOf('criteria'), eachOf('weights')) ?? texts(eachOf('weights'));
  const raw = {
    id: filled('id'),
    instruction: conversation?.last ?? instruction,
    context: conversation?.before ?? filled('context'),
    category: textOf(filled('category')),
    system: shape.systems ?? systemOf(eachOf('system')),
    set: filled('set'),
    themes: themes.filter(isOfCriterion),
    criteria: criteria.filter(isOfCriterion),
    weights: weights.filter(isOfCriterion),
    reference: filled('reference'),
    responses: responses.map(({ value }) => value),
    scores: besideOf(eachOf('responses'), eachOf('scores')) ?? scoresOf(eachOf('scores'), responses.length),
    label: labelOf(allOf('label'), labels),
  };
  const needed = [...new Set(needs)];
  // A place without a response is what a system failed to write.
  const isMissing = (field: RowField) => (field === 'responses' ? responses.length === 0 : isNothing(raw[field]));
  const missing = needed.filter(isMissing);
  const calledInFile = (field: string) => paths[field as RowField] ?? field;
  const adviceFor = (example: string) =>
    `These are read as rows of ${title}; --benchmark names another shape, --field another place, such as ${example}.`;
  if (missing.length > 0) {
    const isEmpty = (field: RowField) => allOf(field).some(({ value }) => Array.isArray(value) && isNothing(value));
    const problems = [
      ...fieldsAre('missing', missing.filter((field) => !isEmpty(field)).map(calledInFile)),
      ...fieldsAre('empty', missing.filter(isEmpty).map(calledInFile)),
    ];
    const example = missing.map((field) => `--field ${field}=NAME`).join(' ');
    throw new InputError(`${place}: ${problems.join(', and ')}.`, {
      advice: `The row has ${Object.keys(fields).join(', ') || 'no fields'}. Every row needs ${needed.join(', ')}. ${adviceFor(example)}`,
    });
  }
  const advice = adviceFor('--field instruction=prompt');
  const row = fitRow(raw, { fields, place }, RowFields, advice, calledInFile);
  if (row.instruction !== null && !fitsInstruction(row.instruction, conversation?.before ?? null, filter)) return null;
  const id = row.id ?? number;
  const entries = (responses.length === 0 ? [{ key: null }] : responses).map(({ key }, at) => {
    const [only = null, ...others] = row.system;
    const parts = (others.length > 0 ? [row.system[at] ?? key] : [only, key]).filter((part) => part !== null);
    const system = parts.length === 0 ? null : parts.join(' ');
    return {
      name: [id, ...parts].join(' '),
      system,
      response: row.responses[at] ?? null,
      score: row.scores[at] ?? null,
    };
  });
  return withTask(row, {
    place,
    id,
    category: row.category,
    items: itemsOf(row),
    set: row.set,
    reference: row.reference,
    responses: entries.flatMap(({ response, ...entry }) => {
      const isThere = response !== null && !(hasAddresses && URL.canParse(response.trim()));
      return isThere ? [{ ...entry, response }] : [];
    }),
    missing: entries.flatMap(({ name, system, response }) => (response === null ? [{ name, system }] : [])),
    label: row.label,
  });
}

/** One of the row, or one of each response. */
function systemOf(found: readonly Found[]): unknown {
  const names = found.map(({ value }) => (value === '' ? null : textOf(value)));
  return names.length > 1 ? names : names[0];
}

/** "the fields “id”, “label” are missing"; nothing of no field. */
function fieldsAre(problem: string, names: readonly string[]): readonly string[] {
  const [subject, verb] = names.length === 1 ? ['field', 'is'] : ['fields', 'are'];
  return names.length === 0 ? [] : [`the ${subject} ${names.map((name) => `“${name}”`).join(', ')} ${verb} ${problem}`];
}

/** An empty list too, and one of nothing but empty cells. */
function isNothing(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.every((each) => each == null || each === ''));
}

/** A bad row that keeps what was read where the instruction cannot be used. */
function withTask({ instruction, context }: RowFields, row: Omit<Row, 'task'>): Row | BadRow {
  if (instruction === null) return { ...row, task: null };
  try {
    return { ...row, task: parseTask(instruction, context) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { place } = row;
    const problem = new InputError(`${place}: ${error.message}`, error.advice === null ? {} : { advice: error.advice });
    return { place, problem, rest: { ...row, task: { instruction, context } } };
  }
}

/** Bad rows stay in their places, unless the filter leaves them out by their fields. */
export function rowsOfTable(table: readonly (TableRow | BadRow)[], reading: RowReading): readonly (Row | BadRow)[] {
  const rows = table.flatMap((row, index): readonly (Row | BadRow)[] => {
    if ('problem' in row) return [row];
    if (!fitsFields(row.fields, reading.filter)) return [];
    return [tryRow(row.place, () => readRow(row, String(index + 1), reading))].filter((each) => each !== null);
  });
  return reading.shape.paths.id === undefined ? rows : rejectDuplicates(rows);
}

/** The same id may appear once per system. */
function rejectDuplicates(rows: readonly (Row | BadRow)[]): readonly (Row | BadRow)[] {
  const places = new Map<string, string>();
  return rows.map((row) => {
    const read = 'problem' in row ? row.rest : row;
    if (read === undefined) return row;
    const { id, place, responses, missing } = read;
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
