/** Requests that wait: large ones at once, of which as many as are soon done are taken; and how long one waits for its job. */
import { expect, it } from 'vitest';
import type { JobRunner, WorkOutcome } from '../../src/jobs/queue/job-runner.ts';
import { DEFAULT_LIMITS } from '../../src/service/service.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { startService } from '../support/service.ts';

const DONE: WorkOutcome = { status: 'done', result: { of: 'value', value: {} }, unanswered: 'none', usage: [] };

it('refuses large requests behind others, until those are done; a small one never', async () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let begun = 0;
  const run = async () => {
    begun += 1;
    await opened;
    return DONE;
  };
  const service = await startService({
    runner: { run, close: async () => undefined },
    limits: { ...DEFAULT_LIMITS, waitingChars: 250_000 },
  });
  const judge = async (chars: number) => {
    const checklist = [{ text: 'Is it short?', check: 'words <= 5' }];
    const { status, headers } = await service.post('/v1/judgements', { response: 'x'.repeat(chars), checklist });
    return [status, headers['retry-after']];
  };
  const first = [judge(120_000), judge(120_000)];
  await expect.poll(() => begun).toBe(2);
  expect(await judge(120_000)).toEqual([503, '1']);
  const small = judge(1_000);
  await expect.poll(() => begun).toBe(3);
  open();
  expect(await Promise.all([...first, small])).toEqual(Array(3).fill([200, undefined]));
  expect(await judge(120_000)).toEqual([200, undefined]);
});

it('takes a request that is larger than the limit by itself', async () => {
  const service = await startService({ limits: { ...DEFAULT_LIMITS, waitingChars: 1 } });
  const checklist = [{ text: 'Is it short?', check: 'words <= 5' }];
  const { status } = await service.post('/v1/judgements', { response: 'x'.repeat(120_000), checklist });
  expect(status).toBe(200);
});

it('is answered when the wait is over, whatever was collected from memory meanwhile', async () => {
  let begun = false;
  const run: JobRunner['run'] = async (_, { signal }) => {
    begun = true;
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return { status: 'stopped', usage: [] };
  };
  const service = await startService({
    runner: { run, close: async () => undefined },
    limits: { ...DEFAULT_LIMITS, waitMs: 500 },
  });
  const answer = service.post('/v1/sets', { instruction: 'Write a note' });
  await expect.poll(() => begun, { interval: 5 }).toBe(true);
  collectGarbage();
  const { status, headers } = await answer;
  expect(status).toBe(202);
  await service.ask(headers.location ?? '', { method: 'DELETE' });
});
