import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/three-way-structured-merge.ts";
import tool from "../../../tools/three-way-structured-merge.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const merge = (base: unknown, ours: unknown, theirs: unknown, more: object = {}) =>
  valueOf({ ...(base === undefined ? {} : { base }), ours, theirs, ...more });
const conflicts = (...versions: Parameters<typeof merge>) =>
  merge(...versions).conflicts.map(({ path, kind }) => `${path} ${kind}`);
const codes = (input: object) => run(input).warnings?.map(({ code, path }) => `${code} ${path}`);
const failure = (input: object) => {
  const { ok, errors = [] } = run(input);
  return ok ? "" : `${errors[0]?.code} ${errors[0]?.path}`;
};

describe("values", () => {
  test("nothing is not null", () => {
    expect(merge({ a: null, b: 1 }, { b: 1 }, { a: null, b: 2 }).merged).toEqual({ b: 2 });
    expect(merge({ b: 1 }, { a: null, b: 1 }, { b: 1 }).merged).toEqual({ a: null, b: 1 });
    expect(conflicts({ a: 1 }, { a: null }, {})).toEqual(["/a modify/delete"]);
  });

  test("each kind of conflict", () => {
    expect(conflicts({ a: 1 }, { a: 2 }, { a: 3 })).toEqual(["/a modify/modify"]);
    expect(conflicts({ a: 1 }, { a: 2 }, {})).toEqual(["/a modify/delete"]);
    expect(conflicts({ a: 1 }, {}, { a: 2 })).toEqual(["/a delete/modify"]);
    expect(conflicts({}, { a: 1 }, { a: 2 })).toEqual(["/a add/add"]);
    expect(conflicts([1], [2], [3])).toEqual([" sequence"]);
    expect(conflicts([1], [2], [3], { arrays: "atomic" })).toEqual([" modify/modify"]);
    expect(conflicts([1], [2], [3], { arrays: "identity" })).toEqual([" modify/modify"]);
  });

  test("root scalars, and a base that is not there", () => {
    expect(merge(1, 1, "x").merged).toBe("x");
    expect(conflicts(1, 2, 3)).toEqual([" modify/modify"]);
    expect(conflicts(undefined, 2, 3)).toEqual([" add/add"]);
    expect(merge(undefined, { a: 1 }, { b: 2 }).merged).toEqual({ a: 1, b: 2 });
    expect(merge(undefined, { a: 1 }, { a: 1 }).patches.fromBase).toEqual([
      { op: "add", path: "", value: { a: 1 } },
    ]);
    expect(merge(null, null, { a: 1 }).merged).toEqual({ a: 1 });
    expect(merge(undefined, 1, 2, { onConflict: "base" })).toMatchObject({
      merged: null,
      patches: { fromOurs: [{ op: "replace", path: "", value: null }] },
    });
  });

  test("another type is another value", () => {
    expect(merge({ a: {} }, { a: [] }, { a: {}, b: 1 }).merged).toEqual({ a: [], b: 1 });
    expect(conflicts({ a: { x: 1 } }, { a: [1] }, { a: { x: 2 } })).toEqual(["/a modify/modify"]);
    expect(conflicts({ a: 1 }, { a: { x: 1 } }, { a: { y: 1 } })).toEqual(["/a modify/modify"]);
    expect(conflicts({ a: 1 }, { a: [1] }, { a: [2] })).toEqual(["/a modify/modify"]);
  });

  test("numbers are equal by value, and that of ours stays as it is written", () => {
    const { output, valid } = run({
      base: '{"a":1,"b":1}',
      ours: '{"a":1.0,"b":2}',
      theirs: '{"a":1e0,"b":1}',
    });
    expect([output, valid]).toEqual(['{"a":1.0,"b":2}', true]);
    const big = "123456789012345678901234567890";
    expect(run({ base: "{}", ours: `{"n": ${big}}`, theirs: "{}" }).output).toContain(big);
    expect(conflicts("[1]", "[1.0]", "[1e0]")).toEqual([]);
  });

  test("keys are data, whatever they are", () => {
    const odd = { "a/b": 1, "m~n": 1, $conflict: { base: 1 }, constructor: 1, "": 1 };
    const ours = { ...odd, "a/b": 2, "m~n": 2, $conflict: { base: 2 } };
    const theirs = { ...odd, "a/b": 3, "m~n": 1, $conflict: { base: 3 } };
    expect(conflicts(odd, ours, theirs)).toEqual([
      "/$conflict/base modify/modify",
      "/a~1b modify/modify",
    ]);
    const { merged } = merge(
      '{"__proto__":{"a":1}}',
      '{"__proto__":{"a":2}}',
      '{"__proto__":{"a":1,"b":1}}',
    );
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":2,"b":1}}');
  });

  test("keys stand as in ours, then those that theirs added", () => {
    const { output } = run({
      base: { a: 1, b: 1 },
      ours: { z: 1, b: 1, a: 2 },
      theirs: { y: 1, a: 1, b: 2, x: 1 },
    });
    expect(Object.keys(JSON.parse(output ?? "") as object)).toEqual(["z", "b", "a", "y", "x"]);
  });

  test("what stands at a conflict, which stays one", () => {
    const versions = [{ v: 1 }, { v: 2 }, {}] as const;
    const left = (onConflict: string) => merge(...versions, { onConflict });
    expect(left("object").merged).toEqual({ v: { $conflict: { base: 1, ours: 2 } } });
    expect(left("ours").merged).toEqual({ v: 2 });
    expect(left("theirs").merged).toEqual({});
    expect(left("base").merged).toEqual({ v: 1 });
    expect(left("ours")).toMatchObject({ clean: false, counts: { conflicts: 1 } });
    expect(run({ base: 1, ours: 2, theirs: 3, onConflict: "ours" }).valid).toBe(false);
  });

  test("conflicts stand by path", () => {
    const versions = [1, 2, 3].map((v) => ({ b: v, a: { "0": v }, "a!": v }));
    expect(conflicts(versions[0], versions[1], versions[2])).toEqual([
      "/a! modify/modify",
      "/a/0 modify/modify",
      "/b modify/modify",
    ]);
  });
});

