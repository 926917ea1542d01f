/** What the service keeps: jobs and API keys. */
import { z } from 'zod';
import { ApiKey, type ApiKeyRecords } from '../../domain/api-key.ts';
import { Job, JobStatus, OPEN, type JobFilter, type JobRecords } from '../../domain/job.ts';
import type { Connection, Statement } from './connection.ts';
import type { createLeases } from './leases.ts';
import { Json, readingRows } from './rows.ts';

const JobRow = z.object({ json: Json.pipe(Job) });
const CountRow = z
  .object({ setup: z.string(), batch: z.string(), status: JobStatus, count: z.coerce.number() })
  .transform(({ setup, batch, ...row }) => ({ ...row, setup: setup || null, batch: batch || null }));
const TurnRow = Job.pick({ id: true, owner: true }).extend({ priority: z.int() });
const StatusRow = Job.pick({ id: true, status: true });
/** A statement has a limited number of parameters. */
const IDS_AT_ONCE = 500;
const KeyRow = z.object({ json: Json.pipe(ApiKey) });

const TURN = '(-priority, sequence)';

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

function whereOf({ owner, batch, setup, statuses, before }: JobFilter): Statement {
  const conditions: [string, ...string[]][] = [['true']];
  if (owner !== undefined) conditions.push(['owner = ?', owner]);
  if (batch !== undefined) conditions.push(['batch = ?', batch]);
  if (setup !== undefined) conditions.push(['setup = ?', setup ?? '']);
  if (before !== undefined) conditions.push(['sequence < (select sequence from jobs where id = ?)', before]);
  if (statuses !== undefined) conditions.push([`status in (${marks(statuses)})`, ...statuses]);
  return [
    conditions.map(([condition]) => condition).join(' and '),
    ...conditions.flatMap(([, ...parameters]) => parameters),
  ];
}

export function createJobRecords(connection: Connection, leases: ReturnType<typeof createLeases>): JobRecords {
  const { write } = connection;
  const rowsAs = readingRows(connection);
  const jobs = async (...[where, ...parameters]: Statement) => {
    const rows = await rowsAs(JobRow, 'the jobs', `select json from jobs where ${where}`, ...parameters);
    return rows.map(({ json }) => json);
  };
  return {
    add: async (added) => {
      const [first] = added;
      const changed = await write(
        // Of a batch only the first has an idempotency key: where it is not taken, the others are not either.
        ...added.map((job): Statement => [
          `insert into jobs (id, owner, batch, idempotency_key, setup, priority, status, ended_at, json) select ?, ?, ?, ?, ?, ?, ?, ?, ?
           where ? = 1 or exists (select 1 from jobs where id = ?)
           on conflict do nothing`,
          ...[job.id, job.owner, job.batch?.id ?? '', job.idempotencyKey ?? job.id, job.setup ?? '', job.priority],
          ...[job.status, '', JSON.stringify(job), job === first ? 1 : 0, first?.id ?? ''],
        ]),
      );
      return changed.every((count) => count === 1);
    },
    get: async (id) => (await jobs('id = ?', id))[0] ?? null,
    withKey: async (owner, key) => (await jobs('owner = ? and idempotency_key = ?', owner, key))[0] ?? null,
    list: async (filter, limit) => {
      const [where, ...parameters] = whereOf(filter);
      return jobs(`${where} order by sequence desc limit ?`, ...parameters, limit);
    },
    turns: (setup, limit, after) => {
      const [where, ...parameters] = whereOf({ setup, statuses: OPEN });
      const isBehind = after === undefined ? 'true' : `${TURN} > (select ${TURN.slice(1, -1)} from jobs where id = ?)`;
      return rowsAs(
        TurnRow,
        'the turns of jobs',
        `select id, owner, priority from jobs where ${where} and ${isBehind} order by -priority, sequence limit ?`,
        ...parameters,
        ...(after === undefined ? [] : [after]),
        limit,
      );
    },
    statuses: async (ids) => {
      const found = new Map<string, JobStatus>();
      for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
        const some = ids.slice(first, first + IDS_AT_ONCE);
        const sql = `select id, status from jobs where id in (${marks(some)})`;
        for (const { id, status } of await rowsAs(StatusRow, 'how jobs stand', sql, ...some)) found.set(id, status);
      }
      return found;
    },
    count: async (filter = {}) => {
      const [where, ...parameters] = whereOf(filter);
      const sql = `select setup, batch, status, count(*) as count from jobs where ${where} group by setup, batch, status`;
      return rowsAs(CountRow, 'the numbers of jobs', sql, ...parameters);
    },
    replace: async (job, from) => {
      const [changed] = await write([
        `update jobs set status = ?, ended_at = ?, json = ? where id = ? and status in (${marks(from)})`,
        ...[job.status, job.endedAt ?? '', JSON.stringify(job), job.id, ...from],
      ]);
      return changed === 1;
    },
    claim: (id) => leases.claim('job', id),
    release: (id) => leases.release('job', id),
    removeEndedBefore: async (time) => {
      await write(["delete from jobs where ended_at <> '' and ended_at < ?", time]);
    },
  };
}

export function createApiKeyRecords(connection: Connection): ApiKeyRecords {
  const rowsAs = readingRows(connection);
  const select = 'select json from api_keys';
  return {
    put: async (key) => {
      await connection.write([
        // What is spent stands in the budgets.
        `insert into api_keys (id, created_at, spent_usd, json) values (?, ?, 0, ?)
         on conflict (id) do update set json = excluded.json`,
        ...[key.id, key.createdAt, JSON.stringify(key)],
      ]);
    },
    get: async (id) => (await rowsAs(KeyRow, `the API key ${id}`, `${select} where id = ?`, id))[0]?.json ?? null,
    list: async () => {
      const rows = await rowsAs(KeyRow, 'the API keys', `${select} order by created_at, id`);
      return rows.map(({ json }) => json);
    },
  };
}
