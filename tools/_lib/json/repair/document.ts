import { Fault } from "../../results/syntax-problem.ts";
import type { JsonNode } from "../tree/tree.ts";
import { readValue } from "./containers.ts";
import { takeBracketsAroundFence, takeFence } from "./fences.ts";
import { isQuote } from "./quotes.ts";
import { isScalarLine, notFound, readScalars } from "./scalars.ts";
import { skipBlanks, skipBlanksBack, type Source } from "./source.ts";
import { skipSpace } from "./space.ts";
import { findStringEnd } from "./string-end.ts";

export type Extract = "first" | "largest" | "all";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Values that follow each other with nothing but commas, blanks and comments between them. */
interface Group extends Span {
  readonly nodes: JsonNode[];
  end: number;
}

const PREFIX = /\)\]\}'?,?/y;
const ASSIGNMENT =
  /(?:(?:export\s+default|(?:export\s+)?(?:var|let|const))\s+)?[A-Za-z_$][\w$.]*\s*=(?!=)\s*/y;
const OPENER = /[{[]|`{3,}|~{3,}/g;
const JSON_LIKE =
  /[{[]\s*(?:["'\u201c\u2018{[}\].\d+-]|\\"|\/[/*]|(?:true|false|null|none)\b|[\p{L}_$][\p{L}\p{N}_$-]*\s*:|$)/iuy;

/** Reads what the text holds: one value, or an array of several. */
export function readDocument(source: Source, extract: Extract): JsonNode {
  const { at: first } = source;
  skipSpace(source);
  if (source.isAtEnd) {
    source.at = first;
    throw notFound(source, "no value");
  }
  for (const pattern of [PREFIX, ASSIGNMENT]) {
    pattern.lastIndex = source.at;
    const prefix = pattern.exec(source.text)?.[0];
    if (prefix === undefined || source.at + prefix.length >= source.end) continue;
    source.note("PROSE_REMOVED", source.at, source.at + prefix.length, "");
    source.at += prefix.length;
    skipSpace(source);
  }
  takeBracketsAroundFence(source);
  const mark = source.mark;
  const start = source.at;
  if (hasContainers(source)) {
    const groups = new Top(source).read();
    if (groups !== undefined) return choose(source, groups, extract, start);
    source.forget(mark);
    source.at = start;
  }
  return joined(source, readScalars(source), start);
}

/** Whether the text holds objects or arrays, not only inside of a string that it begins with. */
function hasContainers(source: Source): boolean {
  const { text, at, end } = source;
  let from = at;
  if (isQuote(source.character) && !text.startsWith("```", at)) {
    const string = findStringEnd(source, "root");
    if (!string.closed) return false;
    from = string.next;
  }
  OPENER.lastIndex = from;
  for (
    let match = OPENER.exec(text);
    match !== null && match.index < end;
    match = OPENER.exec(text)
  ) {
    if (match[0] === "{" || match[0] === "[") return true;
  }
  return false;
}

/** How many times its length the text may be read in vain, in search of values inside of what is none. */
const MOST_REREADING = 8;

/** Reads the objects and arrays of a text, with prose between them. */
class Top {
  readonly #source: Source;
  readonly #groups: Group[] = [];
  readonly prose: Span[] = [];
  #group: Group | undefined;
  #comma = -1;
  #fault: Fault | undefined;
  /** The first opening bracket that does not look like JSON. */
  #skipped = -1;
  /** Characters that were read up to a fault, and are looked at again. */
  #reread = 0;
  fenced = false;

  constructor(source: Source) {
    this.#source = source;
  }

