/** What a model says of criteria and tasks, one by one: their categories, their kinds, and descriptions restated as criteria. */
import { nameCategories as askForCategories } from '../../agents/name-categories.ts';
import { nameKinds } from '../../agents/name-kinds.ts';
import { restateCriteria as askToRestate } from '../../agents/restate-criteria.ts';
import { sortKinds, type TaskCategory } from '../../agents/sort-kinds.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { unscored, valuesOf, type Outcome } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { kindTitle } from '../domain/text-kind.ts';
import { provenanceOf, type Agent, type AgentModel } from '../llm/define-agent.ts';
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
  const numbered = descriptions.map((text, at) => ({ id: `d${at}`, text }));
  const outcomes = await askOf(numbered, askToRestate, { run, agents }, (batch) => ({ task, descriptions: batch }));
  return { criteria: [...outcomes.values()], agents: provenanceOf(agents, askToRestate) };
}

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
  const numbered = criteria.map((text, at) => ({ id: `c${at}`, text }));
  const inputOf = (batch: typeof numbered) => ({ task, criteria: batch, categories });
  const outcomes = await askOf(numbered, askForCategories, { run, agents }, inputOf);
  return { categories: [...outcomes.values()], agents: provenanceOf(agents, askForCategories) };
}

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
  const named = await askOf(numbered, nameKinds, { run, agents }, (batch) => ({ tasks: batch, known: [] }));
  const titles = [...new Set(valuesOf(named.values()).map(kindTitle))];
  const kinds = titles.map((title) => ({ id: title, text: title }));
  const sorted = await askOf(kinds, sortKinds, { run, agents }, (batch) => ({ kinds: batch, categories }));
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

/** As many items share a call as the agent declares. */
function askOf<Item extends { readonly id: string }, Input, Value>(
  items: readonly Item[],
  agent: Agent<Input, ReadonlyMap<string, Value>>,
  { run, agents }: { readonly run: RunContext; readonly agents: AgentModel },
  inputOf: (batch: Item[]) => Input,
) {
  return inBatchesWithRetry(items, agent.itemsPerCall ?? Infinity, (batch) =>
    agent.ask(agents, run, inputOf([...batch])),
  );
}
