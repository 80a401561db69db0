/** Whom a request without a key counts for: the client's address. */

/** All whose address is not known count as one caller. */
const UNKNOWN_ADDRESS = "unknown";

/**
 * `peer` says the other end of the connection, and is asked only where nothing else counts. Of X-Forwarded-For, given
 * only where a trusted proxy wrote it, the last address counts: all before that one are the client's word.
 */
export function callerAddress(
  peer: () => string | undefined,
  forwardedFor: string | null | undefined,
): string {
  const forwarded = forwardedFor ? known(lastOf(forwardedFor)) : undefined;
  return forwarded ?? known(peer() ?? "") ?? UNKNOWN_ADDRESS;
}

/** Who calls mostly calls again. */
const seen = new Map<string, string | undefined>();
const MOST_SEEN = 10_000;
/** No address is longer; a header may be. */
const LONGEST_SEEN = 64;

function known(text: string): string | undefined {
  if (text.length > LONGEST_SEEN) return normaliseAddress(text);
  const address = seen.get(text);
  if (address !== undefined || seen.has(text)) return address;
  if (seen.size >= MOST_SEEN) seen.clear();
  const read = normaliseAddress(text);
  seen.set(text, read);
  return read;
}

function lastOf(list: string): string {
  return list.slice(list.lastIndexOf(",") + 1).trim();
}

/**
 * IPv4 as it is, also where it is written as IPv6 (`::ffff:192.0.2.1`); of IPv6 the network, `2001:db8:0:1::/64`, since
 * each client has a whole one. A port, brackets and a zone (`%eth0`) are left out. Undefined for anything else.
 */
export function normaliseAddress(text: string): string | undefined {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  // What nearly all are, and what a socket for both versions makes of it.
  const [, ipv4] = /^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/i.exec(text) ?? [];
  if (ipv4 !== undefined) return readIpv4(ipv4) ? ipv4 : undefined;
  const [address = ""] = (bracketed ?? text).split("%", 1);
  const groups = readIpv6(address);
  return groups && (mappedIpv4(groups) ?? `${groups.slice(0, 4).map(toHex).join(":")}::/64`);
}

const toHex = (group: number) => group.toString(16);

/** The IPv4 address that `::ffff:0:0/96` stands for. */
function mappedIpv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return undefined;
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

const OCTETS = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** A leading zero would be octal to some. */
function readIpv4(text: string): number[] | undefined {
  const octets = OCTETS.exec(text)?.slice(1);
  const valid = octets?.every((octet) => Number(octet) <= 255 && !/^0\d/.test(octet));
  return valid ? octets?.map(Number) : undefined;
}

const IPV6_GROUPS = 8;
const LONGEST_IPV6 = 45;

/** RFC 4291 section 2.2: eight groups, `::` for one run of zeros, the last two also as IPv4. */
function readIpv6(text: string): number[] | undefined {
  if (text.length > LONGEST_IPV6) return undefined;
  const [head, tail, ...rest] = hexTail(text)?.split("::") ?? [];
  if (head === undefined || rest.length > 0) return undefined;
  const before = readGroups(head);
  const after = readGroups(tail ?? "");
  if (!before || !after) return undefined;
  const zeros = IPV6_GROUPS - before.length - after.length;
  if (tail === undefined ? zeros !== 0 : zeros < 1) return undefined;
  return [...before, ...Array<number>(zeros).fill(0), ...after];
}

/** The same address with an IPv4 at its end written as two groups. */
function hexTail(text: string): string | undefined {
  if (!text.includes(".")) return text;
  const at = text.lastIndexOf(":") + 1;
  const octets = readIpv4(text.slice(at));
  if (!octets) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  return `${text.slice(0, at)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function readGroups(text: string): number[] | undefined {
  if (text === "") return [];
  const groups = text.split(":");
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16));
}
