/** A kept score has to lie on the scale that its record names. */
import { expect, it } from 'vitest';
import { Scoring } from '../../src/judge/scoring.ts';

const scored = (...samples: number[]) => ({
  status: 'scored',
  score: samples.reduce((sum, each) => sum + each, 0) / samples.length,
  samples,
  reason: 'It is clear.',
});
const record = {
  ...{ name: 'a', task: null, response: 'A.', by: 'score', scale: [0, 0.1], checklist: null, aids: null },
  ...{ judges: {}, warnings: [], usage: [] },
};

it.each([
  ['a mean that is rounded up', { result: scored(0.1, 0.1, 0.1) }, true],
  ['no score', { result: { status: 'unscored', reason: 'Nobody answered.' } }, true],
  ['a score above it', { result: scored(0.2) }, false],
  ['a sample below it', { result: scored(-0.1, 0.1) }, false],
  ['a member of a panel above it', { result: scored(0.1), members: [{ model: 'm', result: scored(5) }] }, false],
])('%s', (_, found, isSound) => {
  const parsed = Scoring.safeParse({ ...record, ...found });
  expect(parsed.success).toBe(isSound);
  if (!isSound) expect(parsed.error?.issues).toMatchObject([{ message: 'has a score beyond its scale' }]);
});
