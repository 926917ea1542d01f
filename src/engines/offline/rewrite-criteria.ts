/** Turns points of advice into criteria of the response, or removes them with a reason. */
import type { Rewrite, RewriteItem, Step } from '../../domain/engine.ts';
import type { KindFinder } from '../../domain/guide-kind.ts';
import { done } from '../../domain/outcome.ts';
import { contentStems } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import { readDemand } from './demand.ts';
import { doubtOf } from './doubts.ts';
import { findTextKind, readerFor } from './text-kind.ts';
import { wordCriterion } from './word-criterion.ts';

/** A criterion with at least this share of its content words in the instruction restates it. */
const EXPLICIT_SHARE = 0.7;
/** One shared word is chance. */
const MIN_RESTATED = 2;

export const rewriteCriteria =
  (kinds: KindFinder): Step<RewriteItem, Rewrite> =>
  async (_run, task, items) => {
    const reader = await readerFor(task, kinds);
    const kind = findTextKind(task.instruction, kinds);
    // The name of the kind itself is in most advice about it and restates nothing.
    const named = new Set(kind === undefined ? [] : [kind.head, ...kind.modifiers]);
    const asked = new Set(contentStems(task.instruction).filter((stem) => !named.has(stem)));
    return new Map(items.map((item) => [item.id, done(rewrite(item, reader, asked))]));
  };

function rewrite({ point }: RewriteItem, reader: Reader, asked: ReadonlySet<string>): Rewrite {
  const demand = readDemand(point.text, reader);
  if (demand === undefined) return { kind: 'removed', reason: 'Its sentence shows no plain demand.' };
  const doubt = doubtOf(demand, reader);
  if (doubt !== null) return { kind: 'removed', reason: doubt };
  const { text, question } = wordCriterion(demand, point.text, reader);
  return { kind: 'criterion', text, question, explicit: restates(text, asked) };
}

function restates(text: string, asked: ReadonlySet<string>): boolean {
  const own = contentStems(text).filter((word) => word !== 'respons');
  const said = own.filter((word) => asked.has(word)).length;
  return said >= MIN_RESTATED && said / own.length >= EXPLICIT_SHARE;
}
