/** Compares two responses by one of TICK's protocols: pass rates, a preference in both orders, or scores. */
import type { AskedAgents } from '../domain/asked-agents.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { Comparer } from '../domain/comparer.ts';
import type { Comparison, Grounds, NamedResponse, Protocol, Winner } from '../domain/comparison.ts';
import { InputError, StepFailedError } from '../domain/errors.ts';
import { unscored } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import {
  sharedRates,
  winnerByOrders,
  winnerByRates,
  winnerByScores,
  type Result,
} from './compare-verdicts.ts';
import { tallyPreferences, tallyScores } from './tally-preferences.ts';
import { topOf } from './top-of.ts';
import { isContextShortened } from '../llm/agent-kit/fence-task.ts';
import { pickAgents } from './asked-agents.ts';
import { generateChecklist } from './generate-checklist.ts';
import type { JudgeOptions, JudgePorts } from './judge.ts';
import { judgeResponses } from './judge-responses.ts';
import { needsModel } from './needs-model.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';

export interface ComparePorts extends JudgePorts {
  /** Null: only pass rates can be compared. */
  readonly comparer: Comparer | null;
}

export interface CompareInput {
  /** Of the pair; for people. */
  readonly name: string;
  /** What both answer; null where nobody said. */
  readonly task: Task | null;
  readonly a: NamedResponse;
  readonly b: NamedResponse;
  /** Null: where the protocol needs one, it is generated from the task. */
  readonly checklist: Checklist | null;
  /** What people say; null: nothing. */
  readonly label: Winner | null;
}

export interface CompareOptions {
  readonly by: Protocol;
  /** How checklists are judged; votes and analysis hold for preferences and scores too. */
  readonly judging: JudgeOptions;
  /** Whether the prompt that writes checklists shows examples. */
  readonly examples: boolean;
  /** Only the first so many items of the checklist; null: all. */
  readonly top: number | null;
}

/** What a protocol came to. */
interface Found {
  readonly result: Result;
  readonly grounds: Grounds | null;
  readonly comparers: AskedAgents;
  readonly warnings: readonly string[];
}

/**
 * @param run an object of its own for each pair: usage and calls are told apart by it
 * @returns a winner, a tie, or no verdict with its reason: a judge that fails is never a tie
 * @throws InputError where the protocol needs a model, or a checklist that nothing says how to get; LimitError,
 *   CancelledError; UnavailableError where the model cannot be asked at all
 */
export async function compare(
  run: RunContext,
  ports: ComparePorts,
  input: CompareInput,
  options: CompareOptions,
): Promise<Comparison> {
  const { name, task, a, b, label } = input;
  const found = await withinLimits(run, ports.model, () => PROTOCOLS[options.by](run, ports, input, options));
  return {
    name,
    task,
    a,
    b,
    by: options.by,
    result: found.result,
    grounds: found.grounds,
    label,
    warnings: [...found.warnings],
    comparers: found.comparers,
    usage: [...(ports.model?.usage(run.runId) ?? [])],
  };
}

type Compare = (
  run: RunContext,
  ports: ComparePorts,
  input: CompareInput,
  options: CompareOptions,
) => Promise<Found>;

const byPassRate: Compare = (run, ports, input, options) =>
  withChecklist(run, ports, input, options, async (checklist) => {
    const responses = [input.a, input.b];
    const { judged, judge } = await judgeResponses(run, ports, responses, checklist, options.judging);
    const [a, b] = judged;
    if (a === undefined || b === undefined) throw new Error('Two responses have two judgements.');
    const rates = sharedRates(checklist, a, b);
    const warnings = [a, b].flatMap((each) => each.warnings.map((warning) => `${each.name}: ${warning}`));
    return {
      result: winnerByRates(rates),
      grounds: { kind: 'pass-rates', checklist, a, b, judge, rates },
      comparers: {},
      warnings,
    };
  });

