/** Turns points of advice into criteria of the response, or removes them with a reason. */
import type { Rewrite, RewriteItem, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import type { Reader } from './demand-types.ts';
import { readDemand } from './demand.ts';
import { doubtOf } from './doubts.ts';
import type { ReaderFor } from './text-kind.ts';
import { wordCriterion } from './word-criterion.ts';

export const rewriteCriteria =
  (readerFor: ReaderFor): Step<RewriteItem, Rewrite> =>
  async (_run, task, items) => {
    const reader = await readerFor(task);
    return new Map(items.map((item) => [item.id, done(criterionOf(item.point.text, reader))]));
  };

export function criterionOf(advice: string, reader: Reader): Rewrite {
  return reader.prepared?.criteria.get(advice) ?? wordedAnew(advice, reader);
}

/** It can become a criterion. */
export function isUsable(advice: string, reader: Reader): boolean {
  return criterionOf(advice, reader).kind !== 'removed';
}

function wordedAnew(advice: string, reader: Reader): Rewrite {
  const demand = readDemand(advice, reader);
  if (demand === undefined) return { kind: 'removed', reason: 'Its sentence shows no plain demand.' };
  const doubt = doubtOf(demand, reader);
  if (doubt !== null) return { kind: 'removed', reason: doubt };
  const { text, question } = wordCriterion(demand, advice, reader);
  return { kind: 'criterion', text, question, explicit: false };
}
