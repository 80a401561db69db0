import { describe, expect, test } from "bun:test";
import tool from "../../../tools/json-query.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);

interface Value {
  language: string;
  count: number;
  results: unknown[];
}

function jq(query: string, input: unknown = "null", more: object = {}): string {
  const { ok, output, errors } = run({ input, query, compact: true, ...more });
  return ok ? (output ?? "") : `${errors?.[0]?.code}: ${errors?.[0]?.message}`;
}

describe("input", () => {
  test("jq takes several documents, one after another", () => {
    expect(jq(". * 2", "1 2\n3")).toBe("2\n4\n6");
    expect(jq("[., input]", "1 2 3 4")).toBe("[1,2]\n[3,4]");
    expect(jq(".", "1 2", { slurp: true })).toBe("[1,2]");
    expect(jq("[inputs]", "1 2", { nullInput: true })).toBe("[1,2]");
    expect(jq("., input", "1 2", { nullInput: true, slurp: true })).toBe("null\n[1,2]");
  });

  test("nothing is needed where nothing is read", () => {
    expect(run({ query: "1", nullInput: true })).toMatchObject({ ok: true, output: "1" });
    expect(run({ query: "1" }).errors).toMatchObject([{ code: "REQUIRED", path: "/input" }]);
    expect(run({ query: "", language: "pointer", nullInput: true }).ok).toBe(false);
    expect(jq(".", "", { slurp: true })).toBe("[]");
    expect(run({ input: " ", query: "." }).errors).toMatchObject([
      { code: "JSON_SYNTAX", path: "/input", offset: 0 },
    ]);
  });

  test("the other languages take one document", () => {
    const { errors, valid } = run({ input: "1 2", query: "@", language: "jmespath" });
    expect(errors).toMatchObject([{ code: "JSON_SYNTAX", offset: 2 }]);
    expect(valid).toBe(false);
  });

  test("what is odd in the text is a warning", () => {
    const { output, warnings } = run({
      input: '\ufeff{"a":1,"a":"\\ud800"}',
      query: ".",
      compact: true,
    });
    expect(output).toBe('{"a":"\\ud800"}');
    expect(warnings?.map(({ code }) => code)).toEqual([
      "BOM_REMOVED",
      "DUPLICATE_KEY",
      "LONE_SURROGATE",
    ]);
  });

  test("a value is taken as it is", () => {
    expect(jq(".a", { a: [1] })).toBe("[1]");
    expect(jq("length", '"a"')).toBe("1");
  });

  test("args are variables", () => {
    const args = { x: { y: 1 }, "no-name": 2 };
    expect(jq("$x.y, $ARGS.named, $ARGS.positional", "null", { args })).toBe(
      '1\n{"x":{"y":1},"no-name":2}\n[]',
    );
    expect(jq("$nothing")).toMatch(/^QUERY_SYNTAX: .*\$nothing, which is not defined/);
  });
});

describe("output", () => {
  test("a result per line, pretty or compact, raw, sorted", () => {
    const input = '{"b":[1,{"d":1,"c":2}],"a":"x"}';
    expect(run({ input, query: ".b, .a" }).output).toBe(
      '[\n  1,\n  {\n    "d": 1,\n    "c": 2\n  }\n]\n"x"',
    );
    expect(jq(".a, .b", input, { rawOutput: true })).toBe('x\n[1,{"d":1,"c":2}]');
    expect(jq(".", input, { sortKeys: true })).toBe('{"a":"x","b":[1,{"c":2,"d":1}]}');
    const other = { input, language: "jmespath", query: "a", rawOutput: true };
    expect(run(other).output).toBe("x");
  });

  test("no results is a warning, but of JMESPath, which always has one", () => {
    expect(run({ input: "[]", query: ".[]" })).toMatchObject({
      ok: true,
      output: "",
      value: { count: 0, results: [] },
      warnings: [{ code: "NO_RESULTS" }],
    });
    const path = run({ input: "[]", query: "$.a", language: "jsonpath" });
    expect(path.warnings).toMatchObject([{ code: "NO_RESULTS" }]);
    const jmespath = run({ input: "[]", query: "a", language: "jmespath" });
    expect(jmespath).toMatchObject({ output: "null", warnings: [] });
  });

  test("results before an error stay", () => {
    const { ok, valid, output, value, errors } = run({ input: "[1,null]", query: ".[] | .[]?, ." });
    expect({ ok, valid, output }).toEqual({ ok: true, valid: true, output: "1\nnull" });
    expect(errors).toBeUndefined();
    expect((value as Value).count).toBe(2);
    expect(run({ input: "[[1],2]", query: ".[] | .[]" })).toMatchObject({
      ok: false,
      valid: true,
      output: "1",
      value: { count: 1, results: [1] },
      errors: [{ code: "QUERY_RUNTIME", message: "Cannot iterate over number (2)" }],
    });
  });

  test("numbers that are only moved keep their text; computed ones are ECMAScript's", () => {
    const input = "[1e3,1.50,-0,12345678901234567890]";
    expect(jq(".", input)).toBe(input);
    expect(jq("map(.+0)", "[1e3,1.50,1e100]")).toBe("[1000,1.5,1e+100]");
    const { warnings, value } = run({ input, query: ".[3], .[3] + 1" });
    expect(warnings).toMatchObject([
      {
        code: "NUMBER_ROUNDED",
        received: "12345678901234567890",
        expected: "12345678901234567000",
      },
      { code: "NUMBER_KEPT_AS_TEXT", path: "/results/0", received: "12345678901234567890" },
    ]);
    expect((value as Value).results).toEqual(["12345678901234567890", 12345678901234567000]);
    expect(jq("nan, infinite, -infinite, [nan]")).toBe(
      "null\n1.7976931348623157e+308\n-1.7976931348623157e+308\n[null]",
    );
    expect(jq("1e1000, (1e1000|tojson), -1.50", "0")).toBe('1e1000\n"1e1000"\n-1.50');
  });

  test("comparison is exact", () => {
    expect(
      jq(
        "[.[0] == .[1], .[0] < .[1], (unique|length)]",
        "[12345678901234567890,12345678901234567891]",
      ),
    ).toBe("[false,true,2]");
    expect(jq("[.[] == 1]", "[1,1.0,1e0,10e-1]")).toBe("[true,true,true,true]");
  });
});

