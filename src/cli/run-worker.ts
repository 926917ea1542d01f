/** Works on the jobs of a queue in this process, until it is told to stop or there are none. */
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../client/clock.ts';
import { InputError, LimitError, SettingError } from '../domain/errors.ts';
import { OPEN, type JobCount } from '../domain/job.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { KeptRecords } from '../domain/ports.ts';
import { openGroundrule } from '../groundrule.ts';
import { isDrained, sumOf } from '../jobs/queue/steer.ts';
import { differencesOf, keptSetup, keptVersion, titleOf } from '../jobs/queue/setup.ts';
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
  const graceMs = options.grace * 1_000;
  signal.addEventListener('abort', () => setTimeout(() => giveUp.abort(), graceMs).unref(), { once: true });
  const storePatience = { maxAwayMs: Number.POSITIVE_INFINITY, signal: giveUp.signal };
  const client = session.closing(
    await openGroundrule({ ...(await session.setup()), onEvent: progress.onEvent, storePatience }),
  );
  const queue = await openSessionQueue(session, client);
  // This process is its operator's own: jobs say what a service tells its log alone.
  const runner = runHere(client, null, asToOperator);
  let obstacle: Error | undefined;
  const met = new AbortController();
  const ended: Ended = { done: 0, failed: 0, cancelled: 0 };
  const jobs = createJobs({
    ...{ store: client.store, delivery: queue.delivery, clock: systemClock },
    runner: {
      ...runner,
      close: async () => {
        const { running } = jobs.counts();
        if (running > 0)
          progress.warn(
            `gave up ${plural(running, 'job')} under way, and what was asked for them and not yet answered`,
          );
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
      met.abort();
    },
  });
  session.closing(jobs);
  progress.note(`works on jobs of ${client.store.location} for ${titleOf(queue.asked)}`);
  await jobs.start();
  const told = new Set<string>();
  let others: readonly LeftAlone[] = [];
  let isHeld = false;
  /** @returns whether any job of this worker's setup waits or is under way */
  async function look(): Promise<boolean> {
    const counts = await client.store.jobs.count({ statuses: OPEN });
    const { queued, running } = sumOf(counts.filter(({ setup }) => setup === queue.setup));
    const wasHeld = isHeld;
    isHeld = await isDrained(client.store.kept);
    if (isHeld && !wasHeld) progress.warn(DRAINED);
    others = await jobsOfOthers(client.store.kept, queue, counts);
    for (const { problem, advice } of others) {
      if (!told.has(problem)) progress.warn(`${problem} ${advice}`);
      told.add(problem);
    }
    progress.status('jobs', () => statusText(jobs.counts().running, queued, ended, client.usage()));
    return queued + running > 0;
  }
  const ending = AbortSignal.any([signal, met.signal]);
  const stopping = new Promise<true>((resolve) => {
    ending.addEventListener('abort', () => resolve(true), { once: true });
  });
  while (!ending.aborted) {
    // A store that is away keeps nobody from stopping it.
    const isWork = await Promise.race([look(), stopping]);
    if (options.untilEmpty === true && !isWork) break;
    await delay(LOOK_MS, undefined, { signal: ending }).catch(() => undefined);
  }
  if (signal.aborted) progress.note(`stops: ${plural(jobs.counts().running, 'job')} under way`);
  await jobs.close(graceMs);
  progress.close();
  const why = ended.failed === 0 ? '' : '; “npx groundrule queue failed” says why';
  progress.note(`${ended.done} done, ${ended.failed} failed${why}`);
  if (obstacle !== undefined) throw obstacle;
  const [other] = others;
  if (options.untilEmpty === true && ended.done + ended.failed === 0 && other !== undefined)
    throw new InputError(other.problem, { advice: other.advice });
  return ended.failed > 0 && options.untilEmpty === true ? EXIT.checkFailed : EXIT.done;
}

/** Jobs that this worker leaves alone, and what to do about them. */
interface LeftAlone {
  readonly problem: string;
  readonly advice: string;
}

/** One for each setup whose jobs wait for others. @param counts of jobs that have not ended */
async function jobsOfOthers(
  kept: KeptRecords,
  { setup: own, asked: ours }: SessionQueue,
  counts: readonly JobCount[],
): Promise<LeftAlone[]> {
  const setups = [...new Set(counts.flatMap(({ setup }) => setup ?? []))].filter((setup) => setup !== own);
  return Promise.all(
    setups.map(async (setup) => {
      const batches = [...new Set(counts.flatMap((count) => (count.setup === setup ? (count.batch ?? []) : [])))];
      const version = await keptVersion(kept, setup);
      if (version !== ours.version) return ofOtherVersion(version, ours.version, batches);
      const theirs = await keptSetup(kept, setup);
      const differences = theirs === null ? 'unknown settings' : differencesOf(theirs, ours).join('; ');
      const title = theirs === null ? '' : `: they are for ${titleOf(theirs)}`;
      return {
        problem: `Jobs wait that this worker is not set up for (${differences})${title}.`,
        advice: 'Start a worker with the settings that “precompute --queue” or “judge --queue” was given.',
      };
    }),
  );
}

/** No settings make this worker do them: what a job finds depends on the version. */
function ofOtherVersion(version: string | null, ours: string, batches: readonly string[]): LeftAlone {
  const cancel = batches.map((batch) => `“npx groundrule queue cancel --batch ${batch}”`).join(', ');
  return {
    problem: `Jobs of ${version === null ? 'another version' : `version ${version}`} of groundrule wait, and this worker is of ${ours}.`,
    advice: `Run a worker of ${version ?? 'that version'}, or cancel them (${cancel === '' ? '“npx groundrule queue cancel”' : cancel}) and queue them again with the command that queued them, by ${ours}.`,
  };
}

function statusText(here: number, waiting: number, { done, failed }: Ended, usage: readonly ModelUsage[]): string {
  const cost = usage.length === 0 ? '' : `; ${usdText(usdOf(usage))} USD`;
  return `${here} here, ${waiting} waiting; ${done} done, ${failed} failed${cost}`;
}
