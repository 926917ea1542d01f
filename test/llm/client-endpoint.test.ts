import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CancelledError, GroundruleError, InputError, UnavailableError } from '../../src/domain/errors.ts';
import type { Fault } from '../support/model-server/behaviour.ts';
import { testRun } from '../support/run-context.ts';
import { FAST_RETRIES, GOOD_RATING, NO_LIMITS, ratingCall, serve, startRig, stoppable } from './harness.ts';

const DONE = { status: 'done', value: GOOD_RATING };

/** One slot; nothing is answered before `answer()`. */
async function startHeldRig(capability: 'json_schema' | null = 'json_schema') {
  let requests = 0;
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  const content = JSON.stringify(GOOD_RATING);
  const baseUrl = await serve((_request, response) => {
    requests += 1;
    void mayAnswer.then(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ finish_reason: 'stop', message: { content } }] }));
    });
  });
  return {
    ...(await startRig({ model: { baseUrl, capability }, maxConcurrency: 1 })),
    requests: () => requests,
    answer,
  };
}

describe('what passes is retried', () => {
  it.each<Fault>(['rate-limited', 'server-error'])('%s', async (fault) => {
    const { server, client, run } = await startRig();
    server.next(fault, fault);
    expect(await client.call(run, ratingCall())).toEqual(DONE);
    expect(client.usage()).toMatchObject([{ calls: 1, retries: 2 }]);
  });

  it.each<Fault>(['drop', 'broken-body'])('a reply that breaks, once: it may have been billed (%s)', async (fault) => {
    const { server, client, run } = await startRig();
    await client.call(run, ratingCall('warm-up'));
    server.next(fault);
    expect(await client.call(run, ratingCall('one'))).toEqual(DONE);
    server.next(fault, fault);
    expect(await client.call(run, ratingCall('two'))).toMatchObject({ status: 'unscored', failure: 'unavailable' });
    expect(server.statistics().requests).toBe(5);
    expect(client.usage()).toMatchObject([{ calls: 5, retries: 0, lostAnswers: 3 }]);
  });

  it('a request without an answer in time, once', async () => {
    const { server, client, run } = await startRig({ timeoutMs: 1_500 });
    await client.call(run, ratingCall('warm-up'));
    server.next('hang');
    expect(await client.call(run, ratingCall('one'))).toEqual(DONE);
    server.next('hang', 'hang');
    expect(await client.call(run, ratingCall('two'))).toMatchObject({
      status: 'unscored',
      failure: 'unavailable',
    });
    expect(server.statistics().requests).toBe(5);
  });

  it('waits as long as Retry-After says', async () => {
    const { server, client, run } = await startRig({ server: { retryAfterSeconds: 1 } });
    server.next('rate-limited');
    const startMs = performance.now();
    expect(await client.call(run, ratingCall())).toEqual(DONE);
    expect(performance.now() - startMs).toBeGreaterThan(990);
    const waits = run.events.filter(({ type }) => type === 'wait');
    expect(waits).toMatchObject([{ server: server.baseUrl.replace('http://', '') }]);
    expect(waits[0]).toHaveProperty(
      'waitMs',
      expect.toSatisfy((waitMs: number) => waitMs >= 1_000),
    );
  });

  it('waits more often than it would try, as long as the server says when', async () => {
    const { server, client, run } = await startRig({
      server: { retryAfterSeconds: 1 },
      retryPolicy: { ...FAST_RETRIES, maxAttempts: 1, maxRetryAfterMs: 2_500 },
    });
    server.next('rate-limited', 'rate-limited');
    expect(await client.call(run, ratingCall())).toEqual(DONE);
    server.next('rate-limited', 'rate-limited', 'rate-limited');
    expect(await client.call(run, ratingCall('another'))).toMatchObject({ failure: 'unavailable' });
    expect(server.statistics().requests).toBe(6);
  });

  it('does not come back to a server that asks for longer than the cap', async () => {
    const { server, client, run } = await startRig({ server: { retryAfterSeconds: 3600 } });
    server.next('rate-limited');
    const outcome = await client.call(run, ratingCall());
    expect(outcome).toMatchObject({
      failure: 'unavailable',
      reason: expect.stringContaining('3600 s') as string,
    });
    expect(server.statistics().requests).toBe(1);
  });

  it('nor does it hold back the other calls', async () => {
    const { server, client, run } = await startRig({
      maxConcurrency: 1,
      retryPolicy: { ...FAST_RETRIES, maxRetryAfterMs: 600_000 },
      server: { retryAfterSeconds: 3600 },
    });
    server.next('rate-limited');
    const outcomes = await Promise.all([client.call(run, ratingCall('one')), client.call(run, ratingCall('two'))]);
    expect(outcomes).toMatchObject([{ failure: 'unavailable' }, DONE]);
  });

  it('gives up on one call after the last attempt, without an exception', async () => {
    const { server, client, run } = await startRig();
    server.behave({ faultRates: { 'server-error': 1 } });
    expect(await client.call(run, ratingCall())).toMatchObject({
      status: 'unscored',
      failure: 'unavailable',
    });
    expect(server.statistics().requests).toBe(4);
  });
});

