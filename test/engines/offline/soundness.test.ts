/** Whether a criterion may stand is a matter of weight: no doubt speaks for it, agreement does. */
import { describe, expect, it } from 'vitest';
import type { Doubt, Sign } from '../../../src/engines/offline/doubts.ts';
import { rewriteSentence } from '../../../src/engines/offline/rewrite-sentence.ts';
import { gravestDoubt, soundnessOf } from '../../../src/engines/offline/soundness.ts';

const SIGNS: readonly Sign[] = [
  'backward',
  'bare',
  'dangling',
  'grammar',
  'long',
  'person',
  'reference',
  'special',
  'spliced',
  'unknown',
  'unplain',
];

function doubt(sign: Sign): Doubt {
  return { sign, reason: `It is ${sign}.` };
}

function soundness(
  sentence: string,
  { sources = 1, doubts }: { sources?: number; doubts?: readonly Doubt[] } = {},
): number {
  const made = rewriteSentence(sentence, () => false);
  if ('reason' in made) throw new Error(made.reason);
  const composed = doubts === undefined ? made : { ...made, doubts };
  return soundnessOf({ composed, advised: sentence, quote: sentence, sources, isShared: () => false });
}

describe('the soundness of a criterion', () => {
  const sentence = 'Name the source of every figure.';

  it.each(SIGNS)('falls with a doubt: %s', (sign) => {
    const sure = soundness(sentence, { doubts: [] });
    const doubted = soundness(sentence, { doubts: [doubt(sign)] });
    expect(doubted).toBeLessThan(sure);
    expect(soundness(sentence, { doubts: [doubt(sign), doubt(sign)] })).toBe(doubted);
  });

  it('rises where a second source advises the same', () => {
    expect(soundness(sentence, { sources: 2 })).toBeGreaterThan(soundness(sentence));
  });

  it('tells a demand that stands alone from one that points back', () => {
    expect(soundness('Open with the date, the place and the name of the ship.')).toBeGreaterThan(0.8);
    expect(soundness('Put these in it before them.')).toBeLessThan(0.2);
  });

  it('names the doubt that weighs most', () => {
    expect(gravestDoubt([doubt('bare'), doubt('person'), doubt('special')])?.sign).toBe('person');
    expect(gravestDoubt([])).toBeUndefined();
  });
});
