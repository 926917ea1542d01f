/** What code can decide about a response: a countable, where it is counted and how many are wanted, or a form. */
import { z } from 'zod';

/** Inclusive; null: no limit on that side. */
export const Bound = z.strictObject({
  min: z.int().nonnegative().nullable(),
  max: z.int().nonnegative().nullable(),
});
export type Bound = z.infer<typeof Bound>;

/** What is counted without a further parameter; how each is counted stands in `count/`. */
export const PlainCountable = z.enum([
  'word',
  'distinct-word',
  'sentence',
  'paragraph',
  'line',
  'character',
  'character-without-spaces',
  'letter',
  'question',
  'exclamation',
  'list-item',
  'bullet',
  'numbered-item',
  'bulleted-list',
  'numbered-list',
  'list',
  'checkbox',
  'heading',
  'subheading',
  'table',
  'table-row',
  'table-column',
  'code-block',
  'block-quote',
  'divider',
  'link',
  'markdown-link',
  'web-address',
  'email-address',
  'image',
  'bold',
  'italic',
  'highlight',
  'placeholder',
  'title',
  'subject-line',
  'angle-title',
  'emoji',
  'hashtag',
  'mention',
  'digit',
  'number',
  'all-capital-word',
  'capital-letter',
  'lower-case-letter',
  'contraction',
  'postscript',
  'closing-postscript',
  'quotation',
  'parenthesis',
  'markdown',
  'json-entry',
  'csv-row',
  'csv-column',
  'percentage',
  'money',
  'clock-time',
  'blank-line',
  'footnote',
  'closing-hashtag',
  'closing-emoji',
  'phone-number',
]);
export type PlainCountable = z.infer<typeof PlainCountable>;

export const JsonValueType = z.enum(['string', 'number', 'boolean', 'array', 'object']);
export type JsonValueType = z.infer<typeof JsonValueType>;

export const Countable = z.discriminatedUnion('what', [
  z.strictObject({ what: PlainCountable }),
  /** Whole words in any case. */
  z.strictObject({ what: z.literal('phrase'), phrase: z.string().min(1) }),
  /** A letter in either case. */
  z.strictObject({ what: z.literal('given-letter'), letter: z.string().min(1) }),
  /** Any of the characters of `mark` (a full stop, a dash of either length). */
  z.strictObject({ what: z.literal('mark'), name: z.string(), marks: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ what: z.literal('heading-of-level'), level: z.int().min(1).max(6) }),
  /** Lines that begin with this label and a number or letter: "SECTION 1". */
  z.strictObject({ what: z.literal('labelled-part'), label: z.string().min(1) }),
  z.strictObject({ what: z.literal('code-block-in'), language: z.string().min(1) }),
  /** Stretches between lines that are this divider. */
  z.strictObject({ what: z.literal('divided-part'), divider: z.string().min(1) }),
  /** A layout of `DATE_LAYOUTS`: "yyyy-mm-dd". */
  z.strictObject({ what: z.literal('date-as'), layout: z.string().min(1) }),
  z.strictObject({ what: z.literal('date-not-as'), layout: z.string().min(1) }),
  z.strictObject({ what: z.literal('json-entry-of'), type: JsonValueType }),
  /** Pairs of `<tag>` and `</tag>` with something between them. */
  z.strictObject({ what: z.literal('tagged'), tag: z.string().min(1) }),
]);
export type Countable = z.infer<typeof Countable>;

/** What parts of a response may be named for themselves. */
export const Part = z.enum([
  'sentence',
  'paragraph',
  'line',
  'word',
  'list-item',
  'bullet',
  'numbered-item',
  'heading',
]);
export type Part = z.infer<typeof Part>;

export const Place = z.discriminatedUnion('where', [
  z.strictObject({ where: z.literal('response') }),
  z.strictObject({ where: z.literal('title') }),
  /** What follows "Subject:" at the beginning of a line. */
  z.strictObject({ where: z.literal('subject-line') }),
  /** From 1; negative from the end. */
  z.strictObject({ where: z.literal('nth'), part: Part, nth: z.int() }),
  z.strictObject({ where: z.literal('any'), part: Part }),
  /** `orNone`: a response without such a part fulfils it too ("no sentence is longer than …"). */
  z.strictObject({ where: z.literal('each'), part: Part, orNone: z.boolean() }),
]);
export type Place = z.infer<typeof Place>;

