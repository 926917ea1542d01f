/** By preference: a judge sees both, in each order, and picks one or calls them nearly identical (TICK). */
import type { Comparison, OrderedPreference, Winner } from '../../domain/comparison.ts';
import type { GivenPreference } from '../../domain/judging-steps.ts';
import { reasonsIn, unscored, type Outcome } from '../../domain/outcome.ts';
import { contextWarnings } from '../judge.ts';
import { readableOf, whyUnread } from '../tally-votes.ts';
import { pairNames, withNames, type PairNames } from '../pair-names.ts';
import { comparing, sampled, type ComparisonProtocol } from './protocol.ts';

export const preference: ComparisonProtocol = {
  title: 'preference in both orders',
  needs: 'compares',
  judgesItems: false,
  usesChecklist: false,
  compare: ({ run, ports: { engine }, task, a, b, judging: { votes, analysis } }) => {
    const names = pairNames({ a, b });
    const inOrder = async (first: 'a' | 'b') => {
      const [shownFirst, shownSecond] = first === 'a' ? [a, b] : [b, a];
      const shown = { task, first: shownFirst.response, second: shownSecond.response, analysis };
      const samples = await sampled(votes, (sampleIndex) =>
        engine.prefer(run, { ...shown, sampleIndex, samples: votes }),
      );
      return tallyPreferences(samples, first, names);
    };
    return comparing(run, names, async () => {
      const [ab, ba] = await Promise.all([inOrder('a'), inOrder('b')]);
      return {
        compared: {
          result: winnerByOrders([ab, ba], names),
          grounds: { kind: 'preferences', orders: [ab, ba] },
          comparers: engine.provenance('prefer'),
          warnings: contextWarnings(task),
        },
        lost: reasonsIn([ab.verdict, ba.verdict]),
      };
    });
  },
};

/**
 * The preference that has more votes than any other; a tie where none has. Unscored where no sample is readable.
 * @param samples in the order of their sample index, at least one
 * @param first which of the pair was shown first
 */
export function tallyPreferences(
  samples: readonly Outcome<GivenPreference>[],
  first: 'a' | 'b',
  names: PairNames,
): OrderedPreference {
  const second = first === 'a' ? 'b' : 'a';
  const winnerOf = { first, second, tie: 'tie' } as const;
  const readable = readableOf(samples);
  if (readable.length === 0) return { first, verdict: unscored(whyUnread(samples)) };
  const count = (winner: Winner) => readable.filter(({ preferred }) => winnerOf[preferred] === winner).length;
  const votes = { a: count('a'), b: count('b'), tie: count('tie') };
  const most = Math.max(votes.a, votes.b, votes.tie);
  const [leader = 'tie', ...others] = (['a', 'b', 'tie'] as const).filter((each) => votes[each] === most);
  const winner = others.length === 0 ? leader : 'tie';
  const agreeing = readable.find(({ preferred }) => winnerOf[preferred] === winner);
  return {
    first,
    verdict: {
      status: 'scored',
      winner,
      reason: agreeing === undefined ? EVEN : withNames(agreeing.analysis, [names[first], names[second]]),
      votes: { ...votes, unscored: samples.length - readable.length },
    },
  };
}

const EVEN = 'The votes are split evenly.';

/** What both orders say; where they disagree, a tie and a flip. An order without a verdict leaves the pair without one. */
export function winnerByOrders(
  orders: readonly [OrderedPreference, OrderedPreference],
  names: PairNames,
): Comparison['result'] {
  const [one, other] = orders.map(({ verdict }) => verdict);
  for (const { first, verdict } of orders)
    if (verdict.status === 'unscored') return unscored(`With ${names[first]} shown first: ${verdict.reason}`);
  if (one?.status !== 'scored' || other?.status !== 'scored') throw new Error('There must be two orders.');
  const flipped = one.winner !== other.winner;
  return { status: 'scored', winner: flipped ? 'tie' : one.winner, flipped };
}
