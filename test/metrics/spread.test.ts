/** How values are spread: by hand, and against a naive count. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spreadOf } from '../../src/metrics/spread.ts';

it('counts tenths, 1 in the last one, and gives the quartiles', () => {
  expect(spreadOf([1, 0, 0.1, 0.05, 0.95])).toEqual({
    tenths: [0.4, 0.2, 0, 0, 0, 0, 0, 0, 0, 0.4],
    quartiles: { low: 0.05, median: 0.1, high: 0.95 },
  });
  expect(spreadOf([])).toEqual({ tenths: [], quartiles: null });
});

it('counts each value once, wherever it lies', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (values) => {
      spreadOf(values).tenths.forEach((share, tenth) => {
        const inside = values.filter((value) => value * 10 >= tenth && (value * 10 < tenth + 1 || tenth === 9));
        expect(Math.abs(share - inside.length / values.length)).toBeLessThan(1e-9);
      });
    }),
  );
});
