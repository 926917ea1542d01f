/** The schemas of the API by name, as the OpenAPI document holds them. */
import { z } from 'zod';
import { Check, CheckShape } from '../domain/check.ts';
import { Checklist, SavedChecklist } from '../domain/checklist.ts';
import { Comparison } from '../domain/comparison.ts';
import { CriteriaSet } from '../domain/criteria-set.ts';
import { Evidence } from '../domain/criterion.ts';
import { Job, JobKind, JobStatus, Problem } from '../domain/job.ts';
import { Judgement } from '../domain/judgement.ts';
import { Actionability, Refinement, Selection } from '../domain/judged-work.ts';
import { Labels } from '../domain/labels.ts';
import { Benchmark } from '../jobs/benchmark.ts';
import { Rewards } from '../domain/rewards.ts';
import { Scoring } from '../judge/scoring.ts';
import { SetSummary } from '../domain/ports.ts';
import { Decision, Source } from '../domain/source.ts';
import { StoredRecord } from '../domain/stored-record.ts';
import { REQUESTS } from './requests.ts';

const id = z.string();
const recorded = { id: z.string().describe('By its content: the same content has the same id') };

export const JobView = Job.pick({ id: true, kind: true, status: true, createdAt: true, startedAt: true, endedAt: true })
  .extend({
    batch: z.object({ id, line: z.int() }).nullable(),
    problem: Problem.nullable(),
    /** Of the set or the record that came out. */
    resultId: z.string().nullable(),
    links: z.object({ self: z.string(), events: z.string(), result: z.string() }),
  })
  .describe('Work that was asked for');
export type JobView = z.infer<typeof JobView>;

const next = z.string().nullable().describe('The cursor of the next page; null: this is the last');

const Verification = z.object({
  status: z.enum(['passed', 'failed', 'cannot-verify']),
  rules: z.array(z.looseObject({})),
});

const Recorded = {
  Judgement: Judgement.extend(recorded),
  Scoring: Scoring.safeExtend(recorded),
  Comparison: Comparison.extend(recorded),
  Refinement: Refinement.extend(recorded),
};

const LiveAudit = z.object({
  setId: id,
  status: z.enum(['passed', 'failed', 'cannot-verify']),
  counts: z.record(z.string(), z.int()).describe('Quotes by their state'),
  sources: z.array(z.looseObject({ source: Source, quotes: z.array(z.looseObject({ state: z.string() })) })),
});

const JobResult = z.union([CriteriaSet, ...Object.values(Recorded), Checklist, LiveAudit]);

const step = z.string().describe('The name of the step');
const event = <Name extends string, Data extends z.ZodType>(name: Name, data: Data) =>
  z.object({ event: z.literal(name), data });

/** An event of the stream: its name and the JSON of its data. Those of the run have an id that counts up. */
const JobEvent = z
  .union([
    event('job', JobView),
    event('step-start', z.object({ type: z.literal('step-start'), step, items: z.int() })),
    event('step-progress', z.object({ type: z.literal('step-progress'), step, done: z.int(), total: z.int() })),
    event(
      'step-end',
      z.object({
        ...{ type: z.literal('step-end'), step, items: z.int(), lost: z.array(z.string()) },
        isFailed: z.literal(true).optional().describe('The step ended with an error, or was stopped'),
        ...{ elapsedMs: z.number(), summary: z.string() },
      }),
    ),
    event('query', z.object({ type: z.literal('query'), id, text: z.string() })),
    event(
      'source',
      z.object({
        ...{ type: z.literal('source'), url: z.string(), title: z.string().nullable() },
        ...{ state: z.enum(['found', 'read', ...Decision.options]), reason: z.string() },
        advice: z.int().nullable().describe('Pieces of advice that it gave; null: nobody looked yet'),
      }),
    ),
    event('cost', z.object({ type: z.literal('cost'), usd: z.number().nullable() })),
    event('wait', z.object({ type: z.literal('wait'), server: z.string(), waitMs: z.number() })),
    event(
      'batch',
      z.object({
        ...{ type: z.literal('batch'), server: z.string(), batch: z.string(), status: z.string() },
        ...{ done: z.int(), calls: z.int() },
      }),
    ),
    event('warning', z.object({ type: z.literal('warning'), message: z.string() })),
    event('done', JobResult),
    event('failed', Problem),
  ])
  .describe('One event: `job` first, the events of the run with ids that count up, `done` or `failed` last');

const Batch = z.object({
  id,
  lines: z.int(),
  counts: z.record(JobStatus, z.int()),
  links: z.object({ self: z.string(), results: z.string() }),
});

const SCHEMAS = {
  ...{ Check: CheckShape, Checklist, CriteriaSet, Evidence, Source, Problem, JobKind, JobStatus, Job: JobView },
  CriteriaRequest: REQUESTS.criteria,
  JudgementRequest: REQUESTS.judgement,
  ComparisonRequest: REQUESTS.comparison,
  ScoringRequest: REQUESTS.scoring,
  RefinementRequest: REQUESTS.refinement,
  ChecklistRequest: REQUESTS.checklist,
  LiveAuditRequest: REQUESTS['live-audit'],
  ...Recorded,
  Selection: Selection.extend(recorded),
  Actionability: Actionability.extend(recorded),
  SavedChecklist: SavedChecklist.extend(recorded),
  Labels: Labels.extend(recorded),
  Benchmark: Benchmark.extend(recorded),
  ...{ LiveAudit, JobResult, JobEvent },
  Records: z.object({ items: z.array(StoredRecord.omit({ value: true })), next }),
  RewardsRequest: REQUESTS.rewards,
  Rewards,
  SetSummary,
  Sets: z.object({ items: z.array(SetSummary), next }),
  Jobs: z.object({ items: z.array(JobView), next }),
  Sources: z.object({
    id,
    sources: z.array(z.object({ source: Source, criteria: z.array(id).describe('Ids of those that cite it') })),
  }),
  Audit: z.object({
    id,
    verification: Verification,
    criteria: z.array(
      z.object({
        id,
        text: z.string(),
        evidence: z.array(
          z.object({
            evidence: Evidence,
            passage: z.object({ before: z.string(), after: z.string(), isImported: z.boolean() }).nullable(),
          }),
        ),
      }),
    ),
  }),
  Batch,
  Batches: z.object({ items: z.array(Batch), next }),
  BatchLines: z.string().describe('JSON Lines: each is the body of one request of the kind that `of` names'),
  BatchLine: z.object({
    line: z.int(),
    job: JobView,
    result: JobResult.nullable().describe('Null where there is none'),
  }),
  Health: z.object({ status: z.literal('ok'), version: z.string() }),
  Readiness: z.object({ status: z.enum(['ready', 'not-ready']), store: z.boolean(), jobs: z.looseObject({}) }),
} as const;
export type SchemaName = keyof typeof SCHEMAS;

/** Not by the schemas' own OpenAPI words: checks contain checks, which those cannot say. */
export function componentSchemas(): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    ...{ uri: refTo, io: 'input' },
    override: ({ zodSchema, jsonSchema }) => {
      if (Object.is(zodSchema, Check)) jsonSchema.$ref = refTo('Check');
      // Of tuples, whose length is bounded: Spectral wants a schema here.
      if (jsonSchema.items === false) jsonSchema.items = {};
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { ...schema, $schema: undefined, $id: undefined, id: undefined },
    ]),
  );
}

export function schemaRef(name: SchemaName): { $ref: string } {
  return { $ref: refTo(name) };
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}
