import type { YamlScalar } from "./tree.ts";

export type YamlVersion = "1.2" | "1.1";

/** What a scalar stands for; the text of a number is one of JSON's grammar. */
export type Resolved =
  | { readonly type: "null" }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "number"; readonly text: string }
  /** An infinity or NaN, which JSON has no number for. */
  | { readonly type: "non-finite"; readonly text: string }
  /** A date or a moment of YAML 1.1, which is given as its text. */
  | { readonly type: "timestamp"; readonly value: string }
  | { readonly type: "string"; readonly value: string };

const NULL: Resolved = { type: "null" };
const NULLS: ReadonlySet<string> = new Set(["", "~", "null", "Null", "NULL"]);
const INTEGER = /^[-+]?[0-9]+$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const PREFIXED = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;
const NON_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
]);

const OLD_BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...BOOLEANS,
  ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"].map((word) => [word, true] as const),
  ...["n", "N", "no", "No", "NO", "off", "Off", "OFF"].map((word) => [word, false] as const),
]);

// A run of digits begins with its first digit, so that no text can be divided in more than one way.
const OLD_BINARY = /^[-+]?0b_*[01][01_]*$/;
const OLD_OCTAL = /^[-+]?0[0-7_]+$/;
const OLD_DECIMAL = /^[-+]?(?:0|[1-9][0-9_]*)$/;
const OLD_HEXADECIMAL = /^[-+]?0x_*[0-9a-fA-F][0-9a-fA-F_]*$/;
const OLD_FLOAT = /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\._*[0-9][0-9_]*)(?:[eE][-+][0-9]+)?$/;
const OLD_SIXTIES = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const OLD_DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const OLD_MOMENT =
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?$/;
/** Numbers of base 60 with more places are taken as text: reading them takes more than linear time. */
const MOST_SIXTIES = 64;

/** What a plain scalar without a tag stands for. */
export function resolvePlain(text: string, version: YamlVersion): Resolved {
  if (NULLS.has(text)) return NULL;
  const boolean = (version === "1.1" ? OLD_BOOLEANS : BOOLEANS).get(text);
  if (boolean !== undefined) return { type: "boolean", value: boolean };
  // Nothing else begins with a letter.
  if (!/^[-+.0-9]/.test(text)) return { type: "string", value: text };
  if (NON_FINITE.test(text)) return { type: "non-finite", text };
  return (version === "1.1" ? oldNumber(text) : number(text)) ?? { type: "string", value: text };
}

function number(text: string): Resolved | undefined {
  if (INTEGER.test(text) || FLOAT.test(text)) return { type: "number", text: jsonNumber(text) };
  return PREFIXED.test(text) ? { type: "number", text: String(BigInt(text)) } : undefined;
}

function oldNumber(text: string): Resolved | undefined {
  const bare = text.replaceAll("_", "");
  if (OLD_DECIMAL.test(text) || OLD_FLOAT.test(text)) {
    return { type: "number", text: jsonNumber(bare) };
  }
  const digits = bare.replace(/^[-+]/, "");
  const sign = bare.startsWith("-") ? "-" : "";
  if (OLD_BINARY.test(text) || OLD_HEXADECIMAL.test(text)) {
    return { type: "number", text: sign + String(BigInt(digits)) };
  }
  if (OLD_OCTAL.test(text)) {
    return { type: "number", text: sign + String(BigInt(`0o${digits}`)) };
  }
  if (OLD_SIXTIES.test(text)) return sixties(sign, digits);
  const timestamp = OLD_DATE.test(text) || OLD_MOMENT.test(text);
  return timestamp ? { type: "timestamp", value: text } : undefined;
}

function sixties(sign: string, digits: string): Resolved | undefined {
  const [whole = "", fraction] = digits.split(".");
  const places = whole.split(":");
  // A whole number of base 60 begins with no zero.
  if (places.length > MOST_SIXTIES || (fraction === undefined && whole.startsWith("0"))) {
    return undefined;
  }
  const value = places.reduce((sum, place) => sum * 60n + BigInt(place), 0n);
  return { type: "number", text: sign + String(value) + (fraction ? `.${fraction}` : "") };
}

/** The text as JSON writes it: no plus, no leading zeros, a digit on both sides of the point. */
function jsonNumber(text: string): string {
  const sign = text.startsWith("-") ? "-" : "";
  const unsigned = text.replace(/^[-+]/, "");
  const mark = unsigned.search(/[eE]/);
  const mantissa = mark < 0 ? unsigned : unsigned.slice(0, mark);
  const exponent = mark < 0 ? "" : unsigned.slice(mark);
  const point = mantissa.indexOf(".");
  const whole = (point < 0 ? mantissa : mantissa.slice(0, point)).replace(/^0+/, "") || "0";
  const fraction = point < 0 ? "" : `.${mantissa.slice(point + 1) || "0"}`;
  return sign + whole + fraction + exponent;
}

const CORE = "tag:yaml.org,2002:";

/** Tags of collections and of text, which change nothing. */
const SILENT: ReadonlySet<string> = new Set(
  ["binary", "timestamp", "set", "omap", "pairs", "merge", "value", "yaml"].map(
    (name) => CORE + name,
  ),
);

/** What a scalar with its tag stands for, and whether the tag was ignored. */
export function resolveScalar(
  { style, value, properties }: YamlScalar,
  version: YamlVersion,
): { readonly resolved: Resolved; readonly ignored: boolean } {
  const plain = style === "plain" || style === "empty";
  const untagged = (): Resolved =>
    plain ? resolvePlain(value, version) : { type: "string", value };
  const { tag } = properties;
  if (tag === undefined) return { resolved: untagged(), ignored: false };
  const text: Resolved = { type: "string", value };
  if (tag.name === "!" || tag.name === `${CORE}str` || SILENT.has(tag.name)) {
    return { resolved: text, ignored: false };
  }
  const resolved = resolvePlain(value, version);
  return fits(tag.name, resolved)
    ? { resolved, ignored: false }
    : { resolved: untagged(), ignored: true };
}

/** Whether what a text stands for is of the type that its tag names. */
function fits(tag: string, resolved: Resolved): boolean {
  switch (tag) {
    case `${CORE}null`:
      return resolved.type === "null";
    case `${CORE}bool`:
      return resolved.type === "boolean";
    case `${CORE}int`:
      return resolved.type === "number" && !/[.eE]/.test(resolved.text);
    case `${CORE}float`:
      return resolved.type === "number" || resolved.type === "non-finite";
    default:
      return false;
  }
}

/** Whether a collection's tag says nothing that its JSON form lacks. */
export function isKnownTag(name: string, type: "sequence" | "mapping"): boolean {
  if (name === "!" || SILENT.has(name)) return true;
  return name === CORE + (type === "sequence" ? "seq" : "map");
}

/** Whether the plain key `<<` merges the mappings that are its value. */
export function isMergeKey({ style, value, properties: { tag } }: YamlScalar): boolean {
  if (tag !== undefined) return tag.name === `${CORE}merge`;
  return style === "plain" && value === "<<";
}
