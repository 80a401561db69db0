import { isBlankText, trimBlanks, trimIndent } from "../_lib/formats/markdown/blanks.ts";
import { withoutColumns } from "../_lib/formats/markdown/cursor.ts";
import {
  type Container,
  type Leaf,
  type LeafKind,
  type Line,
  lineAt,
  type List,
  type MarkdownDocument,
} from "../_lib/formats/markdown/document.ts";

/** A line in two parts: what its containers take, as it is printed, and its content. */
interface SplitLine {
  readonly prefix: string;
  readonly content: string;
}

/** Prints the markers and indentation of containers: bullets as chosen, one space where a tab was. */
export class PrefixPrinter {
  readonly #lines: readonly Line[];
  readonly #bullets: ReadonlyMap<List, string>;
  readonly #moving: ReadonlySet<Container>;

  constructor(document: MarkdownDocument) {
    this.#lines = document.lines;
    this.#bullets = chooseBullets(document);
    this.#moving = movingContainers(document);
  }

  /** Whether the line's content stands elsewhere than it did. */
  isMoved(line: Line): boolean {
    return this.#moving.has(line.container);
  }

  line(index: number): Line {
    return lineAt(this.#lines, index);
  }

  /** The line as it is, but for its containers; `columns` of indentation belong to the leaf. */
  split(index: number, columns: number): SplitLine {
    const line = this.line(index);
    if (!this.isMoved(line)) {
      return { prefix: this.#asWritten(line), content: line.text.slice(line.offset) };
    }
    const { taken, text } = withoutColumns(line, columns);
    return { prefix: this.#rebuilt(line.container, index), content: " ".repeat(taken) + text };
  }

  /** The containers of the line, for content that is written anew. */
  prefix(index: number): string {
    const line = this.line(index);
    const isWhole = !this.isMoved(line) && line.spare === 0;
    return isWhole ? this.#asWritten(line) : this.#rebuilt(line.container, index);
  }

  /** A blank line as far as its block quotes need it. */
  blank(index: number): string {
    const line = this.line(index);
    const text = this.isMoved(line)
      ? this.#rebuilt(line.container, index)
      : line.text.slice(0, line.offset);
    return trimBlanks(text);
  }

  /** What continues the containers on a line of their own. */
  continuation(container: Container): string {
    return this.#rebuilt(container, -1);
  }

  bullet(item: Container): string {
    return (item.list && this.#bullets.get(item.list)) ?? item.marker;
  }

  #asWritten({ text, offset, opened }: Line): string {
    let written = "";
    let from = 0;
    for (const container of opened) {
      const marker = this.bullet(container);
      if (marker === container.marker) continue;
      written += text.slice(from, container.markerAt) + marker;
      from = container.markerAt + marker.length;
    }
    return written + text.slice(from, offset);
  }

  #rebuilt(container: Container, index: number): string {
    const parts: string[] = [];
    for (let at: Container | undefined = container; at?.parent; at = at.parent) {
      if (at.kind === "quote") parts.push("> ");
      else {
        const isNarrowed = at.hasTab && this.#moving.has(at);
        const width = isNarrowed ? narrowWidth(at) : at.width;
        const marker = at.line === index ? " ".repeat(at.indent) + this.bullet(at) : "";
        parts.push(marker.padEnd(width));
      }
    }
    return parts.toReversed().join("");
  }
}

const CHOICES = ["-", "*", "+"] as const;

/**
 * The bullet of each bullet list: `-`, unless that would join it to the list before it, or make a thematic
 * break of one of its lines.
 */
function chooseBullets({ lines, leaves }: MarkdownDocument): ReadonlyMap<List, string> {
  const refused = refusedBullets(lines, leaves);
  const chosen = new Map<List, string>();
  for (const { opened } of lines) {
    for (const { list } of opened) {
      if (!list || list.isOrdered || chosen.has(list)) continue;
      const before = list.before && chosen.get(list.before);
      const no = refused.get(list) ?? "";
      const free = CHOICES.find((bullet) => bullet !== before && !no.includes(bullet));
      chosen.set(list, free ?? list.delimiter);
    }
  }
  return chosen;
}

/** For each list the bullets with which a line of it would be a thematic break. */
function refusedBullets(lines: readonly Line[], leaves: readonly Leaf[]): Map<List, string> {
  const refused = new Map<List, string>();
  for (const leaf of leaves) {
    const line = lines[leaf.from];
    if (!line || line.opened.length === 0 || leaf.kind === "thematic-break") continue;
    // A hard break is going to end in a backslash.
    if (leaf.to > leaf.from + 1 && line.text.endsWith("  ")) continue;
    const content = trimIndent(trimBlanks(line.text.slice(line.offset)));
    if (content !== "" && !/^[-*]/.test(content)) continue;
    const alike = content === "" ? "-*" : content.charAt(0);
    const same = [...content].filter((char) => char !== " " && char !== "\t");
    if (same.some((char) => char !== alike)) continue;
    for (const [after, list] of bulletsFromInside(line.opened)) {
      if (after + same.length >= 2) refused.set(list, (refused.get(list) ?? "") + alike);
    }
  }
  return refused;
}

/** The bullets that end the line's markers, the innermost first, and how many stand behind each. */
function bulletsFromInside(opened: readonly Container[]): (readonly [number, List])[] {
  const bullets: (readonly [number, List])[] = [];
  for (const { list } of opened.toReversed()) {
    if (!list || list.isOrdered) break;
    bullets.push([bullets.length, list]);
  }
  return bullets;
}

/**
 * Items whose tab behind the marker can be one space, and all that stands in them: their content moves to the
 * left. An item stays as it is where the line below it, or a lazy line in it, is indented so far that it would
 * come to belong to the item's content.
 */
function movingContainers({ lines, leaves }: MarkdownDocument): ReadonlySet<Container> {
  const moving = new Set<Container>();
  if (!lines.some(({ opened }) => opened.some(({ hasTab }) => hasTab))) return moving;
  const stuck = stuckItems(lines, leaves);
  for (const { opened } of lines) {
    for (const container of opened) {
      const isMoved = container.parent !== undefined && moving.has(container.parent);
      if (isMoved || (container.hasTab && !stuck.has(container))) moving.add(container);
    }
  }
  return moving;
}

/** Leaves that are printed without indentation. */
const WITHOUT_INDENT: ReadonlySet<LeafKind> = new Set(["heading", "table", "thematic-break"]);

/** The width of the item once one space stands behind its marker. */
function narrowWidth({ indent, marker }: Container): number {
  return indent + marker.length + 1;
}

function stuckItems(
  lines: MarkdownDocument["lines"],
  leaves: MarkdownDocument["leaves"],
): Set<Container> {
  const stuck = new Set<Container>();
  /** The containers open so far, by depth. */
  const path: Container[] = [];
  for (const leaf of leaves) {
    for (let index = leaf.from; index < leaf.to; index++) {
      const line = lines[index];
      if (!line || isBlankText(line.text)) continue;
      const [first] = line.opened;
      const matched = first?.parent ?? line.container;
      const left = path[matched.depth + 1];
      const indent = first?.indent ?? withoutColumns(line, Infinity).taken;
      const keepsIndent = first !== undefined || !WITHOUT_INDENT.has(leaf.kind);
      if (left?.hasTab && keepsIndent && indent >= narrowWidth(left)) stuck.add(left);
      const isLazy = line.container.depth < leaf.container.depth;
      if (isLazy) continue;
      path.length = matched.depth + 1;
      for (const container of line.opened) path.push(container);
    }
  }
  return stuck;
}
