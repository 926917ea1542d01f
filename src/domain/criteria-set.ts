/** The record of a discovery: one JSON document that stands alone. */
import { z } from 'zod';
import { Advice, ModelPoint } from './advice.ts';
import { Criterion } from './criterion.ts';
import { KindChoice } from './guide-kind.ts';
import { AdviceId, CriteriaSetId, QueryId, SourceId } from './ids.ts';
import { ModelUsage, Sampling } from './model.ts';
import { bringUpToDate, readableAs, type RecordForm } from './record-version.ts';
import { Source } from './source.ts';
import { StepName } from './step-name.ts';
import { Task } from './task.ts';
import { TextKind } from './text-kind.ts';

/** Optional additions need no new version; whatever else changes takes one, and a step here that leads to it. */
const CONTENT_FORM: RecordForm = { name: 'set of criteria', field: 'schemaVersion', steps: [withGrounding] };
export const SCHEMA_VERSION = CONTENT_FORM.steps.length + 1;

const Evidenced = z.looseObject({ evidence: z.array(z.unknown()) });

/** From 1 to 2: criteria say whether their quotes were found to say it, and why they are held back. */
function withGrounding(content: Readonly<Record<string, unknown>>) {
  const unchecked = { status: 'unchecked', reason: 'An earlier version made the set, which did not check.' };
  const { criteria } = z.looseObject({ criteria: z.array(Evidenced) }).safeParse(content).data ?? {};
  return {
    ...content,
    criteria: criteria?.map((criterion) => ({
      ...criterion,
      grounding: criterion.evidence.length > 0 ? unchecked : null,
      heldBack: null,
    })),
  };
}

export const Query = z.strictObject({
  id: QueryId,
  text: z.string().min(1),
  teaches: z.string(),
  /** How it came up: at first; in place of one that found too little; to fill a gap that a round left. */
  kind: z.enum(['proposed', 'reworded', 'gap']),
  rewords: QueryId.nullable(),
  /** What it is asked in, where that was found and not set; ISO 639-3. */
  language: z.string().length(3).exactOptional(),
});
export type Query = z.infer<typeof Query>;

/** What the model saw before a further round of asking, and what was asked for it: nothing where nothing is missing. */
export const GapReview = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('done'),
    covered: z.string().min(1),
    missing: z.string().min(1),
    queryIds: z.array(QueryId),
  }),
  z.strictObject({ status: z.literal('unscored'), reason: z.string().min(1) }),
]);
export type GapReview = z.infer<typeof GapReview>;

/**
 * What ended in no criterion, and why. No ids where the claimed quote was not on the page, and where a criterion was
 * taken into another, which has its advice now.
 */
export const Removal = z.strictObject({
  step: StepName,
  text: z.string().min(1),
  adviceIds: z.array(AdviceId),
  reason: z.string().min(1),
});
export type Removal = z.infer<typeof Removal>;

export const Mode = z.enum(['web', 'full', 'model', 'model-n', 'instruction', 'model-answers']);
export type Mode = z.infer<typeof Mode>;

/** Modes whose criteria rest on sources, all or some. */
export const SOURCED_MODES: ReadonlySet<Mode> = new Set(['web', 'full']);

export const DiscoveryParameters = z.strictObject({
  queries: z.int().min(1).max(10),
  resultsPerQuery: z.int().min(1).max(100),
  /** Pages kept per query (EvalAgent: 5). */
  keepPerQuery: z.int().min(1).max(50),
  /** A page is kept only at or above this expertise (EvalAgent's code: > 2). */
  minExpertise: z.int().min(1).max(5),
  /** A page is kept only at or above this relevance (EvalAgent's code: > 0). */
  minRelevance: z.int().min(0).max(2),
  /** Queries are asked in it, and pages in another language are dropped; ISO 639-3. Absent: the instruction's. */
  language: z.string().length(3).optional(),
  /** Pages that the user gave, read beside what a search finds; absent: none. */
  urls: z.array(z.string().min(1)).optional(),
  /** Web pages elsewhere are refused; domains or hosts, their subdomains included. Absent: none is. */
  allowDomains: z.array(z.string().min(1)).optional(),
  /** Web pages here are refused, whatever else allows them. Absent: none is. */
  denyDomains: z.array(z.string().min(1)).optional(),
  /** Pages with an older date are dropped (YYYY-MM-DD); those without a date stay. */
  since: z.iso.date().optional(),
  /** The kind of text that the user named, for the offline engine. Absent: the instruction says it. */
  kind: z.string().min(1).optional(),
  /** True where text that a search provider supplies was read in place of pages that could not be fetched. */
  providerText: z.literal(true).optional(),
  /** Present: pages are searched and read once for all tasks of a kind of text. */
  share: z.literal('kind').optional(),
  /** Present: the demands of the instruction itself were left out. */
  stated: z.literal('none').optional(),
  /** Rounds of asking; more than one only with a model, which looks at what is still missing. */
  rounds: z.int().min(1).max(5),
  /** Criteria asked of the model by itself in the modes `full` and `model-n` (EvalAgent: 30). */
  modelCriteria: z.int().min(1).max(100),
  /** Further ones beyond those (LLM-30+30); 0 for none. */
  moreModelCriteria: z.int().min(0).max(100),
});
export type DiscoveryParameters = z.infer<typeof DiscoveryParameters>;

/** How many were left after each step: found → read → kept → pieces of advice → merged points → criteria. */
export const Funnel = z.strictObject({
  found: z.int().nonnegative(),
  read: z.int().nonnegative(),
  kept: z.int().nonnegative(),
  advice: z.int().nonnegative(),
  points: z.int().nonnegative(),
  criteria: z.int().nonnegative(),
});
export type Funnel = z.infer<typeof Funnel>;

