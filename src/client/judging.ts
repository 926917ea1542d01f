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
import type { RecordIds, RecordKind } from '../domain/stored-record.ts';
import type { EachAblation } from '../judge/ablate-each.ts';
import type { Ablation } from '../judge/ablate.ts';
import type { HumanJudged, OfRow } from '../judge/repeated-verdicts.ts';
import { DEFAULT_ROUNDS, judgeOptionsOf, MAX_ROUNDS, MAX_SAMPLES, requireWhole } from '../judge/judge-options.ts';
import { protocolOptionsOf } from '../judge/protocols/protocol-options.ts';
import type { LoadedEngine } from './engine.ts';
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
import type { CallOptions, Runs } from './runs.ts';
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
  /** Writes the checklist of an instruction (TICK). @throws StepFailedError where the model wrote no usable list */
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

interface Tools {
  readonly runs: Runs;
  readonly engineOf: () => Promise<LoadedEngine>;
  readonly store: StorePort;
  readonly clock: Clock;
  /** Whether the settings choose one for the role `weak`. */
  readonly hasWeakModel: boolean;
}

/** Makes one record in a run of its own, and stores it with the run's model calls. */
export async function recordIn<Value extends { readonly usage: readonly unknown[] }>(
  run: RunContext,
  { engineOf, store, clock }: Pick<Tools, 'engineOf' | 'store' | 'clock'>,
  kind: RecordKind,
  name: string,
  work: (run: RunContext, agents: LoadedEngine['agents']) => Promise<Value>,
): Promise<Recorded<Value>> {
  const [loaded, { recordId }, { keepCalls }] = await Promise.all([
    engineOf(),
    import('../judge/record-id.ts'),
    import('../run/call-records.ts'),
  ]);
  const value = redactAll(await work(run, loaded.agents));
  const id = recordId(kind, value);
  const calls = loaded.agents?.model.callsOf(run.runId) ?? [];
  if (calls.length > 0) await keepCalls(id, calls, store);
  await store.putRecord({ id, kind, name, savedAt: clock.now().toISOString(), value });
  return { id, runId: run.runId, ...value };
}

