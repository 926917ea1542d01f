/** What of a document is its page, and what is left out. */
import type { ExplainedBlock, ExplainOutcome } from '../domain/explained-page.ts';
import type { Document } from '../domain/page.ts';
import { decodeText } from './decode-text.ts';
import { extractPage } from './extract-page.ts';
import type { ExtractionLimits } from './extraction-outcome.ts';
import { chooseReading, CONTENT, type JudgedBlock, type Reading } from './html/choose-reading.ts';
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

/** Every block of a page in order, kept or dropped, and why. */
function explainBlocks({ by, blocks, judged }: Reading): readonly ExplainedBlock[] {
  // What is kept may have a break more than the block as it was judged.
  const kept = new Set(blocks.map(({ element, text }) => `${element.index} ${text}`));
  return judged.map((each) => {
    const { kind, text, element } = each.block;
    const isKept = by === 'rules' ? each.inRules : kept.has(`${element.index} ${text}`);
    return { kind, text, isKept, reason: reasonFor(by, isKept, each) };
  });
}

function reasonFor(by: Reading['by'], isKept: boolean, { probability }: JudgedBlock): string {
  const likely = `content to the model: ${probability.toFixed(2)}`;
  if (by === 'rules')
    return `${isKept ? 'in the article' : 'outside the article, or a label, an appeal or a dateline'} (${likely})`;
  if (isKept) return probability < CONTENT ? `heads what is kept (${likely})` : likely;
  return probability < CONTENT ? `${likely}, below ${CONTENT}` : `a label, an appeal, a dateline or links (${likely})`;
}
