/** No claim without proof: what is called compatible accepts every instance that can be found. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  compileSchema,
  type Validator,
} from "../../../tools/_lib/schemas/json-schema/validator.ts";
import { CONTRACT_FORMATS } from "../../../tools/_lib/schemas/json-schema/checked-formats.ts";
import { documentOf } from "../../../tools/_lib/json/tree/value.ts";
import { samplesOf } from "../../support/schema-samples.ts";
import { type Diff, run } from "../../support/schema-versions.ts";

type Json = unknown;
type Schema = Record<string, Json>;

const NAMES = ["a", "b", "c", "xa", "xb", "ya"];
const PATTERNS = ["^x", "a$", "^y", "^xa", "."];
const SCALARS = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  5,
  -1,
  1.5,
  2.5,
  "",
  "a",
  "ab",
  "abc",
  "abcd",
  "xa",
];
const TYPES = ["null", "boolean", "object", "array", "string", "number", "integer"];

// oxlint-disable-next-line unicorn/no-thenable -- the name of a keyword
const THEN = "then";

const DRAFTS = {
  "draft-04": "http://json-schema.org/draft-04/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

type Draft = keyof typeof DRAFTS;

const ORDER = Object.keys(DRAFTS) as Draft[];
const isSince = (draft: Draft, other: Draft) => ORDER.indexOf(draft) >= ORDER.indexOf(other);

const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const some = (model: Record<string, fc.Arbitrary<Json>>) =>
  fc.record(model, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Schema>;
const names = fc.uniqueArray(pick(...NAMES), { minLength: 1, maxLength: 2 });
const typeNames = fc.oneof(
  pick(...TYPES),
  fc.uniqueArray(pick(...TYPES), { minLength: 1, maxLength: 2 }),
);
const values = fc.uniqueArray(pick(...SCALARS), { minLength: 1, maxLength: 3 });

/** Small schemas of one draft, over few names and values, so that they have much to do with one another. */
function schemasOf(draft: Draft, definitions: readonly string[]): fc.Arbitrary<Json> {
  const has = (since: Draft) => isSince(draft, since);
  const place = has("2019-09") ? "$defs" : "definitions";
  const bounds = has("draft-06")
    ? { exclusiveMinimum: pick(0, 1, 2.5), exclusiveMaximum: pick(3, 4.5) }
    : {};
  const leaf = fc.oneof(
    some({ type: typeNames, enum: values }),
    some({ type: typeNames, minimum: pick(0, 1, 2.5), maximum: pick(3, 4.5), ...bounds }),
    some({ type: pick("number", "integer"), multipleOf: pick(0.5, 1, 2, 3) }),
    some({
      type: typeNames,
      minLength: pick(0, 1, 2),
      maxLength: pick(1, 3),
      pattern: pick("^a", "b"),
    }),
    ...(has("draft-06") ? [some({ const: pick(...SCALARS) }), fc.boolean()] : []),
  );
  const { schema } = fc.letrec<{ schema: Json }>((tie) => {
    const inner = tie("schema");
    const rest = has("draft-06") ? fc.oneof(fc.boolean(), inner) : fc.oneof(fc.constant({}), inner);
    const list = fc.array(inner, { minLength: 1, maxLength: 3 });
    const mapOf = (keys: readonly string[]) =>
      fc.dictionary(pick(...keys), inner, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
    const sum = fc.oneof(some({ anyOf: list }), some({ oneOf: list }), some({ allOf: list }));
    const objects = some({
      properties: mapOf(NAMES),
      required: names,
      additionalProperties: fc.oneof(fc.boolean(), inner),
    });
    const patterns = some({
      properties: mapOf(NAMES),
      patternProperties: mapOf(PATTERNS),
      additionalProperties: fc.oneof(fc.boolean(), inner),
    });
    const counts = some({
      minItems: pick(0, 1, 2),
      maxItems: pick(1, 3),
      uniqueItems: fc.boolean(),
      minProperties: pick(0, 1, 2),
      maxProperties: pick(1, 3),
    });
    const arrays = has("2020-12")
      ? some({ prefixItems: list, items: rest })
      : fc.oneof(some({ items: list, additionalItems: rest }), some({ items: inner }));
    const dependencies = has("2019-09")
      ? some({
          dependentRequired: fc.dictionary(pick(...NAMES), names, {
            maxKeys: 2,
            noNullPrototype: true,
          }),
          dependentSchemas: mapOf(NAMES),
        })
      : some({
          dependencies: fc.dictionary(pick(...NAMES), fc.oneof(names, inner), {
            maxKeys: 2,
            noNullPrototype: true,
          }),
        });
    const newer = [
      ...(has("draft-06") ? [some({ contains: inner }), some({ propertyNames: inner })] : []),
      ...(has("draft-07") ? [some({ if: inner, [THEN]: inner, else: inner })] : []),
      ...(has("2019-09")
        ? [
            some({ contains: inner, minContains: pick(0, 1, 2), maxContains: pick(1, 2) }),
            some({ allOf: list, properties: mapOf(NAMES), unevaluatedProperties: rest }),
            some({ anyOf: list, properties: mapOf(NAMES), unevaluatedProperties: rest }),
            some({ allOf: list, contains: inner, unevaluatedItems: rest }),
          ]
        : []),
    ];
    const references = definitions.map((name) => fc.constant({ $ref: `#/${place}/${name}` }));
    const part = fc.oneof(
      objects,
      patterns,
      counts,
      arrays,
      dependencies,
      sum,
      some({ not: inner }),
      ...newer,
    );
    const several = fc.tuple(part, part).map(([left, right]) => ({ ...left, ...right }));
    return {
      schema: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf,
        part,
        several,
        ...references,
      ),
    };
  });
  return schema;
}

