import type { Pattern } from "../_lib/text/regex/syntax.ts";

/** One thing that a replacement writes. */
type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "match" }
  | { readonly type: "before" }
  | { readonly type: "after" }
  /** The text of the one of these groups that took part; nothing where none did. */
  | { readonly type: "groups"; readonly groups: readonly number[] };

export interface Replacement {
  readonly parts: readonly Part[];
  /** What looks like a reference to a group that does not exist: `$3`, `$<x>`. */
  readonly unknown: readonly string[];
}

interface Reference {
  /** Undefined where the language takes it for text. */
  readonly part: Part | undefined;
  readonly length: number;
  readonly known: boolean;
}

interface Match {
  readonly index: number;
  readonly end: number;
  readonly groups: readonly { readonly index: number; readonly end: number }[];
}

const LONGEST_UNKNOWN_NAME = 100;

/** Reads a replacement as `String.prototype.replace` does. */
export function readReplacement(text: string, pattern: Pattern): Replacement {
  const parts: Part[] = [];
  const unknown = new Set<string>();
  const named = pattern.groupNames.some((name) => name !== null);
  const lastClose = text.lastIndexOf(">");
  let end = 0;
  for (let at = text.indexOf("$"); at !== -1; at = text.indexOf("$", at)) {
    const { part, length, known } = readReference(text, at, pattern, named && lastClose > at);
    if (!known) unknown.add(text.slice(at, at + length));
    if (part !== undefined) {
      if (at > end) parts.push({ type: "text", text: text.slice(end, at) });
      parts.push(part);
      end = at + length;
    }
    at += part === undefined ? 1 : length;
  }
  if (end < text.length) parts.push({ type: "text", text: text.slice(end) });
  return { parts, unknown: [...unknown] };
}

/** Appends what the replacement writes for one match. */
export function writeReplacement(
  { parts }: Replacement,
  text: string,
  match: Match,
  write: (text: string) => void,
): void {
  for (const part of parts) {
    switch (part.type) {
      case "text":
        write(part.text);
        break;
      case "match":
        write(text.slice(match.index, match.end));
        break;
      case "before":
        write(text.slice(0, match.index));
        break;
      case "after":
        write(text.slice(match.end));
        break;
      default:
        for (const group of part.groups) {
          const { index = -1, end = -1 } = match.groups[group - 1] ?? {};
          if (index >= 0) write(text.slice(index, end));
        }
    }
  }
}

function readReference(text: string, at: number, pattern: Pattern, named: boolean): Reference {
  const next = text.charAt(at + 1);
  if (next === "$") return reference({ type: "text", text: "$" });
  if (next === "&") return reference({ type: "match" });
  if (next === "`") return reference({ type: "before" });
  if (next === "'") return reference({ type: "after" });
  if (next === "<") return named ? readName(text, at, pattern) : noName(text, at);
  return isDigit(next) ? readNumber(text, at, pattern.groupCount) : { ...TEXT, length: 1 };
}

const TEXT = { part: undefined, known: true } as const;

function reference(part: Part): Reference {
  return { part, length: 2, known: true };
}

/** `$<name>` in a pattern that has names: a name that it does not have writes nothing. */
function readName(text: string, at: number, { groupNames }: Pattern): Reference {
  const close = text.indexOf(">", at);
  const name = text.slice(at + 2, close);
  const groups = [...groupNames.keys()].filter((number) => groupNames[number] === name);
  return {
    part: { type: "groups", groups },
    length: close + 1 - at,
    known: groups.length > 0,
  };
}

function noName(text: string, at: number): Reference {
  const name = text.slice(at + 2, at + 2 + LONGEST_UNKNOWN_NAME);
  const close = name.indexOf(">");
  return close <= 0 ? { ...TEXT, length: 1 } : { part: undefined, length: close + 3, known: false };
}

/** Two digits where a group has that number, else one; `$0` and numbers too large are text. */
function readNumber(text: string, at: number, groupCount: number): Reference {
  const digits = isDigit(text.charAt(at + 2)) ? 2 : 1;
  for (let count = digits; count > 0; count--) {
    const number = Number(text.slice(at + 1, at + 1 + count));
    if (number >= 1 && number <= groupCount) {
      return { part: { type: "groups", groups: [number] }, length: count + 1, known: true };
    }
  }
  return { part: undefined, length: digits + 1, known: false };
}

function isDigit(letter: string): boolean {
  return letter >= "0" && letter <= "9";
}
