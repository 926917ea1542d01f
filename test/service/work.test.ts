/** What a job asks of the client: whatever its row holds, its outcome is one of its own. */
import { expect, it, onTestFinished } from 'vitest';
import type { JobKind } from '../../src/domain/job.ts';
import { createGroundrule } from '../../src/groundrule.ts';
import { doWork } from '../../src/service/work.ts';

it.each([
  ['a budget in another form', 'judgement', { budget: 'ten dollars', response: 'x', checklist: [] }],
  ['a limit that is unknown', 'criteria', { budget: { limit: 3 }, instruction: 'Write a toast' }],
  ['no fields', 'judgement', {}],
  ['nothing', 'comparison', null],
  ['a kind that is unknown', 'drawing' as JobKind, { instruction: 'Draw' }],
] as const)('a row that another version wrote fails alone: %s', async (_what, kind, input) => {
  const client = await createGroundrule({ store: 'memory' });
  onTestFinished(() => client.close());
  const job = { id: 'job_1', kind, input, sharedBudgets: [] };
  const options = { signal: new AbortController().signal, onEvent: () => undefined };
  expect(await doWork(client, job, options)).toMatchObject({ status: 'failed', problem: { status: 500 } });
});
