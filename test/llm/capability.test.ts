import { describe, expect, it } from 'vitest';
import type { Capability } from '../../src/domain/model.ts';
import type { FormatSupport } from '../support/model-server/behaviour.ts';
import type { ScriptedRequest } from '../support/model-server/request.ts';
import { GOOD_RATING, PROMPT, ratingCall, startRig } from './harness.ts';

const handler = ({ schemaName }: ScriptedRequest) => (schemaName === 'greeting' ? { greeting: 'Hello' } : GOOD_RATING);

function formats(json_schema: FormatSupport, json_object: FormatSupport, tools: FormatSupport) {
  return { json_schema, json_object, tools };
}

describe('how JSON is asked for', () => {
  it.each<[ReturnType<typeof formats>, Capability, number]>([
    [formats('kept', 'kept', 'kept'), 'json_schema', 1],
    [formats('refused', 'kept', 'kept'), 'json_object', 2],
    [formats('ignored', 'kept', 'kept'), 'json_object', 3],
    [formats('refused', 'refused', 'kept'), 'tools', 3],
    [formats('refused', 'refused', 'refused'), 'prompt', 3],
    [formats('refused', 'refused', 'ignored'), 'prompt', 4],
  ])('%o → %s after %i probes, once', async (support, mode, probes) => {
    const rig = await startRig({ server: { handler, formats: support }, model: { capability: null } });
    const pages = ['one', 'two', 'three'];
    const outcomes = await Promise.all(pages.map((page) => rig.client.call(rig.run, ratingCall(page))));
    for (const outcome of outcomes) expect(outcome).toEqual({ status: 'done', value: GOOD_RATING });
    expect(rig.server.requests.slice(probes).map((request) => request.mode)).toEqual([mode, mode, mode]);
    expect(rig.server.requests.slice(probes).map(({ schemaName }) => schemaName)).toEqual(Array(3).fill(PROMPT.id));
    expect(rig.client.usage().find(({ role }) => role === 'probe')?.calls).toBe(probes);
  });

  it('one bad answer is not taken for a missing capability, nor is a passing error', async () => {
    const rig = await startRig({ server: { handler }, model: { capability: null } });
    rig.server.next('malformed', 'server-error');
    await rig.client.call(rig.run, ratingCall());
    expect(rig.server.requests.at(-1)?.mode).toBe('json_schema');
  });

  it('is not probed where the answers are at hand, and the probe itself is kept', async () => {
    const rig = await startRig({ server: { handler }, model: { capability: null } });
    await rig.client.call(rig.run, ratingCall('one'));
    const second = rig.newClient();
    await second.call(rig.run, ratingCall('one'));
    expect(rig.server.statistics().requests).toBe(2);
    await second.call(rig.run, ratingCall('two'));
    expect(rig.server.statistics().requests).toBe(3);
  });

  it('is not probed where the user says it', async () => {
    const rig = await startRig({ model: { capability: 'prompt' } });
    await rig.client.call(rig.run, ratingCall());
    expect(rig.server.requests.map(({ mode }) => mode)).toEqual(['prompt']);
    expect(rig.server.requests[0]?.schema).toMatchObject({ properties: { expertise: { maximum: 5 } } });
  });

  it('counts against the limits', async () => {
    const limits = { maxUsd: null, maxCalls: 1, maxTokens: null, maxSeconds: null };
    const rig = await startRig({ server: { handler }, model: { capability: null }, limits });
    expect(await rig.client.call(rig.run, ratingCall())).toMatchObject({ failure: 'limit-reached' });
    expect(rig.server.statistics().requests).toBe(1);
  });

  it('sends strict servers only what they take', async () => {
    const rig = await startRig();
    await rig.client.call(rig.run, ratingCall());
    expect(rig.server.requests[0]).toMatchObject({
      temperature: 0,
      schema: {
        type: 'object',
        properties: { expertise: { type: 'integer' }, reason: { type: 'string' } },
        required: ['expertise', 'reason'],
        additionalProperties: false,
      },
    });
    expect(JSON.stringify(rig.server.requests[0]?.schema)).not.toMatch(/minimum|maximum|minLength/);
  });
});

describe('a model per role', () => {
  it('each role asks its own, the others the default one', async () => {
    const rig = await startRig();
    const strong = {
      name: 'strong',
      baseUrl: rig.server.baseUrl,
      apiKey: null,
      capability: 'json_object' as const,
    };
    const client = rig.newClient({ modelsByRole: { 'rewrite-criteria': strong } });
    await client.call(rig.run, ratingCall());
    await client.call(
      rig.run,
      ratingCall('A page.', { step: 'rewriting', prompt: { ...PROMPT, role: 'rewrite-criteria' } }),
    );
    expect(rig.server.requests.map(({ model, mode, temperature }) => [model, mode, temperature])).toEqual([
      ['scripted', 'json_schema', 0],
      ['strong', 'json_object', 0],
    ]);
    expect(client.usage().map(({ step, role, model }) => [step, role, model])).toEqual([
      ['rating', 'rate-page', 'scripted'],
      ['rewriting', 'rewrite-criteria', 'strong'],
    ]);
  });
});
