/** The OpenAPI document as makers of clients read it: one rule for all routes, and the service does what the document says. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/domain/job.ts';
import type { JobView } from '../../src/service/schemas.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { startService, type TestService } from '../support/service.ts';

interface Answer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
}
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly description: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, Answer>>;
}

async function described({ ask }: TestService) {
  const { text, json } = await ask('/openapi.json');
  const document: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>;
    readonly tags: readonly { readonly name: string }[];
    readonly servers: readonly { readonly url: string; readonly description: string }[];
  } = json;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Operation => ({ ...operation, method, path })),
  );
  return { text, document, operations };
}

/** Names of the operations that break a rule: an empty list where none does. */
function breaking(operations: readonly Operation[], holds: (operation: Operation) => boolean): readonly string[] {
  return operations.filter((operation) => !holds(operation)).map(({ method, path }) => `${method} ${path}`);
}

const answersOf = ({ responses }: Operation, statuses: RegExp) =>
  Object.entries(responses).filter(([status]) => statuses.test(status));
const names = (answer: Answer | undefined) => Object.keys(answer?.headers ?? {});
const ofThing = ({ path }: Operation) => /^\/v1\/[a-z-]+\/\{id\}$/u.test(path);
/** Nobody asks for one by its address: they are results of jobs alone. */
const VALUES = ['live-audits', 'rewards'];

