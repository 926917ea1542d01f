/** What zod finds wrong, as users are told: where, and what should stand there; never zod's own words. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInOurWords, problemLines } from '../../src/text/issue-words.ts';

const said = (schema: z.ZodType, value: unknown) => {
  const { error } = parseInOurWords(schema, value);
  return error === undefined ? [] : problemLines(error);
};

describe('a problem is told by its place and by what should stand there', () => {
  const Item = z.strictObject({ text: z.string().min(1), weight: z.number().min(0).max(100) });
  it.each<[z.ZodType, unknown, string]>([
    [
      z.object({ items: z.array(Item) }),
      { items: [{ text: 'a', weight: 1 }, { weight: 1 }] },
      'items.1.text: is missing',
    ],
    [Item, { text: 'a', weight: 'x' }, 'weight: must be a number, not a text'],
    [Item, { text: '', weight: 1 }, 'text: must not be empty'],
    [Item, { text: 'a', weight: 101 }, 'weight: must be at most 100'],
    [Item, { text: 'a', weight: 1, colour: 1 }, 'the whole: unknown field: “colour”'],
    [Item, { text: 'a', weight: 1, Wieght: 1 }, 'the whole: unknown field: “Wieght” (nearest: “weight”)'],
    [z.coerce.number().int().min(1), 'x', 'the whole: must be a number'],
    [z.int(), 1.5, 'the whole: must be a whole number, not 1.5'],
    [z.number().positive(), 0, 'the whole: must be more than 0'],
    [z.enum(['web', 'full']), 'wb', 'the whole: must be web or full'],
    [z.array(z.string()).min(2), ['a'], 'the whole: must have at least 2 entries'],
    [z.iso.date(), '1.2.2026', 'the whole: must be a day, such as 2026-01-31'],
    [
      z.union([z.string(), z.array(z.string())]),
      3,
      'the whole: must be a text, not a number, or must be a list, not a number',
    ],
    [z.union([z.string(), Item]), { text: 3, weight: 1 }, 'the whole: text: must be a text, not a number'],
    [z.string('should hold a text'), 3, 'the whole: should hold a text'],
  ])('%#', (schema, value, line) => {
    expect(said(schema, value)).toEqual([line]);
  });

  it('names the first few, and how many more there are', () => {
    expect(said(z.array(z.string()), [1, 2, 3, 4, 5, 6, 7])).toHaveLength(6);
    expect(said(z.array(z.string()), [1, 2, 3, 4, 5, 6, 7]).at(-1)).toBe('… and 2 more');
  });
});
