/** What comes of reading a page, apart from the readers: whoever only passes it on need not load them. */
import type { Page } from '../domain/page.ts';
import type { RunLimits } from '../domain/run-context.ts';

/** Offsets are only valid within one version: increment it with every change of the extraction. */
export const EXTRACTOR_VERSION = 'page-12';

export type ExtractionLimits = Pick<RunLimits, 'maxDocumentBytes' | 'extractionTimeoutMs'>;

interface ExtractionFailure {
  readonly status: 'failed';
  readonly decision: 'not-text' | 'unreadable' | 'too-large' | 'too-short';
  readonly reason: string;
}

export type ExtractionOutcome = { readonly status: 'read'; readonly page: Page } | ExtractionFailure;

export function failed<Decision extends string>(decision: Decision, reason: string) {
  return { status: 'failed' as const, decision, reason };
}
