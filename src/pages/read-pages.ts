/** Reads pages: fetches documents, and takes the stored extraction or extracts and stores. One outcome per URL. */
import pLimit from 'p-limit';
import { concernsOneItem } from '../domain/errors.ts';
import type { Document, ExtractionId, Page, Via } from '../domain/page.ts';
import type { DocumentFailure, DocumentPort, StorePort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import { sha256Hex } from '../text/hash.ts';
import { redactAll } from '../text/redact.ts';
import { throwIfAborted } from '../web/abort.ts';
import { EXTRACTOR_VERSION, failed } from './extraction-outcome.ts';
import { extractInWorker } from './extraction-pool.ts';

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

/** Web pages with fewer letters (about 20 words) are useless: empty shells, error pages, logins. A guide of one's own may be a line. */
const MIN_LETTERS = { elsewhere: 120, library: 12 };
/** Letters are only counted in the start of a page. */
const COUNTED_CHARS = 12_000;

export interface ReadPagesPorts {
  readonly documents: readonly DocumentPort[];
  readonly store: StorePort;
  /** Extract again, also if there is a stored extraction. */
  readonly ignoreCache?: boolean;
}

/**
 * @param onProgress called after each document with the number done so far and what came of it.
 * @returns an outcome for every URL, in order; a failed document does not affect the others.
 * @throws CancelledError; an error of the store
 */
export async function readPages(
  run: RunContext,
  ports: ReadPagesPorts,
  urls: readonly string[],
  onProgress?: (done: number, outcome: PageOutcome) => void,
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
        onProgress?.(done, outcome);
        return [url, outcome] as const;
      }),
    ),
  );
  throwIfAborted(run.signal);
  return new Map(outcomes);
}

async function readPage(
  run: RunContext,
  { documents, store, ignoreCache }: ReadPagesPorts,
  url: string,
): Promise<PageOutcome> {
  const port = documents.find((candidate) => candidate.serves(url));
  if (port === undefined) return failed('unreachable', 'no configured source of documents serves this kind of URL');
  const fetched = await port.get(run, url).catch((error: unknown) => {
    throwIfAborted(run.signal);
    if (concernsOneItem(error)) return failed('unreachable', error.message);
    throw error;
  });
  return fetched.status === 'failed' ? fetched : readDocument(run, fetched.document, store, ignoreCache);
}

/** @param store null: do not store the text @param ignoreCache extract again, also if there is a stored extraction */
export async function readDocument(
  run: RunContext,
  document: Document,
  store: StorePort | null,
  ignoreCache = false,
): Promise<PageOutcome> {
  const { via, finalUrl, fetchedAt } = document;
  const extraction = { bytesHash: sha256Hex(document.bytes), extractorVersion: EXTRACTOR_VERSION };
  const stored = ignoreCache ? null : await storedPage(store, extraction);
  const cached = stored ?? (ignoreCache ? null : preparedPage(document, extraction));
  const extracted =
    cached === null
      ? await extractInWorker(document, run.limits, run.signal)
      : { status: 'read' as const, page: cached };
  if (extracted.status === 'failed') return extracted;
  // Redact before anything is quoted, so that quotes match the text.
  const page = redactAll(extracted.page);
  // Store short pages, too, so that they are not extracted again on every run.
  if (stored === null) await store?.putPage(page);
  const minLetters = via === 'library' ? MIN_LETTERS.library : MIN_LETTERS.elsewhere;
  const letters = countLetters(page.text.slice(0, COUNTED_CHARS), minLetters);
  if (letters < minLetters) return failed('too-short', `${letters} letters of text; at least ${minLetters} are needed`);
  return { status: 'read', page, via, finalUrl, fetchedAt };
}

/** Up to `enough`. */
function countLetters(text: string, enough: number): number {
  const letter = /\p{L}/gu;
  let count = 0;
  while (count < enough && letter.test(text)) count += 1;
  return count;
}

async function storedPage(store: StorePort | null, extraction: ExtractionId): Promise<Page | null> {
  const stored = (await store?.getPage(extraction)) ?? null;
  return stored?.imported === true ? null : stored;
}

function preparedPage({ page }: Document, { bytesHash, extractorVersion }: ExtractionId): Page | null {
  if (page?.extraction.bytesHash !== bytesHash || page.extraction.extractorVersion !== extractorVersion) return null;
  return page;
}
