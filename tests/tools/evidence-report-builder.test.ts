import { createHash } from "node:crypto";
import { describe, expect, test } from "bun:test";
import type { ReportedFinding, Value } from "../../tools/evidence-report-builder.ts";
import tool from "../../tools/evidence-report-builder.ts";
import { runUnit } from "../support/run-unit.ts";

const LOG = { id: "log", text: "12:00 disk full on node-3\n12:05 writes rejected" };
const BOOK = { id: "book", title: "Operations" };

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const codes = (input: object, list: "errors" | "warnings" = "errors") =>
  (run(input)[list] ?? []).map(({ code, path }) => `${code} ${path}`);
const failure = (input: object) => {
  const { ok, errors = [], error } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};
/** A report of one finding with this evidence. */
const report = (evidence: readonly object[], finding: object = {}, more: object = {}) => ({
  findings: [{ statement: "X", evidence, ...finding }],
  sources: [LOG, BOOK],
  ...more,
});
const finding = (...given: Parameters<typeof report>) =>
  valueOf(report(...given)).findings[0] as ReportedFinding;

const TRUE = { sourceId: "log", quote: "disk full on node-3" };
const FALSE = { sourceId: "log", quote: "nothing of this is there" };
const AGAINST = { ...TRUE, stance: "contradicts" };

describe("status", () => {
  test.each([
    ["a verified quote", [TRUE], "confirmed"],
    ["one that reads the same", [{ sourceId: "log", quote: "Disk  full on NODE-3." }], "confirmed"],
    [
      "one with a gap",
      [{ sourceId: "log", quote: "12:00 disk full … writes rejected" }],
      "confirmed",
    ],
    ["one verified of two", [FALSE, TRUE], "confirmed"],
    ["a quote that is not there", [FALSE], "open"],
    [
      "an altered quote",
      [{ sourceId: "log", quote: "disk full on node-7 12:05 writes rejected" }],
      "open",
    ],
    ["no quote", [{ sourceId: "log" }], "open"],
    ["no text of the source", [{ sourceId: "book", quote: "disk full" }], "open"],
    ["no evidence", [], "open"],
    ["verified evidence against it", [AGAINST], "refuted"],
    [
      "the same, and support that is not verified",
      [AGAINST, FALSE, { sourceId: "log" }],
      "refuted",
    ],
    ["verified evidence on both sides", [TRUE, AGAINST], "open"],
    [
      "evidence against it that is not verified",
      [TRUE, { sourceId: "book", stance: "contradicts" }],
      "open",
    ],
  ])("%s", (_, evidence, status) => {
    expect(finding(evidence).status).toBe(status as ReportedFinding["status"]);
  });

  test("one that is given stays, and confirmed is checked", () => {
    const confirmed = { status: "confirmed" };
    expect(finding([TRUE], { status: "refuted" }).status).toBe("refuted");
    expect(codes(report([TRUE], { status: "refuted" }))).toEqual([]);
    expect(codes(report([TRUE], confirmed))).toEqual([]);
    expect(codes(report([], confirmed))).toEqual(["CONFIRMED_WITHOUT_EVIDENCE /findings/0"]);
    expect(codes(report([{ sourceId: "log" }], confirmed))).toEqual([
      "CONFIRMED_WITHOUT_EVIDENCE /findings/0",
    ]);
    expect(codes(report([TRUE, AGAINST], confirmed))).toEqual([
      "CONFIRMED_WITH_CONTRADICTION /findings/0",
    ]);
    expect(codes(report([TRUE, { ...FALSE, stance: "contradicts" }], confirmed))).toEqual([
      "QUOTE_MISSING /findings/0/evidence/1/quote",
    ]);
    const lax = { requireQuotes: false };
    expect(codes(report([{ sourceId: "log" }], confirmed, lax))).toEqual([]);
    expect(codes(report([], confirmed, lax))).toEqual(["CONFIRMED_WITHOUT_EVIDENCE /findings/0"]);
  });
});