export function judgingMethods({ runs, engineOf, store, clock, hasWeakModel }: Tools): JudgingMethods {
  const recorded = <Value extends { readonly usage: readonly unknown[] }>(
    kind: RecordKind,
    name: string,
    options: CallOptions,
    work: (run: RunContext, agents: LoadedEngine['agents']) => Promise<Value>,
  ): Promise<Recorded<Value>> =>
    runs.start(options, (run) => recordIn(run, { engineOf, store, clock }, kind, name, work));

  const written = (
    options: CallOptions,
    write: (run: RunContext, agents: LoadedEngine['agents']) => Promise<Checklist>,
  ) =>
    runs.start(options, async (run): Promise<GeneratedChecklist> => {
      const { agents } = await engineOf();
      const checklist = await write(run, agents);
      return { runId: run.runId, checklist, usage: agents?.model.usage(run.runId) ?? [] };
    });

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
    judge: async (response, checklist, options = {}) => {
      const { judge } = await import('../judge/judge.ts');
      const input = judgeInput(response, checklist, options);
      return recorded('judgement', input.name, options, (run, agents) =>
        judge(run, agents, input, judgeOptionsOf(options)),
      );
    },
    score: async (response, options = {}) => {
      const [{ scoreResponse }, { SCORING }] = await Promise.all([
        import('../judge/score-response.ts'),
        import('../judge/protocols/index.ts'),
      ]);
      const { by = options.selective == null ? 'score' : 'checklist-score' } = options;
      const input = { ...namedResponse(response), ...protocolInput(options) };
      const chosen = { by, ...protocolChoice(by, SCORING[by], options) };
      return recorded('scoring', input.name, options, (run, agents) => scoreResponse(run, agents, input, chosen));
    },
    compare: async (a, b, options = {}) => {
      const [{ compare }, { COMPARISON_PROTOCOLS }] = await Promise.all([
        import('../judge/compare.ts'),
        import('../judge/protocols/index.ts'),
      ]);
      const [ofA, ofB] = [namedResponse(a, 'a'), namedResponse(b, 'b')];
      const { by = options.selective == null ? 'pass-rate' : 'checklist-preference', label = null } = options;
      const input = {
        name: options.name ?? `${ofA.name} – ${ofB.name}`,
        ...protocolInput(options),
        a: ofA,
        b: ofB,
        label,
      };
      const chosen = { by, ...protocolChoice(by, COMPARISON_PROTOCOLS[by], options) };
      return recorded('comparison', input.name, options, (run, agents) => compare(run, agents, input, chosen));
    },
    refine: async (response, checklist, options = {}) => {
      const { refine } = await import('../judge/refine.ts');
      const { rounds = DEFAULT_ROUNDS, method = 'checklist', stopsWhenMet = true, top = null } = options;
      requireWhole('rounds', rounds, MAX_ROUNDS);
      const input = judgeInput(response, checklist, options);
      const chosen = { rounds, method, stopsWhenMet, judging: judgeOptionsOf(options), top };
      return recorded('refinement', input.name, options, (run, agents) => refine(run, agents, input, chosen));
    },
    bestOf: async (candidates, checklist, options = {}) => {
      const { selectBestResponse } = await import('../judge/select-best-response.ts');
      const named =
        typeof candidates === 'number'
          ? candidates
          : candidates.map((candidate, index) => namedResponse(candidate, `candidate ${index + 1}`));
      const input = { candidates: named, checklist: givenChecklist(checklist, options) };
      const name = typeof named === 'number' ? `${named} samples` : named.map((each) => each.name).join(', ');
      return recorded('selection', name, options, (run, agents) =>
        selectBestResponse(run, agents, input, judgeOptionsOf(options)),
      );
    },
    measureActionability: async (response, checklist, options = {}) => {
      const { measureActionability } = await import('../judge/measure-actionability.ts');
      const input = judgeInput(response, checklist, options);
      return recorded('actionability', input.name, options, (run, agents) =>
        measureActionability(run, agents, input, judgeOptionsOf(options)),
      );
    },
    respond: (instruction, options = {}) =>
      runs.start(options, async (run) => {
        const [{ sampleResponses }, { parseWritersPrompt }, { agents }] = await Promise.all([
          import('../judge/write-texts.ts'),
          import('../llm/prompt.ts'),
          engineOf(),
        ]);
        const { samples = 1, model, prompt } = options;
        requireWhole('samples', samples, MAX_SAMPLES);
        const writer = { model, prompt: prompt === undefined ? undefined : parseWritersPrompt(prompt, 'The prompt') };
        const task = taskOf(instruction, options.context);
        const responses = await sampleResponses(run, agents, task, { samples, writer });
        return { runId: run.runId, responses, usage: agents?.model.usage(run.runId) ?? [] };
      }),
    generateChecklist: async (instruction, options = {}) => {
      const { generateChecklist } = await import('../judge/write-checklists.ts');
      const { context, policy = DEFAULT_CHECKLIST_POLICY, regenerate, sample } = options;
      const task = taskOf(instruction, context);
      return written(options, (run, agents) => generateChecklist(run, agents, task, policy, regenerate, sample));
    },
    contrastResponses: async (instruction, options) => {
      const { contrastResponses } = await import('../judge/write-checklists.ts');
      const task = taskOf(instruction, options.context);
      const texts = (given: readonly GivenResponse[]) => given.map((each) => namedResponse(each).response);
      const sides = { better: texts(options.better), worse: texts(options.worse) };
      return written(options, (run, agents) => contrastResponses(run, agents, task, sides));
    },
    generalizeObservations: async (observations, options = {}) => {
      const { generalizeObservations } = await import('../judge/write-checklists.ts');
      return written(options, (run, agents) => generalizeObservations(run, agents, observations));
    },
    ablate: async (given, data, options = {}) => {
      const { ablate } = await import('../judge/ablate.ts');
      const checklist = givenChecklist(given, options);
      const chosen = { judging: judgeOptionsOf(options), seed: options.bootstrapSeed };
      return runs.start(options, async (run) => ({
        runId: run.runId,
        ...(await ablate(run, (await engineOf()).agents, checklist, data, chosen)),
      }));
    },
    ablateEach: async (data, options = {}) => {
      const [{ ablateEach }, { generateChecklist }] = await Promise.all([
        import('../judge/ablate-each.ts'),
        import('../judge/write-checklists.ts'),
      ]);
      const { policy, regenerate, everyList = false, bootstrapSeed: seed } = options;
      return runs.start(options, async (run) => {
        const { agents } = await engineOf();
        const write =
          policy === undefined ? null : (task: Task) => generateChecklist(run, agents, task, policy, regenerate);
        const chosen = { judging: judgeOptionsOf(options), seed, everyList, write };
        return { runId: run.runId, ...(await ablateEach(run, agents, data, chosen)) };
      });
    },
    reviewChecklist: async (checklist, options = {}) => {
      const { reviewChecklist } = await import('../judge/write-checklists.ts');
      return written(options, (run, agents) => reviewChecklist(run, agents, givenChecklist(checklist, options)));
    },
    saveChecklist: async (saved) => {
      const { recordId } = await import('../judge/record-id.ts');
      const value = redactAll(saved);
      const id = recordId('checklist', value);
      const name = value.checklist.task?.instruction ?? 'checklist';
      await store.putRecord({ id, kind: 'checklist', name, savedAt: clock.now().toISOString(), value });
      return id;
    },
  };
}
