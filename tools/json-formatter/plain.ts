import { DEEPEST } from "../_lib/json/tree/problem.ts";
import { type TreeStats, verdictLine } from "../_lib/json/tree/stats.ts";

/** A document whose every token is as `JSON.stringify` writes it. */
export interface PlainJson {
  readonly value: unknown;
  readonly stats: TreeStats;
}

/**
 * Reads a text by the engine's own parser where that is certain to lose nothing: `JSON.stringify` of the
 * value gives the very text again, apart from white space around it, so no key is repeated or moved, no
 * number or escape is written in another way. Undefined for every other text, which the tree reader reads.
 */
export function readPlainJson(text: string, longest: number): PlainJson | undefined {
  const document = trimJsonSpace(text);
  const value = parse(document);
  // Half a surrogate pair, if written as an escape, comes out as it went in, but deserves a warning.
  if (value === undefined || document.includes(String.raw`\ud`)) return undefined;
  // The depth is looked at before anything is written: the engine takes long to give up on a deep value.
  const stats = plainStats(value);
  return stats !== undefined && isWritten(document, { value, stats }, longest)
    ? { value, stats }
    : undefined;
}

/**
 * Lays out a plain document, or says that it is valid where there is no `indent`; undefined where
 * the text is none, or its layout could be longer than `longest`, which the tree writer finds sooner.
 */
export function layOutPlain(
  text: string,
  indent: string | undefined,
  longest: number,
): (PlainJson & { readonly output: string }) | undefined {
  const plain = readPlainJson(text, longest);
  if (plain === undefined) return undefined;
  const { value, stats } = plain;
  if (indent === undefined) return { ...plain, output: verdictOf(value, stats) };
  if (mayBeLong(stats, indent.length, longest)) return undefined;
  return { ...plain, output: JSON.stringify(value, null, indent) };
}

function verdictOf(value: unknown, { type, depth }: TreeStats): string {
  const size = typeof value === "object" && value !== null ? Object.keys(value).length : 0;
  return verdictLine(type, size, depth);
}

function parse(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return undefined;
  }
}

function isWritten(document: string, { value, stats }: PlainJson, longest: number): boolean {
  if (JSON.stringify(value) === document) return true;
  if (!document.includes("\n") || mayBeLong(stats, 2, longest)) return false;
  return JSON.stringify(value, null, 2) === document;
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

function isJsonSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
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
