/** What may be asked for. Nothing here names a server, a path or a proxy: those are the operator's alone. */
import { z } from 'zod';
import type { NumberSetting } from '../config/setting-kinds.ts';
import { domainName } from '../config/setting-schemas.ts';
import { SETTINGS } from '../config/settings.ts';
import { CHECKLIST_POLICIES } from '../domain/checklist-policies.ts';
import {
  Checklist,
  CHECKLIST_FORM,
  ChecklistItem,
  Level,
  Levels,
  statesItsFault,
  UNSTATED_FAULT,
} from '../domain/checklist.ts';
import { NamedResponse, Protocol, ScoringProtocol, Winner } from '../domain/comparison.ts';
import { SetReference } from '../domain/ids.ts';
import type { JobKind } from '../domain/job.ts';
import { ScoreName } from '../domain/judgement.ts';
import { RefineMethod } from '../domain/judged-work.ts';
import { GivenCheck } from '../domain/parse-check.ts';
import { bringUpToDate } from '../domain/record-version.ts';
import { DIMENSION_SOURCES } from '../domain/protocols.ts';
import { MAX_CONTEXT_CHARS, Task } from '../domain/task.ts';
import { MAX_ITEMS } from '../judge/checklists/given-checklist.ts';
import { itemForm, MAX_ITEM_CHARS } from '../domain/given-item.ts';
import { ITEMS_PER_BATCH, MAX_DIMENSIONS, MAX_ROUNDS, MAX_VOTES } from '../judge/judge-options.ts';
import { GivenScale } from '../domain/scale.ts';
import { MAX_PROMPT_CHARS } from '../judge/protocols/own-prompt.ts';
import { Basics } from '../judge/protocols/basic-dimensions.ts';

const MAX_DOMAINS = 100;
const MAX_QUESTIONS = 500;
/** Of a response, in UTF-16 units. */
export const MAX_RESPONSE_CHARS = 500_000;

const whole = ({ bounds: { min, max }, meaning }: NumberSetting) =>
  z.int().min(min).max(max).exactOptional().describe(meaning);
/** Sent on as it is written. */
const checkedBy = (text: z.ZodString, check: z.ZodType) =>
  text.superRefine((written, context) => {
    for (const { message } of check.safeParse(written).error?.issues ?? [])
      context.addIssue({ code: 'custom', message });
  });
const domains = ({ meaning }: { readonly meaning: string }) =>
  z
    .array(checkedBy(z.string().min(1).max(253), domainName))
    .max(MAX_DOMAINS)
    .exactOptional()
    .describe(meaning);

export const Budget = z
  .strictObject({
    maxUsd: z.number().positive().exactOptional(),
    maxCalls: z.int().positive().exactOptional(),
    maxTokens: z.int().positive().exactOptional(),
    maxSeconds: z.number().positive().exactOptional(),
  })
  .describe('Limits on the model calls of this request, within those of the service and of the API key');

const instruction = Task.shape.instruction;
const context = z
  .string()
  .max(MAX_CONTEXT_CHARS)
  .exactOptional()
  .describe('Audience, source text or other circumstances');
const budget = Budget.exactOptional();

export const CriteriaRequest = z.strictObject({
  instruction,
  context,
  mode: z.enum(SETTINGS.mode.choices).exactOptional().describe(SETTINGS.mode.meaning),
  kind: z.string().min(1).max(100).exactOptional().describe(SETTINGS.kind.meaning),
  share: z.enum(SETTINGS.share.choices).exactOptional().describe(SETTINGS.share.meaning),
  queries: whole(SETTINGS.queries),
  results: whole(SETTINGS.results),
  keep: whole(SETTINGS.keep),
  rounds: whole(SETTINGS.rounds),
  n: whole(SETTINGS.n),
  more: whole(SETTINGS.more),
  minExpertise: whole(SETTINGS.minExpertise),
  minRelevance: whole(SETTINGS.minRelevance),
  language: z.string().min(2).max(20).exactOptional().describe(SETTINGS.language.meaning),
  since: z.iso.date('must be a day, such as 2026-01-31').exactOptional().describe(SETTINGS.since.meaning),
  allowDomains: domains(SETTINGS.allowDomains),
  denyDomains: domains(SETTINGS.denyDomains),
  budget,
});
export type CriteriaRequest = z.infer<typeof CriteriaRequest>;

const text = z.string().min(1).max(MAX_RESPONSE_CHARS);
const GivenResponse = z.union([text, NamedResponse.extend({ name: z.string().max(500), response: text })]);
const top = z.int().min(1).max(1_000).exactOptional();

const WrittenCheck = checkedBy(z.string().max(MAX_ITEM_CHARS), GivenCheck);
const LevelTexts = z.array(Level.shape.description).min(2).max(20);
/** As files have them, and sent on as they were written; what is not said of an item is filled in as there. */
const WrittenItem = itemForm(z.union([Levels, LevelTexts]), WrittenCheck);

const WrittenItems = z
  .array(z.union([z.string().trim().min(1).max(MAX_ITEM_CHARS), WrittenItem]))
  .min(1)
  .max(MAX_QUESTIONS);

