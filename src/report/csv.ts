/** Rows as CSV, for spreadsheets. */
import { stringify } from 'csv-stringify/sync';
import { printable } from '../text/printable.ts';
import type { DataRows } from './rows-of-data.ts';

/** RFC 4180; a text that a spreadsheet would take for a formula begins with an apostrophe. */
export function toCsv({ columns, rows }: DataRows): string {
  const texts = rows.map((row) =>
    columns.map((column) => {
      const value = row[column] ?? '';
      return printable(typeof value === 'object' ? value.join('\n') : String(value));
    }),
  );
  return stringify(texts, { header: true, columns: [...columns], escape_formulas: true, record_delimiter: 'windows' });
}
