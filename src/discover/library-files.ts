/** Files of the user's folders that were not used, with the reasons. */
import type { Removal } from '../domain/criteria-set.ts';
import { countDecisions } from '../domain/source.ts';
import { plural } from '../text/plural.ts';
import { splitSentences } from '../text/sentences.ts';
import type { Discovery, DiscoveryState, LibraryFile, SourceWithPage } from './discovery.ts';
import { sourceOf } from './find-sources.ts';

const MAX_NAMED_FILES = 10;
/** Files that no search found. More would make a record of megabytes. */
const MAX_RECORDED_FILES = 200;

/** One line per file, up to a limit. @param status such as "left out" */
export function nameFiles(files: readonly LibraryFile[], status: string): string[] {
  const lines = files
    .slice(0, MAX_NAMED_FILES)
    .map(({ url, decision, reason }) => `${url} was ${status} (${decision}): ${reason}`);
  const more = files.slice(MAX_NAMED_FILES);
  if (more.length === 0) return lines;
  return [...lines, `Further files of the library that were ${status}: ${countDecisions(more)}.`];
}

/** Readable files that were not used. Unreadable files are in `sourceNotes`. */
export function unusedFiles({ ports }: Discovery, sources: readonly SourceWithPage[]): string[] {
  const files = new Set(ports.libraryFiles?.map(({ url }) => url));
  const unused = sources
    .map(({ source }) => source)
    .filter(
      ({ url, extraction, decision, hits }) =>
        files.has(url) && decision !== 'kept' && (extraction !== null || hits.length > 0 || decision === 'outranked'),
    );
  // With a model the kind is not read from titles.
  const isByTitle = ports.engine.withGuides !== undefined && unused.some(({ decision }) => decision === 'not-relevant');
  return [
    ...nameFiles(unused, 'not used'),
    ...(isByTitle ? ['To use such a guide, name the kind of text as its title does: --kind NAME.'] : []),
  ];
}

/**
 * How much advice in the user's files ended in a removal, and how much of them gave none; nothing where none did.
 * @param isByModel then only what it named is known
 */
export function leftOutAdvice(
  { sources, advice }: DiscoveryState,
  removals: readonly Removal[],
  isByModel: boolean,
): string[] {
  const own = sources.filter(({ source }) => source.via === 'library');
  const ids = new Set(own.map(({ source }) => source.id));
  const ofUser = [...advice.values()].filter(({ sourceId }) => ids.has(sourceId));
  const removed = new Set(removals.flatMap(({ adviceIds }) => adviceIds));
  const leftOut = ofUser.filter(({ id }) => removed.has(id)).length;
  const passages = own
    .filter(({ source }) => source.decision === 'kept')
    .flatMap(({ source, page }) => {
      const quotes = new Set(ofUser.filter(({ sourceId }) => sourceId === source.id).map(({ quote }) => quote));
      const blocks = page?.blocks.filter(({ kind }) => kind !== 'heading') ?? [];
      // What is said twice is one piece of advice, of one place.
      return blocks.map((block) => {
        const text = page?.text.slice(block.start, block.end) ?? '';
        return splitSentences(text).some(({ start, end }) => quotes.has(text.slice(start, end)));
      });
    });
  const unread = passages.filter((isRead) => !isRead).length;
  const all = plural(ofUser.length, 'piece of advice', 'pieces of advice');
  return [
    ...(leftOut === 0
      ? []
      : [
          `${leftOut} of the ${all} recognised in your guides became no criterion: \`npx groundrule audit\` shows each, with the reason.`,
        ]),
    ...(unread === 0 || isByModel
      ? []
      : [
          `${unread} of the ${plural(passages.length, 'passage', 'passages')} in your guides gave no advice: quotations, tables, code, samples and lines without a plain order or “should”, or that stand where the guide leaves open whether it asks or forbids, are not read as advice.`,
        ]),
  ];
}

/** Adds the files that no search found to the record. */
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
