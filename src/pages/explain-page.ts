/** What of a document is its page, and what is left out. */
import type { ExplainedBlock, ExplainOutcome } from '../domain/explained-page.ts';
import type { Document } from '../domain/page.ts';
import { decodeText } from './decode-text.ts';
import { extractPage, type ExtractionLimits } from './extract-page.ts';
import { chooseReading } from './html/choose-reading.ts';
import { explainBlocks } from './html/explain-blocks.ts';
import { openPage } from './html/open-page.ts';

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
