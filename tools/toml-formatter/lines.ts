import type { TomlComment, TomlHeader, TomlLine, TomlPair } from "../_lib/formats/toml/tree.ts";

/** The lines of one table: from behind its header up to the next header's comments. */
interface Body {
  readonly start: number;
  readonly end: number;
}

/** For each line, whether a blank line goes before it. */
export function gapsOf(lines: readonly TomlLine[]): boolean[] {
  const gaps = lines.map(({ blank }, index) => blank && index > 0);
  for (const [index, { content }] of lines.entries()) {
    if (content.type !== "header") continue;
    const first = firstCommentOf(lines, index);
    if (first > 0) gaps[first] = true;
  }
  return gaps;
}

/** The index of the first comment directly above the line, or of the line itself. */
function firstCommentOf(lines: readonly TomlLine[], index: number): number {
  let first = index;
  while (first > 0 && lines[first]?.blank === false && lines[first - 1]?.content.type === "comment")
    first--;
  return first;
}

/** The table bodies of a document, the one before the first header included. */
function bodiesOf(lines: readonly TomlLine[]): Body[] {
  const bodies: Body[] = [];
  let start = 0;
  for (const [index, { content }] of lines.entries()) {
    if (content.type !== "header") continue;
    bodies.push({ start, end: Math.max(start, firstCommentOf(lines, index)) });
    start = index + 1;
  }
  bodies.push({ start, end: lines.length });
  return bodies;
}

/** A pair with the comments directly above it, or a comment that stands alone. */
interface Unit {
  readonly lines: readonly TomlLine[];
  /** The names of the pair's key; undefined for a comment, which keeps its place. */
  readonly names: readonly string[] | undefined;
}

/** Sorts the pairs of each body by their keys; blank lines stay where they are. */
export function sortBodies(
  lines: readonly TomlLine[],
  gaps: readonly boolean[],
): { lines: TomlLine[]; gaps: boolean[] } {
  const sorted = { lines: [...lines], gaps: [...gaps] };
  for (const { start, end } of bodiesOf(lines)) {
    const units = unitsOf(lines.slice(start, end));
    const pairs = units.filter(({ names }) => names !== undefined).toSorted(byNames);
    let next = 0;
    let from = start;
    let to = start;
    for (const unit of units) {
      const placed = unit.names === undefined ? unit : (pairs[next++] ?? unit);
      const gap = gaps[from] ?? false;
      for (const [index, line] of placed.lines.entries()) {
        sorted.gaps[to] = index === 0 && gap;
        sorted.lines[to++] = line;
      }
      from += unit.lines.length;
    }
  }
  return sorted;
}

function unitsOf(lines: readonly TomlLine[]): Unit[] {
  const units: Unit[] = [];
  let comments: TomlLine[] = [];
  const flush = () => {
    for (const line of comments) units.push({ lines: [line], names: undefined });
    comments = [];
  };
  for (const line of lines) {
    if (line.blank) flush();
    if (isPair(line.content)) {
      const names = line.content.key.parts.map(({ name }) => name);
      units.push({ lines: [...comments, line], names });
      comments = [];
    } else comments.push(line);
  }
  flush();
  return units;
}

function isPair(content: TomlPair | TomlHeader | TomlComment): content is TomlPair {
  return content.type === "pair";
}

function byNames({ names: a = [] }: Unit, { names: b = [] }: Unit): number {
  for (const [index, name] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (name !== other) return name < other ? -1 : 1;
  }
  return a.length - b.length;
}
