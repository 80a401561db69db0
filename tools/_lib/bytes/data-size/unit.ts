/** Units of data: bits and bytes with prefixes of 1000 (SI) and 1024 (IEC 80000-13). */
import { type Fraction, fraction } from "../../numbers/fraction.ts";

const PREFIX_NAMES: readonly (readonly [symbol: string, decimal: string, binary: string])[] = [
  ["", "", ""],
  ["k", "kilo", "kibi"],
  ["M", "mega", "mebi"],
  ["G", "giga", "gibi"],
  ["T", "tera", "tebi"],
  ["P", "peta", "pebi"],
  ["E", "exa", "exbi"],
  ["Z", "zetta", "zebi"],
  ["Y", "yotta", "yobi"],
  ["R", "ronna", "robi"],
  ["Q", "quetta", "quebi"],
];

/** Prefixes of which each stands for `base` times the one before. */
export interface PrefixFamily {
  readonly base: bigint;
  /** From none to the largest. */
  readonly symbols: readonly string[];
  readonly names: readonly string[];
}

export const SI: PrefixFamily = {
  base: 1000n,
  symbols: PREFIX_NAMES.map(([symbol]) => symbol),
  names: PREFIX_NAMES.map(([, decimal]) => decimal),
};

export const IEC: PrefixFamily = {
  base: 1024n,
  symbols: PREFIX_NAMES.map(([symbol]) => (symbol === "" ? "" : `${symbol.toUpperCase()}i`)),
  names: PREFIX_NAMES.map(([, , binary]) => binary),
};

export const BITS_PER_BYTE = 8n;

export interface DataUnit {
  /** kB, MiB, bit, Mibit. */
  readonly symbol: string;
  readonly bits: Fraction;
}

export interface ReadUnit {
  readonly unit: DataUnit;
  /** The letter case says bits, or nothing, and bytes are meant all the same. */
  readonly isCaseAssumed: boolean;
}

const PREFIXED = /^([kmgtpezyrq]?)(i?)(b|bits?|bytes?)$/i;
const PREFIX_ALONE = /^([kmgtpe])(i?)$/i;
const NAMED = /^([a-z]+?)(bits?|bytes?)$/i;

/**
 * The unit of a size or a rate, undefined for other text. `b` is bits and `B` bytes, but for sizes a prefixed unit
 * all in lower case (`mb`, `gib`) and for both a prefix alone (`M`) are taken as bytes.
 */
export function readUnit(text: string, kind: "size" | "rate"): ReadUnit | undefined {
  const [, letter = "", binary = "", base = ""] = PREFIXED.exec(text) ?? [];
  if (base !== "" && (letter !== "" || binary === "")) {
    const isAssumed = kind === "size" && base === "b" && letter !== "" && isLowerCase(text);
    const isBit = base === "b" ? !isAssumed : /^bit/i.test(base);
    return { unit: unitOf(familyOf(binary), rankOf(letter), isBit), isCaseAssumed: isAssumed };
  }
  const [, alone = "", aloneBinary = ""] = PREFIX_ALONE.exec(text) ?? [];
  if (alone !== "") {
    const unit = unitOf(familyOf(aloneBinary), rankOf(alone), false);
    return { unit, isCaseAssumed: aloneBinary === "" };
  }
  return readName(text);
}

function isLowerCase(text: string): boolean {
  return text === text.toLowerCase();
}

function familyOf(binaryMark: string): PrefixFamily {
  return binaryMark === "" ? SI : IEC;
}

function rankOf(letter: string): number {
  return PREFIX_NAMES.findIndex(([symbol]) => symbol.toLowerCase() === letter.toLowerCase());
}

/** `megabytes`, `Mebibit`. */
function readName(text: string): ReadUnit | undefined {
  const [, prefix = "", base = ""] = NAMED.exec(text) ?? [];
  const name = prefix.toLowerCase();
  const family = [SI, IEC].find(({ names }) => name !== "" && names.includes(name));
  if (!family) return undefined;
  const unit = unitOf(family, family.names.indexOf(name), /^bit/i.test(base));
  return { unit, isCaseAssumed: false };
}

function unitOf({ base, symbols }: PrefixFamily, rank: number, isBit: boolean): DataUnit {
  return {
    symbol: `${symbols[rank]}${isBit ? "bit" : "B"}`,
    bits: fraction(base ** BigInt(rank) * (isBit ? 1n : BITS_PER_BYTE)),
  };
}

/** Symbols and names, to look for the nearest in. */
export const UNIT_NAMES: readonly string[] = [SI, IEC].flatMap(({ symbols, names }) => [
  ...symbols.flatMap((prefix) => [`${prefix}B`, `${prefix}bit`]),
  ...names.flatMap((prefix) => [`${prefix}byte`, `${prefix}bit`]),
]);
