import {
  Elements,
  isColonOf,
  isEndOfNode,
  isJsonLike,
  isValueIndicator,
  takeGap,
} from "./flow-elements.ts";
import { joinProperties, readAlias, readProperties, withProperties } from "./properties.ts";
import { readQuoted } from "./quoted.ts";
import { emptyNode, isPlainStart, readPlain } from "./scalars.ts";
import { commentsOf, isTooLongForKey, NO_GAP, NO_PROPERTIES, type Source } from "./source.ts";
import type {
  CommentLine,
  FlowShape,
  Gap,
  Properties,
  YamlEntry,
  YamlItem,
  YamlMapping,
  YamlNode,
  YamlSequence,
} from "./tree.ts";

/**
 * Reads the collection in brackets that begins here; its further lines have at least `indent` spaces,
 * and it has none where that is undefined. Without recursion, however deep it nests.
 */
export function readFlowCollection(
  source: Source,
  indent: number | undefined,
): YamlSequence | YamlMapping {
  const root = new OpenFlow(source, indent, NO_PROPERTIES, undefined);
  const open: OpenFlow[] = [root];
  for (;;) {
    const collection = open.at(-1) as OpenFlow;
    let node: YamlNode;
    if (collection.advance()) {
      const begun = begin(source, indent);
      if (begun instanceof OpenFlow) {
        open.push(begun);
        continue;
      }
      ({ node } = begun);
      collection.take(node, begun.behind);
    } else {
      node = collection.close();
      open.pop();
      const parent = open.at(-1);
      if (parent === undefined) return node;
      parent.take(node, takeGap(source, indent));
    }
  }
}

interface Leaf {
  readonly node: YamlNode;
  /** What stands behind it. */
  readonly behind: Gap;
}

/** Begins the node here: gives a collection whose nodes are still to be read, or a node. */
function begin(source: Source, indent: number | undefined): OpenFlow | Leaf {
  let properties = readProperties(source, true);
  let contentGap: Gap | undefined;
  while (properties !== NO_PROPERTIES) {
    const gap = takeGap(source, indent);
    if (isEndOfNode(source)) {
      return { node: withProperties(emptyNode(source.at), properties), behind: gap };
    }
    const more = readProperties(source, true);
    if (more === NO_PROPERTIES) {
      contentGap = commentsOf(gap);
      break;
    }
    properties = joinProperties(source, properties, more, commentsOf(gap));
  }
  const character = source.text.charAt(source.at);
  if (character === "[" || character === "{") {
    return new OpenFlow(source, indent, properties, contentGap);
  }
  const node = withProperties(readLeaf(source, indent, properties), properties);
  node.contentGap = contentGap;
  return { node, behind: takeGap(source, indent) };
}

function readLeaf(source: Source, indent: number | undefined, properties: Properties): YamlNode {
  const character = source.text.charAt(source.at);
  if (character === "*") {
    if (properties === NO_PROPERTIES) return readAlias(source);
    source.reject(source.at, "a node", "an alias, which cannot have properties");
  }
  if (character === '"' || character === "'") return readQuoted(source, { indent });
  if (!isPlainStart(source, true)) rejectContent(source);
  return readPlain(source, { indent, flow: true });
}

function rejectContent(source: Source): never {
  const character = source.text.charAt(source.at);
  // These begin text where something other than a space follows.
  const offset = "-?:".includes(character) ? source.at + 1 : source.at;
  return source.reject(offset, "an entry or the closing bracket");
}

/** An entry of which a node is wanted next. */
interface OpenEntry {
  readonly start: number;
  readonly before: readonly CommentLine[];
  readonly blank: boolean;
  readonly explicit: boolean;
  /** Where the line begins on which the entry does. */
  readonly line: number;
}

/** A collection in brackets whose nodes are being read. */
class OpenFlow {
  readonly #source: Source;
  readonly #indent: number | undefined;
  readonly #properties: Properties;
  readonly #contentGap: Gap | undefined;
  readonly #start: number;
  readonly #line: number;
  readonly #sequence: boolean;
  readonly #closing: "]" | "}";
  readonly #elements = new Elements<YamlItem | YamlEntry>();
  /** The element being read, and which of its nodes is wanted. */
  #entry: OpenEntry | undefined;
  #part: "item" | "key" | "value" = "item";
  #key: YamlNode | undefined;
  /** What stands before the node that is wanted, and behind the last one. */
  #gap: Gap = NO_GAP;
  #behind: Gap = NO_GAP;
  #colonGap: Gap | undefined;
  #wanted = false;

  constructor(
    source: Source,
    indent: number | undefined,
    properties: Properties,
    contentGap: Gap | undefined,
  ) {
    this.#source = source;
    this.#indent = indent;
    this.#properties = properties;
    this.#contentGap = contentGap;
    this.#start = source.at;
    this.#line = source.lineStart;
    this.#sequence = source.text.charAt(source.at) === "[";
    this.#closing = this.#sequence ? "]" : "}";
    source.enter(source.at);
    source.opened.push(source.at);
    source.at++;
    this.#elements.addGap(takeGap(source, indent));
  }

