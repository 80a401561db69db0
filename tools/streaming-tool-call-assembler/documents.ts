/** JSON documents one after another, each on lines of its own or several on one line. */
import type { JsonProblem } from "../_lib/json/tree/problem.ts";
import { readJson, readJsonValues } from "../_lib/json/tree/read.ts";
import type { JsonDocument } from "../_lib/json/tree/tree.ts";
import type { Stretch } from "./sse.ts";

/** What a stretch of lines holds. */
export type Read =
  | { readonly documents: readonly JsonDocument[]; readonly problem?: undefined }
  | {
      readonly problem: JsonProblem;
      /** Where the line begins that the problem's offset is counted from. */
      readonly start: number;
    };

/** The mark behind the last chunk. */
const DONE = "[DONE]";

/**
 * Reads lines of which each holds documents, or begins one that goes on over the next. Of what is no JSON the
 * place is told, and the rest is read, up to the mark of the end. A line is read three times at most, and looked
 * through once for its brackets.
 */
export function readDocuments(
  text: string,
  lines: readonly Stretch[],
  take: (read: Read) => void,
): "ended" | "open" {
  let spans: readonly number[] | undefined;
  for (let at = 0; at < lines.length;) {
    const source = sourceOf(text, lines[at]);
    const isBlank = source.trim() === "";
    if (source.trim() === DONE) return "ended";
    const read = isBlank ? undefined : readLine(source, lines[at]);
    if (read?.problem === undefined) {
      if (read !== undefined) take(read);
      at++;
      continue;
    }
    spans ??= spansOf(text, lines);
    const last = spans[at] ?? at;
    const span = last > at ? readSpan(text, lines, at, last) : { read, next: at + 1 };
    take(span.read ?? read);
    at = span.next;
  }
  return "open";
}

function sourceOf(text: string, line: Stretch | undefined): string {
  return text.slice(line?.start, line?.end);
}

function readLine(source: string, line: Stretch | undefined): Read {
  const read = readJsonValues(source);
  return "type" in read ? { problem: read, start: line?.start ?? 0 } : { documents: read };
}

/**
 * A document over several lines. Where it is none, although the line at which that shows is one by itself, the first
 * line was cut off: there is no other problem, and reading goes on at that line.
 */
function readSpan(
  text: string,
  lines: readonly Stretch[],
  first: number,
  last: number,
): { readonly read: Read | undefined; readonly next: number } {
  const parts = lines.slice(first, last + 1).map((line) => sourceOf(text, line));
  const read = readJson(parts.join("\n"));
  if (!("type" in read)) return { read: { documents: [read] }, next: last + 1 };
  let { offset } = read;
  let line = 0;
  for (; line < parts.length - 1 && offset > sizeOf(parts, line); line++)
    offset -= sizeOf(parts, line) + 1;
  const isCut = line > 0 && readLine(parts[line] ?? "", undefined).problem === undefined;
  if (isCut) return { read: undefined, next: first + line };
  const start = lines[first + line]?.start ?? 0;
  return { read: { problem: { ...read, offset }, start }, next: last + 1 };
}

function sizeOf(parts: readonly string[], index: number): number {
  return parts[index]?.length ?? 0;
}

/** For each line the first one at which all brackets that it opens are closed; itself where there is none. */
function spansOf(text: string, lines: readonly Stretch[]): number[] {
  const depths = [0];
  for (const line of lines) depths.push((depths.at(-1) ?? 0) + depthOf(text, line));
  const ends: number[] = lines.map((_, index) => index);
  const open: number[] = [0];
  for (let at = 1; at < depths.length; at++) {
    // Here the lines end that began at least as deep.
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if ((depths[at] as number) > (depths[top] as number)) break;
      ends[top] = at - 1;
      open.pop();
    }
    open.push(at);
  }
  return ends;
}

/** How many more brackets a line opens than it closes, outside of strings. */
function depthOf(text: string, { start, end }: Stretch): number {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charAt(at);
    if (unit === '"') at = stringEnd(text, at, end);
    else if (unit === "{" || unit === "[") depth++;
    else if (unit === "}" || unit === "]") depth--;
  }
  return depth;
}

function stringEnd(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    const unit = text.charAt(at);
    if (unit === "\\") at++;
    else if (unit === '"') return at;
  }
  return end;
}
