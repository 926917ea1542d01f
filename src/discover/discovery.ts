/** Shared state and helpers of the steps of one discovery. */
import type { Advice, ModelPoint, Point } from '../domain/advice.ts';
import type {
  DiscoveryParameters,
  GapReview,
  Unanswered,
  Mode,
  Query,
  Removal,
  CriteriaSet,
} from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { Dispute, DraftCriterion, Engine, ModelCriterion, Step } from '../domain/engine.ts';
import { type GroundruleError, StepFailedError } from '../domain/errors.ts';
import type { ModelClient } from '../domain/model.ts';
import { type Outcome, reasonsIn, unscored, valuesOf } from '../domain/outcome.ts';
import type { AdviceId } from '../domain/ids.ts';
import type { Page } from '../domain/page.ts';
import type { DocumentPort, SearchPort, StorePort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Source } from '../domain/source.ts';
import type { StepName } from '../domain/step-name.ts';
import type { Task } from '../domain/task.ts';
import type { TextKind } from '../domain/text-kind.ts';
import { timeStep, type UsageByStep } from '../run/run-step.ts';
import type { ModelOrders } from '../text/injection.ts';

export interface DiscoverPorts {
  readonly engine: Engine;
  /** Usage of the engine's model calls; null without a model. */
  readonly model: Pick<ModelClient, 'usage' | 'exceeded' | 'refused' | 'callsOf'> | null;
  /** Null: no search; only the user's pages are read. */
  readonly search: SearchPort | null;
  readonly documents: readonly DocumentPort[];
  readonly store: StorePort;
  /** Notes about the sources, such as library files that were left out. */
  readonly sourceNotes: readonly string[];
  /** Files of the user's folders. The record also lists those that no search found. */
  readonly libraryFiles?: readonly LibraryFile[];
  /** The fingerprint of the sources, for the run's record. */
  readonly sources?: string;
  readonly groundruleVersion: string;
}

/** Steps that need a model come all or none. */
export const usesModel = ({ rewordQueries }: Engine): boolean => rewordQueries !== undefined;

export type LibraryFile = Pick<Source, 'url' | 'decision' | 'reason'>;

export interface Discovery {
  readonly run: RunContext;
  readonly ports: DiscoverPorts;
  readonly task: Task;
  readonly mode: Mode;
  readonly parameters: DiscoveryParameters;
  readonly usage: UsageByStep;
  readonly warnings: string[];
  /** Unanswered requests to services other than the model. */
  readonly unanswered: Pick<Unanswered, 'step' | 'reason'>[];
  /** The task stands for this kind of text. */
  readonly guideTo?: TextKind | undefined;
}

export interface SourceWithPage {
  readonly source: Source;
  /** As shown to models: what is plainly an order to them is masked. Offsets match the stored text. */
  readonly page: Page | null;
  /** In its text. Nothing may be quoted from what is withheld. */
  readonly orders: ModelOrders;
  readonly fetchedAt: string | null;
  /** True after screening and rating. */
  readonly considered: boolean;
}

/** The state after a round. A later round only adds to it. */
export interface DiscoveryState {
  readonly queries: readonly Query[];
  readonly gapReviews: readonly GapReview[];
  readonly sources: readonly SourceWithPage[];
  /** Sources whose advice was extracted, also if there was none. */
  readonly readIds: ReadonlySet<string>;
  readonly advice: ReadonlyMap<string, Advice>;
  readonly modelPoints: ReadonlyMap<string, ModelPoint>;
  readonly points: readonly Point[];
  /** Points that are not merged yet: one list per page or model answer. */
  readonly unmerged: readonly (readonly Point[])[];
  readonly removals: readonly Removal[];
  /** Whose queries, sources and advice these are; null: they were gathered for the task. */
  readonly guide: CriteriaSet | null;
  /** Points that were worded and compared with their quotes for the kind of text. */
  readonly ofKind: ReadonlyMap<string, KindCriterion>;
}

