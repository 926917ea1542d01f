/** Routes with their part of the OpenAPI document: the scope that it names is the scope that is asked for. */
import { createRoute, z, type RouteConfig, type RouteHandler } from '@hono/zod-openapi';
import type { Scope } from '../domain/api-key.ts';
import type { Caller } from './callers.ts';
import { callerWith, type ServiceEnv } from './guard.ts';
import { STATUS_OF, type ProblemKind } from './problems.ts';
import { schemaRef, type SchemaName } from './schemas.ts';
import type { ServiceApp } from './service.ts';

/** Of jobs and batches: cannot be guessed. */
export function idOf(prefix: 'job' | 'batch') {
  return z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`));
}

interface Operation {
  /** The name of a client's function. */
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Beside those that any request may lead to. */
  readonly problems?: readonly ProblemKind[];
  readonly body?: { readonly schema: SchemaName; readonly type?: string };
}

/** What operations are grouped by. */
export const TAGS = {
  Work: 'What takes time: asked for, waited for, followed, or left to a job',
  Sets: 'Sets of criteria and what they rest on; common to all callers',
  Records: 'What judging left; each caller has their own',
  Jobs: 'Work that was asked for: its status, steps and result',
  Batches: 'Many requests of one kind at once, as JSON Lines',
  Service: 'About the service itself',
} as const;

interface Group {
  readonly tag: keyof typeof TAGS;
  /** Null: any known caller, for their own jobs and records. */
  readonly scope: Scope | 'public' | null;
}

interface Answer {
  readonly description: string;
  readonly schema?: SchemaName;
  /** Default: JSON. */
  readonly type?: string;
  /** A second type, with its schema. */
  readonly orType?: string;
  readonly orSchema?: SchemaName;
  /** Has an ETag; If-None-Match is answered with 304. */
  readonly isTagged?: true;
  /** Names the address of the job. */
  readonly hasLocation?: true;
  readonly isEmpty?: true;
}

type Method = 'get' | 'post' | 'delete';
type Inputs = NonNullable<RouteConfig['request']>;

/** Answers are plain responses: the document names their schemas, and nothing is inferred from them. */
export function documented<const Verb extends Method, const Path extends string, const Request extends Inputs>(
  method: Verb,
  path: Path,
  request: Request,
  { tag, scope, answers, problems = [], body, description, ...operation }: Operation & Group,
) {
  return createRoute({
    ...operation,
    method,
    path,
    request: { ...request, ...(body && { body: bodyOf(body) }) },
    tags: [tag],
    description: [description, whoMay(scope)].filter(Boolean).join(' '),
    security: scope === 'public' ? [] : [{ key: [] }, {}],
    responses: {
      ...problemsOf([
        ...ANY_REQUEST,
        ...(Object.keys(request).length > 0 ? (['invalid-input'] as const) : []),
        ...(body === undefined ? [] : WITH_BODY),
        ...problems,
      ]),
      ...(Object.values(answers).some(({ isTagged }) => isTagged) && { 304: NOT_MODIFIED }),
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, contentOf(answer, scope !== 'public')]),
      ),
    },
  });
}

function whoMay(scope: Group['scope']): string {
  if (scope === 'public') return 'No key is needed.';
  return scope === null ? 'Each caller has their own.' : `Scope: ${scope}.`;
}

type ContextOf<Verb extends Method, Path extends string, Request extends Inputs> = Parameters<
  RouteHandler<ReturnType<typeof documented<Verb, Path, Request>>, ServiceEnv>
>[0];

/** Adds routes of one group. Their handlers get a caller who has the scope. */
export function documentedRoutes(app: ServiceApp, group: Group & { readonly scope: Scope | null }) {
  const adder =
    <const Verb extends Method>(method: Verb) =>
    <const Path extends string, const Request extends Inputs>(
      path: Path,
      request: Request,
      operation: Operation & { readonly scope?: Scope },
      handle: (c: ContextOf<Verb, Path, Request>, caller: Caller) => Response | Promise<Response>,
    ): void => {
      const described = { ...group, ...operation };
      const handler = (c: ContextOf<Verb, Path, Request>) => handle(c, callerWith(c, described.scope));
      app.openapi(documented(method, path, request, described), handler);
    };
  return { get: adder('get'), post: adder('post'), remove: adder('delete') };
}

const ANY_REQUEST = [
  'bad-request',
  'not-allowed',
  'wrong-host',
  'internal-error',
  'unavailable',
  'key-needed',
  'limit-reached',
] as const;
const WITH_BODY = ['too-large', 'wrong-media-type'] as const;
const WITH_RETRY_AFTER: readonly ProblemKind[] = ['limit-reached', 'unavailable'];

const text = (description: string) => ({ description, schema: { type: 'string' as const } });
const ETAG = { etag: text('Identifies this content: send it as If-None-Match to get 304') };
const LOCATION = { location: text('The address of the job') };
/** Of answers to whoever has a key. */
const RATE = {
  'ratelimit-policy': text('How many requests (q) the key may make in how many seconds (w)'),
  ratelimit: text('How many of them (r) are left, and in how many seconds (t) all are again'),
};
const RETRY_AFTER = { 'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' as const } } };
const NOT_MODIFIED = { description: 'Not modified since the If-None-Match of the request' };

function problemsOf(kinds: readonly ProblemKind[]) {
  const responses = kinds.map((kind) => {
    const content = contentOf({ description: kind, schema: 'Problem', type: 'application/problem+json' });
    return [
      STATUS_OF[kind],
      {
        ...content,
        ...(WITH_RETRY_AFTER.includes(kind) && { headers: { ...RETRY_AFTER, ...(kind === 'limit-reached' && RATE) } }),
      },
    ];
  });
  return Object.fromEntries(responses) as Record<string, object>;
}

function contentOf(
  { description, schema, type = 'application/json', orType, orSchema, ...more }: Answer,
  hasRate = false,
) {
  const { isEmpty, isTagged, hasLocation } = more;
  if (isEmpty) return { description, ...(hasRate && { headers: RATE }) };
  const plain = { type: type === 'application/json' ? 'object' : 'string' };
  const refOf = (name: SchemaName | undefined) => (name === undefined ? plain : schemaRef(name));
  const content = { [type]: { schema: refOf(schema) }, ...(orType && { [orType]: { schema: refOf(orSchema) } }) };
  const headers = { ...(isTagged && ETAG), ...(hasLocation && LOCATION), ...(hasRate && RATE) };
  return { description, content, ...(Object.keys(headers).length > 0 && { headers }) };
}

function bodyOf({ schema, type = 'application/json' }: NonNullable<Operation['body']>) {
  return { required: true, content: { [type]: { schema: schemaRef(schema) } } };
}