describe("verification", () => {
  test.each([
    [TRUE.quote, "exact", 6, 25],
    ["DISK FULL", "normalised", 6, 15],
    ["12:00 disk … writes rejected", "elided", 0, 47],
    ["disk full on node-7 12:05 writes rejected", "altered", 6, 47],
    ["nothing like it", "missing", null, null],
  ] as const)("%p", (quote, verification, start, end) => {
    expect(finding([{ sourceId: "log", quote }]).evidence).toMatchObject([
      { verification, start, end },
    ]);
  });

  test("a quote is looked up in its own source only", () => {
    const sources = [LOG, { id: "other", text: "Nothing." }];
    const input = report([{ ...TRUE, sourceId: "other" }], {}, { sources });
    expect(codes(input)).toEqual(["QUOTE_MISSING /findings/0/evidence/0/quote"]);
  });

  test("errors are ordered by place", () => {
    const evidence = [
      { sourceId: "zz", quote: "x" },
      { sourceId: "log", quote: "disk full on node-7 12:05 writes rejected" },
      FALSE,
    ];
    expect(codes(report(evidence, { status: "confirmed" }))).toEqual([
      "CONFIRMED_WITHOUT_EVIDENCE /findings/0",
      "SOURCE_UNKNOWN /findings/0/evidence/0/sourceId",
      "QUOTE_ALTERED /findings/0/evidence/1/quote",
      "QUOTE_MISSING /findings/0/evidence/2/quote",
    ]);
    expect(finding(evidence)).toMatchObject({
      references: [1],
      evidence: [
        { reference: null, verification: "not-verified" },
        { reference: 1 },
        { reference: 1 },
      ],
    });
  });

  test("warnings", () => {
    const sources = [LOG, BOOK, { id: "unused" }];
    const evidence = [
      TRUE,
      { sourceId: "book", quote: "page" },
      { sourceId: "book", quote: "other" },
    ];
    const findings = [{ statement: "A", evidence }, { statement: "B" }];
    expect(codes({ findings, sources }, "warnings")).toEqual([
      "FINDING_OPEN /findings/1",
      "SOURCE_WITHOUT_TEXT /sources/1",
      "SOURCE_UNCITED /sources/2",
    ]);
    expect(codes(report([TRUE, { sourceId: "book" }]), "warnings")).toEqual([]);
  });
});

describe("references", () => {
  const cite = (...ids: string[]) => ({
    statement: ids.join(),
    evidence: ids.map((sourceId) => ({ sourceId })),
  });
  const sources = ["a", "b", "c", "d"].map((id) => ({ id }));

  test("are numbered by first citation; sources that are not cited follow in their order", () => {
    const { findings, sources: listed } = valueOf({
      findings: [cite("c"), cite("b", "c", "b")],
      sources,
    });
    expect(findings.map(({ references }) => references)).toEqual([[1], [2, 1]]);
    expect(listed.map(({ id, reference, cited }) => [id, reference, cited])).toEqual([
      ["c", 1, true],
      ["b", 2, true],
      ["a", 3, false],
      ["d", 4, false],
    ]);
  });

  test("the same quote twice counts twice", () => {
    const { totals, findings } = valueOf(report([TRUE, TRUE]));
    expect(totals).toMatchObject({ quotes: 2, verified: 2 });
    expect(findings[0]?.references).toEqual([1]);
  });
});

