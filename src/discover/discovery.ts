/** What the steps of one discovery share. */
import type { Advice, ModelPoint, Point } from '../domain/advice.ts';
import type { DiscoveryParameters, GapReview, Unanswered, Mode, Query, Removal } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { Dispute, DraftCriterion, Engine, ModelCriterion, Step } from '../domain/engine.ts';
import { type GroundruleError, StepFailedError } from '../domain/errors.ts';
import type { ModelClient } from '../domain/model.ts';
import { type Outcome, reasonsIn, unscored } from '../domain/outcome.ts';
import type { AdviceId } from '../domain/ids.ts';
import type { Page, Span } from '../domain/page.ts';
import type { DocumentPort, SearchPort, StorePort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Source } from '../domain/source.ts';
import type { StepName } from '../domain/step-name.ts';
import type { Task } from '../domain/task.ts';
import { timeStep, type UsageByStep } from '../run/run-step.ts';

export interface DiscoverPorts {
  readonly engine: Engine;
  /** Tells what the engine's model calls take; null where it makes none. */
  readonly model: Pick<ModelClient, 'usage' | 'exceeded' | 'callsOf'> | null;
  /** Null: nothing is searched, and only the pages that the user gave are read. */
  readonly search: SearchPort | null;
  readonly documents: readonly DocumentPort[];
  readonly store: StorePort;
  /** What people should know about the sources before any search: files of a library that were left out, and why. */
  readonly sourceNotes: readonly string[];
  /** Files of the user's own folders: those that no search gives are in the record as well. */
  readonly libraryFiles?: readonly LibraryFile[];
  /** The fingerprint of the sources, for the run's record. */
  readonly sources?: string;
  readonly groundruleVersion: string;
}

export type LibraryFile = Pick<Source, 'url' | 'decision' | 'reason'>;

export interface Discovery {
  readonly run: RunContext;
  readonly ports: DiscoverPorts;
  readonly task: Task;
  readonly mode: Mode;
  readonly parameters: DiscoveryParameters;
  readonly usage: UsageByStep;
  readonly warnings: string[];
  /** What services other than the model's left unanswered, one each. */
  readonly unanswered: Pick<Unanswered, 'step' | 'reason'>[];
}

export interface SourceWithPage {
  readonly source: Source;
  /** As models are shown it: without the sentences that address them. Offsets are those of the stored text. */
  readonly page: Page | null;
  /** Where such sentences stand; nothing is quoted from there. */
  readonly withheld: readonly Span[];
  readonly fetchedAt: string | null;
  /** True once it was screened and rated, whatever came of it. */
  readonly considered: boolean;
}

/** What is at hand after a round; nothing in it is ever taken back by a later one. */
export interface Gathered {
  readonly queries: readonly Query[];
  readonly gapReviews: readonly GapReview[];
  readonly sources: readonly SourceWithPage[];
  /** The sources that were read for advice, whatever came of it. */
  readonly readIds: ReadonlySet<string>;
  readonly advice: ReadonlyMap<string, Advice>;
  readonly modelPoints: ReadonlyMap<string, ModelPoint>;
  readonly points: readonly Point[];
  /** Lists of points that are still to be merged with them: one for each page, and what a model said by itself. */
  readonly unmerged: readonly (readonly Point[])[];
  readonly removals: readonly Removal[];
}

/** A draft and the points of a model that stand behind it beside its advice. */
export interface Drafted extends DraftCriterion {
  readonly modelPoints: readonly ModelPoint[];
  /** Those of its advice that are examples, single cases or limits of what it asks for. */
  readonly instanceIds: ReadonlySet<AdviceId>;
  readonly grounding: Criterion['grounding'];
  /** Those of its advice that say the contrary. */
  readonly disputes: readonly Dispute[];
}

/** What stands behind a theme. */
export interface Behind extends Pick<Drafted, 'advice' | 'modelPoints'> {
  readonly point: Point;
}
/** A point in the words of a criterion. */
export interface Worded extends Behind, ModelCriterion {}

export const NOTHING_GATHERED: Gathered = {
  queries: [],
  gapReviews: [],
  sources: [],
  readIds: new Set(),
  advice: new Map(),
  modelPoints: new Map(),
  points: [],
  unmerged: [],
  removals: [],
};

/** What a source is read for: the queries that found it; what the user gave, or has in a folder, is there for all of them. */
export function queriesOf(source: Source, queries: readonly Query[]): Query[] {
  const foundBy = new Set(source.hits.map((hit) => hit.queryId));
  return queries.filter((query) => source.given === true || foundBy.size === 0 || foundBy.has(query.id));
}

type Outcomes<Value> = Map<string, Outcome<Value>>;

/** One outcome per item, in the items' order. @throws Error (a bug) where the engine speaks of another item */
export async function outcomesOf<Item extends { readonly id: string }, Value>(
  { run, task }: Pick<Discovery, 'run' | 'task'>,
  name: StepName,
  step: Step<Item, Value>,
  items: readonly Item[],
): Promise<Outcomes<Value>> {
  const answered = await step(run, task, items);
  const known = new Set(items.map(({ id }) => id));
  for (const id of answered.keys())
    if (!known.has(id)) throw new Error(`The engine's ${name} step answered for an item that it was not given: ${id}`);
  return new Map(items.map(({ id }) => [id, answered.get(id) ?? unscored('the engine gave no outcome')]));
}

interface StepOptions {
  /** For steps that have a safe way on without any verdict. */
  readonly mayFailWhole?: boolean;
  /** What it means that every item is unscored, by their reasons; default: that the step failed. */
  readonly failure?: (reasons: string) => GroundruleError;
}

/** All items of a step at once. @throws StepFailedError, or what `failure` gives, where all are unscored */
export async function runStep<Item extends { readonly id: string }, Value>(
  discovery: Pick<Discovery, 'run' | 'task' | 'usage'>,
  name: StepName,
  step: Step<Item, Value>,
  items: readonly Item[],
  summarize: (values: readonly Value[]) => string,
  { mayFailWhole = false, failure }: StepOptions = {},
): Promise<Outcomes<Value>> {
  if (items.length === 0) return new Map();
  return timeStep(discovery.run, discovery.usage, name, items.length, async () => {
    const outcomes = await outcomesOf(discovery, name, step, items);
    const values = [...outcomes.values()].flatMap((outcome) => (outcome.status === 'done' ? [outcome.value] : []));
    const lost = reasonsIn(outcomes.values());
    if (values.length === 0 && !mayFailWhole) {
      const inputs = items.length === 1 ? 'its only input' : `all its ${items.length} inputs`;
      const why = [...new Set(lost)].slice(0, 3).join('; ');
      throw failure?.(why) ?? new StepFailedError(`The ${name} step failed for ${inputs}: ${why}`);
    }
    return { result: outcomes, lost, summary: summarize(values) };
  });
}
