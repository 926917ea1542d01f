/** The hosts that a user allows by name although they lie in a private network. */
import { InputError } from '../domain/errors.ts';

/** @param port decimal, never empty */
export type AllowedHosts = (hostname: string, port: string) => boolean;

/**
 * @param entries `host` (any port) or `host:port`; IPv6 in brackets. Exact: a name does not allow its subdomains.
 * @throws InputError where an entry is neither
 */
export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const allowed = new Set(entries.map(normalizeEntry));
  return (hostname, port) => {
    const host = normalizeHostname(hostname);
    return allowed.has(host) || allowed.has(`${host}:${port}`);
  };
}

/** Without brackets and trailing dots: `[::1]` → `::1`, `localhost.` → `localhost`. */
export function normalizeHostname(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

function normalizeEntry(entry: string): string {
  const [, host = '', port] = /^(\[[^\]]*\]|[^:/@?#\s]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const url = `http://${host}`;
  if (host === '' || !URL.canParse(url)) {
    throw new InputError(`${JSON.stringify(entry)} is not a host that can be allowed.`, {
      advice:
        'Write a host name or an IP address, with or without a port: intranet.example, 10.0.0.5:8080, [::1]:80.',
    });
  }
  const name = normalizeHostname(new URL(url).hostname);
  return port === undefined ? name : `${name}:${Number(port)}`;
}
