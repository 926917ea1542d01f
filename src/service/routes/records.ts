/** Records of judging: listed, read and removed. Each caller has their own. */
import { z } from '@hono/zod-openapi';
import { RecordKind } from '../../domain/stored-record.ts';
import { documentedRoutes } from '../documented.ts';
import { cursorOf, listQuery, pageOf, readCursor } from '../listing.ts';
import { ownerFor, requireOwnRecord } from '../record-owners.ts';
import type { SchemaName } from '../schemas.ts';
import type { Mount } from '../service.ts';
import { answerTagged, taggedBody } from '../tagged.ts';

const params = z.object({ id: z.string().regex(/^[a-z]{2}_[0-9a-f]{24}$/) });
const listed = listQuery('Stands in the name');
const problems = ['not-found'] as const;

interface Kind {
  /** The path of the list, and its operation. */
  readonly many: string;
  /** The operations on one record; default: the schema's name. */
  readonly one?: string;
  readonly schema: SchemaName;
}

const KINDS: Readonly<Record<RecordKind, Kind>> = {
  judgement: { many: 'Judgements', schema: 'Judgement' },
  comparison: { many: 'Comparisons', schema: 'Comparison' },
  refinement: { many: 'Refinements', schema: 'Refinement' },
  scoring: { many: 'Scorings', schema: 'Scoring' },
  selection: { many: 'Selections', schema: 'Selection' },
  actionability: { many: 'Actionabilities', schema: 'Actionability' },
  checklist: { many: 'Checklists', one: 'Checklist', schema: 'SavedChecklist' },
  labels: { many: 'Labels', one: 'LabelsOfPerson', schema: 'Labels' },
  benchmark: { many: 'Benchmarks', schema: 'Benchmark' },
};

export const recordRoutes: Mount = (app, { client }) => {
  const { get, remove } = documentedRoutes(app, { tag: 'Records', scope: null });
  for (const kind of RecordKind.options) {
    const { many, schema, one = schema } = KINDS[kind];
    const path = `/v1/${many.toLowerCase()}`;
    get(
      path,
      { query: listed },
      {
        operationId: `list${many}`,
        summary: `Your ${many.toLowerCase()}, newest first`,
        answers: { 200: { description: 'A page of them', schema: 'Records' } },
      },
      async (c, caller) => {
        const { query: words, limit, cursor } = c.req.valid('query');
        const place = readCursor(cursor);
        const after = place && { savedAt: place.at, id: place.id };
        const found = await client.records.list(limit + 1, { words, kind, owner: ownerFor(caller), after });
        return c.json(
          pageOf(found, limit, ({ savedAt, id }) => cursorOf(savedAt, id)),
          200,
        );
      },
    );
    get(
      `${path}/{id}`,
      { params },
      {
        operationId: `get${one}`,
        summary: `The ${kind} of this id`,
        problems,
        answers: { 200: { description: `The ${kind}`, schema, isTagged: true } },
      },
      async (c, caller) => {
        const { id, value } = await requireOwnRecord(client, caller, c.req.valid('param').id, kind);
        return answerTagged(c, taggedBody({ id, ...z.looseObject({}).parse(value) }));
      },
    );
    remove(
      `${path}/{id}`,
      { params },
      {
        operationId: `delete${one}`,
        summary: `Remove the ${kind} of this id, with its model calls`,
        problems,
        answers: { 204: { description: 'It is removed', isEmpty: true } },
      },
      async (c, caller) => {
        const { id } = await requireOwnRecord(client, caller, c.req.valid('param').id, kind);
        await client.records.remove(id, ownerFor(caller));
        return c.body(null, 204);
      },
    );
  }
};
