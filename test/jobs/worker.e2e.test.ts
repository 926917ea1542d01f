/** The commands of the queue, as they are typed. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Job } from '../../src/domain/job.ts';
import type { QueueStatus } from '../../src/jobs/queue/steer.ts';
import { ended, startBuiltCli } from '../support/built-cli.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { cliIn } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TASKS = ['a cover letter', 'a wedding toast', 'a press release'];

async function atHome() {
  const home = await temporaryFolder();
  const lines = TASKS.map((kind, number) => JSON.stringify({ id: `t${number}`, instruction: `Write ${kind}` }));
  await writeFile(join(home, 'tasks.jsonl'), `${lines.join('\n')}\n`);
  const run = (...args: readonly string[]) => cliIn([...args, '--store', 'queue.sqlite'], { home });
  const status = async () => JSON.parse((await run('queue', 'status', '--format', 'json')).stdout) as QueueStatus;
  return { home, run, status };
}

it(
  'queues what is missing once, does it with what it was asked for, and nothing else',
  { timeout: 300_000 },
  async () => {
    const { home, run, status } = await atHome();
    const asked = ['--queries', '1', '--keep', '1'];
    const first = await run('precompute', 'tasks.jsonl', '--queue', ...asked);
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('3 jobs queued')]);
    const second = await run('precompute', 'tasks.jsonl', '--queue', ...asked);
    expect(second.stderr).toContain('0 jobs queued');
    expect(second.stderr).toContain('3 queued before');

    // Set up otherwise: it says in what, and touches nothing.
    const other = await run('worker', '--until-empty', '--queries', '2', '--keep', '1');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('parameters: queries')]);
    const before = await status();
    expect(before.batches.map(({ counts }) => counts)).toMatchObject([{ queued: 3, running: 0, done: 0 }]);

    const worker = await run('worker', '--until-empty', ...asked);
    expect([worker.code, worker.stderr]).toEqual([0, expect.stringContaining('3 done, 0 failed')]);
    expect((await status()).batches.map(({ counts }) => counts)).toMatchObject([{ queued: 0, done: 3 }]);

    const awaited = await run('precompute', 'tasks.jsonl', '--queue', '--out', 'queued.jsonl', ...asked);
    expect([awaited.code, awaited.stderr]).toEqual([0, expect.stringContaining('0 jobs queued')]);
    const plain = await run('precompute', 'tasks.jsonl', '--out', 'plain.jsonl', ...asked);
    expect(plain.stderr).toContain('3 of 3: 0 done, 3 cached, 0 failed');
    const [queued, again] = await Promise.all(
      ['queued.jsonl', 'plain.jsonl'].map((name) => readFile(join(home, name))),
    );
    expect(queued?.equals(again ?? Buffer.alloc(0))).toBe(true);

    const memory = await cliIn(['worker', '--store', 'memory'], { home });
    expect([memory.code, memory.stderr]).toEqual([2, expect.stringContaining('no queue')]);
  },
);

it('is drained and resumed, cancelled and asked again', { timeout: 300_000 }, async () => {
  const { run, status } = await atHome();
  await run('precompute', 'tasks.jsonl', '--queue');
  expect((await run('queue', 'drain')).stderr).toContain('3 jobs wait');
  expect((await status()).isDrained).toBe(true);
  expect((await run('queue', 'resume')).code).toBe(0);
  expect((await status()).isDrained).toBe(false);

  expect((await run('queue', 'cancel')).code).toBe(2);
  expect((await run('queue', 'cancel', '--all')).stderr).toContain('3 jobs cancelled');
  expect((await run('precompute', 'tasks.jsonl', '--queue')).stderr).toContain('3 jobs queued');
  expect((await run('queue', 'retry', 'job_x')).stderr).toContain('There is no job job_x');
});

it(
  'stops where a setting is refused, with nothing lost; told to stop, it hands back what it has',
  { timeout: 300_000 },
  async () => {
    const { home, run, status } = await atHome();
    const model = await startModelServer({ handler: answering(plausibleModel), apiKey: 'right-key-0123456789' });
    onTestFinished(() => model.close());
    const asked = ['--model', 'scripted', '--base-url', model.baseUrl, '--queries', '1', '--keep', '1'];
    await run('precompute', 'tasks.jsonl', '--queue', ...asked);
    const refused = await run('worker', ...asked);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('needs an API key')]);
    expect((await status()).batches.map(({ counts }) => counts)).toMatchObject([{ queued: 3, running: 0, failed: 0 }]);

    // It answers nothing for minutes: the jobs are under way when the worker is told to stop.
    model.behave({ latencyMs: 60_000 });
    const env = { GROUNDRULE_API_KEY: 'right-key-0123456789' };
    const worker = startBuiltCli(['worker', '--store', 'queue.sqlite', '--grace', '1', ...asked], { home, env });
    const end = ended(worker);
    await expect.poll(async () => (await status()).batches[0]?.counts.running, { timeout: 120_000 }).toBe(3);
    worker.kill('SIGTERM');
    expect(await end).toMatchObject({ code: 0, stderr: expect.stringContaining('gave up 3 jobs under way') as string });
    const failed = JSON.parse((await run('queue', 'failed', '--format', 'json')).stdout) as Job[];
    expect(failed).toEqual([]);
    expect((await status()).batches.map(({ counts }) => counts)).toMatchObject([{ queued: 3, running: 0 }]);
  },
);
