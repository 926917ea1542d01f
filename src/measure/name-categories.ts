/** Has a model name the categories of criteria, out of given names. */
import { nameCategories as askForCategories } from '../../agents/name-categories.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { inBatchesWithRetry } from '../llm/in-batches.ts';

export interface NamedCategories {
  /** For each criterion in order, perhaps none; unscored where the model gave no answer. */
  readonly categories: readonly Outcome<readonly string[]>[];
  readonly agents: AgentProvenance;
}

/** @param categories at least one, all different */
export async function nameCategories(
  run: RunContext,
  agents: AgentModel,
  task: Task | null,
  criteria: readonly string[],
  categories: readonly string[],
): Promise<NamedCategories> {
  const numbered = criteria.map((text, index) => ({ id: `c${index}`, text }));
  const outcomes = await inBatchesWithRetry(numbered, askForCategories.itemsPerCall ?? Infinity, (batch) =>
    askForCategories.ask(agents, run, { task, criteria: batch, categories }),
  );
  return { categories: [...outcomes.values()], agents: provenanceOf(agents, askForCategories) };
}
