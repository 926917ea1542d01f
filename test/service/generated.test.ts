/** Requests that are generated from the OpenAPI document: whatever is sent, the answer is one that it documents. */
import fc from 'fast-check';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../src/config/load-config.ts';
import { readSecrets } from '../../src/config/environment.ts';
import type { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { openGroundrule, type Groundrule } from '../../src/groundrule.ts';
import type { JobRunner } from '../../src/jobs/queue/job-runner.ts';
import { doWork } from '../../src/service/work.ts';
import { serve } from '../../src/service/serve.ts';
import { broken, valuesOf, type JsonSchema } from '../support/from-json-schema.ts';
import { fuzzing } from '../support/mangled.ts';
import { askAt, type Answer } from '../support/service.ts';

const { numRuns: REQUESTS_PER_OPERATION } = fuzzing(60);

interface Content {
  readonly schema: JsonSchema;
}
interface Operation {
  readonly path: string;
  readonly method: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

let client: Groundrule;
let set: CriteriaSet;
const logged: string[] = [];

beforeEach(async () => {
  const config = await loadConfig({ flags: { store: 'memory' }, env: {}, configFile: null });
  client = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: 'memory' });
  set = await client.discover('Write a wedding toast', { queries: 1, keep: 1 });
});

/** Discoveries are answered with a set that is there: what they do is tested elsewhere, and takes a second each. */
function quickRunner(): JobRunner {
  return {
    run: async (work, options) =>
      work.kind === 'criteria'
        ? { status: 'done', result: { of: 'set', id: set.id }, unanswered: 'none', usage: [] }
        : doWork(client, work, options),
    close: async () => undefined,
  };
}

it('answers generated requests, valid and broken, as documented', { timeout: 3_600_000 }, async () => {
  const service = await serve({ client, runner: quickRunner(), port: 0, log: (line) => logged.push(line) });
  onTestFinished(async () => {
    await service.close();
    await client.close();
  });
  interface Document {
    paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
    components: { schemas: Record<string, JsonSchema> };
  }
  const document: Document = (await askAt(service.url, '/openapi.json')).json;
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Operation => ({ path, method, ...operation })),
  );
  const statuses = new Map<number, number>();
  let requests = 0;
  for (const operation of operations) {
    await fc.assert(
      fc.asyncProperty(requestOf(operation, schemas), async ({ path, headers, body }) => {
        const answer = await askAt(service.url, path, {
          method: operation.method.toUpperCase(),
          headers,
          ...(body === undefined ? {} : { body }),
        });
        requests += 1;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expectDocumented(operation, answer, document);
      }),
      { numRuns: REQUESTS_PER_OPERATION, seed: 16 },
    );
  }
  expect(logged).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(operations.length * REQUESTS_PER_OPERATION);
  // Both kinds came through: what is valid is done, what is broken is refused.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 202, 400, 404, 415, 422]));
});

function requestOf({ path, parameters = [], requestBody }: Operation, schemas: Document['schemas']) {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const valid = content === undefined ? fc.constant(undefined) : valuesOf(content.schema, schemas);
  const given = fc.oneof({ weight: 2, arbitrary: valid }, { weight: 1, arbitrary: valid.chain(broken) });
  const text = given.map((value) =>
    typeof value === 'string' && type !== 'application/json' ? value : JSON.stringify(value),
  );
  const of = (where: string) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === where)
          .map(({ name, schema }) => [
            name,
            fc.oneof(
              { weight: 3, arbitrary: valuesOf(schema, schemas).map(String) },
              { weight: 1, arbitrary: fc.constantFrom(set.id, 'x', '0', '\u0000', "'", '-1') },
            ),
          ]),
      ),
    );
  const odd = fc.constantFrom<Readonly<Record<string, string>>>(
    ...Array.from({ length: 12 }, () => ({})),
    { 'content-type': 'text/plain' },
    { accept: 'text/event-stream' },
    { prefer: 'respond-async' },
  );
  return fc
    .record({ body: text, inPath: of('path'), query: of('query'), odd })
    .map(({ body, inPath, query, odd: more }) => {
      const filled = path.replace(/\{(\w+)\}/gu, (_all, name: string) => encodeURIComponent(inPath[name] ?? ''));
      const search = new URLSearchParams(query).toString();
      return {
        path: search === '' ? filled : `${filled}?${search}`,
        headers: { ...(type === undefined ? {} : { 'content-type': type }), ...more },
        body: type === undefined ? undefined : body,
      };
    });
}

interface Document {
  schemas: Record<string, JsonSchema>;
}

/** Made once each: making one took ten times as long as the request. */
const schemas = new Map<Content, z.ZodType>();

function schemaOf({ schema }: Content, { components }: { components: Document }): z.ZodType {
  const inDefinitions = JSON.stringify({ ...schema, $defs: components.schemas });
  return z.fromJSONSchema(
    JSON.parse(inDefinitions.replaceAll('#/components/schemas/', '#/$defs/')) as Parameters<typeof z.fromJSONSchema>[0],
  );
}

function expectDocumented(
  { path, method, responses }: Operation,
  { status, headers, text, json }: Answer,
  document: { components: Document },
): void {
  const told = `${method} ${path} ${status} ${text.slice(0, 200)}`;
  // An id may come out empty, and the path then is another one.
  const documented = responses[status] ?? (status === 405 ? {} : undefined);
  expect(status, told).not.toBe(500);
  expect(documented, told).toBeDefined();
  if (documented?.content === undefined || text === '') return;
  const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
  const content = documented.content[type];
  expect(content, `${told} ${type}`).toBeDefined();
  if (!type.endsWith('json') || content === undefined) return;
  const schema = schemas.get(content) ?? schemaOf(content, document);
  schemas.set(content, schema);
  const checked = schema.safeParse(json);
  expect(checked.error?.issues ?? [], told).toEqual([]);
}
