/** Rows of JSON as cells with column names: `a.b` for members of members, `a.0` for items. */
import type { Entry } from "../_core/tool.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonArray, JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { minifyJson, scalarText } from "../_lib/json/tree/write.ts";

export interface Cell {
  /** `text` is a string of the data or made of several, `plain` a number or boolean, `json` a container. */
  readonly kind: "text" | "plain" | "json" | "null";
  readonly text: string;
}

export interface FlattenOptions {
  readonly nested: "flatten" | "json" | "error";
  readonly arrays: "json" | "index" | "join" | "error";
  readonly joinWith: string;
}

export type Refusal = Entry<"NESTED_REFUSED" | "ARRAY_REFUSED">;

export type Row = ReadonlyMap<string, Cell>;

/** Takes rows apart; the first thing that is refused is kept, and nothing is done after it. */
export class Flattener {
  /** Column names that two different places of one row have. */
  readonly collisions = new Set<string>();
  refusal: Refusal | undefined;
  readonly #options: FlattenOptions;
  /** Whether names are put together, so that their parts have to be told apart. */
  readonly #escapes: boolean;
  #row = new Map<string, Cell>();

  constructor(options: FlattenOptions) {
    this.#options = options;
    this.#escapes = options.nested === "flatten" || options.arrays === "index";
  }

  row(node: JsonNode, pointer: string): Row {
    this.#row = new Map();
    if (node.type === "object") {
      for (const { key, value } of node.members)
        this.#add(this.#escape(key), value, appendPointer(pointer, key));
    } else if (node.type === "array") {
      for (const [index, item] of node.items.entries())
        this.#add(`column_${index + 1}`, item, appendPointer(pointer, index));
    } else this.#add("value", node, pointer);
    return this.#row;
  }

  #escape(key: string): string {
    return this.#escapes && /[.\\]/.test(key) ? key.replace(/[.\\]/g, "\\$&") : key;
  }

  #add(name: string, node: JsonNode, pointer: string): void {
    if (this.refusal) return;
    if (node.type === "object") this.#addObject(name, node, pointer);
    else if (node.type === "array") this.#addArray(name, node, pointer);
    else this.#put(name, cellOf(node));
  }

  #put(name: string, cell: Cell): void {
    if (this.#row.has(name)) this.collisions.add(name);
    this.#row.set(name, cell);
  }

  #addObject(name: string, node: JsonObject, pointer: string): void {
    const { nested } = this.#options;
    if (nested === "error") this.#refuse("NESTED_REFUSED", "an object", pointer);
    else if (nested === "json" || node.members.length === 0) this.#put(name, cellOf(node));
    else {
      for (const { key, value } of node.members)
        this.#add(`${name}.${this.#escape(key)}`, value, appendPointer(pointer, key));
    }
  }

  #addArray(name: string, node: JsonArray, pointer: string): void {
    const { arrays, joinWith } = this.#options;
    if (arrays === "error") this.#refuse("ARRAY_REFUSED", "an array", pointer);
    else if (arrays === "json" || node.items.length === 0) this.#put(name, cellOf(node));
    else if (arrays === "join") {
      const text = node.items.map((item) => cellOf(item).text).join(joinWith);
      this.#put(name, { kind: "text", text });
    } else {
      for (const [index, item] of node.items.entries())
        this.#add(`${name}.${index}`, item, appendPointer(pointer, index));
    }
  }

  #refuse(code: Refusal["code"], found: string, path: string): void {
    const message = `Cannot write ${path} as a cell: found ${found}, expected a string, number, boolean or null`;
    this.refusal = { code, message, path };
  }
}

function cellOf(node: JsonNode): Cell {
  switch (node.type) {
    case "null":
      return { kind: "null", text: "" };
    case "string":
      return { kind: "text", text: node.value };
    case "object":
    case "array":
      return { kind: "json", text: minifyJson(node) ?? "" };
    default:
      return { kind: "plain", text: scalarText(node) };
  }
}
