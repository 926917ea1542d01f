/** Which criteria tell better drafts from worse ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discrimination, type JudgedDraft } from '../../src/measure/discrimination.ts';
import { growth, LINEAR } from '../support/growth.ts';

const TASK = { instruction: 'Write a toast', context: null };
const draft = (system: string, answers: readonly JudgedDraft['items'][number]['answer'][]): JudgedDraft => ({
  ...{ task: TASK, system, items: answers.map((answer, index) => ({ text: `criterion ${index}`, answer })) },
});

describe('discrimination', () => {
  it('counts pairs of a better and a worse draft, and leaves out what has no verdict', () => {
    const { tasks } = discrimination(
      [
        draft('able', ['yes', 'yes', null, 'not-applicable']),
        draft('able', ['yes', 'no', 'yes', 'yes']),
        draft('ordinary', ['no', 'yes', 'no', 'no']),
        draft('other', ['yes', 'yes', 'yes', 'yes']),
      ],
      'able',
      'ordinary',
    );
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({ better: 2, worse: 1 });
    expect(
      tasks[0]?.items.map(({ right, wrong, tied, unscored, index }) => [right, wrong, tied, unscored, index]),
    ).toEqual([
      [2, 0, 0, 0, 1],
      [0, 1, 1, 0, -0.5],
      [1, 0, 0, 1, 1],
      [1, 0, 0, 1, 1],
    ]);
  });

  it('takes no more than linear time in tasks', { timeout: 120_000 }, async () => {
    const draftsOf = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        ['able', 'ordinary'].map((system) => ({
          ...draft(system, ['yes']),
          task: { instruction: `Write text ${index}`, context: null },
        })),
      ).flat();
    const [small, large] = [draftsOf(250), draftsOf(4_000)];
    const compared = (count: number) => discrimination(count === 4_000 ? large : small, 'able', 'ordinary');
    expect(await growth(compared, 4_000)).toBeLessThan(LINEAR);
  });

  it('gives the point-biserial correlation with the other items, by its textbook form', () => {
    const answers = fc.array(fc.constantFrom('yes' as const, 'no' as const), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(answers, { minLength: 2, maxLength: 9 }), (rows) => {
        const drafts = rows.map((row, index) => draft(index === 0 ? 'able' : 'ordinary', row));
        const [task] = discrimination(drafts, 'able', 'ordinary').tasks;
        task?.items.forEach(({ restCorrelation }, item) => {
          const points = rows.map((row) => ({
            meets: row[item] === 'yes',
            rest: row.filter((answer, index) => index !== item && answer === 'yes').length / 3,
          }));
          // (M1 - M0) / s · √(p q), s divided by n.
          const meanOf = (of: readonly { readonly rest: number }[]) =>
            of.reduce((sum, { rest }) => sum + rest, 0) / of.length;
          const [ones, zeros] = [points.filter(({ meets }) => meets), points.filter(({ meets }) => !meets)];
          const spread = Math.sqrt(
            points.reduce((sum, { rest }) => sum + (rest - meanOf(points)) ** 2, 0) / points.length,
          );
          if (ones.length === 0 || zeros.length === 0 || spread < 1e-9) expect(restCorrelation).toBeNull();
          else {
            const share = ones.length / points.length;
            const expected = ((meanOf(ones) - meanOf(zeros)) / spread) * Math.sqrt(share * (1 - share));
            expect(restCorrelation).toBeCloseTo(expected, 9);
          }
        });
      }),
    );
  });

  it('names the systems that there are where one is missing', () => {
    expect(() => discrimination([draft('able', ['yes'])], 'able', 'weak')).toThrow(
      'No task has judged drafts of both “able” and “weak”.',
    );
  });
});
