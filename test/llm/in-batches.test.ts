import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelFailure, ModelOutcome } from '../../src/domain/model.ts';
import { inBatches, inBatchesWithRetry, type RetryOptions } from '../../src/llm/in-batches.ts';

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

type Answered = ModelOutcome<ReadonlyMap<string, string>>;

const failed = (failure: ModelFailure): Answered => ({ status: 'unscored', failure, reason: `It was ${failure}.` });

/** @param answer for the ids of a call, with the number of calls before it: the ids that it answers, or why there are none */
async function retrying(
  count: number,
  answer: (ids: readonly string[], calls: number) => readonly string[] | ModelFailure,
  options: RetryOptions = { retryFailedBatch: false },
) {
  const calls: (readonly string[])[] = [];
  const items = itemsOf(Array.from({ length: count }, (_, index) => index + 1));
  const outcomes = await inBatchesWithRetry(
    items,
    count,
    async (batch): Promise<Answered> => {
      const ids = batch.map(({ id }) => id);
      const given = answer(ids, calls.length);
      calls.push(ids);
      return typeof given === 'string'
        ? failed(given)
        : { status: 'done', value: new Map(given.map((id) => [id, id])) };
    },
    options,
  );
  expect([...outcomes.keys()]).toEqual(items.map(({ id }) => id));
  const unscored = [...outcomes].flatMap(([id, { status }]) => (status === 'unscored' ? [id] : []));
  return { calls, outcomes, unscored };
}

const LEFT_OUT = ['c3', 'c7', 'c9'];
const without = (ids: readonly string[], leftOut: readonly string[]) => ids.filter((id) => !leftOut.includes(id));

describe('inBatchesWithRetry', () => {
  it('asks for 3 of 22 rows that were left out in one further call', async () => {
    const { calls, unscored } = await retrying(22, (ids, before) => (before === 0 ? without(ids, LEFT_OUT) : ids));
    expect(calls.slice(1)).toEqual([LEFT_OUT]);
    expect(unscored).toEqual([]);
  });

  it('asks alone for what the further call leaves out, and never again', async () => {
    const { calls, unscored } = await retrying(22, (ids) => without(ids, ids.length === 1 ? ['c9'] : ['c3', 'c9']));
    expect(calls.slice(1)).toEqual([['c3', 'c9'], ['c3'], ['c9']]);
    expect(unscored).toEqual(['c9']);
  });

  it.each(['rejected', 'truncated', 'empty', 'not-json', 'schema-mismatch'] as const)(
    'asks alone where the further call is %s',
    async (failure) => {
      const { calls, unscored } = await retrying(22, (ids, before) => {
        if (ids.length === 3) return failure;
        return before === 0 ? without(ids, LEFT_OUT) : ids;
      });
      expect(calls.slice(1)).toEqual([LEFT_OUT, ...LEFT_OUT.map((id) => [id])]);
      expect(unscored).toEqual([]);
    },
  );

  it.each(['refused', 'unavailable', 'limit-reached', 'too-long'] as const)(
    'asks no more where the further call is %s, which is then the reason',
    async (failure) => {
      const { calls, outcomes, unscored } = await retrying(22, (ids, before) =>
        before === 0 ? without(ids, LEFT_OUT) : failure,
      );
      expect(calls).toHaveLength(2);
      expect(unscored).toEqual(LEFT_OUT);
      expect(outcomes.get('c3')).toEqual({ status: 'unscored', reason: `It was ${failure}.` });
    },
  );

  it('asks alone after a call without a usable answer only if told to, and only if the model answered', async () => {
    const failing = (failure: ModelFailure) => (ids: readonly string[]) => (ids.length > 1 ? failure : ids);
    const alone = { retryFailedBatch: true };
    for (const failure of ['not-json', 'rejected'] as const) {
      expect((await retrying(4, failing(failure), alone)).unscored).toEqual([]);
      expect((await retrying(4, failing(failure))).calls).toHaveLength(1);
    }
    expect((await retrying(4, failing('unavailable'), alone)).calls).toHaveLength(1);
  });

  it.each(['refused', 'too-long'] as const)(
    'asks alone after a shared prompt that is %s, if told to: one item is no reason against the others',
    async (failure) => {
      const forOne = (ids: readonly string[]) => (ids.includes('c3') ? failure : ids);
      const { calls, unscored } = await retrying(4, forOne, { retryRefusedBatch: true });
      expect([calls.length, unscored]).toEqual([5, ['c3']]);
      expect((await retrying(4, forOne)).calls).toHaveLength(1);
      expect((await retrying(1, () => failure, { retryRefusedBatch: true })).calls).toHaveLength(1);
    },
  );

  it('asks once for an item that is alone', async () => {
    const { calls, unscored } = await retrying(1, () => [], { retryFailedBatch: true });
    expect(calls).toEqual([['c1']]);
    expect(unscored).toEqual(['c1']);
  });
});
