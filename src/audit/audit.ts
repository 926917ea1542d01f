/** Audits a set: the evidence of each criterion in context, and the verification of the record. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion, Evidence } from '../domain/criterion.ts';
import type { SetSummary, StorePort } from '../domain/ports.ts';
import type { Source } from '../domain/source.ts';
import { verifySet, type Verification } from './verify-set.ts';

/** UTF-16 units of context on each side of a quote. */
const CONTEXT_CHARS = 120;

export interface AuditedEvidence {
  readonly evidence: Evidence;
  /** The context of the quote. `isImported`: the page was imported, not fetched here. Null if the page is not stored. */
  readonly passage: { readonly before: string; readonly after: string; readonly isImported: boolean } | null;
}

export interface AuditedCriterion {
  readonly criterion: Criterion;
  readonly evidence: readonly AuditedEvidence[];
}

export interface AuditedSource {
  readonly source: Source;
  /** The criteria that cite it, in order. */
  readonly criteria: readonly Criterion[];
}

export interface Audit {
  readonly set: CriteriaSet;
  readonly criteria: readonly AuditedCriterion[];
  /** Every source considered, kept or dropped. */
  readonly sources: readonly AuditedSource[];
  readonly verification: Verification;
  /** Of other stored sets with the same guide, or of those that take their advice from this guide: the newest. */
  readonly sharedWith: readonly Pick<SetSummary, 'id' | 'instruction'>[];
}

const MAX_SHARED_WITH = 1_000;

export async function audit(set: CriteriaSet, store: StorePort): Promise<Audit> {
  const criteria = await Promise.all(
    set.content.criteria.map(async (criterion) => ({
      criterion,
      evidence: await Promise.all(
        criterion.evidence.map(async (evidence) => ({ evidence, passage: await passageOf(evidence, store) })),
      ),
    })),
  );
  const sources = sourcesWith(set.content.sources, set.content.criteria);
  return {
    set,
    criteria,
    sources,
    verification: await verifySet(set, store),
    sharedWith: await sharedWith(set, store),
  };
}

async function sharedWith({ id, content }: CriteriaSet, store: StorePort): Promise<Audit['sharedWith']> {
  const guide = content.guideTo === undefined ? content.gatheredFor?.guide : id;
  if (guide === undefined) return [];
  const sets = await store.listSets(MAX_SHARED_WITH, { guide });
  return sets.filter((set) => set.id !== id).map((set) => ({ id: set.id, instruction: set.instruction }));
}

export function sourcesWith(sources: readonly Source[], criteria: readonly Criterion[]): readonly AuditedSource[] {
  return sources.map((source) => ({
    source,
    criteria: criteria.filter(({ evidence }) => evidence.some(({ sourceId }) => sourceId === source.id)),
  }));
}

async function passageOf(evidence: Evidence, store: StorePort): Promise<AuditedEvidence['passage']> {
  const page = await store.getPage(evidence.extraction);
  if (page === null) return null;
  return {
    before: page.text.slice(Math.max(0, evidence.start - CONTEXT_CHARS), evidence.start),
    after: page.text.slice(evidence.end, evidence.end + CONTEXT_CHARS),
    isImported: page.imported === true,
  };
}
