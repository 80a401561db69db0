import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, PLACE, pointerInto } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { failOnField, findingSchema, VERDICTS } from "./_lib/results/review/shapes.ts";
import { CONTRACT_FAILURES } from "./_lib/schemas/json-schema/checked-formats.ts";
import { SCHEMA_WARNINGS } from "./_lib/schemas/json-schema/trouble.ts";
import { OPERATORS } from "./contract-reliability-workbench/mutants.ts";
import { testContract } from "./contract-reliability-workbench/run.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  CONTRACT_TOO_LARGE: "The contract has more than 2,000 mutants",
  EXAMPLE_REJECTED: "The contract rejects an example",
  COUNTEREXAMPLE_ACCEPTED: "The contract accepts a counterexample",
  SCORE_BELOW_MINIMUM: "The fixtures notice too few of the changes",
  CONTRACT_RELIABILITY_WORKBENCH_FAILED: "The gate was set, and there are findings",
} as const;

const WARNINGS = {
  UNPROTECTED_RULE: "A change of a rule is noticed by no fixture",
  ...DOCUMENT_WARNINGS,
  ...SCHEMA_WARNINGS,
} as const;

const FIXTURES = Type.Array(Type.Any(), { maxItems: 500 });

export type Fixtures = typeof FIXTURES;

const fixturesField = (description: string) =>
  Type.Optional(
    Type.Union([FIXTURES, Type.String({ description: "The same as JSON or YAML text" })], {
      description,
    }),
  );

const INPUT = Type.Object({
  schema: jsonField({ description: "The JSON Schema: JSON or YAML text, or the value" }),
  examples: fixturesField("Values that the contract must accept"),
  counterexamples: fixturesField("Values that the contract must reject"),
  minScore: Type.Number({
    description: "Percent of the changes that the fixtures have to notice",
    minimum: 0,
    maximum: 100,
    default: 80,
  }),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  score: Type.Number({
    description: "Percent of the mutants that some fixture tells from the contract",
  }),
  mutants: Type.Array(
    Type.Object({
      operator: oneOf(OPERATORS),
      path: pointerInto(["schema"], { description: "The rule, as a pointer into the schema" }),
      ...PLACE,
      status: oneOf(["killed", "survived"]),
      killedBy: Type.Union([Type.String(), Type.Null()], {
        description: "The first fixture that notices the change",
      }),
    }),
    { description: "The contract with one rule changed each, by path and operator" },
  ),
  fixtures: Type.Object({
    examples: COUNT,
    accepted: COUNT,
    counterexamples: COUNT,
    rejected: COUNT,
  }),
  suggestions: Type.Array(
    Type.Object({
      path: pointerInto(["schema"], { description: "The rule that the value would protect" }),
      ...PLACE,
      expected: oneOf(["accept", "reject"]),
      value: Type.Any(),
    }),
    { description: "Values that would notice what no fixture does" },
  ),
  findings: Type.Array(findingSchema({})),
  counts: Type.Object({
    mutants: COUNT,
    killed: COUNT,
    survived: COUNT,
    error: COUNT,
    warning: COUNT,
  }),
});

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

const ORDER = {
  type: "object",
  properties: {
    id: { type: "integer", minimum: 1 },
    state: { enum: ["on", "off"] },
  },
  required: ["id"],
  additionalProperties: false,
};

const withMore = (fixtures: unknown, more: unknown) =>
  Array.isArray(fixtures) && fixtures.length < 500 ? [...fixtures, more] : undefined;

