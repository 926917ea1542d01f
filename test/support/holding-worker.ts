/** Stands in for the process of jobs: it may refuse to open; its jobs wait, end at once, or hold it for good. */
import type { FromWorker, ToWorker } from '../../src/service/worker-process.ts';
import type { WorkOutcome } from '../../src/jobs/queue/job-runner.ts';

const WAIT_MS = 1_000;
const DONE: WorkOutcome = { status: 'done', result: { of: 'value', value: 1 }, unanswered: 'none', usage: [] };
const tell = (message: FromWorker) => process.send?.(message, () => undefined);

function hold(): void {
  for (;;);
}

process.on('SIGTERM', () => undefined);
process.on('message', (message: ToWorker) => {
  if (message.type === 'open')
    tell('refuses' in message.setup ? { type: 'refused', message: String(process.pid) } : { type: 'opened' });
  else if (message.type === 'beat') tell({ type: 'beat' });
  else if (message.type === 'close') process.disconnect();
  else if (message.type === 'run') {
    const { id, work } = message;
    const done = () => tell({ type: 'outcome', id, outcome: DONE });
    if (work.input === 'wait') setTimeout(done, WAIT_MS);
    else if (work.input === 'now') done();
    else {
      // What was sent meanwhile is still read.
      setTimeout(hold, 100);
      process.send?.({ type: 'events', id, events: [{ type: 'warning', message: 'It holds.' }] } satisfies FromWorker);
    }
  }
});
