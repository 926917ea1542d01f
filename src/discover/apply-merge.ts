/** Turns what an engine says of a merge into points, so that no advice is lost and none is invented. */
import type { Point } from '../domain/advice.ts';
import type { MergeGroup, MergeItem } from '../domain/engine.ts';
import type { PointId } from '../domain/ids.ts';
import type { Outcome } from '../domain/outcome.ts';

export interface AppliedMerge {
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