export default defineTool({
  id: "contract-reliability-workbench",
  name: "Contract Reliability Workbench",
  category: "Developer",
  description:
    "Tells how much of a JSON Schema its fixtures protect: changes each rule in turn, and names those whose change no fixture notices.",
  keywords: [
    "api contract",
    "contract testing",
    "counterexamples",
    "coverage",
    "fixtures",
    "json schema",
    "mutants",
    "mutation score",
    "mutation testing",
    "negative examples",
    "schema quality",
    "stryker",
    "test adequacy",
    "test gap",
  ],
  aliases: ["schema-mutation-testing", "contract-mutation-score"],
  version: "2026-11-23",

  input: INPUT,
  primary: "schema",
  value: VALUE,
  verb: "test",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "mutation testing for a json schema",
    "do my fixtures really test the api contract",
    "which rules of my schema does no test protect",
    "mutation score of a contract",
    "suggest counterexamples for my json schema",
    "how good are the examples of this schema",
    "find untested constraints in a schema",
    "check examples and invalid examples against a schema",
    "would anyone notice if I loosened this schema",
    "boundary test cases missing from contract fixtures",
    "fail ci when schema tests are weak",
    "test coverage of a json schema",
    "are the samples of my schema good enough to notice mistakes",
    "which schema constraints could be deleted without any fixture failing",
    "surviving mutants of a contract and missing negative samples",
    "how well do the example documents guard the specification",
    "adequacy score of a fixture corpus",
    "tests are green but a bad payload still got through",
    "someone weakens or deletes a rule, do our sample files catch it",
    "mutationstest für ein json schema",
    "pruebas de mutación de un esquema json",
    "tests de mutation pour un schéma json",
    "json schema 变异 测试 覆盖率",
    "json スキーマのミューテーションテスト",
    "schema says max 100 but no sample ever tries 101",
    "we have forty sample payloads and still a wrong one slipped into production",
    "before i trust the schema: which of its limits is guarded by nothing",
    "suggest the bad examples that are missing from our test folder",
    "Stryker or PIT for schemas, mutation score, killed and surviving mutants, property-based testing",
    "mutate every keyword of the contract and report which mutations the samples detect",
    "qué reglas del esquema no están cubiertas por ningún ejemplo",
    "welche regeln des schemas prüft kein beispiel, testlücken",
    "quelles règles du schéma ne sont testées par aucun exemple",
    "testes de mutação para json schema, regras sem teste",
  ],
  effort: 3,
  isolated: true,

  laws: [
    {
      name: "another fixture never lowers the score",
      holds(run, input) {
        const before = run(input).value;
        const examples = withMore(input.examples ?? [], { id: 1, state: "on" });
        const after = examples && run({ ...input, examples }).value;
        return !before || !after || after.score >= before.score;
      },
    },
    {
      name: "the order of the fixtures changes nothing but who is named as the killer",
      holds(run, input) {
        const { examples = [], counterexamples = [] } = input;
        if (!Array.isArray(examples) || !Array.isArray(counterexamples)) return true;
        const turned = run({
          ...input,
          examples: examples.toReversed(),
          counterexamples: counterexamples.toReversed(),
        }).value;
        const { value } = run(input);
        return (
          !value || !turned || canonicalJson(unnamed(value)) === canonicalJson(unnamed(turned))
        );
      },
    },
    {
      name: "every suggestion kills a mutant of its path",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        return value.suggestions.slice(0, 5).every((suggestion) => {
          const field = suggestion.expected === "accept" ? "examples" : "counterexamples";
          const fixtures = withMore(input[field] ?? [], suggestion.value);
          const after = fixtures && run({ ...input, [field]: fixtures }).value;
          return (
            !after || survivorsAt(after, suggestion.path) < survivorsAt(value, suggestion.path)
          );
        });
      },
    },
  ],
  examples: [
    {
      title: "Every rule is protected",
      input: {
        schema: ORDER,
        examples: [{ id: 1, state: "on" }, { id: 2, state: "off" }, { id: 1 }],
        counterexamples: [
          { id: 0 },
          { id: "1" },
          { id: 1.5 },
          {},
          { id: 1, state: "x" },
          { id: 1, z: 1 },
          [],
        ],
      },
      expect: {
        valid: true,
        value: { verdict: "pass", score: 100, counts: { mutants: 11, killed: 11, survived: 0 } },
      },
    },
    {
      title: "One example where all goes well protects little",
      input: { schema: ORDER, examples: [{ id: 5, state: "on" }], failOn: "none" },
      expect: {
        valid: false,
        value: {
          score: 9.09,
          fixtures: { examples: 1, accepted: 1, counterexamples: 0, rejected: 0 },
          counts: { mutants: 11, killed: 1, survived: 10, error: 1, warning: 10 },
        },
      },
    },
    {
      title: "The contract rejects its own example",
      input: { schema: { type: "string", maxLength: 3 }, examples: ["abcd"] },
      expect: {
        ok: false,
        error: { code: "CONTRACT_RELIABILITY_WORKBENCH_FAILED" },
        value: { fixtures: { examples: 1, accepted: 0 } },
      },
    },
    {
      title: "YAML, and a score that is enough",
      input: {
        schema: "type: integer\nminimum: 1\n",
        examples: "[1]",
        counterexamples: "- 0\n- one\n",
        minScore: 75,
      },
      expect: { ok: true, value: { verdict: "pass", score: 100 } },
    },
    {
      title: "No schema",
      input: { schema: { type: "objekt" } },
      expect: { ok: false, errors: [{ code: "SCHEMA_INVALID", path: "/schema/type" }] },
    },
  ],

  run: (input, ctx) => testContract(input, FIXTURES, ctx),
});

function unnamed({ score, mutants, fixtures, suggestions, counts }: Value) {
  return { score, mutants: mutants.map(({ status }) => status), fixtures, suggestions, counts };
}

function survivorsAt({ mutants }: Value, path: string): number {
  return mutants.filter((mutant) => mutant.path === path && mutant.status === "survived").length;
}
