import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readQuery } from "../../tools/_lib/json/path/query.ts";
import tool from "../../tools/json-path-tester.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);

interface Value {
  count: number;
  truncated: boolean;
  singular: boolean;
  matches: { path: string; pointer: string; value: unknown }[];
}

function valuesOf(json: string, path: string): unknown[] {
  const { value } = run({ json, path });
  return (value as Value).matches.map((match) => match.value);
}

function problemOf(path: string) {
  const { ok, valid, errors = [] } = run({ json: "[]", path });
  expect({ ok, valid }).toEqual({ ok: false, valid: false });
  return errors[0];
}

const nearQuery = fc
  .array(
    fc.constantFrom(
      ..."$@.*[]()'\"?!=<>&|,:-0129 ab\\~^",
      "..",
      "[?",
      "@.a",
      "$.b",
      "==",
      "&&",
      "||",
      "'x'",
      "true",
      "length(",
      "match(",
      "\\u00e9",
      "\\ud83d\\ude00",
      "1.5e3",
      "-0",
      "1:2:-1",
    ),
    { maxLength: 10 },
  )
  .map((parts) => `$${parts.join("")}`);

describe("the syntax", () => {
  const offsetOf = (text: string) =>
    readQuery(text).problems.find(({ code }) => code === "JSONPATH_SYNTAX")?.offset;

  test("a problem stands where no query goes on as the text does", () => {
    const suffix = fc.constantFrom(
      "",
      "]",
      "a",
      "'",
      "0",
      ")",
      " ",
      "=",
      "(",
      "u",
      "d",
      "*",
      "@.a",
      "&",
      '"',
    );
    fc.assert(
      fc.property(nearQuery, suffix, (text, more) => {
        const offset = offsetOf(text);
        if (offset === undefined) return;
        expect([undefined, offset]).toContain(offsetOf(text.slice(0, offset)));
        if (offset < text.length) expect(offsetOf(text.slice(0, offset + 1) + more)).toBe(offset);
      }),
      { numRuns: 5000 },
    );
  });

  test("every prefix of a query is one, or ends where it was cut", () => {
    const query = `$..['a\\u00e9\\ud83d\\ude00'][-1:2:-3, *,?!(@.b == -1.5e-3 && match(@ ['c'], "x") || length($) >= null)]`;
    expect(readQuery(query).problems).toEqual([]);
    for (let length = 0; length < query.length; length++) {
      expect([undefined, length]).toContain(offsetOf(query.slice(0, length)));
    }
  });

  test.each([
    ["a.b", 0, "begins with $"],
    [" $.a", 0, "blank space"],
    ["@.a", 0, "begins with $"],
    ["$.a ", 4, "behind a query"],
    ["$..", 3, "$..*"],
    ["$.", 2, undefined],
    ["$.a[(@.length-1)]", 4, "[-1:]"],
    ["$[?@.a =~ 'x']", 8, "match("],
    ["$.a.b?()", 5, "[?@.a]"],
    ["$.a~", 3, "~"],
    ["$.a^", 3, "^"],
    ["$.['a']", 2, "No dot"],
    ["$[a]", 2, "quoted"],
    ["$.a-b", 3, "quoted"],
    ["$[?@.a === 1]", 9, undefined],
    ["$[01]", 3, undefined],
    ["$[-0]", 3, undefined],
    ["$[?true]", 7, undefined],
    ["$[?@.a == True]", 10, "true"],
    ["$[?@.a and @.b]", 7, "&&"],
    ["$[?(@.a) == 1]", 9, undefined],
    ["$[?!@.a == 1]", 8, undefined],
    ["$['\\q']", 4, undefined],
    ['$["\\\'"]', 4, undefined],
    ["$['\\udc00']", 6, undefined],
    ["$['\\ud800x']", 9, undefined],
    ["$['\ud800']", 3, undefined],
    ["$[?length (@)]", 9, undefined],
    ["$[?@.a == 01]", 11, undefined],
    ["$[?@.a == 1.]", 12, undefined],
  ])("%j is wrong at %d", (path, offset, hint) => {
    const problem = problemOf(path);
    expect(problem).toMatchObject({
      code: "JSONPATH_SYNTAX",
      path: "/path",
      offset,
      line: 1,
      column: offset + 1,
    });
    expect(problem?.excerpt).toContain("^");
    if (hint !== undefined) expect(problem?.hint).toContain(hint);
  });

  test.each([
    ["$[?length(@.*) == 1]", 10],
    ["$[?@.* == 1]", 3],
    ["$[?1 == @..a]", 8],
    ["$[?length(@.a)]", 3],
    ["$[?count(1) == 1]", 9],
    ["$[?count(@.a, @.b) == 1]", 3],
    ["$[?match(@.a) ]", 3],
    ["$[?match(@.a, 'x') == true]", 3],
    ["$[?value(@.a)]", 3],
    ["$[?lenght(@.a) == 1]", 3],
    ["$[?length(@.a == 1) == 1]", 10],
    ["$[?@[?count(@.a)]]", 6],
  ])("%j is not well-typed at %d", (path, offset) => {
    expect(problemOf(path)).toMatchObject({ code: "JSONPATH_TYPE", path: "/path", offset });
  });

  test("an unknown function is told from a known one", () => {
    expect(problemOf("$[?lenght(@.a) == 1]")?.hint).toContain("length()");
  });

  test("indices end at 2^53−1", () => {
    expect(run({ json: "[1]", path: "$[9007199254740991]" }).ok).toBe(true);
    expect(run({ json: "[1]", path: "$[-9007199254740991:9007199254740991]" }).ok).toBe(true);
    for (const path of ["$[9007199254740992]", "$[:-9007199254740992]", "$[::9007199254740992]"]) {
      expect(problemOf(path)).toMatchObject({ code: "JSONPATH_RANGE", path: "/path" });
    }
  });
});

