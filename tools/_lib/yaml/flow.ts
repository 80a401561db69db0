import { joinProperties, readAlias, readProperties, withProperties } from "./properties.ts";
import { readQuoted } from "./quoted.ts";
import { emptyNode, isPlainStart, readPlain } from "./scalars.ts";
import { commentsOf, isFlowIndicator, NO_GAP, NO_PROPERTIES, type Source } from "./source.ts";
import type {
  CommentLine,
  FlowShape,
  Gap,
  YamlComment,
  YamlEntry,
  YamlItem,
  YamlMapping,
  YamlNode,
  YamlSequence,
} from "./tree.ts";

/** The most characters of a key without `?` up to its colon. */
export const LONGEST_KEY = 1024;

/** What is read between the brackets, and what all its parts have to know. */
interface Brackets {
  readonly source: Source;
  /** The least indentation of its lines; undefined where it has to end on its line. */
  readonly indent: number | undefined;
  readonly closing: "]" | "}";
  /** What stands behind the node that was read last. */
  behind: Gap;
}

/**
 * Reads the collection in brackets that begins here; its further lines have at least `indent` spaces,
 * and it has none where that is undefined.
 */
export function readFlowCollection(
  source: Source,
  indent: number | undefined,
): YamlSequence | YamlMapping {
  const start = source.at;
  const firstLine = source.lineStart;
  const sequence = source.text.charAt(start) === "[";
  source.enter(start);
  source.at++;
  const brackets: Brackets = {
    source,
    indent,
    closing: sequence ? "]" : "}",
    behind: takeGap(source, indent),
  };
  const elements = new Elements<YamlItem | YamlEntry>();
  elements.addGap(brackets.behind);
  while (source.text.charAt(source.at) !== brackets.closing) {
    if (source.text.charAt(source.at) === ",") source.reject(source.at, "an entry");
    elements.add(sequence ? readItem(brackets, elements) : readEntry(brackets, elements));
    elements.addGap(brackets.behind);
    if (source.text.charAt(source.at) === ",") {
      source.at++;
      elements.addGap(takeGap(source, indent));
    } else if (source.text.charAt(source.at) !== brackets.closing) {
      source.reject(source.furthest, `"," or "${brackets.closing}"`);
    }
  }
  const shape: FlowShape = {
    broken: source.lineStart !== firstLine,
    opening: elements.opening,
    blankEnd: elements.blank,
    low: source.fresh && source.indent < (indent ?? 0),
  };
  source.at++;
  source.leave();
  const node = {
    start,
    end: source.at,
    flow: true,
    trailing: elements.waiting,
    shape,
    properties: NO_PROPERTIES,
    gap: undefined,
    contentGap: undefined,
    after: undefined,
  };
  return sequence
    ? { ...node, type: "sequence", items: elements.list as YamlItem[] }
    : { ...node, type: "mapping", entries: elements.list as YamlEntry[] };
}

/** Gathers the elements and hands out the comments between them. */
class Elements<T extends { after: YamlComment | undefined }> {
  readonly list: T[] = [];
  opening: YamlComment | undefined;
  waiting: readonly CommentLine[] = [];
  blank = false;

  add(element: T): void {
    this.list.push(element);
    this.waiting = [];
  }

  /** A comma goes to the end of its element's line, and so does the comment behind it. */
  addGap({ inline, lines, blank }: Gap): void {
    this.blank = blank;
    const last = this.list.at(-1);
    if (inline !== undefined) {
      if (last === undefined) this.opening = inline;
      else if (last.after === undefined && this.waiting.length === 0) last.after = inline;
      else this.waiting = [...this.waiting, { comment: inline, blank: false }];
    }
    if (lines.length > 0)
      this.waiting = this.waiting.length > 0 ? [...this.waiting, ...lines] : lines;
  }
}

/** Takes a gap inside brackets and checks the line that it leads to. */
function takeGap(source: Source, indent: number | undefined): Gap {
  const { at } = source;
  const gap = source.gap();
  if (indent === undefined && gap.breaks > 0) {
    source.reject(source.endOfLine(at), "the closing bracket", "a line end inside a key");
  }
  if (source.atEnd) source.reject(source.at, "the closing bracket");
  if (!source.fresh || indent === undefined) return gap;
  if (source.atMarker) {
    source.reject(source.at + 3, "the closing bracket", "a document marker inside brackets");
  }
  // A closing bracket in the column of the block around it is not of YAML 1.2, but all readers take it.
  const closing = "]}".includes(source.text.charAt(source.at));
  if (source.indent < (closing ? indent - 1 : indent)) {
    source.reject(
      source.at,
      `at least ${indent} spaces of indentation`,
      "a line inside brackets that is indented too little",
    );
  }
  return gap;
}

function readItem(
  brackets: Brackets,
  { waiting, blank }: { readonly waiting: readonly CommentLine[]; readonly blank: boolean },
): YamlItem {
  const { source } = brackets;
  const { at: start, lineStart } = source;
  const place = { start, before: waiting, blank, after: undefined };
  if (source.isIndicator("?") || isValueIndicator(source)) {
    return { ...place, node: readPair(source, () => readEntry(brackets, ALONE)) };
  }
  const key = readNode(brackets);
  if (!isColonOf(source, key)) return { ...place, node: key };
  if (source.lineStart !== lineStart || key.end - start > LONGEST_KEY) {
    source.reject(
      source.at + (isJsonLike(key) ? 0 : 1),
      '"," or "]"',
      "a key without ? that is too long or spans lines",
    );
  }
  const value = () => readValueOf(brackets, { start, explicit: false, key });
  return { ...place, node: readPair(source, value) };
}

