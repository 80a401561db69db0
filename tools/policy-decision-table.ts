import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./policy-decision-table/contract.ts";
import { TABLE_LAWS } from "./policy-decision-table/laws.ts";
import { decideByTable } from "./policy-decision-table/run.ts";

const rule = (when: readonly string[], values: readonly unknown[], id?: string) => ({
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
    "completeness",
    "decision table",
    "dmn",
    "feel",
    "gaps",
    "hit policy",
    "overlaps",
    "policy",
    "rule engine",
    "truth table",
    "unary tests",
  ],
  aliases: ["decision-table", "dmn-table"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: TABLE_LAWS,
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
  // Regions that are lists of thousands of literals take up to 300 ms to write.
  run: decideByTable,
});
