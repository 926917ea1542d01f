/** What a protocol of judging is: one object that owns its calls and its words, for one response or for two. */
import type { AgentProvenance } from '../../domain/model.ts';
import type { Checklist } from '../../domain/checklist.ts';
import type {
  Aids,
  Comparison,
  Grounds,
  JudgeGrounds,
  NamedResponse,
  ResponseScore,
  Winner,
} from '../../domain/comparison.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { isAbove } from '../../metrics/is-above.ts';
import { boundsOf } from '../../domain/scale.ts';
import type { Task } from '../../domain/task.ts';
import type { Agent, AgentModel } from '../../llm/define-agent.ts';
import { timeStep } from '../../run/run-step.ts';
import type { JudgeOptions } from '../judge-options.ts';
import type { PairNames } from '../pair-names.ts';
import type { Feature, ProtocolOptions } from './protocol-options.ts';

export interface ProtocolWork {
  readonly run: RunContext;
  /** Null: no model is named, which only protocols that need none meet. */
  readonly agents: AgentModel | null;
  /** Null where nobody said. */
  readonly task: Task | null;
  /** A good response, given; null: none is. */
  readonly reference: string | null;
  /** Votes and analysis hold for preferences and scores too. */
  readonly judging: JudgeOptions;
  readonly how: ProtocolOptions;
}

export interface ComparisonWork extends ProtocolWork {
  readonly a: NamedResponse;
  readonly b: NamedResponse;
}

export interface Compared<Behind = Grounds> {
  readonly result: Comparison['result'];
  /** Null where there was nothing to compare by. */
  readonly grounds: Behind | null;
  readonly comparers: AgentProvenance;
  readonly warnings: readonly string[];
}

interface ProtocolWords {
  /** "Compared by …", "Scored by …". */
  readonly title: string;
  /** False: code alone can decide. */
  readonly needsModel: boolean;
  /** Whether items are judged one by one, so that what is said of that (batches, code checks, a seed) plays a part. */
  readonly judgesItems: boolean;
  /** Options this protocol uses. */
  readonly takes: readonly Feature[];
  /** Further dimensions by default, where a model is chosen for the role `weak`. Absent: none. */
  readonly weakDimensions?: number;
}

export type ComparisonProtocol = ProtocolWords &
  (
    | {
        readonly usesChecklist: true;
        readonly compare: (work: ComparisonWork, checklist: Checklist) => Promise<Compared<JudgeGrounds>>;
        /** The same judge without a checklist, where it can be used selectively. */
        readonly without?: WithoutChecklist;
      }
    | WithoutChecklist
  );

interface WithoutChecklist {
  readonly usesChecklist: false;
  readonly compare: (work: ComparisonWork) => Promise<Compared<JudgeGrounds>>;
}

export interface ResponseScorer {
  readonly scoreOf: (response: string) => Promise<ResponseScore>;
  readonly aids: Aids;
  /** Whose answers the scores rest on. */
  readonly judge: Pick<Agent<never, unknown>, 'name' | 'givesVerdicts'>;
  /** With the prompts that it asks by. */
  readonly agents: AgentModel;
}

export interface ScoringProtocol extends ProtocolWords {
  readonly usesChecklist: boolean;
  /** Inclusive. */
  readonly scale: readonly [lowest: number, highest: number];
  /**
   * What all responses to one task are scored by is prepared once.
   * @param checklist null where the protocol uses none
   * @throws StepFailedError where it could not be prepared
   */
  readonly prepare: (work: ProtocolWork, checklist: Checklist | null) => Promise<ResponseScorer>;
  /** The same judge without a checklist, where it can be used selectively. */
  readonly without?: ScoringProtocol;
}

/** The lowest and the highest score: those of a scale of the user's own, or the protocol's. */
export function boundsFor(
  { scale }: Pick<ScoringProtocol, 'scale'>,
  how: Pick<ProtocolOptions, 'scale' | 'prompt'>,
): [lowest: number, highest: number] {
  const chosen = how.prompt?.scale ?? how.scale;
  return chosen == null ? [...scale] : boundsOf(chosen);
}

/** Both sides of a pair, by a judge of whole responses, as one timed step. */
export function comparing(
  run: RunContext,
  names: PairNames,
  work: () => Promise<{ readonly compared: Compared<JudgeGrounds>; readonly lost: readonly string[] }>,
): Promise<Compared<JudgeGrounds>> {
  return timeStep(run, {}, 'comparing', 2, async () => {
    const { compared, lost } = await work();
    return { result: compared, lost, summary: summaryOf(compared.result, names) };
  });
}

export function higher(a: number, b: number): Winner {
  if (isAbove(a, b)) return 'a';
  return isAbove(b, a) ? 'b' : 'tie';
}

function summaryOf(result: Compared['result'], names: PairNames): string {
  if (result.status === 'unscored') return 'no verdict';
  if (result.winner !== 'tie') return `${names[result.winner]} wins`;
  return result.flipped === true ? 'the two orders disagree' : 'a tie';
}
