/** Whether a response is of a format, and has the keys or columns asked for. */
import type { Check, CheckFormat } from '../../../domain/check.ts';
import { jsonIn } from '../../../text/parse-json.ts';
import type { ParsedYaml } from '../../../text/parse-yaml.ts';
import { indentOf, isCode, type LineKind, linesOf, withoutCode } from './lines.ts';
import { placesInList } from './list-items.ts';

/**
 * @param chars of the whole, where `response` is a part of it
 * @returns null where it cannot be told
 */
export async function isInFormat(format: CheckFormat, response: string, chars: number): Promise<boolean | null> {
  switch (format) {
    case 'json':
      return readJson(response) !== undefined;
    case 'csv':
      return isCsv(response);
    case 'yaml':
      return isYaml(response, chars);
    case 'table':
      return isTable(response);
    case 'bulleted list':
      return onlyItems(response, 'bullet');
    case 'numbered list':
      return onlyItems(response, 'numbered');
    case 'code block':
      return isCodeBlock(response);
    case 'prose':
      return isProseAlone(response);
  }
}

const MARKED: readonly LineKind[] = ['bullet', 'numbered', 'heading', 'fence'];

function isProseAlone(response: string): boolean | null {
  const marked = linesOf(response).filter(({ kind }) => MARKED.includes(kind));
  if (markdownTables(response).length > 0 || marked.some((line) => line.mayBeText !== true)) return false;
  return marked.length === 0 && !HTML_BLOCK.test(withoutCode(response)) ? true : null;
}

/** Lists, headings, tables and code in HTML, which may be shown as such or as it is written. */
const HTML_BLOCK = /<(?:li|h[1-6]|table|pre)[\s>]/iu;

/** All lines of one kind; blank ones are free, and lines set further in belong to the item before. */
function onlyItems(response: string, kind: LineKind): boolean | null {
  const lines = linesOf(response);
  const places = placesInList(lines);
  const readings = lines.map((line, at) => {
    if (line.kind === kind) return line.mayBeText === true ? null : true;
    if (line.kind === 'blank') return true;
    if (places[at] !== 'outside' && indentOf(line.text) >= 2) return true;
    return places[at] === 'perhaps' ? null : false;
  });
  if (readings.includes(false) || !lines.some((line) => line.kind === kind)) return false;
  return readings.includes(null) ? null : true;
}

function isTable(response: string): boolean {
  const lines = linesOf(response).filter((line) => line.kind !== 'blank');
  const rows = markdownTables(response).reduce((sum, table) => sum + table.rows.length + 2, 0);
  return rows > 0 && rows === lines.length;
}

function isCodeBlock(response: string): boolean {
  const lines = linesOf(response.trim());
  const isFence = (at: number): boolean => lines.at(at)?.kind === 'fence';
  return lines.length > 1 && isFence(0) && isFence(-1) && lines.slice(1, -1).every(({ kind }) => kind === 'code');
}

export const MAX_YAML_CHARS = 10_000;
/** Some texts of that length take the parser minutes. */
const MAX_YAML_MS = 2_000;

/** Any line of prose is YAML, too: only a list or a map with short keys is meant. JSON is YAML by its letter only. */
async function isYaml(response: string, chars: number): Promise<boolean | null> {
  if (readJson(response) !== undefined) return null;
  // The parser takes more than ten times as long for ten times as much.
  if (chars > MAX_YAML_CHARS) return null;
  const text = withoutFence(response);
  const { runInWorker } = await import('../../../pages/extraction-pool.ts');
  const reading = await runInWorker({ yaml: text }, MAX_YAML_MS, new AbortController().signal);
  if (reading.status === 'failed') return null;
  const parsed = reading.value as ParsedYaml;
  if ('mistake' in parsed) return false;
  const document = parsed.value;
  if (typeof document !== 'object' || document === null) return false;
  if (!text.includes('\n') && /^[^:]*\s[^:]*:/u.test(text)) return null;
  return Array.isArray(document) || Object.keys(document).every((key) => !/\s\S+\s\S+\s/u.test(key));
}

/** The fields that the response has; for JSON, those of the object, or of every object of an array. */
export async function hasFields(
  { of, names }: Extract<Check, { kind: 'fields' }>,
  response: string,
): Promise<{ readonly met: boolean; readonly found: readonly string[] }> {
  if (of === 'json') {
    const document = readJson(response);
    const owners: unknown[] = Array.isArray(document) ? document : [document];
    const keys = owners.map((owner) => (typeof owner === 'object' && owner !== null ? Object.keys(owner) : []));
    const others = keys.slice(1).map((names) => new Set(names));
    const common = new Set((keys[0] ?? []).filter((key) => others.every((names) => names.has(key))));
    return { met: names.every((name) => common.has(name)), found: [...common] };
  }
  const found = (of === 'csv' ? (await readCsv(response))?.[0] : markdownTables(response)[0]?.header) ?? [];
  return { met: plainNames(found) === plainNames(names), found };
}

const plainNames = (names: readonly string[]): string =>
  names
    .map((name) =>
      name
        .replace(/[*_`"]/gu, '')
        .trim()
        .toLowerCase(),
    )
    .join('|');

const FENCE = /^(?:`{3,}|~{3,})/u;

/** What one fenced block around the whole holds, or the text itself. */
function withoutFence(response: string): string {
  const text = response.trim();
  const fence = FENCE.exec(text)?.[0];
  const firstLine = text.indexOf('\n');
  if (fence === undefined || firstLine === -1) return text;
  const body = text.slice(firstLine + 1);
  return body.endsWith(fence) ? body.slice(0, -fence.length).trim() : text;
}

/** The value, or undefined where the response is no JSON. A bare number, string or word is no document. */
function readJson(response: string): object | undefined {
  const value = jsonIn(withoutFence(response));
  return typeof value === 'object' && value !== null ? value : undefined;
}

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const DELIMITER_LINE = /^[\s|:-]+$/u;
const DELIMITER_CELL = /^:?-+:?$/u;

/** Tables with a header and the line of dashes below it (GitHub Flavored Markdown); outer bars may be missing. */
export function markdownTables(text: string): Table[] {
  const lines = linesOf(text).map((line) => (isCode(line) ? '' : line.text));
  const tables: Table[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!DELIMITER_LINE.test(line)) continue;
    const header = cells(lines[at - 1] ?? '');
    const delimiters = cells(line);
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

/**
 * One row alone may as well be a line of prose with commas, and so may rows whose commas have a space, or nothing, after them, or
 * stand between digits ("1,000 euros").
 */
async function isCsv(response: string): Promise<boolean | null> {
  const rows = await readCsv(response);
  if (rows === null) return false;
  const isInNumber = (before: string, cell: string) => /\p{Nd}$/u.test(before.slice(-1)) && /^\p{Nd}/u.test(cell);
  const isLikeProse = rows.every((row) =>
    row.slice(1).every((cell, at) => /^(?:\s|$)/u.test(cell) || isInNumber(row[at] ?? '', cell)),
  );
  return rows.length === 1 || isLikeProse ? null : true;
}

/** Rows of fields (RFC 4180); null where the rows differ in length, or have one field each. */
async function readCsv(response: string): Promise<string[][] | null> {
  const { CsvError, parse } = await import('csv-parse/sync');
  try {
    const rows = parse(withoutFence(response), { record_delimiter: ['\r\n', '\n'] });
    return (rows[0]?.length ?? 0) < 2 ? null : rows;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
