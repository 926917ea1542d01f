import { expect, it } from 'vitest';
import { meanFigure } from '../../src/measure/mean-of-groups.ts';

it('has no interval where all that is counted is in one group of several', () => {
  const nothing = { sum: 0, count: 0 };
  const figure = meanFigure([nothing, { sum: 3, count: 5 }, nothing], {});
  expect(figure).toEqual({ value: 3 / 5, scored: 5, missing: 0, interval: null, noInterval: 'n = 1' });
  const { interval } = meanFigure([nothing, { sum: 3, count: 5 }, { sum: 0, count: 5 }], {});
  expect(interval).toMatchObject({ low: 0, high: 3 / 5 });
});
