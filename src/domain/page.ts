/** A page: what extraction made of the bytes of a document. */
import { z } from 'zod';

export const BlockKind = z.enum(['heading', 'paragraph', 'list-item', 'table-row', 'quote', 'code']);
export type BlockKind = z.infer<typeof BlockKind>;

/**
 * One block of a page. `start` and `end` are UTF-16 offsets into the page's canonical text, `end` exclusive;
 * blocks are in order, do not overlap, and are separated by line breaks.
 */
export const Block = z.strictObject({
  kind: BlockKind,
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** Heading level 1–6, or nesting depth of a list item (1 = outermost); absent for other kinds. */
  level: z.int().min(1).optional(),
  /** For PDFs: the 1-based page that the block starts on. */
  pageNumber: z.int().min(1).optional(),
  /**
   * Offsets from `start` to `end` at which the document's own text does not run on: a line ends, or something stands
   * there that is no part of the page; at `start` or `end`, between this block and its neighbour. In a PDF: one for
   * each time that the page turns.
   */
  breaks: z.array(z.int().nonnegative()).optional(),
});
export type Block = z.infer<typeof Block>;

/** Identifies one extraction: offsets mean nothing without it. */
export const ExtractionId = z.strictObject({
  /** Lower-case hex SHA-256 of the document's bytes. */
  bytesHash: z.string().regex(/^[0-9a-f]{64}$/),
  extractorVersion: z.string().min(1),
});
export type ExtractionId = z.infer<typeof ExtractionId>;

export function extractionKey({ bytesHash, extractorVersion }: ExtractionId): string {
  return `${bytesHash} ${extractorVersion}`;
}

export const MediaKind = z.enum(['html', 'pdf', 'markdown', 'text']);
export type MediaKind = z.infer<typeof MediaKind>;

export const Page = z.strictObject({
  extraction: ExtractionId,
  mediaKind: MediaKind,
  title: z.string().nullable(),
  byline: z.string().nullable(),
  /** The site that the page declares (og:site_name, application-name, or the host of a canonical link). */
  site: z.string().nullable(),
  /** ISO 8601 date (YYYY-MM-DD) that the page declares. */
  publishedOn: z.string().nullable(),
  /** ISO 639-3 code guessed from the text, or null where the text is too short or mixed to tell. */
  language: z.string().nullable(),
  /** Canonical text: NFC is NOT applied; blocks joined by line breaks. Every offset refers to it. */
  text: z.string(),
  blocks: z.array(Block),
  /** Present where a cache file brought the text: it stands for no document that is fetched here. */
  imported: z.literal(true).exactOptional(),
});
export type Page = z.infer<typeof Page>;

/** A half-open range of UTF-16 units in a page's canonical text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function overlapsAny(span: Span, others: readonly Span[]): boolean {
  return others.some(({ start, end }) => start < span.end && span.start < end);
}

/** How the text of a source came to us. */
export const Via = z.enum(['web', 'provider', 'library', 'bundled']);
export type Via = z.infer<typeof Via>;

export interface Document {
  readonly url: string;
  readonly finalUrl: string;
  readonly via: Via;
  readonly bytes: Uint8Array;
  /** Content type as declared (`text/html; charset=…`) or as derived from a file's name; null where unknown. */
  readonly contentType: string | null;
  readonly fetchedAt: string;
  /** What was extracted of it before. It counts only for these very bytes. */
  readonly page?: Page;
}
