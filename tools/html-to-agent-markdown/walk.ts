/** From the tree of a page to the blocks of a Markdown document. */
import type { Block } from "./blocks.ts";
import { fixedText } from "./fixed-text.ts";
import { InlineWalker } from "./inline-walk.ts";
import type { Addresses } from "./links.ts";
import { type Grid, gridOf, cellsOf, printTable, rowsOf, alignmentOf } from "./table.ts";
import {
  attributeOf,
  childElements,
  childNamed,
  blockHolders,
  headingLevel,
  type HtmlElement,
  type HtmlNode,
  isBlock,
  isElement,
  isFixed,
  lineOf,
} from "../_lib/formats/html/tree.ts";

export interface WrittenHeading {
  readonly level: number;
  readonly text: string;
}

const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu", "dir"]);

/** Makes blocks of elements; those that have no block of their own in Markdown leave their content. */
export class BlockWalker {
  readonly headings: WrittenHeading[] = [];
  tables = 0;
  flattenedTables = 0;
  codeBlocks = 0;
  /** What is read of the blocks made so far. */
  readonly plain: string[] = [];
  readonly #addresses: Addresses;
  readonly #inline: InlineWalker;
  readonly #onTop: (block: Block) => void;
  /** The blocks of the innermost list item or quote; undefined outside all of them. */
  #inner: Block[] | undefined;
  /** Inline elements that hold blocks. */
  #holders: ReadonlySet<HtmlElement> = new Set();
  /** What stands before the next paragraph. */
  #lead = "";

  /** `onTop` hears of each block that stands in no other, when all in it is known. */
  constructor(addresses: Addresses, onTop: (block: Block) => void) {
    this.#addresses = addresses;
    this.#inline = new InlineWalker(addresses);
    this.#onTop = onTop;
  }

  /** Makes the blocks of a page's content. */
  walk(root: HtmlElement): void {
    this.#holders = blockHolders(root);
    this.#children(root);
    this.#paragraph(false);
  }

  /** Makes a heading of an element, or of a text that is none. */
  heading(level: number, content: readonly HtmlNode[] | string): void {
    const { lines, plain } = this.#inline.print(content, "blank");
    const [line] = lines;
    if (line === undefined) return;
    this.headings.push({ level, text: lineOf(plain) });
    this.plain.push(plain);
    const closed = line.replace(/(?<=^| )#+$/, (marks) => `\\${marks}`);
    this.#push({ kind: "lines", lines: [`${"#".repeat(level)} ${closed}`] });
  }

  #push(block: Block): void {
    this.#lead = "";
    if (this.#inner) this.#inner.push(block);
    else this.#onTop(block);
  }

  #children(parent: HtmlElement): void {
    const { childNodes } = parent;
    for (let index = 0; index < childNodes.length; index++) {
      const node = childNodes[index];
      if (node === undefined) continue;
      if (!isElement(node)) this.#inline.node(node);
      else if (node.tagName === "li") index = this.#strayItems(parent, index);
      else if (isBlock(node)) this.#block(node);
      else if (this.#holders.has(node)) this.#inlineWithBlocks(node);
      else this.#inline.node(node);
    }
  }

  #inlineWithBlocks(element: HtmlElement): void {
    if (element.tagName !== "a") {
      this.#inline.around(element, () => this.#children(element));
      return;
    }
    this.#paragraph(false);
    const texts = this.plain.length;
    this.#children(element);
    this.#paragraph(false);
    const url = this.#addresses.linkTarget(attributeOf(element, "href"));
    if (url === undefined) return;
    this.#inline.linkAlone(lineOf(this.plain.slice(texts).join(" ")), url);
    this.#paragraph(false);
  }

