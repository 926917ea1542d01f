/** Agents: what an agent shows the model, how the model may answer, and how the answer is read. */
import type { z } from 'zod';
import type {
  AgentProvenance,
  LoadedPrompt,
  ModelCall,
  ModelClient,
  ModelFailure,
  ModelOutcome,
  SamplingByRole,
} from '../domain/model.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { StepName } from '../domain/step-name.ts';
import { visibleText } from '../text/model-protocol.ts';
import { shortIds, type CitableItem, type ShortIds } from './agent-kit/short-ids.ts';

export type Prompts = ReadonlyMap<string, LoadedPrompt>;

/** Which models agents ask, and with which prompts. */
export interface AgentModel {
  readonly model: ModelClient;
  readonly prompts: Prompts;
  /** The model of each role, for records. */
  readonly modelNames: Readonly<Record<string, string>>;
  /** For records. */
  readonly sampling?: SamplingByRole;
  /** The model of agents that give verdicts, in place of that of their role: a member of a panel. */
  readonly judge?: string | undefined;
}

/** One of several answers to the same question. With more than one sample the temperature is above 0. */
export interface Sample {
  readonly sampleIndex: number;
  readonly samples: number;
}

export const ONLY_SAMPLE: Sample = { sampleIndex: 0, samples: 1 };

/** The sample to ask for in place of one that could not be used: none of the others. */
export function drawnAgain({ sampleIndex, samples }: Sample, times = 1): Sample {
  return { sampleIndex: sampleIndex + times * samples, samples };
}

/** The raw answer with word probabilities, if there are any. */
export type RawAnswer = Extract<ModelOutcome<unknown>, { status: 'done' }>['rawAnswer'];

export interface AgentDefinition<Input, Answer, Value, Item extends CitableItem> extends Pick<
  ModelCall<Answer>,
  'choiceWords'
> {
  /** The name of the agent's file and prompt, and the role in `modelsByRole`. */
  readonly name: string;
  readonly step: StepName;
  /** The most items that share a call; absent: all of them. */
  readonly itemsPerCall?: number;
  /** True: its answer is a verdict on responses, which each member of a panel gives by itself. */
  readonly givesVerdicts?: true;
  readonly schema: z.ZodType<Answer>;
  /** Replaces `choiceWords` if they depend on the input. Empty: request no probabilities. */
  readonly choiceWordsFor?: (input: Input) => readonly string[];
  /** Replaces `schema` if it depends on the input, such as an answer without analysis. */
  readonly schemaFor?: (input: Input) => z.ZodType<Answer>;
  readonly webSearch?: (input: Input) => ModelCall<Answer>['webSearch'];
  /** Items that the answer may cite by short ids. Absent: none. */
  readonly cites?: (input: Input) => readonly Item[];
  /** True if an answer without citations is valid: for example one that only lists exceptions. */
  readonly mayCiteNothing?: boolean;
  /** Values of the prompt's variables. Untrusted text must be fenced. */
  readonly variables: (input: Input, ids: ShortIds<Item>) => ModelCall<Answer>['variables'];
  /** Problems, in words for the model. */
  readonly validate?: (answer: Answer, input: Input, ids: ShortIds<Item>) => readonly string[];
  /** Replaces the faulty rows of the first answer by the rows of the repair. Absent: a repair is a complete answer. */
  readonly mergeRepair?: (first: Answer, second: Answer, input: Input, ids: ShortIds<Item>) => Answer;
  /** Must ignore the rows that `validate` reports: the repair may have failed. */
  readonly read: (answer: Answer, input: Input, ids: ShortIds<Item>, raw: RawAnswer) => Value;
  /** Why the value is not an answer, such as an empty text; null if it is one. */
  readonly reject?: (value: Value, input: Input) => string | null;
  /** What a judge is offered, and what its answer says. */
  readonly verdict?: (input: Input) => ModelCall<Answer>['verdict'];
  /** Reads an answer without valid JSON; null if it is unreadable. */
  readonly readProse?: (text: string, input: Input, ids: ShortIds<Item>) => Answer | null;
  /**
   * For plans: an answer as long as usual ones become, such that most further calls follow from it. Nothing checks it.
   * @param sampleIndex samples that differ make a judge that is never sure
   */
  readonly plannedAnswer: (input: Input, ids: ShortIds<Item>, sampleIndex: number) => NoInfer<Answer>;
  /** True if the whole step depends on this answer: if it is unreadable after the repair, ask for a new sample. */
  readonly retryWithNewSample?: boolean;
}

export interface Agent<Input, Value> extends Pick<
  AgentDefinition<Input, unknown, Value, never>,
  'name' | 'step' | 'itemsPerCall' | 'givesVerdicts'
> {
  readonly schema: z.ZodType;
  /** @param sample absent: the only one, at the prompt's own temperature */
  readonly ask: (
    agentModel: Omit<AgentModel, 'modelNames'>,
    run: RunContext,
    input: Input,
    sample?: Sample,
  ) => Promise<ModelOutcome<Value>>;
}

/** The model's own distribution. At temperature 0 all samples would be the same. */
const SAMPLE_TEMPERATURE = 1;
/** Failures that a new sample may avoid, unlike a refusal, an outage or a limit. */
export const UNREADABLE: ReadonlySet<ModelFailure> = new Set(['truncated', 'empty', 'not-json', 'schema-mismatch']);

