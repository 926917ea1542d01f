/** Turns points of advice into criteria of the response, or removes them with a reason. */
import type { Rewrite, RewriteItem, Step } from '../../domain/engine.ts';
import type { KindFinder } from '../../domain/guide-kind.ts';
import { done } from '../../domain/outcome.ts';
import type { Reader } from './demand-types.ts';
import { readDemand } from './demand.ts';
import { doubtOf } from './doubts.ts';
import { readerFor } from './text-kind.ts';
import { wordCriterion } from './word-criterion.ts';

export const rewriteCriteria =
  (kinds: KindFinder): Step<RewriteItem, Rewrite> =>
  async (_run, task, items) => {
    const reader = await readerFor(task, kinds);
    return new Map(items.map((item) => [item.id, done(rewrite(item, reader))]));
  };

function rewrite({ point }: RewriteItem, reader: Reader): Rewrite {
  const demand = readDemand(point.text, reader);
  if (demand === undefined) return { kind: 'removed', reason: 'Its sentence shows no plain demand.' };
  const doubt = doubtOf(demand, reader);
  if (doubt !== null) return { kind: 'removed', reason: doubt };
  const { text, question } = wordCriterion(demand, point.text, reader);
  return { kind: 'criterion', text, question, explicit: false };
}
