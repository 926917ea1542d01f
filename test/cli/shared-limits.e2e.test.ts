/** Several processes on one store keep a budget and a rate together, and say what they left undone. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countTokens } from '../../src/llm/count-tokens.ts';
import { runBuiltCli, type BuiltRun } from '../support/built-cli.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { hasPostgres } from '../support/postgres.ts';
import { shortOrLong } from '../support/run-length.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { cliIn } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROCESSES = shortOrLong(['one', 'two'], ['one', 'two', 'three', 'four']);
const CALLS_AT_ONCE = 4;
const IN_FLIGHT = PROCESSES.length * CALLS_AT_ONCE;
/** Far below what the processes would send, and little to wait for. */
const PER_MINUTE = 600;
/** USD per million tokens: a call takes about 2 cents. */
const PRICE = { input: 25, output: 50 };
const KINDS = ['a cover letter', 'a wedding toast', 'a press release', 'a lesson plan', 'a speech', 'a eulogy'];

/** One store each: that budgets and rates are the same on every store is held by the contract of stores. */
const onSqlite = async () => 'one.sqlite';
const onPostgres = async () => (await sharedPostgres()).makeDatabase();

/** A model server with prices, and tasks for each process, in a file of its own. */
async function start(makeStore: () => Promise<string>) {
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
  for (const name of PROCESSES) {
    const tasks = KINDS.map((kind) => ({ id: kind, instruction: `Write ${kind} for ${name}` }));
    await writeFile(join(home, `${name}.jsonl`), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  }
  const startMs = performance.now();
  return {
    /** In a process of its own, beside others. */
    runBeside: (...args: readonly string[]): Promise<BuiltRun> => runBuiltCli([...args, '--store', store], { home }),
    /** Alone. */
    run: (...args: readonly string[]) => cliIn([...args, '--store', store], { home }),
    settings: [
      ...['--queries', '1', '--keep', '1', '--model', 'scripted', '--base-url', server.baseUrl],
      ...['--prices', 'prices.json', '--model-concurrency', String(CALLS_AT_ONCE)],
    ],
    expectWithinLimits: async (): Promise<void> => {
      const { inputTokens, outputTokens } = server.statistics();
      const spentUsd = (inputTokens * PRICE.input + outputTokens * PRICE.output) / 1e6;
      // A call is counted with 500 tokens of output before it is made, and may take more.
      const longestTokens = Math.max(...(await Promise.all(answers.map(countTokens))));
      const excessUsd = (Math.max(0, longestTokens - 500) * PRICE.output) / 1e6;
      expect(spentUsd).toBeLessThanOrEqual(1 + IN_FLIGHT * excessUsd);
      expect(spentUsd).toBeGreaterThan(0.9);
      // A timer may be early by a part of a millisecond.
      arrivedMs.forEach((ms, index) => expect(ms).toBeGreaterThan((index * 60_000) / PER_MINUTE - 5));
      for (const from of arrivedMs) {
        const inThreeSeconds = arrivedMs.filter((ms) => ms >= from && ms < from + 3_000).length;
        expect(inThreeSeconds).toBeLessThanOrEqual(PER_MINUTE / 20 + 1 + IN_FLIGHT);
      }
    },
    requests: () => server.statistics().requests,
    /** No question was paid for twice. */
    expectPaidOnce: () => expect(new Set(server.delivered).size).toBe(server.statistics().requests),
  };
}

const PACE = ['--max-calls-per-minute', String(PER_MINUTE)];

describe('$1.00 and 600 calls in a minute over several processes', () => {
  it('hold for runs of one shared budget', { timeout: 240_000 }, async () => {
    const { run, runBeside, settings, expectWithinLimits, requests, expectPaidOnce } = await start(onSqlite);
    const precompute = (name: string) => ['precompute', `${name}.jsonl`, ...settings, '--shared-budget', 'june'];
    const ended = await Promise.all(PROCESSES.map((name) => runBeside(...precompute(name), '--max-usd', '1', ...PACE)));
    for (const { code, stderr } of ended) {
      expect(code, stderr).toBe(7);
      expect(stderr).toMatch(/The limit of 1 USD \(maxUsd\)(?: of the budget “june”)? was reached/u);
      expect(stderr).toMatch(/^\d of 6: /mu);
      expect(stderr).toMatch(/budget june: \d\.\d{4} of 1 USD/u);
    }
    // One that begins early may spend nearly all of it alone, and then meets the limit of its run.
    expect(ended.some(({ stderr }) => stderr.includes('(maxUsd) of the budget “june” was reached'))).toBe(true);
    await expectWithinLimits();

    const paid = requests();
    const again = await run(...precompute('one'), '--max-usd', '50');
    expect(again.code, again.stderr).toBe(0);
    expect(requests()).toBeGreaterThan(paid);
    expectPaidOnce();
  });

  it.skipIf(!hasPostgres)('hold for workers on a batch with a budget', { timeout: 240_000 }, async () => {
    const { run, runBeside, settings, expectWithinLimits, expectPaidOnce } = await start(onPostgres);
    const queued = await run('precompute', 'one.jsonl', ...settings, '--queue', '--max-usd', '1');
    expect(queued.code, queued.stderr).toBe(0);
    const elsewhere = await run('precompute', 'one.jsonl', ...settings, '--queue', '--shared-budget', 'june');
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      2,
      expect.stringContaining('Give --shared-budget to the workers'),
    ]);
    await Promise.all(PROCESSES.map(() => runBeside('worker', '--until-empty', ...settings, ...PACE)));
    await expectWithinLimits();
    const status = await run('queue', 'status');
    expect(status.stdout).toMatch(/\d\.\d{4} of 1 USD/u);
    const failed = await run('queue', 'failed', '--format', 'json');
    expect(failed.stdout).toContain('The limit of 1 USD (maxUsd) of the budget “batch_');

    const more = ['--queue', '--retry-failed', '--max-usd', '50'];
    expect((await run('precompute', 'one.jsonl', ...settings, ...more)).code).toBe(0);
    expect((await run('worker', '--until-empty', ...settings)).code).toBe(0);
    const rows = await run('precompute', 'one.jsonl', ...settings);
    expect(rows.code, rows.stderr).toBe(0);
    expect(rows.stderr).toContain('6 cached');
    expectPaidOnce();
  });
});
