/** Rows and columns are those of the format that the same wording names: "CSV with a header row and three columns". */
import type { CodeCheck, PlainCountable } from './code-check.ts';

const IN_CSV: Readonly<Partial<Record<PlainCountable, PlainCountable>>> = {
  'table-row': 'csv-row',
  'table-column': 'csv-column',
};

/** Null: keys of YAML are no keys of JSON. */
export function inContext(check: CodeCheck): CodeCheck | null {
  if (has(check, isYaml) && has(check, (part) => part.kind === 'json-key')) return null;
  return has(check, (part) => part.kind === 'form' && part.form === 'csv') ? asCsv(check) : check;
}

const isYaml = (check: CodeCheck): boolean => check.kind === 'form' && check.form === 'yaml';

function has(check: CodeCheck, is: (check: CodeCheck) => boolean): boolean {
  return is(check) || (check.kind === 'several' && check.checks.some((part) => has(part, is)));
}

function asCsv(check: CodeCheck): CodeCheck {
  if (check.kind === 'several') return { ...check, checks: check.checks.map(asCsv) };
  if (check.kind === 'table-header') return { ...check, kind: 'csv-header' };
  if (check.kind !== 'count') return check;
  const { of } = check;
  // "CSV, header included": its first row may always be one.
  if (of.what === 'heading') return { kind: 'form', form: 'csv' };
  if (of.what !== 'table-row' && of.what !== 'table-column') return check;
  return { ...check, of: { what: IN_CSV[of.what] ?? of.what } };
}
