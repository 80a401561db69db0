/** One version of a schema, and the schemas within it as they are compared. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { isTrue, memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import { decodeFragment, splitFragment } from "../_lib/schemas/json-schema/uri.ts";
import type { StepBudget } from "../_lib/text/regex/regex.ts";
import type { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { REFERENCES } from "./branches.ts";
import { Shape } from "./shape.ts";

/** What two versions that are compared have in common. */
interface Shared {
  /** Equal numbers for equal values. */
  readonly ids: ValueIds;
  /** What matching names against patterns may take. */
  readonly steps: StepBudget;
}

export type Side = "before" | "after";

export class Version {
  readonly side: Side;
  readonly parts: SchemaParts;
  readonly ids: ValueIds;
  readonly steps: StepBudget;
  readonly root: Shape;
  /** What a schema says where it says nothing. */
  readonly anything: Shape;
  readonly #rootNode: JsonNode;
  readonly #shapes = new Map<JsonNode, Shape>();
  readonly #closed = new Map<JsonNode, boolean>();
  #dynamicAnchors: ReadonlyMap<string, number> | undefined;

  constructor(side: Side, root: JsonNode, parts: SchemaParts, { ids, steps }: Shared) {
    this.side = side;
    this.#rootNode = root;
    this.parts = parts;
    this.ids = ids;
    this.steps = steps;
    this.anything = new Shape(this, { type: "boolean", start: -1, end: -1, value: true });
    this.root = this.shapeOf(root);
  }

  shapeOf(node: JsonNode): Shape {
    const known = this.#shapes.get(node);
    if (known !== undefined) return known;
    const shape = new Shape(this, node);
    this.#shapes.set(node, shape);
    return shape;
  }

  /** The whole document as a number: equal ones are written the same. */
  get id(): number {
    return this.ids.idOf(this.#rootNode);
  }

  /** Whether the meaning of a schema is all in its own text. */
  isClosed(node: JsonNode): boolean {
    if (node.type === "array") return node.items.every((item) => this.isClosed(item));
    if (node.type !== "object") return true;
    const known = this.#closed.get(node);
    if (known !== undefined) return known;
    const closed = node.members.every(
      ({ key, value }) => !REFERENCES.has(key) && this.isClosed(value),
    );
    this.#closed.set(node, closed);
    return closed;
  }

  /** The schema that a reference leads to; undefined where that depends on the way to it. */
  referredBy(node: JsonNode, keyword: string): JsonNode | undefined {
    const reference = textOf(memberOf(node, keyword));
    const target = reference === undefined ? undefined : this.parts.referredBy(node, reference);
    if (target === undefined || reference === undefined || keyword === "$ref") return target;
    const anchor = keyword === "$recursiveRef" ? true : anchorIn(reference);
    const isDynamic =
      keyword === "$recursiveRef"
        ? isTrue(memberOf(target, "$recursiveAnchor"))
        : textOf(memberOf(target, "$dynamicAnchor")) === anchor;
    return isDynamic && this.#countAnchors(anchor) > 1 ? undefined : target;
  }

  /** How often a dynamic anchor of that name stands in the document, `true` for the recursive one. */
  #countAnchors(name: string | true): number {
    this.#dynamicAnchors ??= countAnchors(this.#rootNode);
    return this.#dynamicAnchors.get(String(name === true ? RECURSIVE : name)) ?? 0;
  }
}

/** No anchor has this name. */
const RECURSIVE = "#";

function anchorIn(reference: string): string {
  return decodeFragment(splitFragment(reference)[1] ?? "") ?? "";
}

function countAnchors(root: JsonNode): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "array") for (const item of node.items) stack.push(item);
    if (node.type !== "object") continue;
    for (const { key, value } of node.members) {
      stack.push(value);
      const name = key === "$dynamicAnchor" ? textOf(value) : undefined;
      const found = key === "$recursiveAnchor" && isTrue(value) ? RECURSIVE : name;
      if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
    }
  }
  return counts;
}
