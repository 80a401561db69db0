import { TAB_HINT } from "./block-scalar.ts";
import { readKey } from "./inline.ts";
import { withProperties } from "./properties.ts";
import { emptyNode } from "./scalars.ts";
import { commentsOf, NO_PROPERTIES, type Source } from "./source.ts";
import type {
  CommentLine,
  Gap,
  Properties,
  YamlEntry,
  YamlItem,
  YamlMapping,
  YamlNode,
  YamlSequence,
} from "./tree.ts";

/** Where a node of a block may stand. */
export interface Place {
  /** The column of the block around it, -1 at the top of a document. */
  readonly parent: number;
  /** Whether a block may begin on the line of the indicator: `- - a`. */
  readonly compact: boolean;
  /** Whether a sequence may stand in the column of the mapping around it. */
  readonly zero: boolean;
}

/** A node that begins, with what stands before its first line of content. */
export interface Beginning {
  readonly place: Place;
  /** What stands between the indicator and the node. */
  readonly gap: Gap;
  /** Properties on lines above its content. */
  readonly properties: Properties;
  readonly contentGap: Gap | undefined;
}

/** A block collection of which a node is wanted next. */
export interface OpenBlock {
  /** Where the next node may stand. */
  readonly place: Place;
  /** Takes the node and reads on to the next; false where the block ends. */
  take(node: YamlNode): boolean;
  /** The whole block. */
  close(): YamlNode;
}

/** The start of an entry or item, and what stands above it. */
interface Head {
  readonly start: number;
  readonly before: readonly CommentLine[];
  readonly blank: boolean;
}

/** The sequence whose first dash stands at the place of the source, in the column. */
export class OpenSequence implements OpenBlock {
  readonly place: Place;
  readonly #source: Source;
  readonly #column: number;
  readonly #beginning: Beginning;
  readonly #items: YamlItem[] = [];
  #head: Head;

  constructor(source: Source, column: number, beginning: Beginning) {
    source.enter(source.at);
    this.#source = source;
    this.#column = column;
    this.#beginning = beginning;
    this.place = { parent: column, compact: true, zero: false };
    this.#head = this.#begin();
  }

  #begin(): Head {
    const head = headAt(this.#source, this.#source.at);
    this.#source.at++;
    return head;
  }

