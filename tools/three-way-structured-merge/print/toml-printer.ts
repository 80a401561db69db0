import type { TomlData, TomlTable, TomlTableList } from "../../_lib/formats/toml/tree.ts";
import { writeTomlKey } from "../../_lib/formats/toml/write-text.ts";
import { memberOf } from "../../_lib/json/tree/members.ts";
import {
  arrayNode,
  type JsonArray,
  type JsonNode,
  type JsonObject,
  memberNode,
  numberNode,
  objectNode,
} from "../../_lib/json/tree/tree.ts";
import { countIn, lineStart, type Source, splitLead } from "./layout.ts";
import { type FlowPlace, type PrintOptions, Printer } from "./printer.ts";
import type { Statement, TomlLayout } from "./toml-layout.ts";

/** Where the members of a table are written. */
interface Place {
  readonly table: TomlTable;
  /** From the root; a number for an item of an array of tables. */
  readonly path: readonly (string | number)[];
  /** What its keys begin with in the section that they stand in. */
  readonly prefix: readonly string[];
}

/** What cannot be done statement by statement, such as other places for tables of an array. */
class Unprintable extends Error {}

/** Prints a document in TOML: statement by statement. */
export class TomlPrinter extends Printer {
  protected readonly commentEnd = tomlCommentEnd;
  readonly #layout: TomlLayout;
  readonly #theirs: TomlLayout | undefined;
  readonly #write: (node: JsonNode) => string;
  readonly #statements = new Map<TomlData, number[]>();
  /** The text of a statement that is not what it was; undefined for one that is gone. */
  readonly #changed = new Map<number, string | undefined>();
  /** Statements that are gone, whose comments above them are not. */
  readonly #bare = new Set<number>();
  /** What is new, by the statement that it stands behind. */
  readonly #added = new Map<number, string[]>();

  constructor(
    layout: TomlLayout,
    options: PrintOptions,
    theirs: TomlLayout | undefined,
    write: (node: JsonNode) => string,
  ) {
    super(layout, options);
    this.#layout = layout;
    this.#theirs = theirs;
    this.#write = (node) => (layout.lineEnd === "\n" ? write(node) : onOneLine(write(node)));
  }

  /** Undefined where the statements cannot be kept. */
  print(root: JsonNode): string | undefined {
    if (root.type !== "object") return undefined;
    try {
      this.#table(root, { table: this.#layout.table, path: [], prefix: [] });
    } catch (error) {
      if (error instanceof Unprintable) return undefined;
      throw error;
    }
    return this.#joined();
  }

  #joined(): string {
    const { text, statements, tail, lineEnd } = this.#layout;
    const out: string[] = [];
    const put = (piece: string) => {
      const last = out.at(-1);
      if (last !== undefined && !/[\r\n]$/.test(last)) out.push(lineEnd);
      if (piece !== "") out.push(piece);
    };
    const first = statements[0];
    const head = this.#added.get(-1) ?? [];
    for (const piece of head) put(piece);
    if (head.length > 0 && first !== undefined) this.#partFrom(first, put);
    for (const [index, statement] of statements.entries()) {
      const kept = this.#kept(statement, index);
      if (kept !== "") put(kept);
      for (const piece of this.#added.get(index) ?? []) put(piece);
    }
    if (tail < text.length) put(text.slice(tail));
    const whole = out.join("");
    if (text !== "" && !/[\r\n]$/.test(text)) return whole.replace(/(?:\r\n|\n)$/, "");
    return whole === "" || /[\r\n]$/.test(whole) ? whole : whole + lineEnd;
  }

