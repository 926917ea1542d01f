/** Step "merging": points that say the same become one, in a balanced tree over the sources. */
import { mergeTree } from '../../criteria/merge-tree.ts';
import type { Point } from '../../domain/advice.ts';
import { PointId } from '../../domain/ids.ts';
import { runStep } from '../run-step.ts';
import type { CollectedAdvice, Discovery } from './discovery.ts';

export async function mergePoints(
  { run, ports, task, usage, warnings }: Discovery,
  { sources, advice }: CollectedAdvice,
): Promise<readonly Point[]> {
  const bySource = new Map<string, Point[]>(sources.map(({ source }) => [source.id, []]));
  for (const piece of advice.values())
    bySource.get(piece.sourceId)?.push({
      id: PointId.parse(`m${piece.id.slice(1)}`),
      text: piece.text,
      adviceIds: [piece.id],
    });
  const lists = [...bySource.values()].filter((points) => points.length > 0);
  const merged = await mergeTree(lists, advice, (items) =>
    runStep(
      run,
      usage,
      'merging',
      ports.engine.mergeAdvice,
      task,
      items,
      (values) => `${values.length} pairs merged`,
      {
        mayFailWhole: true,
      },
    ),
  );
  warnings.push(...merged.warnings);
  return merged.points;
}
