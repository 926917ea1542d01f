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
export function readCsv(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const source = text.replace(/\r\n?/gu, '\n');
  while (at <= source.length) {
    const quoted = /"((?:[^"]|"")*)"(?=[,\n]|$)/uy;
    quoted.lastIndex = at;
    const match = quoted.exec(source);
    const end = match === null ? endOfField(source, at) : quoted.lastIndex;
    const field = match === null ? source.slice(at, end) : (match[1] ?? '').replaceAll('""', '"');
    if (match === null && field.includes('"')) return null;
    row.push(field);
    at = end + 1;
    if (source.charAt(end) !== ',') {
      rows.push(row);
      row = [];
    }
  }
  const width = rows[0]?.length ?? 0;
  return width > 1 && rows.every((fields) => fields.length === width) ? rows : null;
}

function endOfField(source: string, from: number): number {
  const end = source.slice(from).search(/[,\n]/u);
  return end === -1 ? source.length : from + end;
}
