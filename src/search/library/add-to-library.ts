/** Fetches pages and saves them to a folder library, those alone that can be read. */
import pLimit from 'p-limit';
import type { DocumentPort } from '../../domain/ports.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { extractPage } from '../../pages/extract-page.ts';
import { savePage, type SavedPage } from './save-page.ts';
import { throwIfStopped } from '../../run/run-step.ts';

export type AddedPage = { readonly url: string } & (
  (SavedPage & { readonly title: string | null }) | { readonly status: 'failed'; readonly reason: string }
);

export interface AddOptions {
  readonly folder: string;
  /** Whether a file that is there is replaced. */
  readonly replace: boolean;
}

/**
 * @returns one outcome for each address, in their order; each address once
 * @throws InputError where the folder is none; UnavailableError where it cannot be written; CancelledError
 */
export async function addToLibrary(
  run: RunContext,
  documents: DocumentPort,
  urls: readonly string[],
  options: AddOptions,
): Promise<readonly AddedPage[]> {
  const atOnce = pLimit(run.limits.concurrency);
  // One after the other: two addresses may lead to the same page.
  const oneByOne = pLimit(1);
  return Promise.all(
    [...new Set(urls)].map((url) =>
      atOnce(async () => {
        throwIfStopped(run);
        return { url, ...(await addOne(run, documents, url, options, oneByOne)) };
      }),
    ),
  );
}

async function addOne(
  run: RunContext,
  documents: DocumentPort,
  url: string,
  { folder, replace }: AddOptions,
  oneByOne: ReturnType<typeof pLimit>,
) {
  const fetched = await documents.get(run, url);
  if (fetched.status === 'failed')
    return { status: 'failed' as const, reason: `${fetched.decision}: ${fetched.reason}` };
  const { document } = fetched;
  const read = await extractPage(document, run.limits);
  if (read.status === 'failed')
    return { status: 'failed' as const, reason: `${read.decision}: ${read.reason}` };
  const { mediaKind, title } = read.page;
  return { ...(await oneByOne(() => savePage(document, mediaKind, folder, replace))), title };
}
