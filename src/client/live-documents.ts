/** The documents that a set cites, as they are now: the web asked again, library folders read again. */
import { packageInfo } from '../config/package-root.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import type { DocumentPort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import { createWebAccess, NO_COPY_IS_YOUNG, type WebAccessRequest } from './web-access.ts';

/** @throws InputError where the set cites a library and none is named, or what is named cannot be used */
export async function liveDocuments(
  run: RunContext,
  request: WebAccessRequest,
  { content }: CriteriaSet,
): Promise<readonly DocumentPort[]> {
  const cited = content.criteria.flatMap(({ evidence }) => evidence.map(({ via }) => via));
  const web = await createWebAccess(run, request, NO_COPY_IS_YOUNG);
  if (web.warning !== null) run.emit({ type: 'warning', message: web.warning });
  const folders = cited.includes('bundled')
    ? [{ path: packageInfo().bundledLibrary, via: 'bundled' as const }]
    : request.settings.library.map((path) => ({ path, via: 'library' as const }));
  if (folders.length === 0 && cited.includes('library'))
    throw new InputError('The set cites guides of a library, and no library is named.', {
      advice: 'Name its folders with --library, in the order in which they were named then.',
    });
  if (folders.length === 0) return [web.documents];
  const [{ findGuides }, { libraryDocuments }] = await Promise.all([
    import('../search/library/find-guides.ts'),
    import('../search/library/read-guides.ts'),
  ]);
  const { files } = await findGuides(folders, run.signal);
  return [libraryDocuments(files), web.documents];
}
