/** What the subnet calculator does with its items, one function for each action. */
import {
  type Address,
  expandAddress,
  reverseName,
  WIDTHS,
  writeAddress,
} from "../_lib/web/ip/address.ts";
import {
  hostsOf,
  type IpRange,
  type Network,
  networkOf,
  networksOf,
  sharedRange,
  sizeOf,
  usableHosts,
  writeNetwork,
  writeRange,
} from "../_lib/web/ip/network.ts";
import { embeddedIPv4, scopeOf } from "../_lib/web/ip/scope.ts";
import type { Value } from "../subnet-calculator.ts";

export interface Answer<V> {
  readonly output: string;
  readonly value: V;
  /** A list is longer than the limit. */
  readonly truncated?: boolean;
  readonly valid?: boolean;
}

/** All about one address and its network; counts are decimal strings, since 2^128 is no number. */
export function describeNetwork({ version, value, zone }: Address, network: Network) {
  const { first, last, prefix } = network;
  const { firstHost, lastHost, broadcast } = hostsOf(network);
  const scope = scopeOf(version, value);
  const embedded = version === 6 ? embeddedIPv4(scope, value) : undefined;
  const hostMask = last - first;
  const masks = {
    netmask: writeAddress(4, (2n ** 32n - 1n) ^ hostMask),
    wildcard: writeAddress(4, hostMask),
    broadcast,
  };
  const cidr = writeNetwork(network);
  return {
    output: cidr,
    value: {
      version,
      address: writeAddress(version, value),
      addressExpanded: expandAddress(version, value),
      ...(zone === undefined ? {} : { zone }),
      cidr,
      network: writeAddress(version, first),
      prefix,
      ...(version === 4 ? masks : {}),
      firstHost,
      lastHost,
      lastAddress: writeAddress(version, last),
      usableHosts: String(usableHosts(network)),
      totalAddresses: String(sizeOf(network)),
      scope,
      reverseName: reverseName(version, value),
      integer: String(value),
      hex: `0x${value.toString(16).padStart(WIDTHS[version] / 4, "0")}`,
      binary: binaryOf(version, value),
      ...(embedded === undefined ? {} : { embeddedIPv4: writeAddress(4, embedded) }),
    },
  };
}

/** Octets with dots between them, or groups with colons. */
function binaryOf(version: Address["version"], value: bigint): string {
  const bits = value.toString(2).padStart(WIDTHS[version], "0");
  const parts = bits.match(version === 4 ? /.{8}/g : /.{16}/g) ?? [];
  return parts.join(version === 4 ? "." : ":");
}

/** Networks of a longer prefix, as many as the limit allows. */
export function splitNetwork(network: Network, prefix: number, limit: number) {
  const { version, first } = network;
  const total = 1n << BigInt(prefix - network.prefix);
  const step = 1n << BigInt(WIDTHS[version] - prefix);
  const listed = total > BigInt(limit) ? limit : Number(total);
  const subnets = Array.from({ length: listed }, (_, index) => {
    const subnet = networkOf(version, first + step * BigInt(index), prefix);
    return { cidr: writeNetwork(subnet), ...hostsOf(subnet) };
  });
  return {
    output: subnets.map(({ cidr }) => cidr).join("\n"),
    value: { subnets, totalSubnets: String(total) },
    truncated: total > BigInt(listed),
  };
}

/** An item of the other list. */
export interface Other extends IpRange {
  readonly text: string;
}

export function checkContained(range: IpRange, others: readonly Other[], limit: number) {
  const results = others.map((other) => ({
    input: other.text,
    contained: range.first <= other.first && other.last <= range.last,
  }));
  const listed = results.slice(0, limit);
  return {
    output: listed
      .map(({ input, contained }) => `${input} ${contained ? "contained" : "not contained"}`)
      .join("\n"),
    value: { results: listed },
    truncated: results.length > limit,
    valid: results.every(({ contained }) => contained),
  };
}

export function checkOverlaps(range: IpRange, others: readonly Other[], limit: number) {
  const results = others.map((other) => {
    const shared = sharedRange(range, other);
    return {
      input: other.text,
      overlaps: shared !== undefined,
      shared: shared ? writeRange(shared) : null,
    };
  });
  const listed = results.slice(0, limit);
  return {
    output: listed
      .map(({ input, shared }) => `${input} ${shared === null ? "apart" : `shares ${shared}`}`)
      .join("\n"),
    value: { results: listed },
    truncated: results.length > limit,
    valid: results.every(({ overlaps }) => !overlaps),
  };
}

/** The fewest networks for ranges that are merged already. */
export function listNetworks(ranges: readonly IpRange[], limit: number) {
  const { cidrs, truncated } = firstNetworks(ranges, limit);
  const total = ranges.reduce((sum, range) => sum + sizeOf(range), 0n);
  return {
    output: cidrs.join("\n"),
    value: { cidrs, totalAddresses: String(total) },
    truncated,
  };
}

function firstNetworks(
  ranges: readonly IpRange[],
  limit: number,
): { cidrs: string[]; truncated: boolean } {
  const cidrs: string[] = [];
  for (const network of networksOf(ranges)) {
    if (cidrs.length === limit) return { cidrs, truncated: true };
    cidrs.push(writeNetwork(network));
  }
  return { cidrs, truncated: false };
}

type Allocation = Extract<Value, { allocations: unknown }>["allocations"][number];

/** Hosts need a network and a broadcast address besides their own. */
const EXTRA_ADDRESSES = 2;

/**
 * Networks of different sizes, the largest first, each the smallest that has room for its hosts.
 * What does not fit is given back as its number of hosts.
 */
export function allocate(network: Network, hosts: readonly number[], limit: number) {
  const { version, first, last } = network;
  const allocations: Allocation[] = [];
  const cidrs: string[] = [];
  let at = first;
  for (const requestedHosts of hosts.toSorted((a, b) => b - a)) {
    const bits = BigInt(requestedHosts + EXTRA_ADDRESSES - 1).toString(2).length;
    // Sizes fall, so the next address is aligned to each of them.
    if (at + (1n << BigInt(bits)) - 1n > last) return { tooLarge: requestedHosts };
    const subnet = networkOf(version, at, WIDTHS[version] - bits);
    const cidr = writeNetwork(subnet);
    const usable = String(usableHosts(subnet));
    allocations.push({ requestedHosts, cidr, ...hostsOf(subnet), usableHosts: usable });
    cidrs.push(cidr);
    at = subnet.last + 1n;
  }
  const free = firstNetworks(at > last ? [] : [{ version, first: at, last }], limit);
  return {
    output: cidrs.join("\n"),
    value: { allocations, freeCidrs: free.cidrs },
    truncated: free.truncated,
  };
}
