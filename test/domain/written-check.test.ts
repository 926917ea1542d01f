/** The written form of checks: what is printed is read again as the same check; what is wrong is said plainly. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Check, CheckedPart, CheckFormat, CheckLanguage, Unit } from '../../src/domain/check.ts';
import { InputError } from '../../src/domain/errors.ts';
import { parseCheck } from '../../src/domain/parse-check.ts';
import { printCheck } from '../../src/domain/print-check.ts';

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const bounds = fc.oneof(
  fc.record({ min: fc.nat(999), max: fc.constant(null) }),
  fc.record({ min: fc.constant(null), max: fc.nat(999) }),
  fc.tuple(fc.nat(999), fc.nat(999)).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) })),
);
const { check: anyCheck } = fc.letrec<{ check: Check }>((tie) => ({
  check: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc
      .record({ unit: fc.constantFrom(...Unit.options), bounds })
      .map(({ unit, bounds: own }): Check => ({ kind: 'count', unit, ...own })),
    fc.record({ text: words, bounds }).map(({ text, bounds: own }): Check => ({ kind: 'phrase', text, ...own })),
    fc
      .record({ source: fc.constantFrom('a+', '\\\\d{2}', '["\']', '\\\\\\\\|b'), bounds })
      .map(({ source, bounds: own }): Check => ({ kind: 'pattern', source, ...own })),
    fc.record({ kind: fc.constant('heading'), text: words }),
    fc.record({ kind: fc.constant('edge'), at: fc.constantFrom('start', 'end'), text: words }),
    fc.record({ kind: fc.constant('case'), letters: fc.constantFrom('upper', 'lower', 'title') }),
    fc.record({ kind: fc.constant('wrapped'), open: words, close: words }),
    fc.record({ kind: fc.constant('format'), format: fc.constantFrom(...CheckFormat.options) }),
    fc.record({
      kind: fc.constant('fields'),
      of: fc.constantFrom('json', 'csv', 'table'),
      names: fc.array(words, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('language'), language: fc.constantFrom(...CheckLanguage.options) }),
    fc.record({
      kind: fc.constantFrom('all', 'any'),
      checks: fc.array(tie('check'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not'), check: tie('check') }),
    fc.record({
      kind: fc.constant('each'),
      part: fc.constantFrom(...CheckedPart.options),
      check: tie('check'),
    }),
  ),
}));

describe('the written form', () => {
  it('of every check is read again as the same check', () => {
    fc.assert(
      fc.property(anyCheck, (check) => {
        fc.pre(printCheck(check).length <= 1_000);
        expect(parseCheck(printCheck(check))).toEqual(check);
        expect(Check.parse(check)).toEqual(check);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['word < 50', 'words <= 49'],
    ['Sentences > 2', 'sentences >= 3'],
    ['hashtags', 'hashtags >= 1'],
    ['phrase \'say "hi"\'', 'phrase "say \\"hi\\"" >= 1'],
    ['wrapped in "\'"', 'wrapped in "\'" "\'"'],
    ['language french', 'language French'],
  ])('may be shorter: %s', (written, printed) => {
    expect(printCheck(parseCheck(written))).toBe(printed);
  });

  it.each([
    ['wrods <= 50', '“wrods” cannot be counted; what can: words, sentences'],
    ['words <= many', 'a whole number is expected after “words <=”'],
    ['words 5..3', '5 is more than 3'],
    ['words < 0', 'nothing is less than 0'],
    ['words = 1.5', '“.” has no meaning here'],
    ['words <= 5 emoji', 'after “words <= 5” nothing more is expected'],
    ['mentions "tea"', 'after “mentions” nothing more is expected; to look for words, use phrase "tea"'],
    ['includes "tea"', '“includes” cannot be counted; to look for words, use phrase "tea"; what can'],
    ['phrase tea', 'its words must stand in quotes'],
    ['case big', 'there is no case “big”; what there is: upper, lower, title'],
    ['not(words = 1, emoji)', '“not” takes one check'],
    ['all(words = 1', '“)” is expected'],
    ['', 'it does not begin with a word'],
  ])('that is wrong is refused: %s', (written, why) => {
    expect(() => parseCheck(written)).toThrow(InputError);
    expect(() => parseCheck(written)).toThrow(why);
  });

  it('is refused, not run out of stack, however deep', () => {
    expect(() => parseCheck('not('.repeat(100_000))).toThrow(InputError);
  });

  it('is what docs/checks.md shows', () => {
    const table = readFileSync(new URL('../../docs/checks.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const shown = table.flatMap((line) =>
      [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/gu)].map(([, one]) => one ?? ''),
    );
    expect(shown.length).toBeGreaterThan(20);
    for (const written of shown) expect(() => parseCheck(written), written).not.toThrow();
    for (const unit of Unit.options) expect(table.join('\n'), unit).toContain(unit);
  });
});
