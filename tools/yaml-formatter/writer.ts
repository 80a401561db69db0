import { TextBuilder } from "../_lib/results/output-builder.ts";
import type { CommentLine, Gap, Span, YamlComment } from "../_lib/formats/yaml/tree.ts";

export interface YamlLayout {
  /** Columns per level, 2 to 8. */
  readonly indent: number;
  /** Whether `- ` stands right of its key. */
  readonly indentSequences: boolean;
  /** Sorts the entries of every mapping by their keys. */
  readonly sortKeys: boolean;
  /** The most characters there may be. */
  readonly longest: number;
}

/** Writes lines that copy tokens of a source. */
export class Writer {
  readonly source: string;
  readonly layout: YamlLayout;
  #output: TextBuilder;
  readonly #steps: (() => void)[] = [];
  /** Whether a blank line here would become part of the block scalar before. */
  #open = false;

  constructor(source: string, layout: YamlLayout) {
    this.source = source;
    this.layout = layout;
    this.#output = new TextBuilder(layout.longest);
  }

  get isFull(): boolean {
    return this.#output.isFull;
  }

  put(text: string): void {
    this.#output.put(text);
  }

  copy({ start, end }: Span): void {
    this.#output.put(this.source.slice(start, end));
  }

  /** Begins a line, a blank one before it if asked; the first line of all needs no line end. */
  line(column: number, blank = false): void {
    if (!this.#output.isEmpty) this.#output.put(blank && !this.#open ? "\n\n" : "\n");
    this.#open = false;
    if (column > 0) this.#output.put(" ".repeat(column));
  }

  /** Puts off steps, the first of them to be taken next; so no depth of nesting needs a deep stack. */
  defer(...steps: readonly (() => void)[]): void {
    for (let index = steps.length - 1; index >= 0; index--) {
      this.#steps.push(steps[index] as () => void);
    }
  }

  /** Takes all steps that `begin` puts off, and those that they put off. */
  run(begin: () => void): void {
    const before = this.#steps.length;
    begin();
    while (this.#steps.length > before) this.#steps.pop()?.();
  }

  /** Says that a block scalar was written which keeps the empty lines at its end. */
  keepOpen(): void {
    this.#open = true;
  }

  /** Writes comments that stand alone on their lines. */
  comments(lines: readonly CommentLine[], column: number): void {
    for (const { comment, blank } of lines) {
      this.line(column, blank);
      this.copy(comment);
    }
  }

  /** Writes the comment at the end of a line. */
  inline(comment: YamlComment | undefined): void {
    if (comment === undefined) return;
    this.put(" ");
    this.copy(comment);
  }

  /** Writes what goes between two tokens: the comments and a new line, or the text given. */
  between(gap: Gap | undefined, column: number, text: string): void {
    if (gap === undefined) {
      this.put(text);
      return;
    }
    this.inline(gap.inline);
    this.comments(gap.lines, column);
    this.line(column, gap.blank);
  }

  /** What `write` writes, apart from the output. */
  capture(write: () => void): string | undefined {
    const output = this.#output;
    this.#output = new TextBuilder(this.layout.longest);
    this.run(write);
    const text = this.#output.finish();
    this.#output = output;
    return text;
  }

  /** The whole text, ended by a line end; undefined where it is too long. */
  finish(): string | undefined {
    if (!this.#output.isEmpty) this.#output.put("\n");
    return this.#output.finish();
  }
}
