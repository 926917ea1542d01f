/** Groups points that say the same, as far as their words show it. */
import type { MergeGroup, MergeItem, Step } from '../../domain/engine.ts';
import type { Point } from '../../domain/advice.ts';
import { done } from '../../domain/outcome.ts';
import { wordCount } from '../../text/words.ts';
import { conceptsOf } from './concepts.ts';
import { concretenessOf } from './concreteness.ts';
import { rewriteSentence } from './rewrite-sentence.ts';
import { saysTheSame, signatureOf, type Signature } from './same-advice.ts';
import { findTextKind } from './task-kind.ts';
import { wholeTextTest } from './whole-text.ts';

type WholeTest = (nounPhrase: string) => boolean;

export const mergeAdvice: Step<MergeItem, readonly MergeGroup[]> = (_run, task, items) => {
  const kind = findTextKind(task.instruction);
  const named = new Set(kind === undefined ? [] : [kind.head, ...kind.modifiers]);
  return Promise.resolve(
    new Map(
      items.map((item) => {
        const points = [...item.left, ...item.right];
        const groups = groupsOf(points, named, rarityIn(item, named));
        return [item.id, done(groups.map((group) => mergedOf(group, wholeTextTest(kind))))];
      }),
    ),
  );
};

/** Where up to this share of all advice, or this many pieces, have a notion, it is rare. */
const RARE_SHARE = 0.05;
const RARE_PIECES = 3;

function rarityIn({ advice }: MergeItem, named: ReadonlySet<string>): (notion: string) => boolean {
  const pieces = new Map<string, number>();
  for (const { text } of advice.values())
    for (const notion of conceptsOf(text, named)) pieces.set(notion, (pieces.get(notion) ?? 0) + 1);
  const most = Math.max(RARE_PIECES, advice.size * RARE_SHARE);
  return (notion) => (pieces.get(notion) ?? 0) <= most;
}

/** Groups of two or more; a point joins a group only where it says the same as each of its members. */
function groupsOf(
  points: readonly Point[],
  named: ReadonlySet<string>,
  isRare: (notion: string) => boolean,
): Point[][] {
  const signed = points
    .map((point) => ({ point, signature: signatureOf(point.text, named) }))
    .sort((a, b) =>
      a.point.text < b.point.text ? -1 : a.point.text > b.point.text ? 1 : a.point.id < b.point.id ? -1 : 1,
    );
  const groups: { point: Point; signature: Signature }[][] = [];
  for (const candidate of signed) {
    const home = groups.find((group) =>
      group.every((member) => saysTheSame(member.signature, candidate.signature, isRare)),
    );
    if (home === undefined) groups.push([candidate]);
    else home.push(candidate);
  }
  return groups.filter((group) => group.length > 1).map((group) => group.map(({ point }) => point));
}

function mergedOf(group: readonly Point[], isWhole: WholeTest): MergeGroup {
  return {
    text: clearest(
      group.map((point) => point.text),
      isWhole,
    ),
    pointIds: group.map((point) => point.id),
  };
}

/** Short, but not so short that it loses what is asked. */
const CLEAR_WORDS = 14;
/** A wording loses as much clarity by ten words too many or too few as it gains by being fully concrete. */
const WORDS_PER_CLARITY = 10;

/** A demand that holds always says it more plainly than one that holds at times. */
const CONDITIONAL = /\b(?:unless|if|when|where|for the same reason)\b/iu;

/** The wording that stands for a group: the one that makes the best criterion. */
function clearest(texts: readonly string[], isWhole: WholeTest): string {
  const clarity = (text: string): number => {
    const made = rewriteSentence(text, isWhole);
    const gap = Math.abs(wordCount(text) - CLEAR_WORDS) / WORDS_PER_CLARITY;
    return 'reason' in made
      ? -gap - WORDS_PER_CLARITY
      : concretenessOf(made.text).score - gap - (CONDITIONAL.test(text) ? 1 : 0);
  };
  return texts
    .map((text) => ({ text, clarity: clarity(text) }))
    .reduce((best, next) => (next.clarity > best.clarity ? next : best)).text;
}
