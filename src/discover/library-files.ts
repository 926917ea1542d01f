/** What lies in the user's own folders: each file is read, or named with its reason. */
import { countDecisions } from '../domain/source.ts';
import type { Discovery, LibraryFile, SourceWithPage } from './discovery.ts';
import { sourceOf } from './find-sources.ts';

/** More fill a screen. */
const MAX_NAMED_FILES = 10;
/** Of files that no search gave; more are a collection, not a folder for one task, and would make a record of megabytes. */
const MAX_RECORDED_FILES = 200;

/** One line for each file, or for the first of many. @param what became of all of them, such as "left out" */
export function nameFiles(files: readonly LibraryFile[], what: string): string[] {
  const named = files
    .slice(0, MAX_NAMED_FILES)
    .map(({ url, decision, reason }) => `${url} was ${what} (${decision}): ${reason}`);
  const more = files.slice(MAX_NAMED_FILES);
  if (more.length === 0) return named;
  return [...named, `Further files of the library that were ${what}: ${countDecisions(more)}.`];
}

/** What was not used of all that could be read; what could not is said before any search. */
export function unusedFiles({ ports }: Discovery, sources: readonly SourceWithPage[]): string[] {
  const files = new Set(ports.libraryFiles?.map(({ url }) => url));
  const unused = sources
    .map(({ source }) => source)
    .filter(
      ({ url, extraction, decision, hits }) =>
        files.has(url) && decision !== 'kept' && (extraction !== null || hits.length > 0 || decision === 'outranked'),
    );
  return nameFiles(unused, 'not used');
}

/** The sources with the files that no search gave and that were not read: the record has them with their reasons. */
export function withUnsearchedFiles(
  { ports, warnings }: Discovery,
  sources: readonly SourceWithPage[],
): readonly SourceWithPage[] {
  const known = new Set(sources.map(({ source }) => source.url));
  const unsearched = ports.libraryFiles?.filter(({ url }) => !known.has(url)) ?? [];
  const more = unsearched.slice(MAX_RECORDED_FILES);
  if (more.length > 0)
    warnings.push(`Further files of the library, which are not in the record: ${countDecisions(more)}.`);
  const recorded = unsearched.slice(0, MAX_RECORDED_FILES).map(({ url, decision, reason }, index) => {
    const place = { url, hits: [], title: null, isGiven: false };
    return sourceOf(sources.length + index, place, { status: 'failed', decision, reason }, {});
  });
  return [...sources, ...recorded];
}
