/** A budget that clients share over cancels, faults and restarts: it ends at what was billed, and nothing waits for ever. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BudgetRecords } from '../../src/domain/budget.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { sharedSqlite } from '../store/shared-sqlite.ts';
import { fuzzing } from '../support/mangled.ts';
import { testRun } from '../support/run-context.ts';
import { FAST_RETRIES, NO_LIMITS, ratingCall, startRig } from './harness.ts';

const NAME = 'june';
const UNLIMITED = { maxUsd: null, maxCalls: null, maxTokens: null };

/** One call, and when it is cancelled; null: it is not. */
const Asked = fc.record({
  page: fc.integer({ min: 1, max: 4 }),
  cancelAfterMs: fc.option(fc.constantFrom(0, 2, 10), { nil: null, freq: 2 }),
});
/** What one process does, from its start until it ends or is killed. */
const Life = fc.record({
  runs: fc.array(fc.array(Asked, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  faults: fc.array(
    fc.constantFrom('server-error', 'broken-body', 'drop', 'malformed', 'refusal', 'empty', 'hang', 'too-long', null),
    { maxLength: 6 },
  ),
  maxConcurrency: fc.constantFrom(1, 4),
  killedAfterMs: fc.option(fc.constantFrom(0, 5, 15), { nil: null, freq: 1 }),
});

/** What a killed process would have written after its end is never written. */
function budgetsOf(store: StorePort) {
  let isKilled = false;
  const callsUnderWay = new Set<string>();
  const budgets: BudgetRecords = {
    ...store.budgets,
    take: async (name, callId, amounts) => {
      if (isKilled) return new Promise(() => undefined);
      const isFirst = !callsUnderWay.has(callId);
      callsUnderWay.add(callId);
      const isTaken = await store.budgets.take(name, callId, amounts);
      if (!isTaken && isFirst) callsUnderWay.delete(callId);
      return isTaken;
    },
    settle: async (name, callId, amounts) => {
      if (isKilled) return;
      await store.budgets.settle(name, callId, amounts);
      callsUnderWay.delete(callId);
    },
  };
  return {
    budgets,
    kill: () => {
      isKilled = true;
      return callsUnderWay.size;
    },
  };
}

it('ends at what was billed, whatever befalls runs and processes, and refuses only what it has no room for', async () => {
  const rig = await startRig({ server: { latencyMs: 3 } });
  await fc.assert(
    fc.asyncProperty(
      fc.array(Life, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 9 }),
      async (lives, maxCalls) => {
        const { open, query } = await sharedSqlite();
        const first = await open();
        await first.budgets.put(NAME, { ...UNLIMITED, maxCalls });
        await first.close();
        const billed = { calls: 0, tokens: 0 };
        let callsOfKilled = 0;
        let refused = 0;
        const before = rig.server.statistics();
        for (const { runs, faults, maxConcurrency, killedAfterMs } of lives) {
          const store = await open();
          const { budgets, kill } = budgetsOf(store);
          const client = rig.newClient({
            ...{ budgets, maxConcurrency, limits: NO_LIMITS, timeoutMs: 100 },
            retryPolicy: { ...FAST_RETRIES, maxAttempts: 2 },
          });
          rig.server.next(...faults);
          const ends = runs.map(async (calls, number) => {
            const stop = new AbortController();
            const run = testRun({ signal: stop.signal, limits: { sharedBudgets: [NAME] } });
            const asked = calls.map(async ({ page, cancelAfterMs }) => {
              if (cancelAfterMs !== null) setTimeout(() => stop.abort(), cancelAfterMs);
              return client
                .call(run, ratingCall(`page ${page} of run ${number} in ${store.location}`))
                .catch(() => null);
            });
            const outcomes = await Promise.all(asked);
            await client.endRun(run.runId);
            return outcomes;
          });
          if (killedAfterMs === null) {
            const outcomes = (await Promise.all(ends)).flat();
            refused += outcomes.filter(
              (outcome) => outcome !== null && 'failure' in outcome && outcome.failure === 'limit-reached',
            ).length;
          } else {
            await new Promise((resolve) => setTimeout(resolve, killedAfterMs));
            callsOfKilled += kill();
          }
          for (const { calls, inputTokens, outputTokens } of client.usage()) {
            billed.calls += calls;
            billed.tokens += inputTokens + outputTokens;
          }
          await store.close();
          await query('update leases set expires_at = expires_at - 30000');
        }
        const last = await open();
        const { spent, isUnderWay } = (await last.budgets.get(NAME))!;
        expect(isUnderWay).toBe(false);
        expect(spent.calls).toBeLessThanOrEqual(maxCalls);
        const { inputTokens, outputTokens } = rig.server.statistics();
        const serverBilled = inputTokens + outputTokens - before.inputTokens - before.outputTokens;
        expect(spent.tokens).toBeGreaterThanOrEqual(serverBilled);
        expect(spent.calls - billed.calls).toBeGreaterThanOrEqual(0);
        expect(spent.calls - billed.calls).toBeLessThanOrEqual(callsOfKilled);
        if (callsOfKilled === 0) expect(spent).toMatchObject(billed);
        if (refused > 0) expect(spent.calls).toBe(maxCalls);
        await last.close();
      },
    ),
    fuzzing(15),
  );
}, 120_000);