describe("bounds", () => {
  test.each([
    ["def f: f; f"],
    ["def f: 1 + f; f"],
    ["last(repeat(1))"],
    ["[recurse(.)]"],
    ["range(infinite)"],
    ['"x" | until(false; . + .)'],
    ["[1] | until(false; . + .)"],
    [".[100000000] = 1"],
    ['"a" * 1000000000'],
    ['("a" * 40 + "!") | test("(a+)+$")'],
    ["[limit(30; [1] | recurse([., .]))] | last"],
    ["reduce range(2000) as $i (0; [.])"],
    ["range(200000)"],
  ])("%s ends", (query) => {
    expect(run({ input: "null", query }).errors).toMatchObject([{ code: "QUERY_BUDGET_EXCEEDED" }]);
  });

  test.each([
    ["[limit(3; repeat(1))]", "[1,1,1]"],
    ["[limit(100000; repeat(1))] | length", "100000"],
    ["reduce range(1000000) as $i (0; . + 1)", "1000000"],
    ["def f: if . < 100000 then 1 + (. + 1 | f) else 0 end; 0 | f", "100000"],
    ["reduce range(100000) as $i ([]; . + [$i]) | length", "100000"],
    ['reduce range(100000) as $i ({}; .["k\\($i)"] += 1) | length', "100000"],
    ["[range(100000)] | map_values(. + 1) | del(.[] | select(. % 2 == 0)) | length", "50000"],
    ["reduce range(20000) as $i ([]; [.]) | tojson | length", "20023"],
  ])("%s answers", (query, output) => {
    expect(jq(query)).toBe(output);
  });

  test("a document of 1,000 levels is searched and kept", () => {
    const deep = "[".repeat(1000) + "]".repeat(1000);
    expect(jq("[..] | length", deep)).toBe("1000");
    expect(jq(".", deep)).toBe(deep);
    expect(run({ input: `[${deep}]`, query: "." }).errors).toMatchObject([
      { code: "INPUT_TOO_DEEP" },
    ]);
    expect(jq("[.]", deep)).toMatch(/^QUERY_BUDGET_EXCEEDED: .*1,000 levels/);
  });
});

describe("JSON Pointer", () => {
  const pointer = (query: string, input = '{"a":[1,{"":2}],"m~n":3,"/":4}') =>
    run({ input, query, language: "pointer", compact: true });

  test.each([
    ["", '{"a":[1,{"":2}],"m~n":3,"/":4}'],
    ["/a/1/", "2"],
    ["/m~0n", "3"],
    ["/~1", "4"],
  ])("%s", (query, output) => {
    expect(pointer(query)).toMatchObject({ ok: true, valid: true, output, value: { count: 1 } });
  });

  test.each([
    ["/a/-", "/a"],
    ["/a/01", "/a"],
    ["/a/2", "/a"],
    ["/a/0/b", "/a/0"],
    ["/b/c", ""],
  ])("%s leads nowhere beyond %s", (query, received) => {
    const { ok, valid, errors } = pointer(query);
    expect({ ok, valid }).toEqual({ ok: false, valid: true });
    expect(errors).toMatchObject([{ code: "POINTER_NOT_FOUND", received }]);
    expect(errors?.[0]?.message).toContain(JSON.stringify(received));
  });

  test.each([
    ["a", 0],
    ["/a~", 3],
    ["/a~2", 3],
  ])("%s is none", (query, offset) => {
    expect(pointer(query)).toMatchObject({
      valid: false,
      errors: [{ code: "QUERY_SYNTAX", offset }],
    });
  });
});

describe("the language", () => {
  test("an alias chooses it", () => {
    expect(tool.aliasInput).toEqual({ jmespath: { language: "jmespath" } });
  });

  test.each([
    ["jq", "$.a[*]", "jsonpath"],
    ["jq", "/a/b", "pointer"],
    ["jq", "people[?age > `20`]", "jmespath"],
    ["jq", "foo.bar", "jmespath"],
    ["jmespath", ".a | .b", "jq"],
    ["jmespath", "$.a", "jsonpath"],
    ["jsonpath", "/a/0", "pointer"],
    ["jsonpath", ".a[0]", "jq"],
    ["pointer", "a[?b]", "jmespath"],
    ["pointer", "$.a", "jsonpath"],
  ])("of %s, %s is read as %s", (language, query, other) => {
    const { valid, errors } = run({ input: "{}", query, language });
    expect(valid).toBe(false);
    expect(errors?.[0]?.code).toBe("QUERY_SYNTAX");
    expect(errors?.[0]?.hint).toContain(`"${other}"`);
  });

  test("an empty query is the whole document", () => {
    for (const language of ["jq", "jmespath", "jsonpath", "pointer"])
      expect(run({ input: "[1]", query: "", language, compact: true }).output).toBe("[1]");
  });
});
