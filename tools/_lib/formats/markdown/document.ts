import type { HtmlBlockKind } from "./html-block.ts";

/** A bullet or ordered list; its items are containers whose `list` it is. */
export interface List {
  /** The bullet, or the character behind the number. */
  readonly delimiter: string;
  readonly isOrdered: boolean;
  /** The list that ends where this one begins, with nothing between. */
  readonly before: List | undefined;
  readonly items: Container[];
}

/** A block quote or list item, or the document itself. */
export interface Container {
  readonly kind: "document" | "quote" | "item";
  readonly parent: Container | undefined;
  readonly depth: number;
  /** Block quotes from the document down to this container. */
  readonly quotes: number;
  /** The line that begins it. */
  readonly line: number;
  /** Where its marker stands in that line. */
  readonly markerAt: number;
  /** An item's number or bullet, or `>`. */
  readonly marker: string;
  /** Columns before the marker, and from there to the content. */
  readonly indent: number;
  readonly width: number;
  /** An item whose content follows its marker behind a tab. */
  readonly hasTab: boolean;
  readonly list: List | undefined;
  /** Whether a block stands in it. */
  isEmpty: boolean;
  /** The list that its last block is. */
  openList: List | undefined;
}

/** A line and how far its containers reach. */
export interface Line {
  /** The line as read; `raw` is what it was before invisible characters were taken out. */
  text: string;
  readonly raw: string;
  /** Where the content begins, the column there, and the columns left of a tab that is used up in part. */
  offset: number;
  column: number;
  spare: number;
  /** The innermost container whose marker or indentation the line has. */
  container: Container;
  /** Containers that the line begins, outermost first. */
  readonly opened: Container[];
}

export type LeafKind =
  | "front-matter"
  | "heading"
  | "setext"
  | "thematic-break"
  | "fence"
  | "fence-line"
  | "code"
  | "html"
  | "table"
  | "definition"
  | "footnote"
  | "paragraph"
  /** A container without content, or the line of a marker whose content begins on the next one. */
  | "marker";

/** A block that holds no other blocks: the lines `from` to `to`, exclusive. */
export interface Leaf {
  readonly kind: LeafKind;
  readonly container: Container;
  readonly from: number;
  to: number;
  /** Of a heading. */
  readonly level?: number;
  readonly fence?: Fence;
  readonly html?: HtmlBlockKind;
  /** Of fences and HTML blocks: whether their own end was found. */
  isClosed?: boolean;
  /** Of a definition. */
  readonly label?: string;
  /** Of a definition: the first line that its title may continue on. */
  readonly titleLine?: number;
}

export interface Fence {
  readonly char: string;
  readonly length: number;
  readonly indent: number;
}

export interface MarkdownDocument {
  readonly root: Container;
  readonly lines: readonly Line[];
  /** In order; the lines between them are blank. */
  readonly leaves: readonly Leaf[];
  /** Labels of link reference definitions. */
  readonly labels: ReadonlySet<string>;
}

export function lineAt(lines: readonly Line[], index: number): Line {
  const line = lines[index];
  if (!line) throw new RangeError(`No line ${index}`);
  return line;
}
