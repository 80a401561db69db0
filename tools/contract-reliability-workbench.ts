import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./contract-reliability-workbench/contract.ts";
import { CONTRACT_LAWS } from "./contract-reliability-workbench/laws.ts";
import { testContract } from "./contract-reliability-workbench/run.ts";

const ORDER = {
  type: "object",
  properties: {
    id: { type: "integer", minimum: 1 },
    state: { enum: ["on", "off"] },
  },
  required: ["id"],
  additionalProperties: false,
};

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
    "mutation score",
    "mutation testing",
    "schema quality",
    "test gap",
  ],
  aliases: ["schema-mutation-testing", "contract-mutation-score"],
  version: "2026-11-22",

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
  ],
  effort: 3,
  isolated: true,

  laws: CONTRACT_LAWS,
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

  run: testContract,
});
