/** Rows of a table in whatever form it comes: JSON Lines, JSON as a list or by name, or CSV with a line of names. */
import { Readable } from 'node:stream';
import { distinctColumns } from '../text/distinct-columns.ts';
import { parseJson, parseJsonObject } from '../text/parse-json.ts';
import { InputError, messageOf } from '../domain/errors.ts';
import { lineText, readLines } from './lines.ts';
import { decodeUtf8, readBytes, type Reader } from './read-text.ts';
import { strictly, type BadRow } from './row.ts';

const MAX_BYTES = 500_000_000;

export interface TableRow {
  /** In CSV all texts. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** As messages call it: `labels.csv, line 3`. */
  readonly place: string;
  /** A blank cell holds nothing; in JSON an empty text is one. */
  readonly isCsv?: true;
}

/**
 * The form goes by the name (`.csv`, `.json`); else a list in brackets is JSON, and all else JSON Lines.
 * @param reference `-` for stdin
 * @param advice what to do where the file cannot be read
 * @returns a bad row where a line, or an entry of a list, cannot be read
 */
export async function readTableLeniently(
  reader: Reader,
  reference: string,
  advice?: string,
): Promise<readonly (TableRow | BadRow)[]> {
  const { name, bytes } = await readBytes(reader, reference, MAX_BYTES, advice);
  const rows = await rowsOf(name, bytes);
  if (rows.length === 0) throw new InputError(`${name} holds no rows.`, { advice: FORMS });
  return rows;
}

/** The same. */
export async function readTable(...source: Parameters<typeof readTableLeniently>): Promise<readonly TableRow[]> {
  return strictly(await readTableLeniently(...source));
}

/** A bad row where it throws an InputError. */
export function tryRow<Value>(place: string, read: () => Value): Value | BadRow {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) return { place, problem: error };
    throw error;
  }
}

const FORMS =
  'Give JSON Lines, JSON with a list of objects (or objects by name), or CSV whose first line names the fields.';

async function rowsOf(name: string, bytes: Buffer): Promise<readonly (TableRow | BadRow)[]> {
  if (/\.csv$/iu.test(name)) return csvRows(name, decodeUtf8(bytes, name));
  const isLines = /\.(?:jsonl|ndjson)$/iu.test(name);
  const start = bytes.subarray(0, 100).toString('latin1');
  if (/\.json$/iu.test(name) || (!isLines && /^(?:ï»¿)?\s*\[/u.test(start)))
    return listRows(name, decodeUtf8(bytes, name));
  const rows: (TableRow | BadRow)[] = [];
  for await (const line of readLines(Readable.from([bytes]))) {
    const place = `${name}, line ${line.number}`;
    const row = tryRow(place, () => {
      const json = lineText(line, name);
      return json.trim() === '' ? null : { fields: parseJsonObject(json, place, FORMS), place };
    });
    if (row !== null) rows.push(row);
  }
  return rows;
}

function listRows(name: string, text: string): readonly (TableRow | BadRow)[] {
  const list = parseJson(text, name, FORMS);
  if (typeof list !== 'object' || list === null) throw new InputError(`${name} holds no rows.`, { advice: FORMS });
  return Object.entries(list).map(([key, row]: [string, unknown]) => {
    const place = `${name}, row ${Array.isArray(list) ? Number(key) + 1 : key}`;
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return { place, problem: new InputError(`${place} is no JSON object.`, { advice: FORMS }) };
    return { fields: { ...row }, place };
  });
}

async function csvRows(name: string, text: string): Promise<readonly (TableRow | BadRow)[]> {
  const { parse } = await import('csv-parse/sync');
  const bad = new Map<number, BadRow>();
  const badAt = (line: number, error: unknown) => {
    const place = `${name}, line ${line}`;
    const problem = new InputError(`${place} is not valid CSV: ${messageOf(error)}.`, { advice: FORMS, cause: error });
    // A row may have several faults: the first is what led to the others.
    if (!bad.has(line)) bad.set(line, { place, problem });
  };
  let rows: readonly { record: Readonly<Record<string, string>>; info: { lines: number } }[];
  try {
    rows = parse(text, {
      ...({
        columns: distinctColumns,
        info: true,
        bom: true,
        skip_empty_lines: true,
        skip_records_with_error: true,
      } as const),
      on_skip: (error) => {
        badAt(Number(error?.['lines'] ?? 1), error);
        return undefined;
      },
    });
  } catch (error) {
    throw new InputError(`${name} is not valid CSV: ${messageOf(error)}.`, { advice: FORMS, cause: error });
  }
  // A row that spans lines is named by its last one.
  const good = rows.map(
    ({ record, info: { lines } }) => [lines, { fields: record, place: `${name}, line ${lines}`, isCsv: true }] as const,
  );
  return [...good, ...bad].sort(([a], [b]) => a - b).map(([, row]) => row);
}
