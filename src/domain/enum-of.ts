/** Schemas of names that are written as running text, each of which the type checker knows. */
import { z } from 'zod';

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` | `\n${infer Rest}` ? Trimmed<Rest> : Text;
type NameIn<List extends string> = List extends `${infer Name},${infer Rest}`
  ? Trimmed<Name> | NameIn<Rest>
  : Trimmed<List>;

/** @param list separated by commas */
export function enumOf<const List extends string>(list: List) {
  return z.enum(list.split(',').map((name) => name.trim() as NameIn<List>));
}
