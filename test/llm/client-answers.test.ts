import { describe, expect, it } from 'vitest';
import { CallRecord } from '../../src/domain/model.ts';
import type { Fault } from '../support/model-server/behaviour.ts';
import { GOOD_RATING, ratingCall, startRig } from './harness.ts';

describe('good answers in any dress', () => {
  it.each<Fault | null>([null, 'fenced', 'chatty', 'thinking'])('%s: is read with one request', async (fault) => {
    const { server, client, run } = await startRig();
    server.next(fault);
    expect(await client.call(run, ratingCall())).toEqual({ status: 'done', value: GOOD_RATING });
    expect(server.statistics().requests).toBe(1);
  });
});

describe('answers that can be mended', () => {
  it.each<Fault>(['malformed', 'truncated', 'empty', 'refusal-in-prose'])('%s: one repair mends it', async (fault) => {
    const { server, client, run, records } = await startRig();
    server.next(fault);
    expect(await client.call(run, ratingCall())).toEqual({ status: 'done', value: GOOD_RATING });
    expect(server.statistics().requests).toBe(2);
    expect(records[0]).toMatchObject({ repaired: true, outcome: { status: 'done' } });
    expect(records[0]?.exchanges[0]?.problems).toHaveLength(1);
  });

  it('shows the model its answer and every problem, those of the schema and those of the caller alike', async () => {
    const answers = [
      { expertise: 9, reason: '' },
      { expertise: 2, reason: 'vague' },
    ];
    const { server, client, run, records } = await startRig({ server: { handler: () => answers.shift() } });
    const validate = (value: { reason: string }) => (value.reason === 'vague' ? ['“vague” is not a reason.'] : []);
    const outcome = await client.call(run, ratingCall('A page.', { validate }));
    const repair = server.requests[1]?.messages ?? [];
    expect(repair.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(repair[2]?.content).toBe('{"expertise":9,"reason":""}');
    expect(repair[3]?.content).toMatch(/- expertise: .*\n- reason: /);
    expect(outcome).toMatchObject({ status: 'done', value: { reason: 'vague' } });
    expect(records[0]?.exchanges[1]?.problems).toEqual(['“vague” is not a reason.']);
  });
});

describe('answers that cannot be used', () => {
  it.each<[Fault, string]>([
    ['malformed', 'not-json'],
    ['truncated', 'truncated'],
    ['empty', 'empty'],
    ['refusal-in-prose', 'not-json'],
  ])('%s twice: unscored as %s after one repair, and never retried', async (fault, failure) => {
    const { server, client, run } = await startRig();
    server.next(fault, fault);
    expect(await client.call(run, ratingCall())).toMatchObject({ status: 'unscored', failure });
    expect(server.statistics().requests).toBe(2);
  });

  it('a refusal is not argued with', async () => {
    const { server, client, run } = await startRig();
    server.next('refusal');
    const outcome = await client.call(run, ratingCall());
    expect(outcome).toMatchObject({ status: 'unscored', failure: 'refused' });
    expect(outcome).toHaveProperty('reason', expect.stringContaining('I cannot help with that.'));
    expect(server.statistics().requests).toBe(1);
  });

  it('a wrong shape is a schema mismatch that names the member', async () => {
    const { client, run } = await startRig({
      server: { handler: () => ({ expertise: 'high', reason: 'r' }) },
    });
    const outcome = await client.call(run, ratingCall());
    expect(outcome).toMatchObject({
      failure: 'schema-mismatch',
      reason: expect.stringContaining('expertise:') as string,
    });
  });

  it('a prompt longer than the model can read is not retried or repaired', async () => {
    const { server, client, run } = await startRig();
    server.next('too-long');
    expect(await client.call(run, ratingCall())).toMatchObject({ status: 'unscored', failure: 'too-long' });
    expect(server.statistics().requests).toBe(1);
  });
});

describe('problems that outlive the repair', () => {
  const validate = ({ reason }: { reason: string }) => reason.split(' ').filter((word) => word.startsWith('bad'));

  it.each([
    { answers: ['bad1 bad2', 'bad1'], kept: 'bad1' },
    { answers: ['bad1', 'bad1 bad2'], kept: 'bad1' },
    { answers: ['bad1', null], kept: 'bad1' },
    { answers: ['bad1', 'bad2'], kept: 'bad2' },
  ])('leave the answer with fewer of them, of $answers', async ({ answers, kept }) => {
    const queue = [...answers];
    const handler = () => {
      const reason = queue.shift() ?? null;
      return reason === null ? 'prose' : { expertise: 1, reason };
    };
    const { client, run } = await startRig({ server: { handler } });
    const outcome = await client.call(run, ratingCall('A page.', { validate }));
    expect(outcome).toEqual({ status: 'done', value: { expertise: 1, reason: kept } });
  });
});

describe('a repair of rows', () => {
  it('asks for the faulty ones alone; the others stand', async () => {
    const queue = ['good bad1', 'mended'];
    const { server, client, run } = await startRig({
      server: { handler: () => ({ expertise: 1, reason: queue.shift() }) },
    });
    const outcome = await client.call(
      run,
      ratingCall('A page.', {
        validate: ({ reason }) => (reason.includes('bad') ? ['bad1 is bad.'] : []),
        mergeRepair: (first, second) => ({ ...first, reason: first.reason.replace('bad1', second.reason) }),
      }),
    );
    expect(outcome).toEqual({ status: 'done', value: { expertise: 1, reason: 'good mended' } });
    expect(server.requests[1]?.messages.at(-1)?.content).toMatch(/- bad1 is bad\.\nGive the rows that this is about/u);
  });
});

describe('the record of a call', () => {
  it('holds the prompt, the raw answer as it came, usage, attempts and outcome', async () => {
    const { server, client, run, records } = await startRig();
    server.next('server-error', 'fenced');
    await client.call(run, ratingCall('Some page.'));
    expect(records.map((record) => CallRecord.parse(record))).toEqual(records);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      step: 'rating',
      role: 'rate-page',
      promptId: 'rate-page',
      model: 'scripted',
      repaired: false,
      outcome: { status: 'done' },
    });
    const [exchange] = records[0]?.exchanges ?? [];
    expect(exchange?.messages[1]?.content).toBe('Some page.');
    expect(exchange?.answer?.text).toBe(`\`\`\`json\n${JSON.stringify(GOOD_RATING)}\n\`\`\``);
    expect(exchange).toMatchObject({ attempts: 2, cached: false, usd: null });
    expect(records[0]?.endpoint).toBe(new URL(server.baseUrl).host + '/v1');
  });

  it('counts tokens itself where the server does not say, and says so', async () => {
    const { client, run, server } = await startRig({ server: { usage: 'missing' } });
    await client.call(run, ratingCall('A page with <|endoftext|> in it.'));
    const [row] = client.usage();
    expect(row).toMatchObject({
      calls: 1,
      estimatedCalls: 1,
      outputTokens: server.statistics().outputTokens,
    });
    expect(row?.inputTokens).toBeGreaterThan(10);
  });

  it('takes the figures of the server where it says', async () => {
    const { client, run, server } = await startRig();
    await client.call(run, ratingCall());
    const { inputTokens, outputTokens } = server.statistics();
    expect(client.usage()).toMatchObject([{ inputTokens, outputTokens, estimatedCalls: 0, usd: null }]);
  });
});
