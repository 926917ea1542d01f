/** The app: guards, routes, and the one way in which errors are answered. It knows no port and no process. */
import { randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { createGate } from './callers.ts';
import { checkHost, checkOrigin, corsOf, headersOfAnswers, identify, type ServiceEnv } from './guard.ts';
import { invalidInput, problemOf, ProblemError } from './problems.ts';
import { batchRoutes } from './routes/batches.ts';
import { recordRoutes } from './routes/records.ts';
import { setRoutes } from './routes/sets.ts';
import { jobRoutes } from './routes/jobs.ts';
import { describeApp, systemRoutes } from './routes/system.ts';
import { routeOf } from './route-of.ts';
import { workRoutes } from './routes/work.ts';
import type { Mount, Service, ServiceApp } from './service.ts';
import { traceRequests } from './tracing.ts';

const ROUTES: readonly Mount[] = [workRoutes, setRoutes, recordRoutes, jobRoutes, batchRoutes, systemRoutes];

/** @param mounts further doors: pages, MCP */
export function createServiceApp(service: Service, mounts: readonly Mount[] = []): ServiceApp {
  const { guard, metrics, client, clock } = service;
  const app: ServiceApp = new OpenAPIHono<ServiceEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      // An id that cannot be is one that there is not.
      if (result.target === 'param') throw new ProblemError('not-found', 'There is no such id.');
      throw invalidInput(result.error, [result.target]);
    },
  });
  app.use(async (c, next) => {
    const startMs = performance.now();
    await next();
    metrics.request(c.req.method, routeOf(c), c.res.status, (performance.now() - startMs) / 1_000);
  });
  app.use(traceRequests, headersOfAnswers, checkHost(guard));
  if (guard.corsOrigins.length > 0) app.use(corsOf(guard));
  app.use(checkOrigin(guard), identify(createGate(client.store.apiKeys, clock), guard));
  for (const mount of [...ROUTES, ...mounts]) mount(app, service);
  describeApp(app);

  const methods = methodsOf(app);
  app.notFound((c) => {
    const allowed = methods(c.req.path);
    throw allowed.length === 0
      ? new ProblemError('not-found', 'There is nothing at this address.')
      : new ProblemError('no-such-method', `Here are: ${allowed.join(', ')}.`, {
          headers: { allow: allowed.join(', ') },
        });
  });
  app.onError((error, c) => {
    const problem = problemOf(error);
    if (!(error instanceof ProblemError) && problem.status >= 500) {
      const incident = randomUUID();
      service.log(`${incident} ${c.req.method} ${routeOf(c)}: ${error.stack ?? error.message}`);
      problem.detail += ` (${incident})`;
    }
    if (error instanceof ProblemError) for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
    return c.body(JSON.stringify(problem), problem.status as 500, { 'content-type': 'application/problem+json' });
  });
  return app;
}

/** A part that begins with a colon stands for any text. */
function fits(parts: readonly string[], asked: readonly string[]): boolean {
  return (
    parts.length === asked.length &&
    parts.every((part, index) => (part.startsWith(':') ? asked[index] !== '' : part === asked[index]))
  );
}

/** Which methods an address has. */
function methodsOf(app: ServiceApp): (path: string) => readonly string[] {
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
    .map(({ method, path }) => ({ method, parts: path.split('/') }));
  return (path) => [...new Set(routes.flatMap(({ method, parts }) => (fits(parts, path.split('/')) ? [method] : [])))];
}
