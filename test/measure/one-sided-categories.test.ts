import { expect, it } from 'vitest';
import { NOTHING, type JudgeRow, type Said } from '../../src/data/judge-row.ts';
import { oneSidedCategories } from '../../src/measure/one-sided-categories.ts';
import { oneSidedText } from '../../src/report/measured-judge.ts';

const row = (predicted: Said | null, ...labels: readonly (Said | null)[]): JudgeRow => ({
  ...NOTHING,
  id: '1',
  predicted,
  labels,
});

it('names categories that one side alone gives, in one word for the same answer', () => {
  const { byJudge, byPeople, hideRates } = oneSidedCategories([
    row('yes', 'yes', 'nope'),
    row('n/a', 'not-applicable'),
  ]);
  expect([[...byJudge], [...byPeople], hideRates]).toEqual([[], [['nope', 1]], true]);
  const answers = oneSidedCategories([row('yes', 'yes'), row('n/a', 'yes')]);
  expect([[...answers.byJudge], answers.hideRates]).toEqual([[['not-applicable', 1]], false]);
});

it('says nothing where one side gives nothing at all, or both give the same, and names the first five', () => {
  expect(oneSidedText(oneSidedCategories([row('yes'), row('no')]))).toBeNull();
  expect(oneSidedText(oneSidedCategories([row('yes', 'no'), row('no', 'yes')]))).toBeNull();
  const many = oneSidedCategories([row('a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')]);
  expect(oneSidedText(many)).toContain('“f” (1), 2 more.');
  expect(oneSidedText(many)).not.toContain('DRFR');
});
