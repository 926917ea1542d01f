/** What model calls cost, over all processes on one store: budgets that runs share by name, and rates. */
import { z } from 'zod';
import type { Amounts, BookedStretch, BudgetRecords, RateRecords } from '../../domain/budget.ts';
import type { Connection } from './connection.ts';
import { isExpired, LEASE_MS, type Leases } from './leases.ts';
import { readingRows } from './rows.ts';
import { join, raw, sql, type Sql } from './sql.ts';

const orNull = (limit: number | null) => limit ?? raw('null');

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

export function createBudgetRecords(connection: Connection, leases: Leases): BudgetRecords {
  const { nowMs, write } = connection;
  const { firstAs } = readingRows(connection);
  const counting = ({ usd, calls, tokens }: Amounts) =>
    sql`update budgets set usd = usd + ${usd}, calls = calls + ${calls}, tokens = tokens + ${tokens}`;
  const hasRoom = ({ usd, calls, tokens }: Parameters<BudgetRecords['take']>[2]) =>
    join(
      [
        usd === null ? sql`max_usd is null` : sql`(max_usd is null or usd + ${usd} <= max_usd)`,
        sql`(max_calls is null or calls + ${calls} <= max_calls)`,
        sql`(max_tokens is null or tokens + ${tokens} <= max_tokens)`,
      ],
      ' and ',
    );
  return {
    put: async (name, { maxUsd, maxCalls, maxTokens }) => {
      await write(
        sql`insert into budgets (name, max_usd, max_calls, max_tokens)
            values (${name}, ${orNull(maxUsd)}, ${orNull(maxCalls)}, ${orNull(maxTokens)})
            on conflict (name) do update set
              max_usd = excluded.max_usd, max_calls = excluded.max_calls, max_tokens = excluded.max_tokens`,
      );
    },
    get: (name) =>
      firstAs(
        BudgetRow,
        `the budget ${name}`,
        sql`select max_usd as "maxUsd", max_calls as "maxCalls", max_tokens as "maxTokens", usd, calls, tokens,
              (select count(*) from leases where kind = ${kindOf(name)} and not (${isExpired(connection)})) as "underWay"
            from budgets where name = ${name}`,
      ),
    take: async (name, callId, amounts) => {
      const [counted] = await write(
        sql`${counting({ ...amounts, usd: amounts.usd ?? 0 })}, last_call = ${callId} where name = ${name} and ${hasRoom(amounts)}`,
        // Only where the call was counted.
        sql`insert into leases (kind, key, holder, expires_at)
            select ${kindOf(name)}, last_call, ${leases.holder}, ${nowMs} + ${LEASE_MS}
            from budgets where name = ${name} and last_call = ${callId}
            on conflict (kind, key) do update set expires_at = excluded.expires_at`,
      );
      const isCounted = counted?.changed === 1;
      if (isCounted) leases.keepRenewed(kindOf(name), callId);
      return isCounted;
    },
    settle: async (name, callId, amounts) => {
      await write(sql`${counting(amounts)} where name = ${name}`, ...leases.endingOf(kindOf(name), callId));
    },
  };
}

/** Of sums of fractions; less than any stretch. */
const ROUNDING_MS = 0.01;

const WaitRow = z.object({ waitMs: z.number(), endsAtMs: z.number() });

export function createRateRecords(connection: Connection): RateRecords {
  const { nowMs, write } = connection;
  const { firstAs } = readingRows(connection);
  return {
    book: async (stretchesMs) => {
      let waitMs = 0;
      const stretches: BookedStretch[] = [];
      for (const [key, stretchMs] of Object.entries(stretchesMs)) {
        const stretch = durationOf(stretchMs);
        // Not a transaction: where a connection breaks, a stretch that is booked twice is left unused.
        const booked = await firstAs(
          WaitRow,
          `the rate of ${key}`,
          sql`insert into rates (key, free_at) values (${key}, ${nowMs} + ${stretch})
              on conflict (key) do update set
                free_at = case when rates.free_at > ${nowMs} then rates.free_at else ${nowMs} end + ${stretch}
              returning free_at - ${stretch} - ${nowMs} as "waitMs", free_at as "endsAtMs"`,
        );
        if (booked === null) continue;
        waitMs = Math.max(waitMs, booked.waitMs);
        stretches.push({ key, ms: stretchMs, endsAtMs: booked.endsAtMs });
      }
      return { waitMs, stretches };
    },
    giveBack: async ({ key, ms, endsAtMs }) => {
      const isLast = sql`free_at <= ${durationOf(endsAtMs + ROUNDING_MS)}`;
      await write(sql`update rates set free_at = free_at - ${durationOf(ms)} where key = ${key} and ${isLast}`);
    },
    correct: async (key, differenceMs) => {
      await write(sql`update rates set free_at = free_at + ${durationOf(differenceMs)} where key = ${key}`);
    },
  };
}

/** In milliseconds, which may be fractions. */
function durationOf(ms: number): Sql {
  return sql`cast(${ms} as double precision)`;
}