  take(node: YamlNode): boolean {
    this.#items.push({ ...this.#head, node, after: undefined });
    const alone = this.#column > this.#beginning.place.parent;
    if (!continues(this.#source, this.#column) || !isNextItem(this.#source, alone)) return false;
    this.#head = this.#begin();
    return true;
  }

  close(): YamlSequence {
    const source = this.#source;
    const column = this.#column;
    source.leave();
    // In the mapping's own column, comments belong to the key that follows.
    const inParent =
      column === this.#beginning.place.parent && source.column === column && !source.atEnd;
    const trailing = source.takePendingFrom(inParent ? column + 1 : column);
    const start = this.#items[0]?.start ?? source.at;
    const base = blockBase(source, start, trailing);
    return finishBlock(this.#beginning, { ...base, type: "sequence", items: this.#items });
  }
}

/** A key that was read, with the place where its entry begins. */
export interface ReadKey {
  readonly start: number;
  readonly key: YamlNode;
}

/** The mapping of the column whose first entry stands at the place of the source. */
export class OpenMapping implements OpenBlock {
  readonly #source: Source;
  readonly #column: number;
  readonly #beginning: Beginning;
  readonly #start: number;
  readonly #entries: YamlEntry[] = [];
  #head: Head;
  /** The key of the entry, once it is read. */
  #key: YamlNode | undefined;
  #explicit = false;
  #colonGap: Gap | undefined;

  /** `first` is the first key where it was read already. */
  constructor(source: Source, column: number, beginning: Beginning, first: ReadKey | undefined) {
    this.#source = source;
    this.#column = column;
    this.#beginning = beginning;
    this.#start = first?.start ?? source.at;
    source.enter(this.#start);
    this.#head = this.#begin(first);
  }

  get place(): Place {
    return { parent: this.#column, compact: this.#explicit, zero: true };
  }

  /** Reads up to the first node of an entry that is not read at once: an explicit key, or the value. */
  #begin(first?: ReadKey): Head {
    const source = this.#source;
    const before = source.takePending();
    const { blank } = source;
    this.#colonGap = undefined;
    this.#explicit = first === undefined && source.isIndicator("?");
    let start = source.at;
    if (this.#explicit) this.#key = undefined;
    else ({ start, key: this.#key } = first ?? readKey(source));
    source.at++;
    return { start, before, blank };
  }

  take(node: YamlNode): boolean {
    const source = this.#source;
    if (this.#key !== undefined) this.#add(this.#key, true, node);
    else if (continues(source, this.#column) && source.isIndicator(":")) {
      this.#key = node;
      const lines = source.takePending();
      if (lines.length > 0) this.#colonGap = { inline: undefined, lines, blank: false, breaks: 1 };
      source.at++;
      return true;
    } else this.#add(node, false, emptyNode(node.end));
    if (!continues(source, this.#column) || isDash(source)) return false;
    this.#head = this.#begin();
    return true;
  }

  #add(key: YamlNode, colon: boolean, value: YamlNode): void {
    const explicit = this.#explicit;
    const colonGap = this.#colonGap;
    this.#entries.push({ ...this.#head, explicit, key, colonGap, colon, value, after: undefined });
  }

  close(): YamlMapping {
    this.#source.leave();
    const trailing = this.#source.takePendingFrom(this.#column);
    const base = blockBase(this.#source, this.#start, trailing);
    return finishBlock(this.#beginning, { ...base, type: "mapping", entries: this.#entries });
  }
}

function headAt(source: Source, start: number): Head {
  return { start, before: source.takePending(), blank: source.blank };
}

function blockBase(source: Source, start: number, trailing: readonly CommentLine[]) {
  return {
    start,
    end: source.at,
    flow: false,
    trailing,
    shape: undefined,
    properties: NO_PROPERTIES,
    gap: undefined,
    contentGap: undefined,
    after: undefined,
  };
}

/** Gives a block what stands before it; comment lines right above its first entry are the entry's. */
function finishBlock<T extends YamlSequence | YamlMapping>(
  { gap, properties, contentGap }: Beginning,
  block: T,
): T {
  const node = withProperties(block, properties);
  if (properties === NO_PROPERTIES) node.gap = inlineOf(gap);
  else {
    node.gap = commentsOf(gap);
    node.contentGap = contentGap && inlineOf(contentGap);
  }
  return node;
}

/** The gap without its comment lines; undefined where it has no other comment. */
export function inlineOf({ inline }: Gap): Gap | undefined {
  return inline && { inline, lines: [], blank: false, breaks: 1 };
}

/** Whether a dash stands here; where nothing else can, one without a space is refused. */
function isNextItem(source: Source, alone: boolean): boolean {
  if (source.isIndicator("-")) return true;
  if (alone && source.column > 0 && source.text.charAt(source.at) === "-") {
    source.reject(source.at + 1, "a space behind the dash of an item");
  }
  return false;
}

/** A dash in a mapping's column ends the mapping, which its reader will not like. */
function isDash(source: Source): boolean {
  if (!source.isIndicator("-")) return false;
  return source.reject(source.at + 1, "a key", "an item of a sequence among the keys of a mapping");
}

/** Whether the next entry of a block in the column stands here. */
function continues(source: Source, column: number): boolean {
  if (source.atEnd || source.atMarker) return false;
  if (source.tabbed) source.reject(source.at, "spaces", "a tab in the indentation", TAB_HINT);
  if (source.column > column) {
    const found = "a line that is indented too much";
    source.reject(source.furthest, "the indentation of a block", found);
  }
  return source.column === column;
}