  read(): Top | undefined {
    while (this.#step()) {
      // Each step takes a value, a separator, a fence or prose.
    }
    this.#dropComma();
    if (this.#groups.length > 0) return this;
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#skipped < 0) return undefined;
    this.#source.at = this.#skipped;
    this.prose.length = 0;
    if (this.#skipped > 0) this.prose.push({ start: 0, end: this.#skipped });
    this.#readValue(true);
    while (this.#step()) {
      // What follows is prose, too.
    }
    return this;
  }

  get groups(): readonly Group[] {
    return this.#groups;
  }

  #step(): boolean {
    const source = this.#source;
    skipSpace(source);
    if (source.isAtEnd) return false;
    const { at, character } = source;
    if (takeFence(source)) {
      this.fenced = true;
      this.#endGroup();
    } else if (character === ",") {
      this.#dropComma();
      this.#comma = at;
      source.at++;
    } else if (character === "{" || character === "[") this.#readContainer();
    else if ((character === "}" || character === "]") && this.#groups.length > 0) {
      source.note("BRACKET_REMOVED", at, at + 1, "");
      source.at++;
    } else if (this.#isScalar()) this.#readValue(true);
    else this.#skipProse();
    return true;
  }

  #isScalar(): boolean {
    const { text, at } = this.#source;
    if (this.#group === undefined && this.prose.length > 0) return false;
    const apart = this.#group === undefined || text.slice(this.#group.end, at).includes("\n");
    return (apart || this.#comma >= 0) && isScalarLine(this.#source);
  }

  #readContainer(): void {
    const { text, at } = this.#source;
    const direct = this.prose.length === 0;
    JSON_LIKE.lastIndex = at;
    if (direct || this.#group !== undefined || JSON_LIKE.test(text)) this.#readValue(direct);
    else {
      if (this.#skipped < 0) this.#skipped = at;
      this.#skipProse();
    }
  }

  #readValue(direct: boolean): void {
    const source = this.#source;
    const { at: start, mark } = source;
    try {
      const node = readValue(source, "root");
      this.#add(node, start, source.at);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.problem.code === "INPUT_TOO_DEEP" || (direct && this.#groups.length === 0))
        throw error;
      this.#fault ??= error;
      source.forget(mark);
      source.open.length = 0;
      this.#reread += source.at - start;
      // Nested containers fail at the same place; what was read of the last ones is given up.
      const givesUp = this.#reread > MOST_REREADING * source.text.length;
      const from = givesUp ? Math.max(start, source.at - 1) : start;
      source.at = start;
      this.#skipProse(from);
    }
  }

  #add(node: JsonNode, start: number, end: number): void {
    if (this.#group === undefined) {
      this.#dropComma();
      this.#group = { nodes: [], start, end };
      this.#groups.push(this.#group);
    }
    this.#comma = -1;
    this.#group.nodes.push(node);
    this.#group.end = end;
  }

  #endGroup(): void {
    this.#dropComma();
    this.#group = undefined;
  }

  #dropComma(): void {
    if (this.#comma >= 0) this.#source.note("COMMA_REMOVED", this.#comma, this.#comma + 1, "");
    this.#comma = -1;
  }

  /** Goes to the next bracket or fence behind `from`; all before it is prose. */
  #skipProse(from: number = this.#source.at): void {
    const { text, at: start, end } = this.#source;
    OPENER.lastIndex = from + 1;
    const next = OPENER.exec(text)?.index ?? end;
    this.#source.at = Math.min(next, end);
    this.prose.push({ start, end: skipBlanksBack(text, start, this.#source.at) });
    this.#endGroup();
  }
}

function choose(source: Source, top: Top, extract: Extract, start: number): JsonNode {
  const { groups, prose } = top;
  if (extract === "all") {
    removeProse(source, prose);
    const nodes = groups.flatMap((group) => group.nodes);
    const extracted = prose.length > 0 || top.fenced;
    return extracted && nodes.length === 1
      ? wrapped(nodes)
      : joined(source, nodes, groups[0]?.start ?? start);
  }
  let chosen = groups[0] as Group;
  if (extract === "largest") {
    for (const group of groups) {
      if (group.end - group.start > chosen.end - chosen.start) chosen = group;
    }
  }
  const dropped = [...prose, ...groups.filter((group) => group !== chosen)];
  const around = [
    dropped.filter((span) => span.end <= chosen.start),
    dropped.filter((span) => span.start >= chosen.end),
  ].flatMap((spans) => (spans.length === 0 ? [] : [hull(spans)]));
  removeProse(source, around);
  return joined(source, chosen.nodes, chosen.start);
}

function hull(spans: readonly Span[]): Span {
  let { start, end } = spans[0] as Span;
  for (const span of spans) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  return { start, end };
}

/** Notes the removed spans, and forgets what was repaired inside them but for fences. */
function removeProse(source: Source, spans: readonly Span[]): void {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  let next = 0;
  const changes = source.takeChanges();
  for (const change of changes) {
    while ((sorted[next]?.end ?? Infinity) <= change.start) next++;
    const span = sorted[next];
    const inside = span !== undefined && change.start >= span.start && change.end <= span.end;
    if (!inside || change.code === "FENCE_REMOVED") source.putBack(change);
  }
  for (const span of sorted) {
    const from = skipBlanks(source.text, span.start, span.end);
    source.note("PROSE_REMOVED", from, span.end, "");
  }
}

function joined(source: Source, nodes: readonly JsonNode[], start: number): JsonNode {
  const [node] = nodes;
  if (node !== undefined && nodes.length === 1) return node;
  source.note("VALUES_WRAPPED", start, start, "[");
  return wrapped(nodes);
}

function wrapped(nodes: readonly JsonNode[]): JsonNode {
  return {
    type: "array",
    start: nodes[0]?.start ?? -1,
    end: nodes.at(-1)?.end ?? -1,
    items: nodes,
  };
}
