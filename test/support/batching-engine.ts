/**
 * An engine that behaves as a remote one may: it works in batches of 4, the batches finish out of order, its
 * answers come back in another order than the items, and it leaves about a fifth of the items unscored.
 * Which ones depends on the step and the item's id alone.
 */
import type { Engine, Step } from '../../src/domain/engine.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import { unscored } from '../../src/domain/outcome.ts';
import { sha256Hex } from '../../src/text/hash.ts';

const BATCH_SIZE = 4;

/** A number in [0, 1) that depends on nothing but the key. */
function share(key: string): number {
  return Number.parseInt(sha256Hex(key).slice(0, 8), 16) / 2 ** 32;
}

export function batchingEngine(inner: Engine, unscoredShare = 0.2): Engine {
  const batched =
    <Item extends { readonly id: string }, Value>(name: string, step: Step<Item, Value>): Step<Item, Value> =>
    async (run, task, items) => {
      const batches = Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
        items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      );
      const arrived: (readonly [string, Outcome<Value>])[] = [];
      await Promise.all(
        batches.map(async (batch, index) => {
          await new Promise((resolve) => setTimeout(resolve, (batches.length - index) * 2));
          const outcomes = await step(run, task, batch);
          arrived.push(...[...outcomes].reverse());
        }),
      );
      // The only item of a step is always answered: a step that fails whole is another test.
      return new Map(
        arrived.map(([id, outcome]) =>
          items.length > 1 && share(`${name} ${id}`) < unscoredShare
            ? [id, unscored('left out by the stub')]
            : [id, outcome],
        ),
      );
    };
  return {
    description: { ...inner.description, name: 'batching-stub' },
    proposeQueries: batched('queries', inner.proposeQueries),
    ratePages: batched('rating', inner.ratePages),
    extractAdvice: batched('answers', inner.extractAdvice),
    mergeAdvice: batched('merging', inner.mergeAdvice),
    rewriteCriteria: batched('rewriting', inner.rewriteCriteria),
    // Conflicts are between items of one list, so a filter has to see the list whole.
    filterCriteria: async (run, task, items) => {
      const outcomes = await inner.filterCriteria(run, task, items);
      return new Map(
        [...outcomes]
          .reverse()
          .map(([id, outcome]) => [
            id,
            share(`filtering ${id}`) < unscoredShare ? unscored('left out by the stub') : outcome,
          ]),
      );
    },
    scoreRelevance: async (run, task, items) => {
      const outcomes = await inner.scoreRelevance(run, task, items);
      return new Map(
        [...outcomes]
          .reverse()
          .map(([id, outcome]) => [
            id,
            share(`ranking ${id}`) < unscoredShare ? unscored('left out by the stub') : outcome,
          ]),
      );
    },
  };
}
