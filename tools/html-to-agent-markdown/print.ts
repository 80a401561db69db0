import { TextBuilder } from "../_lib/results/output-builder.ts";
import { type Block, isTight, type ListBlock } from "./blocks.ts";

const LAST_NUMBER = 999_999_999;

/** Prints the blocks of one document. */
export class BlockPrinter {
  #out = new TextBuilder();
  /** Markers of the lists printed, for the ones that follow them. */
  readonly #markers = new WeakMap<Block, string>();
  /** What begins each line inside the open lists and quotes. */
  #prefix = "";
  /** What begins the next line instead: the markers of items and quotes that begin there. */
  #first: string | undefined;
  /** The bullet of the item that begins on the line. */
  #bullet = "";

  /** One block that stands in no other; `previous` is the one before it. Undefined where it is too long. */
  print(block: Block, previous: Block | undefined): string | undefined {
    this.#out = new TextBuilder();
    this.#block(block, previous);
    return this.#out.finish();
  }

  #block(block: Block, previous: Block | undefined): void {
    switch (block.kind) {
      case "paragraph":
      case "lines":
        for (const line of block.lines) this.#line(line);
        break;
      case "rule":
        this.#line(this.#first !== undefined && this.#bullet === "-" ? "***" : "---");
        break;
      case "fence":
        this.#fence(block.language, block.lines);
        break;
      case "quote":
        this.#inside("> ", "> ", () => this.#blocks(block.blocks, false));
        break;
      default:
        this.#list(block, previous);
    }
  }

  #line(text: string): void {
    const prefix = this.#first ?? this.#prefix;
    if (!this.#out.isEmpty) this.#out.put("\n");
    this.#out.put(text === "" ? prefix.trimEnd() : prefix + text);
    this.#first = undefined;
  }

  #blocks(blocks: readonly Block[], isTightItem: boolean): void {
    for (const [index, block] of blocks.entries()) {
      if (this.#out.isFull) return;
      if (index > 0 && !isTightItem) this.#line("");
      this.#block(block, blocks[index - 1]);
    }
    if (blocks.length === 0) this.#line("");
  }

  #inside(marker: string, prefix: string, print: () => void): void {
    const outer = this.#prefix;
    this.#first = (this.#first ?? outer) + marker;
    this.#prefix = outer + prefix;
    print();
    this.#prefix = outer;
  }

  #fence(language: string, lines: readonly string[]): void {
    const longest = lines.reduce((most, line) => Math.max(most, longestRun(line)), 2);
    const fence = "`".repeat(longest + 1);
    this.#line(fence + language);
    for (const line of lines) this.#line(line);
    this.#line(fence);
  }

  #list(list: ListBlock, previous: Block | undefined): void {
    const marker = this.#markerOf(list, previous);
    this.#markers.set(list, marker);
    const tight = isTight(list);
    for (const [index, blocks] of list.items.entries()) {
      if (index > 0 && !tight) this.#line("");
      const number = list.start === undefined ? "" : Math.min(list.start + index, LAST_NUMBER);
      const head = `${number}${marker} `;
      this.#bullet = marker;
      this.#inside(head, " ".repeat(head.length), () => this.#blocks(blocks, tight));
    }
  }

  /** Lists that follow one another differ in their marker, as do bullets on one line that would be a rule. */
  #markerOf({ start, items }: ListBlock, previous: Block | undefined): string {
    const [usual, other] = start === undefined ? ["-", "*"] : [".", ")"];
    const before = previous?.kind === "list" ? previous : undefined;
    const follows = before !== undefined && (before.start === undefined) === (start === undefined);
    if (follows) return (this.#markers.get(before) ?? usual) === usual ? other : usual;
    const isRule = this.#first?.endsWith(`${usual} `) && items[0]?.length === 0;
    return isRule ? other : usual;
  }
}

function longestRun(line: string): number {
  let longest = 0;
  for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