interface Versions {
  readonly before: Schema;
  readonly after: Schema;
}

const asObject = (schema: Json): Schema => (typeof schema === "object" ? (schema as Schema) : {});

function documentsOf(draft: Draft): fc.Arbitrary<Schema> {
  const place = isSince(draft, "2019-09") ? "$defs" : "definitions";
  const inner = schemasOf(draft, ["p", "q"]);
  const definition = fc.dictionary(pick(...NAMES), inner, { maxKeys: 2, noNullPrototype: true });
  return fc.tuple(inner, definition, definition).map(([schema, p, q]) => ({
    ...(isSince(draft, "2019-09") || !("$ref" in asObject(schema))
      ? asObject(schema)
      : { allOf: [schema] }),
    $schema: DRAFTS[draft],
    [place]: { p: { properties: p }, q: { properties: q, type: "object" } },
  }));
}

/** Places in a schema that can be given another value: a keyword, a member, a branch. */
function placesIn(node: Json): (readonly [parent: Schema, key: string])[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$schema" ? [] : [[node as Schema, key] as const, ...placesIn(value)],
  );
}

function edited(schema: Schema, at: number, replacement: Json): Schema {
  const copy = structuredClone(schema);
  const places = placesIn(copy);
  const [parent, key] = places[at % Math.max(1, places.length)] ?? [];
  if (parent === undefined || key === undefined) return copy;
  const value = parent[key];
  if (typeof value === "number") parent[key] = value + 1;
  else if (typeof value === "boolean") parent[key] = !value;
  else if (Array.isArray(value) && value.length > 1) value.pop();
  else if (Array.isArray(parent)) parent[Number(key)] = replacement;
  else if (at % 2 === 0) delete parent[key];
  else if (typeof value === "object" && value !== null) Object.assign(value, replacement);
  return copy;
}

const VERSIONS: fc.Arbitrary<Versions> = pick(...ORDER).chain((draft) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(documentsOf(draft), fc.nat(500), fc.nat(500), schemasOf(draft, []))
        .map(([before, first, second, schema]) => ({
          before,
          after: edited(edited(before, first, schema), second, schema),
        })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(documentsOf(draft), pick(...ORDER).chain(documentsOf))
        .map(([before, after]) => ({ before, after })),
    },
  ),
);

