import { describe, expect, test } from "bun:test";
import { csvText } from "../../../kits/_core/csv.ts";
import { deliverable } from "../../../kits/_core/deliverable.ts";
import { mapTexts, redactStage, textsIn } from "../../../kits/_core/redaction.ts";
import { KitReport } from "../../../kits/_core/report.ts";

const PLAN = { redact: null, count: null } as const;

const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

describe("files", () => {
  test("end with one line feed, however the text ends", () => {
    for (const end of ["", "\n", "\n\n", "\r\n\r\n"]) {
      expect(deliverable("a.txt", `text${end}`)).toMatchObject({ content: "text\n", bytes: 5 });
    }
    expect(deliverable("a.jsonl", "").content).toBe("\n");
    for (const name of ["/a", "../a", "a/../b", "a b", ""]) {
      expect(() => deliverable(name, "")).toThrow();
    }
  });

  test("pages have line feeds alone, and data keeps what it holds", () => {
    expect(deliverable("a.md", "a\r\nb\rc").content).toBe("a\nb\nc\n");
    expect(deliverable("a.csv", 'x\n"a\r\nb"').content).toBe('x\n"a\r\nb"\n');
  });

  test("tables run nothing in a spreadsheet, and keep numbers", () => {
    const rows = [
      ["=1+1", 1.5, true],
      ["a,b", null, undefined],
    ];
    expect(csvText(["x", "y", "z"], rows)).toBe(`x,y,z\n'=1+1,1.5,true\n"a,b",,`);
  });
});

test("the page has stages, findings, files and what is next", () => {
  const report = new KitReport("some-kit", "Some Kit", PLAN);
  report.done("redact", "a | b");
  report.takeOver("count", [{ code: "KEPT", message: "two\nlines" }], { KEPT: "warning" });
  report.takeOver("count", [{ code: "constructor", message: "not named" }], { KEPT: "warning" });
  report.file("a.txt", "text");
  const output = { figures: "1 of 2", next: ["Read a.txt"] };
  const outcome = report.conclude({ value: {}, counts: {}, output, failOn: "none" });
  expect(outcome.output?.split("\n\n")).toEqual([
    "# Some Kit: REVIEW",
    "1 of 2",
    "## Stages",
    expect.stringContaining("| redact | some-kit | a \\| b |"),
    "## Findings",
    expect.stringContaining("| warning | KEPT |  | two lines |"),
    "## Files",
    expect.stringMatching(/\| a\.txt \| 5 \| [0-9a-f]{64} \|$/),
    "## Next",
    "1. Read a.txt",
  ]);
});

describe("redaction", () => {
  test("one table of tokens for all texts, and a finding for each detector", () => {
    const report = new KitReport("some-kit", "Some Kit", PLAN);
    const value = { a: [`token ${TOKEN}`, 5], b: { c: `again ${TOKEN}` } };
    const redact = redactStage(report, "redact", textsIn(value), { redact: true });
    const redacted = mapTexts(value, redact);
    expect(redacted).toEqual({
      a: ["token [GITHUB_TOKEN_1]", 5],
      b: { c: "again [GITHUB_TOKEN_1]" },
    });
    const { warnings } = report.conclude({ value: {}, counts: {}, output: "", failOn: "none" });
    expect(warnings).toMatchObject([{ code: "SECRET_REDACTED", received: 1 }]);
  });

  test("is left out on request", () => {
    const report = new KitReport("some-kit", "Some Kit", PLAN);
    expect(redactStage(report, "redact", [TOKEN], { redact: false })(TOKEN)).toBe(TOKEN);
  });
});
