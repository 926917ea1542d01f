/** Four processes on one store keep a budget and a rate together, and say what they left undone. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { countTokens } from '../../src/llm/count-tokens.ts';
import { runBuiltCli } from '../support/built-cli.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { hasPostgres, START_MS, startPostgres, type PostgresServer } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const WORKERS = 4;
const CALLS_AT_ONCE = 4;
const IN_FLIGHT = WORKERS * CALLS_AT_ONCE;
const PER_MINUTE = 200;
const INTERVAL_MS = 60_000 / PER_MINUTE;
/** USD per million tokens: a call takes about 2 cents. */
const PRICE = { input: 25, output: 50 };
const KINDS = ['a cover letter', 'a wedding toast', 'a press release', 'a lesson plan', 'a speech', 'a eulogy'];

let postgres: PostgresServer | null = null;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
}, START_MS);
afterAll(() => postgres?.close());

it.each([
  ['SQLite', async () => 'one.sqlite'],
  ...(hasPostgres ? [['PostgreSQL', async () => (await postgres?.makeDatabase()) ?? ''] as const] : []),
])('$1.00 and 200 calls in a minute hold over four processes on %s', { timeout: 240_000 }, async (_, makeStore) => {
  const home = await temporaryFolder();
  const store = await makeStore();
  const arrivedMs: number[] = [];
  const answers: string[] = [];
  const answer = answering(plausibleModel);
  const server = await startModelServer({
    handler: (request) => {
      arrivedMs.push(performance.now() - startMs);
      const said = answer(request);
      answers.push(JSON.stringify(said));
      return said;
    },
  });
  onTestFinished(() => server.close());
  await writeFile(join(home, 'prices.json'), JSON.stringify({ [new URL(server.baseUrl).host]: { scripted: PRICE } }));
  const workers = Array.from({ length: WORKERS }, (_, who) => `worker-${who}`);
  for (const worker of workers) {
    const tasks = KINDS.map((kind) => ({ id: kind, instruction: `Write ${kind} for ${worker}` }));
    await writeFile(join(home, `${worker}.jsonl`), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  }
  const run = (worker: string, ...limits: readonly string[]) =>
    runBuiltCli(
      [
        ...['precompute', `${worker}.jsonl`, '--store', store, '--queries', '1', '--keep', '1'],
        ...['--model', 'scripted', '--base-url', server.baseUrl, '--prices', 'prices.json'],
        ...['--model-concurrency', String(CALLS_AT_ONCE), '--shared-budget', 'june', ...limits],
      ],
      { home },
    );
  const spentUsd = () => {
    const { inputTokens, outputTokens } = server.statistics();
    return (inputTokens * PRICE.input + outputTokens * PRICE.output) / 1e6;
  };

  const startMs = performance.now();
  const limits = ['--max-usd', '1', '--max-calls-per-minute', String(PER_MINUTE)];
  const ended = await Promise.all(workers.map((worker) => run(worker, ...limits)));

  for (const { code, stderr } of ended) {
    expect(code, stderr).toBe(7);
    expect(stderr).toContain('The limit of 1 USD (maxUsd) of the budget “june” was reached');
    expect(stderr).toMatch(/^\d of 6: /mu);
    expect(stderr).toMatch(/budget june: \d\.\d{4} of 1 USD/u);
  }
  // A call is counted with 500 tokens of output before it is made, and may take more.
  const longestTokens = Math.max(...(await Promise.all(answers.map(countTokens))));
  const excessUsd = (Math.max(0, longestTokens - 500) * PRICE.output) / 1e6;
  expect(spentUsd()).toBeLessThanOrEqual(1 + IN_FLIGHT * excessUsd);
  expect(spentUsd()).toBeGreaterThan(0.9);
  arrivedMs.forEach((ms, index) => expect(ms).toBeGreaterThan(index * INTERVAL_MS - 5));
  for (const from of arrivedMs) {
    const inThreeSeconds = arrivedMs.filter((ms) => ms >= from && ms < from + 3_000).length;
    expect(inThreeSeconds).toBeLessThanOrEqual(PER_MINUTE / 20 + 1 + IN_FLIGHT);
  }

  const paid = server.statistics().requests;
  const again = await run('worker-0', '--max-usd', '50');
  expect(again.code, again.stderr).toBe(0);
  expect(server.statistics().requests).toBeGreaterThan(paid);
  expect(new Set(server.delivered).size).toBe(server.statistics().requests);
});
