import { charAt, type Reader, skipBlanks, takeComment, takeLineEnd } from "./reader.ts";
import type { TomlComment, TomlSlot } from "./tree.ts";

interface OpenSlot<T> {
  readonly blank: boolean;
  readonly content: T | TomlComment;
  after?: TomlComment;
}

/** Gathers the elements of a container, or the lines of a document, and the comments between them. */
export class Slots<T extends { readonly type: string }> {
  readonly list: OpenSlot<T>[] = [];
  opening: TomlComment | undefined;
  /** Whether a line end or a comment stands between the elements. */
  broken = false;
  /** Line ends since the last element, comma or comment. */
  lineEnds = 0;

  /** Takes blanks, comments and line ends up to the next token. */
  takeGap(reader: Reader): void {
    for (;;) {
      skipBlanks(reader);
      if (charAt(reader) === "#") {
        this.#addComment(takeComment(reader));
        this.broken = true;
      } else if (takeLineEnd(reader)) {
        this.lineEnds++;
        this.broken = true;
      } else return;
    }
  }

  add(content: T): void {
    this.#push(content);
  }

  /** A comma moves to the end of its element's line, and so does a comment behind it. */
  passComma(): void {
    this.lineEnds = 0;
  }

  finished(): readonly TomlSlot<T>[] {
    return this.list;
  }

  #push(content: T | TomlComment): void {
    this.list.push({ blank: this.lineEnds > 1, content });
    this.lineEnds = 0;
  }

  #addComment(comment: TomlComment): void {
    const last = this.list.at(-1);
    const onLine = this.lineEnds === 0;
    if (onLine && last === undefined) this.opening = comment;
    else if (onLine && last?.content.type !== "comment" && last?.after === undefined) {
      if (last !== undefined) last.after = comment;
    } else this.#push(comment);
    this.lineEnds = 0;
  }
}
