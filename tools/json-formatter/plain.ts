import { DEEPEST } from "../_lib/json/tree/problem.ts";
import { type TreeStats, verdictLine } from "../_lib/json/tree/stats.ts";
import { isJsonSpace, layOutTokens } from "./token-layout.ts";

/** A document that the engine's own parser reads as the tree reader does. */
export interface PlainJson {
  readonly value: unknown;
  readonly stats: TreeStats;
}

interface Plain extends PlainJson {
  /** Without white space around it. */
  readonly document: string;
  /** The indent with which the engine writes the very text again. */
  readonly writtenWith: string | undefined;
}

/** How a document is to be laid out. */
export interface PlainLayout {
  /** Nothing is written where there is none. */
  readonly indent: string | undefined;
  /** Whether tokens stay as they are where the engine would write them in another way. */
  readonly keepsTokens: boolean;
  readonly longest: number;
}

/**
 * Lays out a document, or says that it is valid where there is no `indent`, by the engine's own parser, where that
 * is certain to lose nothing. Undefined for every other text, which the tree reader reads, and where the layout
 * could be longer than `longest`, which the tree writer finds sooner.
 */
export function layOutPlain(
  text: string,
  { indent, keepsTokens, longest }: PlainLayout,
): (PlainJson & { readonly output: string }) | undefined {
  const plain = readPlain(text, longest);
  if (plain === undefined) return undefined;
  const { value, stats } = plain;
  let output: string | undefined;
  if (plain.writtenWith !== undefined) output = writePlain(plain, indent, longest);
  else if (keepsTokens) output = writeTokens(plain, indent, longest);
  return output === undefined ? undefined : { value, stats, output };
}

/**
 * Every token is as `JSON.stringify` writes it: the value's text is the very text again, so no key is repeated or moved,
 * no number or escape is written in another way.
 */
function writePlain(
  { value, stats, document, writtenWith }: Plain,
  indent: string | undefined,
  longest: number,
): string | undefined {
  if (indent === undefined) return verdictOf(value, stats);
  if (indent === writtenWith && document.length <= longest) return document;
  if (mayBeLong(stats, indent.length, longest)) return undefined;
  const written = JSON.stringify(value, null, indent);
  return written.length > longest ? undefined : written;
}

/** The tokens are copied; a key that is repeated is missing in the value. */
function writeTokens(
  { document, value, stats }: Plain,
  indent: string | undefined,
  longest: number,
): string | undefined {
  const layout = layOutTokens(document, indent ?? "", longest);
  if (layout?.keys !== stats.keys) return undefined;
  return indent === undefined ? verdictOf(value, stats) : layout.output;
}

function readPlain(text: string, longest: number): Plain | undefined {
  const document = trimJsonSpace(text);
  const value = parse(document);
  if (value === undefined) return undefined;
  // The depth is looked at before anything is written: the engine takes long to give up on a deep value.
  const stats = plainStats(value);
  if (stats === undefined) return undefined;
  if (OTHER_LAYOUT.test(document) && areSurrogatesPaired(document)) {
    return { value, stats, document, writtenWith: undefined };
  }
  const isLaidOut = /^[[{]\n/.test(document) && !mayBeLong(stats, 2, longest);
  const indent = isLaidOut ? "  " : "";
  const written = JSON.stringify(value, null, indent);
  // Half a surrogate pair is written as an escape, and deserves a warning.
  if (written.includes(String.raw`\ud`)) return undefined;
  return { value, stats, document, writtenWith: written === document ? indent : undefined };
}

/**
 * White space behind the first mark of a line, or an indent of other than two spaces: no text of the engine. It only
 * chooses the way, so that it looks at the beginning alone.
 */
const OTHER_LAYOUT =
  /^(?:[[{]{0,64}(?:"(?:[^"\\]|\\.){0,200}"|[^\s"[\]{},:]{1,40})[,:]\s|[[{]\n(?! {2}\S))/;
const HALF =
  /\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F]/;

/** False also where that is not seen at once: behind a backslash that is escaped, a `u` begins no escape. */
function areSurrogatesPaired(document: string): boolean {
  if (!document.isWellFormed()) return false;
  const isEscaped = document.includes(String.raw`\ud`) || document.includes(String.raw`\uD`);
  return !isEscaped || (!document.includes(String.raw`\\u`) && !HALF.test(document));
}

function verdictOf(value: unknown, { type, depth }: TreeStats): string {
  return verdictLine(type, sizeOf(value), depth);
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

function parse(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return undefined;
  }
}

function mayBeLong({ nodes, depth }: TreeStats, indent: number, longest: number): boolean {
  return 2 * nodes * depth * indent > longest;
}

function trimJsonSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isJsonSpace(text.charCodeAt(start))) start++;
  while (end > start && isJsonSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** The figures of `treeStats`; undefined where the value is nested too deep. */
function plainStats(root: unknown): TreeStats | undefined {
  const stats = {
    type: typeOf(root),
    nodes: 0,
    depth: 0,
    keys: 0,
    objects: 0,
    arrays: 0,
    strings: 0,
    numbers: 0,
    booleans: 0,
    nulls: 0,
  };
  return count(root, 1, stats) ? stats : undefined;
}

function count(value: unknown, depth: number, stats: TreeStats): boolean {
  stats.nodes++;
  if (typeof value === "string") stats.strings++;
  else if (typeof value === "number") stats.numbers++;
  else if (typeof value === "boolean") stats.booleans++;
  else if (value === null) stats.nulls++;
  else return countMembers(value as object, depth, stats);
  return true;
}

function countMembers(container: object, depth: number, stats: TreeStats): boolean {
  if (depth > DEEPEST) return false;
  if (depth > stats.depth) stats.depth = depth;
  if (Array.isArray(container)) {
    stats.arrays++;
    for (const item of container) if (!count(item, depth + 1, stats)) return false;
    return true;
  }
  stats.objects++;
  for (const key in container) {
    stats.keys++;
    if (!count((container as Record<string, unknown>)[key], depth + 1, stats)) return false;
  }
  return true;
}

function typeOf(value: unknown): TreeStats["type"] {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as TreeStats["type"]);
}
