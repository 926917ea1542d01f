/** The command line with a model: a scripted server on loopback, good and bad. */
import { copyFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { CallRecord } from '../../src/domain/model.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { GOOD_BEHAVIOUR } from '../support/model-server/behaviour.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { cliIn, type CliResult } from '../support/shell.ts';

const LETTER = 'Write a cover letter for a junior data analyst';
const KEY = 'key-of-this-test-0123456789';

let home = '';
let server: ModelServer;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
  server = await startModelServer({ handler: answering(plausibleModel), apiKey: KEY, models: ['scripted'] });
  expect((await run(['discover', LETTER, '--store', readStore()])).code).toBe(0);
}, 60_000);
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

let stores = 0;
/** Where the guides to letters have been read, without a model: no run has to read them again. */
const readStore = (): string => join(home, 'read.sqlite');
function freshStore(): string[] {
  const path = join(home, `store-${(stores += 1)}.sqlite`);
  copyFileSync(readStore(), path);
  return ['--store', path];
}

function run(args: readonly string[], env: Record<string, string> = {}): Promise<CliResult> {
  return cliIn(args, { home, env: { GROUNDRULE_API_KEY: KEY, ...env } });
}

/** Of the scripted model, unless the flags say otherwise. */
function discover(flags: readonly string[], env: Record<string, string> = {}): Promise<CliResult> {
  const asked = ['discover', LETTER, '--model', 'scripted', '--format', 'json'];
  const base = flags.includes('--base-url') ? [] : ['--base-url', server.baseUrl];
  return run([...asked, ...base, ...flags], env);
}

function setOf({ code, stdout, stderr }: CliResult): CriteriaSet {
  expect(code, stderr).toBe(0);
  return CriteriaSet.parse(JSON.parse(stdout));
}

async function requestsDuring<Result>(work: () => Promise<Result>) {
  const before = server.statistics().requests;
  const result = await work();
  return { result, requests: server.statistics().requests - before };
}

describe('modes', () => {
  it.each([
    ['web', [], ['instruction', 'source']],
    ['full', ['--n', '30'], ['instruction', 'model', 'source']],
    ['model', [], ['model']],
    ['model-n', ['--n', '5', '--more', '5'], ['model']],
    ['instruction', [], ['instruction']],
    ['model-answers', ['--queries', '2'], ['model-answer']],
  ])('%s: its origins, and nothing else', async (mode, flags, origins) => {
    const { content, run: record } = setOf(await discover(['--mode', mode, ...flags, ...freshStore()]));
    expect(content.mode).toBe(mode);
    expect([...new Set(content.criteria.map(({ origin }) => origin))].sort()).toEqual(origins);
    expect(record.model.length).toBeGreaterThan(0);
  });
});

