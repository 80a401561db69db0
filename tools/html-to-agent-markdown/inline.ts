/** Prints the inline content of a block as Markdown. */
import { codeSpan, escapeLineStart, escapeText } from "./escape.ts";
import { readableEmphasis } from "./flanking.ts";
import type { Addresses } from "./links.ts";
import { type Mark, type Source, tidy, type Token } from "./tokens.ts";
import { collapse } from "../_lib/formats/html/tree.ts";

/** How a line ends where the source has a break. */
export type Breaks = "lines" | "blank" | "tag";

export interface Printed {
  /** One, or with `lines` several; none where there is nothing. */
  readonly lines: readonly string[];
  /** What is read of them, on one line. */
  readonly plain: string;
}

/** Gathers inline content until a block ends; marks that are still open then are opened again behind it. */
export class InlineRun {
  #source: Source[] = [];
  readonly #open: Mark[] = [];

  text(text: string): void {
    const line = collapse(text);
    if (line.startsWith(" ")) this.#source.push({ kind: "space" });
    const words = line.trim();
    // What is trimmed besides may be the wide spaces of other scripts, which stay.
    const start = line.startsWith(" ") ? 1 : 0;
    const end = line.length > start && line.endsWith(" ") ? line.length - 1 : line.length;
    if (words !== "" || end > start) {
      this.#source.push({ kind: "text", text: line.slice(start, end) });
    }
    if (end < line.length) this.#source.push({ kind: "space" });
  }

  code(text: string): void {
    const line = collapse(text);
    if (line.trim() === "") this.#source.push({ kind: "space" });
    else this.#source.push({ kind: "code", text: line });
  }

  raw(text: string, plain: string): void {
    this.#source.push({ kind: "raw", text, plain });
  }

  lineBreak(): void {
    this.#source.push({ kind: "break" });
  }

  /** A block that has no lines of its own begins or ends. */
  boundary(): void {
    this.#source.push({ kind: "boundary" });
  }

  open(mark: Mark): void {
    this.#open.push(mark);
    this.#source.push({ kind: "open", mark });
  }

  isOpen(mark: Mark): boolean {
    return this.#open.includes(mark);
  }

  close(): void {
    const mark = this.#open.pop();
    if (mark !== undefined) this.#source.push({ kind: "close", mark });
  }

  /** Prints what was gathered, and begins anew. */
  take(breaks: Breaks, addresses: Addresses): Printed {
    const closed = this.#open.toReversed().map((mark): Source => ({ kind: "close", mark }));
    const tokens = readableEmphasis(tidy([...this.#source, ...closed]));
    this.#source = this.#open.map((mark): Source => ({ kind: "open", mark }));
    return new InlinePrinter(breaks, addresses).print(tokens);
  }
}

class InlinePrinter {
  readonly #lines: string[] = [];
  #line = "";
  #plain = "";
  #keepsTilde = false;
  readonly #linkStarts: number[] = [];
  readonly #breaks: Breaks;
  readonly #addresses: Addresses;

  constructor(breaks: Breaks, addresses: Addresses) {
    this.#breaks = breaks;
    this.#addresses = addresses;
  }

  print(tokens: readonly Token[]): Printed {
    this.#keepsTilde = countTildes(tokens) === 1;
    for (const [index, token] of tokens.entries()) this.#put(token, tokens[index + 1]);
    if (this.#line !== "") this.#lines.push(this.#line);
    const lines = this.#breaks === "lines" ? this.#lines.map(escapeLineStart) : this.#lines;
    const last = lines.length - 1;
    return {
      lines: lines.map((line, index) => (index < last ? `${line}\\` : line)),
      plain: this.#plain,
    };
  }

  #put(token: Token, next: Token | undefined): void {
    switch (token.kind) {
      case "text": {
        const text = escapeText(token.text, this.#keepsTilde);
        const isBeforeLink = next?.kind === "open" && typeof next.mark !== "string";
        this.#line += isBeforeLink ? text.replace(/!$/, String.raw`\!`) : text;
        this.#plain += token.text;
        break;
      }
      case "code":
        this.#line += codeSpan(token.text);
        this.#plain += token.text;
        break;
      case "raw":
        this.#line += token.text;
        this.#plain += token.plain;
        break;
      case "break":
        this.#break(next);
        break;
      default:
        this.#mark(token.kind, token.mark);
    }
  }

  #break(next: Token | undefined): void {
    this.#plain += " ";
    // Right behind the tag, a mark could be read as the end of emphasis that is open.
    if (this.#breaks === "tag") this.#line += next?.kind === "open" ? "<br> " : "<br>";
    else if (this.#breaks === "blank") this.#line += " ";
    else {
      this.#lines.push(this.#line);
      this.#line = "";
    }
  }

  #mark(kind: "open" | "close", mark: Mark): void {
    if (typeof mark === "string") this.#line += mark;
    else if (kind === "open") {
      this.#line += "[";
      this.#linkStarts.push(this.#plain.length);
    } else {
      const text = this.#plain.slice(this.#linkStarts.pop() ?? 0);
      this.#line += `]${this.#addresses.addLink(text, mark)}`;
    }
  }
}

function countTildes(tokens: readonly Token[]): number {
  let count = 0;
  for (const token of tokens) {
    if (token.kind === "text") count += token.text.match(/~/g)?.length ?? 0;
    else if (token.kind === "open" && token.mark === "~~") count += token.mark.length;
  }
  return count;
}
