/** Reads a spreadsheet's rows, by the names in its first line. */
import { parse } from 'csv-parse/sync';
import { InputError, messageOf } from '../../domain/errors.ts';
import { distinctColumns } from '../../text/distinct-columns.ts';
import type { Structured } from '../checklists/parse-structured.ts';

const NEEDED = 'criterion';
const ADVICE = `Its first line names the columns; one of them is “${NEEDED}”.`;
/** What a spreadsheet would take for a formula is written with one more apostrophe before it. */
export const FORMULA = /^'*[=+\-@\t\r]/u;
/** Spreadsheets in languages that write 1,5 separate columns so. */
const SEMICOLONS = /^[^\r\n,]*;/u;

/** @throws InputError with the place where the text is no CSV */
export function csvRows(text: string, name: string): Structured {
  const rows = rowsIn(text, name);
  return {
    value: rows.map(({ record }) =>
      Object.fromEntries(Object.entries(record).map(([column, cell]) => [column, withoutApostrophe(cell)])),
    ),
    // A row that spans lines is named by its last one.
    lineOf: async ([row]) => (typeof row === 'number' ? (rows[row]?.info.lines ?? null) : null),
    nameOf: ([, column]) => `column ${String(column)}`,
  };
}

interface CsvRow {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function rowsIn(text: string, name: string): readonly CsvRow[] {
  try {
    return parse(text, {
      ...({ columns: columnsNamed, info: true, bom: true, skip_empty_lines: true } as const),
      delimiter: SEMICOLONS.test(text) ? ';' : ',',
    });
  } catch (error) {
    throw new InputError(`${name} is no CSV of criteria: ${messageOf(error).replace(/\.$/u, '')}.`, { advice: ADVICE });
  }
}

function columnsNamed(names: string[]): string[] {
  if (names.includes(NEEDED)) return distinctColumns(names);
  throw new InputError(`line 1 names no column “${NEEDED}”, but ${names.map((name) => `“${name}”`).join(', ')}`);
}

function withoutApostrophe(cell: string): string {
  return FORMULA.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell;
}
