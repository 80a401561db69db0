import { type Static, Type } from "@sinclair/typebox";
import { jsonField, mapOf, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CONFLICT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { CONTRACT_FAILURES } from "./_lib/schemas/json-schema/checked-formats.ts";
import { SCHEMA_WARNINGS } from "./_lib/schemas/json-schema/trouble.ts";
import { makeFixtures } from "./api-fixture-matrix/run.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...CONFLICT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  ...OUTPUT_FAILURES,
  MATRIX_TOO_LARGE: "There are more than 200,000 combinations to cover, or more than 5,000 rows",
  CONSTRAINTS_UNSATISFIABLE: "No row is possible",
  PARAMETER_UNKNOWN: "A constraint or a seed row names no parameter",
} as const;

const WARNINGS = {
  STRENGTH_REDUCED: "There are fewer parameters than the strength",
  DUPLICATE_VALUE: "A parameter has the same value again, which counts once",
  VALUE_UNKNOWN: "A constraint speaks of a value that its parameter does not have",
  PATTERN_NOT_GENERATED: "No string was found for a pattern: only examples and default are used",
  BOUND_NOT_REACHED: "Values of more than 10,000 characters or 1,000 items are left out",
  ROW_DROPPED: "A row is not what it should be, and is left out",
  ...DOCUMENT_WARNINGS,
  ...VALUE_WARNINGS,
  ...SCHEMA_WARNINGS,
} as const;

const TEXT = Type.String({
  description: "The same as JSON or YAML text, which keeps every number exactly",
});

const CONDITION = mapOf(Type.Any(), {
  description: "Name → value or list of values; a property that is left out is { absent: true }",
});

const SHAPES = {
  parameters: mapOf(
    Type.Array(Type.Any(), { description: "Its values", minItems: 1, maxItems: 32 }),
    { minProperties: 1, maxProperties: 64 },
  ),
  constraints: Type.Array(
    Type.Union([
      Type.Object(
        { not: CONDITION },
        { description: "Forbids a combination", additionalProperties: false },
      ),
      Type.Object(
        // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
        { if: CONDITION, then: CONDITION },
        { description: "Where the first holds, the second must", additionalProperties: false },
      ),
    ]),
    { maxItems: 100 },
  ),
  seedRows: Type.Array(mapOf(Type.Any(), { description: "Name → value" }), {
    maxItems: 100,
  }),
};

export type Shapes = typeof SHAPES;

const INPUT = Type.Object({
  schema: Type.Optional(
    jsonField({
      description:
        "JSON Schema of type object: JSON or YAML text, or the value; or give parameters",
    }),
  ),
  parameters: Type.Optional(
    Type.Union([SHAPES.parameters, TEXT], {
      description: "The values of each factor, by its name",
    }),
  ),
  strength: whole({
    description: "How many parameters are combined in every way; 2 is pairwise",
    minimum: 1,
    maximum: 6,
    default: 2,
  }),
  constraints: Type.Optional(
    Type.Union([SHAPES.constraints, TEXT], {
      description: "Combinations that are forbidden or demanded",
    }),
  ),
  seedRows: Type.Optional(
    Type.Union([SHAPES.seedRows, TEXT], {
      description: "Rows that must be there, complete or not",
    }),
  ),
  include: oneOf(["both", "valid", "invalid"], {
    description: "Which fixtures are listed",
    default: "both",
  }),
});

const COUNT = Type.Integer({ minimum: 0 });

const FIXTURE = Type.Any({ description: "The fixture" });

