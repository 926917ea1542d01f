/** Works on the jobs of a queue in this process, until it is told to stop or there are none. */
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../client/clock.ts';
import { InputError, LimitError, SettingError } from '../domain/errors.ts';
import { OPEN, type JobCount } from '../domain/job.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { KeptRecords } from '../domain/ports.ts';
import { openGroundrule } from '../groundrule.ts';
import { isDrained } from '../jobs/queue/steer.ts';
import { differencesOf, keptSetup, titleOf } from '../jobs/queue/setup.ts';
import { sumOf } from '../jobs/queue/steer.ts';
import { usdOf } from '../domain/usd-of.ts';
import { DRAINED } from '../report/queue.ts';
import { plural, usdText } from '../report/words.ts';
import { createJobs } from '../jobs/queue/jobs.ts';
import { runHere } from '../service/run-here.ts';
import { asToOperator } from '../service/work.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { openSessionQueue, type SessionQueue } from './open-queue.ts';
import type { Session } from './session.ts';

export interface WorkerOptions {
  readonly concurrency: number;
  readonly untilEmpty: true | undefined;
  /** In seconds. */
  readonly grace: number;
}

type Ended = Record<'done' | 'failed' | 'cancelled', number>;

/** Of many workers each counts what waits. */
const LOOK_MS = 5_000;

export async function runWorker(session: Session<unknown>, options: WorkerOptions): Promise<ExitCode> {
  const { progress, signal } = session;
  // A signal ends what is under way only after a time: the session's own client would stop at once.
  const giveUp = new AbortController();
  const giveUpLater = () => setTimeout(() => giveUp.abort(), options.grace * 1_000).unref();
  signal.addEventListener('abort', giveUpLater, { once: true });
  const storePatience = { maxAwayMs: Number.POSITIVE_INFINITY, signal: giveUp.signal };
  const client = session.closing(
    await openGroundrule({ ...(await session.setup()), onEvent: progress.onEvent, storePatience }),
  );
  const queue = await openSessionQueue(session, client);
  const runner = runHere(client);
  let obstacle: Error | undefined;
  const ended: Ended = { done: 0, failed: 0, cancelled: 0 };
  const jobs = createJobs({
    ...{ store: client.store, delivery: queue.delivery, clock: systemClock },
    runner: {
      // This process is its operator's own: jobs say what a service tells its log alone.
      run: async (work, options) => asToOperator(await runner.run(work, options)),
      close: async () => {
        giveUp.abort();
        await runner.close();
      },
    },
    concurrency: options.concurrency,
    observer: {
      event: () => undefined,
      usage: () => undefined,
      ended: (_kind, status) => {
        if (status !== 'queued' && status !== 'running') ended[status] += 1;
      },
      log: (line) => progress.warn(line),
    },
    onObstacle: (kind, { detail, advice }) => {
      const given = advice === undefined ? {} : { advice };
      obstacle ??= kind === 'limit' ? new LimitError(detail, given) : new SettingError(detail, given);
    },
  });
  session.closing(jobs);
  progress.note(`works on jobs of ${client.store.location} for ${titleOf(queue.asked)}`);
  await jobs.start();
  const told = new Set<string>();
  let others: readonly string[] = [];
  let isHeld = false;
  /** @returns whether any job of this worker's setup waits or is under way */
  async function look(): Promise<boolean> {
    const counts = await client.store.jobs.count({ statuses: OPEN });
    const { queued, running } = sumOf(counts.filter(({ setup }) => setup === queue.setup));
    const wasHeld = isHeld;
    isHeld = await isDrained(client.store.kept);
    if (isHeld && !wasHeld) progress.warn(DRAINED);
    others = await jobsOfOthers(client.store.kept, queue, counts);
    for (const line of others) if (!told.has(line)) progress.warn(line);
    others.forEach((line) => told.add(line));
    progress.status('jobs', () => statusText(jobs.counts().running, queued, ended, client.usage()));
    return queued + running > 0;
  }
  const stopping = new Promise<true>((resolve) => {
    signal.addEventListener('abort', () => resolve(true), { once: true });
  });
  while (!signal.aborted && obstacle === undefined) {
    // A store that is away keeps nobody from stopping it.
    const isWork = await Promise.race([look(), stopping]);
    if (options.untilEmpty === true && !isWork) break;
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  if (signal.aborted) progress.note(`stops: ${plural(jobs.counts().running, 'job')} under way`);
  await jobs.close(obstacle === undefined ? options.grace * 1_000 : 0);
  progress.close();
  const why = ended.failed === 0 ? '' : '; “npx groundrule queue failed” says why';
  progress.note(`${ended.done} done, ${ended.failed} failed${why}`);
  if (obstacle !== undefined) throw obstacle;
  const [other] = others;
  if (options.untilEmpty === true && ended.done + ended.failed === 0 && other !== undefined)
    throw new InputError(other, { advice: 'Start a worker with the settings that “precompute --queue” was given.' });
  return ended.failed > 0 && options.untilEmpty === true ? EXIT.checkFailed : EXIT.done;
}

/** One line for each setup whose jobs wait for others: in what it differs. @param counts of jobs that have not ended */
async function jobsOfOthers(
  kept: KeptRecords,
  { setup: own, asked: ours }: SessionQueue,
  counts: readonly JobCount[],
): Promise<string[]> {
  const setups = [...new Set(counts.flatMap(({ setup }) => setup ?? []))].filter((setup) => setup !== own);
  const lines = await Promise.all(
    setups.map(async (setup) => {
      const theirs = await keptSetup(kept, setup);
      if (theirs === null) return 'Jobs wait that another version of groundrule asked for.';
      const differences = differencesOf(theirs, ours).join('; ');
      return `Jobs wait that this worker is not set up for (${differences}): they are for ${titleOf(theirs)}.`;
    }),
  );
  return [...new Set(lines)];
}

function statusText(here: number, waiting: number, { done, failed }: Ended, usage: readonly ModelUsage[]): string {
  const cost = usage.length === 0 ? '' : `; ${usdText(usdOf(usage))} USD`;
  return `${here} here, ${waiting} waiting; ${done} done, ${failed} failed${cost}`;
}
