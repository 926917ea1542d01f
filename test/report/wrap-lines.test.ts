import { expect, it } from 'vitest';
import { wrapLines } from '../../src/report/wrap.ts';

it('puts a command that does not fit beside its label on a line of its own', () => {
  const command = 'npx groundrule audit cs_544545a558ca45d418632746';
  expect(wrapLines(`What each criterion rests on: ${command}`, 60)).toBe(`What each criterion rests on:\n${command}`);
});
