/** Documents made of good and hostile ones: cut, repeated, put together anew, with marks of their format strewn in. */
import fc from 'fast-check';
import { LENGTH_FACTOR } from './run-length.ts';

/** How many runs a property takes. */
export function fuzzing(numRuns: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(numRuns * LENGTH_FACTOR) };
}

/** At most 50 kB. @param marks what the format's parsers act on */
export function mangled(seeds: readonly string[], marks: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(300),
    does: fc.constantFrom('cut', 'repeat', 'strew', 'join'),
    times: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 400 })),
    text: fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary', maxLength: 20 })),
    seed: fc.constantFrom(...seeds),
  });
  return fc.tuple(fc.constantFrom(...seeds), fc.array(edit, { maxLength: 10 })).map(([first, edits]) =>
    edits.reduce((whole, { place, length, does, times, text, seed }) => {
      const at = Math.floor(place * whole.length);
      const [before, part, after] = [whole.slice(0, at), whole.slice(at, at + length), whole.slice(at + length)];
      const middle = { cut: '', repeat: part.repeat(times), strew: text.repeat(times) + part, join: seed.slice(at) };
      return (before + middle[does] + after).slice(0, 50_000);
    }, first),
  );
}
