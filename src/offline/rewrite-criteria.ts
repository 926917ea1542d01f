/** Turns points of advice into criteria of the response, or removes them with a reason. */
import type { Rewrite, RewriteItem, Step } from '../domain/engine.ts';
import { done } from '../domain/outcome.ts';
import { contentStems } from '../text/words.ts';
import { findTextKind } from './task-kind.ts';
import { wholeTextTest } from './whole-text.ts';
import { rewriteSentence } from './rewrite-sentence.ts';

/** A criterion with at least this share of its content words in the instruction restates it. */
const EXPLICIT_SHARE = 0.7;
/** The relevance of a source that is about this kind of text. */
const SPECIFIC = 2;

export const rewriteCriteria: Step<RewriteItem, Rewrite> = (_run, task, items) => {
  const isWhole = wholeTextTest(findTextKind(task.instruction));
  const asked = new Set(contentStems(task.instruction));
  return Promise.resolve(new Map(items.map((item) => [item.id, done(rewrite(item, isWhole, asked))])));
};

function rewrite(
  item: RewriteItem,
  isWhole: (nounPhrase: string) => boolean,
  asked: ReadonlySet<string>,
): Rewrite {
  if (item.sourceRelevance < SPECIFIC) {
    return {
      kind: 'removed',
      reason: 'It is general writing advice that no guide to this kind of text confirms.',
    };
  }
  const made = rewriteSentence(item.point.text, isWhole);
  if ('reason' in made) return { kind: 'removed', reason: made.reason };
  return { kind: 'criterion', ...made, explicit: restates(made.text, asked) };
}

function restates(text: string, asked: ReadonlySet<string>): boolean {
  const own = contentStems(text).filter((word) => word !== 'respons');
  return own.length > 0 && own.filter((word) => asked.has(word)).length / own.length >= EXPLICIT_SHARE;
}
