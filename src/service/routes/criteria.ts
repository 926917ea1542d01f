/** Sets of criteria: asked for, searched, read, and what they rest on. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { SetReference } from '../../domain/ids.ts';
import { sha256Hex } from '../../text/hash.ts';
import { documented } from '../documented.ts';
import { callerWith, type ServiceEnv } from '../guard.ts';
import { ProblemError } from '../problems.ts';
import type { Mount, Service } from '../service.ts';

const params = z.object({ id: SetReference });
const listed = z.object({
  query: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(500).optional(),
});
const tag = 'Criteria';
const scope = 'read' as const;
const problems = ['not-found'] as const;
const READ = { 304: { description: 'As the If-None-Match of the request has it' } };

/** A set may be made or removed by another process: what is kept here is at most this old. */
const MAX_AGE_MS = 5_000;
const MAX_CACHE_BYTES = 64_000_000;

interface Body {
  /** In UTF-8, so that it is not encoded anew for each reader. */
  readonly json: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

export const criteriaRoutes: Mount = (app, service) => {
  const bodies = createBodies(service);
  const read = async (c: Context<ServiceEnv>, view: View, id: string) => {
    callerWith(c, scope);
    const body = await bodies(view, id);
    if (body === null) throw new ProblemError('not-found', 'There is no such set.');
    c.header('etag', body.etag);
    c.header('cache-control', 'private, no-cache');
    if (c.req.header('if-none-match')?.includes(body.etag) === true) return c.body(null, 304);
    return c.body(body.json, 200, { 'content-type': 'application/json' });
  };

  app.openapi(
    documented(
      'get',
      '/v1/criteria',
      { query: listed },
      {
        ...{ tag, scope, summary: 'Search the stored sets, newest first' },
        answers: { 200: { description: 'A page of them', schema: 'Sets' } },
      },
    ),
    async (c) => {
      callerWith(c, scope);
      const { query, limit, cursor } = c.req.valid('query');
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const sets = await service.client.sets.list(limit + 1, { words: query, after });
      const items = sets.slice(0, limit);
      const last = items.at(-1);
      return c.json({ items, next: sets.length > limit && last !== undefined ? cursorOf(last) : null }, 200);
    },
  );
  app.openapi(
    documented(
      'get',
      '/v1/criteria/{id}',
      { params },
      {
        ...{ tag, scope, problems, summary: 'A set of criteria' },
        answers: { 200: { description: 'The set', schema: 'CriteriaSet' }, ...READ },
      },
    ),
    (c) => read(c, 'set', c.req.valid('param').id),
  );
  app.openapi(
    documented(
      'get',
      '/v1/criteria/{id}/sources',
      { params },
      {
        ...{ tag, scope, problems, summary: 'Every source that was considered, and which criteria cite it' },
        answers: { 200: { description: 'The sources', schema: 'Sources' }, ...READ },
      },
    ),
    (c) => read(c, 'sources', c.req.valid('param').id),
  );
  app.openapi(
    documented(
      'get',
      '/v1/criteria/{id}/audit',
      { params },
      {
        ...{ tag, scope, problems, summary: 'What each criterion rests on, and whether the record holds' },
        answers: { 200: { description: 'The audit', schema: 'Audit' }, ...READ },
      },
    ),
    (c) => read(c, 'audit', c.req.valid('param').id),
  );
};

type View = 'set' | 'sources' | 'audit';

/** Written once for many readers. */
function createBodies({ client }: Service) {
  const cache = new LRUCache<string, Body>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ json }) => json.byteLength,
    ttl: MAX_AGE_MS,
    fetchMethod: async (key) => {
      const [view = '', id = ''] = key.split(' ');
      const value = await viewOf(view as View, id);
      if (value === null) return undefined;
      const json = new TextEncoder().encode(JSON.stringify(value));
      return { json, etag: `"${sha256Hex(json).slice(0, 32)}"` };
    },
  });

  async function viewOf(view: View, id: string): Promise<unknown> {
    const set = await client.sets.named(id);
    if (set === null || view === 'set') return set;
    const { sources, criteria, verification } = await client.audit(set);
    if (view === 'audit')
      return {
        ...{ id: set.id, verification },
        criteria: criteria.map(({ criterion, evidence }) => ({ id: criterion.id, text: criterion.text, evidence })),
      };
    const idsOf = (citing: readonly { readonly id: string }[]) => citing.map((criterion) => criterion.id);
    return { id: set.id, sources: sources.map((each) => ({ source: each.source, criteria: idsOf(each.criteria) })) };
  }

  return async (view: View, id: string): Promise<Body | null> => (await cache.fetch(`${view} ${id}`)) ?? null;
}

const Cursor = z.tuple([z.string(), z.string()]);

function cursorOf({ startedAt, id }: { readonly startedAt: string; readonly id: string }): string {
  return Buffer.from(JSON.stringify([startedAt, id])).toString('base64url');
}

function readCursor(cursor: string): { startedAt: string; id: string } {
  try {
    const [startedAt, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { startedAt, id };
  } catch {
    throw new ProblemError('bad-request', 'Invalid cursor.');
  }
}
