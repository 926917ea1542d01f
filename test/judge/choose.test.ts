/** What is chosen by verdicts: rounds, candidates, pairs. No verdict is never an advantage, and never a tie. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderedPreference, Winner } from '../../src/domain/comparison.ts';
import { done, unscored } from '../../src/domain/outcome.ts';
import { decidedByCode } from '../../src/judge/code-verdict.ts';
import { bestRound } from '../../src/judge/refine.ts';
import { selectBest } from '../../src/judge/select-best-response.ts';
import { pairNames, withNames } from '../../src/judge/pair-names.ts';
import { sharedRates, winnerByRates } from '../../src/judge/protocols/pass-rate.ts';
import { tallyPreferences, winnerOfOrders } from '../../src/judge/protocols/preference.ts';
import { winnerByScores } from '../../src/judge/protocols/score.ts';
import { tallyScores } from '../../src/judge/tally-scores.ts';
import { judgedAs } from '../support/judged-response.ts';

const keptOf = (...rounds: string[]) => bestRound(rounds.map((letters) => ({ judged: judgedAs(letters) })));
const NAMES = { a: 'old.md', b: 'new.md', tie: 'a tie' };

/** Responses by items, as `judgedAs` reads them. */
const verdictTable = (minResponses: number) =>
  fc.array(fc.string({ unit: fc.constantFrom('y', 'n', '-', '?', '0', '2', '7'), minLength: 5, maxLength: 5 }), {
    minLength: minResponses,
    maxLength: 5,
  });

describe('the round that is kept', () => {
  it.each([
    ['the best one', ['ynnn', 'yynn', 'yyyn', 'yynn'], 2],
    ['of equals the earlier one', ['ynnn', 'yynn', 'nyyn'], 1],
    ['the start where nothing is better', ['yynn', 'ynnn', 'yynn'], 0],
    ['never one without any verdict', ['nnnn', '????', '----'], 0],
    ['not one whose rate rose because verdicts were lost', ['yynn', 'yy??'], 0],
    ['one with a lost verdict that is better all the same', ['ynnn', 'yyy?'], 1],
    ['nor one that lost what a round before it was judged on', ['n???', 'yynn', 'y???'], 1],
    ['one that has verdicts where the start had none', ['yn??', 'yyyy'], 1],
    ['the start where that had no verdict at all: nothing is known to be better', ['????', 'yyyy'], 0],
    ['that of the higher level', ['1n', '3n', '2n'], 1],
    ['the start where the sums differ in the last digit alone', ['411', '114'], 0],
  ])('is %s', (_which, rounds, kept) => {
    expect(keptOf(...rounds)).toBe(kept);
  });

  it('is that of the heaviest items, not of the most', () => {
    const rounds = ['ynn', 'nyy'].map((letters) => ({ judged: judgedAs(letters) }));
    expect(bestRound(rounds, (id) => (id === 'i1' ? 90 : 10))).toBe(0);
    expect(bestRound(rounds, (id) => (id === 'i1' ? 10 : 90))).toBe(1);
    const leveled = ['7n', '0y'].map((letters) => ({ judged: judgedAs(letters) }));
    expect(bestRound(leveled, (id) => (id === 'i1' ? 100 : 10))).toBe(0);
  });

  it('never fails a check of code that an earlier one passes, and of equals passes it', () => {
    const round = (letters: string, counted: 'yes' | 'no') => {
      const judged = judgedAs(`${letters}${counted.charAt(0)}`);
      const verdicts = judged.verdicts.map((each, index) =>
        index === letters.length ? { ...each, verdict: decidedByCode(counted === 'yes', 'Counted.').verdict } : each,
      );
      return { judged: { ...judged, verdicts } };
    };
    expect(bestRound([round('ynnn', 'yes'), round('yyyy', 'no'), round('yynn', 'yes')])).toBe(2);
    expect(bestRound([round('yyn', 'no'), round('ynn', 'yes')], (id) => (id === 'i4' ? 0 : 1))).toBe(0);
    expect(bestRound([round('yyn', 'no'), round('yyn', 'yes')], (id) => (id === 'i4' ? 0 : 1))).toBe(1);
  });

  it('is never below the start, whatever the verdicts', () => {
    fc.assert(
      fc.property(verdictTable(1), (rounds) => {
        const [start, kept] = [judgedAs(rounds[0]!), judgedAs(rounds[keptOf(...rounds)]!)];
        expect(kept.passRate.weightedRate ?? -1).toBeGreaterThanOrEqual(start.passRate.weightedRate ?? -1);
      }),
    );
  });
});

