/** Who published a source. */
import { createRequire } from 'node:module';
import type * as Tldts from 'tldts';
import type { Source } from '../domain/source.ts';

const load = createRequire(import.meta.url);
/** The list of public suffixes is longer than all else that a list from guides needs, and that needs none. */
const suffixes = () => load('tldts') as typeof Tldts;

/**
 * The publisher, since independent support means different publishers: the registrable domain of a web page, also if it was
 * saved to a library; for other library files the declared site (all files without one count as one publisher); for all
 * bundled guides, this project.
 */
export function siteOf(source: Pick<Source, 'finalUrl' | 'site' | 'via'>): string {
  if (source.via === 'bundled') return 'bundled';
  if (source.via === 'library' && source.finalUrl.startsWith('library:'))
    return source.site === null ? 'library' : (suffixes().getDomain(source.site) ?? source.site);
  const { getDomain, getHostname } = suffixes();
  return getDomain(source.finalUrl, { allowPrivateDomains: true }) ?? getHostname(source.finalUrl) ?? source.finalUrl;
}
