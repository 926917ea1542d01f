/** Which publisher a source belongs to: independent support means different publishers. */
import { getDomain, getHostname } from 'tldts';
import type { Source } from '../domain/source.ts';

/**
 * The registrable domain of a web page, saved to a library or not; in a library otherwise the site that the file
 * declares (files that declare none count as one publisher); all bundled guides are one publisher, this project.
 */
export function siteOf(source: Pick<Source, 'finalUrl' | 'site' | 'via'>): string {
  if (source.via === 'bundled') return 'bundled';
  if (source.via === 'library' && source.finalUrl.startsWith('library:'))
    return source.site === null ? 'library' : (getDomain(source.site) ?? source.site);
  return (
    getDomain(source.finalUrl, { allowPrivateDomains: true }) ??
    getHostname(source.finalUrl) ??
    source.finalUrl
  );
}
