/** Long keys as short ones, with a legend: `{"$keys":{"a":"customerIdentifier"},"$data":…}`. */
import {
  type JsonMember,
  type JsonNode,
  type JsonString,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { utf8Length } from "../_lib/text/code-points.ts";
import { COLUMNS } from "./columnar.ts";
import type { Sizes } from "./size.ts";

export const LEGEND = "$keys";
export const DATA = "$data";

export interface Shortened {
  readonly root: JsonNode;
  /** Short → long. */
  readonly legend: ReadonlyMap<string, string>;
}

/** Undefined where a legend would not make the whole shorter; `tables` are the tables in the tree. */
export function shortenKeys(
  root: JsonNode,
  tables: ReadonlySet<JsonNode>,
  sizes: Sizes,
): Shortened | undefined {
  const uses = new Map<string, Use>();
  countKeys(root, tables, uses);
  const names = chooseNames(uses);
  if (names.size === 0) return undefined;
  const legend = objectNode(
    Array.from(names, ([keyText, name]) => {
      const { key = "" } = uses.get(keyText) ?? {};
      return memberNode(name, { ...stringNode(key), text: keyText });
    }),
  );
  const data = renameKeys(root, tables, names);
  const whole = objectNode([memberNode(LEGEND, legend), memberNode(DATA, data)]);
  if (sizes.of(whole) >= sizes.of(root)) return undefined;
  const entries = Array.from(
    names,
    ([keyText, name]) => [name, uses.get(keyText)?.key ?? ""] as const,
  );
  return { root: whole, legend: new Map(entries) };
}

interface Use {
  readonly key: string;
  count: number;
}

/** Keys and column names as they are written, in order of first appearance. */
function countKeys(node: JsonNode, tables: ReadonlySet<JsonNode>, uses: Map<string, Use>): void {
  const note = (key: string, text: string) => {
    const use = uses.get(text);
    if (use) use.count++;
    else uses.set(text, { key, count: 1 });
  };
  if (node.type === "array") for (const item of node.items) countKeys(item, tables, uses);
  if (node.type !== "object") return;
  const isTable = tables.has(node);
  for (const { key, keyText, value } of node.members) {
    if (!isTable) note(key, keyText);
    else if (key === COLUMNS) {
      for (const column of columnsOf(value)) note(column.value, column.text);
    }
    countKeys(value, tables, uses);
  }
}

function columnsOf(node: JsonNode): JsonString[] {
  return node.type === "array" ? node.items.filter((item) => item.type === "string") : [];
}

/** Written key → short name, for those that save more than their entry of the legend costs. */
function chooseNames(uses: ReadonlyMap<string, Use>): ReadonlyMap<string, string> {
  const taken = new Set(Array.from(uses.values(), ({ key }) => key));
  const names = new Map<string, string>();
  let number = 0;
  let name = nameOf(number);
  for (const [keyText, { count }] of uses) {
    while (taken.has(name)) name = nameOf(++number);
    const [long, short] = [utf8Length(keyText), name.length + 2];
    if (count * (long - short) <= short + 1 + long + 1) continue;
    names.set(keyText, name);
    name = nameOf(++number);
  }
  return names;
}

const LETTERS = 26;

/** a, b, …, z, aa, ab, … */
function nameOf(number: number): string {
  let name = "";
  for (let rest = number; rest >= 0; rest = Math.floor(rest / LETTERS) - 1) {
    name = String.fromCharCode(97 + (rest % LETTERS)) + name;
  }
  return name;
}

function renameKeys(
  node: JsonNode,
  tables: ReadonlySet<JsonNode>,
  names: ReadonlyMap<string, string>,
): JsonNode {
  if (node.type === "array") {
    return { ...node, items: node.items.map((item) => renameKeys(item, tables, names)) };
  }
  if (node.type !== "object") return node;
  const isTable = tables.has(node);
  const members = node.members.map((member): JsonMember => {
    if (isTable && member.key === COLUMNS && member.value.type === "array") {
      const items = member.value.items.map((item) => {
        const name = item.type === "string" ? names.get(item.text) : undefined;
        return name === undefined ? item : stringNode(name);
      });
      return { ...member, value: { ...member.value, items } };
    }
    const value = renameKeys(member.value, tables, names);
    const name = isTable ? undefined : names.get(member.keyText);
    return name === undefined ? { ...member, value } : memberNode(name, value);
  });
  return { ...node, members };
}
