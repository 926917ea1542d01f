/** Deals items out to calls and brings the answers back by id. */
import type { ModelFailure, ModelOutcome } from '../domain/model.ts';
import type { Outcome, Outcomes } from '../domain/outcome.ts';
import { done, unscored } from '../domain/outcome.ts';
import { UNREADABLE } from './define-agent.ts';

export type BatchOutcome<Value> = ModelOutcome<ReadonlyMap<string, Value>>;
type AnswerBatch<Item, Value> = (batch: readonly Item[]) => Promise<BatchOutcome<Value>>;

/**
 * Fires all batches at once (the client limits what is under way) and gives one outcome per item, in the items'
 * order. Items are sorted by id first, so that their order on arrival changes no batch. A failed call leaves exactly
 * its own items unscored.
 * @param size most items per batch, at least 1; batches are of nearly equal size
 */
export async function inBatches<Item extends { readonly id: string }, Value>(
  items: readonly Item[],
  size: number,
  answer: AnswerBatch<Item, Value>,
): Promise<Outcomes<Value>> {
  return mergeBatches(items, size, async (batch) => outcomesOf(batch, await answer(batch)));
}

export interface RetryOptions {
  /**
   * Whether a shared call without any usable answer is replaced by one call per item. Default: no, as it may cost many
   * times the shared call.
   */
  readonly retryFailedBatch?: boolean;
  /** Whether items of a shared prompt that is refused or too long are asked about alone: it may be for the text of one. Default: no. */
  readonly retryRefusedBatch?: boolean;
}

/**
 * As `inBatches`; what a shared answer leaves out is asked for again: all of it in one further call, and what that
 * leaves out in a call per item.
 */
export async function inBatchesWithRetry<Item extends { readonly id: string }, Value>(
  items: readonly Item[],
  size: number,
  answer: AnswerBatch<Item, Value>,
  { retryFailedBatch = false, retryRefusedBatch = false }: RetryOptions = {},
): Promise<Outcomes<Value>> {
  const ask = async (batch: readonly Item[]) => {
    const outcome = await answer(batch);
    const outcomes = outcomesOf(batch, outcome);
    return {
      outcomes,
      missing: batch.filter(({ id }) => outcomes.get(id)?.status !== 'done'),
      isRefused: outcome.status === 'unscored' && REFUSED.has(outcome.failure),
      mayAnswerFewer: batch.length > 1 && (outcome.status === 'done' || MALFORMED.has(outcome.failure)),
    };
  };
  const askEach = (missing: readonly Item[]) => inBatches(missing, 1, answer);

  return mergeBatches(items, size, async (batch) => {
    const first = await ask(batch);
    if (first.isRefused && retryRefusedBatch && batch.length > 1) return askEach(batch);
    if (!first.mayAnswerFewer || first.missing.length === 0) return first.outcomes;
    if (first.missing.length === batch.length) return retryFailedBatch ? askEach(batch) : first.outcomes;
    const second = await ask(first.missing);
    const third = second.mayAnswerFewer ? await askEach(second.missing) : [];
    return new Map([...first.outcomes, ...second.outcomes, ...third]);
  });
}

/** The model answered, but not usably: it may answer a shorter question. Not so after a refusal, an outage or a limit. */
const MALFORMED: ReadonlySet<ModelFailure> = new Set([...UNREADABLE, 'rejected']);

const REFUSED: ReadonlySet<ModelFailure> = new Set(['refused', 'too-long']);

async function mergeBatches<Item extends { readonly id: string }, Value>(
  items: readonly Item[],
  size: number,
  ask: (batch: readonly Item[]) => Promise<Outcomes<Value>>,
): Promise<Outcomes<Value>> {
  const byBatch = await Promise.all(batchesOf([...items].sort(byId), size).map(ask));
  const outcomes = new Map(byBatch.flatMap((batch) => [...batch]));
  return new Map(items.map(({ id }) => [id, outcomes.get(id) ?? unscored('It was in no batch.')]));
}

/** One call per item, all at once. */
export async function eachAlone<Item extends { readonly id: string }, Value>(
  items: readonly Item[],
  answer: (item: Item) => Promise<ModelOutcome<Value>>,
): Promise<Outcomes<Value>> {
  return new Map(await Promise.all(items.map(async (item) => [item.id, await answer(item)] as const)));
}

function outcomesOf<Value>(
  batch: readonly { readonly id: string }[],
  outcome: BatchOutcome<Value>,
): Map<string, Outcome<Value>> {
  return new Map(batch.map(({ id }) => [id, outcomeOf(id, outcome)]));
}

function outcomeOf<Value>(id: string, outcome: BatchOutcome<Value>): Outcome<Value> {
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
