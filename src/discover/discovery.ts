/** What the steps of one discovery share. */
import type { Advice, ModelPoint, Point } from '../domain/advice.ts';
import type { DiscoveryParameters, GapReview, Mode, Query, Removal } from '../domain/criteria-set.ts';
import type { Engine } from '../domain/engine.ts';
import type { ModelClient } from '../domain/model.ts';
import type { Page } from '../domain/page.ts';
import type { DocumentPort, SearchPort, StorePort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Source } from '../domain/source.ts';
import type { Task } from '../domain/task.ts';
import type { UsageByStep } from '../run/run-step.ts';

export interface DiscoverPorts {
  readonly engine: Engine;
  /** Tells what the engine's model calls take; null where it makes none. */
  readonly model: Pick<ModelClient, 'usage' | 'exceeded'> | null;
  /** Null: nothing is searched, and only the pages that the user gave are read. */
  readonly search: SearchPort | null;
  readonly documents: readonly DocumentPort[];
  readonly store: StorePort;
  /** What people should know about the sources before any search: files of a library that were left out, and why. */
  readonly sourceNotes: readonly string[];
  /** Version of this package, for the run record. */
  readonly groundruleVersion: string;
}

export interface Discovery {
  readonly run: RunContext;
  readonly ports: DiscoverPorts;
  readonly task: Task;
  readonly mode: Mode;
  readonly parameters: DiscoveryParameters;
  readonly usage: UsageByStep;
  /** Grows as steps find something that people should know. */
  readonly warnings: string[];
}

/** A source and its text, null where none could be had. */
export interface SourceWithPage {
  readonly source: Source;
  readonly page: Page | null;
  readonly fetchedAt: string | null;
  /** True once it was screened and rated, whatever came of it. */
  readonly considered: boolean;
}

/** What is at hand after a round; nothing in it is ever taken back by a later one. */
export interface Gathered {
  readonly queries: readonly Query[];
  readonly gapReviews: readonly GapReview[];
  readonly sources: readonly SourceWithPage[];
  readonly advice: ReadonlyMap<string, Advice>;
  readonly modelPoints: ReadonlyMap<string, ModelPoint>;
  readonly points: readonly Point[];
  readonly removals: readonly Removal[];
}

export const NOTHING_GATHERED: Gathered = {
  queries: [],
  gapReviews: [],
  sources: [],
  advice: new Map(),
  modelPoints: new Map(),
  points: [],
  removals: [],
};

/** What a source is read for: the queries that found it; a page that the user gave was given for all of them. */
export function queriesOf(source: Source, queries: readonly Query[]): Query[] {
  const foundBy = new Set(source.hits.map((hit) => hit.queryId));
  return queries.filter((query) => source.given === true || foundBy.has(query.id));
}
