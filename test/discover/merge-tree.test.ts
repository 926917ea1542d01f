import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTree } from '../../src/discover/merge-points.ts';
import type { Point } from '../../src/domain/advice.ts';
import type { MergeGroup, MergeItem } from '../../src/domain/engine.ts';
import { AdviceId, PointId } from '../../src/domain/ids.ts';
import { done, unscored, type Outcome } from '../../src/domain/outcome.ts';

/** Lists of points with consecutive ids, one piece of advice each. */
function lists(lengths: readonly number[]): Point[][] {
  let next = 0;
  return lengths.map((length) =>
    Array.from({ length }, () => {
      next += 1;
      return {
        id: PointId.parse(`m${next}`),
        text: `point ${next}`,
        adviceIds: [AdviceId.parse(`a${next}`)],
      };
    }),
  );
}

function adviceIds(points: readonly Point[]): string[] {
  return points.flatMap((point) => point.adviceIds).sort();
}

const noAdvice = new Map();

describe('mergeTree', () => {
  it('looks at a usual run at once, at a long one in parts that are merged in pairs', async () => {
    const levelsOf = async (lengths: readonly number[]) => {
      const levels: number[][] = [];
      await mergeTree(lists(lengths), noAdvice, async (items) => {
        levels.push(items.map(({ points }) => points.length));
        return new Map(items.map((item) => [item.id, done([])]));
      });
      return levels;
    };
    expect(await levelsOf([10, 10, 10])).toEqual([[30]]);
    expect(await levelsOf(Array.from({ length: 25 }, () => 10))).toEqual([[120, 130], [250]]);
  });

  it('keeps both lists of a failed pair and says so', async () => {
    const input = lists([2, 3]);
    const merged = await mergeTree(
      input,
      noAdvice,
      async (items) => new Map(items.map((item) => [item.id, unscored('timeout')])),
    );
    expect(merged.points).toEqual(input.flat());
    expect(merged.warnings).toEqual([expect.stringContaining('timeout')]);
  });

  it('joins the advice of merged points', async () => {
    const merged = await mergeTree(
      lists([1, 1]),
      noAdvice,
      async (items) =>
        new Map(
          items.map((item) => [item.id, done([{ text: 'both', pointIds: item.points.map((point) => point.id) }])]),
        ),
    );
    expect(merged.points).toEqual([{ id: 'm3', text: 'both', adviceIds: ['a1', 'a2'], instanceIds: [] }]);
  });

  it('refuses invented ids and ids named twice, and restores ids that were lost', async () => {
    const merged = await mergeTree(
      lists([2, 1]),
      noAdvice,
      async (items) =>
        new Map(
          items.map((item) => [
            item.id,
            done([
              { text: 'one', pointIds: [PointId.parse('m1'), PointId.parse('m99')] },
              { text: 'again', pointIds: [PointId.parse('m1')] },
            ]),
          ]),
        ),
    );
    expect(adviceIds(merged.points)).toEqual(['a1', 'a2', 'a3']);
    expect(merged.warnings.join()).toContain('m99, m1');
  });

  it('loses and doubles no advice, whatever an engine answers', async () => {
    const wildOutcome = fc.oneof(
      fc.constant({ kind: 'unscored' as const }),
      fc.record({
        kind: fc.constant('groups' as const),
        groups: fc.array(fc.array(fc.nat(300), { maxLength: 30 }), { maxLength: 8 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(60), { maxLength: 9 }),
        fc.array(wildOutcome, { minLength: 1, maxLength: 12 }),
        async (lengths, wild) => {
          const input = lists(lengths);
          let turn = 0;
          const answer = (item: MergeItem): Outcome<readonly MergeGroup[]> => {
            const outcome = wild[turn++ % wild.length];
            if (outcome === undefined || outcome.kind === 'unscored') return unscored(`pair ${item.id}`);
            return done(
              outcome.groups.map((numbers, index) => ({
                text: `group ${index}`,
                pointIds: numbers.map((number) => PointId.parse(`m${number}`)),
                instanceIds: numbers.slice(0, 2).map((number) => PointId.parse(`m${number}`)),
              })),
            );
          };
          const merged = await mergeTree(
            input,
            noAdvice,
            async (items) => new Map(items.map((item) => [item.id, answer(item)])),
          );
          expect(adviceIds(merged.points)).toEqual(adviceIds(input.flat()));
          for (const point of merged.points)
            expect(point.adviceIds).toEqual(expect.arrayContaining([...(point.instanceIds ?? [])]));
          const ids = merged.points.map((point) => point.id);
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
    );
  });
});
