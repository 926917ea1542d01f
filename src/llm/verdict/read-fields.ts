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
  onlyVerdict: RegExp,
): Fields {
  const prose: string[] = [];
  let level: LooseValue[] = [root];
  while (level.length > 0) {
    const objects = level.flatMap((value) =>
      Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [],
    );
    const read = objects.map((object) => ({
      object,
      verdicts: [
        ...withoutEmpty(object.pairs.flatMap((pair) => readPair(pair, readLabel, isAsked, maximum(object)))),
        ...readMarked(object, onlyVerdict),
      ],
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
  mostPoints: number | undefined,
): Field[] {
  const label = isAsked(name) ? { final: false, numbered: false } : readLabel(name);
  if (label === null) return readOpposite(name, value);
  const plain = scalarOf(value, readLabel);
  return plain === undefined ? [] : [{ ...label, value: verdictText(name, plain, mostPoints) }];
}

/** "violated": what is true there is a no. */
function readOpposite(name: string, value: LooseValue): Field[] {
  if (
    !/^(?:is_?)?(?:violat(?:ed|ion|es)|fail(?:s|ed)?|unmet|not_?met)$/iu.test(name) ||
    typeof value !== 'boolean'
  )
    return [];
  return [{ final: false, numbered: false, value: value ? 'no' : 'yes' }];
}

/** The value itself, the only one of a list, or the one that an object holds under a label of its own. */
function scalarOf(value: LooseValue, readLabel: ReadLabel): string | number | boolean | null | undefined {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const [only, another] = value;
    return another === undefined && only !== undefined ? scalarOf(only, () => null) : undefined;
  }
  const held = value.pairs.filter(
    ([name]) => /^(?:value|text|content)$/iu.test(name) || readLabel(name) !== null,
  );
  return held.length === 1 && typeof held[0]?.[1] !== 'object' ? held[0]?.[1] : undefined;
}

/** `{"YES": false, "NO": true}`: of the verdicts that name the fields the one that is marked. */
function readMarked({ pairs }: LooseObject, onlyVerdict: RegExp): Field[] {
  const named = pairs.filter(([name]) => onlyVerdict.test(name));
  if (named.length < 2 || named.some(([, value]) => typeof value === 'number' && value !== 0 && value !== 1))
    return [];
  const [marked, another] = named.filter(
    ([, value]) => value === true || value === 1 || (typeof value === 'string' && /^[x✓✔✅]$/iu.test(value)),
  );
  if (marked === undefined) return [];
  return [{ final: false, numbered: false, value: another === undefined ? marked[0] : '' }];
}

/** A field that was left empty says nothing where another one speaks. */
function withoutEmpty(fields: readonly Field[]): readonly Field[] {
  const filled = fields.filter(({ value }) => value.trim() !== '');
  return filled.length > 0 ? filled : fields;
}

function maximum({ pairs }: LooseObject): number | undefined {
  const [, value] =
    pairs.find(([name]) => /^(?:max|maximum|out[_ ]?of|scale|total)|_max$/iu.test(name)) ?? [];
  return typeof value === 'number' ? value : value === undefined ? undefined : Number.NaN;
}

/** Of 1 and 0 points, 1 is the most there is, unless it is said or known to be otherwise. */
function verdictText(name: string, value: string | number | boolean | null, mostPoints = 1): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const isPoint = mostPoints === 1 && !/rating|grade/iu.test(name) && /^[01](?:\.0+)?$/u.test(String(value));
  if (isPoint) return Number(value) === 1 ? 'yes' : 'no';
  return typeof value === 'number' ? '' : (value ?? '');
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