describe("Markdown", () => {
  test("all of it", () => {
    const { output, value } = run({
      title: "A *report*\nover two lines",
      question: "What\r\nnow?",
      date: "2026-11-20T10:00:00Z",
      findings: [
        {
          statement: "First\n\nstatement",
          status: "confirmed",
          confidence: 0,
          evidence: [
            { sourceId: "log", quote: "full\r\n\nnode-3", locator: "line 1" },
            { ...AGAINST, locator: "line\n1" },
            { sourceId: "nope", locator: "p. 1", stance: "contradicts" },
            { sourceId: "book", quote: "unknown" },
          ],
        },
        { id: "second", statement: "Open\rone" },
        { statement: "Also open", confidence: 1, evidence: [{ sourceId: "book", quote: " " }] },
      ],
      sources: [{ id: "void", date: "2020" }, LOG, { ...BOOK, date: "2024", uri: "urn:x" }],
      limitations: "One.\n\n  Two [1].\r\nThree.",
    });
    expect(output).toBe(
      [
        "# A *report* over two lines",
        "Date: 2026-11-20T10:00:00Z",
        "**Question:** What now?",
        "## Findings",
        "### 1. First statement",
        "Status: confirmed · Confidence: 0",
        "> full\n> \n> node-3",
        "— [1], line 1 (missing)",
        "> disk full on node-3",
        "— [1], line 1 (contradicts, exact)",
        "- [?], p. 1 (contradicts, not verified)",
        "> unknown",
        "— [2] (not verified)",
        "### 2. Open one",
        "Status: open",
        "### 3. Also open",
        "Status: open · Confidence: 1",
        "- [2] (not verified)",
        "## Open points",
        "- second: Open one",
        "- f3: Also open",
        "## Limitations",
        "- One.",
        "- Two [1].",
        "- Three.",
        "## Sources",
        `[1] log. sha256:${sha256(LOG.text).slice(0, 12)}`,
        "[2] Operations. 2024. urn:x",
        "[3] void. 2020",
      ].join("\n\n"),
    );
    expect((value as Value).reportSha256).toBe(sha256(output ?? ""));
    expect((value as Value).sources[0]?.sha256).toBe(sha256(LOG.text));
  });

  test("defaults, and limitations as a list", () => {
    const input = report([], {}, { title: " ", limitations: '["One", " ", "Two\\nlines"]' });
    expect(valueOf(input)).toMatchObject({
      title: "Evidence report",
      question: "",
      date: null,
      limitations: ["One", "Two\nlines"],
    });
    expect(run(input).output).toContain("- One\n\n- Two lines\n\n## Sources");
    expect(valueOf(report([], {}, { limitations: "[1] is old." })).limitations).toEqual([
      "[1] is old.",
    ]);
    expect(valueOf(report([])).findings[0]).toMatchObject({
      number: 1,
      id: "f1",
      confidence: null,
    });
  });
});

test("what is missing or wrong as a whole", () => {
  const [findings, sources] = [[{ statement: "X" }], [LOG]];
  for (const nothing of [[], "", "[]", null]) {
    expect(failure({ findings: nothing, sources })).toBe("FINDINGS_MISSING /findings");
    expect(failure({ findings, sources: nothing })).toBe("SOURCES_MISSING /sources");
  }
  expect(failure({ findings, sources: [LOG, LOG] })).toBe("DUPLICATE_SOURCE_ID /sources/1");
  const long = [{ ...LOG, id: "s".repeat(501) }];
  expect(failure({ findings, sources: long })).toBe("TOOL_INPUT_INVALID /sources/0");
  expect(failure({ findings: [{ id: "f2", statement: "" }, { statement: "" }], sources })).toBe(
    "DUPLICATE_FINDING_ID /findings/1",
  );
  expect(failure({ findings: [{}], sources })).toBe("TOOL_INPUT_INVALID /findings/0/statement");
  for (const wrong of [
    { status: "maybe" },
    { confidence: 2 },
    { evidence: [{ sourceId: "log", stance: "?" }] },
  ]) {
    expect(failure({ findings: [{ statement: "X", ...wrong }], sources })).toStartWith(
      "TOOL_INPUT_INVALID /findings/0/",
    );
  }
  expect(
    failure({ findings: Array.from({ length: 501 }, () => ({ statement: "X" })), sources }),
  ).toBe("TOOL_INPUT_INVALID /findings");
  expect(failure({ findings: "{", sources })).toBe("JSON_SYNTAX /findings");
  expect(failure({ findings, sources, limitations: [1] })).toBe(
    "TOOL_INPUT_INVALID /limitations/0",
  );
  expect(failure({ findings, sources, date: "yesterday" })).toBe("DATE_INVALID /date");
  expect(failure({ findings, sources, date: "2026-02-30" })).toBe("DATE_INVALID /date");
  for (const date of ["2026", "2026-11", "20261120", "2026-W47-5", "2026-11-20T10:00+01:00"]) {
    expect(valueOf({ findings, sources, date }).date).toBe(date);
  }
});

test("500 findings with a quote each, from a source of 100,000 characters", () => {
  const lines = Array.from({ length: 4000 }, (_, at) => `Line ${at} tells of item ${at * 7}.`);
  const findings = lines.slice(0, 500).map((quote, at) => ({
    statement: `Item ${at}`,
    evidence: [{ sourceId: "log", quote: at % 2 === 0 ? quote : quote.replace("tells", "speaks") }],
  }));
  const { totals } = valueOf({ findings, sources: [{ id: "log", text: lines.join("\n") }] });
  expect(totals).toMatchObject({ findings: 500, confirmed: 250, open: 250, verified: 250 });
});
