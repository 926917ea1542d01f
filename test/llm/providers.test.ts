import { AIMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { resolveModel, temperatureFor, type ModelSpec } from '../../src/llm/model-spec.ts';
import { GOOD_RATING, ratingCall, startRig } from './harness.ts';

const SPEC: ModelSpec = {
  name: 'm',
  baseUrl: null,
  apiKey: null,
  capability: null,
};

describe('the name of a model', () => {
  it.each([
    ['gpt-4o-mini', null, 'openai', 'gpt-4o-mini', 'api.openai.com/v1'],
    ['openai:gpt-4o-mini', null, 'openai', 'gpt-4o-mini', 'api.openai.com/v1'],
    ['anthropic:some-model', null, 'anthropic', 'some-model', 'anthropic'],
    ['llama3.1:8b', 'http://127.0.0.1:11434/v1/', 'openai', 'llama3.1:8b', '127.0.0.1:11434/v1'],
    ['anthropic:x', 'https://openrouter.ai/api/v1', 'openai', 'anthropic:x', 'openrouter.ai/api/v1'],
    ['openai:llama', 'http://localhost:8000', 'openai', 'llama', 'localhost:8000'],
  ])('%s at %s', (name, baseUrl, provider, model, endpoint) => {
    expect(resolveModel({ ...SPEC, name, baseUrl })).toMatchObject({ provider, model, endpoint });
  });

  it.each(['not a url', 'ftp://x/v1', 'http://user:secret@host/v1', 'http://host/v1?key=secret'])(
    'refuses %s, without repeating a secret',
    (baseUrl) => {
      const attempt = () => resolveModel({ ...SPEC, baseUrl });
      expect(attempt).toThrow(InputError);
      expect(attempt).not.toThrow(/secret/);
    },
  );
});

describe('the temperature', () => {
  it.each<[string, string | null, number | null]>([
    ['gpt-4o-mini', null, 0.3],
    ['gpt-5-mini', null, null],
    ['o4-mini', null, null],
    ['gpt-5-mini', 'http://127.0.0.1:1/v1', 0.3],
  ])('of %s at %s is %s', (name, baseUrl, expected) => {
    expect(temperatureFor(resolveModel({ ...SPEC, name, baseUrl }), 0.3)).toBe(expected);
  });
});

describe('other providers', () => {
  it('run through their LangChain package, with its retries and cache off', async () => {
    const made: unknown[] = [];
    class ChatAnthropic extends FakeListChatModel {
      constructor(fields: object) {
        super({ responses: [`Here: ${JSON.stringify(GOOD_RATING)}`] });
        made.push(fields);
      }
    }
    const rig = await startRig();
    const client = rig.newClient({
      model: {
        name: 'anthropic:some-model',
        baseUrl: null,
        apiKey: 'k',
        capability: 'prompt',
      },
      importPackage: (name) => Promise.resolve(name === '@langchain/anthropic' ? { ChatAnthropic } : {}),
    });
    expect(await client.call(rig.run, ratingCall())).toEqual({ status: 'done', value: GOOD_RATING });
    expect(made).toEqual([
      {
        model: 'some-model',
        apiKey: 'k',
        maxRetries: 0,
        streaming: false,
        cache: false,
        temperature: 0,
      },
    ]);
    expect(client.usage()).toMatchObject([{ model: 'some-model', estimatedCalls: 1 }]);
  });

  it.each([
    ['beside the text', JSON.stringify(GOOD_RATING), [{ name: 'rate-page', args: {} }]],
    [
      'among the calls',
      '',
      [
        { name: 'think', args: { thought: 'x' } },
        { name: 'rate-page', args: GOOD_RATING },
      ],
    ],
  ])('read an answer %s', async (_, content, toolCalls) => {
    class ChatAnthropic {
      bindTools() {
        return this;
      }
      async invoke() {
        return new AIMessage({ content, tool_calls: toolCalls });
      }
    }
    const rig = await startRig();
    const client = rig.newClient({
      model: { name: 'anthropic:m', baseUrl: null, apiKey: 'k', capability: 'tools' },
      importPackage: () => Promise.resolve({ ChatAnthropic }),
    });
    expect(await client.call(rig.run, ratingCall())).toEqual({ status: 'done', value: GOOD_RATING });
  });

  it.each([
    ['anthropic:m', { seed: 1 }, 'No seed can be sent to models of anthropic'],
    ['cohere:m', { topP: 0.5 }, 'No top-p can be sent to models of cohere'],
  ])('%s is not sent %o, which it does not take', async (name, drawn, says) => {
    const rig = await startRig();
    const client = rig.newClient({
      model: { name, baseUrl: null, apiKey: 'k' },
      sampling: { 'rate-page': drawn },
      importPackage: () => Promise.resolve({}),
    });
    await expect(client.call(rig.run, ratingCall())).rejects.toThrow(says);
  });

  it('say so where the package has no such model', async () => {
    const rig = await startRig();
    const client = rig.newClient({
      model: { name: 'groq:m', baseUrl: null, apiKey: 'k' },
      importPackage: () => Promise.resolve({}),
    });
    await expect(client.call(rig.run, ratingCall())).rejects.toThrow('@langchain/groq has no chat model ChatGroq');
  });
});

describe('without a key', () => {
  it.each([
    ['gpt-4o-mini', 'api.openai.com/v1', /OPENAI_API_KEY or GROUNDRULE_API_KEY .*--base-url/u],
    ['groq:m', 'groq', /GROUNDRULE_API_KEY .*--base-url/u],
  ])(
    '%s is not asked at the provider’s own address: what to set is said before any request',
    async (name, host, says) => {
      const rig = await startRig();
      const client = rig.newClient({ model: { name, baseUrl: null, apiKey: null, capability: null } });
      await expect(client.call(rig.run, ratingCall())).rejects.toMatchObject({
        message: `${host} needs an API key, and none is set for it.`,
        advice: expect.stringMatching(says) as unknown,
      });
    },
  );
});

describe('a long time for one call', () => {
  it('reaches servers beyond the five minutes of Node’s own fetch', async () => {
    const rig = await startRig();
    const client = rig.newClient({ timeoutMs: 3_600_000 });
    expect(await client.call(rig.run, ratingCall())).toMatchObject({ status: 'done' });
  });
});

describe('the environment', () => {
  it('sends nothing of itself to a server: neither OpenAI’s key nor its organization', async () => {
    const rig = await startRig({ server: { apiKey: 'none' } });
    const names = ['OPENAI_API_KEY', 'OPENAI_ORG_ID', 'OPENAI_ORGANIZATION', 'OPENAI_BASE_URL', 'OPENAI_API_BASE'];
    // Put back after each test by the setup of all tests.
    for (const name of names) process.env[name] = 'http://from-the-environment';
    expect(await rig.client.call(rig.run, ratingCall())).toMatchObject({ status: 'done' });
    expect(JSON.stringify(rig.server.headers)).not.toContain('from-the-environment');
  });
});
