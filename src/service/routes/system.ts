/** About the service itself: its description, whether it is well, its figures. */
import { packageInfo } from '../../config/package-root.ts';
import { documented, documentedRoutes, TAGS } from '../documented.ts';
import { ProblemError } from '../problems.ts';
import { problemPage, REFERENCE_STYLE, referencePage, schemaPage, type ApiDescription } from '../reference-page.ts';
import { componentSchemas } from '../schemas.ts';
import type { Mount, ServiceApp } from '../service.ts';

const tag = 'Service' as const;
const PUBLIC = { tag, scope: 'public' as const };

export const systemRoutes: Mount = (app, service) => {
  const { version } = packageInfo();
  const { client, jobs, metrics } = service;
  metrics.gauge('jobs_queued', 'Queued jobs', () => jobs.counts().queued);
  metrics.gauge('jobs_running', 'Running jobs', () => jobs.counts().running);
  metrics.gauge('resident_bytes', 'Memory of the process', () => process.memoryUsage.rss());

  app.openapi(
    documented(
      'get',
      '/healthz',
      {},
      {
        ...PUBLIC,
        operationId: 'getHealth',
        summary: 'Whether the process answers',
        answers: { 200: { description: 'It does', schema: 'Health' } },
      },
    ),
    (c) => c.json({ status: 'ok', version }, 200),
  );
  app.openapi(
    documented(
      'get',
      '/readyz',
      {},
      {
        ...PUBLIC,
        operationId: 'getReadiness',
        summary: 'Whether requests can be served',
        answers: {
          200: { description: 'They can', schema: 'Readiness' },
          503: { description: 'Not now', schema: 'Readiness' },
        },
      },
    ),
    async (c) => {
      const store = await client.sets.list(1).then(
        () => true,
        () => false,
      );
      return c.json({ status: store ? 'ready' : 'not-ready', store, jobs: jobs.counts() }, store ? 200 : 503);
    },
  );
  documentedRoutes(app, { tag, scope: 'admin' }).get(
    '/metrics',
    {},
    {
      operationId: 'getMetrics',
      summary: 'Figures for Prometheus',
      answers: { 200: { description: 'In its text format', type: 'text/plain' } },
    },
    async (c) => c.body(await metrics.text(), 200, { 'content-type': metrics.contentType }),
  );
};

/** After all other routes: it describes them. */
export function describeApp(app: ServiceApp): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    ...{ type: 'http', scheme: 'bearer' },
    description: 'An API key, made with `groundrule keys add`; none is asked for on loopback.',
  });
  const route = documented(
    'get',
    '/openapi.json',
    {},
    {
      ...PUBLIC,
      operationId: 'getOpenApi',
      summary: 'This description (OpenAPI 3.1)',
      answers: { 200: { description: 'OpenAPI 3.1', type: 'application/json' } },
    },
  );
  app.openapi(route, (c) => c.json(description(), 200));
  let described: ApiDescription | undefined;
  const description = () => (described ??= describe(app));
  // Anybody may ask for it.
  let reference: Promise<string> | undefined;
  app.get('/docs', async (c) => c.html(await (reference ??= referencePage(description()))));
  const orNotFound = (page: string | null) => {
    if (page === null) throw new ProblemError('not-found', 'There is nothing at this address.');
    return page;
  };
  app.get('/docs/schemas/:name', async (c) => c.html(orNotFound(await schemaPage(description(), c.req.param('name')))));
  app.get('/problems/:kind', async (c) => c.html(orNotFound(await problemPage(c.req.param('kind')))));
  app.get('/docs/reference.css', (c) => c.body(REFERENCE_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }));
}

/** When somebody asks for it: few do, and its schemas take a tenth of a second. */
function describe(app: ServiceApp): ApiDescription {
  for (const [name, schema] of Object.entries(componentSchemas()))
    app.openAPIRegistry.registerComponent('schemas', name, schema);
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    servers: [{ url: '/', description: 'The service that gives this document' }],
    info: {
      title: 'Groundrule',
      version: packageInfo().version,
      description: 'Criteria of writing tasks with the quotes and sources that ground each one, and judging by them.',
      contact: { name: 'Groundrule contributors' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
  });
}
