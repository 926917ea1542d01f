/**
 * Delivery by pg-boss, in the database of the store: any number of processes and machines share the work. One queue for
 * each setup, so that no worker gets jobs that it is not set up for.
 */
import { randomUUID } from 'node:crypto';
import PgBoss from 'pg-boss';
import { z } from 'zod';
import { errorCode } from '../../domain/errors.ts';
import type { JobRecords } from '../../domain/job.ts';
import type { SqlServer } from '../../domain/ports.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { JobDelivery } from './delivery.ts';

interface PgBossSetup {
  readonly server: SqlServer;
  readonly records: JobRecords;
  readonly setup: string;
  readonly clock: Clock;
  /** Reports errors of pg-boss's maintenance. */
  readonly log: (line: string) => void;
}

/** Of pg-boss's tables. */
const SCHEMA = 'groundrule_queue';
const QUEUE = {
  // At most one turn of a job waits, however many processes send it: the singleton key is the job's id.
  policy: 'short',
  // Whether a job gets another turn depends on its row and its lease: pg-boss 10 has no heartbeat, and cannot tell a
  // dead worker from a long job. A turn that was lost with its worker expires, and pg-boss removes it.
  retryLimit: 0,
} as const;
/**
 * Turns that wait. pg-boss sorts all of them each time it hands out one: 225 to 455 ms for 100,000. The other jobs wait
 * in their rows.
 */
const TURNS = { most: 1_000, enough: 500 };
/** To count 100,000 rows takes some milliseconds of the server, for each process. */
const COUNT_MS = 10_000;
/** SQLSTATE. */
const UNIQUE_VIOLATION = '23505';
const Turns = z.array(z.object({ id: z.string(), singletonKey: z.string() }));

/** @throws StoreError where the server does not answer */
export async function createPgBossDelivery({ server, records, setup, clock, log }: PgBossSetup): Promise<JobDelivery> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => server.query(text, values).catch(rethrow) },
    schema: SCHEMA,
    schedule: false,
  });
  boss.on('error', (error) => log(`queue: ${error.message}`));
  const queue = `turns-${setup}`;
  try {
    await boss.start();
    await boss.createQueue(queue, { name: queue, ...QUEUE });
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  /** Ids of turns by the id of their job. */
  const taken = new Map<string, readonly string[]>();
  let waiting = 0;
  let countedMs = Number.NEGATIVE_INFINITY;

  /** Jobs that have a turn already keep it. */
  async function sendNext(): Promise<void> {
    const turns = await records.turns(setup, TURNS.most);
    if (turns.length === 0) return;
    await boss.insert(
      turns.map(({ id, priority }, index) => ({ name: queue, id: turnId(index), singletonKey: id, priority })),
    );
  }

  let lastSend: Promise<void> = Promise.resolve();
  let nextSend: Promise<void> | undefined;

  /** Calls that come while turns are being sent share the next round: thousands of jobs may be added one by one. */
  function sendShared(): Promise<void> {
    if (nextSend !== undefined) return nextSend;
    const send = lastSend.then(() => {
      nextSend = undefined;
      return sendNext();
    });
    nextSend = send;
    // The callers hear of a failure; the next round begins all the same.
    lastSend = send.catch(() => undefined);
    return send;
  }

  return {
    // Not only these jobs, and perhaps not all of them: older ones come first.
    send: sendShared,
    take: async (count) => {
      const turns = Turns.parse(await boss.fetch(queue, { batchSize: count, includeMetadata: true }));
      for (const { id, singletonKey } of turns) taken.set(singletonKey, [...(taken.get(singletonKey) ?? []), id]);
      return [...new Set(turns.map(({ singletonKey }) => singletonKey))];
    },
    release: async (id) => {
      const turns = taken.get(id);
      if (turns === undefined) return;
      taken.delete(id);
      await boss.deleteJob(queue, [...turns]);
    },
    refill: async () => {
      if ((await boss.getQueueSize(queue)) < TURNS.enough) await sendShared();
    },
    look: async () => {
      if (clock.monotonicMs() - countedMs < COUNT_MS) return;
      countedMs = clock.monotonicMs();
      const counts = await records.count({ setup, statuses: ['queued'] });
      waiting = counts.reduce((sum, { count }) => sum + count, 0);
    },
    waiting: () => waiting,
    close: () => boss.stop({ graceful: false }),
  };
}

/**
 * Where two processes create pg-boss's tables at the same time, one of them meets a unique index of the catalogue.
 * pg-boss expects that race, and knows it by these words.
 */
function rethrow(error: unknown): never {
  throw errorCode(error) === UNIQUE_VIOLATION ? new Error('already exists', { cause: error }) : error;
}

/** Ascending within one insert: pg-boss orders turns of the same priority and instant by their ids. */
function turnId(index: number): string {
  return `${index.toString(16).padStart(8, '0')}${randomUUID().slice(8)}`;
}
