/** A minimum is decided exactly where no outcome of the unscored items matters. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideMinimum, decideRating } from '../../src/judge/pass-rate.ts';
import { scoreOf } from '../../src/metrics/scores.ts';
import { item } from '../support/checklist.ts';
import { judgedAs } from '../support/judged-response.ts';

const count = fc.integer({ min: 0, max: 6 });

/** Every pass rate that the unscored items could make: each yes, no or not applicable. */
function possibleRates(yes: number, no: number, unscored: number): number[] {
  const rates: number[] = [];
  for (let met = 0; met <= unscored; met += 1)
    for (let unmet = 0; met + unmet <= unscored; unmet += 1)
      if (yes + no + met + unmet > 0) rates.push((yes + met) / (yes + met + no + unmet));
  return rates;
}

it('a score reaches the minimum that it equals but for the last digit', () => {
  const items = [1, 2, 3, 4, 5].map((number) => item(number, { importance: 'important' }));
  const decided = (letters: string, min: number) => {
    const { passRate, verdicts } = judgedAs(letters);
    const score = scoreOf('rar-explicit', items, verdicts);
    expect(score.highest).toBeLessThan(0.8);
    return decideRating({ passRate, score }, min).verdict;
  };
  expect([decided('yyyyn', 0.8), decided('yyyyn', 0.801)]).toEqual(['reached', 'missed']);
  expect([decided('yyyn?', 0.8), decided('yyyn?', 0.801)]).toEqual(['undecided', 'missed']);
});

describe('decideMinimum', () => {
  it('agrees with going through every outcome', () => {
    fc.assert(
      fc.property(count, count, count, fc.integer({ min: 0, max: 20 }), (yes, no, unscored, twentieths) => {
        const min = twentieths / 20;
        const rate = yes + no === 0 ? null : yes / (yes + no);
        const rates = possibleRates(yes, no, unscored);
        const { verdict, lowest, highest } = decideMinimum({ rate, yes, no, unscored }, min);
        if (rate === null) expect(verdict).toBe('undecided');
        else {
          const isReached = rates.every((possible) => possible >= min);
          const isMissed = rates.every((possible) => possible < min);
          expect(verdict).toBe(isReached ? 'reached' : isMissed ? 'missed' : 'undecided');
          expect([lowest, highest]).toEqual([Math.min(...rates), Math.max(...rates)]);
        }
      }),
    );
  });
});
