/** Figures for Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { JobKind, JobStatus } from '../domain/job.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { RunEvent } from '../domain/run-context.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `groundrule_${name}`, help, labelNames, registers });
  const seconds = <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
    new Histogram({ name: `groundrule_${name}`, help, labelNames, buckets, registers });
  const QUICK = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];
  const LONG = [0.1, 0.5, 2, 10, 30, 60, 300, 1_800];

  const requests = seconds('http_request_seconds', 'Seconds by route', QUICK, 'method', 'route', 'status');
  const jobs = seconds('job_seconds', 'Seconds by kind of job and how it ended', LONG, 'kind', 'status');
  const steps = seconds('step_seconds', 'Seconds by step', LONG, 'step');
  const calls = counter('model_calls_total', 'Questions sent to models', 'step', 'model');
  const hits = counter('model_cache_hits_total', 'Answers from the cache', 'step', 'model');
  const tokens = counter('model_tokens_total', 'Tokens', 'direction', 'model');
  const usd = counter('model_usd_total', 'Cost of model calls where prices are known', 'model');

  return {
    request: (method: string, route: string, status: number, took: number) =>
      requests.observe({ method, route, status: String(status) }, took),
    jobEnded: (kind: JobKind, status: JobStatus, took: number) => jobs.observe({ kind, status }, took),
    event: (event: RunEvent) => {
      if (event.type === 'step-end') steps.observe({ step: event.step }, event.elapsedMs / 1_000);
    },
    usage: (usage: readonly ModelUsage[]) => {
      for (const { step, model, ...taken } of usage) {
        calls.inc({ step, model }, taken.calls);
        hits.inc({ step, model }, taken.cacheHits);
        tokens.inc({ direction: 'input', model }, taken.inputTokens);
        tokens.inc({ direction: 'output', model }, taken.outputTokens);
        usd.inc({ model }, taken.usd ?? 0);
      }
    },
    /** Read when the figures are asked for. */
    gauge: (name: string, help: string, read: () => number) => {
      new Gauge({
        ...{ name: `groundrule_${name}`, help, registers },
        collect() {
          this.set(read());
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
