import { peekJson } from "./_lib/json/peek.ts";
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, listField, oneOf, PLACE, pointerInto } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { failOnField, findingSchema, VERDICTS } from "./_lib/results/review/shapes.ts";
import { reconcileFindings } from "./sarif-findings-reconciliation/reconcile.ts";

const CODES = {
  NEW_FINDING: "A result was not there before",
  LEVEL_RAISED: "A result is more severe than before",
  FINDING_ABSENT: "A result is no longer there",
  TOOL_NOT_RUN: "A tool of the baseline has no run now",
  RESULTS_NULL: "A run has null for its results: the tool failed",
} as const;

export type Code = keyof typeof CODES;

const FAILURES = {
  ...DOCUMENT_FAILURES,
  ...OUTPUT_FAILURES,
  ...CODES,
  SARIF_VERSION_UNSUPPORTED: "The log is not of SARIF 2.1.0",
  SARIF_INVALID: "The log has no list of runs, or a run has no name of its tool",
  SARIF_FINDINGS_RECONCILIATION_FAILED: "There are findings at or above failOn",
} as const;

const WARNINGS = { ...DOCUMENT_WARNINGS, ...CODES } as const;

const INPUT = Type.Object({
  before: jsonField({ description: "The baseline: a log of SARIF 2.1.0" }),
  after: jsonField({ description: "The new scan: a log of SARIF 2.1.0" }),
  stripPrefix: listField({ description: "Beginnings of URIs that do not count", default: [] }),
  includeAbsent: Type.Boolean({
    description: "Add what is no longer there to the log",
    default: true,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const STATES = ["new", "unchanged", "updated", "absent"] as const;

export type State = (typeof STATES)[number];

/** How results are matched, in the order in which that is tried. */
const PASSES = [
  "correlation-guid",
  "fingerprint",
  "partial-fingerprint",
  "exact",
  "moved-file",
  "renamed-file",
  "moved-line",
  "same-line",
] as const;

export type Pass = (typeof PASSES)[number];

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  counts: Type.Object({
    new: COUNT,
    unchanged: COUNT,
    updated: COUNT,
    absent: COUNT,
    suppressed: COUNT,
    error: COUNT,
    warning: COUNT,
  }),
  results: Type.Array(
    Type.Object({
      state: oneOf(STATES),
      ruleId: Type.String(),
      level: Type.String(),
      uri: Type.String(),
      startLine: Type.Union([Type.Number(), Type.Null()]),
      message: Type.String(),
      matchedBy: Type.Union([oneOf(PASSES), Type.Null()]),
      levelRaised: Type.Boolean(),
      suppressed: Type.Boolean(),
      beforePointer: Type.Union([pointerInto(["before"]), Type.Null()]),
      beforeLine: PLACE.line,
      beforeColumn: PLACE.column,
      afterPointer: Type.Union([pointerInto(["after"]), Type.Null()]),
      afterLine: PLACE.line,
      afterColumn: PLACE.column,
    }),
  ),
  findings: Type.Array(findingSchema({})),
});

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

const result = (ruleId: string, text: string, uri: string, startLine: number) => ({
  ruleId,
  message: { text },
  locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }],
});

const log = (...results: object[]) => ({
  version: "2.1.0",
  runs: [{ tool: { driver: { name: "lint" } }, results }],
});

