/** SQL with values in it, which are always bound: sql`select json from jobs where id = ${id}`. Each dialect numbers its parameters. */

/** Text and whole numbers only, but for amounts of money: SQLite's driver ends the process when it binds a boolean, and binds no null. */
export type SqlValue = string | number;

export interface Sql {
  readonly texts: readonly string[];
  /** One between each two texts. */
  readonly values: readonly SqlValue[];
  /** True: a list is in it, of a length that differs from one statement to the next. */
  readonly hasList?: boolean;
}

/** A part that is SQL itself becomes a part of the statement; every other one a parameter. */
export function sql(texts: readonly string[], ...parts: readonly (SqlValue | Sql)[]): Sql {
  const merged: string[] = [texts[0] ?? ''];
  const values: SqlValue[] = [];
  let hasList = false;
  const append = (text: string) => merged.push(`${merged.pop() ?? ''}${text}`);
  parts.forEach((part, index) => {
    if (typeof part === 'object') {
      const [first = '', ...others] = part.texts;
      append(first);
      merged.push(...others);
      values.push(...part.values);
      hasList ||= part.hasList === true;
    } else {
      merged.push('');
      values.push(part);
    }
    append(texts[index + 1] ?? '');
  });
  return { texts: merged, values, hasList };
}

/** Text that is SQL already, such as the name of a table. Never a value from outside. */
export function raw(text: string): Sql {
  return { texts: [text], values: [] };
}

export function join(parts: readonly (SqlValue | Sql)[], separator: string): Sql {
  const [first, ...others] = parts;
  if (first === undefined) return raw('');
  return { ...sql(['', ...others.map(() => separator), ''], first, ...others), hasList: true };
}

/** @param parameter how the dialect writes its first, second, … parameter */
export function textOf({ texts }: Sql, parameter: (number: number) => string): string {
  return texts.reduce((text, next, number) => `${text}${parameter(number)}${next}`);
}
