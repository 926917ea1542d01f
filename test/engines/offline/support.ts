/** Pages and a run context for the tests of the offline engine. */
import type { Advice } from '../../../src/domain/advice.ts';
import type { DraftCriterion } from '../../../src/domain/engine.ts';
import { AdviceId, CriterionId, PointId, SourceId } from '../../../src/domain/ids.ts';
import type { Point } from '../../../src/domain/advice.ts';
import type { Block, Page } from '../../../src/domain/page.ts';
import { NO_LIMITS } from '../../../src/domain/budget.ts';
import type { RunContext } from '../../../src/domain/run-context.ts';
import type { Outcome } from '../../../src/domain/outcome.ts';

export const RUN: RunContext = {
  runId: 'test',
  signal: new AbortController().signal,
  limits: { concurrency: 4, maxDocumentBytes: 1_000_000, extractionTimeoutMs: 1_000, model: NO_LIMITS },
  clock: { now: () => new Date(0), monotonicMs: () => 0 },
  emit: () => undefined,
};

export function task(instruction: string): { readonly instruction: string; readonly context: null } {
  return { instruction, context: null };
}

type BlockText = readonly [kind: Block['kind'], text: string];

/** A page whose canonical text is its blocks, one a line. */
export function pageOf(title: string, ...texts: readonly BlockText[]): Page {
  const blocks: Block[] = [];
  let text = '';
  for (const [kind, content] of texts) {
    if (text !== '') text += '\n';
    blocks.push({ kind, start: text.length, end: text.length + content.length });
    text += content;
  }
  return {
    extraction: { bytesHash: '0'.repeat(64), extractorVersion: 'test' },
    mediaKind: 'html',
    title,
    byline: 'An author',
    site: 'Site',
    publishedOn: '2026-01-01',
    language: 'eng',
    text,
    blocks,
  };
}

export function point(number: number, text: string): Point {
  return { id: PointId.parse(`m${number}`), text, adviceIds: [AdviceId.parse(`a${number}`)] };
}

export function adviceOf(number: number, text: string, source = 's1'): Advice {
  return {
    id: AdviceId.parse(`a${number}`),
    sourceId: SourceId.parse(source),
    queryIds: [],
    text,
    quote: text,
    start: 0,
    end: text.length,
    pageNumber: null,
  };
}

export function draft(number: number, text: string, change: Partial<DraftCriterion> = {}): DraftCriterion {
  return {
    id: CriterionId.parse(`c${number}`),
    text,
    question: text,
    explicit: false,
    advice: [adviceOf(number, text)],
    support: { sources: 1, sites: 1 },
    sourceRelevance: 2,
    sourceExpertise: 4,
    ...change,
  };
}

/** The value of an outcome that must be done. */
export function valueOf<Value>(outcome: Outcome<Value> | undefined): Value {
  if (outcome?.status !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`);
  return outcome.value;
}