export default defineTool({
  id: "sarif-findings-reconciliation",
  name: "SARIF Findings Reconciliation",
  category: "Security",
  description:
    "Separates new findings of a scan from known ones although lines moved and files were renamed, and writes the SARIF with baselineState.",
  keywords: [
    "alerts",
    "bandit",
    "baseline",
    "baselinestate",
    "code scanning",
    "codeql",
    "eslint",
    "fingerprint",
    "gate",
    "sarif",
    "sast",
    "security",
    "semgrep",
    "sonarqube",
    "static analysis",
    "vulnerabilities",
  ],
  aliases: ["sarif-diff", "sarif-baseline"],
  version: "2026-11-23",

  input: INPUT,
  primary: "after",
  value: VALUE,
  verb: "reconcile",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "compare two sarif files",
    "which findings are new in this scan",
    "sarif baseline diff",
    "set baselineState in sarif",
    "fail ci only on new security findings",
    "match static analysis results after lines moved",
    "which code scanning alerts were fixed",
    "sarif results after a file was renamed",
    "suppressed findings in sarif",
    "partial fingerprints of sarif results",
    "reconcile codeql results with the last run",
    "severity of a finding was raised",
    "security scanner reports hundreds of warnings, which appeared since the last scan",
    "old alerts come back as new after a refactoring",
    "only brand new vulnerabilities should stop the merge",
    "carry triage state of alerts over between analyzer executions",
    "stable identity of results across commits, fixed, unchanged or introduced",
    "linter output in the standard interchange format before and after",
    "codeql, semgrep or sonar alerts that came with this merge request",
    "neue findings in sarif finden",
    "comparar resultados sarif",
    "comparer deux rapports sarif",
    "比较 两个 sarif 扫描 结果",
    "sarif の差分を調べる",
    "alertas de seguridad nuevas desde el último análisis",
    "neue sicherheitswarnungen seit dem letzten scan",
    "nouvelles alertes de sécurité depuis la dernière analyse",
    "scanner shouts about 400 things again, which three did i add",
    "somebody moved a file and now all the old warnings count as fresh",
    "legacy project: accept what is there today, complain only about what comes on top",
    "give me the report with each result marked as new, unchanged, updated or absent",
    "sarif-multitool match-results-forward, codeql, semgrep --baseline-commit, bandit, trivy, gosec",
    "diff two static analyzer outputs by fingerprint instead of by line number",
    "comparar dois relatórios sarif e mostrar alertas novos",
    "前回のスキャンから増えた警告だけを知りたい",
  ],
  effort: 3,
  detect: (sample) =>
    peekJson(sample)?.names.has("runs") && /sarif|"driver"/.test(sample) ? 0.98 : 0,

  laws: [
    {
      name: "a scan compared with itself is unchanged",
      holds(run, { after, ...rest }) {
        const { value } = run({ ...rest, before: after, after });
        return !value || value.results.every(({ state }) => state === "unchanged");
      },
    },
    {
      name: "each result of the baseline is matched once at most",
      holds(run, input) {
        const matched = (run(input).value?.results ?? []).flatMap(
          ({ beforePointer }) => beforePointer ?? [],
        );
        return new Set(matched).size === matched.length;
      },
    },
  ],
  examples: [
    {
      title: "One that stayed, one that moved, one that is new, one that is gone",
      input: {
        before: log(
          result("R1", "x", "a.js", 10),
          result("R1", "y", "a.js", 20),
          result("R2", "z", "b.js", 5),
        ),
        after: log(result("R1", "x", "a.js", 10), result("R1", "y", "a.js", 23), {
          ...result("R3", "w", "c.js", 1),
          level: "error",
        }),
      },
      expect: {
        valid: false,
        value: {
          verdict: "fail",
          counts: { new: 1, unchanged: 1, updated: 1, absent: 1, error: 1 },
          results: [
            { state: "unchanged", matchedBy: "exact" },
            { state: "updated", matchedBy: "moved-line" },
            { state: "new" },
            { state: "absent" },
          ],
        },
      },
    },
    {
      title: "The level comes from the rule; what is suppressed fails nothing",
      input: {
        before: log(),
        after: {
          version: "2.1.0",
          runs: [
            {
              tool: {
                driver: {
                  name: "lint",
                  rules: [{ id: "R", defaultConfiguration: { level: "error" } }],
                },
              },
              results: [
                { ...result("R", "m", "a.js", 1), suppressions: [{ kind: "inSource" }] },
                result("S", "n", "a.js", 2),
              ],
            },
          ],
        },
      },
      expect: {
        valid: true,
        value: {
          verdict: "review",
          counts: { suppressed: 1 },
          results: [{ level: "error", suppressed: true }, { level: "warning" }],
        },
      },
    },
    {
      title: "A file that was renamed, and fingerprints that are placeholders",
      input: {
        before: log(
          { ...result("R1", "x", "a.js", 10), fingerprints: { "id/v1": "requires login" } },
          { ...result("R1", "y", "a.js", 20), fingerprints: { "id/v1": "requires login" } },
        ),
        after: log(
          { ...result("R1", "y", "lib/a.js", 22), fingerprints: { "id/v1": "requires login" } },
          { ...result("R1", "x", "lib/a.js", 12), fingerprints: { "id/v1": "requires login" } },
        ),
      },
      expect: {
        valid: true,
        value: {
          counts: { updated: 2, new: 0, absent: 0 },
          results: [
            { matchedBy: "renamed-file", beforePointer: "/runs/0/results/1" },
            { matchedBy: "renamed-file", beforePointer: "/runs/0/results/0" },
          ],
        },
      },
    },
    {
      title: "A gate for whatever is new",
      input: { before: log(), after: log(result("R", "m", "a.js", 1)), failOn: "warning" },
      expect: { ok: false, error: { code: "SARIF_FINDINGS_RECONCILIATION_FAILED" } },
    },
    {
      title: "Another version",
      input: { before: { version: "2.0.0", runs: [] }, after: log() },
      expect: {
        ok: false,
        errors: [{ code: "SARIF_VERSION_UNSUPPORTED", path: "/before/version" }],
      },
    },
  ],

  // Logs in YAML take up to 60 ms to read for 100,000 characters, in JSON 10 ms.
  run: reconcileFindings,
});
