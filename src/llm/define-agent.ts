/** Agents: what an agent shows the model, how the model may answer, and how the answer is read. */
import type { z } from 'zod';
import type { LoadedPrompt, ModelCall, ModelClient, ModelFailure, ModelOutcome } from '../domain/model.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { StepName } from '../domain/step-name.ts';
import { shortIds, type CitableItem, type ShortIds } from './agent-kit/short-ids.ts';

export type Prompts = ReadonlyMap<string, LoadedPrompt>;

export interface AgentModel {
  readonly model: ModelClient;
  readonly prompts: Prompts;
}

/** One of several answers to the same question. With more than one sample the temperature is above 0. */
export interface Sample {
  readonly sampleIndex: number;
  readonly samples: number;
}

/** For plans: tokens of a call beside its prompt and answer schema, estimated on the high side. */
export interface CallCost {
  /** Absent: all items share one call. */
  readonly itemsPerCall?: number;
  readonly shownPerItem?: number;
  readonly answeredPerItem?: number;
  readonly answeredPerItemBare?: number;
  readonly answeredPerCall?: number;
  /** Web searches, billed beside the tokens. */
  readonly webSearchesPerItem?: number;
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
  readonly cost: CallCost;
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
  /** Reads an answer without valid JSON; null if it is unreadable. */
  readonly readProse?: (text: string, input: Input, ids: ShortIds<Item>) => Answer | null;
  /** True if the whole step depends on this answer: if it is unreadable after the repair, ask for a new sample. */
  readonly retryWithNewSample?: boolean;
}

export interface Agent<Input, Value> {
  readonly name: string;
  readonly step: StepName;
  readonly cost: CallCost;
  readonly schema: z.ZodType;
  /** @param sample absent: a single sample at the prompt's temperature */
  readonly ask: (
    agentModel: AgentModel,
    run: RunContext,
    input: Input,
    sample?: Sample,
  ) => Promise<ModelOutcome<Value>>;
}

/** The model's own distribution. At temperature 0 all samples would be the same. */
const SAMPLE_TEMPERATURE = 1;
/** Failures that a new sample may avoid, unlike a refusal, an outage or a limit. */
export const UNREADABLE: ReadonlySet<ModelFailure> = new Set(['truncated', 'empty', 'not-json', 'schema-mismatch']);

/** A row with a problem after the repair is lost; the other rows are used. */
export function defineAgent<Input, Answer, Value, Item extends CitableItem = CitableItem>(
  definition: AgentDefinition<Input, Answer, Value, Item>,
): Agent<Input, Value> {
  const { name, step, cost, schema, reject, retryWithNewSample = false } = definition;

  const ask: Agent<Input, Value>['ask'] = async ({ model, prompts }, run, input, sample) => {
    const cited = definition.cites?.(input) ?? [];
    const ids = shortIds(cited);
    const { readProse, mergeRepair } = definition;
    const choiceWords = definition.choiceWordsFor?.(input) ?? definition.choiceWords ?? [];
    const webSearch = definition.webSearch?.(input);
    const call: Omit<ModelCall<Answer>, 'sampleIndex'> = {
      step,
      prompt: promptOf(prompts, name),
      variables: definition.variables(input, ids),
      schema: definition.schemaFor?.(input) ?? schema,
      validate: (answer) => {
        const rejected = reject?.(definition.read(answer, input, ids, undefined), input) ?? null;
        const problems = definition.validate?.(answer, input, ids) ?? [];
        return rejected === null ? problems : [...problems, rejected];
      },
      isUsable: (answer) => {
        const citedIds = shortIds(cited);
        const value = definition.read(answer, input, citedIds, undefined);
        const isAnswer = definition.mayCiteNothing === true || (!isEmpty(value) && !citedIds.hasNoneKnown());
        return isAnswer && (reject?.(value, input) ?? null) === null;
      },
      ...(mergeRepair === undefined
        ? {}
        : { mergeRepair: (faulty: Answer, repair: Answer) => mergeRepair(faulty, repair, input, ids) }),
      ...(choiceWords.length === 0 ? {} : { choiceWords }),
      ...(webSearch === undefined ? {} : { webSearch }),
      ...(readProse === undefined ? {} : { readProse: (text: string) => readProse(text, input, ids) }),
      ...(sample === undefined || sample.samples === 1 ? {} : { temperature: SAMPLE_TEMPERATURE }),
    };
    const sampleIndex = sample?.sampleIndex ?? 0;
    const first = await model.call(run, { ...call, sampleIndex });
    const isUnreadable = first.status === 'unscored' && UNREADABLE.has(first.failure);
    const outcome =
      retryWithNewSample && isUnreadable ? await model.call(run, { ...call, sampleIndex: sampleIndex + 1 }) : first;
    if (outcome.status === 'unscored') return outcome;
    const value = definition.read(outcome.value, input, ids, outcome.rawAnswer);
    const reason = reject?.(value, input) ?? null;
    return reason === null ? { status: 'done', value } : { status: 'unscored', failure: 'rejected', reason };
  };

  return { name, step, cost, schema, ask };
}

function isEmpty(value: unknown): boolean {
  return value instanceof Map ? value.size === 0 : Array.isArray(value) && value.length === 0;
}

/** @throws Error (a bug) if there is none */
export function promptOf(prompts: Prompts, agent: string): LoadedPrompt {
  const prompt = prompts.get(agent);
  if (prompt === undefined) throw new Error(`There is no prompt for the agent ${agent}.`);
  return prompt;
}
