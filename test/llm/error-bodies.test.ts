/** What servers say when they answer with an error, in their own shapes. */
import { expect, it } from 'vitest';
import { InputError, SettingError, UnavailableError } from '../../src/domain/errors.ts';
import { withinLimits } from '../../src/run/within-limits.ts';
import { keepSecret } from '../../src/text/redact.ts';
import { testRun } from '../support/run-context.ts';
import { GOOD_RATING, NO_LIMITS, ratingCall, serve, startRig } from './harness.ts';

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
  const reason = expect.stringContaining(`refuses the prompt: ${message}`) as string;
  expect(await client.call(run, ratingCall())).toMatchObject({ failure: 'refused', reason });
  const failure = await withinLimits(run, client, () => Promise.resolve()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(InputError);
  expect(failure).toMatchObject({ message: expect.stringContaining(message) as string });
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

const CUT = '{"expertise": 4, "rea';
const choice = (rest: object, content: string | null = JSON.stringify(GOOD_RATING)) => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', ...rest }],
});

it.each([
  ['the choice', choice({ error: { code: 502, message: 'Provider is down.' } }, CUT), /status 502: Provider is down$/u],
  ['the choice, with a whole answer', choice({ error: { code: 502, message: 'Down' } }), /status 502: Down$/u],
  ['the choice, with no answer', choice({ error: { message: 'Gone away' } }, ''), /v1 failed: Gone away$/u],
  ['the reply, beside choices', { error: { code: 503, message: 'Busy' }, ...choice({}, '') }, /status 503: Busy$/u],
  ['the reply, in a word', { error: 'Busy', ...choice({}) }, /v1 failed: Busy$/u],
  ['the end of the answer', choice({ finish_reason: 'error' }, CUT), /v1 failed$/u],
  ['a choice without a message', { choices: [{ error: { code: 529, message: 'Full' } }] }, /status 529: Full$/u],
])(
  'an error with status 200 in %s is no answer, and is asked for again, once: it may have been billed',
  async (_, body, reason) => {
    let requests = 0;
    const baseUrl = await serve((_request, response) => {
      requests += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(requests <= 2 ? body : choice({})));
    });
    const { client, run, kept } = await startRig({ model: { baseUrl } });
    const unscored = { status: 'unscored', failure: 'unavailable', reason: expect.stringMatching(reason) as string };
    expect(await client.call(run, ratingCall())).toEqual(unscored);
    expect(requests).toBe(2);
    expect(client.usage()).toMatchObject([{ calls: 2, lostAnswers: 2, estimatedCalls: 2, outputTokens: 1_000 }]);
    // Nothing is kept of it: the next run asks, and is answered.
    const next = await startRig({ model: { baseUrl }, kept });
    expect(await next.client.call(next.run, ratingCall())).toEqual({ status: 'done', value: GOOD_RATING });
  },
);

const BILLED = { usage: { prompt_tokens: 5_000, completion_tokens: 900 } };

