/** Audits a set: the evidence of each criterion in context, and the verification of the record. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion, Evidence } from '../domain/criterion.ts';
import { extractionKey, type Page } from '../domain/page.ts';
import type { SetSummary, StorePort } from '../domain/ports.ts';
import type { Source } from '../domain/source.ts';
import { verifySet, type Verification } from './verify-set.ts';

/** UTF-16 units of context on each side of a quote. */
const CONTEXT_CHARS = 120;

interface Passage {
  readonly before: string;
  readonly after: string;
  /** The page was imported, not fetched here. */
  readonly isImported: boolean;
}

export interface AuditedEvidence {
  readonly evidence: Evidence;
  /** The context of the quote; null if the page is not stored. */
  readonly passage: Passage | null;
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
  /** All, or those that were asked for. */
  readonly criteria: readonly AuditedCriterion[];
  /** Every source considered, kept or dropped. */
  readonly sources: readonly AuditedSource[];
  readonly verification: Verification;
  /** Of other stored sets with the same guide, or of those that take their advice from this guide: the newest. */
  readonly sharedWith: readonly Pick<SetSummary, 'id' | 'instruction'>[];
}

const MAX_SHARED_WITH = 1_000;

export interface AuditOptions {
  /** Ids: only these are shown in their passages. Default: all. */
  readonly criteria?: readonly string[];
}

export async function audit(set: CriteriaSet, store: StorePort, { criteria: ids }: AuditOptions = {}): Promise<Audit> {
  const { sources, criteria } = set.content;
  const asked = ids === undefined ? criteria : criteria.filter(({ id }) => ids.includes(id));
  const passages = new Map<Evidence, Passage>();
  const quotes = asked.flatMap(({ evidence }) => evidence);
  // Each page is read once, and one after the other: a page may be large, and a set has many.
  const verification = await verifySet(set, store, (page) => {
    const key = extractionKey(page.extraction);
    for (const quote of quotes)
      if (extractionKey(quote.extraction) === key) passages.set(quote, passageIn(page, quote));
  });
  return {
    set,
    criteria: asked.map((criterion) => ({
      criterion,
      evidence: criterion.evidence.map((evidence) => ({ evidence, passage: passages.get(evidence) ?? null })),
    })),
    sources: sourcesWith(sources, criteria),
    verification,
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

function passageIn({ text, imported }: Page, { start, end }: Evidence): Passage {
  return {
    before: text.slice(Math.max(0, start - CONTEXT_CHARS), start),
    after: text.slice(end, end + CONTEXT_CHARS),
    isImported: imported === true,
  };
}
