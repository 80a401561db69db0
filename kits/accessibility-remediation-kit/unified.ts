/** Edits of a text as a unified diff, which `patch` and `git apply` read. */

/** What stands in the place of a range of the text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all edits made; they do not overlap, and are in their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: written } of edits) {
    parts.push(text.slice(from, start), written);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

/** Lines that edits touch, from 0, and those in their place. */
interface Change {
  readonly from: number;
  to: number;
  readonly edits: TextEdit[];
}

const CONTEXT = 3;
const NO_END = "\\ No newline at end of file\n";

/** Three lines of context around each change; lines end with line feeds, and what stands before one is part of the line. */
export function unifiedDiff(
  text: string,
  edits: readonly TextEdit[],
  names: { readonly before: string; readonly after: string },
): string {
  const starts = startsOf(text);
  const changes = changesOf(starts, edits);
  if (changes.length === 0) return "";
  const lineAt = (line: number) => text.slice(starts[line], starts[line + 1]);
  const hunks: string[] = [];
  let grown = 0;
  for (let at = 0; at < changes.length;) {
    let last = at;
    while (last + 1 < changes.length && gapBetween(changes[last], changes[last + 1]) <= 2 * CONTEXT)
      last++;
    const part = changes.slice(at, last + 1);
    const first = Math.max(0, (part[0]?.from ?? 0) - CONTEXT);
    const end = Math.min(starts.length, (part.at(-1)?.to ?? 0) + 1 + CONTEXT);
    const body: string[] = [];
    let [line, added] = [first, 0];
    for (const { from, to, edits: inside } of part) {
      while (line < from) body.push(shown(" ", lineAt(line++)));
      const start = starts[from] ?? 0;
      const old = text.slice(start, starts[to + 1] ?? text.length);
      const moved = inside.map((edit) => ({
        ...edit,
        start: edit.start - start,
        end: edit.end - start,
      }));
      const fresh = linesOf(applyEdits(old, moved));
      for (const one of linesOf(old)) body.push(shown("-", one));
      for (const one of fresh) body.push(shown("+", one));
      added += fresh.length - (to - from + 1);
      line = to + 1;
    }
    while (line < end) body.push(shown(" ", lineAt(line++)));
    const count = end - first;
    hunks.push(
      `@@ -${rangeOf(first, count)} +${rangeOf(first + grown, count + added)} @@\n`,
      ...body,
    );
    grown += added;
    at = last + 1;
  }
  return `--- ${names.before}\n+++ ${names.after}\n${hunks.join("")}`;
}

function rangeOf(first: number, count: number): string {
  const line = count === 0 ? first : first + 1;
  return count === 1 ? String(line) : `${line},${count}`;
}

function shown(sign: string, line: string): string {
  return line.endsWith("\n") ? sign + line : `${sign}${line}\n${NO_END}`;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    if (at + 1 < text.length) starts.push(at + 1);
  }
  return starts;
}

function changesOf(starts: readonly number[], edits: readonly TextEdit[]): Change[] {
  const changes: Change[] = [];
  let line = 0;
  for (const edit of edits) {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= edit.start) line++;
    const from = line;
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) < edit.end) line++;
    const last = changes.at(-1);
    if (last !== undefined && from <= last.to + 1) {
      last.to = Math.max(last.to, line);
      last.edits.push(edit);
    } else changes.push({ from, to: line, edits: [edit] });
  }
  return changes;
}

function gapBetween(one: Change | undefined, other: Change | undefined): number {
  return (other?.from ?? 0) - (one?.to ?? 0) - 1;
}
