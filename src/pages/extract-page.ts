/** From the bytes of a document to a page: the one door to extraction. */
import type { Document, MediaKind, Page } from '../domain/page.ts';
import { sha256Hex } from '../text/hash.ts';
import { decodeText } from './decode-text.ts';
import { assemble, UnreadableError, type Draft } from './draft.ts';
import { extractMarkdown } from './extract-markdown.ts';
import { extractText } from './extract-text.ts';
import { EXTRACTOR_VERSION } from './extractor-version.ts';
import { guessLanguage } from './guess-language.ts';
import { extractHtml } from './html/extract-html.ts';
import { extractPdf } from './pdf/extract-pdf.ts';
import { sniffKind } from './sniff-kind.ts';
import { TimeLimitError } from './with-time-limit.ts';

export interface ExtractionLimits {
  /** Larger documents are refused; bytes. */
  readonly maxDocumentBytes: number;
  /** Time for one document, in milliseconds. */
  readonly extractionTimeoutMs: number;
}

interface ExtractionFailure {
  readonly status: 'failed';
  readonly decision: 'not-text' | 'unreadable' | 'too-large' | 'too-short';
  readonly reason: string;
}

export type ExtractionOutcome = { readonly status: 'read'; readonly page: Page } | ExtractionFailure;

/** Never throws for what a document holds: a document that cannot be read is an outcome with its reason. */
export async function extractPage(document: Document, limits: ExtractionLimits): Promise<ExtractionOutcome> {
  const { bytes } = document;
  if (bytes.byteLength > limits.maxDocumentBytes) {
    return failed('too-large', `${bytes.byteLength} bytes; at most ${limits.maxDocumentBytes} are read`);
  }
  if (bytes.byteLength === 0) return failed('too-short', 'the document is empty');
  const sniffed = sniffKind(document);
  if (sniffed.kind === null) return failed('not-text', sniffed.reason);

  let draft: Draft;
  try {
    draft = await read(document, sniffed.kind, limits.extractionTimeoutMs);
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof TimeLimitError)
      return failed('unreadable', error.message);
    // V8's sign of a recursion that does not end in time.
    if (error instanceof RangeError) return failed('unreadable', 'nested too deeply to be read');
    throw error;
  }
  const { declaredLanguage, ...metadata } = draft;
  const { text, blocks } = assemble(draft.blocks);
  return {
    status: 'read',
    page: {
      ...metadata,
      extraction: { bytesHash: sha256Hex(bytes), extractorVersion: EXTRACTOR_VERSION },
      mediaKind: sniffed.kind,
      language: await guessLanguage(text, declaredLanguage),
      text,
      blocks,
    },
  };
}

async function read(document: Document, kind: MediaKind, timeoutMs: number): Promise<Draft> {
  if (kind === 'pdf') return extractPdf(document.bytes, timeoutMs);
  const source = decodeText(document.bytes, document.contentType, kind === 'html');
  switch (kind) {
    case 'html':
      return extractHtml(source, timeoutMs);
    case 'markdown':
      return extractMarkdown(source, timeoutMs);
    case 'text':
      return extractText(source);
  }
}

function failed(decision: ExtractionFailure['decision'], reason: string): ExtractionFailure {
  return { status: 'failed', decision, reason };
}
