/** Has a model name the kind of text that each task asks for, and sort the kinds into categories (EvalAgent, appendix A.3). */
import { nameKinds } from '../../agents/name-kinds.ts';
import { sortKinds, type TaskCategory } from '../../agents/sort-kinds.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { unscored, valuesOf, type Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { kindTitle } from '../domain/text-kind.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';
import { inBatchesWithRetry } from '../llm/in-batches.ts';

export interface SortedTasks {
  /** For each task in order; unscored where the model gave no answer. */
  readonly tasks: readonly Outcome<{ readonly kind: string; readonly category: string }>[];
  readonly agents: AgentProvenance;
}

export async function sortTasks(
  run: RunContext,
  agents: AgentModel,
  tasks: readonly Task[],
  categories: readonly TaskCategory[],
): Promise<SortedTasks> {
  // Batches are of items in the order of their ids.
  const idOf = (at: number) => `t${String(at).padStart(9, '0')}`;
  const numbered = tasks.map((task, at) => ({ id: idOf(at), task }));
  const named = await inBatchesWithRetry(numbered, nameKinds.itemsPerCall ?? Infinity, (batch) =>
    nameKinds.ask(agents, run, { tasks: batch, known: [] }),
  );
  const titles = [...new Set(valuesOf(named.values()).map(kindTitle))];
  const kinds = titles.map((title) => ({ id: title, text: title }));
  const sorted = await inBatchesWithRetry(kinds, sortKinds.itemsPerCall ?? Infinity, (batch) =>
    sortKinds.ask(agents, run, { kinds: batch, categories }),
  );
  return {
    tasks: numbered.map(({ id }) => {
      const name = named.get(id) ?? unscored('no outcome');
      if (name.status === 'unscored') return name;
      const kind = kindTitle(name.value);
      const category = sorted.get(kind) ?? unscored('no outcome');
      return category.status === 'unscored' ? category : { status: 'done', value: { kind, category: category.value } };
    }),
    agents: provenanceOf(agents, nameKinds, sortKinds),
  };
}
