import { expect, test } from "bun:test";
import type { UnitDetail } from "../../../../app/web/catalogue.ts";
import type { Body } from "../../../../app/web/runner.ts";
import { marksOf } from "../../../../app/web/tool/problems.ts";

test("a text is marked where reading fails, and where what is not closed opens", () => {
  const detail = { texts: ["input"] } as unknown as UnitDetail;
  const error = {
    code: "YAML_SYNTAX",
    message: "Cannot read YAML",
    path: "/input",
    line: 9,
    column: 1,
    related: [{ line: 8, column: 7, message: 'The quote " opens here' }],
  };
  const body = { success: false, result: { errors: [error] } } as unknown as Body;
  expect(marksOf(detail, "input", body)).toEqual([
    { line: 9, column: 1, kind: "bad" },
    { line: 8, column: 7, kind: "note" },
  ]);
});
