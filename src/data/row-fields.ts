/** What the fields of a row may hold, and how the values of a file become it. */
import { z } from 'zod';
import { CheckDecides } from '../domain/check.ts';
import { Winner } from '../domain/comparison.ts';
import { GivenCheck } from '../domain/parse-check.ts';
import type { Found } from './values-at.ts';

export function textOf(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Half a character, or a NUL, is what no server and not every database takes. */
const Text = z
  .string('should hold a text')
  .refine((text) => !/\p{Surrogate}/u.test(text), 'holds half a character (a lone surrogate)')
  .refine((text) => !text.includes('\0'), 'holds a NUL character');
const TextOrNone = Text.nullish().transform((text) => text ?? null);
const Numbers = z.array(z.coerce.number('should hold numbers'), 'should hold numbers');
const Criterion = z.preprocess(
  (given) => (typeof given === 'string' ? { text: given } : given),
  z
    .looseObject({ text: Text, check: GivenCheck.nullish(), decides: CheckDecides.default('all') }, 'should hold texts')
    .transform(({ text, check, decides }) => ({ text, check: check == null ? null : { rule: check, decides } })),
);
export const RowFields = z.object({
  id: z.union([Text.min(1), z.int().transform(String)], 'should hold a text or a whole number').optional(),
  instruction: TextOrNone,
  context: TextOrNone,
  category: TextOrNone,
  system: TextOrNone,
  set: TextOrNone,
  criteria: z.array(Criterion),
  themes: z.array(z.union([Text.transform((text) => [text]), z.array(Text)], 'should hold texts, or lists of them')),
  weights: Numbers,
  reference: TextOrNone,
  responses: z.array(Text.nullable()),
  scores: Numbers,
  label: z.union([z.null(), Winner], 'should hold a, b or tie').default(null),
});
export type RowFields = z.infer<typeof RowFields>;

/** Several places are several responses, called by what tells them apart; one place may hold a list of them. */
export function entriesOf(found: readonly Found[]): readonly Found[] {
  const [only, ...others] = found;
  if (only === undefined) return [];
  if (others.length > 0) return found.map(({ key, value }, at) => ({ key: key ?? 'ab'.charAt(at), value }));
  const { value: entries } = only;
  if (typeof entries !== 'object' || entries === null) return found;
  if (!Array.isArray(entries))
    return Object.entries(entries).map(([key, value]: [string, unknown]) => ({ key, value }));
  return entries.map((value: unknown, at) => ({ key: String(at + 1), value }));
}

export function texts(found: readonly Found[]): readonly unknown[] {
  return found.flatMap(({ value }): readonly unknown[] => (Array.isArray(value) ? value : [value]));
}

export function labelOf(value: unknown, labels: Readonly<Record<string, Winner>>): unknown {
  if (value === undefined) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  return labels[String(value).trim()] ?? value;
}

const Turns = z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1);

/** Null where it is none. */
export function conversationOf(value: unknown): { readonly last: string; readonly before: string | null } | null {
  if (!Array.isArray(value)) return null;
  const turns = Turns.safeParse(value).data;
  const at = turns?.findLastIndex(({ role }) => role === 'user') ?? -1;
  if (turns === undefined || at === -1) return null;
  const before = turns.slice(0, at).map(({ role, content }) => `${role}: ${content}`);
  return { last: turns[at]?.content ?? '', before: before.length === 0 ? null : before.join('\n\n') };
}
