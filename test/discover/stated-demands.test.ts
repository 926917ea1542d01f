import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statedDemandsOf } from '../../src/discover/stated-demands.ts';

const textsOf = (instruction: string): string[] => statedDemandsOf(instruction).map(({ text }) => text);

describe('what an instruction states plainly', () => {
  it('is a bound on a measure and words to use, in its own words', () => {
    expect(textsOf('Write a product text under 150 words and include the keywords solar, roof and "rebate".')).toEqual([
      'The response should be as the instruction says: “under 150 words”.',
      "The response should be as the instruction says: “include the keywords solar, roof and 'rebate'”.",
    ]);
  });

  it('is nothing where the instruction only names its task', () => {
    expect(textsOf('Write discharge instructions for a hip patient')).toEqual([]);
    expect(textsOf('Write about the words that 150 people used in 1990 for over 20 years')).toEqual([]);
  });

  it('never says what the instruction does not', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ maxLength: 20 }),
            fc.constantFrom('under 150 words', 'at least 3 paragraphs', 'use the words sun and moon', '.'),
          ),
          { maxLength: 8 },
        ),
        (parts) => {
          const instruction = parts.join(' ');
          const plain = (text: string): string => text.replaceAll(/["“”'\s]+/gu, '');
          for (const { text } of statedDemandsOf(instruction)) {
            const [, quoted = ''] = /“(.*)”/su.exec(text) ?? [];
            expect(plain(quoted)).not.toBe('');
            expect(plain(instruction)).toContain(plain(quoted));
          }
        },
      ),
    );
  });
});
