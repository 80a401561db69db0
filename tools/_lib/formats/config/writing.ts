import { isNumberText } from "../../json/tree/number.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonNumber,
  type JsonObject,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { byCodeUnit } from "../../results/pointer.ts";
import type { LossCode } from "./losses.ts";
import type { ConfigSource } from "./source.ts";

export interface WriteOptions {
  readonly separator: string;
  readonly rootName: string;
  readonly sortKeys: boolean;
  readonly indent: number;
  /** The most characters there may be; 2,000,000 if not given. */
  readonly longest?: number | undefined;
}

/** What a target cannot hold at all. */
export interface WriteProblem {
  readonly code: "KEY_COLLISION" | "XML_BAD_CHARACTER" | "LONE_SURROGATE";
  readonly node: JsonNode;
  readonly found: string;
  readonly expected: string;
}

/** One run of a writer: what it writes from, and what it has to give up. */
export class Writing {
  readonly options: WriteOptions;
  readonly #source: ConfigSource;
  #problem: WriteProblem | undefined;

  constructor(source: ConfigSource, options: WriteOptions) {
    this.#source = source;
    this.options = options;
  }

  get problem(): WriteProblem | undefined {
    return this.#problem;
  }

  lose(code: LossCode, node: JsonNode, detail: string): void {
    this.#source.losses.add(code, node, detail);
  }

  /** Only the first problem counts. */
  refuse(problem: WriteProblem): void {
    this.#problem ??= problem;
  }

  members({ members }: JsonObject): readonly JsonMember[] {
    if (!this.options.sortKeys) return members;
    return members.toSorted((left, right) => byCodeUnit(left.key, right.key));
  }

  isMoment(node: JsonNode): boolean {
    return this.#source.moments.has(node);
  }

  /** A number as the source spells it. */
  spelling(node: JsonNumber): string {
    return this.#source.spellings.get(node) ?? node.text;
  }

  /** A scalar where there are only strings. */
  plainText(node: Exclude<JsonNode, JsonObject | { type: "array" }>): string {
    switch (node.type) {
      case "string":
        if (this.isMoment(node)) this.lose("TYPE_TO_STRING", node, "date or time");
        return node.value;
      case "null":
        this.lose("NULL_LOST", node, "written as an empty value");
        return "";
      case "number":
        this.lose("TYPE_TO_STRING", node, "number");
        return this.spelling(node);
      default:
        this.lose("TYPE_TO_STRING", node, "boolean");
        return String(node.value);
    }
  }

  /** An array that becomes one text. */
  jsonText(node: JsonNode): string {
    this.lose("ARRAY_AS_TEXT", node, "written as JSON text");
    // A text too long to be written fills the output, which says so.
    return minifyJson(this.jsonTree(node, false)) ?? "";
  }

  /** The root as an object: under `value` where it is none. */
  rootObject(root: JsonNode): JsonObject {
    if (root.type === "object") return root;
    this.lose("ROOT_WRAPPED", root, "written under the key value");
    return objectNode([{ key: "value", keyText: '"value"', keyStart: -1, value: root }]);
  }

  /** The tree with sorted keys, and with infinities and NaN as strings or as they are. */
  jsonTree(node: JsonNode, keepsNonFinite: boolean): JsonNode {
    if (node.type === "array") {
      return arrayNode(node.items.map((item) => this.jsonTree(item, keepsNonFinite)));
    }
    if (node.type === "object") {
      return objectNode(
        this.members(node).map((member) => ({
          ...member,
          value: this.jsonTree(member.value, keepsNonFinite),
        })),
      );
    }
    const isText = node.type === "number" && !keepsNonFinite && !isNumberText(node.text);
    return isText ? stringNode(this.spelling(node)) : node;
  }
}
