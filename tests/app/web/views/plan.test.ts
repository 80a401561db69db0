import { describe, expect, test } from "bun:test";
import { ENTRIES } from "../../../../app/registry.ts";
import { firstOf, pairOf, PLANNED, planOf } from "../../../../app/web/views/plan.ts";

const given = { plan: {}, isForm: false, hasFindings: false } as const;

describe("the view that a result opens with", () => {
  test("is the unit's own, else what was found, else the overview", () => {
    const ids = ["overview", "findings", "text", "tree"] as const;
    expect(firstOf({ ...given, ids, plan: { first: "tree" } })).toBe("tree");
    expect(firstOf({ ...given, ids, hasFindings: true })).toBe("findings");
    expect(firstOf({ ...given, ids, hasFindings: true, isForm: true })).toBe("overview");
    expect(firstOf({ ...given, ids })).toBe("overview");
  });

  test("is a picture where there is one, and no list of findings that is empty", () => {
    expect(firstOf({ ...given, ids: ["picture", "overview"] })).toBe("picture");
    const plan = { first: "findings" } as const;
    expect(firstOf({ ...given, plan, ids: ["overview", "text"] })).toBe("overview");
  });

  test("is whatever there is, or none", () => {
    expect(firstOf({ ...given, ids: ["value"] })).toBe("value");
    expect(firstOf({ ...given, plan: { first: "table" }, ids: ["text"] })).toBe("text");
    expect(firstOf({ ...given, ids: [] })).toBeUndefined();
  });
});

test("every plan is of a tool that there is", () => {
  const tools = new Set(ENTRIES.filter(({ kind }) => kind === "tool").map(({ id }) => id));
  expect(PLANNED.filter((id) => !tools.has(id))).toEqual([]);
  expect([planOf("constructor"), planOf("no-such")]).toEqual([{}, {}]);
});

test("two states of a thing are a pair by the names of their fields", () => {
  expect(pairOf(["before", "after", "note"])).toEqual(["before", "after"]);
  expect(pairOf(["base", "ours", "theirs"])).toEqual(["ours", "theirs"]);
  expect(pairOf(["before"])).toBeUndefined();
  expect(pairOf([])).toBeUndefined();
});