  /** A blank line before a header that follows new pairs. */
  #partFrom({ element, lead, start }: Statement, put: (piece: string) => void): void {
    const { text, lineEnd } = this.#layout;
    if (element === undefined && !/^\s*[\r\n]/.test(text.slice(lead, start))) put(lineEnd);
  }

  /** A statement as it is now; of one that is gone, the comments that stand apart above it. */
  #kept({ lead, start, end }: Statement, index: number): string {
    const { text } = this.#layout;
    if (!this.#changed.has(index)) return text.slice(lead, end);
    const changed = this.#changed.get(index);
    if (changed !== undefined) return text.slice(lead, start) + changed;
    const { free } = splitLead(text.slice(lead, lineStart(text, start)));
    this.drop(this.#bare.has(index) ? start : lead + free.length, end);
    return free;
  }

  #table(node: JsonObject, place: Place): void {
    const { table, path, prefix } = place;
    for (const [name, data] of table.members) {
      const value = memberOf(node, name);
      const inner = [...path, name];
      if (data.type === "table") {
        const isLeft =
          value?.type === "object" && (value.members.length > 0 || this.#hasHeader(data));
        const own = this.#hasHeader(data) || data.origin !== "dotted" ? [] : [...prefix, name];
        if (isLeft) this.#table(value, { table: data, path: inner, prefix: own });
        else this.#replaceWhole(data, name, value, place);
      } else if (data.type === "table-list") {
        if (isTableList(value)) this.#list(data, value, inner);
        else this.#replaceWhole(data, name, value, place);
      } else if (value === undefined) this.#remove(data);
      else this.#value(data, value);
    }
    for (const { key, value } of node.members) {
      if (!table.members.has(key)) this.#add(key, value, place);
    }
  }

  #hasHeader(table: TomlTable): boolean {
    return this.#layout.statementOf.has(table);
  }

  #replaceWhole(data: TomlData, name: string, value: JsonNode | undefined, place: Place): void {
    this.#remove(data);
    if (value === undefined) return;
    const { text, statements } = this.#layout;
    const first = Math.min(...this.#statementsOf(data));
    const statement = statements[first];
    if (statement === undefined) {
      this.#add(name, value, place);
      return;
    }
    // The comments above it are those of the key.
    const { own } = splitLead(text.slice(statement.lead, lineStart(text, statement.start)));
    this.#bare.add(first);
    this.#add(name, value, place, own);
  }

  #remove(data: TomlData): void {
    for (const index of this.#statementsOf(data)) this.#changed.set(index, undefined);
  }

  /** The statements that define the data. */
  #statementsOf(data: TomlData, layout = this.#layout): number[] {
    const known = this.#statements.get(data);
    if (known !== undefined) return known;
    const found: number[] = [];
    this.#statements.set(data, found);
    const visit = (inner: TomlData) => {
      const own = layout.statementOf.get(inner);
      if (own !== undefined) found.push(own);
      if (inner.type === "table") for (const member of inner.members.values()) visit(member);
      else if (inner.type === "table-list") for (const table of inner.tables) visit(table);
    };
    visit(data);
    return found;
  }

  #value(data: TomlData, value: JsonNode): void {
    const index = this.#layout.statementOf.get(data) ?? -1;
    const { element, start, end } = this.#layout.statements[index] as Statement;
    if (element === undefined || this.isSame(element.part.node, value)) return;
    const { part } = element;
    const isAlike = part.form === "flow" && part.node.type === value.type;
    if (!isAlike) this.drop(part.start, part.end);
    const beside = this.slice(part.end, end);
    const comment = isAlike || beside.includes("#") ? "" : this.#besideOf(value);
    const printed = isAlike ? this.flow(part, value, 0) : this.inline(value, this.emptyPlace(0));
    this.#changed.set(index, this.slice(start, part.start) + printed + comment + beside);
  }

  #besideOf(node: JsonNode): string {
    const source = this.options.theirs.get(node);
    if (source?.layout.kind !== "toml" || source.around.form !== "block") return "";
    const { text } = source.layout;
    return /^[ \t]*#[^\r\n]*/.exec(text.slice(source.element.part.end))?.[0].trimEnd() ?? "";
  }

  #list(list: TomlTableList, value: JsonArray, path: readonly (string | number)[]): void {
    const before = list.tables.map((table) => this.#layout.nodes.get(table) as JsonNode);
    const partners = this.partners(before, value.items);
    const kept = partners.filter((partner) => partner >= 0);
    if (kept.some((partner, index) => partner < (kept[index - 1] ?? -1))) throw new Unprintable();
    for (const [index, table] of list.tables.entries()) {
      if (!kept.includes(index)) this.#remove(table);
    }
    const starts = this.#statementsOf(list);
    let behind = Math.min(...starts) - 1;
    for (const [index, item] of value.items.entries()) {
      const partner = partners[index] as number;
      const table = list.tables[partner];
      if (table === undefined) this.#put(behind, this.#section(item, [...path, index]));
      else {
        this.#table(item as JsonObject, { table, path: [...path, partner], prefix: [] });
        behind = Math.max(behind, ...this.#statementsOf(table));
      }
    }
  }

  #put(behind: number, text: string, above = ""): void {
    const list = this.#added.get(behind) ?? [];
    const piece = above.trim() === "" ? text : above + text.replace(/^[\r\n]+/, "");
    // A pair behind a header would be another table's.
    const at = isSection(text) ? list.length : list.findIndex(isSection);
    this.#added.set(behind, list.toSpliced(at < 0 ? list.length : at, 0, piece));
  }

  /** A new member of a table. */
  #add(key: string, value: JsonNode, { table, path, prefix }: Place, above = ""): void {
    const { statementOf, lastOf, table: root } = this.#layout;
    const isTables = (value.type === "object" && value.members.length > 0) || isTableList(value);
    const all = table === root ? [] : this.#statementsOf(table);
    const end = table === root ? this.#layout.statements.length - 1 : Math.max(-1, ...all);
    const isOpen = table === root || statementOf.has(table);
    // A table of dotted keys is closed to headers.
    if (isTables && prefix.length === 0)
      this.#put(end, this.#section(value, [...path, key]), above);
    else if (prefix.length > 0) this.#put(end, this.#pair([...prefix, key], value), above);
    else if (isOpen) {
      this.#put(this.#bodyEnd(table, lastOf.get(table) ?? -1), this.#pair([key], value), above);
    } else {
      const header = `[${path.map((name) => writeTomlKey(String(name))).join(".")}]`;
      if (path.some((name) => typeof name === "number")) throw new Unprintable();
      const { lineEnd } = this.#layout;
      const pair = this.#pair([key], value);
      this.#put(end, `${lineEnd}${header}${lineEnd}${above.trimStart()}${pair}`);
    }
  }

  /** Behind the last pair of the table's own section. */
  #bodyEnd(table: TomlTable, last: number): number {
    const { statements, statementOf } = this.#layout;
    const header = statementOf.get(table) ?? -1;
    let at = last;
    while (at > header && statements[at]?.element === undefined) at--;
    return at;
  }

  #pair(names: readonly string[], value: JsonNode): string {
    const source = this.options.theirs.get(value);
    const { lineEnd } = this.#layout;
    const text = `${names.map(writeTomlKey).join(".")} = ${this.inline(value, this.emptyPlace(0))}`;
    if (source?.layout !== this.#theirs || source?.around.form !== "block") return text + lineEnd;
    const { layout, element } = source;
    if (element.key !== names.at(-1)) return text + lineEnd;
    const lead = layout.text.slice(element.lead, lineStart(layout.text, element.start));
    return this.#ended(splitLead(lead).own) + text + this.#besideOf(value) + lineEnd;
  }

  #ended(text: string): string {
    return text.replaceAll(/\r\n|\n/g, this.#layout.lineEnd);
  }

  /** A table or array of tables with its headers. */
  #section(value: JsonNode, path: readonly (string | number)[]): string {
    const copied = this.#copiedSection(value, path);
    if (copied !== undefined) return copied;
    const { lineEnd } = this.#layout;
    let lists = 0;
    let node = value;
    for (const name of path.toReversed()) {
      if (typeof name === "number") {
        node = arrayNode([node]);
        lists++;
      } else node = objectNode([memberNode(name, node)]);
    }
    if (typeof path.at(-1) === "number") lists--;
    const lines = this.#write(node).split("\n");
    // The headers of the tables around it stand there already.
    const from = lists === 0 ? 0 : lines.findIndex((line) => line.startsWith("[") && --lists < 0);
    const text = lines.slice(Math.max(from, 0)).join(lineEnd);
    return this.#layout.statements.length === 0 ? text : lineEnd + text;
  }

  /** The statements of theirs that define it, where they stand together and under the same name. */
  #copiedSection(value: JsonNode, path: readonly (string | number)[]): string | undefined {
    const theirs = this.#theirs;
    const data = theirs?.tables.get(value);
    if (theirs === undefined || (data?.type !== "table" && data?.type !== "table-list"))
      return undefined;
    const indexes = this.#statementsOf(data, theirs).toSorted((left, right) => left - right);
    const [first = 0] = indexes;
    const isRun = indexes.every((index, at) => index === first + at);
    const statement = theirs.statements[first];
    if (!isRun || statement === undefined || statement.element !== undefined) return undefined;
    const names = path.filter((name) => typeof name === "string");
    const header = theirs.text.slice(statement.start, statement.end);
    const bare = names.map(writeTomlKey).join(".");
    if (!header.startsWith(`[${bare}`) && !header.startsWith(`[[${bare}`)) return undefined;
    const last = theirs.statements[first + indexes.length - 1] as Statement;
    const lead = theirs.text.slice(statement.lead, statement.start);
    const own = splitLead(lead).own;
    const text = own + theirs.text.slice(statement.start, last.end);
    if (!this.#canCopy(text, theirs)) return undefined;
    return this.#ended(/[\r\n]$/.test(text) ? text : `${text}\n`);
  }

  /** Line ends in a string are content. */
  #canCopy(text: string, { lineEnd }: { readonly lineEnd: string }): boolean {
    return lineEnd === this.#layout.lineEnd || !/"""|'''/.test(text);
  }

  protected override emptyPlace(depth: number): FlowPlace {
    return { isBroken: false, lead: "", indent: "", isTight: false, depth };
  }

  protected override inlineKey(key: string): string {
    return writeTomlKey(key);
  }

  protected override get colon(): string {
    return " = ";
  }

  protected override inline(node: JsonNode, _place: FlowPlace): string {
    const source = this.sourceOf(node);
    const copied = source && this.#copied(source, node);
    if (copied !== undefined) return copied;
    if (source !== undefined) this.#lose(source);
    // An array of something else as well is written in brackets, tables and all.
    const mixed = objectNode([memberNode("k", arrayNode([node, numberNode("0")]))]);
    return this.#write(mixed)
      .replace(/^k = \[/, "")
      .replace(/, 0\]\n$/, "");
  }

  #copied(source: Source, node: JsonNode): string | undefined {
    if (source.layout.kind !== "toml") return undefined;
    const { part } = source.element;
    if (part.form === "block") return undefined;
    const text = this.textOf(source, node);
    return this.#canCopy(text, source.layout) ? this.#ended(text) : undefined;
  }

  #lose({ layout, element }: Source): void {
    const count = countIn(layout.commentStarts, element.part.start, element.part.end);
    if (layout !== this.layout) this.losses.theirs += count;
  }
}

/** Written strings without line ends. */
function onOneLine(text: string): string {
  return text.replaceAll(/"""\n((?:[^"\\]|\\.|"(?!""))*)"""/gs, (_, body: string) => {
    const escaped = body.replaceAll(/\\.|["\n]/g, (unit) =>
      unit === "\n" ? "\\n" : unit === '"' ? '\\"' : unit,
    );
    return `"${escaped}"`;
  });
}

/** Whether the text begins with a header, behind comments. */
function isSection(text: string): boolean {
  return /^(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n))*[ \t]*\[/.test(text);
}

function isTableList(node: JsonNode | undefined): node is JsonArray {
  return (
    node?.type === "array" &&
    node.items.length > 0 &&
    node.items.every(({ type }) => type === "object")
  );
}

export function tomlCommentEnd(text: string, at: number): number {
  if (text[at] !== "#") return at;
  let end = at;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}
