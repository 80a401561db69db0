/** What the branches of a schema look at, which `unevaluated…` therefore leaves alone. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { isSince } from "../_lib/schemas/json-schema/drafts.ts";
import { itemsOf, memberOf } from "../_lib/json/tree/members.ts";
import { REFERENCES } from "./branches.ts";
import type { Outcome } from "./outcome.ts";
import type { Shape } from "./shape.ts";
import type { Version } from "./version.ts";

/** Branches that look at something or not depending on the value. */
const CONDITIONAL = ["anyOf", "oneOf", "if", "dependentSchemas", "dependencies"] as const;

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
