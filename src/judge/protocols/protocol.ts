/** A way of comparing two responses (TICK, §4.2): one object that owns its calls and its words. */
import type { AgentProvenance } from '../../domain/agent-provenance.ts';
import type { Checklist } from '../../domain/checklist.ts';
import type { Comparison, Grounds, NamedResponse, Winner } from '../../domain/comparison.ts';
import type { Capability } from '../../domain/engine.ts';
import type { RunContext } from '../../domain/run-context.ts';
import type { Task } from '../../domain/task.ts';
import { timeStep } from '../../run/run-step.ts';
import type { JudgePorts } from '../judge.ts';
import type { JudgeOptions } from '../judge-options.ts';
import type { PairNames } from '../pair-names.ts';

/** A pair and how it is compared. */
export interface ComparisonWork {
  readonly run: RunContext;
  readonly ports: JudgePorts;
  /** What both answer; null where nobody said. */
  readonly task: Task | null;
  readonly a: NamedResponse;
  readonly b: NamedResponse;
  /** Votes and analysis hold for preferences and scores too. */
  readonly judging: JudgeOptions;
}

export interface Compared {
  readonly result: Comparison['result'];
  /** Null where there was nothing to compare by. */
  readonly grounds: Grounds | null;
  readonly comparers: AgentProvenance;
  readonly warnings: readonly string[];
}

interface ProtocolWords {
  /** "Compared by …". */
  readonly title: string;
  /** Without which nothing can be compared; null: code alone can decide. */
  readonly needs: Capability | null;
  /** Whether items are judged one by one, so that what is said of that (batches, code checks, a seed) plays a part. */
  readonly judgesItems: boolean;
}

export type ComparisonProtocol = ProtocolWords &
  (
    | {
        readonly usesChecklist: true;
        readonly compare: (work: ComparisonWork, checklist: Checklist) => Promise<Compared>;
      }
    | {
        readonly usesChecklist: false;
        readonly compare: (work: ComparisonWork) => Promise<Compared>;
      }
  );

/** Both sides of a pair, by a judge of whole responses, as one timed step. */
export function comparing(
  run: RunContext,
  names: PairNames,
  work: () => Promise<{ readonly compared: Compared; readonly lost: readonly string[] }>,
): Promise<Compared> {
  return timeStep(run, {}, 'comparing', 2, async () => {
    const { compared, lost } = await work();
    return { result: compared, lost, summary: summaryOf(compared.result, names) };
  });
}

export function sampled<Value>(count: number, sample: (sampleIndex: number) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, (_, sampleIndex) => sample(sampleIndex)));
}

export function higher(a: number, b: number): Winner {
  if (a === b) return 'tie';
  return a > b ? 'a' : 'b';
}

function summaryOf(result: Compared['result'], names: PairNames): string {
  if (result.status === 'unscored') return 'no verdict';
  if (result.winner !== 'tie') return `${names[result.winner]} wins`;
  return result.flipped === true ? 'the two orders disagree' : 'a tie';
}
