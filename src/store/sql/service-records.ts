/** Jobs and API keys. */
import { z } from 'zod';
import { ApiKey, type ApiKeyRecords } from '../../domain/api-key.ts';
import { Job, JobStatus, type JobFilter, type JobRecords } from '../../domain/job.ts';
import type { Connection } from './connection.ts';
import { createTurns } from '../../text/turns.ts';
import { keptUpsert } from './kept-records.ts';
import { isExpired, type Leases } from './leases.ts';
import { Json, readingRows } from './rows.ts';
import { join, sql, type Sql } from './sql.ts';

const JobRow = z.object({ json: Json.pipe(Job) }).transform(({ json }) => json);
const CountRow = z
  .object({ setup: z.string(), batch: z.string(), status: JobStatus, count: z.coerce.number() })
  .transform(({ setup, batch, ...row }) => ({ ...row, setup: setup || null, batch: batch || null }));
const TurnRow = Job.pick({ id: true, owner: true }).extend({ priority: z.int() });
const StatusRow = Job.pick({ id: true, status: true });
/** A statement has a limited number of parameters. */
const IDS_AT_ONCE = 500;
const KeyRow = z.object({ json: Json.pipe(ApiKey) }).transform(({ json }) => json);

const oneOf = (column: Sql, values: readonly string[]) => sql`${column} in (${join(values, ', ')})`;

/** A process that lives has claimed it. */
const isHeld = (connection: Connection) =>
  sql`exists (select 1 from leases where kind = 'job' and key = jobs.id and not (${isExpired(connection)}))`;

function conditionOf(connection: Connection, { owner, batch, setup, statuses, before, held }: JobFilter): Sql {
  const conditions = [sql`true`];
  if (owner !== undefined) conditions.push(sql`owner = ${owner}`);
  if (batch !== undefined) conditions.push(sql`batch = ${batch}`);
  if (setup !== undefined) conditions.push(sql`setup = ${setup ?? ''}`);
  if (before !== undefined) conditions.push(sql`sequence < (select sequence from jobs where id = ${before})`);
  if (statuses !== undefined) conditions.push(oneOf(sql`status`, statuses));
  if (held === true) conditions.push(isHeld(connection));
  return join(conditions, ' and ');
}

/** Where the process that would resume a batch was killed. */
const SUSPENDED_MS = 30_000;
/** A statement a row takes twice as long. */
const ROWS_AT_ONCE = 10;

function insertOf(jobs: readonly Job[], condition: Sql): Sql {
  const rows = jobs.map(
    (job) =>
      sql`select ${job.id}, ${job.owner}, ${job.batch?.id ?? ''}, ${job.idempotencyKey ?? job.id}, ${job.setup ?? ''},
            cast(${job.priority} as integer), ${job.status}, '', ${JSON.stringify(job)} where ${condition}`,
  );
  return sql`insert into jobs (id, owner, batch, idempotency_key, setup, priority, status, ended_at, json)
             ${join(rows, ' union all ')} on conflict do nothing`;
}

function updateOf(job: Job, from: readonly JobStatus[]): Sql {
  // A job that another batch asks for again belongs to that batch.
  return sql`update jobs set owner = ${job.owner}, batch = ${job.batch?.id ?? ''}, priority = ${job.priority},
               status = ${job.status}, ended_at = ${job.endedAt ?? ''}, waits_until = 0, json = ${JSON.stringify(job)}
             where id = ${job.id} and ${oneOf(sql`status`, from)}`;
}

