/** Labels of countable questions, and whether a check means what one says. */
import { z } from 'zod';
import type { Check } from '../../src/domain/check.ts';

/** `value`: the words or the form, where the unit alone does not say it; "all of: a, b" and "any of: a, b" name several. */
export const CheckLabel = z.object({
  unit: z.string(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  value: z.string().nullable(),
});
export type CheckLabel = z.infer<typeof CheckLabel>;

/** Label units by the units of checks. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  items: ['list items', 'bullets', 'numbered items'],
  emojis: ['emoji'],
  columns: ['table columns'],
  rows: ['table rows'],
};

export function meansLabel(check: Check, label: CheckLabel): boolean {
  const sameBounds = ({ min, max }: { min: number | null; max: number | null }): boolean =>
    (min ?? 0) === (label.min ?? 0) && max === label.max;
  const value = plain(label.value ?? '');
  switch (check.kind) {
    case 'count':
      return label.value === null && (UNITS[label.unit] ?? [label.unit]).includes(check.unit) && sameBounds(check);
    case 'phrase':
      // What sets parts apart is all that a label says of the words of such a form.
      if (label.unit === 'form') return value.endsWith(`separated by ${plain(check.text)}`);
      return label.unit === 'phrase' && value === plain(check.text) && sameBounds(check);
    case 'all':
    case 'any': {
      const [, kind = '', named = ''] = /^(all|any) of: (.*)$/u.exec(label.value ?? '') ?? [];
      if ((kind === 'all') !== (check.kind === 'all') || kind === '') return false;
      const names = check.checks.map((one) => (one.kind === 'phrase' || one.kind === 'heading' ? one.text : ''));
      const isOfUnit = check.checks.every((one) =>
        label.unit === 'headings'
          ? one.kind === 'heading'
          : label.unit === 'phrase' && one.kind === 'phrase' && sameBounds(one),
      );
      return isOfUnit && plain(names.join(', ')) === plain(named);
    }
    case 'heading':
      return label.unit === 'headings' && value === plain(check.text);
    case 'format':
      return label.unit === 'form' && FORMS[check.format].includes(value);
    case 'fields':
      return (
        label.unit === 'form' && plain(`table header: ${check.names.join(', ')}`) === value && check.of === 'table'
      );
    case 'language':
      return label.unit === 'language' && value === check.language;
    case 'edge':
      return (
        value.includes(plain(check.text)) && (check.at === 'start' ? /start|begin|first/u : /end|last/u).test(value)
      );
    case 'case':
      return value.includes(check.letters);
    default:
      return false;
  }
}

const FORMS: Readonly<Record<Extract<Check, { kind: 'format' }>['format'], readonly string[]>> = {
  json: ['json', 'json object'],
  csv: ['csv'],
  yaml: ['yaml'],
  table: ['table'],
  'bulleted list': ['bulleted list', 'bullet list', 'bullet points'],
  'numbered list': ['numbered list'],
  'code block': ['code block'],
  prose: ['prose'],
};

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/["'“”‘’]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
