/** Has a model restate descriptions of what is good as criteria. */
import { restateCriteria as askToRestate } from '../../agents/restate-criteria.ts';
import type { AgentProvenance } from '../domain/model.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';
import { inBatchesWithRetry } from '../llm/in-batches.ts';

export interface RestatedCriteria {
  /** For each description in order, one criterion at least; unscored where the model gave no answer. */
  readonly criteria: readonly Outcome<readonly string[]>[];
  readonly agents: AgentProvenance;
}

export async function restateCriteria(
  run: RunContext,
  agents: AgentModel,
  task: Task | null,
  descriptions: readonly string[],
): Promise<RestatedCriteria> {
  const numbered = descriptions.map((text, index) => ({ id: `d${index}`, text }));
  const outcomes = await inBatchesWithRetry(numbered, askToRestate.itemsPerCall ?? Infinity, (batch) =>
    askToRestate.ask(agents, run, { task, descriptions: batch }),
  );
  return { criteria: [...outcomes.values()], agents: provenanceOf(agents, askToRestate) };
}
