/** Intervals of figures: where all that is drawn is alike, by hand values. */
import { describe, expect, it } from 'vitest';
import { averageOver, figureOf, type Figure } from '../../src/measure/figure.ts';
import { mean } from '../../src/metrics/mean.ts';

type Unit = number | null;

const meanOf = (drawn: readonly Unit[]) => {
  const given = drawn.filter((value) => value !== null);
  return { value: mean(given), scored: given.length, missing: drawn.length - given.length };
};
const figure = (units: readonly Unit[], isShare: boolean) => figureOf(units, meanOf, { resamples: 50, isShare });
const all = (value: number, count: number) => Array.from({ length: count }, () => value);
const limits = ({ interval }: Figure) =>
  interval && [interval.low, interval.high].map((each) => Number(each.toFixed(4)));

describe('where all units are alike', () => {
  it.each([
    { share: 1, of: 12, low: 0.7354, high: 1 },
    { share: 0, of: 12, low: 0, high: 0.2646 },
    { share: 1, of: 3, low: 0.2924, high: 1 },
    { share: 0, of: 100, low: 0, high: 0.0362 },
  ])('a share of $share of $of units has the exact interval', ({ share, of, low, high }) => {
    expect(limits(figure(all(share, of), true))).toEqual([low, high]);
  });

  it('counts only units that have a value', () => {
    expect(limits(figure([...all(1, 12), null, null], true))).toEqual([0.7354, 1]);
  });

  it.each([
    { what: 'a mean that is no share', of: figure(all(1, 12), false) },
    { what: 'a share of halves', of: figure(all(0.5, 12), true) },
  ])('$what has none, and says why', ({ of }) => {
    expect(of).toMatchObject({ interval: null, noInterval: 'all alike' });
  });

  it('draws whatever is not alike', () => {
    const { interval } = figure([...all(1, 11), 0], true);
    expect(interval?.high).toBe(1);
    expect(interval?.low).toBeLessThan(0.9);
  });

  it('has pooled shares as one share of all units; others are all alike', () => {
    const parts = [figure(all(1, 5), true), figure(all(1, 7), true)];
    expect(limits(averageOver(parts, 'pooled', {}))).toEqual([0.7354, 1]);
    expect(averageOver(parts, 'macro', {})).toMatchObject({ value: 1, interval: null, noInterval: 'all alike' });
    const mixed = [figure(all(1, 5), true), figure(all(1, 7), false)];
    expect(averageOver(mixed, 'pooled', {})).toMatchObject({ interval: null, noInterval: 'all alike' });
  });
});
