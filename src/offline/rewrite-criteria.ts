/** Turns points of advice into criteria of the response, or removes them with a reason. */
import type { Rewrite, RewriteItem, Step } from '../domain/engine.ts';
import { done } from '../domain/outcome.ts';
import { contentStems } from '../text/words.ts';
import { isBareDemand } from './bare-demand.ts';
import { knownNouns } from './common-ground.ts';
import { settledNouns } from './settled-nouns.ts';
import { findTextKind } from './task-kind.ts';
import { wholeTextTest } from './whole-text.ts';
import { rewriteSentence, type Ground } from './rewrite-sentence.ts';

/** A criterion with at least this share of its content words in the instruction restates it. */
const EXPLICIT_SHARE = 0.7;
/** One shared word is chance. */
const MIN_RESTATED = 2;
/** As many guides make a bare demand a rule. */
const AGREED = 2;
/** The relevance of a source that is about this kind of text. */
const SPECIFIC = 2;

export const rewriteCriteria: Step<RewriteItem, Rewrite> = (_run, task, items) => {
  const kind = findTextKind(task.instruction);
  const isWhole = wholeTextTest(kind);
  // The name of the kind itself is in most advice about it and restates nothing.
  const named = new Set(kind === undefined ? [] : [kind.head, ...kind.modifiers]);
  const asked = new Set(contentStems(task.instruction).filter((stem) => !named.has(stem)));
  const advice = items.flatMap((item) => item.advice);
  const told = new Set(contentStems(task.instruction));
  const ground: Ground = {
    asked,
    isKnown: knownNouns(advice, told),
    isSettled: settledNouns(advice, told),
  };
  return Promise.resolve(new Map(items.map((item) => [item.id, done(rewrite(item, isWhole, ground))])));
};

function rewrite(item: RewriteItem, isWhole: (nounPhrase: string) => boolean, ground: Ground): Rewrite {
  if (item.sourceRelevance < SPECIFIC) {
    return {
      kind: 'removed',
      reason: 'It is general writing advice that no guide to this kind of text confirms.',
    };
  }
  const made = rewriteSentence(item.point.text, isWhole, ground);
  if ('reason' in made) return { kind: 'removed', reason: made.reason };
  // Where a second guide asks for the same, its few words are an established rule.
  if (new Set(item.advice.map((advice) => advice.sourceId)).size < AGREED && isBareDemand(made.text))
    return { kind: 'removed', reason: 'It says too little to be judged.' };
  return { kind: 'criterion', ...made, explicit: restates(made.text, ground.asked) };
}

function restates(text: string, asked: ReadonlySet<string>): boolean {
  const own = contentStems(text).filter((word) => word !== 'respons');
  const said = own.filter((word) => asked.has(word)).length;
  return said >= MIN_RESTATED && said / own.length >= EXPLICIT_SHARE;
}
