/** The web, the model and the task that discovery is measured on. */
import { makePages, type WebPage } from '../../test/support/guide-web/make-pages.ts';

export const INSTRUCTION = 'Write a grant proposal for a community seed library';
export const QUERIES = 3;
export const RESULTS_PER_QUERY = 30;
export const KEPT_PER_QUERY = 5;
export const CONCURRENCY = 32;
export const LATENCY_MS = { model: 300, page: 150, search: 100 } as const;

/** 90 pages on 45 hosts, 30 for each query: a third of them worth keeping, as in the paper's figures. */
export function worldPages(): Promise<WebPage[]> {
  return makePages({
    textKind: 'grant-proposal',
    counts: { guide: 27, general: 18, 'other-kind': 15, 'off-topic': 14, thin: 8, copy: 8 },
    sites: 45,
    sentences: 184,
    seed: 'bench',
  });
}