describe("selection", () => {
  test.each<[string, string, unknown[]]>([
    ['{"a":1}', "$", [{ a: 1 }]],
    ['{"":1,"a":2}', "$['']", [1]],
    ["[1,2,3]", "$[0,0]", [1, 1]],
    ["[1,2,3]", "$[0:3:0]", []],
    ["[1,2,3]", "$[::-1]", [3, 2, 1]],
    ["[1,2,3]", "$[5:0:-2]", [3]],
    ['[{"a":null},{}]', "$[?@.a]", [{ a: null }]],
    ['[{"a":1},{"b":1}]', "$[?@.a == @.c]", [{ b: 1 }]],
    ['[{"x":1,"y":2}]', "$[?@ == $[0]]", [{ x: 1, y: 2 }]],
    ['{"o":{"x":1,"y":[2.0]},"l":[{"y":[2],"x":1e0}]}', "$.l[?@ == $.o]", [{ y: [2], x: 1 }]],
    [
      "[12345678901234567890,12345678901234567891]",
      "$[?@ > 12345678901234567890]",
      ["12345678901234567891"],
    ],
    ["[1,1.0,1e0,10e-1]", "$[?@ == 1]", [1, 1, 1, 1]],
    ['["\\ud83d\\ude00","\\uffff"]', '$[?@ > "\\uffff"]', ["😀"]],
    ['["😀"]', "$[?length(@) == 1]", ["😀"]],
    ['{"a":1,"a":2}', "$.a", [2]],
    ['{"😀":1}', "$.😀", [1]],
    ['{"10":1,"9":2,"b":3}', "$.*", [1, 2, 3]],
    ['[[1],{"a":[2]}]', "$..*", [[1], { a: [2] }, 1, [2], 2]],
    ['[["x"]]', "$..[0]", [["x"], "x"]],
    ['["x1","y"]', '$[?search(@, "[0-9]")]', ["x1"]],
  ])("%s %s", (json, path, expected) => {
    expect(valuesOf(json, path)).toEqual(expected);
  });

  test("names are escaped in paths and pointers, each in its way", () => {
    const json = JSON.stringify({ "a/b~c'\\\n\u0001😀": 1 });
    expect((run({ json, path: "$.*" }).value as Value).matches[0]).toEqual({
      path: "$['a/b~c\\'\\\\\\n\\u0001😀']",
      pointer: "/a~1b~0c'\\\n\u0001😀",
      value: 1,
    });
  });

  test("two selectors in one bracket select what each selects alone", () => {
    const json = '{"a":[1,{"b":2}],"b":[3]}';
    const selectors = ["*", "0", "'a'", "?@.b", "-1", "0:1", "?@ == 1"];
    fc.assert(
      fc.property(fc.constantFrom(...selectors), fc.constantFrom(...selectors), (a, b) => {
        expect(valuesOf(json, `$[${a},${b}]`)).toEqual([
          ...valuesOf(json, `$[${a}]`),
          ...valuesOf(json, `$[${b}]`),
        ]);
      }),
    );
  });

  test("numbers keep their text in the output, and are exact in the value", () => {
    const { output, value, warnings } = run({ json: "[1.50,12345678901234567890]", path: "$[*]" });
    expect(output).toBe("[\n  1.50,\n  12345678901234567890\n]");
    expect((value as Value).matches[1]?.value).toBe("12345678901234567890");
    expect(warnings).toMatchObject([{ code: "NUMBER_KEPT_AS_TEXT", path: "/matches/1/value" }]);
  });

  test("matches beyond the limit are counted, not listed", () => {
    const json = `[${"1,".repeat(2000)}1]`;
    expect(run({ json, path: "$[*]" }).value).toMatchObject({ count: 2001, truncated: true });
    const { value, output } = run({ json, path: "$[*]", limit: 2, resultType: "paths" });
    expect((value as Value).matches).toHaveLength(2);
    expect(output).toBe('[\n  "$[0]",\n  "$[1]"\n]');
  });

  test("no match names the part that still selected something", () => {
    for (const [path, received] of [
      ["$.a.b.c", "$.a"],
      ["$.x", "$"],
      ["$.a [ 'b' ]", "$.a"],
      ["$.a[?@ > 5]", "$.a"],
    ]) {
      expect(run({ json: '{"a":[1]}', path }).warnings).toMatchObject([
        { code: "NO_MATCH", received },
      ]);
    }
    expect(run({ json: '{"a":[1]}', path: "$.a.length" }).warnings?.[0]?.hint).toContain(
      "length(@)",
    );
  });

  test("singular is a matter of form", () => {
    for (const [path, singular] of [
      ["$", true],
      ["$.a['b'][0]", true],
      ["$..a", false],
      ["$['a','b']", false],
      ["$[0:1]", false],
    ]) {
      expect(run({ json: "{}", path }).value).toMatchObject({ singular });
    }
  });
});