describe('the best of several', () => {
  const picked = (...candidates: (string | null)[]) =>
    selectBest(
      candidates.map((letters, index) => ({
        name: `c${index}`,
        outcome: letters === null ? unscored('It was refused.') : done(judgedAs(letters)),
      })),
    );

  it('keeps ties, and lists who could not be scored', () => {
    const { best, candidates } = picked('yn', 'yy', null, '??', 'yy');
    expect(best).toEqual([1, 4]);
    expect(candidates.map(({ status }) => status)).toEqual([...['scored', 'scored', 'unscored', 'unscored', 'scored']]);
    expect(candidates[2]).toMatchObject({ name: 'c2', reason: 'It was refused.', judged: null });
    expect(candidates[3]).toMatchObject({ reason: 'Unreadable.' });
  });

  it('is nobody where nothing is scored', () => {
    expect(picked('??', null).best).toEqual([]);
  });

  it('is not the one whose verdicts were lost', () => {
    const { best, candidates } = picked('y????', 'yyyyn');
    expect(best).toEqual([1]);
    expect(candidates[0]).toMatchObject({ rankedBy: 1 / 5, judged: { passRate: { rate: 1 } } });
  });

  it.each([
    [['22', '88', '28'], [1], 'levels count by their values'],
    [['y?yy--', 'y-yyyn'], [0], 'what another one has no verdict on either is no loss'],
    [['y?yy--', 'y-yyyn', 'nnnnnn'], [0], 'nor does a poor candidate make it one'],
    [['y?????????', 'nyyyyyyyyy'], [0, 1], 'one shared item alone does not decide'],
    [['y????????n', 'nyyyyyyyyy'], [1], 'what was lost is no advantage'],
    [['yy?', 'yn?'], [0], 'what both lost is no loss'],
    [['yn?', 'n?y', '?yn'], [], 'none where each is below another'],
  ])('of %j is %j: %s', (candidates, best) => {
    expect(picked(...candidates).best).toEqual(best);
  });

  it('is nobody whom another one with all its verdicts is above in a comparison of the two', () => {
    fc.assert(
      fc.property(verdictTable(2), (table) => {
        const winners = picked(...table).best.map((index) => table[index]!);
        const others = table.filter((letters) => !/[?-]/u.test(letters));
        for (const winner of winners)
          for (const other of others) expect(result(winner, other)).not.toMatchObject({ winner: 'b' });
      }),
    );
  });

  it('does not change by a candidate that it is above', () => {
    fc.assert(
      fc.property(verdictTable(2), (table) => {
        const all = picked(...table).best;
        table.forEach((further, index) => {
          const isBelow = all.some((best) => picked(table[best]!, further).best.join() === '0');
          if (!isBelow) return;
          const without = picked(...table.filter((_, at) => at !== index)).best;
          expect(without).toEqual(expect.arrayContaining(all.map((best) => (best > index ? best - 1 : best))));
        });
      }),
    );
  });

  it('does not change by a candidate that meets nothing', () => {
    fc.assert(
      fc.property(verdictTable(1), (table) => {
        const { best } = picked(...table, 'nnnnn');
        expect(best.filter((index) => index < table.length)).toEqual(picked(...table).best);
      }),
    );
  });
});

const result = (a: string, b: string) => winnerByRates(sharedRates(judgedAs(a), judgedAs(b)));

describe('a pair by pass rates', () => {
  it.each([
    ['the higher one wins', 'yyn', 'ynn', 'a'],
    ['also as the second', 'ynn', 'yyn', 'b'],
    ['equal is a tie', 'ynn', 'nny', 'tie'],
    ['over the items with a verdict on both sides: lost ones favour neither', 'y??', 'yyn', 'tie'],
    ['what is not applicable counts for that side alone', 'y-n', 'yny', 'b'],
    ['though no item has a yes or a no on both sides', 'y-', '-n', 'a'],
    ['of levels the higher ones win, though neither is a yes', '11', '33', 'b'],
    ['equal is a tie, whatever the order of the sums', '114', '411', 'tie'],
  ])('%s', (_what, a, b, winner) => {
    expect(result(a, b)).toEqual({ status: 'scored', winner, flipped: null });
  });

  it.each([
    ['???', 'yyy'],
    ['y?', '?y'],
    ['--', 'yy'],
  ])('%s and %s: no verdict, and no tie', (a, b) => {
    expect(result(a, b)).toMatchObject({
      status: 'unscored',
      reason: 'One side has neither a yes nor a no on the items that both have a verdict on.',
    });
  });
});