/** Questions of a step that a server did not answer, whatever was retried: what they would have brought is missing. */
export const Unanswered = z.strictObject({ step: StepName, questions: z.int().min(1), reason: z.string().min(1) });
export type Unanswered = z.infer<typeof Unanswered>;

/** What people are told first; null where nothing is missing. */
export function incompleteText(unanswered: readonly Unanswered[] | undefined): string | null {
  if (unanswered === undefined) return null;
  const count = unanswered.reduce((sum, { questions }) => sum + questions, 0);
  const steps = unanswered.map(({ step, questions, reason }) => `${step}: ${questions}, ${reason.replace(/\.$/u, '')}`);
  const were = count === 1 ? 'one question was' : `${count} questions were`;
  return `Incomplete: ${were} not answered (${steps.join('; ')}), so criteria may be missing. Run the same again: only what is missing is asked.`;
}

/** Deterministic: no clock, usage, cache state or path of a machine. Its hash is the set's id. */
export const CriteriaSetContent = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  task: Task,
  /** Present: a person left sources of another set out, and took what remains of it. */
  parent: z.strictObject({ set: CriteriaSetId, without: z.array(SourceId).min(1) }).optional(),
  /** Present: a guide. Its criteria hold for the kind of text; sets of single tasks take them from here. */
  guideTo: TextKind.optional(),
  /** Present: the queries, sources and advice are those of a guide to this kind of text. */
  gatheredFor: TextKind.extend({ guide: CriteriaSetId }).optional(),
  mode: Mode,
  engine: z.strictObject({
    name: z.string().min(1),
    version: z.string().min(1),
    /** Model by role; empty for the offline engine. */
    models: z.record(z.string(), z.string()),
    /** SHA-256 of each prompt by name; empty for the offline engine. */
    prompts: z.record(z.string(), z.string()),
    /** How answers were drawn, by role, where settings said so. */
    sampling: z.record(z.string(), Sampling).exactOptional(),
  }),
  parameters: DiscoveryParameters,
  /** The kind of text that the offline engine took the task for, and how it chose it. Absent: none, or an older record. */
  kind: KindChoice.optional(),
  queries: z.array(Query),
  /** By step. Present: the set is incomplete; the same discovery run again asks for what is missing alone. */
  unanswered: z.array(Unanswered).min(1).optional(),
  /** One for each further round that was considered, in order. Absent: none was. */
  gapReviews: z.array(GapReview).min(1).optional(),
  /** Every URL considered, with its decision. */
  sources: z.array(Source),
  advice: z.array(Advice),
  modelPoints: z.array(ModelPoint),
  /** Best first; unscored ones last. */
  criteria: z.array(Criterion),
  removals: z.array(Removal),
  funnel: Funnel,
  warnings: z.array(z.string()),
});
export type CriteriaSetContent = z.infer<typeof CriteriaSetContent>;

/** Reads what earlier versions wrote as well. */
export const StoredContent = readableAs(CONTENT_FORM, CriteriaSetContent);

export const StepUsage = z.strictObject({
  items: z.int().nonnegative(),
  unscored: z.int().nonnegative(),
  elapsedMs: z.number().nonnegative(),
});
export type StepUsage = z.infer<typeof StepUsage>;

/** A step as it was taken; a step that was taken again, in a further round, is there again. */
export const StepOfRun = StepUsage.extend({
  step: StepName,
  /** After the start of the run. */
  startMs: z.number().nonnegative(),
  /** What came out, in words for people. */
  summary: z.string(),
});
export type StepOfRun = z.infer<typeof StepOfRun>;

export const RunRecord = z.strictObject({
  startedAt: z.string(),
  elapsedMs: z.number().nonnegative(),
  groundruleVersion: z.string(),
  nodeVersion: z.string(),
  platform: z.string(),
  steps: z.partialRecord(StepName, StepUsage),
  /** In the order in which they ended. Absent: an earlier version kept none. */
  timeline: z.array(StepOfRun).exactOptional(),
  model: z.array(ModelUsage),
  /** When each source's text was fetched (ISO 8601), by source id. */
  fetchedAt: z.record(z.string(), z.string()),
  /** When the advice was gathered, where that was before: for a kind of text (ISO 8601). */
  gatheredAt: z.string().exactOptional(),
  /** Who was asked for pages, and of library folders what was in them: the fingerprint that a discovery's key is made of. */
  sources: z.string().min(1).exactOptional(),
});
export type RunRecord = z.infer<typeof RunRecord>;

export const CriteriaSet = z.strictObject({
  id: CriteriaSetId,
  content: CriteriaSetContent,
  run: RunRecord,
  /** The content as an earlier version wrote it, which the id is the hash of. Absent: it is as it was written. */
  formerContent: z.record(z.string(), z.unknown()).optional(),
});
export type CriteriaSet = z.infer<typeof CriteriaSet>;

/** Reads what earlier versions wrote as well. @throws InputError (not a ZodError) where a newer one did */
export const StoredCriteriaSet: z.ZodType<CriteriaSet> = z
  .unknown()
  .transform((stored) => {
    const set = z.looseObject({ content: z.record(z.string(), z.unknown()) }).safeParse(stored).data;
    if (set === undefined) return stored;
    const content = bringUpToDate(CONTENT_FORM, set.content);
    return content === set.content ? stored : { ...set, content, formerContent: set.content };
  })
  .pipe(CriteriaSet);

/** The set as it was written, whichever version did: what is stored, exported and hashed. */
export function asWritten({ id, content, formerContent, run }: CriteriaSet) {
  return { id, content: formerContent ?? content, run };
}
