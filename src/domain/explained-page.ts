/** How a document was read, block by block: for people who look at what is kept of it. */
import type { BlockKind } from './page.ts';

export interface ExplainedBlock {
  readonly kind: BlockKind;
  readonly text: string;
  /** True also where the rules keep a part of it. */
  readonly isKept: boolean;
  readonly reason: string;
}

export interface ExplainedPage {
  readonly title: string | null;
  /** Which of the two readings was taken; `whole`: of PDF, Markdown and text all is read. */
  readonly readBy: 'rules' | 'model' | 'whole';
  readonly blocks: readonly ExplainedBlock[];
}

export type ExplainOutcome =
  | { readonly status: 'read'; readonly page: ExplainedPage }
  /** Why it would be dropped as a source. */
  | { readonly status: 'failed'; readonly reason: string };
