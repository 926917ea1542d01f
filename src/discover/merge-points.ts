/** Step "merging": merges points of the same demand into themes, in a balanced tree (EvalAgent, summarize). */
import type { Advice, ModelPoint, Point } from '../domain/advice.ts';
import type { MergeGroup, MergeItem } from '../domain/engine.ts';
import { PointId } from '../domain/ids.ts';
import { type Outcome, type Outcomes, reasonsIn, unscored } from '../domain/outcome.ts';
import { throwIfStopped, timeStep } from '../run/run-step.ts';
import { type Discovery, type DiscoveryState, outcomesOf } from './discovery.ts';

/** Merges the unmerged lists into the points. */
export async function mergePoints(discovery: Discovery, state: DiscoveryState): Promise<DiscoveryState> {
  const { run, ports, usage, warnings } = discovery;
  const { advice, ofKind } = state;
  // Criteria of the kind of text were merged before; what says the same beside them, the review finds.
  const settled = state.points.filter(({ id }) => ofKind.has(id));
  const others = state.points.filter(({ id }) => !ofKind.has(id));
  const lists = [others, ...state.unmerged].filter((points) => points.length > 0);
  if (lists.length < 2) return { ...state, points: [...settled, ...lists.flat()], unmerged: [] };
  const before = lists.flat().length;
  const points = await timeStep(run, usage, 'merging', before, async () => {
    const lost: string[] = [];
    const merged = await mergeTree(lists, advice, async (items) => {
      throwIfStopped(run);
      const outcomes = await outcomesOf(discovery, 'merging', ports.engine.mergeAdvice, items);
      lost.push(...reasonsIn(outcomes.values()));
      return outcomes;
    });
    warnings.push(...merged.warnings);
    const summary = `${merged.points.length} different demands of ${before}`;
    return { result: merged.points, lost, summary };
  });
  return { ...state, points: [...settled, ...points], unmerged: [] };
}

/** One point per piece, one list per group. Ids continue after those of `existing`. */
export function pointsOf<Piece extends Pick<Advice | ModelPoint, 'id' | 'text'>>(
  pieces: readonly Piece[],
  groupOf: (piece: Piece) => string,
  existing: readonly Point[],
): Point[][] {
  const nextId = idsAfter(existing);
  const lists = new Map<string, Point[]>();
  for (const piece of pieces) {
    const list = lists.get(groupOf(piece)) ?? [];
    list.push({ id: nextId(), text: piece.text, adviceIds: [piece.id] });
    lists.set(groupOf(piece), list);
  }
  return [...lists.values()];
}

export function idsAfter(points: readonly Point[]): () => PointId {
  let last = points.reduce((highest, { id }) => Math.max(highest, Number(id.slice(1))), 0);
  return () => PointId.parse(`m${(last += 1)}`);
}

/** About 5,000 tokens: a usual run needs one call. */
export const MAX_POINTS_PER_MERGE = 180;

/**
 * Packs the lists into parts of one call each, merges the parts in parallel, then merges the results in pairs.
 * @param lists one per source, in a fixed order @param mergeLevel runs all merges of one level
 */
export async function mergeTree(
  lists: readonly (readonly Point[])[],
  advice: ReadonlyMap<string, Advice>,
  mergeLevel: (items: readonly MergeItem[]) => Promise<Outcomes<readonly MergeGroup[]>>,
) {
  const warnings: string[] = [];
  const nextId = idsAfter(lists.flat());
  async function mergeParts(parts: readonly (readonly Point[])[], depth: number): Promise<(readonly Point[])[]> {
    const items = parts.map((points, index): MergeItem => ({ id: `${depth}.${index + 1}`, points, advice }));
    const outcomes = await mergeLevel(items);
    return items.map((item) => {
      const outcome = outcomes.get(item.id) ?? unscored('no outcome');
      if (outcome.status === 'unscored')
        warnings.push(`Merge ${item.id} was not done (${outcome.reason}); its points were kept as they were.`);
      const { points, refusedIds } = applyMerge(item, outcome, nextId);
      if (refusedIds.length > 0)
        warnings.push(`Merge ${item.id} named ids that are not its own or named them twice: ${refusedIds.join(', ')}.`);
      return points;
    });
  }

  let parts = await mergeParts(packLists(lists), 1);
  for (let depth = 2; parts.length > 1; depth += 1) {
    const odd = parts.length % 2 === 1 ? parts.slice(-1) : [];
    const pairs = Array.from({ length: Math.floor(parts.length / 2) }, (_, index) =>
      parts.slice(2 * index, 2 * index + 2).flat(),
    );
    parts = [...(await mergeParts(pairs, depth)), ...odd];
  }
  return { points: parts.flat(), warnings };
}

/** Packs whole lists, in order, into as few parts as possible, of nearly equal size. */
function packLists(lists: readonly (readonly Point[])[]): (readonly Point[])[] {
  const total = lists.flat().length;
  const partSize = total / Math.max(1, Math.ceil(total / MAX_POINTS_PER_MERGE));
  const parts: Point[][] = [];
  let packed = 0;
  for (const list of lists) {
    const part = Math.min(Math.floor((packed + list.length / 2) / partSize), parts.length);
    (parts[part] ??= []).push(...list);
    packed += list.length;
  }
  return parts;
}

/**
 * One theme per group, in the place of its first point. Points without a group stay as they are; an unscored merge keeps
 * all points. @returns `refusedIds`: unknown or repeated ids from the engine
 */
function applyMerge({ points: inputs }: MergeItem, outcome: Outcome<readonly MergeGroup[]>, nextId: () => PointId) {
  if (outcome.status === 'unscored') return { points: inputs, refusedIds: [] };
  const remaining = new Map(inputs.map((point, index) => [point.id, { point, index }]));
  const refusedIds: string[] = [];
  const placed: { readonly index: number; readonly point: Point }[] = [];
  for (const { text, pointIds, instanceIds = [] } of outcome.value) {
    const members = pointIds.flatMap((id) => {
      const member = remaining.get(id);
      if (!remaining.delete(id)) refusedIds.push(id);
      return member ?? [];
    });
    const [first] = members.toSorted((a, b) => a.index - b.index);
    if (first === undefined) continue;
    const isUnchanged = members.length === 1 && first.point.text === text;
    const pieces = new Set(members.flatMap(({ point }) => point.adviceIds));
    const instances = new Set(
      members.flatMap(({ point }) => (instanceIds.includes(point.id) ? point.adviceIds : (point.instanceIds ?? []))),
    );
    const theme = { id: nextId(), text, adviceIds: [...pieces], instanceIds: [...instances] };
    placed.push({ index: first.index, point: isUnchanged ? first.point : theme });
  }
  placed.push(...remaining.values());
  return { points: placed.sort((a, b) => a.index - b.index).map(({ point }) => point), refusedIds };
}
