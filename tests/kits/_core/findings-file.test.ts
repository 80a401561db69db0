import { describe, expect, test } from "bun:test";
import Ajv from "ajv";
import fc from "fast-check";
import { findingsSarif, findingsStage, type Reconcile } from "../../../kits/_core/findings-file.ts";
import { type Finding, KitReport, type PlacedFinding } from "../../../kits/_core/report.ts";
import reconcile from "../../../tools/sarif-findings-reconciliation.ts";
import { runUnit } from "../../support/run-unit.ts";

const PLAN = { look: null, baseline: reconcile } as const;
const KIT = { id: "some-kit", version: "2026-11-27" };
const FILE = {
  kit: KIT,
  page: "page.html",
  rules: { A: "First rule" },
  snippetOf: ({ before }: PlacedFinding) => before as string | undefined,
};
const compare: Reconcile = (input) => runUnit(reconcile, input) as never;

type Options = { readonly baseline?: unknown; readonly onlyNew?: boolean };

function look(findings: readonly Finding[], { baseline, onlyNew = false }: Options = {}) {
  const report = new KitReport("some-kit", "Some Kit", PLAN);
  report.done("look", "looked");
  for (const finding of findings) report.find("error", "look", finding);
  const compared = findingsStage(report, compare, FILE, { baseline, onlyNew });
  const outcome = report.conclude<{ findings: readonly object[] }, string, string>({
    value: {},
    counts: {},
    failOn: "error",
  });
  return { compared, outcome, file: report.deliverables[0]?.content ?? "", report };
}

const A = {
  code: "A",
  message: "first",
  subject: "/",
  line: 3,
  column: 2,
  more: { before: "<a>" },
};
const B = { code: "B", message: "second", path: "/pages/0" };

// What section 3 of SARIF 2.1.0 says of the members that are written; sarif's own schema is closed, too.
const TEXT = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
const closed = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const FROM_ONE = { type: "integer", minimum: 1 };
const REGION = closed({ startLine: FROM_ONE, startColumn: FROM_ONE, snippet: TEXT }, ["startLine"]);
const URI = {
  type: "string",
  pattern: "^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?#\\[\\]-]|%[0-9A-Fa-f]{2})*$",
};
const SARIF = closed({
  $schema: { type: "string" },
  version: { const: "2.1.0" },
  runs: {
    type: "array",
    minItems: 1,
    maxItems: 1,
    items: closed({
      tool: closed({
        driver: closed({
          name: { type: "string", minLength: 1 },
          version: { type: "string" },
          rules: {
            type: "array",
            uniqueItems: true,
            items: closed({ id: { type: "string" }, shortDescription: TEXT, helpUri: URI }, [
              "id",
              "shortDescription",
            ]),
          },
        }),
      }),
      results: {
        type: "array",
        items: closed({
          ruleId: { type: "string" },
          level: { enum: ["none", "note", "warning", "error"] },
          message: TEXT,
          locations: {
            type: "array",
            minItems: 1,
            maxItems: 1,
            items: closed({
              physicalLocation: closed({ artifactLocation: closed({ uri: URI }), region: REGION }, [
                "artifactLocation",
              ]),
            }),
          },
          partialFingerprints: closed({
            "kit/v1": { type: "string", pattern: "^[0-9a-f]{32}$" },
          }),
        }),
      },
    }),
  },
});
const isSarif = new Ajv({ strict: false }).compile(SARIF);

