/** What lies at a place in a row, by the small language of `RowPaths`. */

export interface Found {
  /** The last key that `*` stood for; null: there was none. */
  readonly key: string | null;
  readonly value: unknown;
}

export interface FoundAt extends Found {
  /** As the file calls it, such as `outputs.gpt`. */
  readonly place: string;
}

/** `*-NAME`: all members but one. */
const ALL_BUT = '*-';

interface Path {
  readonly name: string;
  readonly steps: readonly string[];
}
/** Paths of one place, of a list of places, of its alternatives. */
type Places = readonly (readonly (readonly Path[])[])[];

/** Few are used, and each in every row. */
const parsed = new Map<string, Places>();
const MAX_PARSED = 1_000;

function parsePlaces(places: string): Places {
  const known = parsed.get(places);
  if (known !== undefined) return known;
  const pathOf = (path: string) => ({ name: path.trim(), steps: path.trim().split('.') });
  const made = places
    .split('|')
    .map((alternative) => alternative.split(',').map((place) => place.trim().split(' + ').map(pathOf)));
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(places, made);
  return made;
}

/** Nothing where the row has no such place; null where null lies there. */
export function valuesAt(fields: Readonly<Record<string, unknown>>, places: string): readonly FoundAt[] {
  for (const alternative of parsePlaces(places)) {
    const lists = alternative.map((paths) => {
      const place = paths.map(({ name }) => name).join(' + ');
      return valuesAtPlace(fields, paths).map((found) => ({ ...found, place }));
    });
    if (lists.every(({ length }) => length > 0)) return lists.flat();
  }
  return [];
}

/** The row's own fields that the places lie in. */
export function fieldsAt(fields: Readonly<Record<string, unknown>>, places: string): readonly string[] {
  return parsePlaces(places)
    .flat(2)
    .map(({ name, steps }) => (name in fields ? name : (steps[0] ?? name)));
}

/** Places with ` + ` between are one list. */
function valuesAtPlace(fields: Readonly<Record<string, unknown>>, paths: readonly Path[]): readonly Found[] {
  const found = paths.map((path) => valuesAtPath(fields, path));
  if (paths.length === 1) return found.flat();
  const isThere = found.every(({ length }) => length > 0);
  return isThere ? [{ key: null, value: found.flat().map(({ value }) => value) }] : [];
}

function valuesAtPath(fields: Readonly<Record<string, unknown>>, { name, steps }: Path): readonly Found[] {
  const start: readonly Found[] = [{ key: null, value: fields }];
  // Names may have dots of their own.
  return (name in fields ? [name] : steps).reduce((found, step) => found.flatMap((each) => inside(each, step)), start);
}

function inside({ key, value }: Found, step: string): readonly Found[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*' || step.startsWith(ALL_BUT))
    return Object.entries(value)
      .filter(([name]) => step === '*' || name !== step.slice(ALL_BUT.length))
      .map(([name, entry]: [string, unknown]) => ({ key: name, value: entry }));
  // Not the length of a list, nor anything that all objects have.
  const isMember = Object.prototype.propertyIsEnumerable.call(value, step);
  return isMember ? [{ key, value: (value as Readonly<Record<string, unknown>>)[step] }] : [];
}
