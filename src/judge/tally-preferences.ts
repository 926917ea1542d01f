/** Makes one verdict of repeated preferences in one order, and one score of repeated scores. Pure. */
import type { GivenPreference, GivenScore } from '../domain/comparer.ts';
import type { OrderedPreference, ResponseScore, Winner } from '../domain/comparison.ts';
import { unscored, type Outcome } from '../domain/outcome.ts';

/**
 * The preference that has more votes than any other; a tie where none has. Unscored where no sample is readable.
 * @param samples in the order of their sample index, at least one
 * @param first which of the pair was shown first
 */
export function tallyPreferences(
  samples: readonly Outcome<GivenPreference>[],
  first: 'a' | 'b',
): OrderedPreference {
  const second = first === 'a' ? 'b' : 'a';
  const winnerOf = { first, second, tie: 'tie' } as const;
  const readable = samples.flatMap((sample) => (sample.status === 'done' ? [sample.value] : []));
  if (readable.length === 0) return { first, verdict: unscored(whyUnread(samples)) };
  const count = (winner: Winner) => readable.filter(({ preferred }) => winnerOf[preferred] === winner).length;
  const votes = { a: count('a'), b: count('b'), tie: count('tie') };
  const most = Math.max(votes.a, votes.b, votes.tie);
  const leading = (['a', 'b', 'tie'] as const).filter((winner) => votes[winner] === most);
  const [leader = 'tie', ...others] = leading;
  const winner = others.length === 0 ? leader : 'tie';
  const agreeing = readable.find(({ preferred }) => winnerOf[preferred] === winner);
  return {
    first,
    verdict: {
      status: 'scored',
      winner,
      reason: agreeing?.analysis ?? 'The votes are split evenly.',
      votes: { ...votes, unscored: samples.length - readable.length },
    },
  };
}

/** @param samples in the order of their sample index, at least one */
export function tallyScores(samples: readonly Outcome<GivenScore>[]): ResponseScore {
  const readable = samples.flatMap((sample) => (sample.status === 'done' ? [sample.value] : []));
  const [first] = readable;
  if (first === undefined) return unscored(whyUnread(samples));
  const scores = readable.map(({ score }) => score);
  return {
    status: 'scored',
    score: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    samples: scores,
    reason: first.analysis,
  };
}

function whyUnread(samples: readonly Outcome<unknown>[]): string {
  const reasons = samples.flatMap((sample) => (sample.status === 'unscored' ? [sample.reason] : []));
  return [...new Set(reasons)].slice(0, 3).join(' ');
}
