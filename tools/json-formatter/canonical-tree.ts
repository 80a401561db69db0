import type { Entry } from "../_core/tool.ts";
import { ErrorList, WarningList } from "../_lib/results/entry-list.ts";
import { positionFinder } from "../_lib/text/position.ts";
import { isExact, isIntegerText } from "../_lib/json/tree/number.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonMember, JsonNode, JsonNumber } from "../_lib/json/tree/tree.ts";

export type CanonicalFailure =
  "DUPLICATE_KEY" | "LONE_SURROGATE" | "NUMBER_NOT_JSON" | "NUMBER_NOT_EXACT";

export interface CanonicalTree {
  /** The tree with every number in ECMAScript's text; written with sorted keys and minimal escapes it is RFC 8785. */
  readonly root: JsonNode;
  readonly errors: readonly Entry<CanonicalFailure | "ERRORS_TRUNCATED">[];
  readonly warnings: readonly Entry<"NUMBER_ROUNDED" | "WARNINGS_TRUNCATED">[];
}

/** Makes a tree ready for RFC 8785 and finds what has no canonical form; `text` is what it was read from. */
export function canonicalTree(
  root: JsonNode,
  text: string | undefined,
  allowRounding: boolean,
): CanonicalTree {
  const converter = new Converter(text, allowRounding);
  const converted = converter.convert(root, "");
  return {
    root: converted,
    errors: converter.errors.list(),
    warnings: converter.warnings.list(),
  };
}

class Converter {
  readonly errors = new ErrorList<CanonicalFailure>();
  readonly warnings = new WarningList<"NUMBER_ROUNDED">();
  readonly #allowRounding: boolean;
  readonly #place: (start: number) => object;

  constructor(text: string | undefined, allowRounding: boolean) {
    this.#place = text === undefined ? () => ({}) : positionFinder(text);
    this.#allowRounding = allowRounding;
  }

  convert(node: JsonNode, pointer: string): JsonNode {
    if (node.type === "number") return this.#number(node, pointer);
    if (node.type === "string") this.#checkString(node.value, node.start, pointer);
    if (node.type === "array") {
      const items = node.items.map((item, index) => this.convert(item, `${pointer}/${index}`));
      return { ...node, items };
    }
    if (node.type !== "object") return node;
    const keys = new Set<string>();
    const members = node.members.map((member): JsonMember => {
      const path = appendPointer(pointer, member.key);
      if (node.repeated) this.#checkKey(member, keys, path);
      this.#checkString(member.key, member.keyStart, path);
      return { ...member, value: this.convert(member.value, path) };
    });
    return { ...node, members };
  }

  #checkKey({ key, keyStart }: JsonMember, keys: Set<string>, path: string): void {
    if (!keys.has(key)) {
      keys.add(key);
      return;
    }
    this.errors.add("DUPLICATE_KEY", () => ({
      message:
        "Cannot write canonical JSON: found a key twice in an object, expected each key once",
      path,
      ...this.#place(keyStart),
    }));
  }

  #checkString(value: string, start: number, path: string): void {
    if (value.isWellFormed()) return;
    this.errors.add("LONE_SURROGATE", () => ({
      message:
        "Cannot write canonical JSON: found half of a surrogate pair in a string, expected Unicode text",
      path,
      ...this.#place(start),
    }));
  }

  #number(node: JsonNumber, path: string): JsonNode {
    const double = Number(node.text);
    if (!Number.isFinite(double)) {
      this.errors.add("NUMBER_NOT_JSON", () => ({
        message:
          "Cannot write canonical JSON: found a number beyond the double range, expected a finite double",
        path,
        ...this.#place(node.start),
        received: node.text,
      }));
      return node;
    }
    const text = String(double);
    if (!isExact(node.text)) this.#noteInexact(node, text, path);
    return { ...node, text };
  }

  #noteInexact(node: JsonNumber, text: string, path: string): void {
    const detail = { path, ...this.#place(node.start), received: node.text, expected: text };
    if (isIntegerText(node.text) && !this.#allowRounding) {
      this.errors.add("NUMBER_NOT_EXACT", () => ({
        message:
          "Cannot write canonical JSON: found an integer that no double holds, expected one that a double does",
        hint: "Set allowRounding to write the nearest double, or send the integer as a string",
        ...detail,
      }));
    } else {
      this.warnings.add("NUMBER_ROUNDED", () => ({
        message: "A number was rounded to the nearest double",
        ...detail,
      }));
    }
  }
}
