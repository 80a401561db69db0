import { readBlockScalar, TAB_HINT } from "./block-scalar.ts";
import { checkKeyLength, isKey, readInline, rejectNamedAlias } from "./inline.ts";
import {
  type Beginning,
  inlineOf,
  type OpenBlock,
  OpenMapping,
  OpenSequence,
  type Place,
} from "./open-block.ts";
import { joinProperties, readProperties, withProperties } from "./properties.ts";
import { emptyNode } from "./scalars.ts";
import { commentsOf, HASH, isBreak, NO_PROPERTIES, type Source } from "./source.ts";
import type { Gap, Properties, YamlNode } from "./tree.ts";

/** Reads the root of a document, and the gap behind it; without recursion, however deep it nests. */
export function readRoot(source: Source): YamlNode {
  const open: OpenBlock[] = [];
  let begun = begin(source, { parent: -1, compact: false, zero: false });
  for (;;) {
    if ("take" in begun) open.push(begun);
    else {
      let node: YamlNode = begun;
      for (;;) {
        const block = open.at(-1);
        if (block === undefined) return node;
        if (block.take(node)) break;
        node = block.close();
        open.pop();
      }
    }
    begun = begin(source, (open.at(-1) as OpenBlock).place);
  }
}

/** Begins the node behind an indicator: gives a block whose nodes are still to be read, or a node. */
function begin(source: Source, place: Place): YamlNode | OpenBlock {
  const { at } = source;
  const gap = source.gap();
  if (!isNodeHere(source, place)) {
    const empty = emptyNode(at);
    source.keep(gap);
    empty.gap = inlineOf(gap);
    return empty;
  }
  const begun = beginNode(source, { place, gap, properties: NO_PROPERTIES, contentGap: undefined });
  if (!("take" in begun)) begun.gap = commentsOf(gap);
  return begun;
}

/** Whether the token here is deep enough to belong to the node that is wanted. */
function isNodeHere(source: Source, { parent, zero }: Place): boolean {
  if (source.atEnd || source.atMarker) return false;
  if (!source.fresh || source.indent > parent) return true;
  return zero && source.indent === parent && !source.tabbed && source.isIndicator("-");
}

/** Begins the node here: reads the lines that hold properties alone, then the first of its content. */
function beginNode(source: Source, first: Beginning): YamlNode | OpenBlock {
  let beginning = first;
  let before = first.gap;
  for (;;) {
    const { at: start, fresh, column } = source;
    const { place, properties } = beginning;
    const onLine = readProperties(source, false);
    const rest = source.unit();
    const ended = source.atEnd || isBreak(rest) || (rest === HASH && onLine !== NO_PROPERTIES);
    if (onLine === NO_PROPERTIES || !ended) {
      const allowed = (fresh || place.compact) && !source.tabbed;
      return beginContent(source, beginning, { start, column, onLine, allowed, before });
    }
    const over = properties === NO_PROPERTIES ? undefined : commentsOf(before);
    const joined = joinProperties(source, properties, onLine, over);
    before = source.gap();
    if (!isNodeHere(source, place)) {
      const empty = withProperties(emptyNode(source.at), joined);
      empty.after = before.inline;
      source.keep(before);
      return empty;
    }
    beginning = { place, gap: first.gap, properties: joined, contentGap: commentsOf(before) };
  }
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

function beginContent(source: Source, beginning: Beginning, line: Line): YamlNode | OpenBlock {
  const { parent } = beginning.place;
  if (isEntryIndicator(source)) return beginCollection(source, beginning, line);
  const character = source.text.charAt(source.at);
  if (character === "|" || character === ">") {
    return finishLeaf(source, beginning, line, readBlockScalar(source, parent));
  }
  const { lineStart } = source;
  const node = readInline(source, line.onLine, parent + 1);
  if (!isKey(source)) return finishLeaf(source, beginning, line, node);
  if (!line.allowed || source.lineStart !== lineStart) rejectKey(source, node, line);
  source.keep(line.before);
  checkKeyLength(source, line.start);
  const key = withProperties(node, line.onLine);
  return new OpenMapping(source, line.column, beginning, { start: line.start, key });
}

/** Whether `- `, `? ` or `: ` stands here. */
function isEntryIndicator(source: Source): boolean {
  return source.isIndicator("-") || source.isIndicator("?") || source.isIndicator(":");
}

function beginCollection(source: Source, beginning: Beginning, line: Line): OpenBlock {
  const { start, onLine, allowed, column, before } = line;
  const indicator = source.text.charAt(source.at);
  // An empty key may have properties: `&a : value`.
  const named = onLine !== NO_PROPERTIES;
  if (!allowed || (named && indicator !== ":")) {
    const tab = source.tabbed ? "a tab in the indentation" : undefined;
    source.reject(source.at + 1, `text behind the ${indicator}`, tab, tab && TAB_HINT);
  }
  source.keep(before);
  if (indicator === "-") return new OpenSequence(source, column, beginning);
  const key = named ? { start, key: withProperties(emptyNode(source.at), onLine) } : undefined;
  return new OpenMapping(source, column, beginning, key);
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
