/** A check: what plain code can decide about a response by counting, matching or parsing. */
import { z } from 'zod';
import { enumOf } from './enum-of.ts';
import type { Task } from './task.ts';

/** What can be counted; the names are those of the written form. How each is counted stands in docs/checks.md. */
export const Unit = enumOf(`
  words, sentences, paragraphs, lines, characters, list items, bullets, numbered items, headings, tables,
  table rows, table columns, code blocks, questions, placeholders, links, email addresses, hashtags,
  mentions, emoji, digits, numbers, capital words, bold passages, italic passages, contractions`);
export type Unit = z.infer<typeof Unit>;

export const CheckLanguage = enumOf(`
  arabic, bengali, bulgarian, chinese, czech, dutch, english, french, german, greek, gujarati, hebrew,
  hindi, hungarian, indonesian, italian, japanese, kannada, korean, malayalam, marathi, nepali, persian,
  polish, portuguese, punjabi, romanian, russian, serbian, spanish, swahili, swedish, tamil, telugu, thai,
  turkish, ukrainian, urdu, vietnamese`);
export type CheckLanguage = z.infer<typeof CheckLanguage>;

export const CheckFormat = enumOf('json, csv, yaml, table, bulleted list, numbered list, code block, prose');
export type CheckFormat = z.infer<typeof CheckFormat>;

export const CheckedPart = z.enum(['sentence', 'paragraph', 'line', 'list item', 'heading']);
export type CheckedPart = z.infer<typeof CheckedPart>;

/** Inclusive; null: no limit on that side. */
const Limit = z.int().nonnegative().nullable();
const BOUNDS = { min: Limit, max: Limit };
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}
const isBounded = ({ min, max }: Bounds): boolean => (min === null ? max !== null : max === null || min <= max);
const UNBOUNDED = { error: 'A count needs a least or a greatest number, in this order' };
const Wording = z.string().trim().min(1);
/** Flags of every pattern: all matches are counted, and characters are Unicode's. */
export const PATTERN_FLAGS = 'gu';
/** Each takes a tenth of a millisecond to read, and whoever reads a list has a thousand patterns to read. */
const MAX_PROPERTIES = 10;
const Pattern = z
  .string()
  .min(1)
  .max(1_000, { abort: true })
  .refine((source) => source.split(/\\p/iu).length - 1 <= MAX_PROPERTIES, {
    abort: true,
    message: `has more than ${MAX_PROPERTIES} properties of characters (\\p)`,
  })
  .superRefine((source, context) => {
    try {
      RegExp(source, PATTERN_FLAGS);
    } catch (error) {
      context.addIssue({ code: 'custom', message: `is no regular expression: ${String(error)}` });
    }
  });

const SIMPLE_CHECKS = [
  z.strictObject({ kind: z.literal('count'), unit: Unit, ...BOUNDS }).refine(isBounded, UNBOUNDED),
  /** How often the words stand in the response. */
  z.strictObject({ kind: z.literal('phrase'), text: Wording, ...BOUNDS }).refine(isBounded, UNBOUNDED),
  /** How often a regular expression matches. */
  z.strictObject({ kind: z.literal('pattern'), source: Pattern, ...BOUNDS }).refine(isBounded, UNBOUNDED),
  /** A heading, or a line that is a label, says these words. */
  z.strictObject({ kind: z.literal('heading'), text: Wording }),
  z.strictObject({ kind: z.literal('edge'), at: z.enum(['start', 'end']), text: Wording }),
  z.strictObject({ kind: z.literal('case'), letters: z.enum(['upper', 'lower', 'title']) }),
  z.strictObject({ kind: z.literal('wrapped'), open: Wording, close: Wording }),
  z.strictObject({ kind: z.literal('format'), format: CheckFormat }),
  /** The keys of JSON (others may stand beside them); the whole header of CSV or of the first table. */
  z.strictObject({
    kind: z.literal('fields'),
    of: z.enum(['json', 'csv', 'table']),
    names: z.array(Wording).min(1),
  }),
  z.strictObject({ kind: z.literal('language'), language: CheckLanguage }),
  /** A function of whoever judges, by its name: a list alone runs no code. */
  z.strictObject({ kind: z.literal('function'), name: Wording.max(100) }),
] as const;
export type SimpleCheck = z.infer<(typeof SIMPLE_CHECKS)[number]>;

export type Check =
  | SimpleCheck
  | { kind: 'all' | 'any'; checks: Check[] }
  | { kind: 'not'; check: Check }
  | { kind: 'each'; part: CheckedPart; check: Check };

/** What a check is made of, whatever its size: for descriptions alone. */
export const CheckShape: z.ZodType<Check> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    ...SIMPLE_CHECKS,
    z.strictObject({ kind: z.enum(['all', 'any']), checks: z.array(CheckShape).min(1) }),
    z.strictObject({ kind: z.literal('not'), check: CheckShape }),
    /** Every such part meets it, and there is one. */
    z.strictObject({ kind: z.literal('each'), part: CheckedPart, check: CheckShape }),
  ]),
);

/** Whoever walks a deeper one may run out of stack; more of them take too long. */
const MAX_CHECK_DEPTH = 20;
const MAX_CHECKS = 500;

export const Check: z.ZodType<Check> = z
  .unknown()
  .refine(isSmall, `should hold at most ${MAX_CHECKS} checks, nested at most ${MAX_CHECK_DEPTH} deep`)
  .pipe(CheckShape);

/** Level by level, before anything walks into it. */
function isSmall(value: unknown): boolean {
  let level = [value];
  let checks = 0;
  for (let depth = 0; level.length > 0 && depth <= MAX_CHECK_DEPTH; depth += 1) {
    checks += level.length;
    if (checks > MAX_CHECKS) return false;
    level = level.flatMap((one): unknown[] => {
      if (typeof one !== 'object' || one === null) return [];
      const { check, checks: several } = one as { readonly check?: unknown; readonly checks?: unknown };
      return [...(Array.isArray(several) ? (several as unknown[]) : []), ...(check === undefined ? [] : [check])];
    });
  }
  return level.length === 0;
}

/** `all`: the check decides the item. `part`: it can only refuse it; where it is met a model decides the rest. */
export const CheckDecides = z.enum(['all', 'part']);

/** The check of an item or a criterion. */
export const DecidingCheck = z.strictObject({ rule: Check, decides: CheckDecides });
export type DecidingCheck = z.infer<typeof DecidingCheck>;

export interface CheckResult {
  /** Null where code cannot tell (a text too short to know its language). */
  readonly met: boolean | null;
  /** In plain words: what was counted and what was wanted. */
  readonly counted: string;
  /** Nobody else decides what the check left open: a function failed. */
  readonly isFinal?: true;
}

/** What a function says of a response; null: it cannot tell. */
export type FunctionAnswer = boolean | { readonly met: boolean | null; readonly reason?: string };

/** A check of one's own: anything but such an answer, an error and a timeout leave the item unscored. */
export interface CheckFunction {
  (response: string, about: CheckSubject): FunctionAnswer | Promise<FunctionAnswer>;
  /** Changes whenever the function does; absent: its source says so. */
  readonly version?: string;
}
export type CheckFunctions = Readonly<Record<string, CheckFunction>>;

/** What a function is told beside the response. */
export interface CheckSubject {
  readonly item: { readonly id: string; readonly text: string; readonly question: string };
  readonly task: Task | null;
  /** Aborted when its time is up, or the judging is stopped. */
  readonly signal: AbortSignal;
}
