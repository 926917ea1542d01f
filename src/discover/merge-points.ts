/** Step "merging": points that say the same become one, in a balanced tree of pairs (EvalAgent, summarize). */
import type { Advice, ModelPoint, Point } from '../domain/advice.ts';
import type { MergeGroup, MergeItem } from '../domain/engine.ts';
import { PointId } from '../domain/ids.ts';
import { type Outcome, type Outcomes, reasonsIn, unscored } from '../domain/outcome.ts';
import { throwIfStopped, timeStep } from '../run/run-step.ts';
import { type Discovery, type Gathered, outcomesOf } from './discovery.ts';

/** Joins lists that are each free of repetition: what was found before, then one list per page or per answer. */
export async function mergePoints(
  discovery: Discovery,
  lists: readonly (readonly Point[])[],
  advice: Gathered['advice'],
): Promise<readonly Point[]> {
  const { run, ports, usage, warnings } = discovery;
  const [first = [], ...others] = lists.filter((points) => points.length > 0);
  const pairs = others.length;
  if (pairs === 0) return first;
  return timeStep(run, usage, 'merging', pairs, async () => {
    let done = 0;
    const lost: string[] = [];
    const merged = await mergeTree([first, ...others], advice, async (items) => {
      throwIfStopped(run);
      const outcomes = await outcomesOf(discovery, 'merging', ports.engine.mergeAdvice, items);
      lost.push(...reasonsIn(outcomes.values()));
      done += items.length;
      run.emit({ type: 'step-progress', step: 'merging', done, total: pairs });
      return outcomes;
    });
    warnings.push(...merged.warnings);
    const summary = `${merged.points.length} different points of ${first.length + others.flat().length}`;
    return { result: merged.points, lost, summary };
  });
}

/** One point for each piece, a list per group, with ids that follow those of `before`. */
export function pointsOf<Piece extends Pick<Advice | ModelPoint, 'id' | 'text'>>(
  pieces: readonly Piece[],
  groupOf: (piece: Piece) => string,
  before: readonly Point[],
): Point[][] {
  const nextId = idsAfter(before);
  const lists = new Map<string, Point[]>();
  for (const piece of pieces) {
    const list = lists.get(groupOf(piece)) ?? [];
    list.push({ id: nextId(), text: piece.text, adviceIds: [piece.id] });
    lists.set(groupOf(piece), list);
  }
  return [...lists.values()];
}

function idsAfter(points: readonly Point[]): () => PointId {
  let last = points.reduce((highest, { id }) => Math.max(highest, Number(id.slice(1))), 0);
  return () => PointId.parse(`m${(last += 1)}`);
}

/** @param lists one per source, in a fixed order @param mergeLevel merges all pairs of one level */
export async function mergeTree(
  lists: readonly (readonly Point[])[],
  advice: ReadonlyMap<string, Advice>,
  mergeLevel: (items: readonly MergeItem[]) => Promise<Outcomes<readonly MergeGroup[]>>,
) {
  const warnings: string[] = [];
  const nextId = idsAfter(lists.flat());
  let level: readonly (readonly Point[])[] = lists;
  for (let depth = 1; level.length > 1; depth += 1) {
    const items: MergeItem[] = [];
    for (let index = 0; index + 1 < level.length; index += 2)
      items.push({
        ...{ id: `${depth}.${index / 2 + 1}`, advice },
        ...{ left: level[index] ?? [], right: level[index + 1] ?? [] },
      });
    const outcomes = await mergeLevel(items);
    const merged = items.map((item) => {
      const outcome = outcomes.get(item.id) ?? unscored('no outcome');
      if (outcome.status === 'unscored')
        warnings.push(`Merge ${item.id} was not done (${outcome.reason}); both its lists were kept as they were.`);
      const { points, refusedIds } = applyMerge(item, outcome, nextId);
      if (refusedIds.length > 0)
        warnings.push(`Merge ${item.id} named ids that are not its own or named them twice: ${refusedIds.join(', ')}.`);
      return points;
    });
    const odd = level.length % 2 === 1 ? level.at(-1) : undefined;
    level = odd === undefined ? merged : [...merged, odd];
  }
  return { points: level[0] ?? [], warnings };
}

/**
 * One list out of two, by the first point of each group. A point that no group names stays as it is; an unscored merge
 * keeps both lists. @returns also the ids that the engine named but that neither list holds, or that it named twice
 */
function applyMerge({ left, right }: MergeItem, outcome: Outcome<readonly MergeGroup[]>, nextId: () => PointId) {
  const inputs = [...left, ...right];
  if (outcome.status === 'unscored') return { points: inputs, refusedIds: [] };
  const untaken = new Map(inputs.map((point, index) => [point.id, { point, index }]));
  const refusedIds: string[] = [];
  const placed: { readonly index: number; readonly point: Point }[] = [];
  for (const { text, pointIds } of outcome.value) {
    const members = pointIds.flatMap((id) => {
      const member = untaken.get(id);
      if (!untaken.delete(id)) refusedIds.push(id);
      return member ?? [];
    });
    const [first] = members.toSorted((a, b) => a.index - b.index);
    if (first === undefined) continue;
    const isUnchanged = members.length === 1 && first.point.text === text;
    const adviceIds = [...new Set(members.flatMap(({ point }) => point.adviceIds))];
    placed.push({ index: first.index, point: isUnchanged ? first.point : { id: nextId(), text, adviceIds } });
  }
  placed.push(...untaken.values());
  return { points: placed.sort((a, b) => a.index - b.index).map(({ point }) => point), refusedIds };
}
