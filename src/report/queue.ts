/** The jobs of a store: how many are queued, running and done, and why some failed. */
import { z } from 'zod';
import type { Job } from '../domain/job.ts';
import type { QueueStatus } from '../jobs/queue/steer.ts';
import { shorten } from '../text/printable.ts';
import { spentText } from './costs.ts';
import { renderer } from './formats.ts';
import { left, lines, main, paint, right, table, unbroken } from './report.ts';
import { amount } from './words.ts';

export const DRAINED = 'Drained: nothing more is begun until “npx groundrule queue resume”.';

export const renderQueueStatus = renderer<QueueStatus>(({ isDrained, batches }) => ({
  title: 'Queue',
  blocks: [
    lines(isDrained ? paint.warn(DRAINED) : null, batches.length === 0 ? 'There are no jobs.' : null),
    table(batches, [
      unbroken('Batch', ({ batch }) => batch ?? 'single ones'),
      main('Done with', ({ title }) => title ?? 'what the service has that works on them'),
      right('Queued', ({ counts }) => amount(counts.queued)),
      right('Running', ({ counts }) => amount(counts.running)),
      right('Done', ({ counts }) => amount(counts.done)),
      right('Failed', ({ counts }) => amount(counts.failed)),
      right('Cancelled', ({ counts }) => amount(counts.cancelled)),
      left('Spent', ({ budget }) => (budget === null ? '' : spentText(budget))),
    ]),
  ],
}));

const MAX_INSTRUCTION_CHARS = 60;
const Asked = z.object({ instruction: z.string() });

export const renderFailedJobs = renderer<readonly Job[]>((jobs) => ({
  title: 'Failed jobs',
  blocks: [
    lines(jobs.length === 0 ? 'No job has failed.' : null),
    table(jobs, [
      unbroken('Job', ({ id }) => id),
      right('Line', ({ batch }) => (batch === null ? '' : String(batch.line + 1))),
      right('Begun', ({ attempts }) => String(attempts)),
      main('Reason', ({ problem }) => problem?.detail ?? ''),
      left('Asked', ({ input }) => shorten(Asked.safeParse(input).data?.instruction ?? '', MAX_INSTRUCTION_CHARS)),
    ]),
  ],
}));