const ALONE = { waiting: [], blank: false };

/** Reads the mapping of one entry that stands without braces in a sequence. */
function readPair(source: Source, read: () => Omit<YamlEntry, "before" | "blank">): YamlMapping {
  source.enter(source.at);
  const entry = { before: [], blank: false, ...read() };
  source.leave();
  return {
    type: "mapping",
    start: entry.start,
    end: entry.value.end,
    flow: true,
    entries: [entry],
    trailing: [],
    shape: undefined,
    properties: NO_PROPERTIES,
    gap: undefined,
    contentGap: undefined,
    after: undefined,
  };
}

function readEntry(
  brackets: Brackets,
  { waiting, blank }: { readonly waiting: readonly CommentLine[]; readonly blank: boolean },
): YamlEntry {
  const { source } = brackets;
  const start = source.at;
  const place = { before: waiting, blank };
  const explicit = source.isIndicator("?");
  let key: YamlNode;
  if (explicit) {
    source.at++;
    key = readNodeBehind(brackets);
  } else if (isValueIndicator(source)) {
    key = emptyNode(start);
    brackets.behind = NO_GAP;
  } else key = readNode(brackets);
  return { ...place, ...readValueOf(brackets, { start, explicit, key }) };
}

/** Reads the colon and the value of a key, where they follow. */
function readValueOf(
  brackets: Brackets,
  { start, explicit, key }: Pick<YamlEntry, "start" | "explicit" | "key">,
): Omit<YamlEntry, "before" | "blank"> {
  const { source } = brackets;
  if (!isColonOf(source, key)) {
    const value = emptyNode(key.end);
    return { start, explicit, key, colonGap: undefined, colon: false, value, after: undefined };
  }
  const colonGap = commentsOf(brackets.behind);
  source.at++;
  const value = readNodeBehind(brackets);
  return { start, explicit, key, colonGap, colon: true, value, after: undefined };
}

/** Reads the node behind an indicator, which may have no content. */
function readNodeBehind(brackets: Brackets): YamlNode {
  const { source } = brackets;
  const { at } = source;
  const gap = takeGap(source, brackets.indent);
  if (isEndOfNode(source)) {
    brackets.behind = gap;
    return emptyNode(at);
  }
  const node = readNode(brackets);
  node.gap = commentsOf(gap);
  return node;
}

function isEndOfNode(source: Source): boolean {
  const character = source.text.charAt(source.at);
  return character === "," || character === "]" || character === "}" || isValueIndicator(source);
}

/** Reads a node with its properties, and the gap behind it. */
function readNode(brackets: Brackets): YamlNode {
  const { source, indent } = brackets;
  let properties = readProperties(source, true);
  let contentGap: Gap | undefined;
  while (properties !== NO_PROPERTIES) {
    const gap = takeGap(source, indent);
    if (isEndOfNode(source)) {
      brackets.behind = gap;
      return withProperties(emptyNode(source.at), properties);
    }
    const more = readProperties(source, true);
    if (more === NO_PROPERTIES) {
      contentGap = commentsOf(gap);
      break;
    }
    properties = joinProperties(source, properties, more, commentsOf(gap));
  }
  const content = readContent(brackets, properties !== NO_PROPERTIES);
  brackets.behind = takeGap(source, indent);
  const node = withProperties(content, properties);
  node.contentGap = contentGap;
  return node;
}

function readContent({ source, indent }: Brackets, named: boolean): YamlNode {
  switch (source.text.charAt(source.at)) {
    case "*":
      if (named) source.reject(source.at, "a node", "an alias, which cannot have properties");
      return readAlias(source);
    case '"':
    case "'":
      return readQuoted(source, { indent });
    case "[":
    case "{":
      return readFlowCollection(source, indent);
    default:
      if (!isPlainStart(source, true)) rejectContent(source);
      return readPlain(source, { indent, flow: true });
  }
}

function rejectContent(source: Source): never {
  const character = source.text.charAt(source.at);
  // These begin text where something other than a space follows.
  const offset = "-?:".includes(character) ? source.at + 1 : source.at;
  return source.reject(offset, "an entry or the closing bracket");
}

/** Whether a colon that begins a value stands here. */
function isValueIndicator(source: Source): boolean {
  if (source.text.charAt(source.at) !== ":") return false;
  return source.isSpaceAt(source.at + 1) || isFlowIndicator(source.unit(1));
}

/** Whether the colon of the key stands here; behind quotes and brackets the value may follow at once. */
function isColonOf(source: Source, key: YamlNode): boolean {
  if (isValueIndicator(source)) return true;
  return isJsonLike(key) && source.text.charAt(source.at) === ":";
}

function isJsonLike(node: YamlNode): boolean {
  if (node.type === "scalar") return node.style === "single" || node.style === "double";
  return node.type !== "alias";
}
