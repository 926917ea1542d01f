/** Step "merging": points that say the same become one, in a balanced tree of pairs. */
import { mergeTree } from '../../criteria/merge-tree.ts';
import type { Advice, ModelPoint, Point } from '../../domain/advice.ts';
import { PointId } from '../../domain/ids.ts';
import { runStep } from '../run-step.ts';
import type { Discovery, Gathered } from './discovery.ts';

/** Joins lists that are each free of repetition: what was found before, then one list per page or per answer. */
export async function mergePoints(
  { run, ports, task, usage, warnings }: Discovery,
  lists: readonly (readonly Point[])[],
  advice: Gathered['advice'],
): Promise<readonly Point[]> {
  const merged = await mergeTree(
    lists.filter((points) => points.length > 0),
    advice,
    (items) =>
      runStep(
        run,
        usage,
        'merging',
        ports.engine.mergeAdvice,
        task,
        items,
        (values) => `${values.length} ${values.length === 1 ? 'pair' : 'pairs'} merged`,
        { mayFailWhole: true },
      ),
  );
  warnings.push(...merged.warnings);
  return merged.points;
}

/** One point for each piece, a list per group, with ids that follow those of `before`. */
export function pointsOf<Piece extends Pick<Advice | ModelPoint, 'id' | 'text'>>(
  pieces: readonly Piece[],
  groupOf: (piece: Piece) => string,
  before: readonly Point[],
): Point[][] {
  let last = before.reduce((highest, point) => Math.max(highest, Number(point.id.slice(1))), 0);
  const lists = new Map<string, Point[]>();
  for (const piece of pieces) {
    last += 1;
    const point = { id: PointId.parse(`m${last}`), text: piece.text, adviceIds: [piece.id] };
    lists.set(groupOf(piece), [...(lists.get(groupOf(piece)) ?? []), point]);
  }
  return [...lists.values()];
}