const byPreference: Compare = async (run, ports, { task, a, b }, { judging }) => {
  const comparer = requireComparer(ports);
  const inOrder = async (first: 'a' | 'b') => {
    const [shownFirst, shownSecond] = first === 'a' ? [a, b] : [b, a];
    const samples = await sampled(judging.votes, (sampleIndex) =>
      comparer.prefer(run, {
        task,
        first: shownFirst.response,
        second: shownSecond.response,
        analysis: judging.analysis,
        sampleIndex,
        samples: judging.votes,
      }),
    );
    return tallyPreferences(samples, first);
  };
  return timeStep(run, {}, 'comparing', 2, async () => {
    const [ab, ba] = await Promise.all([inOrder('a'), inOrder('b')]);
    const result = winnerByOrders([ab, ba]);
    const found: Found = {
      result,
      grounds: { kind: 'preferences', orders: [ab, ba] },
      comparers: pickAgents(comparer.description, ['compare-responses']),
      warnings: contextWarnings(task),
    };
    const lost = [ab, ba].filter(({ verdict }) => verdict.status === 'unscored').length;
    return { result: found, unscored: lost, summary: summaryOf(result) };
  });
};

async function byScores(
  run: RunContext,
  ports: ComparePorts,
  { task: given, a, b }: CompareInput,
  { judging }: CompareOptions,
  checklist: Checklist | null,
): Promise<Found> {
  const comparer = requireComparer(ports);
  const task = given ?? checklist?.task ?? null;
  const scoreOf = async ({ response }: NamedResponse) =>
    tallyScores(
      await sampled(judging.votes, (sampleIndex) =>
        comparer.score(run, {
          task,
          response,
          guide: checklist?.items.map(({ question }) => question) ?? null,
          analysis: judging.analysis,
          sampleIndex,
          samples: judging.votes,
        }),
      ),
    );
  return timeStep(run, {}, 'comparing', 2, async () => {
    const [ofA, ofB] = await Promise.all([scoreOf(a), scoreOf(b)]);
    const result = winnerByScores(ofA, ofB);
    const found: Found = {
      result,
      grounds: { kind: 'scores', checklist, a: ofA, b: ofB },
      comparers: pickAgents(comparer.description, ['score-response']),
      warnings: contextWarnings(task),
    };
    const lost = [ofA, ofB].filter(({ status }) => status === 'unscored').length;
    return { result: found, unscored: lost, summary: summaryOf(result) };
  });
}

const PROTOCOLS: Readonly<Record<Protocol, Compare>> = {
  'pass-rate': byPassRate,
  preference: byPreference,
  score: (run, ports, input, options) => byScores(run, ports, input, options, null),
  'check-then-score': (run, ports, input, options) =>
    withChecklist(run, ports, input, options, (checklist) => byScores(run, ports, input, options, checklist)),
};

/** A checklist that could not be written leaves this pair without a verdict, and the others as they are. */
async function withChecklist(
  run: RunContext,
  ports: ComparePorts,
  { checklist, task }: CompareInput,
  { examples, top }: CompareOptions,
  work: (checklist: Checklist) => Promise<Found>,
): Promise<Found> {
  const workBy = (found: Checklist) => work(top === null ? found : topOf(found, top));
  // A task that was given goes before the checklist's own.
  if (checklist !== null) return workBy(task === null ? checklist : { ...checklist, task });
  if (task === null)
    throw new InputError('There is no checklist to compare by.', {
      advice: 'Give a checklist or a set of criteria, or the instruction to generate one from.',
    });
  try {
    return await workBy(await generateChecklist(run, ports, task, examples));
  } catch (error) {
    if (!(error instanceof StepFailedError)) throw error;
    return { result: unscored(error.message), grounds: null, comparers: {}, warnings: [] };
  }
}

function requireComparer({ comparer }: ComparePorts): Comparer {
  if (comparer !== null) return comparer;
  throw needsModel('comparing');
}

function sampled<Value>(count: number, sample: (sampleIndex: number) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, (_, sampleIndex) => sample(sampleIndex)));
}

function contextWarnings(task: Task | null): readonly string[] {
  return task !== null && isContextShortened(task)
    ? ['The context is long: the judge is shown its beginning and its end.']
    : [];
}

function summaryOf(result: Result): string {
  if (result.status === 'unscored') return 'no verdict';
  if (result.winner !== 'tie') return `${result.winner.toUpperCase()} wins`;
  return result.flipped === true ? 'the two orders disagree' : 'a tie';
}
