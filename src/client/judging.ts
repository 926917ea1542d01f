/** The client's methods of judging: each makes one record, which is stored with its model calls. */
import type { Actionability, Refinement, Selection } from '../domain/judged-work.ts';
import { DEFAULT_CHECKLIST_POLICY } from '../domain/checklist-policies.ts';
import type { Checklist, SavedChecklist } from '../domain/checklist.ts';
import type { Comparison, Protocol } from '../domain/comparison.ts';
import type { Judgement } from '../domain/judgement.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Task } from '../domain/task.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import type { Scoring } from '../judge/scoring.ts';
import type { RecordIds, StoredRecord } from '../domain/stored-record.ts';
import { ablateEach, type EachAblation } from '../judge/ablate-each.ts';
import { ablate, type Ablation } from '../judge/ablate.ts';
import { compare } from '../judge/compare.ts';
import { judge, usageOf } from '../judge/judge.ts';
import { measureActionability } from '../judge/measure-actionability.ts';
import { COMPARISON_PROTOCOLS, SCORING } from '../judge/protocols/index.ts';
import { recordId } from '../judge/record-id.ts';
import { refine } from '../judge/refine.ts';
import { scoreResponse } from '../judge/score-response.ts';
import { selectBestResponse } from '../judge/select-best-response.ts';
import {
  contrastResponses,
  generalizeObservations,
  generateChecklist,
  reviewChecklist,
} from '../judge/write-checklists.ts';
import { sampleResponses } from '../judge/write-texts.ts';
import { parseWritersPrompt } from '../llm/prompt.ts';
import { keepCalls } from '../run/call-records.ts';
import type { HumanJudged, OfRow } from '../judge/repeated-verdicts.ts';
import { DEFAULT_ROUNDS, judgeOptionsOf, MAX_ROUNDS, MAX_SAMPLES, requireWhole } from '../judge/judge-options.ts';
import { protocolOptionsOf } from '../judge/protocols/protocol-options.ts';
import { givenChecklist, givenTask, namedResponse, taskOf } from './given-input.ts';
import type { GivenChecklist, GivenInstruction, GivenResponse, InstructionOptions } from './given-input.ts';
import type {
  AblateEachOptions,
  AblateOptions,
  CompareCallOptions,
  ContrastOptions,
  GenerateChecklistOptions,
  GeneratedChecklist,
  JudgeCallOptions,
  ProtocolCallOptions,
  RefineCallOptions,
  RespondOptions,
  ScoreCallOptions,
  WrittenResponses,
} from './judging-options.ts';
import type { CallOptions, Start } from './runs.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { redactAll } from '../text/redact.ts';

type Recorded<Value> = Value & RecordIds;
type RunOf<Value> = Value & { readonly runId: string };

/** All throw InputError, UnavailableError, LimitError or CancelledError; an item without a verdict is no error. */
export interface JudgingMethods {
  /** Countable items by code, the others by the model of the client, or not at all without one. */
  judge(response: GivenResponse, checklist: GivenChecklist, options?: JudgeCallOptions): Promise<Recorded<Judgement>>;
  /** How good a response is as a whole, by a protocol that scores; a judge that fails leaves it `unscored`, never low. */
  score(response: GivenResponse, options?: ScoreCallOptions): Promise<Recorded<Scoring>>;
  /**
   * Which of two responses is better, by a protocol. Judges that see both are asked in both orders, unless told
   * otherwise. A judge that fails leaves the pair `unscored`, never tied.
   */
  compare(a: GivenResponse, b: GivenResponse, options?: CompareCallOptions): Promise<Recorded<Comparison>>;
  /** Improves a response by what its checklist finds unmet (STICK); `rounds[kept]` is never worse than the start. */
  refine(
    response: GivenResponse,
    checklist: GivenChecklist,
    options?: RefineCallOptions,
  ): Promise<Recorded<Refinement>>;
  /**
   * The best of several responses by their pass rates (TICK); ties are kept.
   * @param candidates responses, or how many to sample from the model
   */
  bestOf(
    candidates: readonly GivenResponse[] | number,
    checklist: GivenChecklist,
    options?: JudgeCallOptions,
  ): Promise<Recorded<Selection>>;
  /** Edits a response towards each unmet item, alone, and judges it again (EvalAgent). */
  measureActionability(
    response: GivenResponse,
    checklist: GivenChecklist,
    options?: JudgeCallOptions,
  ): Promise<Recorded<Actionability>>;
  /** Has a model write responses to an instruction. */
  respond(instruction: GivenInstruction, options?: RespondOptions): Promise<WrittenResponses>;
  /** Writes the checklist of an instruction (TICK). @throws StepFailedError where the model wrote no usable list, NoAnswerError where it fell silent */
  generateChecklist(instruction: GivenInstruction, options?: GenerateChecklistOptions): Promise<GeneratedChecklist>;
  /** Keeps a checklist with what it was made of; the same one has the same id. */
  saveChecklist(saved: SavedChecklist): Promise<string>;
  /** Writes one that sets better responses to an instruction apart from worse ones. @throws as `generateChecklist` */
  contrastResponses(instruction: GivenInstruction, options: ContrastOptions): Promise<GeneratedChecklist>;
  /**
   * Writes one for all texts of a kind from remarks on many of them, or from dimensions of quality. Each item keeps the
   * `observations` that it rests on. @throws as `generateChecklist`
   */
  generalizeObservations(observations: readonly string[], options?: CallOptions): Promise<GeneratedChecklist>;
  /**
   * Whether a checklist, and each item of it, brings the judge nearer to people (checklist study, §6.1): each case is
   * judged without it, with it, and without each item, `votes` times (5 by default; pairs in each order).
   */
  ablate(checklist: GivenChecklist, data: HumanJudged, options?: AblateOptions): Promise<RunOf<Ablation>>;
  /** The same with a checklist of its own for each case: items are left out only of lists that help or harm. */
  ablateEach(data: HumanJudged<OfRow>, options?: AblateEachOptions): Promise<RunOf<EachAblation>>;
  /** Joins items that repeat each other and leaves out what no judge of a text could enforce. @throws as `generateChecklist` */
  reviewChecklist(checklist: GivenChecklist, options?: CallOptions & InstructionOptions): Promise<GeneratedChecklist>;
}

