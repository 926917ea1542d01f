/** What can be said against an address before anything is connected: scheme, credentials, literals, private names. */
import { isIP } from 'node:net';
import { normalizeHostname, type AllowedHosts } from './allowed-hosts.ts';
import { refuseAddress } from './refuse-address.ts';

/** No page needs more, and matching robots.txt rules takes time in proportion. */
const MAX_URL_CHARS = 4096;

/** Never public: RFC 6761, 6762, 8375, ICANN's reservation of .internal, and what private networks use unasked. */
const PRIVATE_SUFFIXES = /\.(?:localhost|localdomain|local|internal|intranet|lan|corp|home|home\.arpa)$/;

/** @returns why no request may be made, or null */
export function refuseUrl(url: URL, isAllowed: AllowedHosts): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} is not http: or https:`;
  if (url.username !== '' || url.password !== '') return 'the URL holds credentials';
  if (url.href.length > MAX_URL_CHARS) return `the URL is longer than ${MAX_URL_CHARS} characters`;
  if (isAllowed(url.hostname, portOf(url))) return null;
  // The URL parser has already turned decimal, octal, hexadecimal and full-width forms into the usual one.
  const host = normalizeHostname(url.hostname);
  if (isIP(host) !== 0) return refuseAddress(host);
  if (!host.includes('.') || PRIVATE_SUFFIXES.test(host)) return `${host} is a name of private networks`;
  return null;
}

/** The port that is connected to, the scheme's own where the URL names none. */
export function portOf(url: { readonly protocol: string; readonly port: string }): string {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' ? '443' : '80';
}
