/**
 * Traces of requests, jobs, steps and model calls: names, counts and times, never texts. They go to an OpenTelemetry
 * collector where the environment names one; without one the calls of its API do nothing.
 */
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import { wantsTraces } from '../config/environment.ts';
import { packageInfo } from '../config/package-root.ts';
import { InputError } from '../domain/errors.ts';
import type { Job } from '../domain/job.ts';
import type { RunEvent } from '../domain/run-context.ts';
import { redact } from '../text/redact.ts';
import { routeOf } from './route-of.ts';

const INSTALL =
  'npm install @opentelemetry/sdk-trace-base@2 @opentelemetry/resources@2 @opentelemetry/exporter-trace-otlp-http@0.223';
/** With all attempts; the process ends no sooner. */
const SEND_MS = 2_000;
const tracer = () => trace.getTracer('groundrule');

/**
 * @param log told what cannot be sent
 * @returns sends what is left; undefined where no collector is named
 * @throws InputError where the packages are missing
 */
export async function startTracing(log: (line: string) => void): Promise<(() => Promise<void>) | undefined> {
  if (!wantsTraces()) return undefined;
  const { OTLPTraceExporter, sdk, resources } = await loadPackages();
  const tell = (...[message]: unknown[]) => log(`traces: ${redact(String(message))}`);
  const ignore = () => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const { envDetector, resourceFromAttributes, detectResources } = resources;
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'groundrule', 'service.version': packageInfo().version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: SEND_MS }))],
  });
  trace.setGlobalTracerProvider(provider);
  // A collector that does not answer holds nobody up.
  return () => provider.shutdown().catch(tell);
}

/** Only the service's own processes need them, and only where they are asked to trace. */
async function loadPackages() {
  try {
    const [{ OTLPTraceExporter }, resources, sdk] = await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ]);
    return { OTLPTraceExporter, resources, sdk };
  } catch (error) {
    throw new InputError('OTEL_EXPORTER_OTLP_ENDPOINT is set, and the packages that send traces cannot be loaded.', {
      advice: `Install them, “${INSTALL}”, or unset it.`,
      cause: error,
    });
  }
}

export const traceRequests: MiddlewareHandler = async (c, next) => {
  const span = tracer().startSpan(c.req.method, { kind: SpanKind.SERVER });
  await next();
  const [route, { status }] = [routeOf(c), c.res];
  span
    .updateName(`${c.req.method} ${route}`)
    .setAttributes({ 'http.request.method': c.req.method, 'http.route': route, 'http.response.status_code': status })
    .setStatus({ code: status >= 500 ? SpanStatusCode.ERROR : SpanStatusCode.UNSET })
    .end();
};

/** A job is a trace of its own: it begins when its turn comes, perhaps in another process than the request's. */
export function traceJob({ id, kind }: Pick<Job, 'id' | 'kind'>) {
  const job = tracer().startSpan(`job ${kind}`, { attributes: { 'groundrule.job.id': id } }, ROOT_CONTEXT);
  const within = (span: Span) => trace.setSpan(ROOT_CONTEXT, span);
  /** Those under way, by their name; a step may run in several parts at once. */
  const steps = new Map<string, Span[]>();
  const end = (span: Span, attributes: Attributes, isFailed: boolean) =>
    span
      .setAttributes(attributes)
      .setStatus({ code: isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET })
      .end();
  return {
    event: (event: RunEvent): void => {
      if (event.type === 'step-start')
        steps.set(event.step, [...(steps.get(event.step) ?? []), tracer().startSpan(event.step, {}, within(job))]);
      else if (event.type === 'step-end') {
        const span = steps.get(event.step)?.shift();
        const { items, lost } = event;
        if (span !== undefined)
          end(span, { 'groundrule.items': items, 'groundrule.items_not_done': lost.length }, event.isFailed === true);
      } else if (event.type === 'model-call') {
        const { step, model, elapsedMs, isCached, isFailed, inputTokens, outputTokens } = event;
        const endMs = Date.now();
        const options = { kind: SpanKind.CLIENT, startTime: endMs - elapsedMs };
        const span = tracer().startSpan(`chat ${model}`, options, within(steps.get(step)?.at(-1) ?? job));
        const used = { 'gen_ai.usage.input_tokens': inputTokens, 'gen_ai.usage.output_tokens': outputTokens };
        end(span, { 'gen_ai.request.model': model, 'groundrule.is_cached': isCached, ...used }, isFailed);
      }
    },
    end: (status: string): void => {
      for (const span of [...steps.values()].flat()) end(span, {}, true);
      end(job, { 'groundrule.job.status': status }, status === 'failed');
    },
  };
}
