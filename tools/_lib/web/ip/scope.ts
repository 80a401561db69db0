/** What an address is for: the IANA special-purpose registries (RFC 6890), the most specific block. */
import { readAddress, type Version } from "./address.ts";
import { type Network, networkOf } from "./network.ts";

const BLOCKS = `
this-network 0.0.0.0/8
private-use 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16
shared 100.64.0.0/10
loopback 127.0.0.0/8 ::1/128
link-local 169.254.0.0/16 fe80::/10
ietf-protocol 192.0.0.0/24
documentation 192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20
6to4-relay 192.88.99.0/24
benchmarking 198.18.0.0/15 2001:2::/48
multicast 224.0.0.0/4 ff00::/8
limited-broadcast 255.255.255.255/32
reserved 240.0.0.0/4
unspecified ::/128
ipv4-mapped ::ffff:0:0/96
nat64 64:ff9b::/96
nat64-local 64:ff9b:1::/48
discard-only 100::/64
teredo 2001::/32
orchid 2001:20::/28
6to4 2002::/16
srv6-sids 5f00::/16
unique-local fc00::/7
global 2000::/3 0.0.0.0/0
reserved ::/0`;

interface Block {
  readonly network: Network;
  readonly scope: string;
}

/** Longest prefix first. */
const SCOPES: readonly Block[] = BLOCKS.trim()
  .split("\n")
  .flatMap((row) => {
    const [scope = "", ...blocks] = row.split(" ");
    return blocks.flatMap((block) => {
      const [text = "", prefix] = block.split("/");
      const address = readAddress(text);
      if (typeof address === "string") return [];
      return [{ scope, network: networkOf(address.version, address.value, Number(prefix)) }];
    });
  })
  .toSorted((a, b) => b.network.prefix - a.network.prefix);

export function scopeOf(version: Version, value: bigint): string {
  const block = SCOPES.find(
    ({ network }) => network.version === version && network.first <= value && value <= network.last,
  );
  return block?.scope ?? "global";
}

const LOW_32 = 2n ** 32n - 1n;

/** The IPv4 address inside an IPv6 one: RFC 4291 2.5.5.2, RFC 6052, RFC 3056, and the client of RFC 4380. */
export function embeddedIPv4(scope: string, value: bigint): bigint | undefined {
  switch (scope) {
    case "ipv4-mapped":
    case "nat64":
      return value & LOW_32;
    case "6to4":
      return (value >> 80n) & LOW_32;
    case "teredo":
      return (value & LOW_32) ^ LOW_32;
    default:
      return undefined;
  }
}
