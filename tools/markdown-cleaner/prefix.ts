import { trimBlanks } from "../_lib/formats/markdown/blanks.ts";
import { withoutColumns } from "../_lib/formats/markdown/cursor.ts";
import {
  type Container,
  type Line,
  lineAt,
  type List,
  type MarkdownDocument,
} from "../_lib/formats/markdown/document.ts";
import { chooseBullets } from "./bullets.ts";
import { movingContainers, narrowWidth } from "./moves.ts";

/** A line in two parts: what its containers take, as it is printed, and its content. */
export interface SplitLine {
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