  /** Reads on to the next node that is wanted; false where the closing bracket stands. */
  advance(): boolean {
    while (!this.#wanted) {
      if (this.#source.text.charAt(this.#source.at) === this.#closing) return false;
      this.#wanted = this.#begin();
    }
    this.#wanted = false;
    return true;
  }

  take(node: YamlNode, behind: Gap): void {
    if (this.#gap !== NO_GAP) node.gap = commentsOf(this.#gap);
    this.#behind = behind;
    this.#wanted = this.#pass(node);
  }

  /** Begins an element, and says whether a node of it is wanted here. */
  #begin(): boolean {
    const source = this.#source;
    const { at: start, lineStart: line } = source;
    if (source.text.charAt(start) === ",") source.reject(start, "an entry");
    const { waiting: before, blank } = this.#elements;
    const explicit = source.isIndicator("?");
    this.#entry = { start, before, blank, explicit, line };
    this.#colonGap = undefined;
    this.#gap = NO_GAP;
    this.#part = this.#sequence ? "item" : "key";
    if (explicit) {
      source.at++;
      if (this.#sequence) source.enter(start);
      return this.#want("key");
    }
    if (!isValueIndicator(source)) return true;
    if (this.#sequence) source.enter(start);
    this.#behind = NO_GAP;
    return this.#passKey(emptyNode(start));
  }

  /** Whether the part of the entry has a node; if not, an empty one is taken for it. */
  #want(part: "key" | "value"): boolean {
    const { at } = this.#source;
    this.#part = part;
    this.#gap = takeGap(this.#source, this.#indent);
    if (!isEndOfNode(this.#source)) return true;
    this.#behind = this.#gap;
    return this.#pass(emptyNode(at));
  }

  /** Files a node, and says whether another of the same element is wanted here. */
  #pass(node: YamlNode): boolean {
    if (this.#part === "value") return this.#finishEntry(this.#key ?? node, true, node);
    if (this.#part === "key") return this.#passKey(node);
    if (!isColonOf(this.#source, node)) return this.#finishItem(node);
    this.#checkPairKey(node);
    this.#source.enter(this.#source.at);
    return this.#passKey(node);
  }

  /** The key of a pair in a sequence has to stand on its line, as one of a block has to. */
  #checkPairKey(key: YamlNode): void {
    const source = this.#source;
    const { start = 0, line = 0 } = this.#entry ?? {};
    const text = source.text.slice(start, source.at);
    if (source.lineStart === line && !isTooLongForKey(text)) return;
    source.reject(
      source.at + (isJsonLike(key) ? 0 : 1),
      '"," or "]"',
      "a key without ? that is too long or spans lines",
    );
  }

  #passKey(key: YamlNode): boolean {
    if (!isColonOf(this.#source, key)) return this.#finishEntry(key, false, emptyNode(key.end));
    this.#key = key;
    this.#colonGap = commentsOf(this.#behind);
    this.#source.at++;
    return this.#want("value");
  }

  #finishEntry(key: YamlNode, colon: boolean, value: YamlNode): false {
    const { start = 0, before = [], blank = false, explicit = false } = this.#entry ?? {};
    const entry = {
      start,
      explicit,
      key,
      colonGap: this.#colonGap,
      colon,
      value,
      after: undefined,
    };
    if (!this.#sequence) return this.#finish({ ...entry, before, blank });
    this.#source.leave();
    const pair: YamlMapping = {
      ...flowBase(start, value.end),
      type: "mapping",
      entries: [{ ...entry, before: [], blank: false }],
      trailing: [],
      shape: undefined,
    };
    return this.#finishItem(pair);
  }

  #finishItem(node: YamlNode): false {
    const { start = 0, before = [], blank = false } = this.#entry ?? {};
    return this.#finish({ start, before, blank, node, after: undefined });
  }

  /** Adds an element and passes the comma behind it. */
  #finish(element: YamlItem | YamlEntry): false {
    const source = this.#source;
    this.#elements.add(element);
    this.#elements.addGap(this.#behind);
    if (source.text.charAt(source.at) === ",") {
      source.at++;
      this.#elements.addGap(takeGap(source, this.#indent));
    } else if (source.text.charAt(source.at) !== this.#closing) {
      source.reject(source.furthest, `"," or "${this.#closing}"`);
    }
    return false;
  }

  /** Passes the closing bracket and gives the whole collection. */
  close(): YamlSequence | YamlMapping {
    const source = this.#source;
    const { opening, blank: blankEnd, waiting: trailing, list } = this.#elements;
    const shape: FlowShape = {
      broken: source.lineStart !== this.#line,
      opening,
      blankEnd,
      low: source.fresh && source.indent < (this.#indent ?? 0),
    };
    source.at++;
    source.leave();
    source.opened.pop();
    const base = { ...flowBase(this.#start, source.at), trailing, shape };
    const node: YamlSequence | YamlMapping = this.#sequence
      ? { ...base, type: "sequence", items: list as YamlItem[] }
      : { ...base, type: "mapping", entries: list as YamlEntry[] };
    const named = withProperties(node, this.#properties);
    named.contentGap = this.#contentGap;
    return named;
  }
}

function flowBase(start: number, end: number) {
  return {
    start,
    end,
    flow: true,
    properties: NO_PROPERTIES,
    gap: undefined,
    contentGap: undefined,
    after: undefined,
  };
}
