/** Arrays of objects as tables: `{"$cols":["a","b"],"$rows":[[1,2],[3,4]]}`. */
import { appendPointer } from "../_lib/results/pointer.ts";
import {
  arrayNode,
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import type { Losses } from "./losses.ts";
import { isProtected, type Marks, passMarks } from "./patterns.ts";
import type { Sizes } from "./size.ts";

export const COLUMNS = "$cols";
export const ROWS = "$rows";

export interface TableFigures {
  /** Pointer of the array. */
  readonly path: string;
  readonly rows: number;
  readonly columns: number;
}

interface Setting {
  readonly fillsTables: boolean;
  readonly marks: Marks;
  readonly losses: Losses;
  readonly sizes: Sizes;
  /** Elements that were cut off arrays; their last element says so. */
  readonly cut: ReadonlyMap<JsonNode, number>;
}

const LEAST_ROWS = 3;
const LEAST_FILLED = 0.7;

export class Tabulator {
  /** The tables made. */
  readonly nodes = new Set<JsonNode>();
  readonly #setting: Setting;
  readonly #figures: (TableFigures | undefined)[] = [];

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** In document order. */
  get figures(): TableFigures[] {
    return this.#figures.filter((table) => table !== undefined);
  }

  /** From the leaves up; `path` is the pointer, `pattern` the same with `*` for indices. */
  visit(node: JsonNode, path = "", pattern = ""): JsonNode {
    if (node.type === "object") {
      const members = node.members.map((member) => ({
        ...member,
        value: this.visit(
          member.value,
          appendPointer(path, member.key),
          appendPointer(pattern, member.key),
        ),
      }));
      return this.#replace(node, { ...node, members });
    }
    if (node.type !== "array") return node;
    const place = this.#figures.push(undefined) - 1;
    const items = node.items.map((item, index) =>
      this.visit(item, `${path}/${index}`, `${pattern}/*`),
    );
    const inner = this.#replace(node, { ...node, items }) as JsonArray;
    const table = this.#tableOf(inner, this.#setting.cut.has(node), pattern);
    if (!table) return inner;
    this.nodes.add(table.node);
    this.#figures[place] = { path, rows: table.rows, columns: table.columns };
    return table.node;
  }

  #replace(from: JsonNode, to: JsonNode): JsonNode {
    passMarks(this.#setting.marks, from, to);
    return to;
  }

  #tableOf(array: JsonArray, isCut: boolean, pattern: string) {
    const { sizes, losses } = this.#setting;
    const marker = isCut ? array.items.slice(-1) : [];
    const objects = isCut ? array.items.slice(0, -1) : array.items;
    if (objects.length < LEAST_ROWS || !objects.every(isObject)) return undefined;
    const columns = sameColumns(objects) ?? this.#unitedColumns(array, objects);
    if (!columns) return undefined;
    const rows = objects.map(({ members }) => rowOf(members, columns));
    const node = objectNode([
      memberNode(COLUMNS, arrayNode([...columns.values()])),
      memberNode(ROWS, arrayNode([...rows.map(arrayNode), ...marker])),
    ]);
    if (sizes.of(node) >= sizes.of(array)) return undefined;
    const filled = objects.reduce((sum, { members }) => sum + members.length, 0);
    const absent = objects.length * columns.size - filled;
    if (absent > 0) losses.add("ABSENT_AS_NULL", pattern, { count: absent });
    return { node, rows: objects.length, columns: columns.size };
  }

  /** All keys in order of first appearance, where most objects have them. */
  #unitedColumns(array: JsonArray, objects: readonly JsonObject[]): Columns | undefined {
    const { fillsTables, marks } = this.#setting;
    if (!fillsTables || isProtected(marks, array)) return undefined;
    const columns: Columns = new Map();
    let filled = 0;
    for (const { members } of objects) {
      filled += members.length;
      for (const { key, keyText } of members) {
        if (!columns.has(key)) columns.set(key, { ...stringNode(key), text: keyText });
      }
    }
    return filled >= LEAST_FILLED * objects.length * columns.size ? columns : undefined;
  }
}

/** Key → its string, as it is written. */
type Columns = Map<string, ReturnType<typeof stringNode>>;

function isObject(node: JsonNode): node is JsonObject {
  return node.type === "object";
}

/** The keys of all objects, where they are the same, in the same order and spelling. */
function sameColumns(objects: readonly JsonObject[]): Columns | undefined {
  const first = objects[0]?.members ?? [];
  const isSame = ({ members }: JsonObject) =>
    members.length === first.length &&
    members.every(({ keyText }, index) => keyText === first[index]?.keyText);
  if (!objects.every(isSame)) return undefined;
  return new Map(first.map(({ key, keyText }) => [key, { ...stringNode(key), text: keyText }]));
}

function rowOf(members: readonly JsonMember[], columns: Columns): JsonNode[] {
  const cells = new Map(members.map(({ key, value }) => [key, value]));
  return Array.from(columns.keys(), (key) => cells.get(key) ?? nullNode());
}
