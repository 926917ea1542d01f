/** Traces of the built service, as a collector that speaks OTLP (JSON over HTTP) gets them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startBuiltService } from '../support/built-service.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { askAt } from '../support/service.ts';

const Span = z.object({
  ...{ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string() },
  attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
});
const Sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const spans = () =>
    bodies.flatMap((body) =>
      Sent.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
    );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, spans };
}

it('tells a collector of requests, jobs, steps and model calls, and none of their texts', async () => {
  const collector = await startCollector();
  const model = await plausibleServer();
  const url = await startBuiltService(
    ['--model', 'scripted', '--base-url', model.baseUrl, '--store', 'one.sqlite', '--queries', '1', '--keep', '2'],
    ['serve'],
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_SERVICE_NAME: 'criteria',
      OPENAI_API_KEY: 'sk-never-told',
    },
  );
  const { status } = await askAt(url, '/v1/sets', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instruction: 'Write a cover letter for a lighthouse keeper' }),
  });
  expect(status).toBe(200);

  const named = (name: string) => collector.spans().find((span) => span.name === name);
  await expect
    .poll(() => [named('POST /v1/sets'), named('job criteria')], { timeout: 20_000 })
    .not.toContain(undefined);
  const job = named('job criteria');
  const steps = collector.spans().filter(({ parentSpanId }) => parentSpanId === job?.spanId);
  expect(steps.map(({ name }) => name)).toEqual(expect.arrayContaining(['queries', 'search', 'rating', 'merging']));
  const rating = steps.find(({ name }) => name === 'rating');
  const calls = collector.spans().filter(({ parentSpanId }) => parentSpanId === rating?.spanId);
  expect(calls.map(({ name }) => name)).toContain('chat scripted');
  expect(new Set([...steps, ...calls].map(({ traceId }) => traceId))).toEqual(new Set([job?.traceId]));
  expect(JSON.stringify(job?.attributes)).toContain('job_');

  const all = collector.bodies.join('\n');
  expect(all).toContain('"criteria"');
  expect(all).not.toMatch(/lighthouse|sk-never-told/u);
});

it('serves where nobody listens at the address of the collector', async () => {
  const url = await startBuiltService([], ['serve'], { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect((await askAt(url, '/healthz')).status).toBe(200);
});
