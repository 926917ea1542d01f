/** Rewards over real HTTP and by the library: one number each, null where unscored, equal completions judged once. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { Rewards } from '../../src/domain/rewards.ts';
import { checklistOfItems } from '../../src/judge/checklists/given-checklist.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { startService } from '../support/service.ts';

const CRITERIA = [
  { text: 'It has at most three words.', check: 'words <= 3', weight: 60, importance: 'essential' },
  { text: 'It rambles.', check: 'words > 5', weight: -40 },
];
const PROMPT = 'Say it shortly.';
const [SHORT, LONG] = ['One two.', 'One two three four five six.'];

it('gives one reward for each completion, with its parts on request; equal ones are judged once', async () => {
  const service = await startService();
  const asked = { prompts: PROMPT, completions: [SHORT, LONG, SHORT, 'One two three four.'], criteria: CRITERIA };
  const { status, json } = await service.post('/v1/rewards', { ...asked, score: 'healthbench', byCriterion: true });
  expect(status).toBe(200);
  const { rewards, details, judged } = json as Rewards;
  expect(rewards).toEqual([1, 0, 1, 0]);
  expect(judged).toBe(3);
  expect(details[3]?.criteria?.map(({ id, value }) => [id, value])).toEqual([
    ['i1', 0],
    ['i2', 1],
  ]);
  const byLibrary = await service.client.rewards({
    prompts: PROMPT,
    completions: [LONG, SHORT],
    criteria: ['Is it kind?'],
  });
  expect(byLibrary.rewards).toEqual([null, null]);
  expect(byLibrary.details[0]).toMatchObject({
    unscoredItems: 1,
    reason: expect.stringContaining('No model') as string,
  });
});

it('takes items beside nothing else as a list of them', async () => {
  const service = await startService();
  const { status, json, text } = await service.post('/v1/rewards', {
    ...{ prompts: PROMPT, completions: [SHORT], criteria: { items: CRITERIA } },
  });
  expect(status, text).toBe(200);
  expect((json as Rewards).rewards).toEqual([1]);
});

it('takes a checklist as files have it: with questions and an instruction, or of an older version', async () => {
  const service = await startService();
  const written = { question: 'Is it short?', check: 'words <= 3', categories: ['length'], pinned: true };
  const [item] = checklistOfItems([{ text: 'It is short.', check: 'words <= 3' }]).items;
  const older = { checklistVersion: 1, task: null, items: [{ ...item, presumes: [] }], leftOut: [] };
  for (const criteria of [{ instruction: PROMPT, context: 'A party.', items: [written] }, [written], older]) {
    const { status, json, text } = await service.post('/v1/rewards', {
      ...{ prompts: PROMPT, completions: [SHORT, LONG], criteria },
    });
    expect(status, text).toBe(200);
    expect((json as Rewards).rewards).toEqual([1, 0]);
    const judged = await service.post('/v1/judgements', { response: SHORT, checklist: criteria });
    expect(judged.status, judged.text).toBe(200);
  }
  const newer = { ...older, checklistVersion: 99 };
  const refused = await service.post('/v1/judgements', { response: SHORT, checklist: newer });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('was made by a newer groundrule')]);
});

it('refuses what cannot be meant', async () => {
  const service = await startService();
  const uneven = await service.post('/v1/rewards', { prompts: ['a', 'b'], completions: ['c'], criteria: CRITERIA });
  expect(uneven.status).toBe(422);
  expect(uneven.text).toContain('There are 2 prompts and 1 completions.');
  expect((await service.post('/v1/rewards', { prompts: 'a', completions: [], criteria: CRITERIA })).status).toBe(422);
});

it('answers 429 with Retry-After where too much waits', async () => {
  const service = await startService({ limits: { queuedJobs: 0 } });
  const { status, headers } = await service.post('/v1/rewards', {
    prompts: 'a',
    completions: ['b'],
    criteria: CRITERIA,
  });
  expect([status, headers['retry-after']]).toEqual([429, '30']);
});

it('discovers once for each prompt; answers are kept, and a limit leaves the rest null with its reason', async () => {
  const server = await plausibleServer();
  const service = await startService({ flags: { model: 'scripted', baseUrl: server.baseUrl, modelConcurrency: 1 } });
  const ask = (budget: object) =>
    service.client.rewards(
      { prompts: PROMPT, completions: ['A one.', 'B two.', 'C three.'], criteria: ['Is it kind?'] },
      { budget },
    );
  const limited = await ask({ maxCalls: 2 });
  expect(
    limited.rewards.map((reward) => reward === null),
    JSON.stringify(limited),
  ).toEqual([false, true, true]);
  expect(limited.details.filter(({ reward, reason }) => reward === null && reason !== null)).toHaveLength(2);
  const whole = await ask({});
  expect(whole.rewards).not.toContain(null);
  expect(whole.usage, JSON.stringify(whole.usage)).not.toEqual([]);
  const before = server.requests.length;
  expect((await ask({})).rewards).not.toContain(null);
  expect(server.requests.length).toBe(before);
});

it('the recipes for TRL, verl and verifiers run with Python’s standard library', async () => {
  const service = await startService();
  const script = `
import json, rewards
conversation = [{"role": "user", "content": "${PROMPT}"}]
said = lambda text: [{"role": "assistant", "content": text}]
def refused(call):
  try: return call()
  except ValueError as error: return str(error)
print(json.dumps({
  "trl": rewards.trl_reward(prompts=["${PROMPT}", conversation], completions=["${SHORT}", said("${LONG}")], trainer_state=None),
  "verl": rewards.compute_score("data", "${LONG}", None, {"prompt": conversation}),
  "verl, own criteria": rewards.compute_score(data_source="data", solution_str="${LONG}",
    ground_truth=json.dumps([{"text": "It has six words.", "check": "words >= 6"}]), extra_info={"prompt": "${PROMPT}", "index": 0}),
  "verl, no prompt": refused(lambda: rewards.compute_score("data", "${LONG}", "", {"index": 0})),
  "verifiers": rewards.verifiers_reward(conversation, said("${SHORT}"), answer="", state={}),
}))`;
  const { stdout } = await promisify(execFile)('python3', ['-c', script], {
    cwd: join(import.meta.dirname, '../../examples/recipes'),
    env: {
      ...process.env,
      GROUNDRULE_SERVICE: service.url,
      GROUNDRULE_CRITERIA: JSON.stringify(CRITERIA),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  expect(JSON.parse(stdout)).toEqual({
    ...{ trl: [1, 0], verl: 0, 'verl, own criteria': 1, verifiers: 1 },
    'verl, no prompt': expect.stringContaining('extra_info has no "prompt"') as string,
  });
});

it('the recipe waits for the end of a job, however often it is asked after, at an address with a slash too', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume();
    const isDone = asked.length > 12;
    response.writeHead(isDone ? 200 : 202, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isDone ? { rewards: [0.5] } : { links: { result: '/v1/jobs/job_1/result' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const script = 'import rewards; rewards.time.sleep = lambda _: None; print(rewards.rewards("a", ["b"], ["c"]))';
  const { stdout } = await promisify(execFile)('python3', ['-c', script], {
    cwd: join(import.meta.dirname, '../../examples/recipes'),
    env: { ...process.env, GROUNDRULE_SERVICE: `http://127.0.0.1:${port}/`, PYTHONDONTWRITEBYTECODE: '1' },
  });
  expect(stdout.trim()).toBe('[0.5]');
  expect(asked[0]).toBe('POST /v1/rewards');
  expect(new Set(asked.slice(1))).toEqual(new Set(['GET /v1/jobs/job_1/result']));
});
