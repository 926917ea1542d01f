/** How values are spread: by hand, and against a naive count. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { histogram } from '../../src/metrics/histogram.ts';
import { listSizes } from '../../src/metrics/list-sizes.ts';
import { spreadOf } from '../../src/metrics/spread.ts';

it('counts tenths, 1 in the last one, and gives the quartiles', () => {
  expect(spreadOf([1, 0, 0.1, 0.05, 0.95])).toEqual({
    tenths: [0.4, 0.2, 0, 0, 0, 0, 0, 0, 0, 0.4],
    quartiles: { low: 0.05, median: 0.1, high: 0.95 },
  });
  // 1 − .9 and 1 − .8 are .0999… and .1999… in binary.
  expect(spreadOf([1 - 0.9, 1 - 0.8]).tenths).toEqual([0, 0.5, 0.5, 0, 0, 0, 0, 0, 0, 0]);
  expect(spreadOf([])).toEqual({ tenths: [], quartiles: null });
});

it('counts each value once, wherever it lies', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (values) => {
      spreadOf(values).tenths.forEach((share, tenth) => {
        const places = values.map((value) => value * 10 + 1e-9);
        const inside = places.filter((place) => place >= tenth && (place < tenth + 1 || tenth === 9));
        expect(Math.abs(share - inside.length / values.length)).toBeLessThan(1e-9);
      });
    }),
  );
});

it('counts more values than a call may have arguments', () => {
  const many = Array.from({ length: 200_000 }, (_, at) => at % 2);
  expect(listSizes(many)).toMatchObject({ lists: 200_000, min: 0, max: 1, mean: 0.5, sum: 100_000 });
  expect(histogram(many, 1)).toEqual([
    { at: 0, count: 100_000 },
    { at: 1, count: 100_000 },
  ]);
});