describe('the description', () => {
  it('is one that Redocly’s recommended rules find nothing in', async () => {
    const { text } = await described(await startService());
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, config, absoluteRef: '/openapi.json' });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('has for every operation what a client is made of', async () => {
    const { operations, document } = await described(await startService());
    expect(operations.length).toBeGreaterThan(40);
    expect(document.servers.every(({ url, description }) => url !== '' && description !== '')).toBe(true);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z]+)+$/u.test(id))).toEqual([]);
    const all = (holds: (operation: Operation) => boolean) => breaking(operations, holds);
    expect(all(({ summary }) => !/\ba (?:actionability|labels)\b/iu.test(summary))).toEqual([]);
    const tags = document.tags.map(({ name }) => name);
    expect(
      all((each) => each.description !== '' && each.tags.length === 1 && each.tags.every((tag) => tags.includes(tag))),
    ).toEqual([]);

    expect(all((each) => answersOf(each, /^[45]/u).every(([, { content }]) => isProblemAlone(content)))).toEqual([
      'get /readyz',
    ]);
    expect(all((each) => answersOf(each, /^20[0-2]/u).every(([, { content }]) => isTyped(content)))).toEqual([
      ...['get /metrics', 'get /openapi.json'],
    ]);
    expect(all((each) => answersOf(each, /^(?:429|503)/u).every(([, a]) => names(a).includes('retry-after')))).toEqual([
      'get /readyz',
    ]);
    expect(
      all((each) => answersOf(each, /^20[12]/u).every(([, answer]) => names(answer).includes('location'))),
    ).toEqual([]);
    const guarded = operations.filter(({ security }) => security.length > 0);
    expect(
      breaking(guarded, (each) =>
        answersOf(each, /^2|429/u).every(([, answer]) => names(answer).includes('ratelimit')),
      ),
    ).toEqual([]);
    expect(breaking(guarded, ({ responses }) => '401' in responses && '403' in responses)).toEqual([]);
    expect(all(({ path, responses }) => !path.includes('{') || '404' in responses)).toEqual([]);
    const hears = ({ parameters = [] }: Operation) => parameters.some(({ name }) => name === 'last-event-id');
    const streams = ({ responses }: Operation) => 'text/event-stream' in (responses['200']?.content ?? {});
    expect(all((each) => each.method !== 'get' || streams(each) === hears(each))).toEqual([]);
  });

  it('has a list, in pages, and one by one, of everything that is kept', async () => {
    const { operations } = await described(await startService());
    const has = (method: string, path: string) =>
      operations.some((each) => each.method === method && each.path === path);
    const roots = [...new Set(operations.flatMap(({ path }) => /^\/v1\/([a-z-]+)/u.exec(path)?.[1] ?? []))];
    const kept = roots.filter((root) => !VALUES.includes(root));
    expect(kept.filter((root) => !has('get', `/v1/${root}`) || !has('get', `/v1/${root}/{id}`))).toEqual([]);
    expect(kept.filter((root) => !has('delete', `/v1/${root}/{id}`))).toEqual([]);
    expect(kept.filter((root) => !root.endsWith('s') && root !== 'labels')).toEqual([]);
    const lists = operations.filter(({ method, path }) => method === 'get' && kept.includes(path.slice('/v1/'.length)));
    const parameters = ({ parameters: all = [] }: Operation) => all.map(({ name }) => name);
    expect(breaking(lists, (each) => ['limit', 'cursor'].every((name) => parameters(each).includes(name)))).toEqual([]);
    const things = operations.filter((each) => each.method === 'get' && ofThing(each));
    const changing = ['get /v1/jobs/{id}', 'get /v1/batches/{id}'];
    const isTagged = ({ responses }: Operation) => '304' in responses && names(responses['200']).includes('etag');
    expect(breaking(things, isTagged)).toEqual(changing);
  });

  it('is kept to: ids that cannot be are 404, and the type of each problem opens in a browser', async () => {
    const service = await startService();
    const { operations } = await described(service);
    const types = new Set<string>();
    for (const { method, path } of operations.filter((each) => each.path.includes('{id}')))
      for (const id of ['x', 'cs_', 'jg_0', '..%2f..%2fetc', '%00', 'a'.repeat(3_000), '%F0%9F%92%A9']) {
        const answer = await service.ask(path.replace('{id}', id), { method: method.toUpperCase() });
        expect([path, id.slice(0, 20), answer.status]).toEqual([path, id.slice(0, 20), 404]);
        expect(answer.headers['content-type']).toBe('application/problem+json');
        types.add((answer.json as Problem).type);
      }
    for (const { path, method } of operations.filter((each) => each.method === 'post')) {
      const wrong = [
        { headers: { 'content-type': 'application/json' }, body: '{"x": 1' },
        { headers: { 'content-type': 'text/plain' }, body: 'x' },
        { headers: { 'content-type': 'application/json' }, body: '{}' },
        { headers: { 'content-type': 'application/json', 'idempotency-key': 'ä' }, body: '{}' },
      ];
      for (const options of wrong) {
        const { status, json } = await service.ask(path, { method: method.toUpperCase(), ...options });
        expect([path, status >= 400 && status < 500]).toEqual([path, true]);
        types.add((json as Problem).type);
      }
    }
    types.add(((await service.ask('/v1/sets', { method: 'PUT' })).json as Problem).type);
    expect(types.size).toBeGreaterThan(4);
    for (const type of types) {
      const page = await service.ask(type, { headers: { accept: 'text/html' } });
      expect([type, page.status, page.headers['content-type']]).toEqual([type, 200, 'text/html; charset=UTF-8']);
      expect(parseHTML(page.text).document.querySelector('h1')?.textContent).not.toBe('');
    }
  });

  it('is kept to: what is kept has an ETag, and a job that goes on its address', async () => {
    const { baseUrl } = await plausibleServer();
    const service = await startService({ flags: { model: 'scripted', baseUrl, modelFormat: 'json_schema' } });
    const { operations } = await described(service);
    const checklist = ['Is it short?'];
    const asked: Readonly<Record<string, object>> = {
      sets: { instruction: 'Write a toast', queries: 1, keep: 1 },
      judgements: { response: 'To Ada!', checklist },
      scorings: { response: 'To Ada!', instruction: 'Write a toast' },
      comparisons: { a: 'To Ada!', b: 'To Ben!', instruction: 'Write a toast' },
      refinements: { response: 'To Ada!', checklist, rounds: 1 },
      checklists: { instruction: 'Write a toast' },
    };
    for (const [root, body] of Object.entries(asked)) {
      const begun = await service.post(`/v1/${root}`, body, { prefer: 'respond-async' });
      expect([root, begun.status, begun.headers.location]).toEqual([root, 202, (begun.json as JobView).links.self]);
      const events = await service.ask(`${begun.headers.location ?? ''}/events`);
      expect([root, events.text]).toEqual([root, expect.stringContaining('event: done')]);
    }
    await service.client.saveChecklist({
      checklist: (await service.client.generateChecklist('Write')).checklist,
      parent: null,
      changes: [],
    });
    let tagged = 0;
    for (const { path } of operations.filter(
      (each) => each.method === 'get' && ofThing(each) && '304' in each.responses,
    )) {
      const { items }: { items: { id: string }[] } = (await service.ask(path.replace('/{id}', ''))).json;
      for (const { id } of items) {
        const whole = await service.ask(path.replace('{id}', id));
        const again = await service.ask(path.replace('{id}', id), {
          headers: { 'if-none-match': whole.headers.etag ?? '' },
        });
        expect([path, whole.status, again.status, again.text]).toEqual([path, 200, 304, '']);
        tagged += 1;
      }
    }
    expect(tagged).toBeGreaterThanOrEqual(6);
  });
});

function isProblemAlone(content: Answer['content']): boolean {
  const types = Object.entries(content ?? {});
  return (
    types.length === 1 &&
    types.every(
      ([type, { schema }]) => type === 'application/problem+json' && schema.$ref?.endsWith('/Problem') === true,
    )
  );
}

function isTyped(content: Answer['content']): boolean {
  return Object.values(content ?? {}).every(({ schema }) => schema.$ref !== undefined) && content !== undefined;
}
