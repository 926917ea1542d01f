import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { countTokens } from '../../src/llm/count-tokens.ts';
import { toEndpointError } from '../../src/llm/endpoint-error.ts';
import { keepSecret } from '../../src/text/redact.ts';
import { costUsd, findPrice, loadPrices } from '../../src/llm/price.ts';
import { growth, LINEAR } from '../support/growth.ts';

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prices-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'prices.json'), text);
  return join(folder, 'prices.json');
}

describe('counting tokens', () => {
  it('knows the size of English, and takes special tokens for text', async () => {
    expect(await countTokens('The quick brown fox jumps over the lazy dog.')).toBe(10);
    expect(await countTokens('')).toBe(0);
    expect(await countTokens('<|endoftext|><|im_start|>')).toBeGreaterThan(5);
  });

  it('counts line by line what the tokenizer counts of the whole', async () => {
    const parts = [
      'One line.',
      'c1: Is it “so”?',
      '\n',
      '\n\n',
      '\r\n',
      ' \n',
      '- a/',
      '/b;',
      '\t',
      '<<<task ab',
      '漢字',
      '  ',
      '{"a": 1}',
    ];
    const { countTokens: ofWhole } = await import('gpt-tokenizer/encoding/o200k_base');
    for (let at = 0; at < 200; at += 1) {
      const text = Array.from({ length: 12 }, (_, place) => parts[(at * 7 + place * (at + 3)) % parts.length]).join('');
      const tokens = await countTokens(text);
      expect(tokens, JSON.stringify(text)).toBe(ofWhole(text));
      expect(await countTokens(text), 'and again').toBe(tokens);
    }
  });

  it.each(['a', ' ', '漢', '\ud800'])('takes the time of text without breaks: %j', async (text) => {
    expect(await growth((length) => countTokens(text.repeat(length)), 100_000)).toBeLessThan(LINEAR);
  });
});

describe('prices', () => {
  it('are read from a file that begins with a byte order mark', async () => {
    const prices = await loadPrices(await fileOf('\ufeff{"api.example": {"m": {"input": 1, "output": 2}}}'));
    expect(findPrice(prices, 'api.example', 'm')).toEqual({ input: 1, output: 2 });
  });

  const usage = { inputTokens: 1_000_000, cachedInputTokens: 400_000, outputTokens: 100_000 };

  it('cost what the list says; cached input costs less, or as much where no price is given', () => {
    expect(costUsd({ input: 2, cachedInput: 0.5, output: 8 }, usage)).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.1 * 8, 10);
    expect(costUsd({ input: 2, output: 8 }, usage)).toBeCloseTo(2.8, 10);
  });

  it('that are unknown stay unknown, also for the same name at another address', async () => {
    const prices = await loadPrices(null);
    expect(findPrice(prices, 'api.openai.com', 'gpt-4o-mini')).not.toBeNull();
    expect(findPrice(prices, 'api.openai.com', 'gpt-4o-mini-2024-07-18')).toEqual(
      findPrice(prices, 'api.openai.com', 'gpt-4o-mini'),
    );
    expect(findPrice(prices, 'openrouter.ai', 'gpt-4o-mini')).toBeNull();
    expect(findPrice(prices, 'api.openai.com', 'gpt-99')).toBeNull();
    expect(costUsd(null, usage)).toBeNull();
  });

  it('are overridden one by one', async () => {
    const file = await fileOf(
      '{"api.openai.com":{"gpt-4o":{"input":1,"output":1}},"localhost:8000":{"m":{"input":0,"output":0}}}',
    );
    const prices = await loadPrices(file);
    expect(findPrice(prices, 'api.openai.com', 'gpt-4o')).toEqual({ input: 1, output: 1 });
    expect(findPrice(prices, 'api.openai.com', 'gpt-4o-mini')).not.toBeNull();
    expect(costUsd(findPrice(prices, 'localhost:8000', 'm'), usage)).toBe(0);
  });

  it.each(['not json', '{"a":{"m":{"input":-1,"output":1}}}', '{"a":{"m":{"in":1}}}'])(
    'in a file like %s are refused',
    async (text) => {
      await expect(loadPrices(await fileOf(text))).rejects.toBeInstanceOf(InputError);
    },
  );
});

describe('errors of an endpoint', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const sorted = (error: unknown) => toEndpointError(error, now);

  it.each<[object, string]>([
    [{ status: 402, message: 'pay' }, 'no-credit'],
    [{ status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota' }, 'no-credit'],
    [{ status: 429, message: 'slow down' }, 'rate-limited'],
    [{ status: 503, message: 'busy' }, 'server'],
    [{ status: 501, message: 'unknown format' }, 'bad-request'],
    [{ status: 403, message: 'no' }, 'not-allowed'],
    [{ status: 403, message: 'requires moderation and your input was flagged' }, 'filtered'],
    [{ status: 404, message: 'model "x" not found' }, 'no-such-model'],
    [{ status: 404, message: '404 page not found' }, 'no-such-address'],
    [{ status: 413, message: 'large' }, 'too-long'],
    [{ statusCode: 400, message: 'prompt is too long: 9 tokens' }, 'too-long'],
    [{ status: 400, message: 'blocked by content management policy' }, 'filtered'],
    [{ status: 400, message: '[400] API key not valid. Please pass a valid API key. [{}]' }, 'wrong-key'],
    [{ status: 400, message: 'no', code: 'invalid_api_key' }, 'wrong-key'],
    [
      { status: 400, message: '400 {"message":"Your credit balance is too low to access the Claude API."}' },
      'no-credit',
    ],
    [{ status: 400, message: 'You are out of credits.' }, 'no-credit'],
    [{ status: 429, message: '429 Insufficient quota: please top up.' }, 'no-credit'],
    [{ status: 403, message: 'litellm.APIError: APIError: OpenAIException - Out of credits' }, 'no-credit'],
    [{ status: 422, message: 'Invalid API Key provided' }, 'wrong-key'],
    [{ status: 400, message: "Invalid value: 'Your credit balance is too low to access the site'" }, 'bad-request'],
    [{ status: 400, message: '400 {"message":"Invalid value: {\\"message\\":\\"Out of credits\\"}"}' }, 'bad-request'],
    [{ status: 400, message: 'Invalid value: “Check your credit balance”' }, 'bad-request'],
    [{ status: 422, message: "cannot parse near 'invalid api key', 'insufficient quota'" }, 'bad-request'],
    [{ status: 500, message: 'template error near “out of credits”' }, 'server'],
    [new TypeError('terminated'), 'cut'],
    [new Error('Connection error.', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) }), 'connection'],
    [new Error('Connection error.', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }), 'cut'],
    [new TypeError('Cannot read properties of undefined'), 'not-a-model-server'],
  ])('%o is %s', (error, kind) => {
    expect(sorted(error).kind).toBe(kind);
  });

  it('carry no key, however the server echoes it, and no advice of LangChain', () => {
    keepSecret('abc-123');
    const message = 'Incorrect key abc-123 or sk-proj-abcdefgh12345678\n\nTroubleshooting URL: https://example.org/';
    expect(sorted({ status: 401, message }).message).toMatch(/^Incorrect key \*{7} or \*+$/u);
  });

  it.each<[unknown, number | null]>([
    [new Headers({ 'retry-after': '3' }), 3_000],
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
    [{}, null],
    [undefined, null],
  ])('say when to come back: %o', (headers, expected) => {
    expect(sorted({ status: 429, message: '', headers }).retryAfterMs).toBe(expected);
  });
});
