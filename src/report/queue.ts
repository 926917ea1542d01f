/** The jobs of a store: how many are queued, running and done, and why some failed. */
import { z } from 'zod';
import type { Job } from '../domain/job.ts';
import type { QueueStatus } from '../jobs/queue/steer.ts';
import { spentText } from './costs.ts';
import { renderer } from './formats.ts';
import { lines, main, paint, right, table, unbroken } from './report.ts';
import { amount } from './words.ts';

export const DRAINED = 'Drained: nothing more is begun until “npx groundrule queue resume”.';

export const renderQueueStatus = renderer<QueueStatus>(({ isDrained, batches }) => ({
  title: 'Queue',
  blocks: [
    lines(...(isDrained ? [paint.warn(DRAINED)] : []), ...(batches.length === 0 ? ['There are no jobs.'] : [])),
    table(
      [
        unbroken('Batch'),
        main('Done with'),
        ...['Queued', 'Running', 'Done', 'Failed', 'Cancelled'].map(right),
        'Spent',
      ],
      batches.map(({ batch, title, counts: { queued, running, done, failed, cancelled }, budget }) => [
        batch ?? 'single ones',
        title ?? 'what the service has that works on them',
        ...[queued, running, done, failed, cancelled].map(amount),
        budget === null ? '' : spentText(budget),
      ]),
    ),
  ],
}));

export const renderFailedJobs = renderer<readonly Job[]>((jobs) => ({
  title: 'Failed jobs',
  blocks: [
    lines(...(jobs.length === 0 ? ['No job has failed.'] : [])),
    table(
      [unbroken('Job'), right('Line'), right('Begun'), main('Reason'), 'Asked'],
      jobs.map(({ id, batch, attempts, problem, input }) => [
        id,
        batch === null ? '' : String(batch.line + 1),
        String(attempts),
        problem?.detail ?? '',
        instructionOf(input),
      ]),
    ),
  ],
}));

const MAX_INSTRUCTION_CHARS = 60;

function instructionOf(input: unknown): string {
  const { instruction = '' } = z.object({ instruction: z.string().optional() }).parse(input);
  return instruction.length > MAX_INSTRUCTION_CHARS ? `${instruction.slice(0, MAX_INSTRUCTION_CHARS)}…` : instruction;
}