const VALUE = Type.Object({
  parameters: Type.Array(
    Type.Object({
      name: Type.String({ description: "Of a property below the root its pointer" }),
      values: Type.Array(
        Type.Object({
          value: Type.Optional(Type.Any()),
          absent: Type.Optional(Type.Boolean({ description: "The property is left out" })),
        }),
      ),
    }),
  ),
  rows: Type.Array(Type.Object({ id: Type.String(), input: FIXTURE })),
  invalid: Type.Array(
    Type.Object({
      id: Type.String(),
      path: Type.String({ description: "Where the fixture is wrong" }),
      keyword: Type.String({ description: "The keyword that refuses it" }),
      input: FIXTURE,
    }),
  ),
  coverage: Type.Object({
    strength: COUNT,
    required: Type.Integer({ minimum: 0, description: "Combinations that some row can hold" }),
    covered: COUNT,
    infeasible: Type.Integer({ minimum: 0, description: "Combinations that no row can hold" }),
    percent: Type.Number(),
  }),
  exhaustive: Type.Number({ description: "Rows that all combinations would take" }),
  reductionPercent: Type.Number(),
});

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "api-fixture-matrix",
  name: "API Fixture Matrix",
  category: "Developer",
  description:
    "Makes the fewest practical fixtures from a JSON Schema or factors that cover every t-way combination, and invalid ones with a single fault each.",
  keywords: [
    "all pairs",
    "allpairs",
    "api testing",
    "boundary values",
    "combinatorial testing",
    "covering array",
    "equivalence classes",
    "fixtures",
    "json schema",
    "mock data",
    "negative testing",
    "orthogonal array",
    "pairwise",
    "pict",
    "t-way",
    "test data",
    "test matrix",
  ],
  aliases: ["pairwise-generator", "covering-array", "test-fixture-matrix"],
  version: "2026-11-23",

  input: INPUT,
  primary: "schema",
  value: VALUE,
  verb: "generate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "generate pairwise test cases",
    "all pairs test matrix for browsers and systems",
    "covering array of strength 3",
    "fixtures from a json schema with boundary values",
    "invalid payloads that each break one rule of my schema",
    "reduce a test matrix without losing combinations",
    "negative test data for an api",
    "combinatorial test generator with constraints",
    "which combinations of options do I have to test",
    "ci matrix that excludes forbidden combinations",
    "boundary value analysis of an openapi request body",
    "smallest set of configurations that covers all pairs like pict",
    "too many combinations to test them all, which few are enough",
    "five settings with four values each, choose a small set of trials",
    "example request bodies that should be accepted and ones that should be rejected",
    "mock data with edge cases and corner cases for testing a form",
    "t-wise interaction test suite, minimal number of configurations",
    "synthesize valid and single-fault payloads from a contract",
    "browser, language and device mix for manual qa",
    "paarweise testfälle erzeugen",
    "generar casos de prueba por pares",
    "générer des jeux de test par paires",
    "生成 成对 测试 用例 矩阵",
    "ペアワイズ法でテストケースを作る",
    "pocas combinaciones de prueba en lugar de todas",
    "wenige testkombinationen statt aller, testdaten",
    "peu de combinaisons de test au lieu de toutes, données de test",
    "测试 数据 组合 太 多 减少 用例",
    "テストの組み合わせを減らす テストデータ",
    "signup form has country, plan, payment and browser, which mixes do we try",
    "one bad sample per rule so that each validation message is triggered once",
    "good and bad example bodies for the endpoint from its swagger schema",
    "Microsoft PICT, allpairspy, NIST ACTS, Jenny, IPOG, OATS, hypothesis-jsonschema, category partition",
    "produce a minimal combinatorial suite plus one-fault-at-a-time counterexamples",
    "casos de teste pairwise, combinações de dados de teste",
    "valores límite y datos inválidos para probar una api",
    "grenzwerte und ungültige testdaten für eine schnittstelle",
    "valeurs limites et données invalides pour tester une api",
    "边界值 无效 数据 正交 实验 测试",
    "境界値 異常系 直交表 テストケース",
  ],
  effort: 3,
  isolated: true,

  laws: [
    {
      name: "everything that can be covered is covered",
      holds(run, input) {
        const { value } = run(input);
        return !value || value.coverage.percent === 100;
      },
    },
    {
      name: "rows are numbered without a gap",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const isInOrder = (ids: readonly { id: string }[]) =>
          ids.every(({ id }, index) => Number(id.slice(1)) === index + 1);
        return isInOrder(value.rows) && isInOrder(value.invalid);
      },
    },
    {
      name: "without constraints there are at least as many rows as the largest parameters have combinations",
      holds(run, input) {
        const { constraints: _, include: __, ...rest } = input;
        const { value, warnings = [] } = run({ ...rest, include: "valid" });
        if (!value || warnings.some(({ code }) => code === "ROW_DROPPED")) return true;
        const sizes = value.parameters.map(({ values }) => values.length);
        const largest = sizes.toSorted((a, b) => b - a).slice(0, value.coverage.strength);
        return value.rows.length >= largest.reduce((product, size) => product * size, 1);
      },
    },
    {
      name: "each value of each factor is in some row, unless constraints forbid it",
      holds(run, input) {
        const { constraints: _, schema: __, ...rest } = input;
        const { value } = run({ ...rest, include: "valid" });
        if (!value) return true;
        const cells = new Set(
          value.rows.flatMap(({ input: row }) =>
            Object.entries(row as object).map(([name, cell]) => canonicalJson([name, cell])),
          ),
        );
        return value.parameters.every(({ name, values }) =>
          values.every((cell) => cell.absent || cells.has(canonicalJson([name, cell.value]))),
        );
      },
    },
  ],
  examples: [
    {
      title: "Three factors, every pair of values",
      input: {
        parameters: {
          os: ["linux", "mac", "win"],
          browser: ["chrome", "firefox", "safari"],
          auth: ["none", "oauth"],
        },
      },
      expect: {
        value: {
          coverage: { strength: 2, required: 21, covered: 21, infeasible: 0, percent: 100 },
          exhaustive: 18,
          reductionPercent: 50,
        },
        stats: { rows: 9 },
      },
    },
    {
      title: "Bounds of a schema, and a fault for each of its rules",
      input: {
        schema: {
          type: "object",
          properties: {
            qty: { type: "integer", minimum: 1, maximum: 100 },
            code: { type: "string", minLength: 3, maxLength: 5 },
          },
          required: ["qty", "code"],
          additionalProperties: false,
        },
      },
      expect: {
        value: {
          parameters: [
            {
              name: "qty",
              values: [{ value: 1 }, { value: 2 }, { value: 50 }, { value: 99 }, { value: 100 }],
            },
            { name: "code", values: [{ value: "aaa" }, { value: "aaaa" }, { value: "aaaaa" }] },
          ],
        },
        stats: { rows: 15, invalidRows: 10 },
      },
    },
    {
      title: "A forbidden pair, and one that another value demands",
      input: {
        parameters: {
          os: ["linux", "mac", "win"],
          browser: ["chrome", "safari"],
          arch: ["x64", "arm64"],
        },
        constraints: [
          { not: { os: ["linux", "win"], browser: "safari" } },
          // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
          { if: { os: "win" }, then: { arch: "x64" } },
        ],
      },
      expect: { value: { coverage: { infeasible: 3, percent: 100 } } },
    },
    {
      title: "A row that has to be there, and only the valid ones",
      input: {
        parameters: { a: [1, 2], b: [1, 2], c: [1, 2] },
        seedRows: [{ a: 2, b: 2, c: 2 }],
        include: "valid",
      },
      expect: {
        value: {
          rows: [
            { id: "V001", input: { a: 2, b: 2, c: 2 } },
            { id: "V002", input: { a: 1, b: 2, c: 1 } },
            { id: "V003", input: { a: 1, b: 1, c: 2 } },
            { id: "V004", input: { a: 2, b: 1, c: 1 } },
          ],
        },
        stats: { rows: 4 },
      },
    },
    {
      title: "A name that is none of the parameters",
      input: { parameters: { os: ["linux", "mac"] }, constraints: [{ not: { so: "mac" } }] },
      expect: {
        ok: false,
        errors: [{ code: "PARAMETER_UNKNOWN", path: "/constraints/0/not/so" }],
      },
    },
    {
      title: "No number between the bounds",
      input: {
        schema: {
          type: "object",
          properties: { n: { type: "integer", minimum: 5, maximum: 4 } },
          required: ["n"],
        },
      },
      expect: { ok: false, error: { code: "CONSTRAINTS_UNSATISFIABLE" } },
    },
  ],

  run: (input, ctx) => makeFixtures(input, SHAPES, ctx),
});