describe('a pair by preference', () => {
  const order = (first: 'a' | 'b', winner: Winner | null): OrderedPreference => ({
    first,
    verdict:
      winner === null
        ? unscored('It was cut off.')
        : { status: 'scored', winner, reason: '', votes: { a: 0, b: 0, tie: 0, unscored: 0 } },
  });

  it.each([
    ['a', 'a', 'a', false],
    ['b', 'b', 'b', false],
    ['tie', 'tie', 'tie', false],
    ['a', 'b', 'tie', true],
    ['a', 'tie', 'tie', true],
  ] as const)('%s and %s: %s, flipped %s', (one, other, winner, flipped) => {
    expect(winnerOfOrders([order('a', one), order('b', other)], NAMES, false)).toEqual({
      status: 'scored',
      winner,
      flipped,
    });
  });

  it('has no verdict where either order has none', () => {
    expect(winnerOfOrders([order('a', 'a'), order('b', null)], NAMES, false)).toEqual(
      unscored('With new.md shown first: It was cut off.'),
    );
    expect(winnerOfOrders([order('a', null), order('b', 'tie')], NAMES, false)).toMatchObject({ status: 'unscored' });
  });

  const said = (preferred: 'first' | 'second' | 'tie') => done({ preferred, analysis: `${preferred}!` });

  it('maps places back to names, and takes the majority', () => {
    const lost = unscored('Cut off.');
    expect(tallyPreferences([said('first'), said('second'), said('first'), lost], 'b', NAMES)).toEqual({
      first: 'b',
      verdict: {
        status: 'scored',
        winner: 'b',
        reason: 'first!',
        votes: { a: 1, b: 2, tie: 0, unscored: 1 },
      },
    });
    expect(tallyPreferences([said('first'), said('second')], 'a', NAMES).verdict).toMatchObject({ winner: 'tie' });
    expect(tallyPreferences([lost, lost], 'a', NAMES).verdict).toEqual(unscored('Cut off.'));
  });
});

describe('the names of a pair', () => {
  const names = (a: string, b: string) => {
    const { a: ofA, b: ofB } = pairNames({ a: { name: a }, b: { name: b } });
    return [ofA, ofB];
  };

  it('leave out the folders that both stand in, and tell apart what bears one name', () => {
    expect(names('drafts/old.md', 'drafts/new.md')).toEqual(['old.md', 'new.md']);
    expect(names('old/x.md', 'new/x.md')).toEqual(['old/x.md', 'new/x.md']);
    expect(names('notes', 'notes/x.md')).toEqual(['notes', 'x.md']);
    expect(names('x.md', 'x.md')).toEqual(['x.md (first)', 'x.md (second)']);
  });

  it('take the place of a judge’s labels; a letter alone stays, and is explained', () => {
    const shown = ['new.md', 'old.md'] as const;
    expect(withNames('Response A opens well, response B does not.', shown)).toBe(
      '“new.md” opens well, “old.md” does not.',
    );
    expect(withNames('A clear win: B has no close.', shown)).toBe(
      'A clear win: B has no close. (A: new.md, B: old.md)',
    );
    expect(withNames('Both end well.', shown)).toBe('Both end well.');
  });
});

describe('a pair by scores', () => {
  const scores = (...values: (number | null)[]) =>
    tallyScores(
      values.map((score) => (score === null ? unscored('Cut off.') : done({ score, analysis: `${score}!` }))),
    );

  it('means the readable samples; the higher mean wins', () => {
    expect(scores(4, null, 5)).toEqual({ status: 'scored', score: 4.5, samples: [4, 5], reason: '4!' });
    expect(winnerByScores(scores(4, 5), scores(4), NAMES)).toMatchObject({ winner: 'a' });
    expect(winnerByScores(scores(3), scores(2, 4), NAMES)).toMatchObject({ winner: 'tie', flipped: null });
  });

  it('has no verdict where either has no score', () => {
    expect(winnerByScores(scores(5), scores(null), NAMES)).toEqual(unscored('new.md: Cut off.'));
    expect(winnerByScores(scores(null), scores(null), NAMES)).toEqual(unscored('old.md: Cut off.'));
  });
});
