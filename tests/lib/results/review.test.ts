import { expect, test } from "bun:test";
import { type Finding, reviewOf } from "../../../tools/_lib/results/review/findings.ts";
import { countedFindings, gated } from "../../../tools/_lib/results/review/gate.ts";
import { findingsTable } from "../../../tools/_lib/results/review/table.ts";

const error: Finding = { code: "B", severity: "error", message: "Wrong", path: "/b" };
const warning: Finding = { code: "A", severity: "warning", message: "Odd", subject: "x", line: 3 };
const info: Finding = { code: "A", severity: "info", message: "Known" };

test("order: severity, code, path, subject, as plain text", () => {
  const given = [info, warning, error, { ...error, path: "/10" }, { ...error, path: "/9" }];
  const places = reviewOf(given).findings.map(({ severity, path }) => `${severity} ${path}`);
  expect(places).toEqual([
    "error /10",
    "error /9",
    "error /b",
    "warning undefined",
    "info undefined",
  ]);
  const subjects = ["b", "a", "B"].map((subject) => ({ ...info, subject }));
  expect(reviewOf(subjects).findings.map(({ subject }) => subject)).toEqual(["B", "a", "b"]);
});

test("verdict, counts, and entries with what entries have", () => {
  expect(reviewOf([])).toMatchObject({ verdict: "pass", valid: true });
  expect(reviewOf([info])).toMatchObject({ verdict: "pass", counts: { info: 1 } });
  expect(reviewOf([info, warning])).toMatchObject({
    verdict: "review",
    valid: true,
    warnings: [{ code: "A", message: "Odd", line: 3 }],
  });
  expect(reviewOf([error, warning])).toMatchObject({
    verdict: "fail",
    valid: false,
    counts: { error: 1, warning: 1, info: 0 },
    errors: [{ code: "B", message: "Wrong", path: "/b" }],
  });
});

test("a gate keeps the result and names itself", () => {
  const gate = (failOn: "none" | "error" | "warning", valid: boolean, warnings = 0) =>
    gated({ valid, value: 1 }, { failOn, code: "X_FAILED", message: "Cannot pass" }, warnings);
  expect(gate("none", false, 1)).toEqual({ ok: true, valid: false, value: 1 });
  expect(gate("error", true, 1).ok).toBe(true);
  expect(gate("warning", true, 0).ok).toBe(true);
  expect(gate("warning", true, 1).ok).toBe(false);
  expect(gate("error", false)).toEqual({
    ok: false,
    valid: false,
    value: 1,
    error: { code: "X_FAILED", message: "Cannot pass" },
  });
  expect(countedFindings({ error: 2, warning: 1 })).toBe("2 errors and 1 warning");
});

test("the table escapes what would end a cell or a row", () => {
  const heading = { tool: "a-tool", verdict: "fail", figures: "1 file" } as const;
  expect(findingsTable(heading, [])).toBe("# a-tool: FAIL\n\n1 file\n\nNo findings.");
  expect(findingsTable(heading, [{ ...error, message: "a|b\r\nc" }, warning])).toBe(
    [
      "# a-tool: FAIL\n\n1 file\n",
      "| Severity | Code | Where | Message |",
      "| --- | --- | --- | --- |",
      "| error | B | /b | a\\|b c |",
      "| warning | A | x | Odd |",
    ].join("\n"),
  );
});