describe('what a run took', () => {
  it('is shown, kept in the record, and audited call by call', async () => {
    const store = freshStore();
    const { result, requests } = await requestsDuring(() => discover(['--mode', 'web', ...store]));
    const set = setOf(result);
    const calls = set.run.model.reduce((sum, row) => sum + row.calls, 0);
    expect(calls).toBe(requests);
    expect(result.stderr).toMatch(new RegExp(`^in all +${calls} +0 +0 .* unknown$`, 'mu'));

    const again = await requestsDuring(() => discover(['--mode', 'web', ...store]));
    expect(again.requests).toBe(0);
    const second = setOf(again.result);
    expect(second.id).toBe(set.id);
    expect(second.run.model.every((row) => row.calls === 0 && row.cacheHits > 0)).toBe(true);

    const json = await run(['audit', set.id, '--calls', '--format', 'json', ...store]);
    const records = z.array(CallRecord).parse(JSON.parse(json.stdout));
    expect(records.map(({ role }) => role)).toContain('rate-page');
    // What the first run paid for, whatever was at hand for the second.
    const attempts = records.flatMap(({ exchanges }) => exchanges.map((exchange) => exchange.attempts));
    expect(attempts.reduce((sum, count) => sum + count, 0)).toBe(requests);
    const text = await run(['audit', set.id, '--calls', '--verbose', ...store]);
    expect(text.stdout).toContain(`${calls} calls, 0 more answered from the cache`);
    expect(text.stdout).toContain('── user ──\n\n<<<instruction ');
    expect(text.stdout).toContain('── answer ──\n\n{"queries":');
  });

  it('cannot be audited where it is not kept, and the message says why', async () => {
    const online = join(home, 'online.json');
    await discover(['--mode', 'model', ...freshStore(), '--out', online]);
    const elsewhere = await run(['audit', online, '--calls', '--store', 'memory']);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      2,
      expect.stringContaining('memory has no model calls of cs_'),
    ]);
    const offline = join(home, 'offline.json');
    await run(['discover', LETTER, '--format', 'json', '--out', offline]);
    const none = await run(['audit', offline, '--calls']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('which calls no model')]);
  });

  it('is planned beforehand without asking anybody or making a store', async () => {
    const [flag, store] = ['--store', join(home, 'not-made.sqlite')];
    const plan = (model: string, ...flags: readonly string[]) =>
      run(['discover', LETTER, '--dry-run', '--model', model, ...flags, flag, store]);
    const { result, requests } = await requestsDuring(() => plan('gpt-4.1-mini', '--results', '30'));
    expect(result.code, result.stderr).toBe(0);
    expect(result.stdout).toMatch(/^in all +36 +[\d,]+ +[\d,]+ +0\.\d{4}$/mu);
    expect(requests).toBe(0);
    expect((await plan('a-model-of-mine', '--mode', 'model')).stdout).toMatch(/^in all .* unknown$/mu);
    expect((await run(['list', '--store', store])).stderr).toContain('has no sets yet');
  });
});

describe('limits', () => {
  it.each([
    ['--max-calls', '6', '1000', /limit of 6 model calls .* 7 model calls/u],
    ['--max-tokens', '3000', '10000000', /limit of 3000 tokens/u],
    ['--max-usd', '0.005', '100', /limit of 0.005 USD/u],
  ])('%s stops cleanly, and a higher one pays nothing twice', async (flag, low, high, says) => {
    const prices = join(home, 'prices.json');
    const host = new URL(server.baseUrl).host;
    await writeFile(prices, JSON.stringify({ [host]: { scripted: { input: 1, output: 4 } } }));
    const flags = ['--mode', 'model-answers', '--prices', prices];
    const whole = await requestsDuring(() => discover([...flags, ...freshStore()]));
    const store = freshStore();
    const stopped = await requestsDuring(() => discover([...flags, ...store, flag, low]));
    expect(stopped.result.stderr).toMatch(says);
    expect(stopped.result.stderr).toContain('stored answers are not paid for twice');
    expect([stopped.result.code, stopped.result.stdout]).toEqual([7, '']);
    expect(stopped.requests).toBeGreaterThan(0);
    expect(stopped.requests).toBeLessThan(whole.requests);
    const resumed = await requestsDuring(() => discover([...flags, ...store, flag, high]));
    expect(setOf(resumed.result).id).toBe(setOf(whole.result).id);
    expect(stopped.requests + resumed.requests).toBe(whole.requests);
  });

  it('--max-seconds starts nothing when the time is over', async () => {
    const { code, stderr } = await discover([...['--mode', 'model', '--max-seconds', '0.000001', ...freshStore()]]);
    expect(stderr).toMatch(/limit of 0.000001 seconds/u);
    expect(code).toBe(7);
  });

  it('in USD cannot be kept where a price is unknown', async () => {
    const { code, stderr } = await discover(['--mode', 'model', '--max-usd', '1', ...freshStore()]);
    expect(stderr).toMatch(/unknown price of scripted at .*\nGive its price in a file/u);
    expect(code).toBe(2);
    // As the message names it; what no price is found by is refused.
    const list = /scripted at (.+)\.\n/u.exec(stderr)?.[1] ?? '';
    const withPrices = async (name: string) => {
      const file = join(home, 'prices.json');
      await writeFile(file, JSON.stringify({ [name]: { scripted: { input: 1, output: 1 } } }));
      return discover(['--mode', 'model', '--max-usd', '1', '--prices', file, ...freshStore()]);
    };
    expect((await withPrices(list)).code).toBe(0);
    const { stderr: refused } = await withPrices(`${list}/v1`);
    expect(refused).toContain(`${list}/v1 is not a host`);
  });
});