it.each([
  ['no choices', { choices: [], ...BILLED }],
  ['an error of the choice', { ...choice({ error: { message: 'Gone away' } }, CUT), ...BILLED }],
  ['a rate limit of the choice', { ...choice({ error: { code: 429, message: 'Slow down' } }, CUT), ...BILLED }],
  ['an end with an error', { ...choice({ finish_reason: 'error' }, CUT), ...BILLED }],
  ['an error and a usage', { error: { code: 502, message: 'Provider is down.' }, ...BILLED }],
])('what a reply with %s says that it took counts, against limits too', async (_, body) => {
  let requests = 0;
  const baseUrl = await serve((_request, response) => {
    requests += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { client, run } = await startRig({ model: { baseUrl }, limits: { ...NO_LIMITS, maxCalls: 3 } });
  for (const page of ['one', 'two', 'three']) await client.call(run, ratingCall(page)).catch(() => null);
  expect(requests).toBe(3);
  expect(client.usage()).toMatchObject([{ calls: 3, retries: 0, inputTokens: 15_000, outputTokens: 2_700 }]);
  expect(client.usage()[0]).not.toHaveProperty('lostAnswers');
});

const REPLY = JSON.stringify(choice({}));
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

it.each([
  ['ends early', `${HEAD}connection: close\r\n\r\n${REPLY.slice(0, 40)}`],
  ['ends in a string', `${HEAD}connection: close\r\n\r\n${REPLY.slice(0, -8)}`],
  ['has a broken chunk', `${HEAD}transfer-encoding: chunked\r\n\r\n14\r\n${REPLY.slice(0, 20)}\r\nZZ\r\n`],
  ['is shorter than it says', `${HEAD}content-length: 500\r\n\r\n${REPLY.slice(0, 40)}`],
])('a reply that %s counts at its estimate, and is asked for again once', async (_, bytes) => {
  let requests = 0;
  const baseUrl = await serve((_request, response) => {
    requests += 1;
    response.socket?.end(bytes);
  });
  const { client, run } = await startRig({ model: { baseUrl } });
  await expect(client.call(run, ratingCall())).rejects.toThrow(UnavailableError);
  expect(requests).toBe(2);
  expect(client.usage()).toMatchObject([{ calls: 2, retries: 0, lostAnswers: 2, outputTokens: 1_000 }]);
});

const FLAGGED = 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.';

it.each([
  ['refused', { message: FLAGGED, type: 'invalid_request_error', param: null, code: 'invalid_prompt' }],
  ['refused', { message: 'No.', code: 'content_policy_violation' }],
  ['refused', { message: 'Your input did not pass moderation.' }],
  ['too-long', { message: 'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).' }],
])(
  'a prompt that a server rejects with 400 leaves one item unscored, also the first: %s %j',
  async (failure, error) => {
    const { client, run } = await rigFor(400, { error });
    expect(await client.call(run, ratingCall())).toMatchObject({ status: 'unscored', failure });
  },
);

it.each([
  [403, 'Your account has been flagged for unusual activity.', 'declined the prompt'],
  [400, 'This model has a context length of 0 tokens.', 'longer than scripted can read'],
])('a filter or a length ends no run, and its words are told: %i %j', async (status, message, reason) => {
  const { client, run } = await rigFor(status, { error: { message } });
  const said = expect.stringContaining(`${reason}: ${message.replace(/\.$/u, '')}`) as string;
  expect(await client.call(run, ratingCall())).toMatchObject({ status: 'unscored', reason: said });
  expect(client.refused(run.runId), 'another model of a panel may read it').toBeNull();
});

/** Rejects bad pages, in words that nobody knows, or in a reply without an answer. */
function rejecting(status: number, body: object) {
  return serve((request, response) => {
    request.setEncoding('utf8');
    let asked = '';
    request.on('data', (part: string) => (asked += part));
    request.on('end', () => {
      const isBad = asked.includes('bad page');
      response.writeHead(isBad ? status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isBad ? body : choice({})));
    });
  });
}

it.each([
  [400, { error: { message: 'Content Exists Risk' } }, 'refused', /v1 refuses the prompt: Content Exists Risk$/u],
  [200, { choices: [], ...BILLED }, 'unavailable', /v1 failed: no readable message$/u],
])('a prompt that is rejected ends no run, in whatever order: %i %j', async (status, body, failure, reason) => {
  const { client, run, newClient, kept } = await startRig({ model: { baseUrl: await rejecting(status, body) } });
  const rejected = { status: 'unscored', failure, reason: expect.stringMatching(reason) as string };
  expect(await client.call(run, ratingCall('bad page'))).toEqual(rejected);
  if (failure === 'refused')
    expect(client.refused(run.runId)).toMatchObject({
      message: expect.stringContaining('refuses the request for scripted: Content Exists Risk') as string,
      advice: expect.stringContaining('name of the model') as string,
    });
  await client.call(testRun(), ratingCall('good page', { step: 'answers' }));
  expect(client.refused(run.runId), 'the model has answered, to whatever').toBeNull();

  const [again, next] = [newClient({ kept }), testRun()];
  expect(await again.call(next, ratingCall('bad page'))).toEqual(rejected);
  await again.call(next, ratingCall('good page', { step: 'answers' }));
  expect(again.refused(next.runId), 'a kept answer is one').toBeNull();
});

it.each([504, 524])('a code %i in the body counts as that status does', async (code) => {
  const { client, run } = await rigFor(200, { error: { code, message: 'Timed out.' } });
  expect(await client.call(run, ratingCall())).toMatchObject({ failure: 'unavailable' });
  expect(client.usage()).toMatchObject([{ lostAnswers: 2 }]);
});

it('a usage without its output is counted anew', async () => {
  const { client, run } = await rigFor(200, { ...choice({}), usage: { prompt_tokens: 100 } });
  expect(await client.call(run, ratingCall())).toMatchObject({ status: 'done' });
  const [row] = client.usage();
  expect(row).toMatchObject({ calls: 1, estimatedCalls: 1 });
  expect(row?.outputTokens).toBeGreaterThan(0);
});

it.each([
  [
    { code: 429, message: 'Slow down' },
    { failure: 'unavailable', reason: expect.stringMatching('rate limited') as string },
  ],
  [{ code: 403, message: 'Your input was flagged' }, { failure: 'refused' }],
  [{ code: 'context_length_exceeded', message: TOO_LONG }, { failure: 'too-long' }],
])('the error %j of a choice is classed by its code', async (error, outcome) => {
  const { client, run } = await rigFor(200, choice({ error }, ''));
  expect(await client.call(run, ratingCall())).toMatchObject(outcome);
});

it('the error of a choice says that there is no more credit', async () => {
  const { client, run } = await rigFor(200, choice({ error: { code: 402, message: 'Insufficient credits' } }, ''));
  await expect(client.call(run, ratingCall())).rejects.toThrow(/quota exceeded: Insufficient credits/u);
});

const NOTHING_SAID = { message: '', type: '', param: { name: ' ' }, code: 0, details: [{}] };

it.each([null, '', {}, NOTHING_SAID])('the error %j beside an answer is none', async (error) => {
  const { client, run } = await rigFor(200, { error, ...choice({ error }) });
  expect(await client.call(run, ratingCall())).toEqual({ status: 'done', value: GOOD_RATING });
});

it.each([
  [500, { error: { message: 'CUDA out of memory.' } }, 'failed with status 500: CUDA out of memory'],
  [503, { detail: 'Loading the model' }, 'failed with status 503: Loading the model'],
  [502, '<html>Bad gateway</html>', 'failed with status 502'],
  [504, {}, 'failed with status 504'],
  [500, { error: { message: 'a\n\u001b[31mred\u202e secret-key-0123' } }, 'status 500: a ␛[31mred� ***************'],
])('of the status %i with %j the words are said, safe to print', async (status, body, words) => {
  const { client, run } = await rigFor(status, body);
  keepSecret('secret-key-0123');
  const outcome = await client.call(run, ratingCall());
  const reason = outcome.status === 'unscored' ? outcome.reason : '';
  expect(reason.slice(-words.length)).toBe(words);
});

const UPSTREAM = 'm:free is temporarily rate-limited upstream. Add your own key.';
const ofGateway = (raw: string) => ({
  error: { message: 'Provider returned error', code: 429, metadata: { raw, provider_name: 'X' } },
});

it.each([
  [429, ofGateway(UPSTREAM)],
  [200, ofGateway(JSON.stringify({ error: { message: UPSTREAM } }))],
])('what the server behind a gateway said is shown: %i %j', async (status, body) => {
  const { client, run } = await rigFor(status, body);
  const reason = expect.stringMatching(
    /rate limited \(429\): Provider returned error: m:free is .*own key$/u,
  ) as string;
  expect(await client.call(run, ratingCall())).toMatchObject({ failure: 'unavailable', reason });
});

it.each([{ error: { message: 'x'.repeat(100_000) } }, ofGateway('x'.repeat(100_000))])(
  'words without an end are cut',
  async (body) => {
    const { client, run } = await rigFor(500, body);
    const outcome = await client.call(run, ratingCall());
    expect(outcome.status === 'unscored' ? outcome.reason.length : 0).toBeLessThan(400);
  },
);
