/** An instruction that a data set words around its fields, such as a plot that a story is to be written from. */
import { InputError } from '../domain/errors.ts';
import { valuesAt } from './values-at.ts';

const PLACE = /\{([^{}]+)\}/gu;

/** Whether it names a field at least. */
export function isTemplate(text: string): boolean {
  return text.search(PLACE) >= 0;
}

/** @throws InputError where the row has nothing at a place that the template names */
export function fillTemplate(template: string, fields: Readonly<Record<string, unknown>>, row: string): string {
  return template.replace(PLACE, (_, path: string) => {
    const values = valuesAt(fields, path).flatMap(({ value }) =>
      typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
    );
    if (values.every((value) => value.trim() === ''))
      throw new InputError(`${row}: the field “${path}” of the instruction's template is missing or no text.`, {
        advice: `The row has ${Object.keys(fields).join(', ') || 'no fields'}.`,
      });
    return values.join(', ');
  });
}
