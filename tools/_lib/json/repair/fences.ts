import type { Source } from "./source.ts";

const FENCE = /(`{3,}|~{3,})(?:[A-Za-z][\w+.-]*)?[ \t]*/y;
const FENCED_INSIDE = /[[{]\s*(?:`{3,}|~{3,})(?:[A-Za-z][\w+.-]*)?[ \t]*\r?\n/y;

/** Goes behind the Markdown fence at the position, its language included; false where there is none. */
export function takeFence(source: Source): boolean {
  const { text, at } = source;
  FENCE.lastIndex = at;
  const match = FENCE.exec(text);
  if (match === null || at + match[0].length > source.end) return false;
  const word = /^[A-Za-z]/.test(match[0].slice(match[1]?.length));
  const next = text.charAt(FENCE.lastIndex);
  const mark =
    word && !["", "\n", "\r", "{", "["].includes(next) ? (match[1]?.length ?? 0) : match[0].length;
  source.note("FENCE_REMOVED", at, at + mark, "");
  source.at = at + mark;
  return true;
}

/** Removes brackets that stand around a fence; gives where the text inside ends. */
export function takeBracketsAroundFence(source: Source): void {
  const { text, at, end } = source;
  FENCED_INSIDE.lastIndex = at;
  const match = FENCED_INSIDE.exec(text);
  if (match === null) return;
  const tail = /(?:(?<!`)`{3,}|(?<!~)~{3,})\s*[\]}]\s*$/.exec(
    text.slice(Math.max(at + match[0].length, end - 200), end),
  );
  if (tail === null) return;
  source.note("FENCE_REMOVED", at, at + match[0].length, "");
  source.at = at + match[0].length;
}
