/** Extracts and indexes the bundled guides and trains the model of kinds, when the package is built: no command loads this. */
import type { StorePort } from '../../domain/ports.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { EXTRACTOR_VERSION } from '../../pages/extraction-outcome.ts';
import { createGuideIndex } from './guide-index.ts';
import { keyedLines } from './keyed-lines.ts';
import { nameTable } from './name-table.ts';
import { readLibrary } from './open-library.ts';
import { FORMAT, type PreparedLibrary } from './prepared-library.ts';
import { readKinds } from './read-kinds.ts';
import type { ExampleRequest } from './read-requests.ts';
import { trainKindModel } from './train-kind-model.ts';

/** @param folder of guides, with one subfolder per kind @throws Error if a guide is unreadable, or a request is of no kind */
export async function prepareLibrary(
  run: RunContext,
  folder: string,
  requests: readonly ExampleRequest[],
  store: StorePort,
): Promise<PreparedLibrary> {
  const { pages, fingerprint, problems } = await readLibrary(run, {
    folders: [{ path: folder, via: 'bundled' }],
    store,
  });
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`${problem.url} is unreadable: ${problem.reason}`);
  const index = (await createGuideIndex(pages, run.signal)).saved();
  const kinds = await readKinds(folder);
  return {
    format: FORMAT,
    extractorVersion: EXTRACTOR_VERSION,
    kinds,
    names: nameTable(kinds),
    kindModel: trainKindModel(kinds, requests),
    fingerprint,
    urls: [...pages.keys()],
    pages: keyedLines([...pages].map(([url, page]) => [url, JSON.stringify(page)])),
    index,
  };
}
