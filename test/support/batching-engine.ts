/**
 * An engine that answers as a remote one may: in batches of 4 that finish out of order, in another order than the
 * items, with about a fifth of the items left unscored. Which ones depends on the step and the item's id alone.
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
      const outcomes = [...(await step(run, task, items))];
      const batches = Array.from({ length: Math.ceil(outcomes.length / BATCH_SIZE) }, (_, index) =>
        outcomes.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      );
      const arrived = new Map<string, Outcome<Value>>();
      await Promise.all(
        batches.map(async (batch, index) => {
          await new Promise((resolve) => setTimeout(resolve, (batches.length - index) * 2));
          for (const [id, outcome] of batch.reverse()) {
            // The only item of a step is always answered: a step that fails whole is another test.
            const leftOut = items.length > 1 && share(`${name} ${id}`) < unscoredShare;
            arrived.set(id, leftOut ? unscored('left out by the stub') : outcome);
          }
        }),
      );
      return arrived;
    };
  return {
    ...inner,
    description: { ...inner.description, name: 'batching-stub' },
    proposeQueries: batched('queries', inner.proposeQueries),
    ratePages: batched('rating', inner.ratePages),
    extractAdvice: batched('answers', inner.extractAdvice),
    mergeAdvice: batched('merging', inner.mergeAdvice),
    rewriteCriteria: batched('rewriting', inner.rewriteCriteria),
    filterCriteria: batched('filtering', inner.filterCriteria),
    scoreRelevance: batched('ranking', inner.scoreRelevance),
  };
}
