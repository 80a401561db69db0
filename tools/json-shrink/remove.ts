/** Members that go: by path, by value, because they are null or empty. Array elements always stay. */
import { appendPointer } from "../_lib/results/pointer.ts";
import { numberKey } from "../_lib/json/tree/number.ts";
import type { JsonMember, JsonNode } from "../_lib/json/tree/tree.ts";
import type { ShrinkOptions } from "./levels.ts";
import type { LossCode, Losses } from "./losses.ts";
import { isProtected, type Marks, passMarks } from "./patterns.ts";

type Choice = Pick<ShrinkOptions, "dropNulls" | "dropEmpty" | "dropValues">;

export class Remover {
  readonly #choice: Choice;
  readonly #marks: Marks;
  readonly #losses: Losses;
  readonly #defaults: ReadonlyMap<string, string>;

  constructor(choice: Choice, marks: Marks, losses: Losses) {
    this.#choice = choice;
    this.#marks = marks;
    this.#losses = losses;
    this.#defaults = new Map(
      Array.from(choice.dropValues, ([key, value]) => [key, identityOf(value)]),
    );
  }

  visit(node: JsonNode, path: string, isDropping = false): JsonNode {
    if (node.type === "array") {
      const items = node.items.map((item) => this.visit(item, `${path}/*`, isDropping));
      return this.#replace(node, { ...node, items });
    }
    if (node.type !== "object") return node;
    const members = node.members.flatMap((member): JsonMember[] => {
      const at = appendPointer(path, member.key);
      const isKept = this.#marks.kept.has(member.value);
      const drops = (isDropping || this.#marks.dropped.has(member)) && !isKept;
      if (drops && !this.#marks.holding.has(member.value)) {
        this.#losses.add("PATH_DROPPED", at);
        return [];
      }
      const value = this.visit(member.value, at, drops);
      const code = this.#reason(member.key, value);
      if (code === undefined) return [{ ...member, value }];
      this.#losses.add(code, at);
      return [];
    });
    return this.#replace(node, { ...node, members });
  }

  #replace(from: JsonNode, to: JsonNode): JsonNode {
    passMarks(this.#marks, from, to);
    return to;
  }

  #reason(key: string, value: JsonNode): LossCode | undefined {
    if (isProtected(this.#marks, value)) return undefined;
    const fallback = this.#defaults.get(key);
    if (fallback !== undefined && identityOf(value) === fallback) return "VALUE_DROPPED";
    if (this.#choice.dropNulls && value.type === "null") return "NULL_DROPPED";
    return this.#choice.dropEmpty && isEmpty(value) ? "EMPTY_DROPPED" : undefined;
  }
}

function isEmpty(node: JsonNode): boolean {
  if (node.type === "string") return node.value === "";
  if (node.type === "array") return node.items.length === 0;
  return node.type === "object" && node.members.length === 0;
}

/** Equal values have one text, whatever the spelling of numbers and the order of members. */
function identityOf(node: JsonNode): string {
  switch (node.type) {
    case "object": {
      const members = node.members.map(
        ({ key, value }) => `${JSON.stringify(key)}:${identityOf(value)}`,
      );
      return `{${members.toSorted().join(",")}}`;
    }
    case "array":
      return `[${node.items.map(identityOf).join(",")}]`;
    case "string":
      return JSON.stringify(node.value);
    case "number":
      return numberKey(node.text);
    default:
      return node.type === "boolean" ? String(node.value) : "null";
  }
}
