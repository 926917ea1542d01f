import { setTimeout as delay } from 'node:timers/promises';
import { OPEN, type JobRecords } from '../../domain/job.ts';
import { settingsIn } from '../../config/settings.ts';
import { plural } from '../../report/words.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { text, toggle, whole } from '../flag.ts';
import { formatFlag, outFlag } from '../flags.ts';
import { queueStatus, cancelJobs, sumOf, retryJobs, setDrained } from '../../jobs/queue/steer.ts';
import { renderQueueStatus, renderFailedJobs } from '../../report/queue.ts';
import { systemClock } from '../../client/clock.ts';
import { CancelledError, InputError } from '../../domain/errors.ts';

const settings = settingsIn('store');
const format = formatFlag();
const chosen = {
  batch: text('--batch <id>', 'All of one batch, as “queue status” calls it'),
  all: toggle('--all', 'All of the store'),
};
const jobIds = ['[jobs...]', 'Ids of jobs'] as const;
const DRAIN_POLL_MS = 500;
const MAX_RUNNING = 100_000;

async function requireBatch(jobs: JobRecords, batch: string | undefined): Promise<void> {
  if (batch === undefined || (await jobs.count()).some((counted) => counted.batch === batch)) return;
  throw new InputError(`There is no batch ${batch}.`, { advice: '“npx groundrule queue status” shows them.' });
}

async function chosenJobs(
  jobs: JobRecords,
  ids: readonly string[],
  { batch, all }: { batch?: string | undefined; all?: true | undefined },
) {
  const given = [ids.length > 0, batch !== undefined, all === true].filter(Boolean).length;
  if (given === 1) {
    await requireBatch(jobs, batch);
    return { ids, batch };
  }
  throw new InputError('Which jobs are meant is not clear.', { advice: 'Name their ids, or --batch ID, or --all.' });
}

const statusCommand = defineCommand({
  name: 'status',
  description: 'How many jobs wait, run, are done and failed, by batch',
  flags: { format, out: outFlag },
  settings,
  examples: ['groundrule queue status --store postgres://groundrule@db.example.org/groundrule'],
  run: async ({ flags, client, print }) => {
    const status = await queueStatus((await client()).store);
    await print((layout) => renderQueueStatus(status, flags.format, layout));
  },
});

const failedCommand = defineCommand({
  name: 'failed',
  description: 'The jobs that failed, newest first, each with its reason',
  flags: {
    limit: whole('-n, --limit <number>', 'How many at most', [1, 100_000], 100),
    batch: chosen.batch,
    format,
    out: outFlag,
  },
  settings,
  run: async ({ flags, client, print }) => {
    const { jobs } = (await client()).store;
    await requireBatch(jobs, flags.batch);
    const failed = await jobs.list({ statuses: ['failed'], batch: flags.batch }, flags.limit);
    await print((layout) => renderFailedJobs(failed, flags.format, layout));
  },
});

const retryCommand = defineCommand({
  name: 'retry',
  description: 'Have failed jobs done again',
  arguments: [jobIds],
  flags: chosen,
  settings,
  examples: ['groundrule queue retry --all'],
  run: async ({ flags, client, progress }, ids) => {
    const { jobs } = (await client()).store;
    const asked = await chosenJobs(jobs, ids, flags);
    progress.note(`${plural(await retryJobs(jobs, asked), 'job')} queued again`);
  },
});

const cancelCommand = defineCommand({
  name: 'cancel',
  description: 'Cancel jobs that have not ended; what they asked a model already is kept',
  arguments: [jobIds],
  flags: chosen,
  settings,
  run: async ({ flags, client, progress }, ids) => {
    const { jobs } = (await client()).store;
    const asked = await chosenJobs(jobs, ids, flags);
    progress.note(`${plural(await cancelJobs(jobs, asked, systemClock), 'job')} cancelled`);
  },
});

/** Jobs that somebody works on: those of a worker that was killed, nobody holds any more. */
async function countUnderWay(jobs: JobRecords): Promise<number> {
  let count = 0;
  for (const { id } of await jobs.list({ statuses: ['running'] }, MAX_RUNNING)) {
    if (await jobs.claim(id)) await jobs.release(id);
    else count += 1;
  }
  return count;
}

const drainCommand = defineCommand({
  name: 'drain',
  description: 'Have no worker begin anything more, and wait for what is under way',
  settings,
  run: async ({ client, progress, signal }) => {
    const { jobs, kept } = (await client()).store;
    await setDrained(kept, true);
    for (;;) {
      // Who looked at the mark before it was set begins a job still.
      await delay(DRAIN_POLL_MS, undefined, { signal }).catch(() => {
        throw new CancelledError('Stopped waiting. The queue is still drained.');
      });
      const underWay = await countUnderWay(jobs);
      if (underWay === 0) {
        const { queued, running } = sumOf(await jobs.count({ statuses: OPEN }));
        progress.note(
          `nothing is under way; ${plural(queued + running, 'job')} wait for “npx groundrule queue resume”`,
        );
        return;
      }
      progress.status('queue', () => `${plural(underWay, 'job')} under way`);
    }
  },
});

const resumeCommand = defineCommand({
  name: 'resume',
  description: 'End a drain: workers begin jobs again',
  settings,
  run: async ({ client, progress }) => {
    await setDrained((await client()).store.kept, false);
    progress.note('workers begin jobs again');
  },
});

export const command = defineGroup({
  name: 'queue',
  description: 'Show and steer the jobs of a store that workers share (docs/queue.md)',
  commands: [statusCommand, failedCommand, retryCommand, cancelCommand, drainCommand, resumeCommand],
  examples: ['groundrule queue status', 'groundrule queue failed --format json', 'groundrule queue retry --all'],
});