describe("patterns", () => {
  test("one that is no I-Regexp makes the test false, with a warning", () => {
    const { value, warnings } = run({ json: '["1","a"]', path: '$[?!match(@, "\\\\d")]' });
    expect(value).toMatchObject({ count: 2 });
    expect(warnings).toMatchObject([{ code: "REGEX_NOT_IREGEXP", received: "\\d" }]);
  });

  test("a pattern that hangs other engines is answered", () => {
    const json = JSON.stringify([`${"a".repeat(5000)}b`]);
    expect(run({ json, path: '$[?match(@, "(a+)+")]' }).value).toMatchObject({ count: 0 });
  });

  test("one that would take too many states is refused", () => {
    expect(run({ json: '["a"]', path: '$[?match(@, "(a{999}){999}")]' })).toMatchObject({
      ok: false,
      valid: true,
      errors: [{ code: "QUERY_BUDGET_EXCEEDED" }],
    });
  });
});

describe("work", () => {
  test.each([
    "$..*..*..*..*",
    "$..[*,*,*,*]..*",
    "$..[?@..*]",
    "$[*][?count($..*) > @..*.a || count(@..*) == 1]..*..*..*",
  ])("%s on a large document ends", (path) => {
    const json = JSON.stringify(
      Array.from({ length: 300 }, (_, index) => ({ a: [[index, [index]], { b: [{}] }] })),
    );
    const { ok, errors = [] } = run({ json, path });
    if (!ok)
      expect(["QUERY_BUDGET_EXCEEDED", "OUTPUT_TOO_LARGE", "JSONPATH_TYPE"]).toContain(
        errors[0]?.code as string,
      );
  });

  test("nodes that are all nested in each other are counted, and refused as an output", () => {
    const json = "[".repeat(1000) + "1,".repeat(40_000) + "1" + "]".repeat(1000);
    expect(run({ json, path: "$..*" })).toMatchObject({
      ok: false,
      valid: true,
      errors: [{ code: "OUTPUT_TOO_LARGE" }],
      value: { count: 41_000 },
    });
  });

  test("parentheses and filters as deep as a query can be long are read and run", () => {
    expect(
      run({ json: "[1]", path: `$[?${"(".repeat(990)}@${")".repeat(990)}]` }).value,
    ).toMatchObject({ count: 1 });
    expect(
      run({ json: "[1]", path: `$${"[?@".repeat(499)}${"]".repeat(499)}` }).value,
    ).toMatchObject({ count: 0 });
  });
});

test("a document that cannot be read and a query that is wrong are both told", () => {
  const { ok, valid, errors } = run({ json: "", path: "$[" });
  expect({ ok, valid }).toEqual({ ok: false, valid: false });
  expect(errors).toMatchObject([
    { code: "JSON_SYNTAX", path: "/json", offset: 0 },
    { code: "JSONPATH_SYNTAX", path: "/path", offset: 2 },
  ]);
  expect(run({ json: '{"a":1,"a":2}', path: "$" }).warnings).toMatchObject([
    { code: "DUPLICATE_KEY" },
  ]);
  expect(run({ json: { a: [1] }, path: "$.a[0]" }).value).toMatchObject({ count: 1 });
});
