/** The form of an experiment's file (docs/experiments.md): data, modes, models, protocols and metrics. */
import { z } from 'zod';
import { settingsIn } from '../config/settings.ts';
import { BENCHMARK_NAMES, ROW_FIELDS } from '../data/benchmarks.ts';
import { isTemplate } from '../data/fill-template.ts';
import { RowFilter } from '../data/row-filter.ts';
import { CHECKLIST_POLICIES } from '../domain/checklist-policies.ts';
import { Mode } from '../domain/criteria-set.ts';
import { RefineMethod } from '../domain/judged-work.ts';
import { SCORES } from '../domain/scores.ts';
import { DIMENSION_SOURCES, PROTOCOLS } from '../domain/protocols.ts';
import { distinct, Text, whole } from '../judge/checklists/file-fields.ts';
import { ITEMS_PER_BATCH, MAX_ROUNDS, MAX_SAMPLES, MAX_VOTES } from '../judge/judge-options.ts';
import { GivenScale } from '../domain/scale.ts';
import { Basics } from '../judge/protocols/basic-dimensions.ts';
import { UNREAD } from '../measure/measure-policies.ts';
import { METRIC_NAMES } from './metric-names.ts';
import { Id, Table } from './table-file.ts';

const Count = whole(1, 1_000_000);

const DataFile = z.strictObject({
  id: Id,
  /** Beside the experiment’s file, unless `--data` says otherwise; several are subsets of one set of data. */
  file: z.union([Text, z.array(Text).min(1)], 'should be a file, or a list of files'),
  /** Where to get the file: shown to whoever does not have it. */
  from: Text.optional(),
  benchmark: z.enum(BENCHMARK_NAMES).optional(),
  fields: z.partialRecord(z.enum(ROW_FIELDS), Text).optional(),
  /** The criteria are descriptions, of the best level of a scale or of a procedure: the model restates them. */
  restate: z.literal(true, 'should be true, or not there').optional(),
  /** What a response is truly worth: the share of the data’s criteria that it meets (default), WB-Score by them, LiveBench’s score of instructions, or scores from a file. */
  trueScore: z
    .union(
      [z.enum(['criteria', 'wb-score', 'livebench']), z.strictObject({ scores: Text })],
      'should be criteria, wb-score, livebench, or scores: a file',
    )
    .optional(),
  /** What the data set asks for, worded around fields of its rows: `Write a story from this plot: {plot}`. */
  instruction: Text.refine(isTemplate, 'should name a field of the rows in braces, such as {plot}').optional(),
  filter: RowFilter.optional(),
  /** Only the rows of so many tasks of each file, or of each of the categories that are named. */
  first: z.union([Count, z.record(z.string(), Count)], 'should be a whole number, or numbers by category').optional(),
});
export type DataFile = z.infer<typeof DataFile>;

const DISCOVERY_SETTINGS: ReadonlySet<string> = new Set([...settingsIn('ask', 'look'), 'minRelevance']);
const Settings = z.record(z.string(), z.unknown()).superRefine((settings, context) => {
  for (const name of Object.keys(settings))
    if (!DISCOVERY_SETTINGS.has(name))
      context.addIssue({ code: 'custom', path: [name], message: 'is no setting of a discovery (docs/settings.md)' });
});

/** Whence a system's lists come: a discovery, a checklist by a policy, or the data. */
const ExperimentMode = z
  .strictObject({
    id: Id,
    mode: Mode.optional(),
    /** As docs/settings.md names them. */
    settings: Settings.optional(),
    checklist: z.enum(CHECKLIST_POLICIES).optional(),
    /** So many lists for each task: their similarity is averaged, all else is measured of the first. */
    lists: whole(2, MAX_SAMPLES).optional(),
    given: z.literal(true).optional(),
    /** Rows with instruction and criteria; several of one task are several lists for it. */
    file: Text.optional(),
    top: whole(1, 1000).optional(),
    /** Of a discovery: the demands that the instruction states, or what it implies; default: both. */
    only: z.enum(['stated', 'implied']).optional(),
  })
  .refine(
    ({ mode, checklist, given, file }) =>
      [mode, checklist, given, file].filter((each) => each !== undefined).length === 1,
    { error: 'should have one of mode, checklist, given and file' },
  )
  .refine(({ checklist, lists }) => lists === undefined || checklist !== undefined, {
    error: 'lists: needs a checklist, whose policy writes them',
  })
  .refine(({ mode, settings, only }) => mode !== undefined || (settings === undefined && only === undefined), {
    error: 'settings and only: need a mode, whose discovery heeds them',
  });
export type ExperimentMode = z.infer<typeof ExperimentMode>;

const numbers = z.union([z.number(), z.record(z.string(), z.number())], 'should be a number, or numbers by role');
/** How answers are drawn, of all roles or by role; as docs/settings.md names them, and in place of what the settings say. */
const Sampled = { temperature: numbers.optional(), topP: numbers.optional(), modelSeed: numbers.optional() };

export type SampledBy = z.infer<z.ZodObject<typeof Sampled>>;

const NamedModel = z.strictObject({ id: Id, model: Text, roles: z.record(z.string(), Text).optional(), ...Sampled });
export type ExperimentModel = z.infer<typeof NamedModel>;
const ExperimentModel = z.union([Text.transform((model): ExperimentModel => ({ id: model, model })), NamedModel]);

/** How items are judged. */
const Judged = {
  /** The most items in one call. */
  batch: whole(1, ITEMS_PER_BATCH).optional(),
  /** False: nothing is decided by code. */
  codeChecks: z.boolean().optional(),
};

export type JudgedItems = z.infer<z.ZodObject<typeof Judged>>;

