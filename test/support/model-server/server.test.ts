import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundled } from '../bundled.ts';
import { drawFault, GOOD_BEHAVIOUR } from './behaviour.ts';
import { startModelServer, type ModelServerOptions } from './server.ts';

async function ask(options: ModelServerOptions, body: object): Promise<{ status: number; reply: unknown }> {
  const server = await startModelServer(options);
  onTestFinished(() => server.close());
  const response = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: response.status, reply: await response.json() };
}

const MESSAGES = [{ role: 'user', content: 'Rate this.' }];
const SCHEMA = {
  type: 'object',
  properties: {
    level: { type: 'integer', minimum: 3, maximum: 3 },
    kind: { enum: ['only'] },
    notes: { type: 'array', items: { type: 'string' }, minItems: 4 },
    maybe: { anyOf: [{ $ref: '#/$defs/flag' }, { type: 'null' }] },
  },
  $defs: { flag: { type: 'boolean' } },
};

describe('the scripted model server', () => {
  it('fills any schema plausibly, the same way each time', async () => {
    const json_schema = { name: 'rate', strict: true, schema: SCHEMA };
    const body = { model: 'm', messages: MESSAGES, response_format: { type: 'json_schema', json_schema } };
    const [first, second] = [await ask({}, body), await ask({}, body)];
    expect(first).toEqual(second);
    const { choices } = first.reply as { choices: { message: { content: string } }[] };
    const value = JSON.parse(choices[0]?.message.content ?? '') as Record<string, unknown>;
    expect(value).toMatchObject({ level: 3, kind: 'only', maybe: expect.any(Boolean) as boolean });
    expect(value['notes']).toHaveLength(4);
  });

  it('refuses what is not the protocol', async () => {
    expect((await ask({}, { messages: MESSAGES })).status).toBe(400);
    expect((await ask({}, { model: 'm', messages: MESSAGES, stream: true })).status).toBe(400);
    expect((await ask({ apiKey: 'k' }, { model: 'm', messages: MESSAGES })).status).toBe(401);
    expect((await ask({ models: ['other'] }, { model: 'm', messages: MESSAGES })).status).toBe(404);
  });

  it('draws faults by seed and request, at about the rate asked for', () => {
    const behaviour = { ...GOOD_BEHAVIOUR, faultRates: { malformed: 0.1, 'server-error': 0.2 } };
    const drawn = (seed: number) =>
      Array.from({ length: 2_000 }, (_, index) => drawFault({ ...behaviour, seed }, `body ${index}`, 0));
    const first = drawn(1);
    expect(drawn(1)).toEqual(first);
    expect(drawn(2)).not.toEqual(first);
    expect(first.filter((fault) => fault === 'malformed').length / 2_000).toBeCloseTo(0.1, 1);
    expect(first.filter((fault) => fault === 'server-error').length / 2_000).toBeCloseTo(0.2, 1);
  });

  it('answers bursts of requests with 429', async () => {
    const server = await startModelServer({ burst: { everyRequests: 5, length: 2 } });
    onTestFinished(() => server.close());
    const body = JSON.stringify({ model: 'm', messages: MESSAGES });
    for (let index = 0; index < 10; index++)
      await fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body });
    expect(server.statistics().byStatus).toEqual({ 200: 6, 429: 4 });
  });

  it('runs alone: prints its base URL, answers, and stops on SIGINT', async () => {
    const path = new URL('main.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [await bundled(path), '--fault', 'server-error=1', '--seed', '7'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill());
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const baseUrl = printed.toString().trim();
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: MESSAGES }),
    });
    expect(response.status).toBe(500);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
