/** Items as people write them: an address, one with a prefix or mask, or a range. */
import type { Entry } from "../_core/tool.ts";
import { beginning } from "../_lib/text/shown.ts";
import { type Address, readAddress, type Version, WIDTHS } from "../_lib/web/ip/address.ts";
import { bitLength, type IpRange, networkOf } from "../_lib/web/ip/network.ts";

export type ItemFailure =
  | "IP_INVALID"
  | "IP_LEADING_ZERO"
  | "PREFIX_RANGE"
  | "NETMASK_INVALID"
  | "RANGE_ORDER"
  | "RANGE_MIXED_VERSIONS";

export interface Item extends IpRange {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** The address as it was written, the first one of a range. */
  readonly address: Address;
  /** Absent for a range. */
  readonly prefix?: number;
}

export interface ItemProblem {
  readonly code: ItemFailure;
  readonly found: string;
  readonly expected: string;
}

/** Whether the address of an item is not the first one of its network. */
export function hasHostBits({ address, first, prefix }: Item): boolean {
  return prefix !== undefined && address.value !== first;
}

/**
 * The items between white space; a sign of a range or prefix holds together what it stands between, and a
 * contiguous mask belongs to the IPv4 address before it.
 */
export function splitItems(text: string): string[] {
  const items: string[][] = [];
  let before = "";
  for (const word of text.trim().split(/\s+/)) {
    const last = items.at(-1);
    const isJoined = /^[/-]/.test(word) || before.endsWith("/") || before.endsWith("-");
    if (last && (isJoined || (last.length === 1 && isMaskOf(before, word)))) last.push(word);
    else items.push([word]);
    before = word;
  }
  return items.map((words) => words.join(" "));
}

function isMaskOf(address: string, word: string): boolean {
  const [before, mask] = [readAddress(address), readAddress(word)];
  if (typeof before !== "object" || typeof mask !== "object") return false;
  return before.version === 4 && mask.version === 4 && prefixOfMask(mask.value) !== undefined;
}

/** An address, also in the brackets that URLs put around IPv6. */
function readBracketed(text: string): ReturnType<typeof readAddress> {
  const isBracketed = text.startsWith("[") && text.endsWith("]") && text.includes(":");
  return readAddress(isBracketed ? text.slice(1, -1) : text);
}

/** Reads one item; `line` only goes along. */
export function readItem(given: string, line: number): Item | ItemProblem {
  const text = given.trim();
  if (text.length > LONGEST_ITEM) return addressProblem("IP_INVALID", text);
  const negative = /\/\s*-\d+$/.test(text);
  // A zone may hold a hyphen, too, but nothing of an address behind it.
  const single = text.includes("-") && !negative ? undefined : readNetwork(text, line);
  if (single) return single;
  const whole = text.includes("%") ? readNetwork(text, line) : undefined;
  return whole && "address" in whole ? whole : readRange(text, line);
}

const SHOWN_CHARACTERS = 60;
/** Two addresses with their zones, and room for spaces. */
const LONGEST_ITEM = 300;

function problem(code: ItemFailure, text: string, expected: string): ItemProblem {
  return { code, found: JSON.stringify(beginning(text, SHOWN_CHARACTERS)), expected };
}

const ITEM = "an address, address/prefix, address and mask, or range a-b";

function addressProblem(code: "IP_INVALID" | "IP_LEADING_ZERO", text: string): ItemProblem {
  return problem(code, text, code === "IP_INVALID" ? ITEM : "octets without leading zeros");
}

function readRange(text: string, line: number): Item | ItemProblem {
  const at = text.indexOf("-");
  const [from, to] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const [first, last] = [readBracketed(from), readBracketed(to)];
  if (typeof first === "string") return addressProblem(first, text);
  if (typeof last === "string") return addressProblem(last, text);
  if (first.version !== last.version) {
    return problem("RANGE_MIXED_VERSIONS", text, "two addresses of one IP version");
  }
  if (first.value > last.value) return problem("RANGE_ORDER", text, "the lower address first");
  const { version, value } = first;
  return { text, line, version, address: first, first: value, last: last.value };
}

function readNetwork(text: string, line: number): Item | ItemProblem {
  const [, written = "", slash, , mask] = PARTS.exec(text) ?? [];
  const address = readBracketed(written);
  if (typeof address === "string") return addressProblem(address, text);
  const { version, value } = address;
  const isBare = mask === undefined && slash === undefined;
  const prefix = isBare ? WIDTHS[version] : readMask(mask ?? "", version, slash, text);
  if (typeof prefix !== "number") return prefix;
  const { first, last } = networkOf(version, value, prefix);
  return { text, line, version, address, prefix, first, last };
}

/** Address, then `/` or white space, then the prefix or mask. */
const PARTS = /^([^\s/]*)(?:(?:\s*(\/)\s*|(\s+))(\S+)?)?$/;

function readMask(
  mask: string,
  version: Version,
  slash: string | undefined,
  text: string,
): number | ItemProblem {
  const isNumber = !/[.:]/.test(mask);
  if (isNumber && slash !== undefined) {
    const prefix = /^\d{1,3}$/.test(mask) ? Number(mask) : Infinity;
    const expected = `a prefix from 0 to ${WIDTHS[version]}`;
    return prefix <= WIDTHS[version] ? prefix : problem("PREFIX_RANGE", text, expected);
  }
  if (isNumber) return addressProblem("IP_INVALID", text);
  const read = version === 4 ? readAddress(mask) : undefined;
  const prefix =
    typeof read === "object" && read.version === 4 ? prefixOfMask(read.value) : undefined;
  return (
    prefix ?? problem("NETMASK_INVALID", text, "a netmask such as 255.255.255.0, or a wildcard")
  );
}

const ALL_ONES = 2n ** 32n - 1n;

/** The prefix of a netmask, or else of a wildcard. */
function prefixOfMask(mask: bigint): number | undefined {
  const zeros = ALL_ONES - mask;
  if ((zeros & (zeros + 1n)) === 0n) return 32 - (zeros === 0n ? 0 : bitLength(zeros));
  return (mask & (mask + 1n)) === 0n ? 32 - bitLength(mask) : undefined;
}

/** The entry for a problem in a field. */
export function itemEntry(
  { code, found, expected }: ItemProblem,
  path: string,
  line: number,
): Entry<ItemFailure> {
  const message = `Cannot read an address: found ${found}, expected ${expected}`;
  return { code, message, path, line, expected };
}
