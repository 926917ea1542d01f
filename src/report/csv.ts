/** Rows as CSV, for spreadsheets. */
import { stringify } from 'csv-stringify/sync';
import { CSV_FORM } from '../text/csv-form.ts';
import { printable } from '../text/printable.ts';
import type { DataRows } from './report.ts';

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** RFC 4180; a text that a spreadsheet would take for a formula begins with an apostrophe. Numbers stay numbers. */
export function toCsv({ columns, rows }: DataRows): string {
  const texts = rows.map((row) =>
    columns.map((column) => {
      const value = row[column] ?? '';
      if (typeof value === 'number') return String(value);
      return harmless(printable(typeof value === 'object' ? value.join('\n') : value));
    }),
  );
  return stringify(texts, { ...CSV_FORM, columns: columns.map(harmless) });
}

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