describe("formats", () => {
  test("the output is in the format of ours, if that is text", () => {
    const theirs = { a: 1, b: 2 };
    expect(run({ base: { a: 1 }, ours: "a: 1\n", theirs }).output).toBe("a: 1\nb: 2\n");
    expect(run({ base: { a: 1 }, ours: "a = 1\n", theirs }).output).toBe("a = 1\nb = 2\n");
    expect(run({ base: "a: 1", ours: { a: 1 }, theirs }).output).toBe('{\n  "a": 1,\n  "b": 2\n}');
    expect(run({ base: "a: 1", ours: "a: 1", theirs, format: "toml" }).output).toBe(
      "a = 1\nb = 2\n",
    );
  });

  test("dates and numbers of TOML come back as they were", () => {
    const ours = "at = 2026-01-02T03:04:05Z\nmask = 0xff\nratio = 1.0\nmost = inf\n";
    expect(run({ base: {}, ours, theirs: {} }).output).toBe(ours);
    expect(conflicts("d = 2026-01-02", "d = 2026-01-03", 'd = "2026-01-02"')).toEqual([]);
  });

  test("what is lost is said", () => {
    const yaml = "# why\nx: &a {b: 1}\ny: *a\n";
    // The text of ours keeps its comments, and nobody looks for those of base.
    expect(codes({ base: yaml, ours: "a = 1 # c\n", theirs: { a: 1 } })).toEqual([]);
    expect(codes({ base: {}, ours: yaml, theirs: "{}", format: "json" })).toEqual([
      "COMMENTS_LOST /ours",
      "ANCHORS_EXPANDED /ours",
    ]);
    expect(codes({ ours: '{"a":{"b":1,"b":2}}', theirs: '{"a":{"b":2}}' })).toEqual([
      "DUPLICATE_KEY /ours/a/b",
    ]);
    const integer = '{"n": 99999999999999999999}';
    expect(codes({ ours: integer, theirs: integer, format: "toml" })).toEqual([
      "NUMBER_KEPT_AS_TEXT /n",
      "NUMBER_TO_STRING /n",
    ]);
  });

  test("what TOML cannot hold", () => {
    const toml = (document: unknown) =>
      failure({ ours: document, theirs: document, format: "toml" });
    expect(toml({ a: [{ b: null }] })).toBe("TOML_NULL /a/0/b");
    expect(toml(null)).toBe("TOML_NULL ");
    expect(toml([1])).toBe("DOCUMENT_TYPE /format");
    expect(toml('{"a": "\\ud800"}')).toBe("LONE_SURROGATE /a");
    expect(failure({ base: "a = 1", ours: "a = 2", theirs: { a: null } })).toStartWith("TOML_NULL");
  });

  test("text in no format", () => {
    expect(failure({ ours: "{", theirs: "{}" })).toBe("FORMAT_SYNTAX /ours");
    expect(failure({ ours: "{}", theirs: "a: 1\na: 2" })).toBe("FORMAT_SYNTAX /theirs");
    expect(run({ base: "{", ours: "{", theirs: "\n\na: b: c" }).errors).toMatchObject([
      { path: "/base", line: 1 },
      { path: "/ours", line: 1 },
      { path: "/theirs", line: 3 },
    ]);
    expect(failure({ ours: "[".repeat(1001), theirs: "{}" })).toBe("INPUT_TOO_DEEP /ours");
  });

  test("text with a byte order mark, or CR LF line ends", () => {
    expect(merge("\ufeffa: 1\r\n", "\ufeffa: 1\r\nb: 2\r\n", "a: 3\r\n").merged).toEqual({
      a: 3,
      b: 2,
    });
  });
});

test("the gate trips on conflicts only", () => {
  const input = { base: "# c\nv: 1", ours: { v: 2 }, theirs: { v: 3 } };
  expect(run(input).ok).toBe(true);
  for (const failOn of ["error", "warning"]) {
    expect(run({ ...input, failOn })).toMatchObject({
      ok: false,
      error: { code: "THREE_WAY_STRUCTURED_MERGE_FAILED" },
      value: { counts: { conflicts: 1 } },
    });
    expect(run({ ...input, theirs: { v: 1 }, failOn }).ok).toBe(true);
  }
});

test("what is hostile", () => {
  const deep = (leaf: string) => `${'{"a":'.repeat(500)}${leaf}${"}".repeat(500)}`;
  expect(merge(deep("1"), deep("2"), deep("1")).clean).toBe(true);
  expect(merge(deep("1"), deep("2"), deep("3")).conflicts).toHaveLength(1);
  const text = '"'.concat("x".repeat(100_000), '"');
  expect(merge(text, text, '"y"').merged).toBe("y");
  expect(merge({ a: "\ud800" }, { a: "\ud800", b: 1 }, { a: "\udc00" }).merged).toEqual({
    a: "\udc00",
    b: 1,
  });
});
