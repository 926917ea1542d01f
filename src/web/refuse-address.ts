/** Which IP addresses lie on the public internet; all others may lead into somebody's own network. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Names for people of the ranges of ipaddr.js (IANA's special-purpose registries); the rest count as reserved. */
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

/** In a public range, but answered by the platform of every Azure machine. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * @param address an IPv4 address in four decimal parts, or an IPv6 address without brackets, zone id allowed
 * @returns why it must not be connected to, or null where it is a public address
 */
export function refuseAddress(address: string): string | null {
  if (isIP(address) === 0) return `${JSON.stringify(address)} is not an IP address`;
  // ipaddr.js takes these (IPv4-compatible, long deprecated) for IPv4-mapped ones.
  if (/^::\d+(?:\.\d+){3}$/.test(address)) return `${address} is a reserved address`;
  const kind = rangeName(ipaddr.parse(address));
  return kind === null ? null : `${address} is ${kind} address`;
}

function rangeName(address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  const range = address.range();
  if (address instanceof ipaddr.IPv6) {
    if (range === 'ipv4Mapped') return rangeName(address.toIPv4Address());
    // NAT64: networks without IPv4 reach a public IPv4 host by such an address.
    if (address.match(NAT64, 96)) return rangeName(new ipaddr.IPv4(address.toByteArray().slice(12)));
    // Only 2000::/3 is assigned for global unicast: what embeds or abuses an address elsewhere stays out.
    if (range === 'unicast') return address.match(GLOBAL_UNICAST, 3) ? null : 'a reserved';
  } else if (range === 'unicast') {
    return address.toString() === AZURE_PLATFORM ? 'a cloud metadata' : null;
  }
  return RANGE_NAMES[range] ?? 'a reserved';
}

const NAT64 = ipaddr.IPv6.parse('64:ff9b::');
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
