/** The verdict that stands in the fields of an object, beside everything else that was written in it. */
import type { Label, ReadLabel } from './labels.ts';
import type { LooseObject, LooseValue } from './loose-json.ts';

export interface Field extends Label {
  /** In the words of a verdict: "yes", "no, because …", or nothing readable. */
  readonly value: string;
}

export interface Fields {
  /** Those that announce a verdict, of the objects nearest to the root that have any: one list for each of them. */
  readonly verdicts: readonly (readonly Field[])[];
  /** What was written under other names. */
  readonly prose: readonly string[];
  /** The criteria that the verdicts say they are on. */
  readonly criteria: readonly string[];
}

/** @param isAsked true for a name or text that is the criterion's own question */
export function readFields(
  root: LooseObject | LooseValue[],
  readLabel: ReadLabel,
  isAsked: (text: string) => boolean,
): Fields {
  const prose: string[] = [];
  let level: LooseValue[] = [root];
  while (level.length > 0) {
    const objects = level.flatMap((value) =>
      Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [],
    );
    const read = objects.map((object) => ({
      object,
      verdicts: object.pairs.flatMap((pair) => readPair(pair, readLabel, isAsked, isBinary(object))),
    }));
    prose.push(...objects.flatMap((object) => proseOf(object, readLabel)));
    const found = read.filter(({ verdicts }) => verdicts.length > 0);
    if (found.length > 0) {
      const asked = found.filter(({ object }) =>
        object.pairs.some(([, value]) => typeof value === 'string' && isAsked(value)),
      );
      const chosen = asked.length === 1 ? asked : found;
      return {
        verdicts: chosen.map(({ verdicts }) => verdicts),
        prose,
        criteria: chosen.flatMap(({ object }) => criteriaOf(object)),
      };
    }
    level = level.flatMap((value) =>
      Array.isArray(value) ? value : isObject(value) ? value.pairs.map(([, inner]) => inner) : [],
    );
  }
  return { verdicts: [], prose, criteria: [] };
}

function isObject(value: LooseValue): value is LooseObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readPair(
  [name, value]: readonly [string, LooseValue],
  readLabel: ReadLabel,
  isAsked: (text: string) => boolean,
  isBinary: boolean,
): Field[] {
  const label = isAsked(name) ? { final: false, numbered: false } : readLabel(name);
  if (label === null || (typeof value === 'object' && value !== null)) return [];
  return [{ ...label, value: verdictText(name, value, isBinary) }];
}

function isBinary({ pairs }: LooseObject): boolean {
  return pairs.some(([name, value]) => /^(?:max|maximum|out[_ ]?of|scale)|_max$/iu.test(name) && value === 1);
}

/** 1 and 0 are a yes and a no only where the name itself says what holds ("met"), or 1 is the most there is. */
function verdictText(name: string, value: string | number | boolean | null, isBinary: boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === 1 || value === 0)
    return isBinary || /met|pass|satisf|fulfil/iu.test(name) ? (value === 1 ? 'yes' : 'no') : '';
  return String(value ?? '');
}

const NAMES_CRITERION =
  /^(?:id|index|no|number|name|item|criterion|question|check|requirement)(?:[_ ]?(?:id|name|no|number))?$/iu;

function criteriaOf({ pairs }: LooseObject): string[] {
  return pairs.flatMap(([name, value]) =>
    NAMES_CRITERION.test(name) && (typeof value === 'string' || typeof value === 'number')
      ? [String(value)]
      : [],
  );
}

function proseOf({ pairs }: LooseObject, readLabel: ReadLabel): string[] {
  return pairs.flatMap(([name, value]) =>
    typeof value === 'string' && readLabel(name) === null ? [value] : [],
  );
}
