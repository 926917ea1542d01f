/** JSON of requests: counted before it is read, whatever its strings hold. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProblemError } from '../../src/service/problems.ts';
import { parseJson } from '../../src/service/read-body.ts';
import { growth, LINEAR } from '../support/growth.ts';

const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ',', ']', '}', 'a', '\n', 'é') });

it('counts no bracket, comma or quote within a string', () => {
  fc.assert(
    fc.property(fc.array(tricky, { maxLength: 20 }), (strings) => {
      const values = Array.from({ length: 9_990 }, (_, at) => strings[at] ?? '');
      expect(parseJson(JSON.stringify(values))).toEqual(values);
      expect(() => parseJson(JSON.stringify([...values, ...Array<string>(20).fill('')]))).toThrow(ProblemError);
    }),
    { numRuns: 20 },
  );
});

it.each(['\\"', '\\\\', 'a', '\\n'])('takes the time of its text for strings of %s', async (piece) => {
  const parse = (length: number) => parseJson(`["${piece.repeat(length / piece.length)}"]`);
  expect(await growth(parse, 1_600_000)).toBeLessThan(LINEAR);
});
