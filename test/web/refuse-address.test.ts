/** The line between public and other addresses. */
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refuseAddress } from '../../src/web/refuse-url.ts';

/** IANA's IPv4 special-purpose registry and multicast, as Node's own list. */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix);
}

/** Half of them near the edges of the special ranges. */
const ipv4 = fc.oneof(
  fc.ipV4(),
  fc
    .tuple(fc.constantFrom(10, 100, 127, 169, 172, 192, 198, 203, 223, 224), fc.nat(255), fc.nat(255), fc.nat(255))
    .map((octets) => octets.join('.')),
);

describe('refuseAddress', () => {
  it('refuses whatever the registry reserves, in each IPv6 form too', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        fc.pre(special.check(address));
        for (const form of [address, `::ffff:${address}`, `64:ff9b::${address}`, `::${address}`]) {
          expect(refuseAddress(form), form).toMatch(/ is an? .* address$/);
        }
      }),
    );
  });

  it('lets only IPv6 global unicast pass', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        fc.pre(!/^(?:2|3)[0-9a-f]{3}:/i.test(address) && !/^(?:0?0?64:ff9b::|.*ffff:)/i.test(address));
        expect(refuseAddress(address)).not.toBeNull();
      }),
    );
  });

  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00::1'])(
    'lets the public %s pass',
    (address) => {
      expect(refuseAddress(address)).toBeNull();
    },
  );

  it.each(['::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])('judges the IPv4 address in %s', (address) => {
    expect(refuseAddress(address)).toBeNull();
  });
});
