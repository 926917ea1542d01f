/** What an agent is: a definition of what it shows, how it may answer, and what is taken from the answer. Asking it is one function. */
import type { z } from 'zod';
import type {
  AgentProvenance,
  LoadedPrompt,
  ModelCall,
  ModelClient,
  ModelFailure,
  ModelOutcome,
} from '../domain/model.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { StepName } from '../domain/step-name.ts';
import { shortIds, type CitableItem, type ShortIds } from './agent-kit/short-ids.ts';

export type Prompts = ReadonlyMap<string, LoadedPrompt>;

/** Which models agents ask, and with which prompts. */
export interface AgentModel {
  readonly model: ModelClient;
  readonly prompts: Prompts;
  /** The model of each role, for records. */
  readonly modelNames: Readonly<Record<string, string>>;
  /** The model of agents that give verdicts, in place of that of their role: a member of a panel. */
  readonly judge?: string | undefined;
}

/** One of several answers to the same question; several are drawn at a temperature above 0. */
export interface Sample {
  readonly sampleIndex: number;
  readonly samples: number;
}

/** The answer as it came, where its words have probabilities. */
export type RawAnswer = Extract<ModelOutcome<unknown>, { status: 'done' }>['said'];

export interface AgentDefinition<Input, Answer, Value, Item extends CitableItem> extends Pick<
  ModelCall<Answer>,
  'choiceWords'
> {
  /** The stem of the agent's file, of its prompt, and the role that a model can be chosen for. */
  readonly name: string;
  readonly step: StepName;
  /** The most items that share a call; absent: all of them. */
  readonly itemsPerCall?: number;
  /** True: its answer is a verdict on responses, which each member of a panel gives by itself. */
  readonly givesVerdicts?: true;
  readonly schema: z.ZodType<Answer>;
  /** In place of `choiceWords`, where they depend on the input; none: no probabilities are asked for. */
  readonly choiceWordsFor?: (input: Input) => readonly string[];
  /** In place of `schema` for some inputs: a bare answer without an analysis. */
  readonly schemaFor?: (input: Input) => z.ZodType<Answer>;
  readonly webSearch?: (input: Input) => ModelCall<Answer>['webSearch'];
  /** What the answer may cite, each by a short id; absent: nothing. */
  readonly cites?: (input: Input) => readonly Item[];
  /** True where an answer is of use though it cites nothing it was given: one that names exceptions, or quotes beside its ids. */
  readonly mayCiteNothing?: boolean;
  /** One for each variable of the prompt; untrusted text stands in fences. */
  readonly variables: (input: Input, ids: ShortIds<Item>) => ModelCall<Answer>['variables'];
  /** Problems in words that the model can act on. */
  readonly validate?: (answer: Answer, input: Input, ids: ShortIds<Item>) => readonly string[];
  /**
   * The answer with what a repair gave of its faulty rows. Absent: a repair gives the whole answer anew.
   */
  readonly mend?: (first: Answer, second: Answer, input: Input, ids: ShortIds<Item>) => Answer;
  /** Takes nothing from the answer that `validate` complains of: it also sees what no repair mended. */
  readonly read: (answer: Answer, input: Input, ids: ShortIds<Item>, raw: RawAnswer) => Value;
  /** Why a value is no answer at all, such as an empty text; null where it is one. */
  readonly reject?: (value: Value, input: Input) => string | null;
  /** Reads an answer that holds no JSON of the schema; null: it cannot be read either. */
  readonly readProse?: (text: string, input: Input, ids: ShortIds<Item>) => Answer | null;
  /**
   * For plans: an answer as long as usual ones become, such that most further calls follow from it. Nothing checks it.
   * @param sampleIndex samples that differ make a judge that is never sure
   */
  readonly plannedAnswer: (input: Input, ids: ShortIds<Item>, sampleIndex: number) => NoInfer<Answer>;
  /** True where the whole step hangs on this answer: one that stays unreadable is asked for once more, afresh. */
  readonly askAfresh?: boolean;
}

export interface Agent<Input, Value> extends Pick<
  AgentDefinition<Input, unknown, Value, never>,
  'name' | 'step' | 'itemsPerCall' | 'givesVerdicts'
