/** A service that is killed in the middle of its jobs: the next process finishes them, and pays for nothing again. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { JobView } from '../../src/service/schemas.ts';
import { startBuiltCli } from '../support/built-cli.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { shortOrLong } from '../support/run-length.ts';
import { askAt } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const JOBS = shortOrLong(8, 20);
const KINDS = ['a cover letter', 'a wedding toast', 'a press release', 'a policy brief', 'a product review'];

it('killed in the middle of its jobs and started again, all are done once', { timeout: 240_000 }, async () => {
  const home = await temporaryFolder();
  const model = await plausibleServer({ latencyMs: 60 });
  const start = async () => {
    const child = startBuiltCli(
      ['serve', '--port', '0', '--store', join(home, 'one.sqlite'), '--model', 'scripted', '--jobs', '4'].concat(
        ...['--base-url', model.baseUrl, '--queries', '1', '--keep', '2'],
      ),
      { home },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    await expect.poll(() => /http:\/\/[\d.:]+/u.exec(said), { timeout: 60_000 }).not.toBeNull();
    return { child, url: /http:\/\/[\d.:]+/u.exec(said)?.[0] ?? '' };
  };
  const statuses = async (url: string) => {
    const { json }: { json: { items: JobView[] } } = await askAt(url, '/v1/jobs?limit=100');
    return json.items;
  };
  const count = (items: readonly JobView[], status: string) => items.filter((item) => item.status === status).length;

  const first = await start();
  const ids = new Set<string>();
  for (let number = 0; number < JOBS; number += 1) {
    const instruction = `Write ${KINDS[number % KINDS.length] ?? ''} for reader ${number}`;
    const { json }: { json: JobView } = await askAt(first.url, '/v1/sets', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async', 'idempotency-key': `job-${number}` },
      body: JSON.stringify({ instruction }),
    });
    ids.add(json.id);
  }
  await expect
    .poll(async () => count(await statuses(first.url), 'done'), { timeout: 60_000, interval: 50 })
    .toBeGreaterThanOrEqual(2);
  first.child.kill('SIGKILL');

  const second = await start();
  const before = await statuses(second.url);
  expect(count(before, 'done')).toBeLessThan(JOBS);
  await expect
    .poll(async () => count(await statuses(second.url), 'done'), { timeout: 150_000, interval: 500 })
    .toBe(JOBS);
  const after = await statuses(second.url);
  expect(new Set(after.map(({ id }) => id))).toEqual(ids);
  expect(new Set(after.map(({ resultId }) => resultId)).size).toBe(JOBS);
  expect(model.delivered.length).toBeGreaterThan(JOBS * 4);
  const twice = model.delivered.filter((body, index) => model.delivered.indexOf(body) !== index);
  expect(twice, 'no answer was paid for twice').toEqual([]);
});
