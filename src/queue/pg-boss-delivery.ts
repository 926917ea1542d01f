/**
 * Delivery by pg-boss, in the database that the store is in: any number of processes and machines share the work. A queue
 * for each setup, so that nobody is given what they are not set up for.
 */
import type PgBoss from 'pg-boss';
import { z } from 'zod';
import { isOpen, OPEN, type JobRecords, type Turn } from '../domain/job.ts';
import type { Clock } from '../domain/run-context.ts';
import type { JobDelivery } from './delivery.ts';
import { PAGE_JOBS } from './pages-of-jobs.ts';

export interface PgBossDeliverySetup {
  /** Started. */
  readonly boss: PgBoss;
  /** Of its tables. */
  readonly schema: string;
  readonly records: JobRecords;
  readonly setup: string;
  readonly clock: Clock;
  /** What is closed with it. */
  readonly close: () => Promise<void>;
}

/** What pg-boss would do by its clock is left to us: it knows no heartbeat, so whether a delivery is alive the lease on its job says. */
const QUEUE = {
  // How often is enough, the job's row says.
  retryLimit: 1_000_000,
  // The same each time: pg-boss knows no longest delay, and what is down for all makes workers pause.
  retryDelay: 2,
  // The most that it takes.
  expireInSeconds: 86_399,
  retentionMinutes: 5_256_000,
};
const MEND_MS = 5_000;
/** A delivery that is younger may be about to get its lease. */
const YOUNG_SECONDS = 5;
const PREFIX = 'job_';
/** “grnq”. */
const LOCK = 0x67_72_6e_71;
const Rows = z.array(z.object({ id: z.string() }));

export async function createPgBossDelivery(given: PgBossDeliverySetup): Promise<JobDelivery> {
  const { boss, schema, records, setup, clock } = given;
  const queue = `setup-${setup}`;
  await boss.createQueue(queue, { name: queue, ...QUEUE });
  // pg-boss sorts all that wait for each job that it gives: 0.2 s of 100,000. One process after the other makes it.
  await boss.getDb().executeSql(
    `select pg_advisory_xact_lock(${LOCK});
     create index if not exists job_by_turn on ${schema}.job (name, priority desc, created_on, id) where state < 'active'`,
    [],
  );
  const taken = new Set<string>();
  let waiting = 0;
  let mendedMs = Number.NEGATIVE_INFINITY;
  const turn = `mend ${queue}`;
  const letGo = () => records.release(turn).catch(() => undefined);
  const deliveryOf = (id: string) => id.slice(PREFIX.length);

  async function send(jobs: readonly Turn[]): Promise<void> {
    for (let first = 0; first < jobs.length; first += PAGE_JOBS)
      await boss.insert(
        jobs.slice(first, first + PAGE_JOBS).map(({ id, priority }) => ({ id: deliveryOf(id), name: queue, priority })),
      );
  }

  /** Oldest first, page by page: a queue may hold more than fits into memory. */
  async function sendAll(): Promise<void> {
    let page = await records.turns(setup, PAGE_JOBS);
    while (page.length > 0) {
      await send(page);
      page = await records.turns(setup, PAGE_JOBS, page.at(-1)?.id);
    }
  }

  async function handBack(id: string): Promise<void> {
    taken.delete(id);
    await boss.fail(queue, deliveryOf(id));
  }

  async function remove(id: string): Promise<void> {
    taken.delete(id);
    await boss.deleteJob(queue, deliveryOf(id));
  }

  /** Those whose process died: nobody holds the lease on their job. */
  async function mendTaken(): Promise<void> {
    const { rows } = await boss.getDb().executeSql(
      `select id from ${schema}.job
       where name = $1 and state = 'active' and started_on < now() - interval '${YOUNG_SECONDS} seconds'`,
      [queue],
    );
    for (const { id: delivery } of Rows.parse(rows)) {
      const id = `${PREFIX}${delivery}`;
      if (taken.has(id) || !(await records.claim(id))) continue;
      const job = await records.get(id);
      await (job !== null && isOpen(job) ? handBack(id) : remove(id));
      await records.release(id);
    }
  }

  return {
    send,
    take: async (count) => {
      const delivered = Rows.parse(await boss.fetch(queue, { batchSize: count }));
      const ids = delivered.map(({ id }) => `${PREFIX}${id}`);
      for (const id of ids) taken.add(id);
      return ids;
    },
    remove,
    handBack,
    mend: async () => {
      if (clock.monotonicMs() - mendedMs < MEND_MS) return;
      mendedMs = clock.monotonicMs();
      waiting = await boss.getQueueSize(queue);
      // One process does it for all, and none before its time: of many workers one would always be at it.
      if (!(await records.claim(turn))) return;
      setTimeout(() => void letGo(), MEND_MS).unref();
      await mendTaken();
      const counts = await records.count({ setup, statuses: OPEN });
      const open = counts.reduce((sum, { count }) => sum + count, 0);
      if (open > (await boss.getQueueSize(queue, { before: 'completed' }))) await sendAll();
    },
    waiting: () => waiting,
    close: async () => {
      await letGo();
      await boss.stop({ graceful: false });
      await given.close();
    },
  };
}
