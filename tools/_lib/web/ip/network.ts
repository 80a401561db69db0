/** Networks: a prefix, and the addresses that it covers. */
import { type Version, WIDTHS, writeAddress } from "./address.ts";

/** Addresses from first to last, both included. */
export interface IpRange {
  readonly version: Version;
  readonly first: bigint;
  readonly last: bigint;
}

export interface Network extends IpRange {
  readonly prefix: number;
}

/** The network of a prefix that the address lies in. */
export function networkOf(version: Version, address: bigint, prefix: number): Network {
  const size = 1n << BigInt(WIDTHS[version] - prefix);
  const first = address & -size;
  return { version, prefix, first, last: first + size - 1n };
}

export function sizeOf({ first, last }: IpRange): bigint {
  return last - first + 1n;
}

export function writeNetwork({ version, first, prefix }: Network): string {
  return `${writeAddress(version, first)}/${prefix}`;
}

/** In prefix form where the range is a network, else `a-b`. */
export function writeRange(range: IpRange): string {
  const network = asNetwork(range);
  if (network) return writeNetwork(network);
  return `${writeAddress(range.version, range.first)}-${writeAddress(range.version, range.last)}`;
}

/** The network that covers exactly the range, if there is one. */
export function asNetwork(range: IpRange): Network | undefined {
  const [first] = networksOf([range]);
  return first?.last === range.last ? first : undefined;
}

export interface Hosts {
  readonly firstHost: string;
  readonly lastHost: string;
  /** Null for IPv6, and for /31 (RFC 3021) and /32, whose addresses are all hosts. */
  readonly broadcast: string | null;
}

export function hostsOf(network: Network): Hosts {
  const { version, first, last } = network;
  const margin = hasBroadcast(network) ? 1n : 0n;
  return {
    firstHost: writeAddress(version, first + margin),
    lastHost: writeAddress(version, last - margin),
    broadcast: hasBroadcast(network) ? writeAddress(version, last) : null,
  };
}

export function usableHosts(network: Network): bigint {
  return sizeOf(network) - (hasBroadcast(network) ? 2n : 0n);
}

function hasBroadcast({ version, prefix }: Network): boolean {
  return version === 4 && prefix <= 30;
}

/** The fewest networks that cover the ranges, one after the other. */
export function* networksOf(ranges: Iterable<IpRange>): Generator<Network> {
  for (const { version, first, last } of ranges) {
    let at = first;
    while (at <= last) {
      const room = last - at + 1n;
      let bits = at === 0n ? WIDTHS[version] : trailingZeros(at);
      if (1n << BigInt(bits) > room) bits = bitLength(room) - 1;
      const network = networkOf(version, at, WIDTHS[version] - bits);
      yield network;
      at = network.last + 1n;
    }
  }
}

function trailingZeros(value: bigint): number {
  return bitLength(value & -value) - 1;
}

export function bitLength(value: bigint): number {
  return value.toString(2).length;
}

/** The same addresses as ranges that neither meet nor touch: IPv4 before IPv6, ascending. */
export function mergeRanges(ranges: readonly IpRange[]): IpRange[] {
  const sorted = ranges.toSorted((a, b) => a.version - b.version || compare(a.first, b.first));
  const merged: IpRange[] = [];
  for (const range of sorted) {
    const before = merged.at(-1);
    if (before?.version !== range.version || range.first > before.last + 1n) merged.push(range);
    else if (range.last > before.last) merged[merged.length - 1] = { ...before, last: range.last };
  }
  return merged;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

/** What of the ranges is not in the others. */
export function excludeRanges(ranges: readonly IpRange[], others: readonly IpRange[]): IpRange[] {
  const holes = mergeRanges(others);
  const left: IpRange[] = [];
  let hole = 0;
  for (const range of mergeRanges(ranges)) {
    let { first } = range;
    const isBefore = (other: IpRange): boolean =>
      other.version < range.version || (other.version === range.version && other.last < first);
    for (let next = holes[hole]; next && isBefore(next); next = holes[hole]) hole++;
    for (let at = hole; ; at++) {
      const next = holes[at];
      if (!next || next.version !== range.version || next.first > range.last) break;
      if (next.first > first) left.push({ ...range, first, last: next.first - 1n });
      if (next.last >= first) first = next.last + 1n;
    }
    if (first <= range.last) left.push({ ...range, first });
  }
  return left;
}

/** The addresses that both ranges have. */
export function sharedRange(a: IpRange, b: IpRange): IpRange | undefined {
  const first = a.first > b.first ? a.first : b.first;
  const last = a.last < b.last ? a.last : b.last;
  return a.version === b.version && first <= last ? { version: a.version, first, last } : undefined;
}
