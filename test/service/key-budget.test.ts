/** The budget of an API key: of all its jobs together, call by call. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { budgetOfKey } from '../../src/domain/api-key.ts';
import type { Problem } from '../../src/domain/job.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const KINDS = ['a toast', 'a eulogy', 'a press release', 'a speech', 'a lesson plan', 'a short story'];

it('holds for jobs that are worked on at once; those of others go on', async () => {
  const model = await plausibleServer({ latencyMs: 20 });
  const prices = join(await temporaryFolder(), 'prices.json');
  // With the 500 tokens that an answer is assumed to take, one call in flight costs half a dollar.
  const price = { input: 0, output: 1_000 };
  await writeFile(prices, JSON.stringify({ [new URL(model.baseUrl).host]: { scripted: price } }));
  const flags = { model: 'scripted', baseUrl: model.baseUrl, modelFormat: 'json_schema', prices, mode: 'instruction' };
  const service = await startService({ requiresKeys: true, firstKey: true, flags });
  const [ada, ben] = [await service.addKey({ maxUsd: 0.55 }), await service.addKey()];
  const ask = (kind: string, { key }: typeof ada) =>
    service.post('/v1/sets', { instruction: `Write ${kind}` }, { authorization: `Bearer ${key}` });

  const answers = await Promise.all(KINDS.map((kind) => ask(kind, ada)));
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect(done.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  expect(done.length + refused.length).toBe(KINDS.length);
  for (const { json } of refused)
    expect((json as Problem).detail).toContain(`The limit of 0.55 USD (maxUsd) of the budget “${budgetOfKey(ada.id)}”`);
  const spent = async (id: string) => (await service.client.store.budgets.get(budgetOfKey(id)))?.spent.usd;
  expect(await spent(ada.id)).toBeCloseTo((model.statistics().outputTokens * price.output) / 1e6);
  expect(await spent(ada.id)).toBeLessThanOrEqual(0.55);

  expect((await ask('a wedding toast', ben)).status).toBe(200);
  expect(await spent(ben.id)).toBeGreaterThan(0);
});
