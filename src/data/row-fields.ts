/** What the fields of a row may hold, and how the values of a file become it. */
import { z } from 'zod';
import { Winner } from '../domain/comparison.ts';
import { GivenLevels, itemForm, MAX_ITEM_CHARS, ofTextAlone } from '../domain/given-item.ts';
import { GivenCheck } from '../domain/parse-check.ts';
import { majority } from '../metrics/kappa.ts';
import { meanOf } from '../metrics/mean.ts';
import { humanPreference } from '../metrics/preferences.ts';
import { numberOrNone } from './fit-row.ts';
import { byDemand, type RowItem } from './row.ts';
import type { Found, FoundAt } from './values-at.ts';

function withoutNulls(object: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

export function textOf(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Half a character, or a NUL, is what no server and not every database takes. */
const Text = z
  .string('should hold a text')
  .refine((text) => !/\p{Surrogate}/u.test(text), 'holds half a character (a lone surrogate)')
  .refine((text) => !text.includes('\0'), 'holds a NUL character');
const TextOrNone = Text.nullish().transform((text) => text ?? null);
const NumberOrNone = numberOrNone('should hold numbers');
/** Of several people's ratings the mean. */
const Rating = z.union(
  [NumberOrNone, z.array(NumberOrNone).transform((ratings) => meanOf(ratings).value)],
  'should hold numbers',
);
/** A text, or an item as every list has it; columnar files write null for what an item does not say. */
const Criterion = z
  .union([z.string(), z.looseObject({}).transform(withoutNulls)], 'should hold texts, or items as in a checklist')
  .transform(ofTextAlone)
  .pipe(itemForm(GivenLevels, GivenCheck, Text.max(MAX_ITEM_CHARS, `has more than ${MAX_ITEM_CHARS} characters`)));
const Fields = z.object({
  id: z.union([Text.min(1), z.int().transform(String)], 'should hold a text or a whole number').optional(),
  instruction: TextOrNone,
  context: TextOrNone,
  category: TextOrNone,
  /** Of the row, or of each of its responses. */
  system: z.union(
    [
      TextOrNone.transform((text) => (text === null ? [] : [text])),
      z.array(Text.nullable()).min(2, 'should hold a text'),
    ],
    'should hold a text',
  ),
  set: TextOrNone,
  criteria: z.array(Criterion),
  themes: z.array(
    z.union(
      [z.null(), Text.transform((text) => (text.trim() === '' ? null : [text])), z.array(Text)],
      'should hold texts, or lists of them',
    ),
  ),
  weights: z.array(NumberOrNone, 'should hold numbers'),
  reference: TextOrNone,
  responses: z.array(Text.nullable()),
  scores: z.array(Rating, 'should hold numbers'),
  label: z.union([z.null(), Winner], 'should hold a, b or tie, or ratings from 1 to 5').default(null),
});
export const RowFields = Fields.superRefine(({ criteria, weights }, context) => {
  const twice = criteria.findIndex(({ weight }, at) => weight !== undefined && (weights[at] ?? null) !== null);
  if (twice >= 0)
    context.addIssue({
      code: 'custom',
      path: ['weights', twice],
      message: 'weighs a criterion that has its own “weight”',
    });
});
export type RowFields = z.infer<typeof RowFields>;

/** The criteria with their points and themes; what weighs 0 or less stands last. Themes that are not as many say nothing. */
export function itemsOf({ criteria, weights, themes }: RowFields): readonly RowItem[] {
  const areAsMany = themes.length === criteria.length;
  const items = criteria.map((item, at): RowItem => {
    const weight = weights[at] ?? item.weight;
    return { item: weight === undefined ? item : { ...item, weight }, themes: (areAsMany ? themes[at] : null) ?? null };
  });
  return byDemand(items).flat();
}

/**
 * Several places are several responses, called by what tells them apart: by what `*` stood for, else a pair by a and b,
 * and more by their places. One place may hold a list of them.
 */
export function entriesOf(found: readonly FoundAt[]): readonly Found[] {
  const [only, ...others] = found;
  if (only === undefined) return [];
  const isPair = found.length === 2;
  if (others.length > 0)
    return found.map(({ key, value, place }, at) => ({ key: key ?? (isPair ? 'ab'.charAt(at) : place), value }));
  const { value: entries } = only;
  if (typeof entries !== 'object' || entries === null) return found;
  if (!Array.isArray(entries))
    return Object.entries(entries).map(([key, value]: [string, unknown]) => ({ key, value }));
  return entries.map((value: unknown, at) => ({ key: String(at + 1), value }));
}

export function texts(found: readonly Found[]): readonly unknown[] {
  return found.flatMap(({ value }): readonly unknown[] => (Array.isArray(value) ? value : [value]));
}

/** For each of the criteria: one text in a place of its own, in no list, is of them all. */
export function themesOf(found: readonly FoundAt[], criteria: number): readonly unknown[] {
  const [only, ...others] = found;
  const isOfAll = others.length === 0 && only?.key === null && typeof only.value === 'string' && criteria > 0;
  return isOfAll ? Array<unknown>(criteria).fill(only.value) : texts(found);
}

/** The scores in the order of the responses: one place for each, or one list of all. */
export function scoresOf(found: readonly Found[], responses: number): readonly unknown[] {
  return found.length === responses ? found.map(({ value }) => value) : texts(found);
}

/** What stands beside each of the entries by what `*` stood for, null where an entry has none; null: `*` does not tell them apart. */
export function besideOf(entries: readonly Found[], found: readonly Found[]): readonly unknown[] | null {
  const values = new Map(found.map(({ key, value }) => [key, value]));
  const keys = new Set(entries.map(({ key }) => key));
  const isApart = keys.size === entries.length && values.size === found.length && !values.has(null) && !keys.has(null);
  return isApart && entries.length > 0 && found.length > 0 ? entries.map(({ key }) => values.get(key) ?? null) : null;
}

/**
 * What people say together: words by majority, ratings from 1 to 5 by their mean (TICK, §3.2.2). An even split of words is no label.
 * @param labels what words of the file mean; a number is a rating where they have no meaning for numbers
 * @returns as it is where it can be neither
 */
export function labelOf(found: readonly Found[], labels: Readonly<Record<string, Winner>>): unknown {
  const given = texts(found).filter((value) => value !== '' && value !== null);
  const [first] = given;
  if (first === undefined) return null;
  const winners = given.map((value) => labels[String(value).trim()]);
  if (!winners.includes(undefined)) return majority(winners.map((winner) => winner ?? null));
  const ratings = given.map((value) => (typeof value === 'boolean' ? NaN : Number(value)));
  const isRating = (rating: number) => rating >= 1 && rating <= 5;
  const hasNumbers = Object.keys(labels).some((label) => /^\d+$/u.test(label));
  if (hasNumbers || !ratings.every(isRating)) return given.length === 1 ? first : given;
  const preference = humanPreference(ratings);
  return preference === null ? null : WINNERS[preference];
}

const WINNERS = { win: 'a', tie: 'tie', loss: 'b' } as const;

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