/** What a text may begin or end with beside given words. */
export const EdgeShape = z.enum([
  'question',
  'exclamation',
  'sentence-end',
  'capital-letter',
  'lower-case-letter',
  'digit',
  'heading',
  'list-item',
  'emoji',
  'bold',
]);
export type EdgeShape = z.infer<typeof EdgeShape>;

export const Form = z.enum([
  'json',
  'json-object',
  'json-array',
  'csv',
  'table',
  'bulleted-list',
  'numbered-list',
  'code-block',
  'prose',
  'yaml',
  'integer',
  'number',
]);
export type Form = z.infer<typeof Form>;

export const LetterCase = z.enum(['upper', 'lower', 'title']);
export type LetterCase = z.infer<typeof LetterCase>;

export const SimpleCheck = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count'), of: Countable, place: Place, bound: Bound }),
  z.strictObject({
    kind: z.literal('edge'),
    edge: z.enum(['start', 'end']),
    place: Place,
    with: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('phrase'), phrases: z.array(z.string().min(1)).min(1) }),
      z.strictObject({ type: z.literal('letter'), letter: z.string().min(1) }),
      z.strictObject({ type: z.literal('shape'), shape: EdgeShape }),
    ]),
  }),
  /** The place says one of these and nothing else. */
  z.strictObject({ kind: z.literal('exact-text'), place: Place, texts: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ kind: z.literal('letter-case'), letterCase: LetterCase, place: Place }),
  /** ISO 639-3. */
  z.strictObject({ kind: z.literal('language'), language: z.string(), place: Place }),
  /** None of it is in the language of this ISO 639-3 code. */
  z.strictObject({ kind: z.literal('other-language'), language: z.string(), place: Place }),
  /** Null where the phrase stands both so and plain. */
  z.strictObject({
    kind: z.literal('emphasised'),
    phrase: z.string().min(1),
    style: z.enum(['bold', 'italic', 'capitals']),
    place: Place,
  }),
  z.strictObject({ kind: z.literal('form'), form: Form }),
  z.strictObject({
    kind: z.literal('json-key'),
    key: z.string().min(1),
    valueType: z.union([z.literal('any'), JsonValueType]),
  }),
  z.strictObject({ kind: z.literal('csv-header'), columns: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ kind: z.literal('table-header'), columns: z.array(z.string().min(1)).min(1) }),
  z.strictObject({
    kind: z.literal('wrapped'),
    place: Place,
    open: z.string().min(1),
    close: z.string().min(1),
  }),
  /** By Unicode's order, in any case. */
  z.strictObject({ kind: z.literal('sorted'), part: Part, descending: z.boolean() }),
  /** The parts' first letters, in any case. */
  z.strictObject({ kind: z.literal('acrostic'), part: Part, letters: z.string().min(1) }),
  z.strictObject({
    kind: z.literal('openings'),
    part: Part,
    of: z.enum(['word', 'letter']),
    alike: z.boolean(),
  }),
]);
export type SimpleCheck = z.infer<typeof SimpleCheck>;

/** `several`: how many of the checks must be met; all, any, none (which is also "not") or k of n. */
export type CodeCheck = SimpleCheck | { kind: 'several'; checks: CodeCheck[]; bound: Bound };
export const CodeCheck: z.ZodType<CodeCheck> = z.lazy(() =>
  z.union([
    SimpleCheck,
    z.strictObject({ kind: z.literal('several'), checks: z.array(CodeCheck).min(1), bound: Bound }),
  ]),
);

/** What was found ("4 words") and what was wanted ("2 to 3 wanted"); '' where what was found says it all. */
export interface Finding {
  readonly met: boolean | null;
  readonly found: string;
  readonly wanted: string;
}

/** `met`: null where code cannot tell (a text too short to know its language). `counted`: in plain words, what was counted and what was wanted. */
export interface CheckResult {
  readonly met: boolean | null;
  readonly counted: string;
}
