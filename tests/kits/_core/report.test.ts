import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Type } from "@sinclair/typebox";
import { kitValue } from "../../../kits/_core/kit-value.ts";
import { KitReport } from "../../../kits/_core/report.ts";
import countTokens from "../../../tools/token-counter.ts";

const PLAN = { first: null, second: countTokens, third: null } as const;
const VALUE = kitValue({ rows: Type.Integer() }, { rows: Type.Integer() });

interface Shown {
  verdict: string;
  stages: { id: string; tool_id: string; ok: boolean; status: string; summary: string }[];
  findings: { code: string; path?: string; subject?: string }[];
  counts: Record<string, unknown>;
  deliverables: { name: string; mediaType: string; content: string; bytes: number }[];
}

function start() {
  const report = new KitReport("sample-kit", PLAN);
  report.done("first", "1 row");
  report.done("second", "3 tokens", "pass");
  report.skipped("third", "Nothing to do");
  return report;
}

function conclude(
  report: ReturnType<typeof start>,
  failOn: "none" | "error" | "warning" = "error",
) {
  const outcome = report.conclude<Shown, string, string>({
    value: { rows: 1 },
    counts: { rows: 1 },
    output: "out",
    failOn,
  });
  expect([...Value.Errors(VALUE, outcome.value)]).toEqual([]);
  return outcome;
}

test("without findings the verdict is pass, and the stages stand in the order of the plan", () => {
  const { ok, valid, value } = conclude(start());
  expect([ok, valid, value?.verdict]).toEqual([true, true, "pass"]);
  expect(value?.stages.map(({ id, tool_id, status }) => [id, tool_id, status])).toEqual([
    ["first", "sample-kit", "done"],
    ["second", "token-counter", "done"],
    ["third", "sample-kit", "skipped"],
  ]);
});

test("findings stand by severity, stage, code, path and subject, numbers in paths as numbers", () => {
  const report = start();
  const at = (path: string) => ({ code: "B", message: "m", path });
  report.find("info", "first", { code: "A", message: "m" });
  report.find("warning", "third", { code: "A", message: "m" });
  report.find("error", "second", at("/a/10"));
  report.find("error", "second", at("/a/9"));
  report.find("error", "second", { ...at("/a"), subject: "y" });
  report.find("error", "second", { ...at("/a"), subject: "x" });
  report.find("error", "third", { code: "A", message: "m" });
  report.find("error", "second", { code: "A", message: "m", path: "/z" });
  const { value, errors = [], warnings = [] } = conclude(report);
  expect(
    value?.findings.map(({ code, path, subject }) => `${code}${path ?? ""}${subject ?? ""}`),
  ).toEqual(["A/z", "B/ax", "B/ay", "B/a/9", "B/a/10", "A", "A", "A"]);
  expect(errors.length).toBe(6);
  expect(warnings.length).toBe(1);
  expect(value?.counts).toEqual({
    error: 6,
    warning: 1,
    info: 1,
    byCode: { A: 4, B: 4 },
    rows: 1,
  });
});

test("200 findings of one code are listed, all are counted", () => {
  const report = start();
  for (let index = 0; index < 300; index++) {
    report.find("warning", "first", { code: "MANY", message: "m", path: `/${index}` });
  }
  report.find("warning", "first", { code: "ONE", message: "m" });
  const { value, warnings } = conclude(report);
  expect(value?.findings.length).toBe(201);
  expect(warnings?.length).toBe(201);
  expect(value?.counts["byCode"]).toEqual({ MANY: 300, ONE: 1 });
});

describe("the gate", () => {
  const cases = [
    ["error", "error", false, "fail"],
    ["error", "warning", true, "review"],
    ["error", "info", true, "pass"],
    ["warning", "error", false, "fail"],
    ["warning", "warning", false, "review"],
    ["warning", "info", true, "pass"],
    ["none", "error", true, "fail"],
  ] as const;
  test.each(cases)(
    "%s lets a finding of severity %s pass: %p",
    (failOn, severity, passes, verdict) => {
      const report = start();
      report.find(severity, "first", { code: "X", message: "m" });
      const { ok, error, valid, value } = conclude(report, failOn);
      expect([ok, valid, value?.verdict]).toEqual([passes, verdict !== "fail", verdict]);
      expect(error?.code).toBe(passes ? undefined : "SAMPLE_KIT_FAILED");
    },
  );
});

test("a stage that fails is a finding, and the run goes on", () => {
  const report = start();
  report.stageFailed("second", { code: "JSON_SYNTAX", message: "Cannot read" });
  const { value, errors } = conclude(report, "none");
  expect(errors).toEqual([
    { code: "STAGE_FAILED", message: "Cannot read", subject: "second", received: "JSON_SYNTAX" },
  ]);
  expect(value?.stages[1]).toMatchObject({ ok: false, status: "failed", summary: "Cannot read" });
});

test("a stage that stops the run names the error, whatever the gate; what comes after is not reached", () => {
  const report = new KitReport("sample-kit", PLAN);
  report.done("first", "1 row");
  report.find("error", "first", { code: "A", message: "m" });
  report.stop("second", [
    { code: "SCHEMA_INVALID", message: "Cannot use", path: "/schema/type" },
    { code: "SCHEMA_INVALID", message: "Cannot use", path: "/schema/items" },
  ]);
  const { ok, error, errors, value } = conclude(report, "none");
  expect([ok, error?.code, error?.message]).toEqual([false, "SCHEMA_INVALID", "Cannot use"]);
  expect(errors?.length).toBe(3);
  expect(value?.stages.map(({ status }) => status)).toEqual(["done", "failed", "skipped"]);
});

describe("files", () => {
  test("have a media type, their bytes and one line feed at the end", () => {
    const report = start();
    report.file("a/e.md", "größer");
    report.json("b.json", { ["__proto__"]: [1] });
    report.file("c", "x");
    const { value } = conclude(report);
    expect(
      value?.deliverables.map(({ name, mediaType, bytes }) => [name, mediaType, bytes]),
    ).toEqual([
      ["a/e.md", "text/markdown", 9],
      ["b.json", "application/json", 31],
      ["c", "text/plain", 2],
    ]);
  });

  test.each(["", "/a", "../a", "a/../b", ".", "a b", "a\\b", "ä"])(
    "cannot be called %j",
    (name) => {
      expect(() => start().file(name, "x")).toThrow("cannot be called");
    },
  );

  test("of more than 2,000,000 characters are OUTPUT_TOO_LARGE", () => {
    const report = start();
    report.file("a.txt", "x".repeat(1_500_000));
    report.file("b.txt", "x".repeat(500_000));
    const { ok, error, value } = conclude(report, "none");
    expect([ok, error?.code]).toEqual([false, "OUTPUT_TOO_LARGE"]);
    expect(value?.deliverables.map(({ name }) => name)).toEqual(["a.txt"]);
  });

  test("of values whose layout would be too long are OUTPUT_TOO_LARGE, too", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 1000; level++) deep = [deep];
    const report = start();
    report.json("a.json", { value: deep });
    expect(conclude(report).error?.code).toBe("OUTPUT_TOO_LARGE");
  });
});
