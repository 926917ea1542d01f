/** Records of judging: listed, read and removed. Each caller has their own. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { RecordKind, type RecordSummary } from '../../domain/stored-record.ts';
import { cursorOf, readCursor } from '../cursor.ts';
import { documented } from '../documented.ts';
import { callerWith, type ServiceEnv } from '../guard.ts';
import { ProblemError } from '../problems.ts';
import { ownerFor, readOwnRecord } from '../record-owners.ts';
import type { SchemaName } from '../schemas.ts';
import type { Mount } from '../service.ts';
import { answerTagged, taggedBody } from '../tagged.ts';

const params = z.object({ id: z.string().regex(/^[a-z]{2}_[0-9a-f]{24}$/) });
const listed = z.object({
  query: z.string().max(200).optional().describe('Stands in the name'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(500).optional(),
});
const tag = 'Records';
const scope = null;
const problems = ['not-found'] as const;

interface Kind {
  readonly path: `/v1/${string}`;
  /** As functions are named: one, many. */
  readonly names: readonly [string, string];
  readonly schema: SchemaName;
}

const KINDS: Readonly<Record<RecordKind, Kind>> = {
  judgement: { path: '/v1/judgements', names: ['Judgement', 'Judgements'], schema: 'Judgement' },
  comparison: { path: '/v1/comparisons', names: ['Comparison', 'Comparisons'], schema: 'Comparison' },
  refinement: { path: '/v1/refinements', names: ['Refinement', 'Refinements'], schema: 'Refinement' },
  scoring: { path: '/v1/scorings', names: ['Scoring', 'Scorings'], schema: 'Scoring' },
  selection: { path: '/v1/selections', names: ['Selection', 'Selections'], schema: 'Selection' },
  actionability: { path: '/v1/actionabilities', names: ['Actionability', 'Actionabilities'], schema: 'Actionability' },
  checklist: { path: '/v1/checklists', names: ['Checklist', 'Checklists'], schema: 'SavedChecklist' },
  labels: { path: '/v1/labels', names: ['LabelsOfPerson', 'Labels'], schema: 'Labels' },
};

export const recordRoutes: Mount = (app, { client }) => {
  /** Those of others are not told from those that there are not. */
  const own = async (c: Context<ServiceEnv>, kind: RecordKind, id: string) => {
    const record = await readOwnRecord(client, callerWith(c, scope), id);
    if (record?.kind !== kind) throw new ProblemError('not-found', `You have no such ${kind}.`);
    return record;
  };

  for (const kind of RecordKind.options) {
    const { path, names, schema } = KINDS[kind];
    const [one, many] = names;
    app.openapi(
      documented(
        'get',
        path,
        { query: listed },
        {
          ...{ tag, scope, operationId: `list${many}`, summary: `Your ${many.toLowerCase()}, newest first` },
          answers: { 200: { description: 'A page of them', schema: 'Records' } },
        },
      ),
      async (c) => {
        const { query: words, limit, cursor } = c.req.valid('query');
        const [savedAt, id] = cursor === undefined ? [] : readCursor(cursor);
        const after = savedAt === undefined || id === undefined ? undefined : { savedAt, id };
        const owner = ownerFor(callerWith(c, scope));
        const found = await client.records.list(limit + 1, { words, kind, owner, after });
        const items: readonly RecordSummary[] = found.slice(0, limit);
        const last = items.at(-1);
        const next = found.length > limit && last !== undefined ? cursorOf(last.savedAt, last.id) : null;
        return c.json({ items: [...items], next }, 200);
      },
    );
    app.openapi(
      documented(
        'get',
        `${path}/{id}`,
        { params },
        {
          ...{ tag, scope, problems, operationId: `get${one}`, summary: `A ${kind}` },
          answers: { 200: { description: `The ${kind}`, schema, isTagged: true } },
        },
      ),
      async (c) => {
        const { id, value } = await own(c, kind, c.req.valid('param').id);
        return answerTagged(c, taggedBody({ id, ...z.looseObject({}).parse(value) }));
      },
    );
    app.openapi(
      documented(
        'delete',
        `${path}/{id}`,
        { params },
        {
          ...{ tag, scope, problems, operationId: `delete${one}`, summary: `Remove a ${kind}, with its model calls` },
          answers: { 204: { description: 'It is removed', isEmpty: true } },
        },
      ),
      async (c) => {
        const { id } = await own(c, kind, c.req.valid('param').id);
        await client.records.remove(id, ownerFor(callerWith(c, scope)));
        return c.body(null, 204);
      },
    );
  }
};
