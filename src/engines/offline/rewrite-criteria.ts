/** Turns points of advice into criteria of the response, or removes them with a reason. */
import type { Advice } from '../../domain/advice.ts';
import type { Rewrite, RewriteItem, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { contentStems, stem } from '../../text/words.ts';
import { knownNouns } from './common-ground.ts';
import { findTextKind } from './task-kind.ts';
import { wholeTextTest } from './whole-text.ts';
import type { Ground } from './doubts.ts';
import { notInText } from './not-in-text.ts';
import { rewriteSentence } from './rewrite-sentence.ts';
import { gravestDoubt, soundnessOf } from './soundness.ts';

/** A criterion with at least this share of its content words in the instruction restates it. */
const EXPLICIT_SHARE = 0.7;
/** One shared word is chance. */
const MIN_RESTATED = 2;
/** Of those above it, six of seven stood by the marks when their own kind was left out; in lists of new kinds, two of three. */
const MIN_SOUNDNESS = 0.76;
const UNSURE = 'It shows too few signs of a demand that can be held against a text.';
/** As many guides make a bare demand a rule. */
const AGREED = 2;
/** The relevance of a source that is about this kind of text. */
const SPECIFIC = 2;

export const rewriteCriteria: Step<RewriteItem, Rewrite> = (_run, task, items) => {
  const kind = findTextKind(task.instruction);
  // The name of the kind itself is in most advice about it and restates nothing.
  const named = new Set(kind === undefined ? [] : [kind.head, ...kind.modifiers]);
  const asked = new Set(contentStems(task.instruction).filter((stem) => !named.has(stem)));
  const advice = items.flatMap((item) => item.advice);
  const told = new Set(contentStems(task.instruction));
  const reading: Reading = {
    isWhole: wholeTextTest(kind),
    ground: { asked, isKnown: knownNouns(advice, told) },
    isShared: sharedNouns(advice, asked),
  };
  return Promise.resolve(new Map(items.map((item) => [item.id, done(rewrite(item, reading))])));
};

interface Reading {
  readonly isWhole: (nounPhrase: string) => boolean;
  readonly ground: Ground;
  readonly isShared: (noun: string) => boolean;
}

function rewrite(item: RewriteItem, { isWhole, ground, isShared }: Reading): Rewrite {
  if (item.sourceRelevance < SPECIFIC) {
    return {
      kind: 'removed',
      reason: 'It is general writing advice that no guide to this kind of text confirms.',
    };
  }
  const made = rewriteSentence(item.point.text, isWhole, ground);
  if ('reason' in made) return { kind: 'removed', reason: made.reason };
  // Where a second guide asks for the same, its few words are an established rule.
  const sources = new Set(item.advice.map((advice) => advice.sourceId)).size;
  const composed =
    sources >= AGREED ? { ...made, doubts: made.doubts.filter(({ sign }) => sign !== 'bare') } : made;
  const { text, question, doubts } = composed;
  const quote = item.advice[0]?.quote ?? item.point.text;
  const soundness = soundnessOf({ composed, advised: item.point.text, quote, sources, isShared });
  // What the filter refuses is the filter's to explain.
  if (soundness < MIN_SOUNDNESS && notInText(text) === null)
    return { kind: 'removed', reason: gravestDoubt(doubts)?.reason ?? UNSURE };
  return { kind: 'criterion', text, question, explicit: restates(text, ground.asked) };
}

/** A noun is shared where the task or a second source has it. */
function sharedNouns(advice: readonly Advice[], asked: ReadonlySet<string>): (noun: string) => boolean {
  const sources = new Map<string, Set<string>>();
  for (const { text, sourceId } of advice) {
    for (const each of contentStems(text))
      sources.set(each, (sources.get(each) ?? new Set<string>()).add(sourceId));
  }
  return (noun) => asked.has(stem(noun)) || (sources.get(stem(noun))?.size ?? 0) >= AGREED;
}

function restates(text: string, asked: ReadonlySet<string>): boolean {
  const own = contentStems(text).filter((word) => word !== 'respons');
  const said = own.filter((word) => asked.has(word)).length;
  return said >= MIN_RESTATED && said / own.length >= EXPLICIT_SHARE;
}
