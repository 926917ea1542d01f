/** What of a document is its page, and what is left out. */
import type { Document } from '../domain/page.ts';
import { decodeText } from './decode-text.ts';
import { extractPage, type ExtractionLimits } from './extract-page.ts';
import { chooseReading } from './html/choose-reading.ts';
import { explainBlocks, type ExplainedBlock } from './html/explain-blocks.ts';
import { openPage } from './html/open-page.ts';

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

/** Use `explainInWorker` for untrusted documents. */
export async function explainPage(
  document: Document,
  limits: Pick<ExtractionLimits, 'maxDocumentBytes'>,
): Promise<ExplainOutcome> {
  const read = await extractPage(document, limits);
  if (read.status === 'failed') return { status: 'failed', reason: `${read.decision}: ${read.reason}` };
  const { title, text, blocks, mediaKind } = read.page;
  if (mediaKind === 'html') {
    const reading = chooseReading(await openPage(decodeText(document.bytes, document.contentType, true)));
    return { status: 'read', page: { title, readBy: reading.by, blocks: explainBlocks(reading) } };
  }
  const whole = blocks.map(({ kind, start, end }): ExplainedBlock => ({
    ...{ kind, text: text.slice(start, end), isKept: true },
    reason: `all of a ${mediaKind} document is read`,
  }));
  return { status: 'read', page: { title, readBy: 'whole', blocks: whole } };
}
