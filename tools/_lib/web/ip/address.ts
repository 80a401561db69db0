/** IPv4 and IPv6 addresses as numbers, and their texts: RFC 4291 in, RFC 5952 out. */

export type Version = 4 | 6;

export const WIDTHS: Readonly<Record<Version, number>> = { 4: 32, 6: 128 };

export interface Address {
  readonly version: Version;
  readonly value: bigint;
  /** What stood behind `%` (RFC 4007). */
  readonly zone?: string;
}

export type AddressProblem = "IP_INVALID" | "IP_LEADING_ZERO";

/** Reads an address without a prefix; IPv4 has four decimal octets, which no zero may begin. */
export function readAddress(text: string): Address | AddressProblem {
  if (text.includes(":")) return readIPv6(text);
  const octets = readOctets(text);
  return typeof octets === "bigint" ? { version: 4, value: octets } : octets;
}

function readOctets(text: string): bigint | AddressProblem {
  const octets = text.split(".", 5);
  if (octets.length !== 4 || !octets.every((octet) => /^\d{1,8}$/.test(octet))) return "IP_INVALID";
  if (octets.some((octet) => /^0\d/.test(octet))) return "IP_LEADING_ZERO";
  if (octets.some((octet) => Number(octet) > 255)) return "IP_INVALID";
  return octets.reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

const GROUPS = 8;
const ZONE = /^[\w.~-]{1,64}$/;

function readIPv6(text: string): Address | AddressProblem {
  const [address = "", zone, ...more] = text.split("%", 3);
  if (more.length > 0 || (zone !== undefined && !ZONE.test(zone))) return "IP_INVALID";
  const dottedAt = address.includes(".") ? address.lastIndexOf(":") + 1 : address.length;
  const dotted = address.slice(dottedAt);
  const octets = dotted === "" ? 0n : readOctets(dotted);
  if (typeof octets !== "bigint") return octets;
  // The octets stand for two groups.
  const plain = dotted === "" ? address : `${address.slice(0, dottedAt)}0:0`;
  const value = readGroups(plain);
  if (value === undefined) return "IP_INVALID";
  return { version: 6, value: value | octets, ...(zone === undefined ? {} : { zone }) };
}

function readGroups(text: string): bigint | undefined {
  const [before = "", after, ...more] = text.split("::", 3);
  const [head, tail] = [before, after ?? ""].map((part) => (part === "" ? [] : part.split(":", 9)));
  const given = [...(head ?? []), ...(tail ?? [])];
  // What `::` leaves out is at least one group.
  const isWhole = after === undefined ? given.length === GROUPS : given.length < GROUPS;
  if (more.length > 0 || !isWhole) return undefined;
  if (!given.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  const zeros = Array.from({ length: GROUPS - given.length }, () => "0");
  return [...(head ?? []), ...zeros, ...(tail ?? [])].reduce(
    (value, group) => (value << 16n) | BigInt(`0x${group}`),
    0n,
  );
}

/** Dotted octets, or the form of RFC 5952. */
export function writeAddress(version: Version, value: bigint): string {
  return version === 4 ? writeOctets(value) : writeIPv6(value);
}

function writeOctets(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join(".");
}

const MAPPED = 0xffffn;

function writeIPv6(value: bigint): string {
  if (value >> 32n === MAPPED) return `::ffff:${writeOctets(value & 0xffffffffn)}`;
  const groups = groupsOf(value);
  const { start, length } = longestZeros(groups);
  const hex = groups.map((group) => group.toString(16));
  if (length < 2) return hex.join(":");
  return `${hex.slice(0, start).join(":")}::${hex.slice(start + length).join(":")}`;
}

/** Every group with four digits, every octet as it is. */
export function expandAddress(version: Version, value: bigint): string {
  if (version === 4) return writeOctets(value);
  return groupsOf(value)
    .map((group) => group.toString(16).padStart(4, "0"))
    .join(":");
}

function groupsOf(value: bigint): number[] {
  return Array.from({ length: GROUPS }, (_, index) =>
    Number((value >> BigInt(16 * (GROUPS - 1 - index))) & 0xffffn),
  );
}

/** The longest run of zeros, the first of several. */
function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  let start = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== 0) start = index + 1;
    else if (index + 1 - start > longest.length) longest = { start, length: index + 1 - start };
  }
  return longest;
}

/** The name that reverse lookups ask for: in-addr.arpa, or the 32 nibbles of ip6.arpa (RFC 3596). */
export function reverseName(version: Version, value: bigint): string {
  if (version === 4) return `${writeOctets(value).split(".").toReversed().join(".")}.in-addr.arpa`;
  const nibbles = [...value.toString(16).padStart(32, "0")];
  return `${nibbles.toReversed().join(".")}.ip6.arpa`;
}
