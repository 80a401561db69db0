/** Environment files by the grammar of dotenv 17, with the comments that belong to each variable. */
import { endOfLine } from "../_lib/text/position.ts";

export interface Entry {
  readonly name: string;
  readonly value: string;
  /** 1-based. */
  readonly line: number;
  /** The lines directly above, and what stands behind the value, without `#`. */
  readonly comments: readonly string[];
}

export interface EnvironmentFile {
  readonly entries: readonly Entry[];
  /** Lines, counted from 1, that are neither blank nor a comment nor a variable. */
  readonly unparsed: readonly number[];
}

const HEAD = /[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)(?:[^\S\n]*=|:(?=\s|$))[^\S\n]*/y;
const COMMENT = /[^\S\n]*#([^\n]*)/y;
/** What may stand behind a closing quote. */
const TAIL = /[^\S\n]*(?:#([^\n]*))?(?=\n|$)/y;

export function readEnvironment(input: string): EnvironmentFile {
  const text = input.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const entries: Entry[] = [];
  const unparsed: number[] = [];
  let above: string[] = [];
  for (let [at, line] = [0, 1]; at < text.length;) {
    const comment = matchAt(COMMENT, text, at);
    if (comment) {
      above.push(comment[1] ?? "");
      at += comment[0].length + 1;
      line++;
      continue;
    }
    const found = readVariable(text, at);
    const end = found?.end ?? endOfLine(text, at);
    if (found) {
      const { name, value, comment: behind } = found;
      entries.push({ name, value, line, comments: behind === "" ? above : [...above, behind] });
    } else if (text.slice(at, end).trim() !== "") unparsed.push(line);
    above = [];
    line += linesIn(text, at, end);
    at = end + 1;
  }
  return { entries, unparsed };
}

interface Found {
  readonly name: string;
  readonly value: string;
  readonly comment: string;
  /** The end of its last line. */
  readonly end: number;
}

function readVariable(text: string, at: number): Found | undefined {
  const head = matchAt(HEAD, text, at);
  if (!head) return undefined;
  const [all, name = ""] = head;
  const from = at + all.length;
  const quote = text.charAt(from);
  const close = /["'`]/.test(quote) ? closingQuote(text, from, quote) : -1;
  if (close < 0) return { name, ...readUnquoted(text, from) };
  const [behind = "", comment = ""] = matchAt(TAIL, text, close + 1) ?? [];
  const body = text.slice(from + 1, close);
  const value = quote === '"' ? withLineEnds(body) : body;
  return { name, value, comment, end: close + 1 + behind.length };
}

/** The next quote that is not behind a backslash; where other text follows it, the last one that is. */
function closingQuote(text: string, from: number, quote: string): number {
  const escaped: number[] = [];
  let at = text.indexOf(quote, from + 1);
  for (; at >= 0 && text.charAt(at - 1) === "\\"; at = text.indexOf(quote, at + 1)) {
    escaped.push(at);
  }
  const candidates = at < 0 ? escaped : [...escaped, at];
  return candidates.findLast((place) => matchAt(TAIL, text, place + 1) !== undefined) ?? -1;
}

function readUnquoted(text: string, from: number): Omit<Found, "name"> {
  const end = endOfLine(text, from);
  const line = text.slice(from, end);
  const mark = line.indexOf("#");
  const value = (mark < 0 ? line : line.slice(0, mark)).trim();
  const comment = mark < 0 ? "" : line.slice(mark + 1);
  const [first = "", last] = [value.at(0), value.at(-1)];
  const isEnclosed = value.length > 1 && first === last && /["'`]/.test(first);
  const body = isEnclosed ? value.slice(1, -1) : value;
  return { value: first === '"' ? withLineEnds(body) : body, comment, end };
}

function withLineEnds(text: string): string {
  return text.replaceAll(String.raw`\n`, "\n").replaceAll(String.raw`\r`, "\r");
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** Line ends from one offset to another, the one there included. */
function linesIn(text: string, from: number, to: number): number {
  let count = 1;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) {
    count++;
  }
  return count;
}
