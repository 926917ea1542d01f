/** Sets of criteria: searched, read with what they rest on, and removed. */
import { z } from '@hono/zod-openapi';
import { LRUCache } from 'lru-cache';
import { CriteriaSetId, SetReference } from '../../domain/ids.ts';
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import type { Groundrule } from '../../groundrule.ts';
import { documentedRoutes } from '../documented.ts';
import { cursorOf, listQuery, pageOf, readCursor } from '../listing.ts';
import { ProblemError } from '../problems.ts';
import type { SchemaName } from '../schemas.ts';
import type { Mount } from '../service.ts';
import { answerTagged, taggedBody, type TaggedBody } from '../tagged.ts';

const problems = ['not-found'] as const;

interface View {
  readonly path: `/v1/sets/{id}${string}`;
  readonly operationId: string;
  readonly schema: SchemaName;
  readonly summary: string;
  readonly description: string;
  readonly bodyOf: (client: Groundrule, set: CriteriaSet) => Promise<unknown>;
}

const VIEWS: readonly View[] = [
  {
    path: '/v1/sets/{id}',
    operationId: 'getSet',
    schema: 'CriteriaSet',
    summary: 'A set of criteria',
    description: 'The set',
    bodyOf: async (_, set) => set,
  },
  {
    path: '/v1/sets/{id}/sources',
    operationId: 'getSetSources',
    schema: 'Sources',
    summary: 'Every source that was considered, and which criteria cite it',
    description: 'The sources',
    bodyOf: async (client, set) => {
      const { sources } = await client.audit(set, { criteria: [] });
      const withIds = sources.map(({ source, criteria }) => ({ source, criteria: criteria.map(({ id }) => id) }));
      return { id: set.id, sources: withIds };
    },
  },
  {
    path: '/v1/sets/{id}/audit',
    operationId: 'getSetAudit',
    schema: 'Audit',
    summary: 'The evidence of each criterion, and whether the record holds',
    description: 'The audit',
    bodyOf: async (client, set) => {
      const { criteria, verification } = await client.audit(set);
      const proven = criteria.map(({ criterion: { id, text }, evidence }) => ({ id, text, evidence }));
      return { id: set.id, verification, criteria: proven };
    },
  },
];

/** Another process may write a set anew: cached bodies are at most this old. */
const MAX_AGE_MS = 5_000;
const MAX_CACHE_BYTES = 64_000_000;

export const setRoutes: Mount = (app, { client }) => {
  const { get, remove } = documentedRoutes(app, { tag: 'Sets', scope: 'read' });
  /** Each is written once for many readers, also for those who ask at the same time. */
  const bodies = new LRUCache<string, TaggedBody, { readonly view: View; readonly id: string }>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
    ttl: MAX_AGE_MS,
    fetchMethod: async (_key, _old, { context: { view, id } }) => {
      const set = await client.sets.get(id);
      return set === null ? undefined : taggedBody(await view.bodyOf(client, set));
    },
  });
  const keyOf = ({ path }: View, id: string) => `${path} ${id}`;

  /** Not cached: “last” and beginnings come to mean others, and another process may remove a set. */
  async function idOf(reference: string): Promise<string | undefined> {
    if (!CriteriaSetId.safeParse(reference).success) return (await client.sets.named(reference))?.id;
    return (await client.sets.find(reference))[0];
  }

  async function read(view: View, reference: string): Promise<TaggedBody> {
    const id = await idOf(reference);
    const body = id === undefined ? undefined : await bodies.fetch(keyOf(view, id), { context: { view, id } });
    if (body === undefined) throw new ProblemError('not-found', 'There is no such set.');
    return body;
  }

  get(
    '/v1/sets',
    { query: listQuery('Stands in the instruction') },
    {
      operationId: 'listSets',
      summary: 'Search the stored sets, newest first',
      answers: { 200: { description: 'A page of them', schema: 'Sets' } },
    },
    async (c) => {
      const { query: words, limit, cursor } = c.req.valid('query');
      const place = readCursor(cursor);
      const after = place && { startedAt: place.at, id: place.id };
      const found = await client.sets.list(limit + 1, { words, after });
      return c.json(
        pageOf(found, limit, ({ startedAt, id }) => cursorOf(startedAt, id)),
        200,
      );
    },
  );
  for (const view of VIEWS) {
    const { path, operationId, summary, description, schema } = view;
    get(
      path,
      { params: z.object({ id: SetReference }) },
      { operationId, summary, problems, answers: { 200: { description, schema, isTagged: true } } },
      async (c) => answerTagged(c, await read(view, c.req.valid('param').id)),
    );
  }
  remove(
    '/v1/sets/{id}',
    { params: z.object({ id: CriteriaSetId }) },
    {
      scope: 'admin',
      operationId: 'deleteSet',
      summary: 'Remove a set, its model calls, and the stored pages that no other set cites',
      problems,
      answers: { 204: { description: 'It is removed', isEmpty: true } },
    },
    async (c) => {
      const { id } = c.req.valid('param');
      if ((await client.store.getSetSummary(id)) === null) throw new ProblemError('not-found', 'There is no such set.');
      await client.sets.remove(id);
      for (const view of VIEWS) bodies.delete(keyOf(view, id));
      return c.body(null, 204);
    },
  );
  // The former name of sets.
  for (const path of ['/v1/criteria', '/v1/criteria/:rest{.+}'])
    app.get(path, (c) => {
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(`${pathname.replace('/v1/criteria', '/v1/sets')}${search}`, 308);
    });
};
