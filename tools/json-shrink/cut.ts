/** Scalars and containers that are made shorter, each only where that is shorter indeed. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { type JsonArray, type JsonNode, numberNode, stringNode } from "../_lib/json/tree/tree.ts";
import { utf8Length } from "../_lib/text/code-points.ts";
import type { ShrinkOptions } from "./levels.ts";
import type { Losses } from "./losses.ts";
import { isProtected, type Marks, passMarks } from "./patterns.ts";
import type { Sizes } from "./size.ts";

type Choice = Pick<
  ShrinkOptions,
  "significantDigits" | "maxStringChars" | "maxArrayItems" | "maxDepth"
>;

export class Cutter {
  /** Elements that were cut off an array, whose last element says so. */
  readonly cut = new Map<JsonNode, number>();
  readonly #choice: Choice;
  readonly #marks: Marks;
  readonly #losses: Losses;
  readonly #sizes: Sizes;

  constructor(choice: Choice, marks: Marks, losses: Losses, sizes: Sizes) {
    this.#choice = choice;
    this.#marks = marks;
    this.#losses = losses;
    this.#sizes = sizes;
  }

  run(root: JsonNode): JsonNode {
    const { significantDigits, maxStringChars, maxArrayItems, maxDepth } = this.#choice;
    let node = root;
    if (significantDigits > 0) node = this.#scalars(node, "", this.#round);
    if (maxStringChars > 0) node = this.#scalars(node, "", this.#shorten);
    if (maxArrayItems > 0) node = this.#arrays(node, "");
    return maxDepth > 0 ? this.#deep(node, "", 1) : node;
  }

  #scalars(
    node: JsonNode,
    path: string,
    change: (node: JsonNode, path: string) => JsonNode,
  ): JsonNode {
    if (node.type === "object" || node.type === "array") {
      return this.#rebuild(node, path, (child, at) => this.#scalars(child, at, change));
    }
    return this.#marks.kept.has(node) ? node : change(node, path);
  }

  /** The same container around changed children. */
  #rebuild(
    node: JsonNode,
    path: string,
    change: (child: JsonNode, path: string) => JsonNode,
  ): JsonNode {
    let to = node;
    if (node.type === "array") {
      to = { ...node, items: node.items.map((item) => change(item, `${path}/*`)) };
    } else if (node.type === "object") {
      const members = node.members.map((member) => ({
        ...member,
        value: change(member.value, appendPointer(path, member.key)),
      }));
      to = { ...node, members };
    }
    passMarks(this.#marks, node, to);
    const removed = this.cut.get(node);
    if (removed !== undefined) this.cut.set(to, removed);
    return to;
  }

  readonly #round = (node: JsonNode, path: string): JsonNode => {
    if (node.type !== "number") return node;
    const text = roundNumber(node.text, this.#choice.significantDigits);
    if (text === undefined) return node;
    this.#losses.add("NUMBER_ROUNDED", path);
    return numberNode(text);
  };

  readonly #shorten = (node: JsonNode, path: string): JsonNode => {
    const { maxStringChars } = this.#choice;
    if (node.type !== "string" || node.value.length <= maxStringChars) return node;
    const characters = Array.from(node.value);
    if (characters.length <= maxStringChars) return node;
    const shorter = stringNode(`${characters.slice(0, maxStringChars - 1).join("")}…`);
    if (utf8Length(shorter.text) >= utf8Length(node.text)) return node;
    this.#losses.add("STRING_CUT", path, { removed: characters.length - maxStringChars + 1 });
    return shorter;
  };

  #arrays(node: JsonNode, path: string): JsonNode {
    const inner = this.#rebuild(node, path, (child, at) => this.#arrays(child, at));
    const { maxArrayItems } = this.#choice;
    if (inner.type !== "array" || inner.items.length <= maxArrayItems) return inner;
    if (this.#marks.kept.has(inner)) return inner;
    const rest = inner.items.slice(maxArrayItems);
    if (rest.some((item) => isProtected(this.#marks, item))) return inner;
    const marker = stringNode(`…+${rest.length} items`);
    const saved = rest.reduce((sum, item) => sum + this.#sizes.of(item) + 1, 0);
    if (saved <= this.#sizes.of(marker) + 1) return inner;
    this.#losses.add("ITEMS_CUT", path, { removed: rest.length });
    const to: JsonArray = { ...inner, items: [...inner.items.slice(0, maxArrayItems), marker] };
    passMarks(this.#marks, inner, to);
    this.cut.set(to, rest.length);
    return to;
  }

  #deep(node: JsonNode, path: string, depth: number): JsonNode {
    if (node.type !== "object" && node.type !== "array") return node;
    if (depth > this.#choice.maxDepth && !isProtected(this.#marks, node)) {
      const summary = stringNode(this.#summary(node));
      if (this.#sizes.of(summary) < this.#sizes.of(node)) {
        this.#losses.add("DEPTH_CUT", path);
        return summary;
      }
    }
    return this.#rebuild(node, path, (child, at) => this.#deep(child, at, depth + 1));
  }

  #summary(node: JsonNode): string {
    if (node.type === "object") return `…{${node.members.length} keys}`;
    const items = node.type === "array" ? node.items.length : 0;
    const removed = this.cut.get(node);
    return `…[${removed === undefined ? items : items - 1 + removed} items]`;
  }
}

const DIGITS = /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE][+-]?[0-9]+)?$/;
/** Larger exponents than decimal.js holds. */
const LONGEST_EXPONENT = /[eE][+-]?[0-9]{9,}$/;

/** The rounded number as ECMAScript writes it; undefined where it has no more digits, or would be longer. */
export function roundNumber(text: string, digits: number): string | undefined {
  const match = DIGITS.exec(text);
  if (!match || /^-?[0-9]+$/.test(text) || LONGEST_EXPONENT.test(text)) return undefined;
  const written = `${match[1]}${match[2] ?? ""}`.replace(/^0+/, "");
  if (written.length <= digits) return undefined;
  const rounded = new Decimal(text).toSignificantDigits(digits, Decimal.ROUND_HALF_EVEN);
  const double = rounded.toNumber();
  const isDouble = Number.isFinite(double) && (double !== 0 || rounded.isZero());
  const sign = text.startsWith("-") && rounded.isZero() ? "-" : "";
  const shorter =
    sign + (isDouble ? String(Math.abs(double) === 0 ? 0 : double) : rounded.toExponential());
  return shorter.length <= text.length ? shorter : undefined;
}
