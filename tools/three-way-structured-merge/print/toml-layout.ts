import { memberAt, tableAt } from "../../_lib/formats/config/read-toml.ts";
import { elementsOf } from "../../_lib/formats/toml/data.ts";
import type {
  TomlArray,
  TomlData,
  TomlDocument,
  TomlInlineTable,
  TomlTable,
  TomlTableList,
  TomlValue,
} from "../../_lib/formats/toml/tree.ts";
import { memberOf } from "../../_lib/json/tree/members.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import {
  aboveBlank,
  behindLineEnd,
  type Element,
  type Layout,
  lineEndOf,
  lineStart,
  lineStop,
  type Part,
  type Span,
} from "./layout.ts";

/** A pair or a header, with the comments above it. */
export interface Statement {
  readonly lead: number;
  readonly start: number;
  /** Where what follows begins. */
  readonly end: number;
  /** Of a pair: its value. */
  readonly element: Element | undefined;
  /** Whether the key of a pair is one name. */
  readonly isSimple: boolean;
}

export interface TomlLayout extends Layout {
  readonly kind: "toml";
  readonly statements: readonly Statement[];
  readonly table: TomlTable;
  /** The statement of a header or of the pair of a value. */
  readonly statementOf: ReadonlyMap<TomlData, number>;
  /** The last statement before the next header, of the root and of tables with a header. */
  readonly lastOf: ReadonlyMap<TomlTable, number>;
  readonly nodes: ReadonlyMap<TomlData, JsonNode>;
  readonly tables: ReadonlyMap<JsonNode, TomlData>;
  /** Where the comments behind the last statement begin. */
  readonly tail: number;
}

export function layOutToml(document: TomlDocument, root: JsonNode): TomlLayout {
  const { text, comments, lines } = document;
  const nodes = pairUp(document.root, root);
  const statementOf = new Map<TomlData, number>();
  const lastOf = new Map<TomlTable, number>([[document.root, -1]]);
  const statements: Statement[] = [];
  const begun = new Map<TomlTableList, number>();
  let table: TomlTable | undefined = document.root;
  let waiting: Span | undefined;
  let floor = 0;
  for (const { content } of lines) {
    if (content.type === "comment") {
      waiting ??= content;
      continue;
    }
    const lead = aboveBlank(text, lineStart(text, (waiting ?? content).start), floor);
    waiting = undefined;
    const index = statements.length;
    const end = behindLineEnd(text, lineStop(text, content.end));
    let element: Element | undefined;
    if (content.type === "header") {
      table = tableAt(document.root, content.key, content.list, begun);
      if (table !== undefined) statementOf.set(table, index);
    } else {
      const data = memberAt(table, content.key);
      if (data !== undefined) statementOf.set(data, index);
      const part = partOf(text, content.value, nodes);
      const { start } = content;
      element = { key: content.key.parts.at(-1)?.name, start, lead, part, isPlain: true };
    }
    if (table !== undefined) lastOf.set(table, index);
    const isSimple = content.key.parts.length === 1;
    statements.push({ lead, start: content.start, end, element, isSimple });
    floor = end;
  }
  const elements = statements.flatMap(({ element }) => (element === undefined ? [] : [element]));
  const tail =
    waiting === undefined ? floor : aboveBlank(text, lineStart(text, waiting.start), floor);
  return {
    kind: "toml",
    begin: 0,
    text,
    root: { ...wholePart(root, { start: 0, end: text.length }), form: "block", elements, tail },
    region: { start: 0, end: text.length },
    comments,
    commentStarts: comments.map(({ start }) => start),
    names: [],
    lineEnd: lineEndOf(text),
    dialect: "json",
    statements,
    table: document.root,
    statementOf,
    lastOf,
    nodes,
    tables: new Map([...nodes].map(([data, node]) => [node, data])),
    tail,
  };
}

function pairUp(root: TomlTable, data: JsonNode): Map<TomlData, JsonNode> {
  const nodes = new Map<TomlData, JsonNode>();
  const visit = (toml: TomlData, node: JsonNode | undefined) => {
    if (node === undefined) return;
    nodes.set(toml, node);
    const items = node.type === "array" ? node.items : [];
    if (toml.type === "inline-table") nodes.set(toml.table, node);
    if (toml.type === "array") {
      for (const [index, item] of elementsOf(toml).entries()) visit(item, items[index]);
    } else if (toml.type === "table-list") {
      for (const [index, table] of toml.tables.entries()) visit(table, items[index]);
    } else if (toml.type === "table" || toml.type === "inline-table") {
      const { members } = toml.type === "table" ? toml : toml.table;
      for (const [name, member] of members) visit(member, memberOf(node, name));
    }
  };
  visit(root, data);
  return nodes;
}

function wholePart(node: JsonNode, { start, end }: Span): Part {
  return {
    node,
    head: start,
    start,
    end,
    form: "whole",
    elements: [],
    column: 0,
    tail: end,
    anchor: undefined,
    alias: undefined,
  };
}

function partOf(text: string, value: TomlValue, nodes: ReadonlyMap<TomlData, JsonNode>): Part {
  const whole = wholePart(nodes.get(value) as JsonNode, value);
  if (value.type === "array")
    return { ...whole, form: "flow", elements: itemsOf(text, value, nodes) };
  if (value.type !== "inline-table") return whole;
  const elements = membersOf(text, value, nodes);
  return elements === undefined ? whole : { ...whole, form: "flow", elements };
}

function itemsOf(
  text: string,
  array: TomlArray,
  nodes: ReadonlyMap<TomlData, JsonNode>,
): Element[] {
  return elementsOf(array).map((item) => {
    const part = partOf(text, item, nodes);
    return { key: undefined, start: item.start, lead: item.start, part, isPlain: true };
  });
}

/** Undefined where keys are dotted, which are not replaced one by one. */
function membersOf(
  text: string,
  { slots }: TomlInlineTable,
  nodes: ReadonlyMap<TomlData, JsonNode>,
): Element[] | undefined {
  const elements: Element[] = [];
  for (const { content } of slots) {
    if (content.type === "comment") continue;
    const { key, start, value } = content;
    if (key.parts.length > 1) return undefined;
    const part = partOf(text, value, nodes);
    elements.push({ key: key.parts[0]?.name, start, lead: start, part, isPlain: true });
  }
  return elements;
}
