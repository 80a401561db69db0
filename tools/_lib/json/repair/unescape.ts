import { skipBlanks, skipBlanksBack, type Text } from "./source.ts";

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Whether the first double quote is escaped where a string would begin: the whole text is escaped once too often. */
export function isEscapedOnce(text: string, start: number, end: number): boolean {
  const quote = text.indexOf('"', start);
  if (quote <= start || quote >= end || text.charAt(quote - 1) !== "\\") return false;
  const before = skipBlanksBack(text, start, quote - 1);
  if (before <= skipBlanks(text, start, end)) return true;
  if ("{[:,".includes(text.charAt(before - 1))) return true;
  return text.slice(before - 2, before) === "\\n";
}

/** The text without one level of escapes, with the offsets at which its characters stood. */
export function unescapeOnce(text: string, start: number, end: number): Required<Text> {
  const parts: string[] = [];
  const origins = new Int32Array(end - start + 1);
  let length = 0;
  let at = start;
  while (at < end) {
    origins[length++] = at;
    const [character, size] =
      text.charAt(at) === "\\" ? readEscape(text, at, end) : plain(text, at);
    if (character === "") length--;
    parts.push(character);
    at += size;
  }
  origins[length] = end;
  return { text: parts.join(""), origins };
}

function plain(text: string, at: number): [string, number] {
  return [text.charAt(at), 1];
}

/** The character of the escape and how long it is; a lone backslash at the end is nothing. */
function readEscape(text: string, at: number, end: number): [string, number] {
  if (at + 1 >= end) return ["", 1];
  const letter = text.charAt(at + 1);
  const hex = letter === "u" ? text.slice(at + 2, Math.min(at + 6, end)) : "";
  if (/^[0-9a-fA-F]{4}$/.test(hex)) return [String.fromCharCode(Number.parseInt(hex, 16)), 6];
  if (letter === "u") return ["\\", 1];
  return [ESCAPED.get(letter) ?? letter, 2];
}