/** A row with a problem after the repair is lost; the other rows are used, but of verdicts none beside an invented or repeated id. */
export function defineAgent<Input, Answer, Value, Item extends CitableItem = CitableItem>(
  definition: AgentDefinition<Input, Answer, Value, Item>,
): Agent<Input, Value> {
  const { name, step, itemsPerCall, givesVerdicts, schema, reject, retryWithNewSample = false } = definition;

  const ask: Agent<Input, Value>['ask'] = async ({ model, prompts, judge }, run, input, sample) => {
    const cited = definition.cites?.(input) ?? [];
    const asShown = JSON.stringify(input, (_, value: unknown) =>
      typeof value === 'string' ? visibleText(value) : value,
    );
    const idsOfCall = () => shortIds(cited, asShown);
    const ids = idsOfCall();
    const { readProse, mergeRepair } = definition;
    const choiceWords = definition.choiceWordsFor?.(input) ?? definition.choiceWords ?? [];
    const webSearch = definition.webSearch?.(input);
    const verdict = definition.verdict?.(input);
    const drawn = sample ?? ONLY_SAMPLE;
    const { sampleIndex, samples } = drawn;
    const prompt = promptOf(prompts, name);
    const variables = Object.entries(definition.variables(input, ids));
    const call: Omit<ModelCall<Answer>, 'sampleIndex'> = {
      step,
      plannedAnswer: () => definition.plannedAnswer(input, ids, sampleIndex),
      prompt,
      variables: Object.fromEntries(variables.filter(([variable]) => prompt.leavesOut?.includes(variable) !== true)),
      schema: definition.schemaFor?.(input) ?? schema,
      validate: (answer) => {
        const rejected = reject?.(definition.read(answer, input, ids, undefined), input) ?? null;
        const problems = definition.validate?.(answer, input, ids) ?? [];
        return rejected === null ? problems : [...problems, rejected];
      },
      // What is judged knows none of the ids, and a page is not asked for what has none.
      isOwn: (answer) => {
        if (definition.cites === undefined) return givesVerdicts !== true;
        const citedIds = idsOfCall();
        definition.read(answer, input, citedIds, undefined);
        return citedIds.hasKnownAlone();
      },
      isUsable: (answer) => {
        const citedIds = idsOfCall();
        const value = definition.read(answer, input, citedIds, undefined);
        const isAnswer = definition.mayCiteNothing === true || (!isEmpty(value) && !citedIds.hasNoneKnown());
        // The judged text may have written one row, and torn the judge's own.
        const isQuoted = givesVerdicts === true && citedIds.hasFaultyRows();
        return isAnswer && !isQuoted && (reject?.(value, input) ?? null) === null;
      },
      ...(mergeRepair === undefined
        ? {}
        : { mergeRepair: (faulty: Answer, repair: Answer) => mergeRepair(faulty, repair, input, ids) }),
      ...(givesVerdicts === true && judge !== undefined ? { model: judge } : {}),
      ...(choiceWords.length === 0 ? {} : { choiceWords }),
      ...(webSearch === undefined ? {} : { webSearch }),
      ...(verdict === undefined ? {} : { verdict }),
      ...(readProse === undefined ? {} : { readProse: (text: string) => readProse(text, input, ids) }),
      ...(samples === 1 ? {} : { temperature: SAMPLE_TEMPERATURE }),
    };
    const first = await model.call(run, { ...call, sampleIndex });
    const isUnreadable = first.status === 'unscored' && UNREADABLE.has(first.failure);
    const outcome =
      retryWithNewSample && isUnreadable
        ? await model.call(run, { ...call, sampleIndex: drawnAgain(drawn).sampleIndex })
        : first;
    if (outcome.status === 'unscored') return outcome;
    const value = definition.read(outcome.value, input, ids, outcome.rawAnswer);
    const reason = reject?.(value, input) ?? null;
    return reason === null ? { status: 'done', value } : { status: 'unscored', failure: 'rejected', reason };
  };

  return {
    name,
    step,
    schema,
    ask,
    ...(itemsPerCall === undefined ? {} : { itemsPerCall }),
    ...(givesVerdicts === undefined ? {} : { givesVerdicts }),
  };
}

function isEmpty(value: unknown): boolean {
  return value instanceof Map ? value.size === 0 : Array.isArray(value) && value.length === 0;
}

/** For records: which model answers for each of these agents, and with which prompt. */
export function provenanceOf(
  { prompts, modelNames, sampling = {}, judge }: Omit<AgentModel, 'model'>,
  ...agents: readonly Pick<Agent<never, unknown>, 'name' | 'givesVerdicts'>[]
): AgentProvenance {
  return Object.fromEntries(
    agents.map(({ name, givesVerdicts }) => {
      const { role, hash } = promptOf(prompts, name);
      const model = (givesVerdicts === true ? judge : undefined) ?? modelNames[role] ?? '';
      const drawn = sampling[role];
      return [name, { model, promptHash: hash, ...(drawn === undefined ? {} : { sampling: drawn }) }];
    }),
  );
}

/** @throws Error (a bug) where there is none */
export function promptOf(prompts: Prompts, agent: string): LoadedPrompt {
  const prompt = prompts.get(agent);
  if (prompt === undefined) throw new Error(`There is no prompt for the agent ${agent}.`);
  return prompt;
}
