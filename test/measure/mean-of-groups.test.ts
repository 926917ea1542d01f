import { expect, it } from 'vitest';
import { meanFigure, meanOfGroups } from '../../src/measure/mean-of-groups.ts';

it('has no interval where all that is counted is in one group of several', () => {
  const nothing = { sum: 0, count: 0 };
  const figure = meanFigure([nothing, { sum: 3, count: 5 }, nothing], {});
  expect(figure).toEqual({ value: 3 / 5, scored: 5, missing: 0, interval: null, noInterval: 'n = 1' });
  const { interval } = meanFigure([nothing, { sum: 3, count: 5 }, { sum: 0, count: 5 }], {});
  expect(interval).toMatchObject({ low: 0, high: 3 / 5 });
});

it('draws whole groups where there are two, and values where there is one', () => {
  const [ones, zeros] = [Array<number>(20).fill(1), Array<number>(20).fill(0)];
  expect(meanOfGroups([ones, zeros], {}).interval).toMatchObject({ low: 0, high: 1 });
  const { interval } = meanOfGroups([[...ones, ...zeros]], {});
  expect(interval?.low).toBeGreaterThan(0.2);
  expect(interval?.high).toBeLessThan(0.8);
});