describe('servers', () => {
  it('without JSON modes give the same criteria, found out or told', async () => {
    const good = setOf(await discover(['--mode', 'model', ...freshStore()]));
    server.behave({ formats: { json_schema: 'refused', json_object: 'refused', tools: 'refused' } });
    const found = setOf(await discover(['--mode', 'model', ...freshStore()]));
    const told = setOf(await discover(['--mode', 'model', '--model-format', 'prompt', ...freshStore()]));
    server.behave({ formats: GOOD_BEHAVIOUR.formats });
    expect([found.id, told.id]).toEqual([good.id, good.id]);
    expect(told.run.model.some(({ role }) => role === 'probe')).toBe(false);
  });

  it('that send no figures: tokens are counted here and marked', async () => {
    server.behave({ usage: 'missing' });
    const { stderr } = await discover(['--mode', 'model', ...freshStore()]);
    server.behave({ usage: 'given' });
    expect(stderr).toMatch(/^in all +\d+ +0 +0 +~[\d,]+ +~[\d,]+ +unknown$/mu);
  });

  it.each([
    [
      'a wrong key',
      [],
      { GROUNDRULE_API_KEY: 'wrong-key-9876543210' },
      2,
      /refuses the API key.*\nCheck the key in GROUNDRULE_API_KEY/u,
    ],
    ['a wrong model', ['--model', 'other'], {}, 2, /has no model “other”/u],
    [
      'nobody there',
      ['--base-url', 'http://127.0.0.1:9/v1'],
      {},
      5,
      /cannot be reached: \w.*[^.]\.\nCheck the network/u,
    ],
    ['an address that is none', ['--base-url', 'localhost'], {}, 2, /not an http\(s\) address/u],
    [
      'a key that is another server’s',
      [],
      { GROUNDRULE_API_KEY: '', OPENAI_API_KEY: 'key-of-openai-0123456789' },
      2,
      /none is set for it: the key in OPENAI_API_KEY is not sent there.\nSet GROUNDRULE_API_KEY in the environment/u,
    ],
  ])('%s: says what to do, and never the key', async (_what, flags, env, exitCode, says) => {
    const { code, stdout, stderr } = await discover(['--mode', 'model', ...flags, ...freshStore()], env);
    expect(stderr).toMatch(says);
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).not.toMatch(/key-of|wrong-key/u);
    expect(JSON.stringify(server.headers)).not.toContain('key-of-openai');
  });

  it('a wrong path: says how a base URL usually ends', async () => {
    const address = ['--base-url', `${server.baseUrl}/more`];
    const { code, stderr } = await discover(['--mode', 'model', ...address, ...freshStore()]);
    expect(stderr).toMatch(/does not serve chat completions \(status 404\)\.\n.*ends in \/v1/u);
    expect(code).toBe(2);
  });
});

describe('a key alone', () => {
  it('asks nobody; doctor says that it is set, never what it is', async () => {
    const { result, requests } = await requestsDuring(() =>
      run(['discover', LETTER, '--format', 'json', ...freshStore()], { GROUNDRULE_BASE_URL: server.baseUrl }),
    );
    expect(setOf(result).content.engine.name).toBe('offline');
    expect(requests).toBe(0);
    const { stdout } = await run(['doctor'], { GROUNDRULE_MODEL: 'scripted' });
    expect(stdout).toMatch(/modelKey +set .*GROUNDRULE_API_KEY/u);
    expect(stdout).toMatch(/model +scripted \(environment\)/u);
    expect(stdout).not.toContain(KEY);
  });
});
