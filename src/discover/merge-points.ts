/** Step "merging": points that say the same become one, in a balanced tree of pairs. */
import { mergeTree } from './merge-tree.ts';
import type { Advice, ModelPoint, Point } from '../domain/advice.ts';
import { PointId } from '../domain/ids.ts';
import { outcomesOf, throwIfStopped, timeStep } from '../run/run-step.ts';
import type { Discovery, Gathered } from './discovery.ts';

/** Joins lists that are each free of repetition: what was found before, then one list per page or per answer. */
export async function mergePoints(
  { run, ports, task, usage, warnings }: Discovery,
  lists: readonly (readonly Point[])[],
  advice: Gathered['advice'],
): Promise<readonly Point[]> {
  const [first = [], ...others] = lists.filter((points) => points.length > 0);
  // Each pair makes one list of two.
  const pairs = others.length;
  if (pairs === 0) return first;
  return timeStep(run, usage, 'merging', pairs, async () => {
    let done = 0;
    let unscored = 0;
    const merged = await mergeTree([first, ...others], advice, async (items) => {
      throwIfStopped(run);
      const outcomes = await outcomesOf(run, 'merging', ports.engine.mergeAdvice, task, items);
      unscored += [...outcomes.values()].filter(({ status }) => status === 'unscored').length;
      done += items.length;
      run.emit({ type: 'step-progress', step: 'merging', done, total: pairs });
      return outcomes;
    });
    warnings.push(...merged.warnings);
    const before = first.length + others.flat().length;
    return {
      result: merged.points,
      unscored,
      summary: `${merged.points.length} different points of ${before}`,
    };
  });
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
