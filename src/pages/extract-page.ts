/** Extracts a page from the bytes of a document. */
import { languageOf } from '../domain/language.ts';
import type { Document, MediaKind } from '../domain/page.ts';
import { sha256Hex } from '../text/hash.ts';
import { shorten } from '../text/printable.ts';
import { englishShare } from '../text/words.ts';
import { decodeText, sniffKind } from './decode-text.ts';
import { assemble, type Draft, UnreadableError } from './draft.ts';
import { EXTRACTOR_VERSION, failed, type ExtractionLimits, type ExtractionOutcome } from './extraction-outcome.ts';
import { extractHtml, extractMarkdown } from './html/extract-html.ts';
import { extractText } from './lines-to-blocks.ts';
import { extractPdf } from './pdf/extract-pdf.ts';

/** No language guess for shorter texts. */
const MIN_LETTERS = 200;
const SAMPLE_CHARS = 2_000;
/** Minimum lead of the best guess (franc scores it 1), unless it is the declared language. */
const MIN_LEAD = 0.04;
/** In English prose two in five words are function words; other languages share few of them. */
const MIN_ENGLISH_FUNCTION_WORDS = 0.3;

/** Longer titles and site names are cut. */
const MAX_NAME_CHARS = 300;
/** Longer than any guide. Longer texts take seconds and hundreds of MB. */
const MAX_TEXT_CHARS = 2_000_000;

/**
 * Never throws because of a document: an unreadable document is an outcome. It may take any time and memory: use
 * `extractInWorker` for untrusted documents.
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
    if (error instanceof UnreadableError) return failed('unreadable', error.message);
    // Stack overflow.
    if (error instanceof RangeError) return failed('unreadable', 'nested too deeply to be read');
    throw error;
  }
  const { declaredLanguage, ...metadata } = draft;
  const cutName = (name: string | null) => (name === null ? null : shorten(name, MAX_NAME_CHARS));
  const { text, blocks } = assemble(draft.blocks);
  if (text.length > MAX_TEXT_CHARS)
    return failed('too-large', `${text.length} characters of text; at most ${MAX_TEXT_CHARS} are read`);
  return {
    status: 'read',
    page: {
      ...metadata,
      title: cutName(metadata.title),
      site: cutName(metadata.site),
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

/** @param declared BCP 47; only decides between two close guesses @returns ISO 639-3; null if uncertain */
async function guessLanguage(text: string, declared: string | null): Promise<string | null> {
  const sample = text.slice(0, SAMPLE_CHARS);
  if ((sample.match(/\p{L}/gu) ?? []).length < MIN_LETTERS) return null;
  // Fast path: most pages are in English, and trigrams take a tenth of the extraction time.
  if (englishShare(sample) >= MIN_ENGLISH_FUNCTION_WORDS) return 'eng';
  const { francAll } = await import('franc-min');
  const [best, next] = francAll(sample);
  if (best === undefined || best[0] === 'und') return null;
  if (next === undefined || best[1] - next[1] >= MIN_LEAD) return best[0];
  const hint = languageOf(declared ?? '')?.iso6393;
  return hint === best[0] || hint === next[0] ? hint : null;
}
