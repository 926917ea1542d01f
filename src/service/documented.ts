/** How routes are told in the OpenAPI document. */
import { createRoute, z, type RouteConfig } from '@hono/zod-openapi';
import type { Scope } from '../domain/api-key.ts';
import { STATUS_OF, type ProblemKind } from './problems.ts';
import { schemaRef, type SchemaName } from './schemas.ts';

/** Of jobs and batches: what nobody guesses. */
export function idOf(prefix: 'job' | 'batch') {
  return z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`));
}

interface Documented extends Omit<RouteConfig, 'responses' | 'security' | 'request' | 'tags' | 'operationId'> {
  readonly tag: string;
  /** As one would name the function of a client. */
  readonly operationId: string;
  /** Null: any known caller, for what is their own. */
  readonly scope: Scope | 'public' | null;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Beside those that any request may lead to. */
  readonly problems?: readonly ProblemKind[];
  readonly body?: { readonly schema: SchemaName; readonly type?: string };
}

interface Answer {
  readonly description: string;
  readonly schema?: SchemaName;
  /** Default: JSON. */
  readonly type?: string;
  readonly orType?: string;
  /** Of what stands at other types than the first. */
  readonly orSchema?: SchemaName;
  /** It has an ETag, and 304 answers who has it. */
  readonly isTagged?: true;
  /** Says where the job is. */
  readonly hasLocation?: true;
  /** It has no body. */
  readonly isEmpty?: true;
}

const text = (description: string) => ({ description, schema: { type: 'string' as const } });
const ETAG = { etag: text('Names this very content: send it as If-None-Match to be told 304') };
const LOCATION = { location: text('Where the job is') };
const RETRY_AFTER = { 'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' as const } } };

const ANY: readonly ProblemKind[] = ['bad-request', 'not-allowed', 'wrong-host', 'internal-error', 'unavailable'];
const WITH_KEY: readonly ProblemKind[] = ['key-needed', 'limit-reached'];
const WITH_INPUT: readonly ProblemKind[] = ['invalid-input'];
const MAY_SAY_WHEN: ReadonlySet<ProblemKind> = new Set(['limit-reached', 'unavailable']);
const WITH_BODY: readonly ProblemKind[] = ['too-large', 'wrong-media-type'];

/** Answers are plain responses: their schemas are told, not inferred. */
export function documented<
  const Path extends string,
  const Method extends RouteConfig['method'],
  const Request extends NonNullable<RouteConfig['request']>,
>(
  method: Method,
  path: Path,
  request: Request,
  { tag, scope, answers, problems = [], body, ...told }: Omit<Documented, 'method' | 'path'>,
) {
  const kinds = new Set([
    ...ANY,
    ...WITH_KEY,
    ...(Object.keys(request).length > 0 ? WITH_INPUT : []),
    ...(body === undefined ? [] : WITH_BODY),
    ...problems,
  ]);
  const responses: Partial<Record<string, { description: string }>> = {};
  for (const [status, answer] of Object.entries(answers)) responses[status] = { ...contentOf(answer) };
  if (Object.values(answers).some(({ isTagged }) => isTagged === true))
    responses[304] = { description: 'As the If-None-Match of the request has it' };
  for (const kind of kinds)
    responses[STATUS_OF[kind]] ??= {
      ...contentOf({ description: kind, schema: 'Problem', type: 'application/problem+json' }),
      ...(MAY_SAY_WHEN.has(kind) ? { headers: RETRY_AFTER } : {}),
    };
  return createRoute({
    ...told,
    method,
    path,
    request: { ...request, ...(body === undefined ? {} : bodyOf(body)) },
    tags: [tag],
    description: [told.description, scope === null || scope === 'public' ? undefined : `Scope: ${scope}.`]
      .filter(Boolean)
      .join(' '),
    security: scope === 'public' ? [] : [{ key: [] }, {}],
    responses: responses as Record<string, { description: string }>,
  });
}

function contentOf({ description, schema, type = 'application/json', orType, orSchema, ...more }: Answer) {
  const { isEmpty, isTagged, hasLocation } = more;
  if (isEmpty === true) return { description };
  const ofType = type === 'application/json' ? ('object' as const) : ('string' as const);
  const refOf = (name: SchemaName | undefined) => (name === undefined ? { type: ofType } : schemaRef(name));
  const content = {
    [type]: { schema: refOf(schema) },
    ...(orType === undefined ? {} : { [orType]: { schema: refOf(orSchema) } }),
  };
  const headers = { ...(isTagged && ETAG), ...(hasLocation && LOCATION) };
  return { description, content: content as object, ...(Object.keys(headers).length === 0 ? {} : { headers }) };
}

function bodyOf({ schema, type = 'application/json' }: NonNullable<Documented['body']>) {
  return { body: { required: true, content: { [type]: { schema: schemaRef(schema) } } } };
}