describe('concurrency', () => {
  it('never exceeds the limit of the user', async () => {
    const { server, client, run } = await startRig({ maxConcurrency: 3, server: { latencyMs: 100 } });
    await Promise.all(Array.from({ length: 30 }, (_, index) => client.call(run, ratingCall(`page ${index}`))));
    expect(server.statistics()).toMatchObject({ requests: 30, maxConcurrency: 3 });
  });

  it('settles at what a server can take, and loses nothing', async () => {
    const retryPolicy = { maxAttempts: 10, baseDelayMs: 10, maxDelayMs: 80, maxRetryAfterMs: 1000 };
    const { server, client, run } = await startRig({
      maxConcurrency: 32,
      retryPolicy,
      server: { latencyMs: 5, maxConcurrency: 4 },
    });
    const outcomes = await Promise.all(
      Array.from({ length: 120 }, (_, index) => client.call(run, ratingCall(`page ${index}`))),
    );
    expect(outcomes.every(({ status }) => status === 'done')).toBe(true);
    // Without the limiter each of the 120 would keep colliding; with it only the first rounds do.
    expect(server.statistics().byStatus[429]).toBeLessThan(100);
  });

  it('a call that waits to be retried holds no slot', async () => {
    const { server, client, run } = await startRig({
      maxConcurrency: 1,
      server: { retryAfterSeconds: null },
    });
    server.next('server-error');
    const order: string[] = [];
    const slow = client.call(run, ratingCall('fails first')).then(() => order.push('retried'));
    const fast = client.call(run, ratingCall('goes through')).then(() => order.push('fresh'));
    await Promise.all([slow, fast]);
    expect(order).toEqual(['fresh', 'retried']);
  });
});

