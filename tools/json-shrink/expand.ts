/** Undoes tables and short keys. */
import type { Entry } from "../_core/tool.ts";
import { Fault, type Problem } from "../_lib/results/syntax-problem.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type {
  JsonArray,
  JsonMember,
  JsonNode,
  JsonObject,
  JsonString,
} from "../_lib/json/tree/tree.ts";
import { arrayNode, objectNode } from "../_lib/json/tree/tree.ts";
import { COLUMNS, ROWS } from "./columnar.ts";
import { DATA, LEGEND } from "./short-keys.ts";

export type Malformed = Entry<"SHRUNK_FORM_INVALID">;

export function expandTree(root: JsonNode): JsonNode | Malformed {
  try {
    const { data, legend, path } = readLegend(root);
    return new Expander(legend).visit(data, path);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { found, expected, path = "" } = (error as Fault<"SHRUNK_FORM_INVALID">).problem;
    const message = `Cannot expand: found ${found}, expected ${expected}`;
    return { code: "SHRUNK_FORM_INVALID", message, path, expected };
  }
}

function malformed(found: string, expected: string, path: string): Fault {
  const problem: Problem = { code: "SHRUNK_FORM_INVALID", offset: 0, found, expected, path };
  return new Fault(problem);
}

type LegendMap = ReadonlyMap<string, JsonString>;

function readLegend(root: JsonNode): { data: JsonNode; legend: LegendMap; path: string } {
  const none: LegendMap = new Map();
  if (root.type !== "object" || !root.members.some(({ key }) => key === LEGEND)) {
    return { data: root, legend: none, path: "" };
  }
  const [keys, data] = [valueOf(root, LEGEND), valueOf(root, DATA)];
  if (!keys || !data || root.members.length !== 2 || keys.type !== "object") {
    throw malformed("another object", `a legend in ${LEGEND} beside ${DATA}`, "");
  }
  const legend = new Map<string, JsonString>();
  const longKeys = new Set<string>();
  for (const { key, value } of keys.members) {
    const path = appendPointer(`/${LEGEND}`, key);
    if (value.type !== "string") throw malformed(value.type, "the long key", path);
    if (longKeys.has(value.value)) throw malformed("a long key twice", "each once", path);
    longKeys.add(value.value);
    legend.set(key, value);
  }
  return { data, legend, path: `/${DATA}` };
}

function valueOf({ members }: JsonObject, key: string): JsonNode | undefined {
  return members.find((member) => member.key === key)?.value;
}

class Expander {
  readonly #legend: LegendMap;

  constructor(legend: LegendMap) {
    this.#legend = legend;
  }

  visit(node: JsonNode, path: string): JsonNode {
    if (node.type === "array") {
      return {
        ...node,
        items: node.items.map((item, index) => this.visit(item, `${path}/${index}`)),
      };
    }
    if (node.type !== "object") return node;
    if (node.members.some(({ key }) => key === COLUMNS || key === ROWS)) {
      return this.#table(node, path);
    }
    const members = node.members.map((member) => {
      const value = this.visit(member.value, appendPointer(path, member.key));
      return this.#named(member.key, member.keyText, value);
    });
    return { ...node, members };
  }

  #named(key: string, keyText: string, value: JsonNode): JsonMember {
    const long = this.#legend.get(key);
    const [name, text] = long ? [long.value, long.text] : [key, keyText];
    return { key: name, keyText: text, keyStart: -1, value };
  }

  #table(node: JsonObject, path: string): JsonNode {
    const [columns, rows] = [valueOf(node, COLUMNS), valueOf(node, ROWS)];
    if (columns?.type !== "array" || rows?.type !== "array" || node.members.length !== 2) {
      throw malformed("another object", `arrays ${COLUMNS} and ${ROWS} and nothing else`, path);
    }
    const names = columns.items.map((item, index) => {
      if (item.type === "string") return item;
      throw malformed(item.type, "a column name", `${path}/${COLUMNS}/${index}`);
    });
    if (new Set(names.map(({ value }) => value)).size < names.length) {
      throw malformed("a column name twice", "each once", `${path}/${COLUMNS}`);
    }
    return arrayNode(
      rows.items.map((row, index) => this.#row(row, names, `${path}/${ROWS}/${index}`, rows)),
    );
  }

  /** The last element may say how many were cut. */
  #row(row: JsonNode, names: readonly JsonString[], path: string, rows: JsonArray): JsonNode {
    if (row.type === "string" && row === rows.items.at(-1)) return row;
    if (row.type !== "array" || row.items.length !== names.length) {
      const found = row.type === "array" ? `${row.items.length} cells` : row.type;
      throw malformed(found, `a row of ${names.length} cells`, path);
    }
    return objectNode(
      row.items.map((cell, index) => {
        const { value, text } = names[index] as JsonString;
        return this.#named(value, text, this.visit(cell, `${path}/${index}`));
      }),
    );
  }
}
