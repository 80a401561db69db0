/** Inputs that a published schema allows, drawn from the schema as callers read it. */
import fc from "fast-check";

/** A JSON Schema as the service publishes those of inputs. */
export interface PublishedSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly PublishedSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly patternProperties?: Readonly<Record<string, PublishedSchema>>;
  readonly additionalProperties?: boolean | PublishedSchema;
  readonly required?: readonly string[];
  readonly items?: PublishedSchema | readonly PublishedSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** Values that the schema allows; of text only what says nothing, not even a number, as a text's own grammar is the tool's to judge. */
export function allowedBy(schema: PublishedSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(allowedBy));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => allowedBy({ ...schema, type })));
  }
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "number":
    case "integer":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return arrayOf(schema);
    case "object":
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf({ minLength = 0, maxLength = 12, pattern }: PublishedSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  const longest = Math.max(minLength, Math.min(maxLength, 12));
  return fc.string({ minLength, maxLength: longest }).filter((text) => !isJson(text));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function numberOf(schema: PublishedSchema): fc.Arbitrary<number> {
  const { multipleOf, exclusiveMinimum, exclusiveMaximum } = schema;
  const min = exclusiveMinimum ?? schema.minimum ?? -1e6;
  const max = exclusiveMaximum ?? schema.maximum ?? Math.max(1e6, min + 1e6);
  if (schema.type === "integer" || multipleOf === 1) {
    const [first, last] = [
      exclusiveMinimum === undefined ? 0 : 1,
      exclusiveMaximum === undefined ? 0 : 1,
    ];
    const least = Math.max(Math.ceil(min) + first, Number.MIN_SAFE_INTEGER);
    const most = Math.min(Math.floor(max) - last, Number.MAX_SAFE_INTEGER);
    return fc.oneof(
      fc.integer({ min: least, max: Math.min(most, least + 50) }),
      fc.constantFrom(least, most),
    );
  }
  return fc.double({
    min,
    max,
    minExcluded: exclusiveMinimum !== undefined,
    maxExcluded: exclusiveMaximum !== undefined,
    noNaN: true,
    noDefaultInfinity: true,
  });
}

const FURTHER = 4;

/** Patterns of names that say nothing. */
const ANY_NAME: ReadonlySet<string> = new Set(["^(.*)$", "^[\\s\\S]*$"]);

function arrayOf({ items = {}, minItems = 0, maxItems, uniqueItems }: PublishedSchema) {
  if (Array.isArray(items)) return fc.tuple(...items.map(allowedBy));
  const item = allowedBy(items as PublishedSchema);
  const maxLength = Math.max(minItems, Math.min(maxItems ?? FURTHER, minItems + FURTHER));
  const bounds = { minLength: minItems, maxLength };
  return uniqueItems === true
    ? fc.uniqueArray(item, { ...bounds, selector: (value) => JSON.stringify(value) })
    : fc.array(item, bounds);
}

/** The named members, those that are not required there or not; members without a name of their own. */
function objectOf(schema: PublishedSchema): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], patternProperties, additionalProperties } = schema;
  const named = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, allowedBy(member)]),
    ),
    { requiredKeys: [...required], noNullPrototype: true },
  ) as fc.Arbitrary<Record<string, unknown>>;
  const [pattern, own] = Object.entries(patternProperties ?? {})[0] ?? [
    "^[a-z]{1,6}$",
    typeof additionalProperties === "object" ? additionalProperties : undefined,
  ];
  const { minProperties = 0, maxProperties = minProperties + FURTHER } = schema;
  if (own === undefined) return named.filter((it) => Object.keys(it).length >= minProperties);
  const names = fc.stringMatching(
    new RegExp(ANY_NAME.has(pattern) ? "^[a-z]{1,6}$" : pattern, "u"),
  );
  const others = fc.dictionary(names, allowedBy(own), {
    minKeys: minProperties,
    maxKeys: Math.min(maxProperties, minProperties + FURTHER),
    noNullPrototype: true,
  });
  return fc.tuple(others, named).map(([more, known]) => ({ ...more, ...known }));
}
