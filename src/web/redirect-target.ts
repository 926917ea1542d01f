/** Where a redirect leads, or why it is not followed. */
import { fetchFailed, type FetchFailure } from './fetch-outcome.ts';

/**
 * @param location as the server sent it
 * @param passed the URLs that were asked before, `from` included
 */
export function redirectTarget(
  from: URL,
  location: string,
  passed: readonly string[],
  maxRedirects: number,
): URL | FetchFailure {
  const target = parseUrl(location, from);
  if (!(target instanceof URL)) return target;
  if (passed.includes(target.href)) return fetchFailed('unreachable', 'redirects in a circle');
  if (passed.length > maxRedirects) return fetchFailed('unreachable', `more than ${maxRedirects} redirects`);
  // The site promised a text that nobody can change on its way: without that it is not the source that was named.
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    return fetchFailed('unreachable', 'refused: redirects from https: to http:');
  }
  return target;
}

/** Without fragment: servers never see it. */
export function parseUrl(address: string, base?: URL): URL | FetchFailure {
  if (!URL.canParse(address, base)) {
    return fetchFailed('unreachable', base === undefined ? 'not a URL' : 'redirects to what is not a URL');
  }
  const url = new URL(address, base);
  url.hash = '';
  return url;
}
