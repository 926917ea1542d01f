/** What model calls take, over all processes on one store: budgets that runs share by name, and rates. */
import { z } from 'zod';
import type { BudgetRecords, RateRecords } from '../../domain/budget.ts';
import type { Connection } from './connection.ts';
import { isExpired, LEASE_MS, type Leases } from './leases.ts';
import { readingRows } from './rows.ts';

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
  })
  .transform(({ usd, calls, tokens, underWay, ...limits }) => ({
    limits,
    spent: { usd, calls, tokens },
    isUnderWay: underWay > 0,
  }));

/** The kind of lease that a call under way holds: it is renewed until the call ends, and runs out where its process was killed. */
const kindOf = (budget: string) => `budget ${budget}`;
const AMOUNTS = ['usd', 'calls', 'tokens'] as const;

export function createBudgetRecords(connection: Connection, leases: Leases): BudgetRecords {
  const { nowMs, write } = connection;
  const rowsAs = readingRows(connection);
  const counting = 'update budgets set usd = usd + ?, calls = calls + ?, tokens = tokens + ?';
  const hasRoom = AMOUNTS.map((of) => `(max_${of} is null or ${of} + ? <= max_${of})`).join(' and ');
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
                   (select count(*) from leases where kind = ? and not (${isExpired(connection)})) as "underWay"
                   from budgets where name = ?`;
      return (await rowsAs(BudgetRow, `the budget ${name}`, sql, kindOf(name), name))[0] ?? null;
    },
    take: async (name, callId, { usd, calls, tokens }) => {
      const amounts = [usd, calls, tokens];
      const [counted] = await write(
        [`${counting}, last_call = ? where name = ? and ${hasRoom}`, ...amounts, callId, name, ...amounts],
        // Only where the call was counted.
        [
          `insert into leases (kind, key, holder, expires_at)
           select ?, last_call, ?, ${nowMs} + ? from budgets where name = ? and last_call = ?`,
          ...[kindOf(name), leases.holder, LEASE_MS, name, callId],
        ],
      );
      if (counted === 1) leases.keepRenewed(kindOf(name), callId);
      return counted === 1;
    },
    settle: async (name, callId, { usd, calls, tokens }) => {
      await write([`${counting} where name = ?`, usd, calls, tokens, name], leases.ending(kindOf(name), callId));
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