export function createJobRecords(connection: Connection, leases: Leases): JobRecords {
  const { write } = connection;
  const { rowsAs, firstAs } = readingRows(connection);
  const jobWhere = (condition: Sql) => firstAs(JobRow, 'the jobs', sql`select json from jobs where ${condition}`);
  return {
    add: async (added) => {
      const [first] = added;
      if (first === undefined) return true;
      const statements = [insertOf([first], sql`true`)];
      // Of a batch only the first has an idempotency key: where it is not taken, the others are not either.
      const isAdded = sql`exists (select 1 from jobs where id = ${first.id})`;
      // Jobs may be megabytes.
      const turn = createTurns();
      for (let start = 1; start < added.length; start += ROWS_AT_ONCE) {
        statements.push(insertOf(added.slice(start, start + ROWS_AT_ONCE), isAdded));
        await turn();
      }
      const written = await write(...statements);
      return written.reduce((sum, each) => sum + each.changed, 0) === added.length;
    },
    get: (id) => jobWhere(sql`id = ${id}`),
    withKey: (owner, key) => jobWhere(sql`owner = ${owner} and idempotency_key = ${key}`),
    list: (filter, limit) => {
      const newest = sql`${conditionOf(connection, filter)} order by sequence desc limit ${limit}`;
      return rowsAs(JobRow, 'the jobs', sql`select json from jobs where ${newest}`);
    },
    turns: async (setup, limit) => {
      await leases.endThoseOfEnded();
      return rowsAs(
        TurnRow,
        'the turns of jobs',
        // The statuses are literals: the partial index is used only where the condition is its own.
        sql`select id, owner, priority from jobs
            where setup = ${setup ?? ''} and status in ('queued', 'running') and waits_until <= ${connection.nowMs}
              and not ${isHeld(connection)}
            order by priority desc, sequence limit ${limit}`,
      );
    },
    statuses: async (ids) => {
      const found = new Map<string, JobStatus>();
      for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
        const statement = sql`select id, status from jobs where ${oneOf(sql`id`, ids.slice(first, first + IDS_AT_ONCE))}`;
        for (const { id, status } of await rowsAs(StatusRow, 'the status of jobs', statement)) found.set(id, status);
      }
      return found;
    },
    count: (filter = {}) =>
      rowsAs(
        CountRow,
        'the numbers of jobs',
        sql`select setup, batch, status, count(*) as count from jobs
            where ${conditionOf(connection, filter)} group by setup, batch, status`,
      ),
    replace: async (job, from) => {
      const [written] = await write(updateOf(job, from));
      return written?.changed === 1;
    },
    finish: async (job, events) => {
      const keeping = events.length === 0 ? [] : [keptUpsert(connection, 'events', job.id, events)];
      const [written] = await leases.endWith('job', job.id, (...ending) =>
        write(updateOf(job, ['running']), ...keeping, ...ending),
      );
      return written?.changed === 1;
    },
    claim: (id) => leases.claim('job', id),
    release: (id) => leases.release('job', id),
    suspend: async (batch) => {
      await write(
        sql`update jobs set waits_until = ${connection.nowMs} + ${SUSPENDED_MS}
            where batch = ${batch} and status = 'queued' and waits_until <= ${connection.nowMs}`,
      );
    },
    resume: async (batch, limit) => {
      const [written] = await write(
        sql`update jobs set waits_until = 0 where id in (
              select id from jobs where batch = ${batch} and status = 'queued' and waits_until > ${connection.nowMs}
              order by priority desc, sequence limit ${limit})`,
      );
      return written?.changed ?? 0;
    },
    removeEndedBefore: async (time) => {
      const isOver = sql`ended_at <> '' and ended_at < ${time}`;
      await write(
        sql`delete from kept where kind = 'events' and key in (select id from jobs where ${isOver})`,
        sql`delete from jobs where ${isOver}`,
      );
    },
  };
}

export function createApiKeyRecords(connection: Connection): ApiKeyRecords {
  const { rowsAs, firstAs } = readingRows(connection);
  return {
    put: async (key) => {
      await connection.write(
        // What was spent is in the budgets.
        sql`insert into api_keys (id, created_at, spent_usd, json)
            values (${key.id}, ${key.createdAt}, 0, ${JSON.stringify(key)})
            on conflict (id) do update set json = excluded.json`,
      );
    },
    get: (id) => firstAs(KeyRow, `the API key ${id}`, sql`select json from api_keys where id = ${id}`),
    list: () => rowsAs(KeyRow, 'the API keys', sql`select json from api_keys order by created_at, id`),
  };
}