/** A checklist, its items, or those of a stored set. */
export const GivenChecklist = z.union([
  z.strictObject({ set: SetReference, top: top.describe('Only the best so many of what the instruction implies') }),
  WrittenItems,
  z.strictObject({ instruction: instruction.exactOptional(), context, items: WrittenItems }),
  z.preprocess(
    (sent) => bringUpToDate(CHECKLIST_FORM, sent),
    Checklist.extend({
      items: z
        .array(ChecklistItem.refine(statesItsFault, { path: ['text'], message: UNSTATED_FAULT }))
        .min(1)
        .max(MAX_ITEMS),
    }),
  ),
]);
export type GivenChecklist = z.infer<typeof GivenChecklist>;

const judging = {
  instruction: instruction.exactOptional().describe('What the response answers; default: what the checklist says'),
  context,
  itemsPerCall: z.int().min(1).max(ITEMS_PER_BATCH).exactOptional(),
  votes: z.int().min(1).max(MAX_VOTES).exactOptional().describe('k of maj@k'),
  analysis: z.boolean().exactOptional().describe('False: a judge without chain of thought'),
  codeChecks: z.boolean().exactOptional().describe('False: countable items are left to the judge too'),
  seed: z.string().max(200).nullable().exactOptional(),
  budget,
};

const score = ScoreName.exactOptional().describe('The number beside the pass rate (docs/judging.md#scores)');

const policy = z.enum(CHECKLIST_POLICIES).exactOptional().describe('How a checklist is written where none is given');

/** What a protocol does not take is refused. */
const byProtocol = {
  checklist: GivenChecklist.exactOptional(),
  top,
  policy,
  reference: text.exactOptional().describe('A good response to compare with'),
  writeReference: z.boolean().exactOptional().describe('Where none is given, a model writes one'),
  dimensions: z.int().min(0).max(MAX_DIMENSIONS).exactOptional().describe('Beyond the basic three'),
  dimensionsFrom: z.enum(DIMENSION_SOURCES).exactOptional(),
  basics: Basics.exactOptional().describe('Dimensions to start from in place of the basic three'),
  concrete: z.boolean().exactOptional().describe('False: the basic three are asked in general'),
  selective: z.number().positive().exactOptional().describe('The inconsistency from which on the checklist is used'),
  scale: GivenScale.exactOptional().describe('Of `score`: whole numbers from min to max, or levels from the worst up'),
  prompt: z
    .string()
    .min(1)
    .max(MAX_PROMPT_CHARS)
    .exactOptional()
    .describe('Of `own-grade` and `own-choice`: the text of a grader prompt (docs/protocols.md)'),
  ...judging,
};

export const JudgementRequest = z.strictObject({
  response: GivenResponse,
  checklist: GivenChecklist,
  score,
  ...judging,
});
export const ComparisonRequest = z.strictObject({
  a: GivenResponse,
  b: GivenResponse,
  by: Protocol.exactOptional(),
  ties: z.boolean().exactOptional().describe('True: the judge may call them equal'),
  bothOrders: z.boolean().exactOptional().describe('False: shown in the order given alone'),
  reconsider: z.boolean().exactOptional().describe('True: the judge is asked to think it over'),
  name: z.string().max(500).exactOptional(),
  label: Winner.nullable().exactOptional().describe('What people say'),
  ...byProtocol,
});
export const ScoringRequest = z.strictObject({
  response: GivenResponse,
  by: ScoringProtocol.exactOptional(),
  ...byProtocol,
});
export const RefinementRequest = z.strictObject({
  response: GivenResponse,
  checklist: GivenChecklist,
  rounds: z.int().min(1).max(MAX_ROUNDS).exactOptional(),
  method: RefineMethod.exactOptional(),
  top,
  ...judging,
});
export const ChecklistRequest = z.strictObject({
  instruction,
  context,
  policy,
  budget,
});

export const LiveAuditRequest = z.strictObject({ set: SetReference });

/** As many as fit a body. */
const MAX_COMPLETIONS = 1_024;
const howToJudge = z.object(judging).omit({ instruction: true, context: true }).shape;
export const RewardsRequest = z.strictObject({
  prompts: z
    .union([instruction, z.array(instruction).min(1).max(MAX_COMPLETIONS)])
    .describe('One for each completion, or one for all'),
  completions: z.array(z.string().max(MAX_RESPONSE_CHARS)).min(1).max(MAX_COMPLETIONS),
  criteria: z
    .union([GivenChecklist, z.enum(['discover', 'generate'])])
    .describe('What all are judged by; “discover” and “generate” make a list for each prompt, once'),
  score: ScoreName.exactOptional().describe('Default: weighted (docs/judging.md#scores)'),
  byCriterion: z.boolean().exactOptional().describe('True: each reward comes with how far each item is met'),
  ...howToJudge,
});

export const REQUESTS = {
  criteria: CriteriaRequest,
  judgement: JudgementRequest,
  scoring: ScoringRequest,
  comparison: ComparisonRequest,
  refinement: RefinementRequest,
  checklist: ChecklistRequest,
  'live-audit': LiveAuditRequest,
  rewards: RewardsRequest,
} as const satisfies Record<JobKind, z.ZodType>;
