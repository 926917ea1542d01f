/** Reads documents through the ports: fetch, take the stored extraction or extract and store, one outcome per URL. */
import pLimit from 'p-limit';
import { concernsOneItem } from '../domain/errors.ts';
import type { Document, ExtractionId, Page, Via } from '../domain/page.ts';
import type { DocumentFailure, DocumentPort, StorePort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import { sha256Hex } from '../text/hash.ts';
import { redactAll } from '../text/redact.ts';
import { throwIfAborted } from '../web/abort.ts';
import { EXTRACTOR_VERSION } from './extract-page.ts';
import { extractApart } from './extraction-pool.ts';

export type PageOutcome =
  | {
      readonly status: 'read';
      readonly page: Page;
      readonly via: Via;
      readonly finalUrl: string;
      readonly fetchedAt: string;
    }
  | (Omit<DocumentFailure, 'decision'> & {
      readonly status: 'failed';
      readonly decision: DocumentFailure['decision'] | 'too-short';
    });

/** Fewer letters than this (some 20 words) teach nothing: an empty shell, an error page, a login. */
const MIN_LETTERS = 120;
const LETTERS_LOOKED_AT = 100 * MIN_LETTERS;

export interface ReadPagesPorts {
  readonly documents: readonly DocumentPort[];
  readonly store: StorePort;
  /** Whatever was extracted before. */
  readonly isAnew?: boolean;
}

/**
 * @param onProgress called after each document with the number done so far.
 * @returns an outcome for every URL, in the order given; a document that fails does not fail the others.
 * @throws CancelledError where the run's signal is aborted; a store's error, since nothing read could be kept.
 */
export async function readPages(
  run: RunContext,
  ports: ReadPagesPorts,
  urls: readonly string[],
  onProgress?: (done: number) => void,
): Promise<ReadonlyMap<string, PageOutcome>> {
  const limit = pLimit(run.limits.concurrency);
  let done = 0;
  const distinct = [...new Set(urls)];
  const outcomes = await Promise.all(
    distinct.map((url) =>
      limit(async () => {
        throwIfAborted(run.signal);
        const outcome = await readPage(run, ports, url);
        done += 1;
        onProgress?.(done);
        return [url, outcome] as const;
      }),
    ),
  );
  throwIfAborted(run.signal);
  return new Map(outcomes);
}

async function readPage(
  run: RunContext,
  { documents, store, isAnew }: ReadPagesPorts,
  url: string,
): Promise<PageOutcome> {
  const port = documents.find((candidate) => candidate.serves(url));
  if (port === undefined) return failed('unreachable', 'no configured source of documents serves this kind of URL');
  const fetched = await port.get(run, url).catch((error: unknown) => {
    throwIfAborted(run.signal);
    if (concernsOneItem(error)) return failed('unreachable', error.message);
    throw error;
  });
  return fetched.status === 'failed' ? fetched : readDocument(run, fetched.document, store, isAnew);
}

/**
 * @param store null: the text is not kept
 * @param isAnew whatever was extracted before
 */
export async function readDocument(
  run: RunContext,
  document: Document,
  store: StorePort | null,
  isAnew = false,
): Promise<PageOutcome> {
  const { via, finalUrl, fetchedAt } = document;
  const extraction = { bytesHash: sha256Hex(document.bytes), extractorVersion: EXTRACTOR_VERSION };
  const stored = isAnew ? null : await extractedHere(store, extraction);
  const known = stored ?? (isAnew ? null : extractedBefore(document, extraction));
  const extracted =
    known === null ? await extractApart(document, run.limits, run.signal) : { status: 'read' as const, page: known };
  if (extracted.status === 'failed') return extracted;
  // Before anything is quoted: what is covered in the text is covered in its quotes.
  const page = redactAll(extracted.page);
  // Stored whatever its length: a short page that was forgotten would be extracted again on every run.
  if (stored === null) await store?.putPage(page);
  // A slice with room for much else than letters: counting those of whole books takes time.
  const letters = (page.text.slice(0, LETTERS_LOOKED_AT).match(/\p{L}/gu) ?? []).length;
  if (letters < MIN_LETTERS)
    return failed('too-short', `${letters} letters of text; at least ${MIN_LETTERS} are needed`);
  return { status: 'read', page, via, finalUrl, fetchedAt };
}

async function extractedHere(store: StorePort | null, extraction: ExtractionId): Promise<Page | null> {
  const stored = (await store?.getPage(extraction)) ?? null;
  return stored?.imported === true ? null : stored;
}

function extractedBefore({ page }: Document, { bytesHash, extractorVersion }: ExtractionId): Page | null {
  if (page?.extraction.bytesHash !== bytesHash || page.extraction.extractorVersion !== extractorVersion) return null;
  return page;
}

function failed(decision: DocumentFailure['decision'] | 'too-short', reason: string) {
  return { status: 'failed' as const, decision, reason };
}
