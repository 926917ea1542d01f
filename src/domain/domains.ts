/** Which web addresses the user wants to be read, by their hosts. */

interface DomainRules {
  readonly allowDomains?: readonly string[] | undefined;
  readonly denyDomains?: readonly string[] | undefined;
}

/** The host itself, or a subdomain of it. */
export function isInDomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** @returns why the address is not read, or null; addresses that are not of the web have no domain */
export function refusedDomain(address: string, { allowDomains = [], denyDomains = [] }: DomainRules): string | null {
  if (!/^https?:/iu.test(address) || !URL.canParse(address)) return null;
  const host = new URL(address).hostname.replace(/\.$/u, '');
  const denied = denyDomains.find((domain) => isInDomain(host, domain));
  if (denied !== undefined) return `${host} is refused by the domain ${denied}`;
  if (allowDomains.length === 0 || allowDomains.some((domain) => isInDomain(host, domain))) return null;
  return `${host} is in none of the domains that are allowed`;
}
