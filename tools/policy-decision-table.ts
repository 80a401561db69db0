import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { mapOf, oneOf } from "./_core/fields.ts";
import { defineTool, type Given } from "./_core/tool.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import type { Finding as ReviewFinding } from "./_lib/results/review/findings.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "./_lib/results/review/shapes.ts";
import { AGGREGATIONS, HIT_POLICIES } from "./policy-decision-table/hit-policy.ts";
import { COLUMN_TYPES, MOST_INPUTS, MOST_RULES } from "./policy-decision-table/table.ts";
import { decideByTable } from "./policy-decision-table/run.ts";

const ERROR_CODES = {
  RULE_OVERLAP: "Two rules match the same facts, which the hit policy forbids",
  UNIQUE_VIOLATED: "Several rules match facts for which the hit policy allows one",
  ANY_CONFLICT: "Rules that match the same facts have different outputs",
} as const;

const WARNING_CODES = {
  RULE_UNREACHABLE: "A rule never decides anything",
  NO_RULE_MATCHED: "No rule matches the facts, and there is no default output",
  PRIORITY_TIE: "Two rules match the same facts with equal priority and different outputs",
  TYPE_MISMATCH: "A fact is of another type than its column",
  RANGE_EMPTY: "A range is reversed or empty, so that nothing is in it",
} as const;

/** Errors where the table has to be complete, warnings elsewhere. */
const COMPLETENESS_CODES = {
  TABLE_INCOMPLETE: "No rule matches some combinations of input values",
  ANALYSIS_TOO_LARGE: "The rules leave too many parts of the combinations of input values",
} as const;

const FAILURES = {
  ...INPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...OUTPUT_FAILURES,
  XML_SYNTAX: "The text begins like XML and is not well-formed",
  CELL_UNSUPPORTED: "A cell holds an expression of another kind, such as a call or a sum",
  CELL_SYNTAX: "A cell holds no unary tests, or no literal where one has to stand",
  TABLE_INVALID: "Members of the table do not fit one another, such as two columns of one name",
  ROW_LENGTH: "A rule has too few or too many cells",
  HIT_POLICY_INVALID: "The hit policy or the aggregation is none of those that are known",
  OUTPUT_NOT_LISTED: "An output that decides on the priority is not among the values listed",
  AGGREGATION_NOT_NUMERIC: "An output to be aggregated is no number",
  ...ERROR_CODES,
  ...COMPLETENESS_CODES,
  POLICY_DECISION_TABLE_FAILED: "There are findings at or above failOn",
} as const;

const WARNINGS = {
  ...DOCUMENT_WARNINGS,
  ...VALUE_WARNINGS,
  ...WARNING_CODES,
  ...COMPLETENESS_CODES,
  GAPS_TRUNCATED: "Not all gaps are listed, as there are too many",
  OVERLAPS_TRUNCATED: "Not all overlaps are listed; `overlapCount` says how many there are",
} as const;

export type Finding =
  | ReviewFinding<keyof typeof ERROR_CODES, "error">
  | ReviewFinding<keyof typeof WARNING_CODES, "warning">
  | ReviewFinding<keyof typeof COMPLETENESS_CODES, "error" | "warning">;

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }));

const NAME = Type.String({ description: "No other column has it", minLength: 1 });

const BOUND = Type.Union([Type.Number(), Type.String({ description: "A date: YYYY-MM-DD" })]);

const INPUT_COLUMN = Type.Object({
  name: NAME,
  type: orNull(oneOf(COLUMN_TYPES), "Of its values; that of the literals if left out"),
  values: orNull(
    Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
    "The only ones that occur",
  ),
  min: orNull(BOUND, "The least value"),
  max: orNull(BOUND, "The greatest value"),
  nullable: orNull(Type.Boolean(), "Whether null occurs"),
});

const OUTPUT_COLUMN = Type.Object({
  name: NAME,
  values: orNull(Type.Array(Type.Any()), "Those of the highest priority first"),
});

const RULE = Type.Object({
  id: orNull(
    Type.Union([Type.String(), Type.Number()]),
    "No other rule has it; its number from 1 if left out",
  ),
  when: Type.Array(Type.Any(), {
    description:
      "For each input a cell: unary tests such as <18, [1..5], not(a) or - for anything, or a literal that is no text",
  }),
  // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
  then: Type.Array(Type.Any(), { description: "For each output its value" }),
});

const POLICY_WORDS = `${HIT_POLICIES.join(", ")}, or U, F, P, A, C, R, O, C+, C<, C>, C#`;

