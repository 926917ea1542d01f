/** The schemas of the API by name, as the OpenAPI document holds them. */
import { z } from 'zod';
import { Check, CheckShape } from '../domain/check.ts';
import { Checklist } from '../domain/checklist.ts';
import { Comparison } from '../domain/comparison.ts';
import { CriteriaSet } from '../domain/criteria-set.ts';
import { Evidence } from '../domain/criterion.ts';
import { Job, JobKind, JobStatus, Problem } from '../domain/job.ts';
import { Judgement } from '../domain/judgement.ts';
import { Refinement } from '../domain/judged-work.ts';
import { Scoring } from '../judge/scoring.ts';
import { SetSummary } from '../domain/ports.ts';
import { Source } from '../domain/source.ts';
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

const SCHEMAS = {
  ...{ Check: CheckShape, Checklist, CriteriaSet, Evidence, Source, Problem, JobKind, JobStatus, Job: JobView },
  CriteriaRequest: REQUESTS.criteria,
  JudgementRequest: REQUESTS.judgement,
  ComparisonRequest: REQUESTS.comparison,
  ScoringRequest: REQUESTS.scoring,
  RefinementRequest: REQUESTS.refinement,
  ChecklistRequest: REQUESTS.checklist,
  LiveAuditRequest: REQUESTS['live-audit'],
  Judgement: Judgement.extend(recorded),
  Scoring: Scoring.extend(recorded),
  Comparison: Comparison.extend(recorded),
  Refinement: Refinement.extend(recorded),
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
  LiveAudit: z.object({
    setId: id,
    status: z.enum(['passed', 'failed', 'cannot-verify']),
    counts: z.record(z.string(), z.int()).describe('Quotes by their state'),
    sources: z.array(z.looseObject({ source: Source, quotes: z.array(z.looseObject({ state: z.string() })) })),
  }),
  Batch: z.object({
    id,
    lines: z.int(),
    counts: z.record(JobStatus, z.int()),
    links: z.object({ self: z.string(), results: z.string() }),
  }),
  BatchLines: z.string().describe('JSON Lines: each is the body of one request of the kind that `of` names'),
  BatchLine: z.object({ line: z.int(), job: JobView, result: z.unknown().describe('Null where there is none') }),
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