/** A criterion of the kind of text, as worded for it or for the task. */
export interface KindCriterion
  extends ModelCriterion, Pick<Criterion, 'grounding' | 'evidence'>, Pick<DraftedCriterion, 'disputes'> {
  /** True: nobody compared this wording with the quotes. */
  readonly isReworded: boolean;
}

/** A draft with its model points, beside its advice. */
export interface DraftedCriterion extends DraftCriterion {
  readonly modelPoints: readonly ModelPoint[];
  /** Advice that only gives examples, special cases or limits. */
  readonly instanceIds: ReadonlySet<AdviceId>;
  readonly grounding: Criterion['grounding'];
  /** Advice that contradicts the criterion. */
  readonly disputes: readonly Dispute[];
}

/** A point with its advice and model points. */
export interface PointWithSources extends Pick<DraftedCriterion, 'advice' | 'modelPoints'> {
  readonly point: Point;
}
/** A point worded as a criterion. */
export interface WordedPoint extends PointWithSources, ModelCriterion {}

export const EMPTY_STATE: DiscoveryState = {
  queries: [],
  gapReviews: [],
  sources: [],
  readIds: new Set(),
  advice: new Map(),
  modelPoints: new Map(),
  points: [],
  unmerged: [],
  removals: [],
  guide: null,
  ofKind: new Map(),
};

/** The queries that found the source; all queries for a page or file of the user. */
export function queriesOf(source: Source, queries: readonly Query[]): Query[] {
  const foundBy = new Set(source.hits.map((hit) => hit.queryId));
  return queries.filter((query) => source.given === true || foundBy.size === 0 || foundBy.has(query.id));
}

type Outcomes<Value> = Map<string, Outcome<Value>>;

/** One outcome per item, in the items' order. @throws Error (a bug) if the engine returns another id */
export async function outcomesOf<Item extends { readonly id: string }, Value>(
  { run, task }: Pick<Discovery, 'run' | 'task'>,
  name: StepName,
  step: Step<Item, Value>,
  items: readonly Item[],
): Promise<Outcomes<Value>> {
  const returned = await step(run, task, items);
  const known = new Set(items.map(({ id }) => id));
  for (const id of returned.keys())
    if (!known.has(id)) throw new Error(`The engine's ${name} step returned an unknown id: ${id}`);
  return new Map(items.map(({ id }) => [id, returned.get(id) ?? unscored('the engine gave no outcome')]));
}

interface StepOptions {
  /** True if the discovery can continue without any verdict of the step. */
  readonly mayFailWhole?: boolean;
  /** The error if every item is unscored. Default: a StepFailedError. */
  readonly failure?: (reasons: string) => GroundruleError;
}

/** Runs a step with all its items. @throws StepFailedError, or the error of `failure`, if all are unscored */
export async function runStep<Item extends { readonly id: string }, Value>(
  discovery: Pick<Discovery, 'run' | 'task' | 'usage'>,
  name: StepName,
  step: Step<Item, Value>,
  items: readonly Item[],
  summarize: (values: readonly Value[], outcomes: Outcomes<Value>) => string,
  { mayFailWhole = false, failure }: StepOptions = {},
): Promise<Outcomes<Value>> {
  if (items.length === 0) return new Map();
  return timeStep(discovery.run, discovery.usage, name, items.length, async () => {
    const outcomes = await outcomesOf(discovery, name, step, items);
    const values = valuesOf(outcomes.values());
    const lost = reasonsIn(outcomes.values());
    if (values.length === 0 && !mayFailWhole) {
      const inputs = items.length === 1 ? '' : ` for all ${items.length} inputs`;
      const reasons = [...new Set(lost)].slice(0, 3).join('; ');
      throw (
        failure?.(reasons) ??
        new StepFailedError(`The ${name} step failed${inputs}: ${reasons}`, {
          step: name,
          ids: items.map(({ id }) => id),
        })
      );
    }
    return { result: outcomes, lost, summary: summarize(values, outcomes) };
  });
}
