/** Groups points that say the same, as far as their words show it. */
import type { MergeGroup, MergeItem, Step } from '../domain/engine.ts';
import type { Point } from '../domain/advice.ts';
import { done } from '../domain/outcome.ts';
import { wordCount } from '../text/words.ts';
import { saysTheSame, signatureOf, type Signature } from './same-advice.ts';

export const mergeAdvice: Step<MergeItem, readonly MergeGroup[]> = (_run, _task, items) =>
  Promise.resolve(new Map(items.map((item) => [item.id, done(groupsOf([...item.left, ...item.right]))])));

/** Groups of two or more; a point joins a group only where it says the same as each of its members. */
function groupsOf(points: readonly Point[]): MergeGroup[] {
  const signed = points
    .map((point) => ({ point, signature: signatureOf(point.text) }))
    .sort((a, b) =>
      a.point.text < b.point.text ? -1 : a.point.text > b.point.text ? 1 : a.point.id < b.point.id ? -1 : 1,
    );
  const groups: { point: Point; signature: Signature }[][] = [];
  for (const candidate of signed) {
    const home = groups.find((group) =>
      group.every((member) => saysTheSame(member.signature, candidate.signature)),
    );
    if (home === undefined) groups.push([candidate]);
    else home.push(candidate);
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => ({
      text: clearest(group.map(({ point }) => point)).text,
      pointIds: group.map(({ point }) => point.id),
    }));
}

/** The wording that stands for a group: short, but not so short that it loses what is asked. */
const CLEAR_WORDS = 14;

function clearest(points: readonly Point[]): Point {
  return points.reduce((best, point) => {
    const gap = Math.abs(wordCount(point.text) - CLEAR_WORDS);
    return gap < Math.abs(wordCount(best.text) - CLEAR_WORDS) ? point : best;
  });
}
