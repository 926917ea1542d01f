/** What the steps of one discovery share. */
import type { Advice } from '../../domain/advice.ts';
import type { DiscoveryParameters, Removal } from '../../domain/criteria-set.ts';
import type { Page } from '../../domain/page.ts';
import type { RunContext } from '../../domain/run-context.ts';
import type { Source } from '../../domain/source.ts';
import type { Task } from '../../domain/task.ts';
import type { DiscoverPorts } from '../discover.ts';
import type { UsageByStep } from '../run-step.ts';

export interface Discovery {
  readonly run: RunContext;
  readonly ports: DiscoverPorts;
  readonly task: Task;
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
}

export interface CollectedAdvice {
  readonly sources: readonly SourceWithPage[];
  readonly advice: ReadonlyMap<string, Advice>;
  readonly removals: readonly Removal[];
}
