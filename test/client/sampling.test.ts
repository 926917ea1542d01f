/** How answers are drawn, where a program says so: what is sent for which role, and what records say of it. */
import { expect, it, onTestFinished } from 'vitest';
import { createGroundrule } from '../../src/index.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';

async function start(options: Parameters<typeof createGroundrule>[0]) {
  const server = await startModelServer({ handler: answering(plausibleModel) });
  const client = await createGroundrule({
    ...{ store: 'memory', model: 'scripted', baseUrl: server.baseUrl, modelFormat: 'json_schema' },
    ...options,
  });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { server, client };
}

const PAIR = [
  { name: 'a', response: 'A long toast to the couple.' },
  { name: 'b', response: 'A toast.' },
] as const;

it('is sent for every role or for one, and each further vote has a seed of its own', async () => {
  const { server, client } = await start({
    temperature: { all: 0.2, 'compare-responses': 0.9 },
    topP: { 'compare-responses': 0.95 },
    modelSeed: { all: 5 },
  });
  const checklist = await client.generateChecklist('Write a toast');
  const options = { instruction: 'Write a toast', by: 'cot', votes: 2, bothOrders: false } as const;
  const { comparers } = await client.compare(PAIR[0], PAIR[1], options);
  expect(checklist.checklist.items.length).toBeGreaterThan(0);
  expect(server.requests.map(({ temperature, topP, seed }) => [temperature, topP, seed])).toEqual([
    [0.2, null, 5],
    [0.9, 0.95, 5],
    [0.9, 0.95, 6],
  ]);
  expect(Object.values(comparers)).toMatchObject([{ sampling: { temperature: 0.9, topP: 0.95, seed: 5 } }]);
});

it('of no role is sent or recorded, unless it is said', async () => {
  const { server, client } = await start({});
  const { comparers } = await client.compare(PAIR[0], PAIR[1], { instruction: 'Write a toast', by: 'vanilla' });
  expect(server.requests.map(({ topP, seed }) => [topP, seed])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(JSON.stringify(comparers)).not.toContain('sampling');
});

it('of lists is part of their record', async () => {
  const plain = await start({ mode: 'model-n', n: 3 });
  expect((await plain.client.discover('Write a toast')).content.engine).not.toHaveProperty('sampling');
  const { client, server } = await start({ mode: 'model-n', n: 3, topP: { all: 0.9 } });
  const { engine } = (await client.discover('Write a toast')).content;
  expect(engine.sampling).toMatchObject({ 'score-relevance': { topP: 0.9 } });
  expect(new Set(server.requests.map(({ topP }) => topP))).toEqual(new Set([0.9]));
});

it('of a role that there is not is refused', async () => {
  const { client } = await start({ temperature: { judge: 1 } });
  const compared = client.compare(PAIR[0], PAIR[1], { instruction: 'Write a toast', by: 'vanilla' });
  await expect(compared).rejects.toThrow('There is no role “judge”');
});
