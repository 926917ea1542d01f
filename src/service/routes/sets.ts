/** Sets of criteria: asked for, searched, read, and what they rest on. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { CriteriaSetId, SetReference } from '../../domain/ids.ts';
import { cursorOf, readCursor } from '../cursor.ts';
import { documented } from '../documented.ts';
import { callerWith, type ServiceEnv } from '../guard.ts';
import { ProblemError } from '../problems.ts';
import type { SchemaName } from '../schemas.ts';
import type { Mount, Service } from '../service.ts';
import { answerTagged, taggedBody, type TaggedBody } from '../tagged.ts';

const params = z.object({ id: SetReference });
const listed = z.object({
  query: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(500).optional(),
});
const tag = 'Sets';
const scope = 'read' as const;
const problems = ['not-found'] as const;

const VIEWS = ['set', 'sources', 'audit'] as const;
type View = (typeof VIEWS)[number];

interface Readable {
  readonly view: View;
  readonly path: `/v1/${string}`;
  readonly operationId: string;
  readonly schema: SchemaName;
  readonly summary: string;
  readonly description: string;
}

/** What may be read of a set. */
const READ: readonly Readable[] = [
  {
    ...{ view: 'set', path: '/v1/sets/{id}', operationId: 'getSet', schema: 'CriteriaSet' },
    ...{ summary: 'A set of criteria', description: 'The set' },
  },
  {
    ...{ view: 'sources', path: '/v1/sets/{id}/sources', operationId: 'getSetSources', schema: 'Sources' },
    summary: 'Every source that was considered, and which criteria cite it',
    description: 'The sources',
  },
  {
    ...{ view: 'audit', path: '/v1/sets/{id}/audit', operationId: 'getSetAudit', schema: 'Audit' },
    summary: 'What each criterion rests on, and whether the record holds',
    description: 'The audit',
  },
];

/** A set may be made anew by another process: what is kept here is at most this old. */
const MAX_AGE_MS = 5_000;
const MAX_CACHE_BYTES = 64_000_000;

export const setRoutes: Mount = (app, service) => {
  const bodies = createBodies(service);
  const read = async (c: Context<ServiceEnv>, view: View, id: string) => {
    callerWith(c, scope);
    const body = await bodies.read(view, id);
    if (body === null) throw new ProblemError('not-found', 'There is no such set.');
    return answerTagged(c, body);
  };

  app.openapi(
    documented(
      'get',
      '/v1/sets',
      { query: listed },
      {
        ...{ tag, scope, operationId: 'listSets', summary: 'Search the stored sets, newest first' },
        answers: { 200: { description: 'A page of them', schema: 'Sets' } },
      },
    ),
    async (c) => {
      callerWith(c, scope);
      const { query, limit, cursor } = c.req.valid('query');
      const [startedAt, id] = cursor === undefined ? [] : readCursor(cursor);
      const after = startedAt === undefined || id === undefined ? undefined : { startedAt, id };
      const sets = await service.client.sets.list(limit + 1, { words: query, after });
      const items = sets.slice(0, limit);
      const last = items.at(-1);
      return c.json(
        { items, next: sets.length > limit && last !== undefined ? cursorOf(last.startedAt, last.id) : null },
        200,
      );
    },
  );
  for (const { view, path, operationId, summary, description, schema } of READ)
    app.openapi(
      documented(
        'get',
        path,
        { params },
        {
          ...{ tag, scope, problems, operationId, summary },
          answers: { 200: { description, schema, isTagged: true } },
        },
      ),
      (c) => read(c, view, c.req.valid('param').id),
    );
  app.openapi(
    documented(
      'delete',
      '/v1/sets/{id}',
      { params: z.object({ id: CriteriaSetId }) },
      {
        ...{ tag, scope: 'admin', problems, operationId: 'deleteSet' },
        summary: 'Remove a set, its model calls, and the stored pages that no other set cites',
        answers: { 204: { description: 'It is removed', isEmpty: true } },
      },
    ),
    async (c) => {
      callerWith(c, 'admin');
      const { id } = c.req.valid('param');
      if ((await service.client.store.getSetSummary(id)) === null)
        throw new ProblemError('not-found', 'There is no such set.');
      await service.client.sets.remove(id);
      bodies.forget(id);
      return c.body(null, 204);
    },
  );
  // Its first name.
  for (const path of ['/v1/criteria', '/v1/criteria/:rest{.+}'])
    app.get(path, (c) => {
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(`${pathname.replace('/v1/criteria', '/v1/sets')}${search}`, 308);
    });
};

/** Written once for many readers. */
function createBodies({ client }: Service) {
  const cache = new LRUCache<string, TaggedBody>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ json }) => json.byteLength,
    ttl: MAX_AGE_MS,
    fetchMethod: async (key) => {
      const [view = '', id = ''] = key.split(' ');
      const value = await viewOf(view as View, id);
      return value === null ? undefined : taggedBody(value);
    },
  });

  async function viewOf(view: View, id: string): Promise<unknown> {
    const set = await client.sets.get(id);
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

  /** Asked anew each time: “last” and beginnings come to mean others, and a set may be removed elsewhere. */
  async function idOf(reference: string): Promise<string | null> {
    if (!CriteriaSetId.safeParse(reference).success) return (await client.sets.named(reference))?.id ?? null;
    const [id] = await client.sets.find(reference);
    return id ?? null;
  }

  return {
    read: async (view: View, reference: string): Promise<TaggedBody | null> => {
      const id = await idOf(reference);
      return id === null ? null : ((await cache.fetch(`${view} ${id}`)) ?? null);
    },
    forget: (id: string) => VIEWS.forEach((view) => cache.delete(`${view} ${id}`)),
  };
}
