/** Deals items out to calls and brings the answers back by id. */
import type { ModelOutcome } from '../../domain/model.ts';
import type { Outcome, Outcomes } from '../../domain/outcome.ts';
import { done, unscored } from '../../domain/outcome.ts';
import { UNREADABLE } from '../../llm/define-agent.ts';

/**
 * Fires all batches at once (the client limits what is under way) and gives one outcome per item, in the items'
 * order. Items are sorted by id first, so that their order on arrival changes no batch. A failed call leaves exactly
 * its own items unscored.
 * @param size most items per batch, at least 1; batches are of nearly equal size
 */
export async function inBatches<Item extends { readonly id: string }, Value>(
  items: readonly Item[],
  size: number,
  answer: (batch: readonly Item[]) => Promise<ModelOutcome<ReadonlyMap<string, Value>>>,
): Promise<Outcomes<Value>> {
  const found = new Map<string, Outcome<Value>>();
  await Promise.all(
    batchesOf([...items].sort(byId), size).map(async (batch) => {
      const outcome = await answer(batch);
      for (const { id } of batch) found.set(id, outcomeOf(id, outcome));
    }),
  );
  return new Map(items.map(({ id }) => [id, found.get(id) ?? unscored('It was in no batch.')]));
}

/** As `inBatches`; what a shared call leaves out, or answers in a form that nobody can read, is asked once more, alone. */
export function inBatchesThenAlone<Item extends { readonly id: string }, Value>(
  ...[items, size, answer]: Parameters<typeof inBatches<Item, Value>>
): Promise<Outcomes<Value>> {
  return askingAgain(items, size, answer, (outcome) => outcome.status === 'done' || UNREADABLE.has(outcome.failure));
}

/**
 * As `inBatches`; what an answer leaves out is asked once more, alone: an answer to one item is either of use or not kept,
 * so that a later run can mend what a malfunction cost.
 */
export function inBatchesThenMissing<Item extends { readonly id: string }, Value>(
  ...[items, size, answer]: Parameters<typeof inBatches<Item, Value>>
): Promise<Outcomes<Value>> {
  return askingAgain(items, size, answer, ({ status }) => status === 'done');
}

type BatchOutcome<Value> = ModelOutcome<ReadonlyMap<string, Value>>;

async function askingAgain<Item extends { readonly id: string }, Value>(
  items: readonly Item[],
  size: number,
  answer: (batch: readonly Item[]) => Promise<BatchOutcome<Value>>,
  isWorthAsking: (outcome: BatchOutcome<Value>) => boolean,
): Promise<Outcomes<Value>> {
  const left: Item[] = [];
  const together = await inBatches(items, size, async (batch) => {
    const outcome = await answer(batch);
    if (batch.length > 1 && isWorthAsking(outcome))
      left.push(...batch.filter(({ id }) => outcome.status === 'unscored' || !outcome.value.has(id)));
    return outcome;
  });
  return new Map([...together, ...(await inBatches(left, 1, answer))]);
}

/** One call per item, all at once. */
export async function eachAlone<Item extends { readonly id: string }, Value>(
  items: readonly Item[],
  answer: (item: Item) => Promise<ModelOutcome<Value>>,
): Promise<Outcomes<Value>> {
  return new Map(await Promise.all(items.map(async (item) => [item.id, await answer(item)] as const)));
}

function outcomeOf<Value>(id: string, outcome: ModelOutcome<ReadonlyMap<string, Value>>): Outcome<Value> {
  if (outcome.status === 'unscored') return unscored(outcome.reason);
  const value = outcome.value.get(id);
  return value === undefined ? unscored('The model gave no usable answer for it.') : done(value);
}

function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  const border = (index: number) => Math.round((index * items.length) / count);
  return Array.from({ length: count }, (_, index) => items.slice(border(index), border(index + 1)));
}

/** Ids are a letter and a number: the shorter one comes first, so that c2 stands before c10. */
export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
