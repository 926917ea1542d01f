/** The canonical form: what JSON.stringify writes of a copy whose keys are sorted. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/text/hash.ts';

/** By a replacer, member by member. */
function sortedByReplacer(value: unknown): string {
  const sorted = (_name: string, member: unknown): unknown =>
    typeof member !== 'object' || member === null || Array.isArray(member)
      ? member
      : Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify(value, sorted);
}

it('is the JSON of a copy with sorted keys, whatever strings, keys and gaps there are', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', '"\\', '\ud800', 'a\u2028b', 'a\nb', 'a', 'b'),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      ...[text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined)],
      fc.date({ noInvalidDate: true }),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(fc.record({ value }), (record) => {
      expect(canonicalJson(record)).toBe(sortedByReplacer(record));
    }),
  );
});
