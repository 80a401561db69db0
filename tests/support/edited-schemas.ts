/** Schemas of 2020-12 and what an edit makes of them, over few names and values, so that the edit matters. */
import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";

export type Schema = Record<string, unknown>;

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  2,
  3,
  6,
  100,
  "",
  "a",
  "b",
  "ab",
  "abc",
  "x",
  "2026-01-31",
  [],
  [1],
  [1, 1],
  ["a"],
  ["a", "b"],
  ["a", 1, null],
  [[], {}],
  [["a"], [1, 1]],
  {},
  { a: 1 },
  { a: "a" },
  { b: "b" },
  { a: 1, b: 2 },
  { a: "ab", c: null },
  { a: {}, b: [], c: 1, d: 2 },
  { a: { a: 1 } },
  { a: { b: "x" }, x: 1 },
  { a: { a: { a: "a" } } },
  { b: { b: { b: 1 } } },
  { a: { b: [1] } },
  { b: [{ a: 1 }] },
];

const KEYWORDS = {
  type: fc.constantFrom("string", "number", "integer", "boolean", "array", "object", [
    "string",
    "null",
  ]),
  enum: fc.constantFrom(["a"], ["a", "b"], [1, "a"], [null]),
  const: fc.constantFrom("a", 1, null),
  minimum: fc.constantFrom(0, 1, 2),
  maximum: fc.constantFrom(1, 2, 50),
  exclusiveMinimum: fc.constantFrom(0, 1),
  exclusiveMaximum: fc.constantFrom(2, 3),
  multipleOf: fc.constantFrom(1, 2, 3),
  minLength: fc.constantFrom(0, 1, 2),
  maxLength: fc.constantFrom(0, 1, 2),
  pattern: fc.constantFrom("^a", "b$", ".*"),
  minItems: fc.constantFrom(0, 1, 2),
  maxItems: fc.constantFrom(0, 1, 2),
  uniqueItems: fc.boolean(),
  minProperties: fc.constantFrom(0, 1, 2),
  maxProperties: fc.constantFrom(0, 1, 2),
  required: fc.subarray(["a", "b"]),
  dependentRequired: fc.constantFrom({ a: ["b"] }, { a: ["c"] }),
} as const;

/** Some keywords at a time: schemas that nothing fits would prove nothing. */
const schemaOf = (keywords: Record<string, fc.Arbitrary<unknown>>, most: number) =>
  fc
    .array(
      fc.oneof(...Object.entries(keywords).map(([key, value]) => value.map((one) => [key, one]))),
      { maxLength: most },
    )
    .map((entries): Schema => Object.fromEntries(entries as [string, unknown][]));

/** The names of what may be referred to. */
export const NAMES = ["Leaf", "Node"] as const;

export interface Edit {
  readonly before: Schema;
  readonly after: Schema;
  /** What `$ref` leads to, before and after. */
  readonly definitions: readonly [Record<string, Schema>, Record<string, Schema>];
}

/** Schemas of up to so many levels; references begin with the prefix. */
export function editsOf(levels: 2 | 3, prefix: string): fc.Arbitrary<Edit> {
  const leaf = schemaOf(KEYWORDS, 2);
  const reference = fc.constantFrom(...NAMES).map((name): Schema => ({ $ref: prefix + name }));
  const nested = (inner: fc.Arbitrary<Schema>, most: number): fc.Arbitrary<Schema> => {
    const some = fc.oneof(
      { weight: 5, arbitrary: fc.array(inner, { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: inner.map((twin) => [twin, twin]) },
    );
    return schemaOf(
      {
        ...KEYWORDS,
        properties: fc.dictionary(fc.constantFrom("a", "b"), inner, { maxKeys: 2 }),
        additionalProperties: fc.oneof(inner, fc.boolean()),
        patternProperties: fc.constantFrom({ "^a": { type: "string" } }, { "^a": {} }),
        propertyNames: fc.constantFrom({ maxLength: 1 }, { enum: ["a"] }),
        items: fc.oneof(inner, fc.boolean()),
        prefixItems: some,
        contains: inner,
        not: inner,
        allOf: some,
        anyOf: some,
        oneOf: some,
        if: inner,
        // oxlint-disable-next-line unicorn/no-thenable -- the name of a keyword
        then: inner,
      },
      most,
    );
  };
  const two = nested(fc.oneof({ weight: 4, arbitrary: leaf }, reference), 3);
  const schema = levels === 2 ? nested(leaf, 4) : nested(fc.oneof(leaf, two, reference), 3);
  const edited = fc.tuple(schema, schema, fc.nat(9)).map(([before, other, place]) => {
    const after = { ...before, ...other };
    const names = Object.keys(before);
    const name = names[place];
    if (name !== undefined && !Object.hasOwn(other, name)) delete after[name];
    return [before, after] as const;
  });
  const definitions = fc
    .tuple(leaf, leaf, nested(leaf, 2), nested(leaf, 2), fc.boolean(), fc.boolean())
    .map(([one, other, node, another, leafChanges, nodeChanges]): Edit["definitions"] => [
      { Leaf: one, Node: node },
      { Leaf: leafChanges ? other : one, Node: nodeChanges ? another : node },
    ]);
  return fc
    .tuple(edited, definitions, fc.boolean())
    .map(([[before, after], both, isEdited]): Edit => ({
      before,
      after: isEdited ? after : before,
      definitions: both,
    }))
    .filter((edit) => !isMisjudged(edit));
}

/** Ajv 8 takes an empty array for one that contains something where `prefixItems` stands beside `contains`. */
function isMisjudged(edit: Edit): boolean {
  const text = JSON.stringify(edit);
  return text.includes('"contains"') && text.includes('"prefixItems"');
}

/** One for all: making one takes longer than judging a hundred schemas. */
const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });

/** Which of the values are valid, and the values. */
export function validityOf(schema: Schema): string {
  const validate = ajv.compile(schema);
  return VALUES.map((value) => (validate(value) ? "1" : "0")).join("");
}

/** A value that the schemas judge differently. */
export function witnessOf(before: Schema, after: Schema): unknown {
  const [left, right] = [validityOf(before), validityOf(after)];
  return VALUES[[...left].findIndex((bit, index) => bit !== right[index])];
}
