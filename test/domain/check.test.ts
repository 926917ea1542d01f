/** Checks of any size that somebody sends: those that would exhaust whoever walks them are refused before anybody does. */
import { describe, expect, it } from 'vitest';
import { Check } from '../../src/domain/check.ts';
import { GivenCheck } from '../../src/domain/parse-check.ts';

const UPPER = { kind: 'case', letters: 'upper' };
const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((check) => ({ kind: 'not', check }), UPPER);
const wide = (count: number) => ({ kind: 'all', checks: Array.from({ length: count }, () => UPPER) });

describe('a check', () => {
  it('may be nested, and hold many', () => {
    for (const check of [nested(20), wide(499)]) expect(Check.parse(check)).toEqual(check);
  });

  it.each([
    ['deeper', nested(100_000)],
    ['wider', wide(100_000)],
    ['a list of lists', { kind: 'any', checks: [wide(300), wide(300)] }],
  ])('is refused where it is %s than code walks', (_how, check) => {
    for (const schema of [Check, GivenCheck])
      expect(schema.safeParse(check).error?.issues.map(({ message }) => message)).toEqual([
        'should hold at most 500 checks, nested at most 20 deep',
      ]);
  });
});