describe('what the user has to mend is an error that says how', () => {
  async function errorOf(work: Promise<unknown>): Promise<GroundruleError> {
    const error: unknown = await work.then(
      () => null,
      (caught: unknown) => caught,
    );
    if (!(error instanceof GroundruleError)) throw new Error(`Not an error of ours: ${inspect(error)}`);
    return error;
  }

  it('a wrong key, which is shown nowhere', async () => {
    const apiKey = 'very-secret-key-0123456789';
    const rig = await startRig({ server: { apiKey: 'another' }, model: { apiKey } });
    const error = await errorOf(rig.client.call(rig.run, ratingCall()));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain('refuses the API key');
    expect(error.advice).toContain('Check the key');
    expect(rig.server.statistics().requests).toBe(1);
    const shown = [error, rig.client, rig.records, rig.kept, rig.run.events, rig.client.usage()];
    expect(shown.map((thing) => inspect(thing, { depth: 20, showHidden: true })).join()).not.toContain(apiKey);
    expect(JSON.stringify(shown)).not.toContain(apiKey);
  });

  it('a wrong model', async () => {
    const { client, run } = await startRig({ server: { models: ['big'] } });
    const error = await errorOf(client.call(run, ratingCall()));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toMatch(/has no model “scripted”/);
  });

  it('a wrong path', async () => {
    const rig = await startRig();
    const client = rig.newClient({ model: { baseUrl: rig.server.baseUrl.replace('/v1', '/api') } });
    const error = await errorOf(client.call(rig.run, ratingCall()));
    expect(error).toBeInstanceOf(InputError);
    expect(error.advice).toContain('/v1');
  });

  it('a server that is not there: at once, with no retries', async () => {
    const rig = await startRig({
      retryPolicy: { maxAttempts: 5, baseDelayMs: 10_000, maxDelayMs: 10_000, maxRetryAfterMs: 1 },
    });
    await rig.server.close();
    const error = await errorOf(rig.client.call(rig.run, ratingCall()));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('a server that goes away later costs only the calls that it did not answer', async () => {
    const { server, client, run } = await startRig();
    await client.call(run, ratingCall('one'));
    await server.close();
    expect(await client.call(run, ratingCall('two'))).toMatchObject({
      status: 'unscored',
      failure: 'unavailable',
    });
  });

  it('something that is no model server', async () => {
    const { client, run } = await startRig({ server: { faultRates: { 'broken-body': 1 } } });
    const error = await errorOf(client.call(run, ratingCall()));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toContain('not a chat completion');
  });

  it('a provider whose package is not installed', async () => {
    const { run, newClient } = await startRig();
    const client = newClient({
      model: { name: 'anthropic:some-model', baseUrl: null, apiKey: 'k', capability: 'tools' },
    });
    const error = await errorOf(client.call(run, ratingCall()));
    expect(error).toBeInstanceOf(InputError);
    expect(error.advice).toBe('Install it: npm install @langchain/anthropic');
  });
});

describe('cancellation', () => {
  it('ends a call under way, one that waits for a slot and one that waits to be retried, at once', async () => {
    const { server, client } = await startRig({
      maxConcurrency: 2,
      retryPolicy: { maxAttempts: 5, baseDelayMs: 600_000, maxDelayMs: 600_000, maxRetryAfterMs: 1 },
    });
    server.next('server-error', 'hang', 'hang');
    const { run, stop } = stoppable();
    const calls = ['backoff', 'hangs', 'hangs too', 'queued'].map((page) => client.call(run, ratingCall(page)));
    const settled = Promise.allSettled(calls);
    await expect.poll(() => server.statistics().requests).toBe(3);
    stop();
    for (const result of await settled)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(CancelledError) as Error });
  });

  it('of one run leaves the request to another that waits for the same answer', async () => {
    const { client, run, requests, answer } = await startHeldRig();
    const other = stoppable();
    const stopped = client.call(other.run, ratingCall());
    const stays = client.call(run, ratingCall());
    await expect.poll(requests).toBe(1);
    other.stop();
    await expect(stopped).rejects.toBeInstanceOf(CancelledError);
    const reported = client.endRun(other.run.runId).then(() => client.usage(other.run.runId));
    answer();
    expect(await reported, 'its request').toMatchObject([{ calls: 1 }]);
    expect(await stays).toEqual(DONE);
    expect(requests()).toBe(1);
    expect(client.usage()).toMatchObject([{ calls: 1, cacheHits: 1 }]);
  });

  it('of all who wait for an answer ends its request', async () => {
    const { server, client } = await startRig();
    server.next('hang');
    const runs = [stoppable(), stoppable()];
    const calls = Promise.allSettled(runs.map(({ run }) => client.call(run, ratingCall())));
    await expect.poll(() => server.statistics().requests).toBe(1);
    for (const { stop } of runs) stop();
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(client.usage()).toMatchObject([{ calls: 1, lostAnswers: 1 }]);
  });
});

it.each([
  ['what another run asked', 'json_schema'],
  ['its probe', null],
] as const)(
  'a run that is stopped, or whose time is over, waits neither for a slot nor for %s',
  async (_, capability) => {
    const { client, requests, answer } = await startHeldRig(capability);
    const timed = () => testRun({ limits: { model: { ...NO_LIMITS, maxSeconds: 0.1 } } });
    const first = client.call(testRun(), ratingCall('first'));
    await expect.poll(requests).toBe(1);
    const ended = testRun();
    const queued = client.call(ended, ratingCall('queued')).catch((error: unknown) => error);
    const outcomes = ['of its own', 'first'].map((page) => client.call(timed(), ratingCall(page)));
    await client.endRun(ended.runId);
    expect(await queued).toBeInstanceOf(CancelledError);
    expect(await Promise.all(outcomes)).toMatchObject([{ failure: 'limit-reached' }, { failure: 'limit-reached' }]);
    expect(requests()).toBe(1);
    answer();
    expect(await first).toEqual(DONE);
  },
);
