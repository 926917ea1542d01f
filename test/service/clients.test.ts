/** Clients that go away, stall or read slowly: they get what the limits say, and the others notice nothing. */
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { JobView } from '../../src/service/schemas.ts';
import { startService } from '../support/service.ts';

const TASK = { instruction: 'Write a cover letter for a junior data analyst' };

function open(base: string, head: readonly string[], body = ''): Promise<Socket> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${['POST /v1/sets HTTP/1.1', 'Host: localhost', ...head].join('\r\n')}\r\n\r\n${body}`);
      resolve(socket);
    });
    socket.on('error', () => undefined);
  });
}

const HEAD = ['Content-Type: application/json', `Content-Length: ${JSON.stringify(TASK).length}`];

it('cancels what somebody waited for who went away, unless they may ask for it again', async () => {
  const service = await startService();
  const statuses = async () =>
    ((await service.ask('/v1/jobs')).json as { items: JobView[] }).items.map(({ status }) => status).sort();
  const gone = await open(service.url, HEAD, JSON.stringify(TASK));
  const returning = await open(service.url, [...HEAD, 'Idempotency-Key: again'], JSON.stringify(TASK));
  await expect.poll(statuses).toHaveLength(2);
  gone.destroy();
  returning.destroy();
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['cancelled', 'done']);
});

it('answers others while some stall in the middle of a body, or never read their answer', async () => {
  const service = await startService();
  const stalled = await Promise.all(Array.from({ length: 50 }, () => open(service.url, HEAD, '{"instr')));
  const deaf = await Promise.all(
    Array.from({ length: 20 }, () => open(service.url, [...HEAD, 'Accept: text/event-stream'], JSON.stringify(TASK))),
  );
  for (const socket of deaf) socket.pause();
  for (let count = 0; count < 20; count += 1) expect((await service.ask('/healthz')).status).toBe(200);
  for (const socket of [...stalled, ...deaf]) socket.destroy();
  expect(service.logged).toEqual([]);
});

it('lets a job be heard again after the stream broke, from where it was', async () => {
  const service = await startService();
  const { json: job }: { json: JobView } = await service.post('/v1/sets', TASK, { prefer: 'respond-async' });
  const whole = await service.ask(job.links.events);
  const ids = [...whole.text.matchAll(/^id: (\d+)$/gmu)].map(([, id]) => Number(id));
  expect(ids.length).toBeGreaterThan(3);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  const again = await service.ask(job.links.events, { headers: { 'last-event-id': '2' } });
  expect(again.text).toContain('event: done');
});

it('sends away whose request does not come in time', async () => {
  const service = await startService({ timeouts: { headersTimeout: 1_000, requestTimeout: 1_000 } });
  const slow = await open(service.url, HEAD, '{"instr');
  const dripping = setInterval(() => slow.write(' '), 100);
  onTestFinished(() => {
    clearInterval(dripping);
  });
  const answer = new Promise<string>((resolve) => {
    slow.once('data', (chunk: Buffer) => {
      resolve(chunk.toString());
    });
    slow.once('close', () => {
      resolve('closed');
    });
  });
  expect(await answer).toMatch(/^HTTP\/1\.1 408/u);
});

it('has room for who asks, however many connections ask nothing', async () => {
  const service = await startService({ maxConnections: 10 });
  const { hostname, port } = new URL(service.url);
  const idle = Array.from({ length: 40 }, () => connect(Number(port), hostname).on('error', () => undefined));
  onTestFinished(() => {
    for (const socket of idle) socket.destroy();
  });
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  for (let count = 0; count < 20; count += 1) expect((await service.ask('/healthz')).status).toBe(200);
});
