/** New texts by a model, all at once, as one timed step. */
import { respond } from '../../agents/respond.ts';
import type { LoadedPrompt, ModelClient } from '../domain/model.ts';
import { reasonsIn, type Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { trusted } from '../llm/fence.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';
import { requireModel } from './require-model.ts';

/** @throws LimitError, CancelledError; UnavailableError where the model cannot be asked at all */
export async function writeTexts<Item, Value>(
  run: RunContext,
  { model }: AgentModel,
  { step, what }: { readonly step: 'refining' | 'responding'; readonly what: string },
  items: readonly Item[],
  write: (item: Item) => Promise<Outcome<Value>>,
): Promise<readonly Outcome<Value>[]> {
  const count = items.length;
  if (count === 0) return [];
  return withinLimits(run, model, () =>
    timeStep(run, {}, step, count, async () => {
      const result = await Promise.all(items.map(write));
      const lost = reasonsIn(result);
      return { result, lost, summary: `${count - lost.length} of ${count} ${what}` };
    }),
  );
}

/**
 * Responses to one task; several are drawn at a temperature above 0.
 * @param writer default: the model of the role and its own prompt
 * @throws InputError without a model; else as `writeTexts`
 */
export function sampleResponses(
  run: RunContext,
  agents: AgentModel | null,
  task: Task,
  { samples, writer }: { readonly samples: number; readonly writer?: Writer | undefined },
): Promise<readonly Outcome<string>[]> {
  const needed = writer?.model === undefined ? 'writes' : 'asksAnother';
  const writers = writtenBy(requireModel(agents, needed), task, writer);
  const indices = Array.from({ length: samples }, (_, sampleIndex) => sampleIndex);
  return writeTexts(run, writers, { step: 'responding', what: 'responses written' }, indices, (sampleIndex) =>
    respond.ask(writers, run, { task }, { sampleIndex, samples }),
  );
}

/** Another model than that of the role, and a prompt of the user's own in place of ours. */
export interface Writer {
  readonly model?: string | undefined;
  /** Takes the variables `instruction` and `context`, or one of them. */
  readonly prompt?: LoadedPrompt | undefined;
}

/** A user's own prompt shows the task word for word: it is the user who asks. */
function writtenBy(agents: AgentModel, { instruction, context }: Task, { model, prompt }: Writer = {}): AgentModel {
  const shown = Object.entries({ instruction: trusted(instruction), context: trusted(context ?? '') });
  const call: ModelClient['call'] = (run, request) => {
    if (prompt === undefined) return agents.model.call(run, { ...request, model });
    const variables = Object.fromEntries(shown.filter(([name]) => prompt.variables.includes(name)));
    return agents.model.call(run, { ...request, model, prompt, variables });
  };
  return { ...agents, model: { ...agents.model, call } };
}