export interface RecordPorts {
  readonly store: StorePort;
  readonly clock: Clock;
}

interface Tools extends RecordPorts {
  readonly start: Start;
  /** Whether the settings choose one for the role `weak`. */
  readonly hasWeakModel: boolean;
}

type Work<Value> = (run: RunContext, agents: AgentModel | null) => Promise<Value>;

/** Makes one record in a run of its own, and stores it with the run's model calls. */
export async function recordIn<Value extends { readonly usage: readonly unknown[] }>(
  { store, clock }: RecordPorts,
  run: RunContext,
  agents: AgentModel | null,
  { kind, name }: Pick<StoredRecord, 'kind' | 'name'>,
  work: Work<Value>,
): Promise<Recorded<Value>> {
  const value = redactAll(await work(run, agents));
  const id = recordId(kind, value);
  const calls = agents?.model.callsOf(run.runId) ?? [];
  if (calls.length > 0) await keepCalls(id, calls, store);
  await store.putRecord({ id, kind, name, savedAt: clock.now().toISOString(), value });
  return { id, runId: run.runId, ...value };
}

export function judgingMethods({ start, hasWeakModel, ...ports }: Tools): JudgingMethods {
  const recorded = <
    Input extends { readonly name: string },
    Chosen,
    Value extends { readonly usage: readonly unknown[] },
  >(
    kind: StoredRecord['kind'],
    options: CallOptions,
    work: (...how: [...Parameters<Work<Value>>, input: Input, chosen: Chosen]) => Promise<Value>,
    input: Input,
    chosen: Chosen,
  ) =>
    start(options, (run, agents) =>
      recordIn(ports, run, agents, { kind, name: input.name }, (...asked) => work(...asked, input, chosen)),
    );

  const inRun = <Value>(options: CallOptions, work: Work<Value>): Promise<RunOf<Value>> =>
    start(options, async (run, agents) => ({ runId: run.runId, ...(await work(run, agents)) }));

  const written = (options: CallOptions, write: Work<Checklist>): Promise<GeneratedChecklist> =>
    inRun(options, async (run, agents) => ({ checklist: await write(run, agents), usage: usageOf(run, agents) }));

  const judgeInput = (response: GivenResponse, checklist: GivenChecklist, options: InstructionOptions) => ({
    ...namedResponse(response),
    checklist: givenChecklist(checklist, options),
  });

  const protocolInput = ({ checklist, reference = null, ...options }: ProtocolCallOptions) => ({
    task: givenTask(options),
    checklist: checklist === undefined ? null : givenChecklist(checklist, options),
    reference,
  });
  const protocolChoice = (
    by: Protocol,
    protocol: Parameters<typeof protocolOptionsOf>[1],
    options: ProtocolCallOptions,
  ) => ({
    judging: judgeOptionsOf(options),
    how: protocolOptionsOf(by, protocol, options, hasWeakModel),
    policy: options.policy ?? DEFAULT_CHECKLIST_POLICY,
    top: options.top ?? null,
  });

  return {
    judge: (response, checklist, options = {}) =>
      recorded('judgement', options, judge, judgeInput(response, checklist, options), judgeOptionsOf(options)),
    score: (response, options = {}) => {
      const { by = options.selective == null ? 'score' : 'checklist-score' } = options;
      const input = { ...namedResponse(response), ...protocolInput(options) };
      const chosen = { by, ...protocolChoice(by, SCORING[by], options) };
      return recorded('scoring', options, scoreResponse, input, chosen);
    },
    compare: (a, b, options = {}) => {
      const [ofA, ofB] = [namedResponse(a, 'a'), namedResponse(b, 'b')];
      const { by = options.selective == null ? 'pass-rate' : 'checklist-preference', label = null } = options;
      const name = options.name ?? `${ofA.name} – ${ofB.name}`;
      const input = { name, ...protocolInput(options), a: ofA, b: ofB, label };
      const chosen = { by, ...protocolChoice(by, COMPARISON_PROTOCOLS[by], options) };
      return recorded('comparison', options, compare, input, chosen);
    },
    refine: (response, checklist, options = {}) => {
      const { rounds = DEFAULT_ROUNDS, method = 'checklist', stopsWhenMet = true, top = null } = options;
      requireWhole('rounds', rounds, MAX_ROUNDS);
      const chosen = { rounds, method, stopsWhenMet, judging: judgeOptionsOf(options), top };
      return recorded('refinement', options, refine, judgeInput(response, checklist, options), chosen);
    },
    bestOf: (candidates, checklist, options = {}) => {
      const named =
        typeof candidates === 'number'
          ? candidates
          : candidates.map((candidate, index) => namedResponse(candidate, `candidate ${index + 1}`));
      const name = typeof named === 'number' ? `${named} samples` : named.map((candidate) => candidate.name).join(', ');
      const input = { name, candidates: named, checklist: givenChecklist(checklist, options) };
      return recorded('selection', options, selectBestResponse, input, judgeOptionsOf(options));
    },
    measureActionability: (response, checklist, options = {}) => {
      const input = judgeInput(response, checklist, options);
      return recorded('actionability', options, measureActionability, input, judgeOptionsOf(options));
    },
    respond: (instruction, options = {}) =>
      inRun(options, async (run, agents) => {
        const { samples = 1, model, prompt } = options;
        requireWhole('samples', samples, MAX_SAMPLES);
        const writer = { model, prompt: prompt === undefined ? undefined : parseWritersPrompt(prompt, 'The prompt') };
        const task = taskOf(instruction, options.context);
        const responses = await sampleResponses(run, agents, task, { samples, writer });
        return { responses, usage: usageOf(run, agents) };
      }),
    generateChecklist: (instruction, options = {}) => {
      const { context, policy = DEFAULT_CHECKLIST_POLICY, regenerate, sample } = options;
      const task = taskOf(instruction, context);
      return written(options, (run, agents) => generateChecklist(run, agents, task, policy, regenerate, sample));
    },
    contrastResponses: (instruction, options) => {
      const task = taskOf(instruction, options.context);
      const texts = (responses: readonly GivenResponse[]) => responses.map((each) => namedResponse(each).response);
      const sides = { better: texts(options.better), worse: texts(options.worse) };
      return written(options, (run, agents) => contrastResponses(run, agents, task, sides));
    },
    generalizeObservations: (observations, options = {}) =>
      written(options, (run, agents) => generalizeObservations(run, agents, observations)),
    ablate: (given, data, options = {}) => {
      const checklist = givenChecklist(given, options);
      const chosen = { judging: judgeOptionsOf(options), seed: options.bootstrapSeed };
      return inRun(options, (run, agents) => ablate(run, agents, checklist, data, chosen));
    },
    ablateEach: (data, options = {}) => {
      const { policy, regenerate, everyList = false, bootstrapSeed: seed } = options;
      return inRun(options, (run, agents) => {
        const write =
          policy === undefined ? null : (task: Task) => generateChecklist(run, agents, task, policy, regenerate);
        return ablateEach(run, agents, data, { judging: judgeOptionsOf(options), seed, everyList, write });
      });
    },
    reviewChecklist: (checklist, options = {}) =>
      written(options, (run, agents) => reviewChecklist(run, agents, givenChecklist(checklist, options))),
    saveChecklist: async (saved) => {
      const value = redactAll(saved);
      const id = recordId('checklist', value);
      const name = value.checklist.task?.instruction ?? 'checklist';
      const savedAt = ports.clock.now().toISOString();
      await ports.store.putRecord({ id, kind: 'checklist', name, savedAt, value });
      return id;
    },
  };
}
