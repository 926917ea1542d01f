/** Writes a check as people write it. */
import type { Bounds, Check } from './check.ts';

/** Marks around a response that have names. */
export const WRAPPERS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  quotes: ['"', '"'],
  parentheses: ['(', ')'],
  brackets: ['[', ']'],
  'code fence': ['```', '```'],
};

/** In its shortest written form; `parseCheck` reads the same check from it. */
export function printCheck(check: Check): string {
  switch (check.kind) {
    case 'count':
      return `${check.unit} ${printBounds(check)}`;
    case 'phrase':
      return `phrase ${quoted(check.text)} ${printBounds(check)}`;
    case 'pattern':
      return `pattern ${quoted(check.source)} ${printBounds(check)}`;
    case 'function':
      return `function ${quoted(check.name)}`;
    case 'heading':
      return `heading ${quoted(check.text)}`;
    case 'edge':
      return `${check.at === 'start' ? 'starts' : 'ends'} with ${quoted(check.text)}`;
    case 'case':
      return `case ${check.letters}`;
    case 'wrapped': {
      const { open, close } = check;
      const name = Object.keys(WRAPPERS).find((one) => WRAPPERS[one]?.[0] === open && WRAPPERS[one][1] === close);
      return `wrapped in ${name ?? `${quoted(open)} ${quoted(close)}`}`;
    }
    case 'format':
      return `format ${check.format}`;
    case 'fields':
      return `${check.of} fields ${check.names.map(quoted).join(' ')}`;
    case 'language':
      return `language ${check.language.charAt(0).toUpperCase()}${check.language.slice(1)}`;
    case 'all':
    case 'any':
      return `${check.kind}(${check.checks.map(printCheck).join(', ')})`;
    case 'not':
      return `not(${printCheck(check.check)})`;
    case 'each':
      return `each(${check.part}, ${printCheck(check.check)})`;
  }
}

/** `unquoted` of `parse-check.ts` reads what stands within. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/gu, '\\$&')}"`;

function printBounds({ min, max }: Bounds): string {
  if (min === null) return `<= ${max ?? 0}`;
  if (max === null) return `>= ${min}`;
  return min === max ? `= ${min}` : `${min}..${max}`;
}
