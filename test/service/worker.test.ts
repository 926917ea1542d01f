/** The process that works on jobs: one that holds it is ended, and the others are done all the same. */
import { expect, it, onTestFinished } from 'vitest';
import type { WorkOutcome } from '../../src/jobs/queue/job-runner.ts';
import { startMember } from '../../src/service/worker-member.ts';
import { startWorker } from '../../src/service/worker.ts';

const QUICK = { beatMs: 300, maxMissed: 5, maxMissedAfterStop: 2 };
const program = new URL('../support/holding-worker.ts', import.meta.url);

function start() {
  const worker = startWorker({} as never, { program, ...QUICK });
  onTestFinished(() => worker.close());
  const run = (
    id: string,
    how: string,
    signal = new AbortController().signal,
    onEvent = (): void => undefined,
  ): Promise<WorkOutcome> => worker.run({ id, kind: 'judgement', input: how, sharedBudgets: [] }, { signal, onEvent });
  return { worker, run };
}

it('does the others in time where one never gives the process back, and fails that one alone', async () => {
  const { run } = start();
  const [waits, holds] = await Promise.all([run('waits', 'wait'), run('holds', 'hold')]);
  expect(waits.status).toBe('done');
  expect(holds).toMatchObject({ status: 'failed', problem: { status: 422 }, obstacle: null });
  expect((await run('next', 'wait')).status).toBe('done');
}, 60_000);

it('frees what was cancelled, however busy it is', async () => {
  const { run } = start();
  const cancel = new AbortController();
  // It says so before it holds the process.
  const holds = run('holds', 'hold', cancel.signal, () => cancel.abort());
  expect((await holds).status).toBe('stopped');
}, 60_000);

it('closes a process that is held', async () => {
  const { worker, run } = start();
  const holds = run('holds', 'hold').catch((error: unknown) => error);
  await run('short', 'now');
  await worker.close();
  expect(await holds).toBeInstanceOf(Error);
}, 60_000);

it('ends a process that could not be opened', async () => {
  const setup = { refuses: true } as never;
  const refused = await startMember(setup, { program, ...QUICK }).then(
    () => '',
    (error: unknown) => String(error),
  );
  const pid = Number(/could not be opened: (\d+)/u.exec(refused)?.[1]);
  expect(pid).toBeGreaterThan(0);
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isThere, { timeout: 20_000 }).toBe(false);
}, 60_000);
