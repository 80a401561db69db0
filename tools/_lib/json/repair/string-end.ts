import { closersOf, isQuote } from "./quotes.ts";
import { isBlank, skipBlanks, skipBlanksBack, type Source } from "./source.ts";

/** Where the string stands: it decides what may follow its closing quote. */
export type Role = "key" | "member" | "item" | "root" | "argument";

export interface StringEnd {
  /** Behind the last character of the content. */
  readonly end: number;
  /** Behind the closing quote, or where reading goes on. */
  readonly next: number;
  readonly closed: boolean;
}

/** A comment before a quote is looked back at no further than this. */
const LONGEST_COMMENT = 100;
const NEXT_NUMBER_OR_WORD =
  /\s+(?:-?\d[\d.eE+-]*|true|false|null|True|False|None)(?:\s*(?:[,}\]#]|\/[/*]|$)|[^\S\n]*\n)/y;
/** Behind a key whose colon was forgotten. */
const VALUE_OF_KEY =
  /\s*(?:-?\d[\d.eE+-]*|true|false|null|True|False|None)\s*(?:[,}\]#]|\/[/*]|$)/y;
const ITEM_START = /[\p{L}\p{N}_$.+\-"']/u;
const NEXT_KEY_LINE = /[^\S\n]*\r?\n\s*[\p{L}_$][\p{L}\p{N}_$-]*[^\S\n]*:/uy;

/** Finds the end of the string that opens at the position. Each character is looked at a bounded number of times. */
export function findStringEnd(source: Source, role: Role): StringEnd {
  const { text, at: start } = source;
  const closers = closersOf(text.charAt(start));
  let colon = -1;
  let comma = -1;
  for (let at = start + 1; at < source.end; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (character === ":" && colon < 0) colon = at;
    else if (character === "," && comma < 0) comma = at;
    else if (role === "key" && character === "\n" && colon > 0) return openAt(text, start, colon);
    else if (closers.includes(character)) {
      if (closes(source, at, role)) return { end: at, next: at + 1, closed: true };
      const earlier =
        role === "key" && colon > 0
          ? openAt(text, start, colon)
          : endBefore(source, start, at, role, closers);
      if (earlier !== undefined) return earlier;
    }
  }
  return unclosedEnd(source, start, role, colon, comma);
}

/** Whether the quote closes its string: only what may follow a string follows it. */
function closes(source: Source, at: number, role: Role): boolean {
  const { text, end } = source;
  const next = skipBlanks(text, at + 1, end);
  if (next >= end) return true;
  const follower = text.charAt(next);
  switch (follower) {
    case "}":
    case "]":
      return true;
    case ",":
      return role !== "member" || startsMember(text, next + 1, end);
    case ":":
      return role !== "member";
    case "{":
    case "[":
      return role !== "root";
    case ")":
      return role === "argument";
    case ";":
      return source.open.length === 0;
    case "#":
      return next > at + 1;
    case "/":
      return /[/*]/.test(text.charAt(next + 1));
    case "+":
      return joins(text, next + 1, end);
    default:
      return closesBeforeToken(source, at, next, role);
  }
}

/** Whether a string, a comment or the end follows a plus. */
function joins(text: string, at: number, end: number): boolean {
  const next = text.charAt(skipBlanks(text, at, end));
  return next === "" || "/,}]".includes(next) || isQuote(next);
}

/** Whether the quote closes its string though a token follows: a separator was forgotten. */
function closesBeforeToken(
  { text, end, open }: Source,
  at: number,
  next: number,
  role: Role,
): boolean {
  if (text.startsWith("```", next)) return open.length === 0;
  if (isQuote(text.charAt(next))) return next > at + 1 || !isFollowedByEnd(text, next + 1, end);
  if (role === "member" && matchesAt(NEXT_KEY_LINE, text, at + 1)) return true;
  if (role === "key") return matchesAt(VALUE_OF_KEY, text, at + 1);
  if (role === "root") return text.slice(at + 1, next).includes("\n");
  return matchesAt(NEXT_NUMBER_OR_WORD, text, at + 1);
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Whether the end, a comma or a closing bracket comes next. */
function isFollowedByEnd(text: string, at: number, end: number): boolean {
  const next = skipBlanks(text, at, end);
  return next >= end || ",}]".includes(text.charAt(next));
}

/** Comments before a member are looked past no further than this. */
const LONGEST_COMMENTS = 1000;
const COMMENTS = /(?:\s|\/\/[^\r\n]*|#[^\r\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y;

/** Behind the comments that stand at the offset, and what white space follows them. */
function skipComments(text: string, at: number, end: number): number {
  if (!"/#".includes(text.charAt(at))) return at;
  COMMENTS.lastIndex = 0;
  const [comments = ""] = COMMENTS.exec(text.slice(at, Math.min(end, at + LONGEST_COMMENTS))) ?? [];
  return at + comments.length;
}

/** Whether a member can begin behind a comma; no: words up to a quote that no colon follows. */
function startsMember(text: string, from: number, end: number): boolean {
  let at = skipComments(text, skipBlanks(text, from, end), end);
  if (isQuote(text.charAt(at))) return true;
  while (at < end && !':,{}[]\n"'.includes(text.charAt(at))) at++;
  if (text.charAt(at) !== '"') return true;
  return text.charAt(skipBlanks(text, at + 1, end)) === ":";
}

/** The end of a string whose closing quote was forgotten, where the quote at `at` opens the next one. */
function endBefore(
  source: Source,
  start: number,
  at: number,
  role: Role,
  closers: string,
): StringEnd | undefined {
  const { text, end } = source;
  const before = skipBlanksBack(text, start + 1, at);
  if (role === "key" || before <= start + 1) return undefined;
  const plus = joinBefore(text, start + 1, before);
  if (plus !== undefined) return openAt(text, start, plus);
  const comma = text.charAt(before - 1) === ",";
  if (!comma && !text.slice(before, at).includes("\n")) return undefined;
  let close = at + 1;
  while (close < end && !closers.includes(text.charAt(close))) {
    close += text.charAt(close) === "\\" ? 2 : 1;
  }
  const follower = text.charAt(skipBlanks(text, close + 1, end));
  const opens = role === "member" ? follower === ":" : close < end && ",]".includes(follower);
  return opens ? openAt(text, start, comma ? before - 1 : before) : undefined;
}

/** Where a + stands at the end of the content, comments beside it included. */
function joinBefore(text: string, start: number, end: number): number | undefined {
  let at = end;
  let plus = false;
  for (;;) {
    if (end - at > LONGEST_COMMENT) return undefined;
    at = skipBlanksBack(text, start, at);
    if (!plus && text.charAt(at - 1) === "+") {
      plus = true;
      at--;
    } else if (text.charAt(at - 1) === "/" && text.charAt(at - 2) === "*") {
      const from = Math.max(start, at - LONGEST_COMMENT);
      const open = text.slice(from, at - 2).lastIndexOf("/*");
      if (open < 0) break;
      at = from + open;
    } else break;
    if (at <= start) break;
  }
  return plus && at > start ? at : undefined;
}

/** The end of a string that no quote closes: before the brackets that close what is open, else at the end. */
function unclosedEnd(
  source: Source,
  start: number,
  role: Role,
  colon: number,
  comma: number,
): StringEnd {
  const { text } = source;
  const brackets = closingRun(source, start + 1);
  if (brackets === undefined) {
    const last = skipBlanksBack(text, start + 1, source.end);
    const plus = text.charAt(last - 1) === "+" && isBlank(text.charCodeAt(last - 2));
    return openAt(text, start, plus ? last - 1 : source.end);
  }
  if (role === "key" && colon > 0) return openAt(text, start, colon);
  // A word follows the comma as an item of its own; brackets and marks may as well belong to the string.
  const splits = comma > 0 && ITEM_START.test(text.charAt(skipBlanks(text, comma + 1, source.end)));
  if (role === "item" && splits && comma < brackets) return openAt(text, start, comma);
  if (role === "key") return openAt(text, start, brackets);
  const last = skipBlanksBack(text, start + 1, brackets);
  const drops = text.charAt(last - 1) === "," || text.slice(last - 2, last) === " +";
  return openAt(text, start, drops && last - 1 > start ? last - 1 : brackets);
}

/** The offset of the brackets at the end of the text, where they close the innermost containers. */
function closingRun({ text, end, open }: Source, start: number): number | undefined {
  let first = skipBlanksBack(text, start, end);
  let from: number | undefined;
  while (first > start && "}]".includes(text.charAt(first - 1))) {
    from = first - 1;
    first = skipBlanksBack(text, start, first - 1);
  }
  if (from === undefined) return undefined;
  const innermost = open.at(-1) === "object" ? "}" : "]";
  if (open.length > 0 && text.charAt(from) === innermost) return from;
  return undefined;
}

function openAt(text: string, start: number, at: number): StringEnd {
  const end = skipBlanksBack(text, start + 1, at);
  return { end, next: end, closed: false };
}
