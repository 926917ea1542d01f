/** Checks of an address before connecting: scheme, credentials, IP literals, private names. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { InputError } from '../domain/errors.ts';

/** No page needs more. The time to match robots.txt rules grows with the length. */
const MAX_URL_CHARS = 4096;
/** A key that `redact` replaced: the server would refuse it. */
const REDACTED_KEY = /=\*{6,}(?:&|$)/u;
/** Never public: RFC 6761, 6762, 8375, ICANN's reservation of .internal, and common names of private networks. */
const PRIVATE_SUFFIXES = /\.(?:localhost|localdomain|local|internal|intranet|lan|corp|home|home\.arpa)$/;

/** @param isForRobots whether it is asked for as the robots.txt of its host @returns why the URL is refused, or null */
export function refuseUrl(url: URL, allowed: AllowedHosts, isForRobots = false): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} is not http: or https:`;
  if (url.username !== '' || url.password !== '') return 'the URL holds credentials';
  if (REDACTED_KEY.test(url.search)) return 'the key in the URL was redacted when it was stored';
  if (url.href.length > MAX_URL_CHARS) return `the URL is longer than ${MAX_URL_CHARS} characters`;
  if (allowed.page(url)) return null;
  // Without robots.txt no page below an allowed path could be read.
  if (allowed.host(url.hostname, portOf(url)))
    return isForRobots && url.pathname === '/robots.txt' ? null : `${url.host} is allowed for other paths only`;
  // The URL parser has already normalized decimal, octal, hexadecimal and full-width forms.
  const host = normalizeHostname(url.hostname);
  const isPrivateName = !host.includes('.') || PRIVATE_SUFFIXES.test(host);
  const refusal =
    isIP(host) !== 0 ? refuseAddress(host) : isPrivateName ? `${host} is a name of private networks` : null;
  return refusal === null ? null : `${refusal}; ${howToAllow(url.host)}`;
}

/** A public page must not redirect into a private host, unless the path is explicitly allowed. */
export function refuseRedirect(from: URL | null, to: URL, allowed: AllowedHosts): string | null {
  const isAllowed = (url: URL) => allowed.host(url.hostname, portOf(url));
  if (from === null || isAllowed(from) || !isAllowed(to) || allowed.path(to)) return null;
  return `${from.host} redirects into the private host ${to.host}; ${howToAllow(to.host + to.pathname)}`;
}

export function howToAllow(host: string): string {
  return `--allow-host ${host} would allow it`;
}

/** The port of the URL, by default that of its scheme. */
export function portOf(url: { readonly protocol: string; readonly port: string }): string {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' ? '443' : '80';
}

export interface AllowedHosts {
  /** True if any page of the host is allowed. @param port decimal, never empty */
  host(hostname: string, port: string): boolean;
  page(url: URL): boolean;
  /** True if the page is allowed by an entry with a path. */
  path(url: URL): boolean;
}

/**
 * An entry is `host` (any port) or `host:port`; a name does not include its subdomains. With a path it allows only the
 * pages below that path, but also as targets of redirects from public pages. @throws InputError
 */
export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const allowed = entries.map(normalizeEntry);
  const entriesOf = (hostname: string, port: string) => {
    const host = normalizeHostname(hostname);
    return allowed.filter((entry) => entry.host === host || entry.host === `${host}:${port}`);
  };
  const pathsOf = (url: URL) => entriesOf(url.hostname, portOf(url)).map(({ path }) => path);
  const isBelow = ({ pathname }: URL, path: string) =>
    `${pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`) && !/%(?:2f|5c)/iu.test(pathname);
  return {
    host: (hostname, port) => entriesOf(hostname, port).length > 0,
    page: (url) => pathsOf(url).some((path) => path === null || isBelow(url, path)),
    path: (url) => pathsOf(url).some((path) => path !== null && isBelow(url, path)),
  };
}

/** Without brackets and trailing dots: `[::1]` → `::1`, `localhost.` → `localhost`. */
export function normalizeHostname(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

/** A path of up to three digits is read as a network size (CIDR), which is not supported. */
function normalizeEntry(entry: string): { readonly host: string; readonly path: string | null } {
  const [, host = '', port, path] =
    /^(\[[^\]]*\]|[^:/@?#\s]+)(?::(\d{1,5}))?(\/(?!\d{1,3}$)[^?#\s]*)?$/.exec(entry) ?? [];
  const url = `http://${host}`;
  if (host === '' || !URL.canParse(url))
    throw new InputError(`${JSON.stringify(entry)} is not a valid host.`, {
      advice:
        'Write a host name or an IP address, with or without a port and a path: intranet.example, 10.0.0.5:8080/guides, [::1]:80.',
    });
  const name = normalizeHostname(new URL(url).hostname);
  return {
    host: port === undefined ? name : `${name}:${Number(port)}`,
    path: path === undefined ? null : new URL(path, url).pathname,
  };
}

/** Names of the ranges of ipaddr.js (IANA's special-purpose registries); all others are reserved. */
const RANGE_NAMES: Readonly<Record<string, string>> = {
  unspecified: 'an unspecified',
  loopback: 'a loopback',
  private: 'a private',
  uniqueLocal: 'a private',
  deprecatedSiteLocal: 'a private',
  linkLocal: 'a link-local',
  carrierGradeNat: 'a carrier-grade NAT',
  multicast: 'a multicast',
  broadcast: 'a broadcast',
};
/** In a public range, but on every Azure machine the platform answers it. */
const AZURE_PLATFORM = '168.63.129.16';

/** @param address without brackets @returns why it is refused; null if it is public */
export function refuseAddress(address: string): string | null {
  if (isIP(address) === 0) return `${JSON.stringify(address)} is not an IP address`;
  // Deprecated IPv4-compatible addresses, which ipaddr.js reads as IPv4-mapped ones.
  if (/^::\d+(?:\.\d+){3}$/.test(address)) return `${address} is a reserved address`;
  const kind = rangeName(ipaddr.parse(address));
  return kind === null ? null : `${address} is ${kind} address`;
}

function rangeName(address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  const range = address.range();
  if (address instanceof ipaddr.IPv6) {
    if (range === 'ipv4Mapped') return rangeName(address.toIPv4Address());
    // NAT64: IPv6-only networks reach a public IPv4 host at such an address.
    if (address.match(NAT64, 96)) return rangeName(new ipaddr.IPv4(address.toByteArray().slice(12)));
    // Only 2000::/3 is assigned for global unicast.
    if (range === 'unicast') return address.match(GLOBAL_UNICAST, 3) ? null : 'a reserved';
  } else if (range === 'unicast') {
    return address.toString() === AZURE_PLATFORM ? 'a cloud metadata' : null;
  }
  return RANGE_NAMES[range] ?? 'a reserved';
}

const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
