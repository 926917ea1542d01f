/** Tells whoever watches a discovery what became of each page. */
import type { Advice } from '../domain/advice.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { SourceWithPage } from './discovery.ts';

/** @param before as they were told the last time: what did not change is not told again */
export function tellSources(
  { emit }: RunContext,
  before: readonly SourceWithPage[],
  after: readonly SourceWithPage[],
  advice: ReadonlyMap<string, Advice> | null = null,
): void {
  const known = new Map(before.map((entry) => [entry.source.id, entry] as const));
  const pieces = new Map<string, number>();
  for (const { sourceId } of advice?.values() ?? []) pieces.set(sourceId, (pieces.get(sourceId) ?? 0) + 1);
  for (const { source, considered } of after) {
    const { id, url, title, decision, reason } = source;
    const former = known.get(id);
    const isSame = former?.source.decision === decision && former.considered === considered;
    const given = pieces.get(id) ?? null;
    if (isSame && given === null) continue;
    const judged = considered ? { state: decision, reason } : { state: 'read' as const, reason: '' };
    emit({ type: 'source', url, title, ...judged, advice: given });
  }
}