/** Of a protocol: what its calls take as it is. */
export const CallOptions = z.object({
  /** Of pass rates: the score of a response in their place, such as `healthbench`, whose faults cost points. */
  score: z.enum(SCORES).exactOptional(),
  votes: whole(1, MAX_VOTES).exactOptional(),
  panel: z.array(Text).exactOptional(),
  top: whole(1, 1000).exactOptional(),
  analysis: z.boolean().exactOptional(),
  ties: z.boolean().exactOptional(),
  bothOrders: z.boolean().exactOptional(),
  reconsider: z.boolean().exactOptional(),
  dimensions: whole(0, 10).exactOptional(),
  /** The inconsistency from which on the checklist is used. */
  selective: z.number('should be a number').positive('should be above 0').exactOptional(),
  dimensionsFrom: z.enum(DIMENSION_SOURCES).exactOptional(),
  basics: Basics.exactOptional(),
  concrete: z.boolean().exactOptional(),
  /** Of `score`. */
  scale: GivenScale.exactOptional(),
  /** Of `own-grade` and `own-choice`: the text of a grader prompt. */
  prompt: Text.exactOptional(),
});

const ExperimentProtocol = z
  .strictObject({
    id: Id,
    protocol: z.enum(PROTOCOLS),
    /** Ids of the models that judge by it; absent: all. */
    models: z.array(Id).min(1, 'should not be empty').exactOptional(),
    /** The data’s, or one that the role `write-reference` writes; absent: none is shown. */
    reference: z.enum(['given', 'written']).exactOptional(),
    /** The data’s criteria, or one written by a policy; absent: as the protocol does by itself. */
    checklist: z.enum(['given', ...CHECKLIST_POLICIES]).exactOptional(),
    /** Of pass rates: so many written lists, each of which judges everything; figures are averaged over them. */
    lists: whole(2, MAX_SAMPLES).exactOptional(),
    ...CallOptions.shape,
    ...Judged,
  })
  .refine(
    ({ protocol, checklist, lists }) => lists === undefined || (protocol === 'pass-rate' && checklist !== 'given'),
    { error: 'lists: needs the protocol pass-rate, and lists that a policy writes' },
  );
export type ExperimentProtocol = z.infer<typeof ExperimentProtocol>;

/** @param model the id of one of the experiment's; null: that of the settings, which no file can name */
export function isJudgedBy({ models }: Pick<ExperimentProtocol, 'models'>, model: string | null): boolean {
  return models === undefined || (model !== null && models.includes(model));
}

/** What selection is held against: one response at temperature 0, or scores of the sampled ones from a file. */
const Baseline = z.union(
  [z.strictObject({ id: Id, greedy: z.literal(true) }), z.strictObject({ id: Id, scores: Text })],
  'should have an id, and greedy: true or scores: a file',
);

const ExperimentRefinement = z.strictObject({
  id: Id,
  method: RefineMethod,
  /** By which it is refined: one written by a policy (default: as TICK writes it), or the data’s criteria. */
  checklist: z.enum(['given', ...CHECKLIST_POLICIES]).optional(),
});
export type ExperimentRefinement = z.infer<typeof ExperimentRefinement>;

export const Experiment = z.strictObject({
  name: Text,
  about: Text.optional(),
  data: distinct(DataFile).min(1, 'should name a file'),
  modes: distinct(ExperimentMode).default([]),
  ...Sampled,
  /** Of all judging of items, unless a protocol says otherwise. */
  ...Judged,
  /** Default: the model of the settings. */
  models: distinct(ExperimentModel).default([]),
  protocols: distinct(ExperimentProtocol).default([]),
  baselines: distinct(Baseline).default([]),
  refinements: distinct(ExperimentRefinement).default([]),
  /** Of refinement. */
  rounds: whole(1, MAX_ROUNDS).default(MAX_ROUNDS),
  metrics: z.array(z.enum(METRIC_NAMES), 'should be a list').min(1, 'should not be empty'),
  /** 1: one response at temperature 0, whose score counts; there is nothing to pick. */
  samples: whole(1, MAX_SAMPLES).default(8),
  /** Judgements of each response, or of each order of a pair, for `policies` and `ablation`. */
  votes: whole(2, MAX_VOTES).default(5),
  /** Inconsistencies from which on a checklist is used, for `policies`; default: the study’s. */
  k: z.array(z.number('should be a number').positive('should be above 0'), 'should be a list').optional(),
  /** How a case counts in `policies` whose judgements without a checklist could not be read. */
  unread: z.enum(UNREAD).optional(),
  /** How often a checklist that could not be read is written again. */
  regenerate: whole(0, 10).default(0),
  /** The model that says which of the data’s criteria a sampled response meets; default: the one that judges. */
  truth: Text.optional(),
  /** k of pass@k and of at-least-k, of the sampled responses that meet all of the data’s criteria. */
  passAt: z.array(whole(1, MAX_SAMPLES)).optional(),
  atLeast: z.array(whole(1, MAX_SAMPLES)).optional(),
  /** Where recall is measured. */
  at: z.array(whole(1, 1000)).optional(),
  resamples: whole(0, 100_000).optional(),
  seed: whole(0, 2 ** 32 - 1).default(42),
  /** Of `kinds`: the categories that tasks are sorted into. */
  taskCategories: z
    .array(z.strictObject({ name: Id, definition: Text }), 'should be a list')
    .refine((categories) => new Set(categories.map(({ name }) => name)).size === categories.length, {
      error: 'name one category twice',
    })
    .default([]),
  /** What is shown first; default: every measure of every system. */
  table: Table.optional(),
  /** What of the paper is not repeated, and why. */
  notRepeated: z.array(z.strictObject({ what: Text, why: Text })).default([]),
});
export type Experiment = z.infer<typeof Experiment>;