describe("the file", () => {
  test("has one run, its rules in plain order and a result for each finding", () => {
    const { file, report } = look([B, A]);
    expect(report.deliverables[0]).toMatchObject({
      name: "findings.sarif",
      mediaType: "application/sarif+json",
    });
    const log = JSON.parse(file) as ReturnType<typeof findingsSarif>;
    expect(isSarif(log)).toBe(true);
    expect(log.runs[0]?.tool.driver.rules).toEqual([
      { id: "A", shortDescription: { text: "First rule" } },
      { id: "B", shortDescription: { text: "B" } },
    ]);
    expect(log.runs[0]?.results[0]).toEqual({
      ruleId: "A",
      level: "error",
      message: { text: "first" },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "/" },
            region: { startLine: 3, startColumn: 2, snippet: { text: "<a>" } },
          },
        },
      ],
      partialFingerprints: {
        "kit/v1": new Bun.CryptoHasher("sha256").update("A\n/\n\n<a>").digest("hex").slice(0, 32),
      },
    });
    expect(log.runs[0]?.results[1]?.locations).toEqual([
      { physicalLocation: { artifactLocation: { uri: "page.html" } } },
    ]);
  });

  test("is read by the tool that reads such files, whatever findings say", () => {
    const finding = fc.record(
      {
        code: fc.constantFrom("A", "B", "constructor", "__proto__"),
        message: fc.string({ unit: "binary" }),
        path: fc.string({ unit: "binary" }),
        subject: fc.string({ unit: "binary" }),
        line: fc.integer({ min: 1, max: 5 }),
        column: fc.integer({ min: 1, max: 5 }),
      },
      { requiredKeys: ["code", "message"] },
    );
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 8 }), (findings) => {
        const { file } = look(findings);
        if (!isSarif(JSON.parse(file))) return false;
        const { compared, outcome } = look(findings, { baseline: file, onlyNew: true });
        const count = findings.length;
        return (
          JSON.stringify(compared) ===
            JSON.stringify({ new: 0, unchanged: count, updated: 0, absent: 0 }) && outcome.ok
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe("the baseline", () => {
  test("gives each finding its state, and what is known fails nothing where only new ones count", () => {
    const { file } = look([A, B]);
    const moved = { ...A, line: 9 };
    const added = { ...A, subject: "/other" };
    const { compared, outcome } = look([moved, added], { baseline: file });
    expect(compared).toEqual({ new: 1, unchanged: 0, updated: 1, absent: 1 });
    expect(outcome.value?.findings).toMatchObject([{ state: "updated" }, { state: "new" }]);
    expect(outcome.errors).toMatchObject([{ state: "updated", before: "<a>" }, { state: "new" }]);
    expect(outcome.ok).toBe(false);
    const known = look([moved], { baseline: JSON.parse(file), onlyNew: true });
    expect(known.outcome).toMatchObject({ ok: true, valid: true, value: { verdict: "pass" } });
    const fresh = look([moved, added], { baseline: file, onlyNew: true });
    expect(fresh.outcome.error?.message).toStartWith(
      "Cannot pass the gate: found 1 error and 0 warnings",
    );
  });

  test("does not change the file, and its absence is said", () => {
    const { file, outcome } = look([A]);
    expect(look([A], { baseline: file }).file).toBe(file);
    expect(outcome.value).toMatchObject({ stages: [{}, { id: "baseline", status: "skipped" }] });
    expect(look([A], { onlyNew: true }).outcome.ok).toBe(false);
  });

  test("that cannot be read is a finding", () => {
    const { compared, outcome } = look([], { baseline: { version: "2.0.0" }, onlyNew: true });
    expect(compared).toBe(null);
    expect(outcome.errors).toMatchObject([
      { code: "STAGE_FAILED", path: "/baseline/version", received: "SARIF_VERSION_UNSUPPORTED" },
    ]);
    expect(look([], { baseline: "{" }).outcome.errors).toMatchObject([{ path: "/baseline" }]);
  });
});

test("a text of the caller's stays as it ends", () => {
  const report = new KitReport("some-kit", "Some Kit", PLAN);
  report.ownText("page.html", "\ufeffa\r\n\r\n");
  report.ownText("none.html", "");
  expect(report.deliverables).toMatchObject([
    { content: "\ufeffa\r\n\r\n", bytes: 8, mediaType: "text/html" },
    { content: "", bytes: 0 },
  ]);
});
