/** What a store keeps of a set beside its JSON: its summary, and the extractions that it cites. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { counts } from '../domain/groups.ts';
import { extractionKey, type ExtractionId } from '../domain/page.ts';
import type { SetSummary } from '../domain/ports.ts';

export function summaryOf({ id, content, run }: CriteriaSet): SetSummary {
  const kept = content.sources.flatMap(({ via, decision }) => (decision === 'kept' && via !== null ? [via] : []));
  return {
    id,
    instruction: content.task.instruction,
    engine: content.engine.name,
    models: [...new Set(Object.values(content.engine.models))],
    mode: content.mode,
    sources: Object.fromEntries(counts(kept)),
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
  const citing = [...content.sources, ...content.criteria.flatMap(({ evidence }) => evidence)];
  const cited = citing.flatMap(({ extraction }) => extraction ?? []);
  return [...new Map(cited.map((extraction) => [extractionKey(extraction), extraction])).values()];
}
