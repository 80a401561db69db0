/** What several schemas ask of one value together. */
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { type Draft, isSince } from "../json-schema/drafts.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import type { SchemaParts } from "../json-schema/parts.ts";

export const TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"] as const;

export type TypeName = (typeof TYPES)[number];

/** Keywords that speak of one type only. */
const KINDS: readonly (readonly [TypeName, readonly string[]])[] = [
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
  ["string", ["minLength", "maxLength", "pattern", "format"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]],
  [
    "object",
    [
      "properties",
      "patternProperties",
      "additionalProperties",
      "required",
      "minProperties",
      "maxProperties",
      "propertyNames",
      "dependentRequired",
    ],
  ],
];

/** The keywords that apply to one value: of schemas, of what they refer to, and of their `allOf`. */
export class Keywords {
  readonly schemas: readonly JsonObject[];
  readonly draft: Draft;
  /** Whether one of the schemas is `false`. */
  readonly isImpossible: boolean;

  constructor(given: readonly JsonNode[], parts: SchemaParts) {
    const applying = new Set<JsonNode>(given);
    for (const schema of applying) {
      for (const further of impliedBy(schema, parts)) applying.add(further);
    }
    const schemas = [...applying];
    this.schemas = schemas.filter(
      (schema): schema is JsonObject =>
        schema.type === "object" && !isOnlyReference(schema, parts.draftOf(schema)),
    );
    this.isImpossible = schemas.some((schema) => schema.type === "boolean" && !schema.value);
    const [first] = given;
    this.draft = first === undefined ? "2020-12" : parts.draftOf(first);
  }

  all(name: string): JsonNode[] {
    return this.schemas.flatMap((schema) => memberOf(schema, name) ?? []);
  }

  first(name: string): JsonNode | undefined {
    for (const schema of this.schemas) {
      const value = memberOf(schema, name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.first(name) !== undefined;
  }

  isTrue(name: string): boolean {
    return this.all(name).some((value) => value.type === "boolean" && value.value);
  }

  /** The types that all the schemas allow, as the first one lists them; undefined where none says. */
  get types(): TypeName[] | undefined {
    const lists = this.all("type").map(typesIn);
    const [first, ...others] = lists;
    if (first === undefined) return undefined;
    return others.reduce(commonTypes, first);
  }

  /** The types, else those that the keywords speak of. */
  get spokenTypes(): readonly TypeName[] {
    const { types } = this;
    if (types !== undefined) return types;
    return KINDS.filter(([, names]) => names.some((name) => this.has(name))).map(([type]) => type);
  }

  /** The largest of a keyword that bounds from below, or the least of one that bounds from above. */
  count(name: string, pick: "largest" | "least"): number | undefined {
    const counts = this.all(name).flatMap((value) =>
      value.type === "number" ? [Number(value.text)] : [],
    );
    if (counts.length === 0) return undefined;
    return pick === "largest" ? Math.max(...counts) : Math.min(...counts);
  }
}

function impliedBy(schema: JsonNode, parts: SchemaParts): readonly JsonNode[] {
  const reference = textOf(memberOf(schema, "$ref"));
  const target = reference === undefined ? undefined : parts.referredBy(schema, reference);
  const referred = target === undefined ? [] : [target];
  if (reference !== undefined && isOnlyReference(schema, parts.draftOf(schema))) return referred;
  const all = memberOf(schema, "allOf");
  return all?.type === "array" ? [...referred, ...all.items] : referred;
}

/** Up to draft-07 a schema with `$ref` is nothing else. */
export function isOnlyReference(schema: JsonNode, draft: Draft): boolean {
  return !isSince(draft, "2019-09") && textOf(memberOf(schema, "$ref")) !== undefined;
}

/** The names in a `type`, which may be one or a list. */
export function typesIn(value: JsonNode): TypeName[] {
  const items = value.type === "array" ? value.items : [value];
  const names = items.map((item) => textOf(item));
  return TYPES.filter((type) => names.includes(type)).toSorted(
    (left, right) => names.indexOf(left) - names.indexOf(right),
  );
}

function commonTypes(left: readonly TypeName[], right: readonly TypeName[]): TypeName[] {
  return left.flatMap((type): TypeName[] => {
    if (right.includes(type)) return [type];
    if (type === "integer" && right.includes("number")) return [type];
    return type === "number" && right.includes("integer") ? ["integer"] : [];
  });
}
