/** Markdown tables and comma-separated values. */
import { linesOf } from './lines.ts';

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const DELIMITER_CELL = /^:?-+:?$/u;

/** Tables with a header and the line of dashes below it (GitHub Flavored Markdown); outer bars may be missing. */
export function markdownTables(text: string): Table[] {
  const lines = linesOf(text).map((line) => (line.kind === 'code' || line.kind === 'fence' ? '' : line.text));
  const tables: Table[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const header = cells(lines[at - 1] ?? '');
    const delimiters = cells(lines[at] ?? '');
    if (header === null || delimiters?.length !== header.length) continue;
    if (!delimiters.every((cell) => DELIMITER_CELL.test(cell))) continue;
    const rows: string[][] = [];
    for (at += 1; at < lines.length; at += 1) {
      const row = cells(lines[at] ?? '');
      if (row === null) break;
      rows.push(row);
    }
    tables.push({ header, rows });
  }
  return tables;
}

function cells(line: string): string[] | null {
  const trimmed = line.trim();
  if (!trimmed.includes('|')) return null;
  return trimmed
    .replace(/^\|/u, '')
    .replace(/(?<!\\)\|$/u, '')
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim());
}

/** Rows of fields as RFC 4180 has them; null where the rows differ in length, or there is but one field in each. */
export async function readCsv(text: string): Promise<string[][] | null> {
  const { CsvError, parse } = await import('csv-parse/sync');
  try {
    const rows = parse(text);
    return (rows[0]?.length ?? 0) > 1 ? rows : null;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
