/** What `queue` says of the jobs of a store, in this process. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { runCli } from '../../src/cli/program.ts';
import { createGroundrule } from '../../src/groundrule.ts';
import { job } from '../support/job.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { cli, testShell } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function queueOf(...jobs: readonly ReturnType<typeof job>[]) {
  const store = join(await temporaryFolder(), 'queue.sqlite');
  const client = await createGroundrule({ store });
  await client.store.jobs.add(jobs);
  return { client, queue: (...args: readonly string[]) => cli(['queue', ...args, '--store', store]) };
}

it('is drained while somebody works, and when all who did were killed', { timeout: 30_000 }, async () => {
  const { client, queue } = await queueOf(job('job_a', { status: 'running' }), job('job_b'));
  await client.store.jobs.claim('job_a');
  let isDrained = false;
  const drained = queue('drain').finally(() => (isDrained = true));
  await expect.poll(async () => (await queue('status')).stdout, { timeout: 10_000 }).toContain('Drained');
  expect(isDrained).toBe(false);

  // As where a lease runs out.
  await client.store.jobs.release('job_a');
  expect(await drained).toMatchObject({
    code: EXIT.done,
    stderr: expect.stringContaining('nothing is under way; 2 jobs wait') as unknown,
  });
  expect((await client.store.jobs.get('job_a'))?.status).toBe('running');
  await client.close();
});

it('knows no batch that was never added', async () => {
  const { client, queue } = await queueOf(job('job_a', { status: 'failed' }));
  await client.close();
  for (const command of ['failed', 'retry', 'cancel']) {
    const { code, stderr } = await queue(command, '--batch', 'batch_x');
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringContaining('There is no batch batch_x.')]);
  }
  expect((await queue('retry', '--batch', 'b')).stderr).toContain('1 job queued again');
});

it('tells those who wait that it is drained, and where the reasons of failures are', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  const store = join(folder, 'queue.sqlite');
  const stdin = `${JSON.stringify({ id: 'a', instruction: 'Write a wedding toast' })}\n`;
  const ask = () => cli(['precompute', '-', '--queue', '--library', folder, '--store', store], { stdin });
  await writeFile(
    join(folder, 'toast.md'),
    `# How to write a wedding toast\n\n${'Tell one short story that shows the couple. '.repeat(5)}\n`,
  );
  const { code, stderr } = await ask();
  expect([code, stderr.includes('Drained')]).toEqual([EXIT.done, false]);
  await cli(['queue', 'drain', '--store', store]);
  expect((await ask()).stderr).toContain('Drained: nothing more is begun');

  const client = await createGroundrule({ store });
  const [added] = await client.store.jobs.list({}, 1);
  await client.store.jobs.replace({ ...added!, input: { instruction: '' } }, ['queued']);
  await client.close();
  const shell = testShell();
  const worker = runCli(['worker', '--until-empty', '--library', folder, '--store', store], shell);
  await expect.poll(() => shell.errors(), { timeout: 20_000 }).toContain('warning: Drained');
  await cli(['queue', 'resume', '--store', store]);
  expect(await worker).toBe(EXIT.checkFailed);
  expect(shell.errors()).toContain('0 done, 1 failed; “npx groundrule queue failed” says why');
});

it('says what to do about jobs of another version, which no settings help', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  const store = join(folder, 'queue.sqlite');
  await writeFile(join(folder, 'toast.md'), '# How to write a toast\n\nTell one story.\n');
  const stdin = `${JSON.stringify({ id: 'a', instruction: 'Write a wedding toast' })}\n`;
  expect((await cli(['precompute', '-', '--queue', '--library', folder, '--store', store], { stdin })).code).toBe(
    EXIT.done,
  );
  const client = await createGroundrule({ store });
  const [job] = await client.store.jobs.list({}, 1);
  for (const [kept, version] of [
    [{ version: '0.0.1', form: 'of old' }, 'version 0.0.1'],
    [{ form: 'of old' }, 'another version'],
  ] as const) {
    await client.store.kept.put('queue', `setup ${job!.setup}`, kept);
    const { code, stderr } = await cli(['worker', '--until-empty', '--store', store]);
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain(`Jobs of ${version} of groundrule wait, and this worker is of 0.1.0.`);
    expect(stderr).toContain(`cancel them (“npx groundrule queue cancel --batch ${job!.batch!.id}”)`);
    expect(stderr).not.toContain('with the settings');
  }
  await client.close();
});

async function queueWithModel(behaviour: Parameters<typeof plausibleServer>[0]) {
  const store = join(await temporaryFolder(), 'queue.sqlite');
  const server = await plausibleServer(behaviour);
  const model = ['--store', store, '--model', 'scripted', '--base-url', server.baseUrl];
  const stdin = [1, 2, 3].map((id) => `${JSON.stringify({ id, instruction: `Write toast ${id}` })}\n`).join('');
  const env = { OPENAI_API_KEY: 'wrong' };
  expect((await cli(['precompute', '-', '--queue', ...model], { stdin, env })).code).toBe(EXIT.done);
  return { store, server, work: (...args: string[]) => cli(['worker', ...args, ...model], { env }) };
}

it('a worker whose key is refused hands its jobs back and ends at once', { timeout: 60_000 }, async () => {
  const { store, server, work } = await queueWithModel({ apiKey: 'right' });
  const { code, stderr } = await work('--concurrency', '1');
  expect([code, stderr]).toEqual([EXIT.badInput, expect.stringContaining('key')]);
  // Time and again within the seconds until it would look again.
  expect(server.statistics().requests).toBeLessThan(4);
  expect((await cli(['queue', 'status', '--store', store])).stdout).toMatch(/3/u);
});

it('a worker whose key is refused meanwhile waits for the answers under way', { timeout: 60_000 }, async () => {
  const { server, work } = await queueWithModel({ latencyMs: 500, faultRates: { 'wrong-key': 1 } });
  server.next(null);
  const { code, stderr } = await work('--concurrency', '2');
  expect([code, stderr]).toEqual([EXIT.badInput, expect.not.stringContaining('gave up')]);
  expect(server.delivered).toHaveLength(1);
});
