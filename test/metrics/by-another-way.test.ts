/** Figures beside a second, naive implementation that takes another way, on random data with gaps and ties. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calibration } from '../../src/metrics/calibration.ts';
import { flipRate } from '../../src/metrics/flip-rate.ts';
import { preferenceAccuracy, preferenceDistance, type Preference } from '../../src/metrics/preferences.ts';
import { bleu, rougeL, rougeN } from '../../src/metrics/text-overlap.ts';

const preference = fc.constantFrom<Preference>('win', 'tie', 'loss');
const orMissing = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });
const near = (value: number | null, other: number | null) => {
  if (value === null || other === null) expect(value).toBe(other);
  else expect(Math.abs(value - other)).toBeLessThan(1e-9);
};

/** Counts of each predicted preference under each of people, instead of distances pair by pair. */
it('PLD, WPLD and the accuracy of preferences, from the table of counts', () => {
  const pairs = fc.array(fc.record({ predicted: orMissing(preference), gold: orMissing(preference) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(pairs, (all) => {
      const at = (predicted: Preference, gold: Preference) =>
        all.filter((pair) => pair.predicted === predicted && pair.gold === gold).length;
      const same = at('win', 'win') + at('tie', 'tie') + at('loss', 'loss');
      const far = at('win', 'loss') + at('loss', 'win');
      const falseTies = at('tie', 'win') + at('tie', 'loss');
      const one = falseTies + at('win', 'tie') + at('loss', 'tie');
      const scored = same + one + far;
      const { shares, weighted, missing } = preferenceDistance(all);
      expect(missing).toBe(all.length - scored);
      near(weighted, scored === 0 ? null : (one + 2 * far) / scored);
      [same, one, far].forEach((count, index) => {
        near(shares?.[index] ?? null, scored === 0 ? null : count / scored);
      });
      near(preferenceAccuracy(all).value, scored === 0 ? null : (same + falseTies / 2) / scored);
    }),
  );
});

it('the flip rate, as what is left of agreement', () => {
  const verdicts = fc.array(fc.tuple(orMissing(preference), orMissing(preference)), { minLength: 1 });
  fc.assert(
    fc.property(verdicts, (all) => {
      const both = all.flatMap(([one, other]) => (one === null || other === null ? [] : [one === other ? 1 : 0]));
      const agreed = both.reduce<number>((sum, each) => sum + each, 0);
      near(flipRate(all).value, both.length === 0 ? null : 1 - agreed / both.length);
    }),
  );
});

/** Sums of right answers less sums of confidence: a bin's gap times its count needs no means. */
it('the calibration error, from the sums of its bins', () => {
  const confidence = fc.integer({ min: 0, max: 40 }).map((fortieth) => fortieth / 40);
  const forecasts = fc.array(fc.record({ confidence, isRight: fc.boolean() }), { minLength: 1 });
  fc.assert(
    fc.property(forecasts, (all) => {
      const gaps = new Map<number, number>();
      for (const { confidence: sure, isRight } of all) {
        // Whole fortieths have no errors of rounding at the edges of bins.
        const bin = Math.min(9, Math.floor(Math.round(sure * 40) / 4));
        gaps.set(bin, (gaps.get(bin) ?? 0) + (isRight ? 1 : 0) - sure);
      }
      const error = [...gaps.values()].reduce((sum, gap) => sum + Math.abs(gap), 0) / all.length;
      near(calibration(all).error, error);
    }),
  );
});

const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
const runsOf = (text: readonly string[], n: number) =>
  text.flatMap((_, start) => (start + n <= text.length ? [text.slice(start, start + n).join(' ')] : []));

/** Each run of the one takes an equal one out of the other. */
function taken(one: readonly string[], other: readonly string[]): number {
  const left = [...other];
  return one.filter((run) => {
    const index = left.indexOf(run);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  }).length;
}

/** By its definition: the better of leaving out either first token, or one more than the rest where both are equal. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  const known = new Map<string, number>();
  const from = (i: number, j: number): number => {
    if (i === one.length || j === other.length) return 0;
    const key = `${i} ${j}`;
    const value =
      known.get(key) ?? (one[i] === other[j] ? 1 + from(i + 1, j + 1) : Math.max(from(i + 1, j), from(i, j + 1)));
    known.set(key, value);
    return value;
  };
  return from(0, 0);
}

function f1(shared: number, found: number, wanted: number): number | null {
  if (wanted <= 0) return null;
  const [precision, recall] = [found <= 0 ? 0 : shared / found, shared / wanted];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

it('ROUGE and BLEU, run by run', () => {
  fc.assert(
    fc.property(tokens, tokens, (candidate, reference) => {
      for (const n of [1, 2]) {
        const [found, wanted] = [runsOf(candidate, n), runsOf(reference, n)];
        near(rougeN(candidate, reference, n), f1(taken(found, wanted), found.length, wanted.length));
      }
      near(rougeL(candidate, reference), f1(longestCommon(candidate, reference), candidate.length, reference.length));
      const precisions = [1, 2, 3, 4].map((n) => {
        const smooth = n === 1 ? 0 : 1;
        const found = runsOf(candidate, n);
        return (taken(found, runsOf(reference, n)) + smooth) / (found.length + smooth);
      });
      const brevity = candidate.length < reference.length ? Math.exp(1 - reference.length / candidate.length) : 1;
      const product = precisions.reduce((all, each) => all * each, 1);
      near(
        bleu(candidate, reference),
        reference.length === 0 ? null : candidate.length === 0 ? 0 : brevity * product ** 0.25,
      );
    }),
  );
});
