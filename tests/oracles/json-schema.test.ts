/** Our JSON Schema validator against Ajv and Hyperjump, on generated schemas and values of their kinds. */
import { test } from "bun:test";
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import tool from "../../tools/json-schema-validator.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

interface Sample {
  readonly schema: unknown;
  readonly data: unknown;
}

const NAMES = ["a", "b", "ab", "é"];
const name = fc.constantFrom(...NAMES);
const count = fc.integer({ min: 0, max: 3 });
const amount = fc.constantFrom(-1, 0, 1, 2, 2.5, 10, 1e10);
const type = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");

const { value, schema } = fc.letrec<{ value: unknown; schema: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false, -1, 0, 1, 1.5, 2, 3, 10, "", "a", "ab", "b1", "😀", "é"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  ),
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true, maxDepth: 2 },
    fc.boolean(),
    fc.constantFrom({ $ref: "#/$defs/other" }, { $ref: "#" }, { $ref: "#name" }),
    fc.record(
      {
        type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
        enum: fc.uniqueArray(tie("value"), {
          minLength: 1,
          maxLength: 3,
          selector: (one) => JSON.stringify(one),
        }),
        const: tie("value"),
        minimum: amount,
        exclusiveMaximum: amount,
        multipleOf: fc.constantFrom(1, 2, 0.5),
        minLength: count,
        maxLength: count,
        pattern: fc.constantFrom("^a", "b$", "[0-9]", "^.$"),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        items: tie("schema"),
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        contains: tie("schema"),
        minContains: count,
        maxContains: count,
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        properties: fc.dictionary(name, tie("schema"), { maxKeys: 3 }),
        patternProperties: fc.dictionary(fc.constantFrom("^a", "b"), tie("schema"), { maxKeys: 2 }),
        additionalProperties: tie("schema"),
        propertyNames: tie("schema"),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        minProperties: count,
        maxProperties: count,
        dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
          maxKeys: 2,
        }),
        dependentSchemas: fc.dictionary(name, tie("schema"), { maxKeys: 2 }),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        not: tie("schema"),
        if: tie("schema"),
        // oxlint-disable-next-line unicorn/no-thenable -- the name of a keyword
        then: tie("schema"),
        else: tie("schema"),
      },
      { requiredKeys: [] },
    ),
  ),
}));

const sample: fc.Arbitrary<Sample> = fc
  .tuple(schema, schema, schema, value)
  .map(([root, other, named, data]) => {
    const $defs = { other, named: { $anchor: "name", allOf: [named] } };
    // Ajv takes no objects without a prototype.
    return JSON.parse(JSON.stringify({ schema: { allOf: [root], $defs }, data })) as Sample;
  });

function hasContainsBesideItems(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  return (
    ("items" in part && "contains" in part) || Object.values(part).some(hasContainsBesideItems)
  );
}

/** What is generated fits the metaschema, which is compiled anew for each. */
const AJV = {
  strict: false,
  logger: false,
  validateSchema: false,
  code: { optimize: false },
} as const;

const judgement: Judgement<Sample> = {
  ours(given) {
    const found = runUnit(tool, { ...given, data: JSON.stringify(given.data) });
    return found.ok ? (found.value as { valid: boolean }).valid : found.errors?.[0]?.code;
  },
  theirs(given) {
    const ajv = new Ajv(AJV);
    try {
      return ajv.validate(given.schema as object, given.data);
    } catch (error) {
      return String(error);
    }
  },
  differences: [
    {
      name: "a reference that comes back to itself within one value",
      right: "both",
      why: "JSON Schema 2020-12, core 9.4.1: a schema must not be run into an infinite loop, what then happens is undefined",
      example: { schema: { anyOf: [true, { $ref: "#" }] }, data: 1 },
      covers: (given) => judgement.ours(given) === "REF_LOOP",
    },
    {
      name: "contains beside items",
      right: "ours",
      why: "JSON Schema 2020-12, core 10.3.1.3: where contains is kept does not depend on items",
      example: {
        schema: {
          prefixItems: [{ type: "object" }],
          items: { type: "object" },
          contains: { type: "object" },
          minContains: 2,
          maxContains: 2,
        },
        data: [],
      },
      covers: ({ schema: given }) => hasContainsBesideItems(given),
    },
  ],
};

test("generated schemas and values", () => {
  expectAgreement(fc.sample(sample, 2000), judgement);
}, 120_000);

testDifferences(judgement);

// What it brings is known to the other one, too.
await import("@hyperjump/json-schema/draft-2019-09");

const DRAFTS = [
  "https://json-schema.org/draft/2020-12/schema",
  "https://json-schema.org/draft/2019-09/schema",
];

/** With what Ajv cannot judge: what no other keyword has looked at. */
const declared: fc.Arbitrary<Sample> = fc
  .tuple(
    sample,
    fc.constantFrom(...DRAFTS),
    fc.record({ unevaluatedItems: schema, unevaluatedProperties: schema }, { requiredKeys: [] }),
  )
  .map(([given, $schema, others]) => {
    const whole = { $schema, ...(given.schema as object), ...others };
    return JSON.parse(JSON.stringify({ schema: whole, data: given.data })) as Sample;
  });

/** Hyperjump answers later, so its answers are asked for beforehand. */
const answers = new Map<Sample, unknown>();

async function ask(given: Sample): Promise<Sample> {
  const id = `https://example.org/${answers.size}`;
  try {
    registerSchema(given.schema as Parameters<typeof registerSchema>[0], id);
    const { valid } = await validate(id, given.data as never);
    answers.set(given, valid);
  } catch (error) {
    answers.set(given, String(error));
  }
  unregisterSchema(id);
  return given;
}

const loop = await ask({
  schema: { $schema: DRAFTS[0], anyOf: [true, { $ref: "#" }] },
  data: 1,
});

const contained = await ask({
  schema: { $schema: DRAFTS[1], contains: true, unevaluatedItems: false },
  data: [1],
});

const second: Judgement<Sample> = {
  ours: judgement.ours,
  theirs: (given) => answers.get(given),
  differences: [
    {
      name: "a reference that comes back to itself within one value",
      right: "both",
      why: "JSON Schema 2020-12, core 9.4.1: a schema must not be run into an infinite loop, what then happens is undefined",
      example: loop,
      covers: (given) => judgement.ours(given) === "REF_LOOP",
    },
    {
      name: "contains beside unevaluatedItems in draft 2019-09",
      right: "ours",
      why: "JSON Schema 2019-09, core 9.3.1.3: unevaluatedItems depends on items and additionalItems; contains has no annotation before 2020-12",
      example: contained,
      covers: ({ schema: given }) => {
        const text = JSON.stringify(given);
        return /2019-09.*"unevaluatedItems"/.test(text) && text.includes('"contains"');
      },
    },
  ],
};

test("generated schemas and values, with a second judge", async () => {
  const samples = fc.sample(declared, 2000);
  for (const given of samples) await ask(given);
  expectAgreement(samples, second);
}, 120_000);

testDifferences(second);