const SHAPES = {
  table: Type.Object({
    hitPolicy: orNull(Type.String(), `Unique if left out; ${POLICY_WORDS}`),
    aggregation: orNull(Type.String(), `Of a collect table: ${AGGREGATIONS.join(", ")}`),
    inputs: Type.Array(INPUT_COLUMN, {
      description: "What rules look at",
      minItems: 1,
      maxItems: MOST_INPUTS,
    }),
    outputs: Type.Array(OUTPUT_COLUMN, { description: "What rules give", minItems: 1 }),
    rules: Type.Array(RULE, {
      description: "In their order",
      minItems: 1,
      maxItems: MOST_RULES,
    }),
    defaultOutput: orNull(mapOf(Type.Any()), "Output name → value, where no rule matches"),
  }),
  facts: Type.Union([
    Type.Array(Type.Object({}, { description: "Input name → value" }), { maxItems: 1000 }),
    Type.Object({}, { description: "Input name → value" }),
  ]),
};

export type Shapes = typeof SHAPES;

const INPUT = Type.Object({
  table: Type.Union(
    [
      SHAPES.table,
      Type.String({
        description:
          'The same as JSON or YAML text; or CSV or Markdown with columns "in:name", "out:name", "id"; or DMN XML',
      }),
    ],
    { description: "The rules" },
  ),
  facts: Type.Optional(
    Type.Union([...SHAPES.facts.anyOf, Type.String({ description: "JSON or YAML text" })], {
      description: "What to decide on",
    }),
  ),
  hitPolicy: Type.Optional(
    Type.String({
      description: `Of a table that names none, such as CSV and Markdown: ${POLICY_WORDS}`,
    }),
  ),
  aggregation: Type.Optional(
    Type.String({
      description: `Of a collect table that names none: ${AGGREGATIONS.join(", ")}`,
    }),
  ),
  decision: Type.Optional(
    Type.String({
      description: "Name or id of a decision of a DMN file; by default the first with a table",
    }),
  ),
  requireComplete: Type.Boolean({
    description: "A combination of input values that no rule matches is an error",
    default: false,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

const IDS = Type.Array(Type.String());

const REGION = Type.Record(Type.String(), Type.String(), {
  description: "Input name → unary test",
});

const ANALYSIS = Type.Object({
  complete: Type.Boolean(),
  gaps: Type.Array(REGION, {
    description: "What no rule matches; at most 1,000 of more than 200,000 combinations",
  }),
  overlaps: Type.Array(
    Type.Object({
      rules: IDS,
      region: REGION,
      conflict: Type.Boolean({ description: "The outputs differ" }),
    }),
    { description: "At most 1,000, in the order of the rules" },
  ),
  overlapCount: Type.Integer({ minimum: 0, description: "Of all overlaps, listed or not" }),
  unreachable: IDS,
  totalCells: Type.Union([COUNT, Type.Null()], {
    description: "Combinations of input values; null where there are more than 2^53",
  }),
  coveredCells: Type.Union([COUNT, Type.Null()], {
    description: "Those that a rule matches; null where they were not counted",
  }),
});

const VALUE = Type.Object({
  hitPolicy: oneOf(HIT_POLICIES),
  aggregation: Type.Union([oneOf(AGGREGATIONS), Type.Null()]),
  verdict: oneOf(VERDICTS),
  results: Type.Array(
    Type.Object({
      matched: Type.Array(Type.String(), { description: "Ids in the order of the rules" }),
      outputs: Type.Any({ description: "Output name → value, a list of those, or null" }),
      error: Type.Union([Type.String(), Type.Null()]),
    }),
    { description: "One for each of the facts" },
  ),
  analysis: Type.Union([ANALYSIS, Type.Null()]),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema({}),
});

export type Value = Static<typeof VALUE>;

export type Analysis = Static<typeof ANALYSIS>;

export type Region = Static<typeof REGION>;

export type Decision = Value["results"][number];

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

type Table = Given<typeof INPUT>["table"];

const rule = (when: string[], values: unknown[], id?: string) => ({
  ...(id !== undefined && { id }),
  when,
  // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
  then: values,
});

export default defineTool({
  id: "policy-decision-table",
  name: "Policy Decision Table",
  category: "Developer",
  description:
    "Decides on facts by a DMN decision table, and finds the table's gaps, overlaps and rules that never decide.",
  keywords: [
    "business rules",
    "camunda",
    "completeness",
    "decision table",
    "dmn",
    "drools",
    "feel",
    "gaps",
    "hit policy",
    "overlaps",
    "policy",
    "rule engine",
    "rule matrix",
    "truth table",
    "unary tests",
  ],
  aliases: ["decision-table", "dmn-table"],
  version: "2026-11-23",

  input: INPUT,
  primary: "table",
  value: VALUE,
  verb: "decide",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "evaluate a dmn decision table",
    "run facts through business rules",
    "find gaps in a decision table",
    "do any rules of my table overlap",
    "which rules can never fire",
    "check that a policy table covers every case",
    "hit policy unique first any priority collect",
    "execute a dmn xml file without camunda",
    "decision table from csv or markdown",
    "feel unary tests intervals and not",
    "sum of all matching rules c+",
    "verify eligibility rules for completeness and conflicts",
    "if then rules for shipping cost, discounts or credit approval in a table",
    "which case did we forget in our rules, which rules contradict each other",
    "customer is seventeen and premium, what do our rules decide",
    "insurance or loan eligibility by several conditions",
    "rule matrix completeness, overlap and reachability analysis",
    "business logic table with conditions and outcomes",
    "do two rows of the rules table apply to the same case",
    "entscheidungstabelle auswerten und lücken finden",
    "evaluar una tabla de decisión y encontrar huecos",
    "évaluer une table de décision et trouver les règles en conflit",
    "检查 决策 表 的 遗漏 和 冲突 规则",
    "決定表を評価して抜けと重複を見つける",
    "reglas de negocio en una tabla, cuáles se contradicen",
    "geschäftsregeln in einer tabelle, widersprüche und lücken",
    "règles métier dans un tableau, contradictions",
    "业务 规则 表 矛盾 漏洞",
    "業務ルールの表 矛盾 漏れ",
    "our discount sheet says one thing in line four and another in line nine, which one counts",
    "refund policy as a grid: who gets money back, who gets a voucher, who gets nothing",
    "hr wants leave days by age and years of service from one chart of conditions",
    "an applicant falls through every row, no result comes out",
    "drools, camunda dmn, json-rules-engine, gorules zen, omg dmn 1.3 table",
    "return the outcome for given attributes and name the row that matched",
    "prove that every combination of conditions leads to exactly one outcome",
    "tabela de decisão, regras de negócio com lacunas e sobreposições",
  ],
  effort: 3,
  detect: (sample) =>
    /<(?:\w+:)?definitions\b[^>]{0,1000}\bDMN\/|^\|?[^|\n]{0,80}\|[ \t]*in:\w[^\n]{0,500}\bout:/i.test(
      sample,
    )
      ? 0.97
      : 0,

  laws: [
    {
      name: "under unique or any, the order of the rules changes no output",
      holds(run, input) {
        const table = reversed(input.table);
        if (table === undefined) return true;
        const [there, back] = [run(input).value, run({ ...input, table }).value];
        if (!there || !back || (there.hitPolicy !== "unique" && there.hitPolicy !== "any"))
          return true;
        const shown = ({ results, analysis }: Value) =>
          canonicalJson([results.map(({ outputs, error }) => [outputs, error]), analysis?.gaps]);
        return shown(there) === shown(back);
      },
    },
    {
      name: "a table is complete where all cells are covered, and else has gaps",
      holds(run, input) {
        const analysis = run(input).value?.analysis;
        if (!analysis) return true;
        const { complete, gaps, coveredCells, totalCells } = analysis;
        if (coveredCells === null || totalCells === null) return (gaps.length === 0) === complete;
        const isCovered = coveredCells === totalCells;
        return (
          coveredCells <= totalCells && complete === isCovered && (gaps.length === 0) === complete
        );
      },
    },
    {
      name: "facts change nothing in the analysis, nor does another one of them in a decision",
      holds(run, { facts, ...rest }) {
        const { value } = run(facts === undefined ? rest : { ...rest, facts });
        if (!value) return true;
        const alone = run(rest).value;
        if (canonicalJson(alone?.analysis) !== canonicalJson(value.analysis)) return false;
        if (!Array.isArray(facts)) return true;
        const backwards = run({ ...rest, facts: facts.toReversed() }).value?.results ?? [];
        return canonicalJson(backwards.toReversed()) === canonicalJson(value.results);
      },
    },
  ],
  examples: [
    {
      title: "A gap at 18 and an overlap at 65",
      input: {
        table: {
          hitPolicy: "unique",
          inputs: [
            { name: "age", type: "integer", min: 0, max: 150 },
            { name: "member", type: "boolean" },
          ],
          outputs: [{ name: "fee" }],
          rules: [
            rule(["<18", "-"], [0], "child"),
            rule(["[19..65]", "false"], [20], "adult"),
            rule(["[18..64]", "true"], [10], "adultMember"),
            rule([">=65", "-"], [5], "senior"),
          ],
        },
        facts: { age: 40, member: true },
      },
      expect: {
        output:
          '| Facts | Matched | Outputs | Error |\n| --- | --- | --- | --- |\n| 0 | adultMember | {"fee":10} |  |\n\n# policy-decision-table: FAIL\n\n4 rules, 2 inputs, unique; 17 of 18 cells covered, 1 gap, 1 overlap, 0 unreachable; 1 fact decided\n\n| Severity | Code | Where | Message |\n| --- | --- | --- | --- |\n| error | RULE_OVERLAP | /table/rules/1 | Cannot choose between rules: found "adult" and "senior" for age 65; member false, expected at most one of them |\n| warning | TABLE_INCOMPLETE | /table | Cannot decide on all input values: found 1 gap, first: age 18; member false, expected a rule for each |',
        valid: false,
        errors: [{ code: "RULE_OVERLAP" }],
        warnings: [{ code: "TABLE_INCOMPLETE" }],
        value: {
          verdict: "fail",
          results: [{ matched: ["adultMember"], outputs: { fee: 10 }, error: null }],
          analysis: {
            gaps: [{ age: "18", member: "false" }],
            overlaps: [
              {
                rules: ["adult", "senior"],
                region: { age: "65", member: "false" },
                conflict: true,
              },
            ],
          },
        },
      },
    },
    {
      title: "What all rules that match give together",
      input: {
        table: {
          hitPolicy: "C+",
          inputs: [{ name: "years" }],
          outputs: [{ name: "bonus" }],
          rules: [rule([">1"], [0.1]), rule([">2"], [0.2])],
        },
        facts: [{ years: 6 }, { years: 1 }],
      },
      expect: {
        value: {
          results: [
            { matched: ["1", "2"], outputs: { bonus: 0.3 } },
            { matched: [], outputs: { bonus: null } },
          ],
          analysis: { gaps: [{ years: "<=1" }] },
        },
      },
    },
    {
      title: "A table in Markdown, of which the first rule that matches counts",
      input: {
        table:
          '| id | in:country | in:total | out:shipping |\n| --- | --- | --- | --- |\n| free | - | >= 100 | 0 |\n| near | "DE", "AT" | - | 4.9 |\n| far | not("DE", "AT") | - | 14.5 |\n| old | - | >= 200 | 1 |\n',
        hitPolicy: "first",
        facts: [
          { country: "AT", total: 99.99 },
          { country: "FR", total: 100 },
        ],
      },
      expect: {
        valid: true,
        warnings: [{ code: "RULE_UNREACHABLE", path: "/table/rules/3" }],
        value: {
          results: [
            { matched: ["near"], outputs: { shipping: 4.9 } },
            { matched: ["free", "far"], outputs: { shipping: 0 } },
          ],
          analysis: { complete: true, unreachable: ["old"] },
        },
      },
    },
    {
      title: "A DMN file",
      input: {
        table:
          '<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/"><decision name="Risk"><decisionTable><input><inputExpression typeRef="date"><text>born</text></inputExpression></input><output/><rule id="young"><inputEntry><text>&gt;= date("2008-01-01")</text></inputEntry><outputEntry><text>"high"</text></outputEntry></rule><rule id="grown"><inputEntry><text>&lt; date("2008-01-01")</text></inputEntry><outputEntry><text>"low"</text></outputEntry></rule></decisionTable></decision></definitions>',
        facts: { born: "1999-12-31" },
        requireComplete: true,
        failOn: "error",
      },
      expect: {
        ok: true,
        value: {
          verdict: "pass",
          results: [{ matched: ["grown"], outputs: { Risk: "low" } }],
          analysis: { complete: true, totalCells: 3 },
        },
      },
    },
    {
      title: "A cell that cannot be read",
      input: {
        table: {
          inputs: [{ name: "age" }],
          outputs: [{ name: "fee" }],
          rules: [rule(["[1..5"], [1])],
        },
      },
      expect: { ok: false, errors: [{ code: "CELL_SYNTAX", path: "/table/rules/0/when/0" }] },
    },
    {
      title: "A gap, where none may be",
      input: {
        table: "in:tier,out:discount\ngold,20\nsilver,10\n",
        requireComplete: true,
        failOn: "error",
      },
      expect: {
        ok: false,
        error: { code: "POLICY_DECISION_TABLE_FAILED" },
        value: { analysis: { gaps: [{ tier: 'not("gold", "silver")' }] } },
      },
    },
  ],

  // The analysis looks at up to 200,000 combinations: with 500 rules that takes up to 150 ms, whatever the text's length.
  // Of more it holds rules against rules, up to 10,000,000 times a column, which takes up to a second.
  // Regions that are lists of thousands of literals take up to 300 ms to write.
  run: (input) => decideByTable(input, SHAPES),
});

/** The table with its rules the other way round, where it is an object of lists. */
function reversed(table: Table): Table {
  if (typeof table !== "object" || !Array.isArray(table.rules)) return undefined;
  return { ...table, rules: table.rules.toReversed() };
}
