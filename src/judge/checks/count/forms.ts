/** Whether a response is of a format, and has the keys or columns asked for. */
import { parse } from 'yaml';
import type { CheckResult, Form, SimpleCheck } from '../code-check.ts';
import { readJson, typeOf, valuesAt, withoutFence } from './json.ts';
import { linesOf, type LineKind } from './lines.ts';
import { markdownTables, readCsv } from './tables.ts';

type FormCheck = Extract<SimpleCheck, { kind: 'form' | 'json-key' | 'csv-header' | 'table-header' }>;

export function runForm(check: FormCheck, response: string): CheckResult {
  switch (check.kind) {
    case 'form': {
      const { name, is } = FORMS[check.form];
      const met = is(response);
      return { met, counted: met === null ? `perhaps ${name}` : met ? name : `not ${name}` };
    }
    case 'json-key': {
      const document = readJson(response);
      if (document === undefined) return { met: false, counted: 'not JSON' };
      const types = valuesAt(document, check.key).map(typeOf);
      const met =
        types.length > 0 &&
        types.every((type) => type !== 'none' && (check.valueType === 'any' || type === check.valueType));
      const found = types.length === 0 || types.includes('none') ? 'missing' : [...new Set(types)].join(', ');
      return {
        met,
        counted: `JSON key “${check.key}”: ${found}${check.valueType === 'any' ? '' : `; ${check.valueType} wanted`}`,
      };
    }
    case 'csv-header':
      return header('CSV', readCsv(withoutFence(response))?.[0] ?? [], check.columns);
    case 'table-header':
      return header('table', markdownTables(response)[0]?.header ?? [], check.columns);
  }
}

function header(kind: string, found: readonly string[], wanted: readonly string[]): CheckResult {
  const plain = (names: readonly string[]): string =>
    names
      .map((name) =>
        name
          .replace(/[*_`"]/gu, '')
          .trim()
          .toLowerCase(),
      )
      .join('|');
  return {
    met: plain(found) === plain(wanted),
    counted: `${kind} header: ${found.length === 0 ? 'none' : found.join(', ')}; ${wanted.join(', ')} wanted`,
  };
}

/** All lines of one kind, but that one line may introduce them, blank ones are free and lines set further in belong to the item before. */
function onlyItems(response: string, kind: LineKind): boolean {
  const lines = linesOf(response).filter((line) => line.kind !== 'blank');
  const items = lines.filter((line) => line.kind === kind).length;
  return (
    items > 0 && lines.every((line, index) => line.kind === kind || (index > 0 && /^\s{2,}/u.test(line.text)))
  );
}

function isTable(response: string): boolean {
  const lines = linesOf(response).filter((line) => line.kind !== 'blank');
  const rows = markdownTables(response).reduce((sum, table) => sum + table.rows.length + 2, 0);
  return rows > 0 && rows === lines.length;
}

function isCodeBlock(response: string): boolean {
  const lines = linesOf(response.trim());
  return (
    lines.length > 1 &&
    lines[0]?.kind === 'fence' &&
    lines.at(-1)?.kind === 'fence' &&
    lines.slice(1, -1).every((line) => line.kind === 'code')
  );
}

const MARKED: readonly LineKind[] = ['bullet', 'numbered', 'heading', 'fence'];

/** Any line of prose is YAML, too: only a list or a map with short keys is meant. JSON is YAML by its letter only. */
function isYaml(response: string): boolean | null {
  const text = withoutFence(response).trim();
  if (readJson(response) !== undefined) return null;
  let document: unknown;
  try {
    document = parse(text, { logLevel: 'error', maxAliasCount: 100 });
  } catch {
    return false;
  }
  if (typeof document !== 'object' || document === null) return false;
  if (!text.includes('\n') && /^[^:]*\s[^:]*:/u.test(text)) return null;
  return Array.isArray(document) || Object.keys(document).every((key) => !/\s\S+\s\S+\s/u.test(key));
}
/** "42." is the integer to some and more than it to others. */
const isNumber =
  (pattern: RegExp) =>
  (response: string): boolean | null =>
    pattern.test(response.trim().replace(/[.]$/u, ''))
      ? response.trim().endsWith('.')
        ? null
        : true
      : false;

const FORMS: Readonly<Record<Form, { name: string; is: (response: string) => boolean | null }>> = {
  yaml: { name: 'YAML', is: isYaml },
  integer: { name: 'an integer alone', is: isNumber(/^[-+−]?(?:\d+|\d{1,3}(?:,\d{3})+)$/u) },
  number: {
    name: 'a number alone',
    is: isNumber(/^[-+−]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/u),
  },
  json: { name: 'JSON', is: (response) => readJson(response) !== undefined },
  'json-object': {
    name: 'a JSON object',
    is: (response) => {
      const document = readJson(response);
      return document !== undefined && !Array.isArray(document);
    },
  },
  'json-array': { name: 'a JSON array', is: (response) => Array.isArray(readJson(response)) },
  csv: { name: 'comma-separated values', is: (response) => readCsv(withoutFence(response)) !== null },
  table: { name: 'a Markdown table', is: isTable },
  'bulleted-list': { name: 'a bulleted list', is: (response) => onlyItems(response, 'bullet') },
  'numbered-list': { name: 'a numbered list', is: (response) => onlyItems(response, 'numbered') },
  'code-block': { name: 'one code block', is: isCodeBlock },
  prose: {
    name: 'running text',
    is: (response) =>
      !linesOf(response).some((line) => MARKED.includes(line.kind)) && markdownTables(response).length === 0,
  },
};
