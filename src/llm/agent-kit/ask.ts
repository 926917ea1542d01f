/** How every agent asks: its own prompt, one call, at most one repair, and of the answer only what holds. */
import type { StepName } from '../../domain/step-name.ts';
import type { LoadedPrompt, ModelCall, ModelClient, ModelFailure, ModelOutcome } from '../../domain/model.ts';
import type { RunContext } from '../../domain/run-context.ts';

export type Prompts = ReadonlyMap<string, LoadedPrompt>;

/** The answer as it came, where its words have probabilities. */
type Said = Extract<ModelOutcome<unknown>, { status: 'done' }>['said'];

export interface AgentRequest<Answer, Value> extends Pick<
  ModelCall<Answer>,
  'step' | 'variables' | 'schema' | 'sampleIndex' | 'temperature' | 'readProse' | 'choiceWords'
> {
  readonly step: StepName;
  /** The stem of the agent's file and of its prompt. */
  readonly agent: string;
  /** Problems in words that the model can act on. */
  readonly validate: (answer: Answer) => readonly string[];
  /** Takes nothing from the answer that `validate` complains of: it also sees what no repair mended. */
  readonly read: (answer: Answer, said: Said) => Value;
  /** True where the whole step hangs on this answer: one that stays unreadable is asked for once more, afresh. */
  readonly askAfresh?: boolean;
}

/** A new sample may mend these; a refusal, an outage or a limit stays what it is. */
const UNREADABLE: ReadonlySet<ModelFailure> = new Set(['truncated', 'empty', 'not-json', 'schema-mismatch']);

/** One bad row of an answer must not cost the good ones, so problems that outlive the repair cost their rows alone. */
export async function ask<Answer, Value>(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { agent, read, askAfresh = false, ...call }: AgentRequest<Answer, Value>,
): Promise<ModelOutcome<Value>> {
  const prompt = prompts.get(agent);
  if (prompt === undefined) throw new Error(`There is no prompt for the agent ${agent}.`);
  const sample = (sampleIndex: number) =>
    model.call(run, { ...call, sampleIndex, prompt, keepDespiteProblems: true });
  const { sampleIndex = 0 } = call;
  const first = await sample(sampleIndex);
  const outcome =
    askAfresh && first.status === 'unscored' && UNREADABLE.has(first.failure)
      ? await sample(sampleIndex + 1)
      : first;
  return outcome.status === 'done' ? { status: 'done', value: read(outcome.value, outcome.said) } : outcome;
}
