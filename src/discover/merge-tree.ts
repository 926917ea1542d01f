/** Pairwise merging as a balanced tree: log2(n) levels, the pairs of a level side by side (EvalAgent, summarize). */
import type { Advice, Point } from '../domain/advice.ts';
import type { MergeGroup, MergeItem } from '../domain/engine.ts';
import { PointId } from '../domain/ids.ts';
import { unscored, type Outcome, type Outcomes } from '../domain/outcome.ts';

interface MergedTree {
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

interface AppliedMerge {
  readonly points: readonly Point[];
  /** Ids that the engine named but that neither list holds, or that it named twice. */
  readonly refusedIds: readonly string[];
}

/**
 * One list out of two. A point that no group names stays as it is; a group's advice ids are the union of its
 * points'; an unscored merge keeps both lists. Order: by the first point of each group.
 */
export function applyMerge(
  item: Pick<MergeItem, 'left' | 'right'>,
  outcome: Outcome<readonly MergeGroup[]>,
  nextId: () => PointId,
): AppliedMerge {
  const inputs = [...item.left, ...item.right];
  if (outcome.status === 'unscored') return { points: inputs, refusedIds: [] };
  const byId = new Map(inputs.map((point, index) => [point.id, { point, index }]));
  const taken = new Set<PointId>();
  const refusedIds: string[] = [];
  const placed: { readonly index: number; readonly point: Point }[] = [];
  for (const group of outcome.value) {
    const members = group.pointIds.flatMap((id) => {
      const member = byId.get(id);
      if (member === undefined || taken.has(id)) {
        refusedIds.push(id);
        return [];
      }
      taken.add(id);
      return [member];
    });
    const first = members.reduce<(typeof members)[number] | null>(
      (best, member) => (best === null || member.index < best.index ? member : best),
      null,
    );
    if (first === null) continue;
    const point: Point =
      members.length === 1 && first.point.text === group.text
        ? first.point
        : {
            id: nextId(),
            text: group.text,
            adviceIds: [...new Set(members.flatMap((member) => member.point.adviceIds))],
          };
    placed.push({ index: first.index, point });
  }
  for (const [id, member] of byId) if (!taken.has(id)) placed.push(member);
  return { points: placed.sort((a, b) => a.index - b.index).map(({ point }) => point), refusedIds };
}