const INSTANCES = fc.array(
  fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      pick(...SCALARS),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(pick(...NAMES), tie("value"), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value,
  { minLength: 20, maxLength: 40 },
);

const budget = { spend() {} };

function validatorOf(schema: Schema): Validator | undefined {
  const root = documentOf(schema)?.root;
  const compiled = root && compileSchema(root, { formats: CONTRACT_FORMATS, budget });
  return compiled?.ok ? compiled.validator : undefined;
}

function accepts(validator: Validator, instance: Json): boolean {
  const root = documentOf(instance)?.root;
  const found = root && validator.accepts(root, budget);
  return found?.ok === true && found.valid;
}

/** How often which verdict was right to be given. */
function holds(
  { before, after }: Versions,
  random: readonly Json[],
  more: object,
): Diff | undefined {
  const [old, now] = [validatorOf(before), validatorOf(after)];
  if (!old || !now) return undefined;
  const outcome = run(before, after, { defaultsFill: false, ...more });
  const value = outcome.value as Diff;
  expect(outcome.ok).toBe(true);
  const isSaid = outcome.warnings?.some(({ code }) => code === "ONE_OF_OVERLAP") === true;
  const instances = [
    ...random,
    ...samplesOf(before).slice(0, 60),
    ...samplesOf(after).slice(0, 60),
  ];
  for (const instance of isSaid ? [] : instances) {
    const [was, is] = [accepts(old, instance), accepts(now, instance)];
    const isWrong =
      (was && !is && value.compatible.backward) || (is && !was && value.compatible.forward);
    if (isWrong) throw new Error(JSON.stringify({ before, after, instance, ...value }));
  }
  for (const { witness, backward, forward } of value.changes) {
    if (witness === undefined) continue;
    const [was, is] = [accepts(old, witness), accepts(now, witness)];
    expect(was).not.toBe(is);
    expect(was ? backward : forward).toBe(false);
  }
  return value;
}

describe("a verdict of compatible", () => {
  test("holds for all instances, and every witness shows what it is for", () => {
    let [compatible, shown] = [0, 0];
    fc.assert(
      fc.property(VERSIONS, INSTANCES, (versions, random) => {
        const value = holds(versions, random, { mode: "full" });
        if (value?.compatible.backward || value?.compatible.forward) compatible++;
        shown += value?.changes.filter(({ witness }) => witness !== undefined).length ?? 0;
      }),
      { numRuns: 1500 },
    );
    // The search is worth nothing where nothing is ever called compatible, or nothing shown.
    expect(compatible).toBeGreaterThan(500);
    expect(shown).toBeGreaterThan(300);
  }, 120_000);

  test("the other way round says the same of the other direction, change by change", () => {
    const rules = fc.record({
      policy: pick("strict", "lenient"),
      defaultsFill: fc.boolean(),
    });
    fc.assert(
      fc.property(VERSIONS, rules, ({ before, after }, more) => {
        const [there, back] = [run(before, after, more), run(after, before, more)];
        if (!there.ok || !back.ok) return;
        const [one, other] = [there.value as Diff, back.value as Diff];
        expect(other.compatible.backward).toBe(one.compatible.forward);
        expect(other.compatible.forward).toBe(one.compatible.backward);
        const tally = (diff: Diff, of: "backward" | "forward") =>
          diff.changes.filter((change) => !change[of]).length;
        expect(tally(other, "backward")).toBe(tally(one, "forward"));
        expect(tally(other, "forward")).toBe(tally(one, "backward"));
      }),
      { numRuns: 500 },
    );
  }, 120_000);

  test("nothing changes with the order of keys or the names of definitions", () => {
    fc.assert(
      fc.property(VERSIONS, ({ before }) => {
        const text = JSON.stringify(reversed(before))
          .replaceAll(/"p":/g, '"other":')
          .replaceAll(/\/p"/g, '/other"');
        const outcome = run(before, JSON.parse(text));
        if (outcome.ok) expect((outcome.value as Diff).changes).toEqual([]);
      }),
      { numRuns: 500 },
    );
  }, 120_000);

  test("loosening a bound never loses backward", () => {
    const LOOSER: Record<string, number> = {
      minimum: -1,
      exclusiveMinimum: -1,
      minLength: -1,
      minItems: -1,
      minProperties: -1,
      maximum: 1,
      exclusiveMaximum: 1,
      maxLength: 1,
      maxItems: 1,
      maxProperties: 1,
    };
    const loosened = (schema: Schema, only: string): Schema => {
      const copy = structuredClone(schema);
      for (const [keyword, by] of Object.entries(LOOSER)) {
        const value = copy[keyword];
        if (typeof value === "number" && keyword === only) copy[keyword] = Math.max(0, value + by);
      }
      return copy;
    };
    fc.assert(
      fc.property(VERSIONS, pick(...Object.keys(LOOSER)), ({ before }, keyword) => {
        const outcome = run(before, loosened(before, keyword));
        if (outcome.ok) expect((outcome.value as Diff).compatible.backward).toBe(true);
      }),
      { numRuns: 500 },
    );
  }, 120_000);
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}
