import { readBlockScalar, TAB_HINT } from "./block-scalar.ts";
import { checkKeyLength, isKey, readInline, readKey, rejectNamedAlias } from "./inline.ts";
import { joinProperties, readProperties, withProperties } from "./properties.ts";
import { emptyNode } from "./scalars.ts";
import { commentsOf, isBreak, NO_PROPERTIES, type Source } from "./source.ts";
import type {
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

/** A node that begins here, with what stands before it. */
interface Beginning {
  readonly place: Place;
  /** Properties on the lines above. */
  readonly properties: Properties;
  readonly contentGap: Gap | undefined;
}

/** Reads the node behind an indicator or at the top of a document, and the gap behind it. */
export function readBlockNode(source: Source, place: Place): YamlNode {
  const { at } = source;
  const gap = source.gap();
  if (!isNodeHere(source, place)) {
    const empty = emptyNode(at);
    source.keep(gap);
    if (gap.inline !== undefined) empty.gap = inlineOf(gap);
    return empty;
  }
  const node = readNode(source, place, gap);
  if (isBlock(node) && node.properties === NO_PROPERTIES) {
    if (gap.inline !== undefined) node.gap = inlineOf(gap);
  } else node.gap = commentsOf(gap);
  return node;
}

function inlineOf({ inline }: Gap): Gap {
  return { inline, lines: [], blank: false, breaks: 1 };
}

function isBlock(node: YamlNode): boolean {
  return (node.type === "sequence" || node.type === "mapping") && !node.flow;
}

/** Whether the token here is deep enough to belong to the node that is wanted. */
function isNodeHere(source: Source, { parent, zero }: Place): boolean {
  if (source.atEnd || source.atMarker) return false;
  if (!source.fresh || source.indent > parent) return true;
  return zero && source.indent === parent && !source.tabbed && source.isIndicator("-");
}

/** Reads the node here; `gap` is what stands before it. */
function readNode(source: Source, place: Place, gap: Gap): YamlNode {
  let before = gap;
  let properties = NO_PROPERTIES;
  let contentGap: Gap | undefined;
  for (;;) {
    const { at: start, fresh, column } = source;
    const onLine = readProperties(source, false);
    const rest = source.unit();
    const lineEnds = source.atEnd || isBreak(rest) || (rest === 35 && onLine !== NO_PROPERTIES);
    if (onLine === NO_PROPERTIES || !lineEnds) {
      const allowed = isBlockAllowed(source, place, fresh);
      const beginning = { place, properties, contentGap };
      return readContent(source, beginning, { start, column, onLine, allowed, before });
    }
    const over = properties === NO_PROPERTIES ? undefined : commentsOf(before);
    properties = joinProperties(source, properties, onLine, over);
    before = source.gap();
    if (!isNodeHere(source, place)) {
      const empty = withProperties(emptyNode(source.at), properties);
      if (before.inline !== undefined) empty.after = before.inline;
      source.keep(before);
      return empty;
    }
    contentGap = commentsOf(before);
  }
}

/** Whether a block collection may begin at the token here. */
function isBlockAllowed(source: Source, { compact }: Place, fresh: boolean): boolean {
  return (fresh || compact) && !source.tabbed;
}

/** The first line of a node's content. */
interface Line {
  readonly start: number;
  readonly column: number;
  /** Properties on the line itself: of the first key where the line holds one. */
  readonly onLine: Properties;
  /** Whether a block collection may begin here. */
  readonly allowed: boolean;
  /** What stands before the line. */
  readonly before: Gap;
}

function readContent(source: Source, beginning: Beginning, line: Line): YamlNode {
  const { place } = beginning;
  if (isEntryIndicator(source)) return readCollection(source, beginning, line);
  const character = source.text.charAt(source.at);
  if (character === "|" || character === ">") {
    return finishLeaf(source, beginning, line, readBlockScalar(source, place.parent));
  }
  const { lineStart } = source;
  const node = readInline(source, line.onLine, place.parent + 1);
  if (!isKey(source)) return finishLeaf(source, beginning, line, node);
  if (!line.allowed || source.lineStart !== lineStart) rejectKey(source, node, line);
  source.keep(line.before);
  checkKeyLength(source, line.start);
  const key = withProperties(node, line.onLine);
  const mapping = readMapping(source, line.column, { start: line.start, key });
  return finishBlock(beginning, mapping);
}

/** Whether `- `, `? ` or `: ` stands here. */
function isEntryIndicator(source: Source): boolean {
  return source.isIndicator("-") || source.isIndicator("?") || source.isIndicator(":");
}

function readCollection(source: Source, beginning: Beginning, line: Line): YamlNode {
  const { onLine, allowed, column, before } = line;
  const indicator = source.text.charAt(source.at);
  // An empty key may have properties: `&a : value`.
  const named = onLine !== NO_PROPERTIES;
  if (!allowed || (named && indicator !== ":")) {
    const tab = source.tabbed ? "a tab in the indentation" : undefined;
    source.reject(source.at + 1, `text behind the ${indicator}`, tab, tab && TAB_HINT);
  }
  source.keep(before);
  if (indicator === "-")
    return finishBlock(beginning, readSequence(source, column, beginning.place));
  const first = named
    ? { start: line.start, key: withProperties(emptyNode(source.at), onLine) }
    : undefined;
  return finishBlock(beginning, readMapping(source, column, first));
}

function finishBlock<T extends YamlSequence | YamlMapping>(
  { properties, contentGap }: Beginning,
  block: T,
): T {
  const node = withProperties(block, properties);
  // Its comment lines stand above the first entry.
  if (contentGap?.inline !== undefined) node.contentGap = inlineOf(contentGap);
  return node;
}

/** Gives a node that is no block its properties, and takes the gap behind it. */
function finishLeaf(
  source: Source,
  { properties, contentGap }: Beginning,
  line: Line,
  content: YamlNode,
): YamlNode {
  const { onLine } = line;
  const over = properties === NO_PROPERTIES ? undefined : contentGap;
  const inner = onLine === NO_PROPERTIES ? over : undefined;
  const all = joinProperties(source, properties, onLine, over);
  if (content.type === "alias" && all !== NO_PROPERTIES) rejectNamedAlias(source, content.start);
  const node = withProperties(content, all);
  node.contentGap = inner;
  const { at } = source;
  const gap = source.gap();
  if (gap.breaks === 0 && gap.inline === undefined && !source.atEnd)
    rejectRest(source, content, at, line);
  if (gap.inline !== undefined) node.after = gap.inline;
  source.keep(gap);
  return node;
}

const COLON_HINT = "Quote the text if the colon is part of it";

function rejectRest(source: Source, content: YamlNode, end: number, { allowed }: Line): never {
  const plain = content.type === "scalar" && content.style === "plain";
  // Behind plain text only ": " ends the text, and that colon could have begun more of it.
  if (plain) {
    const found = "a mapping inside plain text";
    source.reject(source.at + 1, "text behind the colon", found, COLON_HINT);
  }
  if (allowed && source.text.charAt(source.at) === ":") {
    source.reject(source.at + 1, "a space behind the colon of a key");
  }
  const spaced = source.at > end;
  return source.reject(source.at, spaced ? "a comment or a line end" : "a line end");
}

function rejectKey(source: Source, node: YamlNode, { allowed }: Line): never {
  const plain = node.type === "scalar" && node.style === "plain";
  const offset = plain ? source.at + 1 : source.at;
  if (!allowed && source.tabbed) {
    source.reject(offset, "spaces", "a tab in the indentation of a key", TAB_HINT);
  }
  const found = allowed ? "a key that spans lines" : "a mapping where only a value can stand";
  return source.reject(offset, "the end of the value", found, plain ? COLON_HINT : undefined);
}

/** Reads the block sequence whose first dash stands here, in the column. */
function readSequence(source: Source, column: number, { parent }: Place): YamlSequence {
  const { at: start } = source;
  source.enter(start);
  const items: YamlItem[] = [];
  do {
    const place = { start: source.at, before: source.takePending(), blank: source.blank };
    source.at++;
    const node = readBlockNode(source, { parent: column, compact: true, zero: false });
    items.push({ ...place, node, after: undefined });
  } while (continues(source, column) && isNextItem(source, column > parent));
  source.leave();
  // In the mapping's own column, comments belong to the key that follows.
  const inParent = column === parent && source.fresh && source.column === column && !source.atEnd;
  const trailing = source.takePendingFrom(inParent ? column + 1 : column);
  return { ...blockNode(source, start, trailing), type: "sequence", items };
}

/** Whether a dash stands here; where nothing else can, one without a space is refused. */
function isNextItem(source: Source, alone: boolean): boolean {
  if (source.isIndicator("-")) return true;
  if (alone && source.column > 0 && source.text.charAt(source.at) === "-") {
    source.reject(source.at + 1, "a space behind the dash of an item");
  }
  return false;
}

function blockNode(source: Source, start: number, trailing: YamlSequence["trailing"]) {
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

/** Reads the block mapping of the column whose first entry stands here; its key may have been read. */
function readMapping(
  source: Source,
  column: number,
  first: { readonly start: number; readonly key: YamlNode } | undefined,
): YamlMapping {
  const start = first?.start ?? source.at;
  source.enter(start);
  const entries: YamlEntry[] = [];
  let next = first;
  do {
    const place = { before: source.takePending(), blank: source.blank, after: undefined };
    if (next === undefined && source.isIndicator("?")) {
      entries.push({ ...place, ...readExplicit(source, column) });
    } else {
      const { start: at, key } = next ?? readKey(source);
      source.at++;
      const value = readBlockNode(source, { parent: column, compact: false, zero: true });
      const entry = { start: at, explicit: false, key, colonGap: undefined, colon: true, value };
      entries.push({ ...place, ...entry });
    }
    next = undefined;
  } while (continues(source, column) && !isDash(source));
  source.leave();
  return { ...blockNode(source, start, source.takePendingFrom(column)), type: "mapping", entries };
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

/** Reads `? key`, and `: value` where it follows. */
function readExplicit(
  source: Source,
  column: number,
): Omit<YamlEntry, "before" | "blank" | "after"> {
  const start = source.at;
  source.at++;
  const key = readBlockNode(source, { parent: column, compact: true, zero: true });
  if (!continues(source, column) || !source.isIndicator(":")) {
    const value = emptyNode(key.end);
    return { start, explicit: true, key, colonGap: undefined, colon: false, value };
  }
  const lines = source.takePending();
  const colonGap =
    lines.length === 0 ? undefined : { inline: undefined, lines, blank: false, breaks: 1 };
  source.at++;
  const value = readBlockNode(source, { parent: column, compact: true, zero: true });
  return { start, explicit: true, key, colonGap, colon: true, value };
}
