/** Pairwise merging as a balanced tree: log2(n) levels, the pairs of a level side by side (EvalAgent, summarize). */
import type { Advice, Point } from '../domain/advice.ts';
import type { MergeGroup, MergeItem } from '../domain/engine.ts';
import { PointId } from '../domain/ids.ts';
import type { Outcomes } from '../domain/outcome.ts';
import { unscored } from '../domain/outcome.ts';
import { applyMerge } from './apply-merge.ts';

export interface MergedTree {
  readonly points: readonly Point[];
  readonly warnings: readonly string[];
}

/**
 * @param lists one list of points per source, in a fixed order
 * @param mergeLevel merges all pairs of one level; one outcome per item by id
 */
export async function mergeTree(
  lists: readonly (readonly Point[])[],
  advice: ReadonlyMap<string, Advice>,
  mergeLevel: (items: readonly MergeItem[]) => Promise<Outcomes<readonly MergeGroup[]>>,
): Promise<MergedTree> {
  const warnings: string[] = [];
  let lastId = lists.flat().reduce((last, point) => Math.max(last, Number(point.id.slice(1))), 0);
  const nextId = (): PointId => PointId.parse(`m${(lastId += 1)}`);
  let level: readonly (readonly Point[])[] = lists;
  for (let depth = 1; level.length > 1; depth += 1) {
    const items: MergeItem[] = [];
    for (let index = 0; index + 1 < level.length; index += 2)
      items.push({
        id: `${depth}.${index / 2 + 1}`,
        left: level[index] ?? [],
        right: level[index + 1] ?? [],
        advice,
      });
    const outcomes = await mergeLevel(items);
    const merged = items.map((item) => {
      const outcome = outcomes.get(item.id) ?? unscored('no outcome');
      if (outcome.status === 'unscored')
        warnings.push(
          `Merge ${item.id} was not done (${outcome.reason}); both its lists were kept as they were.`,
        );
      const { points, refusedIds } = applyMerge(item, outcome, nextId);
      if (refusedIds.length > 0)
        warnings.push(
          `Merge ${item.id} named ids that are not its own or named them twice: ${refusedIds.join(', ')}.`,
        );
      return points;
    });
    const odd = level.length % 2 === 1 ? level.at(-1) : undefined;
    level = odd === undefined ? merged : [...merged, odd];
  }
  return { points: level[0] ?? [], warnings };
}
