/** From the bytes of a document to a page: the one door to extraction. */
import { languageOf } from '../domain/language.ts';
import type { Document, MediaKind, Page } from '../domain/page.ts';
import type { RunLimits } from '../domain/run-context.ts';
import { sha256Hex } from '../text/hash.ts';
import { shorten } from '../text/printable.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { words } from '../text/words.ts';
import { decodeText, sniffKind } from './decode-text.ts';
import { assemble, type Draft, UnreadableError } from './draft.ts';
import { extractHtml, extractMarkdown } from './html/extract-html.ts';
import { extractText } from './lines-to-blocks.ts';
import { extractPdf } from './pdf/extract-pdf.ts';

/** Offsets of one version mean nothing to another: raise it with every change of what is extracted. */
export const EXTRACTOR_VERSION = 'page-6';
/** Shorter texts, in letters, are not guessed. */
const MIN_LETTERS = 200;
const SAMPLE_CHARS = 2_000;
/** The best guess must be this much better than the next (franc scores the best 1), or be the declared language. */
const MIN_LEAD = 0.04;
/** Two in five words of running English are function words; another language shares a few of them at most. */
const MIN_ENGLISH_FUNCTION_WORDS = 0.3;

/** Of titles and names of sites, in characters: what is longer is cut. */
const MAX_NAME_CHARS = 300;
/** More than any book of guidance; what is longer costs whoever reads it seconds and hundreds of MB. */
const MAX_TEXT_CHARS = 2_000_000;

export type ExtractionLimits = Pick<RunLimits, 'maxDocumentBytes' | 'extractionTimeoutMs'>;

interface ExtractionFailure {
  readonly status: 'failed';
  readonly decision: 'not-text' | 'unreadable' | 'too-large' | 'too-short';
  readonly reason: string;
}

export type ExtractionOutcome = { readonly status: 'read'; readonly page: Page } | ExtractionFailure;

/**
 * Never throws for what a document holds: a document that cannot be read is an outcome with its reason. It may take any
 * time and memory, so that pages of others are read by `extractApart`.
 */
export async function extractPage(
  document: Document,
  limits: Pick<ExtractionLimits, 'maxDocumentBytes'>,
): Promise<ExtractionOutcome> {
  const { bytes } = document;
  if (bytes.byteLength > limits.maxDocumentBytes)
    return failed('too-large', `${bytes.byteLength} bytes; at most ${limits.maxDocumentBytes} are read`);
  if (bytes.byteLength === 0) return failed('too-short', 'the document is empty');
  const sniffed = sniffKind(document);
  if (sniffed.kind === null) return failed('not-text', sniffed.reason);

  let draft: Draft;
  try {
    draft = await read(document, sniffed.kind);
  } catch (error) {
    if (error instanceof UnreadableError) return unreadable(error.message);
    // V8's sign of a recursion that does not end in time.
    if (error instanceof RangeError) return unreadable('nested too deeply to be read');
    throw error;
  }
  const { declaredLanguage, ...metadata } = draft;
  const named = (name: string | null) => (name === null ? null : shorten(name, MAX_NAME_CHARS));
  const { text, blocks } = assemble(draft.blocks);
  if (text.length > MAX_TEXT_CHARS)
    return failed('too-large', `${text.length} characters of text; at most ${MAX_TEXT_CHARS} are read`);
  return {
    status: 'read',
    page: {
      ...metadata,
      title: named(metadata.title),
      site: named(metadata.site),
      extraction: { bytesHash: sha256Hex(bytes), extractorVersion: EXTRACTOR_VERSION },
      mediaKind: sniffed.kind,
      language: await guessLanguage(text, declaredLanguage),
      text,
      blocks,
    },
  };
}

async function read(document: Document, kind: MediaKind): Promise<Draft> {
  if (kind === 'pdf') return extractPdf(document.bytes);
  const source = decodeText(document.bytes, document.contentType, kind === 'html');
  switch (kind) {
    case 'html':
      return extractHtml(source);
    case 'markdown':
      return extractMarkdown(source);
    case 'text':
      return extractText(source);
  }
}

export function unreadable(reason: string): ExtractionFailure {
  return failed('unreadable', reason);
}

function failed(decision: ExtractionFailure['decision'], reason: string): ExtractionFailure {
  return { status: 'failed', decision, reason };
}

/** @param declared BCP 47; it decides between two close guesses alone @returns ISO 639-3; null: uncertain */
async function guessLanguage(text: string, declared: string | null): Promise<string | null> {
  const sample = text.slice(0, SAMPLE_CHARS);
  if ((sample.match(/\p{L}/gu) ?? []).length < MIN_LETTERS) return null;
  // Most pages are in English, and the trigrams would be a tenth of the work that a page takes.
  if (readsAsEnglish(sample)) return 'eng';
  const { francAll } = await import('franc-min');
  const [best, next] = francAll(sample);
  if (best === undefined || best[0] === 'und') return null;
  if (next === undefined || best[1] - next[1] >= MIN_LEAD) return best[0];
  const hint = languageOf(declared ?? '')?.iso6393;
  return hint === best[0] || hint === next[0] ? hint : null;
}

function readsAsEnglish(text: string): boolean {
  const all = words(text);
  return all.filter((word) => STOP_WORDS.has(word)).length >= MIN_ENGLISH_FUNCTION_WORDS * all.length;
}
