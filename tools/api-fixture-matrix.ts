import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./api-fixture-matrix/contract.ts";
import { MATRIX_LAWS } from "./api-fixture-matrix/laws.ts";
import { makeFixtures } from "./api-fixture-matrix/run.ts";

export default defineTool({
  id: "api-fixture-matrix",
  name: "API Fixture Matrix",
  category: "Developer",
  description:
    "Makes the fewest practical fixtures from a JSON Schema or factors that cover every t-way combination, and invalid ones with a single fault each.",
  keywords: [
    "all pairs",
    "api testing",
    "boundary values",
    "combinatorial testing",
    "covering array",
    "fixtures",
    "json schema",
    "negative testing",
    "orthogonal array",
    "pairwise",
    "test data",
    "test matrix",
  ],
  aliases: ["pairwise-generator", "covering-array", "test-fixture-matrix"],
  version: "2026-11-22",

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
  ],
  effort: 3,
  isolated: true,

  laws: MATRIX_LAWS,
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

  run: makeFixtures,
});
