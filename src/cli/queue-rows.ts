/** `precompute --queue`: adds a job for each task that has no set yet, and says who does them. */
import { systemClock } from '../client/clock.ts';
import { workingAlone } from '../client/runs.ts';
import type { Task } from '../domain/task.ts';
import type { Instruction } from '../jobs/rows/discover-row.ts';
import { discoveryKey } from '../precompute/discovery-key.ts';
import type { PrecomputeOptions } from '../jobs/rows/precompute.ts';
import type { RowOutput } from '../jobs/rows/row-output.ts';
import { isDrained } from '../jobs/queue/steer.ts';
import { awaitRows, queueRows } from '../jobs/queue/queue-rows.ts';
import { titleOf } from '../jobs/queue/setup.ts';
import { DRAINED } from '../report/queue.ts';
import { plural } from '../report/words.ts';
import { EXIT } from './exit-codes.ts';
import { openQueueToAdd } from './open-queue.ts';
import type { Session } from './session.ts';

export async function queueInstructions(
  session: Session<unknown>,
  instructions: readonly Instruction[],
  asked: { readonly priority: number; readonly retryFailed: boolean },
) {
  const { progress, signal } = session;
  const client = await session.client();
  // By whoever queues them: workers, which have one task each, then share alike.
  await client.nameKinds(instructions);
  const { queue, ...toAdd } = await openQueueToAdd(session, client);
  const keyOf = (task: Task) => discoveryKey(queue.asked, task);
  const ports = { store: client.store, queue, keyOf, clock: systemClock };
  const { batch, added, open, cached, failed, invalid } = await queueRows(ports, instructions, {
    ...asked,
    ...toAdd,
  });
  progress.note(
    `${plural(added, 'job')} queued in ${client.store.location} (${batch}), for ${titleOf(queue.asked)}; ${open} queued before, ${cached} cached, ${failed} failed before${invalid === 0 ? '' : `, ${invalid} that cannot be run`}`,
  );
  if (added + open > 0) {
    progress.note(
      '“npx groundrule worker” with the same settings does them; “npx groundrule queue status” shows them.',
    );
    if (await isDrained(client.store.kept)) progress.warn(DRAINED);
  }
  if (failed > 0) progress.note('--retry-failed queues the failed ones again; “npx groundrule queue failed” says why.');
  return {
    exitCode: failed + invalid > 0 ? EXIT.checkFailed : EXIT.done,
    batch,
    /** Waits for all of them. */
    rows: (output: RowOutput, options: Omit<PrecomputeOptions, 'rowsAtOnce'>) =>
      awaitRows(workingAlone(signal, progress.onEvent), ports, output, instructions, options),
  };
}
