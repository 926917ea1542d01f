import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inBatches } from '../../src/llm/in-batches.ts';

const itemsOf = (numbers: readonly number[]) => numbers.map((number) => ({ id: `c${number}` }));

describe('inBatches', () => {
  it('deals the same batches whatever the order of the items, none too large or much smaller than another', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 20 }),
        async (numbers, size) => {
          const deal = async (order: readonly number[]) => {
            const batches: string[] = [];
            const outcomes = await inBatches(itemsOf(order), size, async (batch) => {
              batches.push(batch.map(({ id }) => id).join());
              return { status: 'done', value: new Map(batch.map(({ id }) => [id, id])) };
            });
            expect([...outcomes.keys()]).toEqual(itemsOf(order).map(({ id }) => id));
            for (const [id, outcome] of outcomes) expect(outcome).toEqual({ status: 'done', value: id });
            return batches;
          };
          const batches = await deal(numbers);
          expect(await deal([...numbers].reverse())).toEqual(batches);
          expect(batches).toHaveLength(Math.ceil(numbers.length / size));
          const sizes = batches.map((batch) => batch.split(',').length);
          expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.min(size, Math.min(...sizes) + 1));
          const sorted = [...numbers].sort((a, b) => a - b);
          expect(batches.join().split(',')).toEqual(sorted.map((number) => `c${number}`));
        },
      ),
    );
  });

  it('leaves exactly the items of a failed call unscored, and those that a call leaves out', async () => {
    const outcomes = await inBatches(itemsOf([1, 2, 3, 4, 5, 6]), 2, async ([first]) => {
      if (first?.id === 'c3') return { status: 'unscored', failure: 'unavailable', reason: 'It was down.' };
      return { status: 'done', value: new Map(first === undefined ? [] : [[first.id, 'good']]) };
    });
    const reasons = [...outcomes].map(([id, outcome]) => [id, outcome.status === 'done' ? '' : outcome.reason]);
    const leftOut = 'The model gave no usable answer for it.';
    expect(reasons).toEqual([
      ['c1', ''],
      ['c2', leftOut],
      ['c3', 'It was down.'],
      ['c4', 'It was down.'],
      ['c5', ''],
      ['c6', leftOut],
    ]);
  });

  it('asks nothing for no items', async () => {
    expect((await inBatches([], 5, () => Promise.reject(new Error('asked')))).size).toBe(0);
  });
});
