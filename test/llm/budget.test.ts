/** Budgets under cancels and faults: they end at what was billed, and nobody waits for ever. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_LIMITS } from '../../src/domain/budget.ts';
import { CancelledError, UnavailableError } from '../../src/domain/errors.ts';
import { createBudget, combineBudgets, isExceeded, type Budget } from '../../src/llm/budget.ts';
import { createSharedBudget } from '../../src/llm/shared-budget.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { abortable, allowManyListeners } from '../../src/web/abort.ts';
import { testRun } from '../support/run-context.ts';

const { clock } = testRun();
const COST = { tokens: 10, usd: 0 };
const LIMIT = 3;

const limited = (maxCalls: number) => createBudget({ ...NO_LIMITS, maxCalls }, clock);

it('gives back what it set aside where the outer budget is cancelled, and waits no longer than its signal', async () => {
  const never: Budget = {
    ...limited(9),
    reserve: (_, signal) => abortable(new Promise(() => undefined), signal),
  };
  const inner = limited(1);
  const cancelled = new AbortController();
  const waiting = combineBudgets(inner, never).reserve(COST, cancelled.signal);
  cancelled.abort();
  await expect(waiting).rejects.toThrow(CancelledError);
  const held = await combineBudgets(inner, limited(9)).reserve(COST, new AbortController().signal);
  expect(isExceeded(held)).toBe(false);

  const other = new AbortController();
  const blocked = inner.reserve(COST, other.signal);
  other.abort();
  await expect(blocked).rejects.toThrow(CancelledError);
});

it.each(['of one process', 'shared'])(
  'a call that is settled while it looks for room leaves nothing behind: %s',
  async (kind) => {
    const { budgets } = createMemoryStore();
    await budgets.put('shared', { maxUsd: null, maxCalls: LIMIT, maxTokens: null });
    const budget = kind === 'shared' ? createSharedBudget('shared', budgets) : limited(LIMIT);
    for (const adjustsFirst of [true, false]) {
      const held = await budget.reserve(COST, new AbortController().signal);
      if (isExceeded(held)) throw new Error('There is room.');
      const adjust = () => held.adjust({ tokens: 99, usd: 0 });
      const adjusting = adjustsFirst ? adjust() : null;
      const settling = held.settle(null);
      expect(await (adjusting ?? adjust())).toBe(false);
      await settling;
      expect(await budget.spentShare()).toBe(0);
      expect(await budgets.get('shared')).toMatchObject({ spent: { calls: 0, tokens: 0 }, isUnderWay: false });
    }
  },
);

/** What befalls one call. */
const Fate = fc.record({
  by: fc.constantFrom('billed', 'unsent', 'cancelled', 'outer-fails'),
  tokens: fc.integer({ min: 1, max: 20 }),
  steps: fc.integer({ min: 0, max: 4 }),
  adjusts: fc.boolean(),
});

it('whatever befalls the calls, it ends at what was billed, and the room of all others is free again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Fate, { maxLength: 12 }), fc.boolean(), async (fates, isShared) => {
      const store = createMemoryStore();
      await store.budgets.put('shared', { maxUsd: null, maxCalls: LIMIT, maxTokens: null });
      const inner = limited(isShared ? 100 : LIMIT);
      const outer = isShared ? createSharedBudget('shared', store.budgets) : limited(100);
      let billed = 0;
      let refused = 0;
      const call = async ({ by, tokens, steps, adjusts }: (typeof fates)[number]) => {
        const stop = new AbortController();
        const failing: Budget = { ...outer, reserve: () => Promise.reject(new UnavailableError('The store is away.')) };
        const reserving = combineBudgets(inner, by === 'outer-fails' ? failing : outer).reserve(COST, stop.signal);
        if (by === 'cancelled') queueMicrotask(() => stop.abort());
        const held = await reserving.catch(() => null);
        if (held === null || isExceeded(held)) {
          if (held !== null) refused += 1;
          return;
        }
        if (adjusts) expect(await held.adjust({ tokens, usd: 0 }), 'only calls are limited').toBe(true);
        for (let step = 0; step < steps; step++) await Promise.resolve();
        if (by === 'billed') billed += 1;
        await held.settle(by === 'billed' ? { tokens, usd: 0 } : null);
      };
      await Promise.all(fates.map(call));
      expect(billed).toBeLessThanOrEqual(LIMIT);
      expect(refused === 0 || billed === LIMIT, 'refused only where the room was used up').toBe(true);
      if (isShared) expect((await store.budgets.get('shared'))?.spent.calls).toBe(billed);
      if (isShared) expect((await store.budgets.get('shared'))?.isUnderWay).toBe(false);
      const signal = new AbortController().signal;
      for (let room = billed; refused === 0 && room < LIMIT; room++)
        expect(isExceeded(await combineBudgets(inner, outer).reserve(COST, signal))).toBe(false);
      await store.close();
    }),
    { numRuns: 150 },
  );
});

it('lets small calls go on behind large ones that wait, or have gone', async () => {
  const budget = createBudget({ ...NO_LIMITS, maxTokens: 100 }, clock);
  const { signal } = new AbortController();
  const reserve = (tokens: number, waiting = signal) => budget.reserve({ tokens, usd: null }, waiting);
  const first = await reserve(60);
  const second = await reserve(40);
  if (isExceeded(first) || isExceeded(second)) throw new Error('There is room.');
  const stop = new AbortController();
  const large = Array.from({ length: 5 }, () => reserve(70, stop.signal));
  const behind = reserve(20);
  await second.settle({ tokens: 10, usd: null });
  stop.abort();
  for (const each of large) await expect(each).rejects.toThrow(CancelledError);
  expect(isExceeded(await behind)).toBe(false);
  const one = reserve(70);
  one.catch(() => undefined);
  const fitting = reserve(20);
  await first.settle({ tokens: 10, usd: null });
  expect(isExceeded(await fitting)).toBe(false);
});

it('asks few of those that wait whether there is room for them now', async () => {
  const CALLS = 200;
  let looks = 0;
  const counting = { ...clock, monotonicMs: () => (looks += 1) && clock.monotonicMs() };
  const budget = createBudget({ ...NO_LIMITS, maxCalls: 2 * CALLS, maxTokens: CALLS * COST.tokens }, counting);
  const { signal } = new AbortController();
  allowManyListeners(signal);
  const reserving = Array.from({ length: 2 * CALLS }, () => budget.reserve(COST, signal));
  for (const reserved of reserving) {
    const held = await reserved;
    if (isExceeded(held)) throw new Error('There is room.');
    await held.settle({ tokens: 1, usd: 0 });
    await setImmediate();
  }
  expect(looks).toBeLessThan(20 * CALLS);
});
