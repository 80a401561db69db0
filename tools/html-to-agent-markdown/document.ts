/** The Markdown written so far, block by block, with all that is known of each prefix of it. */
import { LONGEST_OUTPUT } from "../_lib/results/output-limit.ts";
import { utf8Length } from "../_lib/text/code-points.ts";
import type { Block } from "./blocks.ts";
import type { Addresses } from "./links.ts";
import { outputFault } from "./output-fault.ts";
import { BlockPrinter } from "./print.ts";
import { BlockWalker } from "./walk.ts";

/** How much there is of each thing once a block is written. */
export interface Counts {
  readonly headings: number;
  readonly links: number;
  readonly images: number;
  readonly tables: number;
  readonly codeBlocks: number;
  readonly texts: number;
  readonly definitions: number;
}

const NOTHING: Counts = {
  headings: 0,
  links: 0,
  images: 0,
  tables: 0,
  codeBlocks: 0,
  texts: 0,
  definitions: 0,
};

interface WrittenBlock {
  readonly text: string;
  readonly counts: Counts;
}

export interface Written {
  readonly output: string;
  readonly counts: Counts;
  /** Blocks left out. */
  readonly leftOut: number;
}

const SEPARATOR = "\n\n";
const BYTES_PER_TOKEN = 4;

export class MarkdownDocument {
  readonly walker: BlockWalker;
  readonly #addresses: Addresses;
  readonly #printer = new BlockPrinter();
  readonly #blocks: WrittenBlock[] = [];
  #previous: Block | undefined;
  #length = 0;

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
    this.walker = new BlockWalker(addresses, (block) => this.#add(block));
  }

  get blockCount(): number {
    return this.#blocks.length;
  }

  #add(block: Block): void {
    const text = this.#printer.print(block, this.#previous);
    this.#previous = block;
    this.#length += (text?.length ?? 0) + SEPARATOR.length;
    if (text === undefined || this.#length > LONGEST_OUTPUT) throw outputFault();
    const { headings, tables, codeBlocks, plain } = this.walker;
    const counts: Counts = {
      headings: headings.length,
      links: this.#addresses.written.length,
      images: this.#addresses.images.length,
      tables,
      codeBlocks,
      texts: plain.length,
      definitions: this.#addresses.definitions.length,
    };
    this.#blocks.push({ text, counts });
  }

  /** The whole document behind `head`, or as many blocks as fit; `maxTokens` is 0 for no limit. */
  write(head: string, maxTokens: number): Written {
    const whole = this.#assemble(head, this.#blocks.length);
    const most = maxTokens * BYTES_PER_TOKEN;
    const written =
      maxTokens === 0 || utf8Length(whole.output) <= most
        ? whole
        : this.#assemble(head, this.#fitting(utf8Length(head), most));
    if (written.output.length > LONGEST_OUTPUT) throw outputFault();
    return written;
  }

  /** How many blocks fit into so many bytes, together with their definitions and the last line. */
  #fitting(headBytes: number, most: number): number {
    const { definitions } = this.#addresses;
    let bytes = headBytes;
    let defined = 0;
    for (const [index, { text, counts }] of this.#blocks.entries()) {
      bytes += utf8Length(text) + SEPARATOR.length;
      for (; defined < counts.definitions; defined++) {
        bytes += utf8Length(definitions[defined] ?? "") + 1;
      }
      const around = (defined > 0 ? SEPARATOR.length : 0) + utf8Length(more(this.#blocks.length));
      if (bytes + around > most) return index;
    }
    return this.#blocks.length - 1;
  }

  #assemble(head: string, count: number): Written {
    const counts = this.#blocks[count - 1]?.counts ?? NOTHING;
    const leftOut = this.#blocks.length - count;
    const parts = [
      head,
      ...this.#blocks.slice(0, count).map(({ text }) => text),
      this.#addresses.definitions.slice(0, counts.definitions).join("\n"),
      leftOut > 0 ? more(leftOut) : "",
    ];
    return { output: parts.filter(Boolean).join(SEPARATOR), counts, leftOut };
  }
}

function more(count: number): string {
  return `… (${count} more ${count === 1 ? "block" : "blocks"})`;
}
