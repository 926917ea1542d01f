/** What a store keeps of a set beside its JSON: its summary, and the extractions that it cites. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { extractionKey, type ExtractionId } from '../domain/page.ts';
import type { SetSummary } from '../domain/ports.ts';

export function summaryOf({ id, content, run }: CriteriaSet): SetSummary {
  const sources: Record<string, number> = {};
  for (const { via, decision } of content.sources)
    if (via !== null && decision === 'kept') sources[via] = (sources[via] ?? 0) + 1;
  return {
    id,
    instruction: content.task.instruction,
    engine: content.engine.name,
    models: [...new Set(Object.values(content.engine.models))],
    mode: content.mode,
    sources,
    criteria: content.criteria.length,
    startedAt: run.startedAt,
    kind: content.kind?.name ?? null,
    parent: content.parent ?? null,
    guideTo: content.guideTo ?? null,
    guide: content.gatheredFor?.guide ?? null,
  };
}

interface Citing {
  readonly extraction: ExtractionId | null;
}
interface CitingSet {
  readonly content: {
    readonly sources: readonly Citing[];
    readonly criteria: readonly { readonly evidence: readonly Citing[] }[];
  };
}

/** Those behind the set's quotes, and those of dropped sources, whose reasons stay checkable; each once. */
export function citedExtractions({ content }: CitingSet): ExtractionId[] {
  const cited = new Map<string, ExtractionId>();
  for (const { extraction } of [...content.sources, ...content.criteria.flatMap(({ evidence }) => evidence)])
    if (extraction !== null) cited.set(extractionKey(extraction), extraction);
  return [...cited.values()];
}