  /** Ends the paragraph that inline content has made up to here. */
  #paragraph(isMarked: boolean): void {
    const { lines, plain } = this.#inline.take("lines");
    const [first, ...others] = lines;
    if (first === undefined) return;
    this.plain.push(plain);
    this.#push({ kind: "paragraph", lines: [this.#lead + first, ...others], isMarked });
  }

  #block(element: HtmlElement): void {
    this.#paragraph(false);
    const { tagName } = element;
    const level = headingLevel(element);
    if (level > 0) this.heading(level, element.childNodes);
    else if (isFixed(element)) this.#fence(element);
    else if (LISTS.has(tagName)) this.#list(element);
    else if (tagName === "hr") this.#push({ kind: "rule" });
    else if (tagName === "table") this.#table(element);
    else if (tagName === "blockquote") {
      const blocks = this.#within(() => this.#children(element));
      if (blocks.length > 0) this.#push({ kind: "quote", blocks });
    } else this.#container(element);
  }

  #container(element: HtmlElement): void {
    const { tagName } = element;
    if (tagName === "dd") this.#lead = ": ";
    if (tagName === "dt" || tagName === "summary") {
      this.#inline.emphasized("**", () => this.#children(element));
      this.#paragraph(false);
    } else {
      this.#children(element);
      this.#paragraph(tagName === "p");
    }
    if (tagName === "dd") this.#lead = "";
  }

  /** The blocks that are made meanwhile. */
  #within(make: () => void): Block[] {
    const outer = this.#inner;
    const blocks: Block[] = [];
    this.#inner = blocks;
    make();
    this.#paragraph(false);
    this.#inner = outer;
    return blocks;
  }

  /** What stands in a list outside its items belongs to the item before. */
  #list(list: HtmlElement): void {
    const groups: HtmlNode[][] = [];
    for (const node of list.childNodes) {
      const isItem = isElement(node) && node.tagName === "li";
      if (isItem) groups.push([node]);
      else if (groups.length > 0) groups.at(-1)?.push(node);
      else if (isElement(node) || textValueIsBlank(node) === false) groups.push([node]);
    }
    const start = list.tagName === "ol" ? startOf(list) : undefined;
    this.#pushList(start, groups);
  }

  #pushList(start: number | undefined, groups: readonly (readonly HtmlNode[])[]): void {
    const items = groups.map((nodes) => this.#within(() => this.#itemNodes(nodes)));
    if (items.some((item) => item.length > 0)) this.#push({ kind: "list", start, items });
  }

  #itemNodes(nodes: readonly HtmlNode[]): void {
    for (const node of nodes) {
      if (!isElement(node)) this.#inline.node(node);
      else if (node.tagName === "li") this.#children(node);
      else if (isBlock(node)) this.#block(node);
      else if (this.#holders.has(node)) this.#inlineWithBlocks(node);
      else this.#inline.node(node);
    }
  }

  /** Items outside a list are one with the items next to them; gives the place of the last. */
  #strayItems(parent: HtmlElement, from: number): number {
    this.#paragraph(false);
    const groups: HtmlNode[][] = [];
    let index = from;
    for (; index < parent.childNodes.length; index++) {
      const node = parent.childNodes[index];
      if (node === undefined) break;
      if (isElement(node) && node.tagName === "li") groups.push([node]);
      else if (textValueIsBlank(node) !== true) break;
    }
    this.#pushList(undefined, groups);
    return index - 1;
  }

  #fence(pre: HtmlElement): void {
    const text = fixedText(pre).replace(/\n$/, "");
    if (text.trim() === "") return;
    this.codeBlocks++;
    this.plain.push(text);
    this.#push({ kind: "fence", language: languageOf(pre), lines: text.split("\n") });
  }

  #table(table: HtmlElement): void {
    const caption = childNamed(table, "caption");
    if (caption) this.#block(caption);
    const grid = gridOf(table);
    if (grid) this.#grid(grid);
    else {
      this.flattenedTables++;
      for (const row of rowsOf(table)) for (const cell of cellsOf(row)) this.#block(cell);
    }
  }

  #grid({ header, rows }: Grid): void {
    const printed = new Map<HtmlElement, () => string>();
    const print = (cell: HtmlElement | undefined): string => {
      if (!cell) return "";
      const again = printed.get(cell);
      if (again) return again();
      const links = this.#addresses.written.length;
      const images = this.#addresses.images.length;
      const { lines, plain } = this.#inline.print(cell.childNodes, "tag");
      const text = (lines[0] ?? "").replaceAll("|", String.raw`\|`);
      const written = this.#addresses.written.slice(links);
      const shown = this.#addresses.images.slice(images);
      this.plain.push(plain);
      printed.set(cell, () => {
        this.#addresses.written.push(...written);
        this.#addresses.images.push(...shown);
        this.plain.push(plain);
        return text;
      });
      return text;
    };
    const texts = rows.map((row) => row.map(print));
    if (texts.every((row) => row.every((text) => text === ""))) return;
    const width = rows[0]?.length ?? 0;
    const all = header ? texts : [Array.from({ length: width }, () => ""), ...texts];
    const aligned = Array.from({ length: width }, (_, column) => {
      const head = alignmentOf(rows[0]?.[column]);
      return head === "-" ? alignmentOf(rows[1]?.[column]) : head;
    });
    this.tables++;
    this.#push({ kind: "lines", lines: printTable(all, aligned) });
  }
}

/** Whether a text is blank; undefined for what is no text. */
function textValueIsBlank(node: HtmlNode): boolean | undefined {
  return "value" in node ? node.value.trim() === "" : undefined;
}

const LAST_START = 999_999_999;

function startOf(list: HtmlElement): number {
  const start = Number.parseInt(attributeOf(list, "start") ?? "", 10);
  return start >= 0 && start <= LAST_START ? start : 1;
}

function languageOf(pre: HtmlElement): string {
  const holders = [...childElements(pre).filter(({ tagName }) => tagName === "code"), pre];
  for (const holder of holders) {
    const found = /(?:^|\s)lang(?:uage)?-([^\s`]+)/.exec(attributeOf(holder, "class") ?? "");
    if (found?.[1] !== undefined) return found[1];
  }
  return "";
}
