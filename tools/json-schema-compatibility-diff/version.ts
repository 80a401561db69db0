/** One version of a schema, and the schemas within it as they are compared. */
import { isTrue, itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { isSince } from "../_lib/schemas/json-schema/drafts.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import { decodeFragment, splitFragment } from "../_lib/schemas/json-schema/uri.ts";
import type { StepBudget } from "../_lib/text/regex/regex.ts";
import type { Outcome } from "./outcome.ts";
import { REFERENCES, Shape } from "./shape.ts";

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

/** Branches that look at something or not depending on the value. */
const CONDITIONAL = ["anyOf", "oneOf", "if", "dependentSchemas", "dependencies"] as const;

/** What the branches of a schema look at, which `unevaluated…` therefore leaves alone. */
export interface LooksElsewhere {
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
  readonly allNames: boolean;
  /** Items before this one. */
  readonly items: number;
  readonly allItems: boolean;
  /** Whether it depends on the value what is looked at. */
  readonly isConditional: boolean;
}

/** What the schemas look at that speak of the same value as this one. */
export function looksElsewhere(shape: Shape): LooksElsewhere {
  const looks: Looks = {
    names: new Set<string>(),
    patterns: new Set<string>(),
    allNames: false,
    items: 0,
    allItems: false,
    isConditional: isConditional(shape.node),
  };
  const seen = new Set<JsonNode>([shape.node]);
  for (const node of seen) {
    for (const part of inPlace(shape.version, node)) {
      if (part === undefined) looks.isConditional = true;
      else if (!seen.has(part)) {
        seen.add(part);
        addLooks(part, looks);
      }
    }
  }
  return looks;
}

interface Looks {
  readonly names: Set<string>;
  readonly patterns: Set<string>;
  allNames: boolean;
  items: number;
  allItems: boolean;
  isConditional: boolean;
}

function addLooks(node: JsonNode, looks: Looks): void {
  for (const name of keysOf(memberOf(node, "properties"))) looks.names.add(name);
  for (const pattern of keysOf(memberOf(node, "patternProperties"))) looks.patterns.add(pattern);
  const has = (...keywords: string[]) => keywords.some((keyword) => memberOf(node, keyword));
  looks.allNames ||= has("additionalProperties", "unevaluatedProperties");
  const items = memberOf(node, "items");
  const list = items?.type === "array" ? items : memberOf(node, "prefixItems");
  if (list?.type === "array") looks.items = Math.max(looks.items, list.items.length);
  looks.allItems ||= has("additionalItems", "unevaluatedItems");
  looks.allItems ||= items !== undefined && items.type !== "array";
  looks.isConditional ||= isConditional(node) || has("contains");
}

function isConditional(node: JsonNode): boolean {
  return CONDITIONAL.some((keyword) => memberOf(node, keyword) !== undefined);
}

/** The schemas that hold wherever this one does; undefined for one that cannot be told. */
function inPlace(version: Version, node: JsonNode): (JsonNode | undefined)[] {
  const all = memberOf(node, "allOf");
  const referred = [...REFERENCES].filter((keyword) => memberOf(node, keyword) !== undefined);
  return [
    ...(all?.type === "array" ? all.items : []),
    ...referred.map((keyword) => version.referredBy(node, keyword)),
  ];
}

function keysOf(node: JsonNode | undefined): string[] {
  return node?.type === "object" ? node.members.map(({ key }) => key) : [];
}

const LISTS = ["allOf", "anyOf", "oneOf"] as const;
const PARTS = ["if", "then", "else", "contains"] as const;

/** Whether the branches of both look at the same, whatever the value. */
export function lookAlike(before: Shape, after: Shape, outcome: Outcome): boolean {
  const [was, is] = [inPlaceParts(before), inPlaceParts(after)];
  if (was.size !== is.size) return false;
  return [...was].every(([path, part]) => {
    const other = is.get(path);
    if (part === undefined || other === undefined) return false;
    const [left, right] = [before.version.shapeOf(part), after.version.shapeOf(other)];
    return outcome.verdictOfSuccessor(left, right).same;
  });
}

/** The schemas that may look at parts of the value, by where they stand; undefined for one that cannot be told. */
function inPlaceParts({ node, version }: Shape): Map<string, JsonNode | undefined> {
  const parts = new Map<string, JsonNode | undefined>();
  for (const keyword of REFERENCES)
    if (memberOf(node, keyword)) parts.set(keyword, version.referredBy(node, keyword));
  for (const keyword of PARTS) {
    const part = memberOf(node, keyword);
    if (part !== undefined) parts.set(keyword, part);
  }
  for (const keyword of LISTS)
    for (const [index, part] of itemsOf(memberOf(node, keyword)).entries())
      parts.set(`${keyword}/${index}`, part);
  const dependent = memberOf(node, "dependentSchemas");
  for (const { key, value } of dependent?.type === "object" ? dependent.members : [])
    parts.set(`dependentSchemas/${key}`, value);
  return parts;
}

/** Keywords by which a schema looks at parts of the value without saying anything about them. */
const LOOKING = [
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
] as const;

/** Whether two schemas that accept the same may look at different parts of what they accept. */
export function mayLookElsewhere(before: Shape, after: Shape): boolean {
  const [was, is] = [before.node, after.node];
  const differ = LOOKING.some((name) => !memberOf(was, name) !== !memberOf(is, name));
  const lists = LISTS.some(
    (name) => itemsOf(memberOf(was, name)).length !== itemsOf(memberOf(is, name)).length,
  );
  return (
    differ || lists || (memberOf(was, "contains") !== undefined && !sameLooking(before, after))
  );
}

/** Since 2020-12 `contains` looks at what it finds. */
function sameLooking(before: Shape, after: Shape): boolean {
  return isSince(before.draft, "2020-12") === isSince(after.draft, "2020-12");
}
