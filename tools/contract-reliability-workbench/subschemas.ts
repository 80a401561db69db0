/** The schemas inside a schema. */
import { escapePointer } from "../_lib/results/pointer.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import {
  type Dialect,
  isAsserted,
  isSince,
  keywordOf,
} from "../_lib/schemas/json-schema/drafts.ts";
import { schemasIn } from "../_lib/schemas/json-schema/library.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";

export interface Subschema {
  readonly node: JsonObject;
  readonly pointer: string;
  readonly dialect: Dialect;
  /** Whether its keywords count: up to draft-07 none does beside `$ref`. */
  readonly counts: boolean;
}

const DEFINITIONS: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** What leads to a schema that is part of the contract. */
const HOLDERS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "items",
  "prefixItems",
  "additionalProperties",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "propertyNames",
  "unevaluatedProperties",
  "allOf",
  "anyOf",
  "oneOf",
]);

/** The schema and all inside it, each once, without following references. */
export function subschemasOf(
  root: JsonNode,
  dialectOf: (schema: JsonNode) => Dialect | undefined,
): Subschema[] {
  const found: Subschema[] = [];
  const seen = new Set<JsonNode>();
  const stack = [
    { node: root, pointer: "", outer: dialectOf(root) ?? ({ draft: "2020-12" } as const) },
  ];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { node, pointer, outer } = place;
    if (node.type !== "object" || seen.has(node)) continue;
    seen.add(node);
    const dialect = dialectOf(node) ?? outer;
    const isReference = textOf(memberOf(node, "$ref")) !== undefined;
    const counts = !isReference || isSince(dialect.draft, "2019-09");
    found.push({ node, pointer, dialect, counts });
    for (const { key, value } of node.members) {
      if (!DEFINITIONS.has(key) && !(counts && isHolder(key, dialect))) continue;
      const holds = DEFINITIONS.has(key) ? "map" : keywordOf(key, dialect.draft)?.holds;
      for (const [token, child] of schemasIn(value, holds)) {
        stack.push({
          node: child,
          pointer: `${pointer}/${escapePointer(key)}${token}`,
          outer: dialect,
        });
      }
    }
  }
  return found;
}

function isHolder(key: string, dialect: Dialect): boolean {
  return HOLDERS.has(key) && isAsserted(key, dialect);
}
