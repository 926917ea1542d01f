/** The names in the first line of CSV. */
import { InputError } from '../domain/errors.ts';

/** Of two columns with one name only the last would be read. @throws InputError that names the first such name */
export function distinctColumns(names: readonly string[]): string[] {
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new InputError(`line 1 names the column “${twice}” twice`);
  return [...names];
}
