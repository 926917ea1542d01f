/** JSON and YAML by one parser, which knows the line of every field: JSON is a part of YAML. */
import type { z } from 'zod';
import { IN_OUR_WORDS } from '../../domain/issue-words.ts';
import { InputError } from '../../domain/errors.ts';

export interface Structured {
  readonly value: unknown;
  /** The line, from 1, on which the field at this path begins; null where there is none. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | null;
}

/** What is read, for messages. */
export interface Wanted {
  /** Of the file. */
  readonly name: string;
  /** “a checklist” */
  readonly what: string;
  /** What it looks like. */
  readonly advice: string;
}

/** @throws InputError with the line of the first mistake */
export async function parseStructured(
  text: string,
  { name, advice }: Pick<Wanted, 'name' | 'advice'>,
): Promise<Structured> {
  const { LineCounter, isNode, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [mistake] = document.errors;
  if (mistake !== undefined) {
    const { line, col } = lineCounter.linePos(mistake.pos[0]);
    throw new InputError(`${name}, line ${line}, column ${col}: ${mistake.message}.`, { advice });
  }
  return {
    value: valueOf(() => document.toJS(), name),
    lineOf: (path) => {
      // The nearest field that is there: what is missing is missing from it.
      for (let depth = path.length; depth > 0; depth -= 1) {
        const node = document.getIn(path.slice(0, depth), true);
        if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
      }
      return null;
    },
  };
}

const MAX_PROBLEMS_SHOWN = 5;
const MAX_VALUE_CHARS = 60;

/** @throws InputError that names the fields which cannot be used, with their lines and values */
export function fitting<Value>(
  schema: z.ZodType<Value>,
  { value, lineOf }: Structured,
  { name, what, advice }: Wanted,
): Value {
  const parsed = schema.safeParse(value, IN_OUR_WORDS);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const problems = issues.slice(0, MAX_PROBLEMS_SHOWN).map(({ path, message }) => {
    const keys = path.filter((key) => typeof key !== 'symbol');
    const line = lineOf(keys);
    const place = keys.length === 0 ? 'the whole' : keys.join('.');
    return `${line === null ? '' : `line ${line}, `}${place}: ${message}${shownValue(value, keys)}`;
  });
  const more = issues.length - problems.length;
  throw new InputError(`${name} is not ${what}:\n${problems.join('\n')}${more > 0 ? `\n… and ${more} more` : ''}`, {
    advice,
  });
}

/** Nothing where the field is missing, or is no single value. */
function shownValue(whole: unknown, keys: readonly (string | number)[]): string {
  const value = keys.reduce<unknown>(
    (outer, key) => (typeof outer === 'object' && outer !== null ? (outer as Record<string, unknown>)[key] : undefined),
    whole,
  );
  if (!['string', 'number', 'boolean'].includes(typeof value)) return '';
  return ` (it is ${JSON.stringify(value).slice(0, MAX_VALUE_CHARS)})`;
}

/** Aliases that unfold without end are refused here. */
function valueOf(toValue: () => unknown, name: string): unknown {
  try {
    return toValue();
  } catch (error) {
    throw new InputError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
