/** What model calls take, over all processes on one store: budgets that runs share by name, and rates. */
import { z } from 'zod';
import type { BudgetRecords, RateRecords } from '../../domain/budget.ts';
import type { Connection } from './connection.ts';
import { readingRows } from './rows.ts';

/** What has not ended so long after others were begun or ended, a process that was killed has left behind. */
const LOST_AFTER_MS = 60_000;

/** The driver binds no null. */
const literal = (limit: number | null) => (limit === null ? 'null' : String(limit));

const BudgetRow = z
  .object({
    maxUsd: z.number().nullable(),
    maxCalls: z.number().nullable(),
    maxTokens: z.number().nullable(),
    usd: z.number(),
    calls: z.number(),
    tokens: z.number(),
    underWay: z.number(),
    quietMs: z.number(),
  })
  .transform(({ usd, calls, tokens, underWay, quietMs, ...limits }) => ({
    limits,
    spent: { usd, calls, tokens },
    isUnderWay: underWay > 0 && quietMs < LOST_AFTER_MS,
  }));

export function createBudgetRecords(connection: Connection): BudgetRecords {
  const { nowMs, write } = connection;
  const rowsAs = readingRows(connection);
  const counting = (underWay: '+ 1' | '- 1') =>
    `update budgets set usd = usd + ?, calls = calls + ?, tokens = tokens + ?, under_way = under_way ${underWay}, changed_at = ${nowMs}
     where name = ?`;
  return {
    put: async (name, { maxUsd, maxCalls, maxTokens }) => {
      await write([
        `insert into budgets (name, max_usd, max_calls, max_tokens)
         values (?, ${[maxUsd, maxCalls, maxTokens].map(literal).join(', ')})
         on conflict (name) do update set
           max_usd = excluded.max_usd, max_calls = excluded.max_calls, max_tokens = excluded.max_tokens`,
        name,
      ]);
    },
    get: async (name) => {
      const sql = `select max_usd as "maxUsd", max_calls as "maxCalls", max_tokens as "maxTokens", usd, calls, tokens,
                   under_way as "underWay", ${nowMs} - changed_at as "quietMs" from budgets where name = ?`;
      return (await rowsAs(BudgetRow, `the budget ${name}`, sql, name))[0] ?? null;
    },
    take: async (name, { usd, calls, tokens }) => {
      const isRoom = (['usd', 'calls', 'tokens'] as const).map((of) => `(max_${of} is null or ${of} + ? <= max_${of})`);
      const [changed] = await write([
        `${counting('+ 1')} and ${isRoom.join(' and ')}`,
        ...[usd, calls, tokens, name],
        ...[usd, calls, tokens],
      ]);
      return changed === 1;
    },
    settle: async (name, { usd, calls, tokens }) => {
      await write([counting('- 1'), usd, calls, tokens, name]);
    },
  };
}

const WaitRow = z.object({ waitMs: z.number() });

export function createRateRecords(connection: Connection): RateRecords {
  const { nowMs, write } = connection;
  const rowsAs = readingRows(connection);
  const stretch = 'cast(? as double precision)';
  return {
    book: async (stretchesMs) => {
      let waitMs = 0;
      for (const [key, stretchMs] of Object.entries(stretchesMs)) {
        // Not a transaction: where a connection breaks, a stretch that is booked twice is left unused.
        const [booked] = await rowsAs(
          WaitRow,
          `the rate of ${key}`,
          `insert into rates (key, free_at) values (?, ${nowMs} + ${stretch})
           on conflict (key) do update set
             free_at = case when rates.free_at > ${nowMs} then rates.free_at else ${nowMs} end + ${stretch}
           returning free_at - ${stretch} - ${nowMs} as "waitMs"`,
          ...[key, stretchMs, stretchMs, stretchMs],
        );
        waitMs = Math.max(waitMs, booked?.waitMs ?? 0);
      }
      return waitMs;
    },
    correct: async (key, differenceMs) => {
      await write([`update rates set free_at = free_at + ${stretch} where key = ?`, differenceMs, key]);
    },
  };
}
