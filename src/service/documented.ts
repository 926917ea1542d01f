/** How routes are told in the OpenAPI document. */
import { createRoute, z, type RouteConfig } from '@hono/zod-openapi';
import type { Scope } from '../domain/api-key.ts';
import { STATUS_OF, type ProblemKind } from './problems.ts';
import { schemaRef, type SchemaName } from './schemas.ts';

/** Of jobs and batches: what nobody guesses. */
export function idOf(prefix: 'job' | 'batch') {
  return z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`));
}

interface Documented extends Omit<RouteConfig, 'responses' | 'security' | 'request' | 'tags'> {
  readonly tag: string;
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
}

const ANY: readonly ProblemKind[] = ['bad-request', 'not-allowed', 'wrong-host', 'internal-error', 'unavailable'];
const WITH_KEY: readonly ProblemKind[] = ['key-needed', 'limit-reached'];
const WITH_INPUT: readonly ProblemKind[] = ['invalid-input'];
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
  for (const kind of kinds)
    responses[STATUS_OF[kind]] ??= contentOf({
      description: kind,
      schema: 'Problem',
      type: 'application/problem+json',
    });
  return createRoute({
    ...told,
    method,
    path,
    request: { ...request, ...(body === undefined ? {} : bodyOf(body)) },
    tags: [tag],
    operationId: operationIdOf(method, path),
    description: [told.description, scope === null || scope === 'public' ? undefined : `Scope: ${scope}.`]
      .filter(Boolean)
      .join(' '),
    security: scope === 'public' ? [] : [{ key: [] }, {}],
    responses: responses as Record<string, { description: string }>,
  });
}

/** `get /v1/criteria/{id}/audit`: getCriteriaByIdAudit. */
function operationIdOf(method: string, path: string): string {
  const words =
    path
      .replace(/^\/v1/u, '')
      .replaceAll('{', 'by-')
      .match(/[a-z]+/gu) ?? [];
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function contentOf({ description, schema, type = 'application/json', orType }: Answer) {
  const content = schema === undefined ? { type: 'string' as const } : schemaRef(schema);
  const types = [...(schema === undefined && type === 'application/json' ? [] : [type]), ...(orType ? [orType] : [])];
  const media = types.map((each, index) => [each, { schema: index === 0 ? content : { type: 'string' as const } }]);
  return { description, ...(types.length === 0 ? {} : { content: Object.fromEntries(media) as object }) };
}

function bodyOf({ schema, type = 'application/json' }: NonNullable<Documented['body']>) {
  return { body: { required: true, content: { [type]: { schema: schemaRef(schema) } } } };
}