> {
  readonly schema: z.ZodType;
  /** @param sample absent: the only one, at the prompt's own temperature */
  readonly ask: (
    agents: Omit<AgentModel, 'modelNames'>,
    run: RunContext,
    input: Input,
    sample?: Sample,
  ) => Promise<ModelOutcome<Value>>;
}

/** The model's own distribution: samples drawn at 0 would all say the same. */
const SAMPLE_TEMPERATURE = 1;
/** A new sample may mend these; a refusal, an outage or a limit stays what it is. */
export const UNREADABLE: ReadonlySet<ModelFailure> = new Set(['truncated', 'empty', 'not-json', 'schema-mismatch']);

/** One bad row of an answer must not cost the good ones, so problems that outlive the repair cost their rows alone. */
export function defineAgent<Input, Answer, Value, Item extends CitableItem = CitableItem>(
  definition: AgentDefinition<Input, Answer, Value, Item>,
): Agent<Input, Value> {
  const { name, step, itemsPerCall, givesVerdicts, schema, reject, askAfresh = false } = definition;

  const ask: Agent<Input, Value>['ask'] = async ({ model, prompts, judge }, run, input, sample) => {
    const cited = definition.cites?.(input) ?? [];
    const ids = shortIds(cited);
    const { readProse, mend } = definition;
    const choiceWords = definition.choiceWordsFor?.(input) ?? definition.choiceWords ?? [];
    const webSearch = definition.webSearch?.(input);
    const sampleIndex = sample?.sampleIndex ?? 0;
    const call: Omit<ModelCall<Answer>, 'sampleIndex'> = {
      step,
      plannedAnswer: () => definition.plannedAnswer(input, ids, sampleIndex),
      prompt: promptOf(prompts, name),
      variables: definition.variables(input, ids),
      schema: definition.schemaFor?.(input) ?? schema,
      validate: (answer) => {
        const rejected = reject?.(definition.read(answer, input, ids, undefined), input) ?? null;
        const problems = definition.validate?.(answer, input, ids) ?? [];
        return rejected === null ? problems : [...problems, rejected];
      },
      isUsable: (answer) => {
        const found = shortIds(cited);
        const value = definition.read(answer, input, found, undefined);
        const isAnswer = definition.mayCiteNothing === true || (!isEmpty(value) && !found.hasNoneKnown());
        return isAnswer && (reject?.(value, input) ?? null) === null;
      },
      ...(mend === undefined ? {} : { mend: (bad: Answer, better: Answer) => mend(bad, better, input, ids) }),
      ...(givesVerdicts === true && judge !== undefined ? { model: judge } : {}),
      ...(choiceWords.length === 0 ? {} : { choiceWords }),
      ...(webSearch === undefined ? {} : { webSearch }),
      ...(readProse === undefined ? {} : { readProse: (text: string) => readProse(text, input, ids) }),
      ...(sample === undefined || sample.samples === 1 ? {} : { temperature: SAMPLE_TEMPERATURE }),
    };
    const first = await model.call(run, { ...call, sampleIndex });
    const isUnread = first.status === 'unscored' && UNREADABLE.has(first.failure);
    const outcome = askAfresh && isUnread ? await model.call(run, { ...call, sampleIndex: sampleIndex + 1 }) : first;
    if (outcome.status === 'unscored') return outcome;
    const value = definition.read(outcome.value, input, ids, outcome.said);
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
  { prompts, modelNames, judge }: Omit<AgentModel, 'model'>,
  ...agents: readonly Pick<Agent<never, unknown>, 'name' | 'givesVerdicts'>[]
): AgentProvenance {
  return Object.fromEntries(
    agents.map(({ name, givesVerdicts }) => {
      const { id, role, hash } = promptOf(prompts, name);
      const model = (givesVerdicts === true ? judge : undefined) ?? modelNames[role] ?? '';
      return [id, { model, promptHash: hash }];
    }),
  );
}

/** @throws Error (a bug) where there is none */
export function promptOf(prompts: Prompts, agent: string): LoadedPrompt {
  const prompt = prompts.get(agent);
  if (prompt === undefined) throw new Error(`There is no prompt for the agent ${agent}.`);
  return prompt;
}
