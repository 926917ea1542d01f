/** What of a page of the web, or of a file, is read, and what is left out. */
import { pathToFileURL } from 'node:url';
import type { Document } from '../domain/page.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { ExplainOutcome } from '../domain/explained-page.ts';
import { explainInWorker } from '../pages/extraction-pool.ts';
import { LIBRARY_SCHEME } from '../search/library/guide-file.ts';
import { freshPages, guidesIn, type WebAccessRequest } from './web-access.ts';

/** @param source an address, also that of a guide as records have it, or a file */
export async function explainPage(
  run: RunContext,
  access: WebAccessRequest,
  source: string | { readonly name: string; readonly bytes: Uint8Array },
): Promise<ExplainOutcome> {
  if (typeof source !== 'string') return explainInWorker(documentOf(source), run.limits, run.signal);
  const documents = source.startsWith(LIBRARY_SCHEME)
    ? await guidesIn(run, access.settings.library)
    : await freshPages(run, access);
  const fetched = await documents.get(run, source);
  if (fetched.status === 'failed') return { status: 'failed', reason: `${fetched.decision}: ${fetched.reason}` };
  return explainInWorker(fetched.document, run.limits, run.signal);
}

/** As a library reads it. */
function documentOf({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): Document {
  const url = pathToFileURL(name).href;
  return { url, finalUrl: url, via: 'library', bytes, contentType: null, fetchedAt: '' };
}
