/** What servers say when they answer with an error, in their own shapes. */
import { expect, it } from 'vitest';
import { InputError, SettingError, UnavailableError } from '../../src/domain/errors.ts';
import { ratingCall, serve, startRig } from './harness.ts';

async function rigFor(status: number, body: unknown) {
  const baseUrl = await serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return startRig({ model: { baseUrl } });
}

const TOO_LONG = "This model's maximum context length is 8192 tokens.";

it.each([
  [400, { error: { message: TOO_LONG } }],
  [400, { object: 'error', message: TOO_LONG, type: 'BadRequestError', param: null, code: 400 }],
  [400, [{ error: { message: TOO_LONG, code: 400, status: 'INVALID_ARGUMENT' } }]],
  [422, { error: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000' }],
  [422, { error: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 1050' }],
])('a prompt that is too long leaves one item unscored: %i %j', async (status, body) => {
  const { client, run } = await rigFor(status, body);
  expect(await client.call(run, ratingCall())).toMatchObject({ status: 'unscored', failure: 'too-long' });
});

it.each([
  [404, { object: 'error', message: 'The model `m` does not exist.', code: 404 }, /has no model “scripted”: The model/],
  [401, { detail: 'Unauthorized' }, /needs an API key/],
  [403, { message: 'Access is denied for your plan' }, /to use scripted: Access is denied for your plan$/],
])('%i %j is an error of a setting', async (status, body, message) => {
  const { client, run } = await rigFor(status, body);
  const failure = expect(client.call(run, ratingCall())).rejects;
  await failure.toThrow(message);
  await failure.toBeInstanceOf(SettingError);
});

it.each([
  [{ detail: 'no such format' }, 'no such format'],
  [
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
    'body.seed: Extra inputs are not permitted',
  ],
  [
    { object: 'error', message: { detail: [{ loc: ['body', 'messages', 0], msg: 'Field required' }] } },
    'body.messages.0: Field required',
  ],
  [{ message: 'no such format', code: 'x' }, 'no such format'],
])('the message of 422 %j is shown', async (body, message) => {
  const { client, run } = await rigFor(422, body);
  const failure = expect(client.call(run, ratingCall())).rejects;
  await failure.toThrow(`refuses the request for scripted: ${message}`);
  await failure.toBeInstanceOf(InputError);
});

const QUOTA = 'You exceeded your current plan.';

it.each([
  [200, { error: { message: 'Insufficient credits.', code: 402 } }, /quota exceeded: Insufficient credits/],
  [200, { error: { message: 'Insufficient credits.', code: '401' } }, /needs an API key/],
  [200, { object: 'error', message: 'bad key', code: 401 }, /needs an API key/],
  [200, { error: { message: QUOTA, code: 'insufficient_quota' } }, /quota exceeded: You exceeded/],
  [429, { error: { detail: QUOTA, code: 'insufficient_quota' } }, /quota exceeded: You exceeded/],
  [429, { error: QUOTA, code: 'insufficient_quota' }, /quota exceeded: You exceeded/],
  [429, { detail: { error: QUOTA, code: 'insufficient_quota' } }, /quota exceeded: You exceeded/],
  [429, [{ error: { message: QUOTA, code: 'insufficient_quota' } }], /quota exceeded: You exceeded/],
])('%i %j is classed by its code, and not asked for again', async (status, body, message) => {
  let requests = 0;
  const baseUrl = await serve((_request, response) => {
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { client, run } = await startRig({ model: { baseUrl } });
  await expect(client.call(run, ratingCall())).rejects.toThrow(message);
  expect(requests).toBe(1);
});

it.each([
  { error: { message: 'Too many.', code: 'rate_limit_exceeded' } },
  { choices: [{ finish_reason: 'error', message: { content: '' }, error: { message: 'Too many.', code: 429 } }] },
])('a rate limit with status 200 is one, too: %j', async (body) => {
  const { client, run } = await rigFor(200, body);
  const reason = expect.stringMatching(/rate limited/) as string;
  expect(await client.call(run, ratingCall())).toMatchObject({ failure: 'unavailable', reason });
});

it.each(['Unexpected endpoint or method.', 'upstream socket closed.'])(
  'without a code %j is shown, with a word on the base URL',
  async (error) => {
    const { client, run } = await rigFor(200, { error });
    const failure = expect(client.call(run, ratingCall())).rejects;
    await failure.toThrow(`is not a chat completion: ${error}`);
    await failure.toBeInstanceOf(UnavailableError);
  },
);

it('a key that cannot be sent is refused without being shown', async () => {
  const { newClient } = await startRig();
  expect(() => newClient({ model: { apiKey: 'sk-abc…def' } })).toThrow(SettingError);
  expect(() => newClient({ model: { apiKey: 'sk-abc…def' } })).not.toThrow(/sk-abc/);
});

it.each([
  ['not needed\n', 'not needed'],
  ['\u{FEFF}\nsk-abc', 'sk-abc'],
])('of the key %j the server gets %j', async (apiKey, sent) => {
  const { client, run } = await startRig({ model: { apiKey }, server: { apiKey: sent } });
  expect(await client.call(run, ratingCall())).toMatchObject({ status: 'done' });
});
