import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { roundNumber } from "../../tools/json-shrink/cut.ts";
import type { Value } from "../../tools/json-shrink.ts";
import tool from "../../tools/json-shrink.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: unknown, options: object = {}) => runUnit(tool, { input, ...options });
const out = (input: unknown, options: object = {}) => run(input, options).output;
const value = (input: unknown, options: object = {}) => run(input, options).value as Value;
const losses = (input: unknown, options: object = {}) =>
  value(input, options).losses.map(({ code, path, count, detail }) =>
    [code, path, count, ...(detail === null ? [] : [detail])].join(" "),
  );
const codes = (input: unknown, options: object = {}) =>
  run(input, options).warnings?.map(({ code }) => code);
const failure = (input: unknown, options: object = {}) => {
  const [entry] = run(input, options).errors ?? [];
  return `${entry?.code} ${entry?.path}`;
};

const rows = (count: number, row: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => row(index));

describe("tables", () => {
  const THREE = rows(3, (index) => ({ identifier: index, name: "x" }));

  test("of three objects and more with the same keys in the same order", () => {
    expect(out(THREE)).toBe('{"$cols":["identifier","name"],"$rows":[[0,"x"],[1,"x"],[2,"x"]]}');
    expect(out(THREE.slice(1))).toBe('[{"identifier":1,"name":"x"},{"identifier":2,"name":"x"}]');
    const turned = [...THREE.slice(1), { name: "x", identifier: 0 }];
    expect(out(turned)).toBe(JSON.stringify(turned));
    expect(out([...THREE, 1])).toBe(JSON.stringify([...THREE, 1]));
    expect(out(THREE, { columnar: false })).toBe(JSON.stringify(THREE));
  });

  test("only where they are shorter", () => {
    const short = rows(3, () => ({ a: 1 }));
    expect(out(short)).toBe(JSON.stringify(short));
    expect(out("[{},{},{}]")).toBe("[{},{},{}]");
  });

  test("inside tables, listed in document order", () => {
    const nested = rows(4, (index) => ({
      identifier: index,
      children: rows(3, (child) => ({ identifier: child, weight: 1.5 })),
    }));
    const { tables } = value({ data: nested, others: THREE });
    expect(tables.map(({ path, rows: count, columns }) => [path, count, columns])).toEqual([
      ["/data", 4, 2],
      ["/data/0/children", 3, 2],
      ["/data/1/children", 3, 2],
      ["/data/2/children", 3, 2],
      ["/data/3/children", 3, 2],
      ["/others", 3, 2],
    ]);
    const small = out({ data: nested }) ?? "";
    expect(out(small, { action: "expand" })).toBe(JSON.stringify({ data: nested }));
  });

  test("with absent cells as null above lossless, where 70 percent are there", () => {
    const some = rows(5, (index) => ({ identifier: index, ...(index > 1 ? { note: "n" } : {}) }));
    const options = { level: "balanced" };
    expect(out(some)).toBe(JSON.stringify(some));
    expect(out(some, options)).toBe(
      '{"$cols":["identifier","note"],"$rows":[[0,null],[1,null],[2,"n"],[3,"n"],[4,"n"]]}',
    );
    expect(losses(some, options)).toEqual(["ABSENT_AS_NULL  2"]);
    const few = rows(5, (index) => ({ [`k${index}`]: index, identifier: index }));
    expect(out(few, options)).toBe(JSON.stringify(few));
    expect(out({ a: some }, { ...options, keep: "/a/*" })).toBe(JSON.stringify({ a: some }));
  });

  test("keep the spelling of numbers, strings and keys", () => {
    const text =
      '[{"aaaa":1.50,"b\\u0062":"\\u00e9"},{"aaaa":-0,"b\\u0062":""},{"aaaa":1e2,"b\\u0062":"/"}]';
    const small = out(text) ?? "";
    expect(small).toBe(
      '{"$cols":["aaaa","b\\u0062"],"$rows":[[1.50,"\\u00e9"],[-0,""],[1e2,"/"]]}',
    );
    expect(out(small, { action: "expand" })).toBe(text);
    const spelled = '[{"aaaa":1,"bbbb":1},{"aaaa":1,"\\u0062bbb":1},{"aaaa":1,"bbbb":1}]';
    expect(out(spelled)).toBe(spelled);
  });

  test("and short keys are off where the document has their marks", () => {
    const marked = { $rows: 1, data: THREE };
    expect(out(marked, { level: "aggressive" })).toBe(JSON.stringify(marked));
    expect(codes(marked)).toEqual(["MARKER_COLLISION", "NO_SAVING"]);
  });
});

describe("short keys", () => {
  test("replace keys that save more than their place in the legend", () => {
    const inner = { longIdentifier: { longIdentifier: 1, b: 2 } };
    const input = { longIdentifier: { longIdentifier: inner }, onceOnly: 3 };
    const { legend } = value(input, { shortKeys: true });
    expect(legend).toEqual({ a: "longIdentifier" });
    expect(out(input, { shortKeys: true })).toBe(
      '{"$keys":{"a":"longIdentifier"},"$data":{"a":{"a":{"a":{"a":1,"b":2}}},"onceOnly":3}}',
    );
  });

  test("skip names that the document has, column names included", () => {
    const input = {
      a: rows(4, (index) => ({ customerIdentifier: index, b: 1 })),
      c: { customerIdentifier: 1, d: { customerIdentifier: 2 } },
    };
    const small = out(input, { shortKeys: true }) ?? "";
    expect(small).toStartWith(
      '{"$keys":{"e":"customerIdentifier"},"$data":{"a":{"$cols":["e","b"]',
    );
    expect(out(small, { action: "expand" })).toBe(JSON.stringify(input));
  });

  test("are not used where the legend costs more", () => {
    const input = { identifier: 1, other: { identifier: 2 } };
    expect(out(input, { shortKeys: true })).toBe(JSON.stringify(input));
    expect(value(input, { shortKeys: true }).legend).toBeNull();
  });

  test("go on behind z", () => {
    const input = rows(2, () =>
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`averylongkeyname${index}`, 1])),
    );
    const legend = value([...input, { x: input }, { y: input }], { shortKeys: true }).legend ?? {};
    expect(Object.keys(legend).slice(24, 28)).toEqual(["aa", "ab", "ac", "ad"]);
  });
});

describe("members that go", () => {
  test("by path, array elements never", () => {
    const input = { users: [{ id: 1, email: "a", deep: { id: 2 } }, { id: 3 }], id: 4 };
    expect(out(input, { drop: ["/users/*/email", "/id"] })).toBe(
      '{"users":[{"id":1,"deep":{"id":2}},{"id":3}]}',
    );
    expect(losses(input, { drop: ["/**/id"] })).toEqual([
      "PATH_DROPPED /id 1",
      "PATH_DROPPED /users/*/deep/id 1",
      "PATH_DROPPED /users/*/id 2",
    ]);
    expect(out(input, { drop: ["/users/*", "/users/0"] })).toBe(JSON.stringify(input));
    expect(out({ "a/b": 1, "~": 2 }, { drop: ["/a~1b", "/~0"] })).toBe("{}");
  });

  test("but for what is kept, and the way to it", () => {
    const input = { a: { b: { c: 1, d: 2 }, e: 3 }, f: null };
    expect(out(input, { drop: "/a", keep: "/a/b/c" })).toBe('{"a":{"b":{"c":1}},"f":null}');
    expect(losses(input, { drop: "/a", keep: "/a/b/c" })).toEqual([
      "PATH_DROPPED /a/b/d 1",
      "PATH_DROPPED /a/e 1",
    ]);
    expect(out(input, { dropNulls: true, keep: ["/**/f"] })).toBe(JSON.stringify(input));
    expect(out(input, { drop: "/a", keep: "/a" })).toBe(JSON.stringify(input));
  });

  test("by value, whatever its spelling", () => {
    const input = '{"n":1.0,"o":{"y":2,"x":[1e0]},"l":[{"n":1},{"n":2}],"s":"d"}';
    const dropValues = '{"n":1,"o":{"x":[1],"y":2.0},"s":"e"}';
    expect(out(input, { dropValues })).toBe('{"l":[{},{"n":2}],"s":"d"}');
    expect(losses(input, { dropValues })).toEqual([
      "VALUE_DROPPED /l/*/n 1",
      "VALUE_DROPPED /n 1",
      "VALUE_DROPPED /o 1",
    ]);
  });

  test("that are null or empty, from the leaves up", () => {
    const input = { a: { b: { c: {} } }, d: [{}, null, ""], e: null, f: 0, g: false };
    expect(out(input, { dropEmpty: true })).toBe('{"d":[{},null,""],"e":null,"f":0,"g":false}');
    expect(out(input, { dropNulls: true })).toBe(
      '{"a":{"b":{"c":{}}},"d":[{},null,""],"f":0,"g":false}',
    );
    expect(losses(input, { dropEmpty: true })).toEqual([
      "EMPTY_DROPPED /a 1",
      "EMPTY_DROPPED /a/b 1",
      "EMPTY_DROPPED /a/b/c 1",
    ]);
  });

  test("that another copy follows", () => {
    expect(losses('{"a":1,"a":2,"l":[{"b":1,"b":1},{"b":3,"b":4}]}')).toEqual([
      "VALUE_DROPPED /a 1",
      "VALUE_DROPPED /l/*/b 2",
    ]);
  });
});

describe("what is cut", () => {
  test("strings, by code points and never where that is longer", () => {
    const long = "😀".repeat(25);
    expect(out({ a: long }, { maxStringChars: 20 })).toBe(`{"a":"${"😀".repeat(19)}…"}`);
    expect(losses({ a: long }, { maxStringChars: 20 })).toEqual(["STRING_CUT /a 1 6"]);
    const ascii = "a".repeat(22);
    expect(out({ a: ascii.slice(1) }, { maxStringChars: 20 })).toBe(`{"a":"${ascii.slice(1)}"}`);
    expect(out({ a: `${ascii}aa` }, { maxStringChars: 20 })).toBe(`{"a":"${ascii.slice(3)}…"}`);
    expect(out([ascii.repeat(2)], { maxStringChars: 20, keep: "/0" })).toBe(
      `["${ascii.repeat(2)}"]`,
    );
  });

  test("arrays, with a marker", () => {
    const input = { l: Array.from({ length: 30 }, (_, index) => 1000 + index) };
    expect(out(input, { maxArrayItems: 2 })).toBe('{"l":[1000,1001,"…+28 items"]}');
    expect(losses(input, { maxArrayItems: 2 })).toEqual(["ITEMS_CUT /l 1 28"]);
    expect(out("[1,2,3]", { maxArrayItems: 1 })).toBe("[1,2,3]");
    expect(out(input, { maxArrayItems: 2, keep: "/l/29" })).toBe(JSON.stringify(input));
  });

  test("a cut array can be a table, and comes back with its marker", () => {
    const input = rows(9, (index) => ({ identifier: index, label: "some label" }));
    const small = out(input, { maxArrayItems: 3 }) ?? "";
    expect(small).toBe(
      '{"$cols":["identifier","label"],"$rows":[[0,"some label"],[1,"some label"],[2,"some label"],"…+6 items"]}',
    );
    expect(out(small, { action: "expand" })).toBe(
      JSON.stringify([...input.slice(0, 3), "…+6 items"]),
    );
  });

  test("containers deeper than asked for", () => {
    const input = { a: { b: { c: 1, d: "long enough" }, l: [[1, 2, 3, 4, 5, 6, 7, 8, 9]] }, e: {} };
    expect(out(input, { maxDepth: 2 })).toBe('{"a":{"b":"…{2 keys}","l":"…[1 items]"},"e":{}}');
    expect(losses(input, { maxDepth: 2 })).toEqual(["DEPTH_CUT /a/b 1", "DEPTH_CUT /a/l 1"]);
    expect(out(input, { maxDepth: 2, keep: "/a/b/c" })).toContain('"b":{"c":1,"d":"long enough"}');
    const cut = { l: { m: Array.from({ length: 40 }, (_, index) => 100 + index) } };
    expect(out(cut, { maxDepth: 2, maxArrayItems: 10 })).toBe('{"l":{"m":"…[40 items]"}}');
  });

  test.each([
    ["3.14159265", 3, "3.14"],
    ["2.5e10", 1, undefined],
    ["1.50000000", 6, "1.5"],
    ["0.000123456", 3, "0.000123"],
    ["1.25", 2, "1.2"],
    ["-1.35", 2, "-1.4"],
    ["123456789.5", 6, "123457000"],
    ["1234567890123456789", 6, undefined],
    ["1.5", 2, undefined],
    ["9.999999e-400", 3, "1e-399"],
    ["1.23456e400", 3, "1.23e+400"],
    ["0.0000000", 1, undefined],
  ])("number %s to %i digits", (text, digits, expected) => {
    expect(roundNumber(text, digits)).toBe(expected);
  });
});

describe("levels", () => {
  const INPUT = {
    note: null,
    text: "lorem ipsum ".repeat(60),
    items: rows(40, (index) => ({ customerNumber: index, ratio: index / 7, tag: "" })),
  };

  test("are presets that a given switch wins over", () => {
    expect(value(INPUT).lossless).toBe(true);
    expect(value(INPUT, { level: "balanced" }).losses.map(({ code }) => code)).toEqual([
      "EMPTY_DROPPED",
      "NULL_DROPPED",
      "STRING_CUT",
    ]);
    const aggressive = value(INPUT, { level: "aggressive" });
    expect(new Set(aggressive.losses.map(({ code }) => code))).toEqual(
      new Set(["EMPTY_DROPPED", "ITEMS_CUT", "NULL_DROPPED", "NUMBER_ROUNDED", "STRING_CUT"]),
    );
    const off = { dropNulls: false, maxStringChars: 0, significantDigits: 0, maxArrayItems: 0 };
    expect(losses(INPUT, { level: "aggressive", ...off })).toEqual([
      "EMPTY_DROPPED /items/*/tag 40",
    ]);
  });

  test("go on until the budget is met", () => {
    const at = (maxTokens: number) => value(INPUT, { maxTokens });
    const [lossless, balanced] = [value(INPUT), value(INPUT, { level: "balanced" })];
    expect(at(lossless.tokensAfter).level).toBe("lossless");
    expect(at(lossless.tokensAfter - 1).level).toBe("balanced");
    expect(at(balanced.tokensAfter - 1).level).toBe("aggressive");
    expect(run(INPUT, { maxTokens: 1 })).toMatchObject({
      valid: false,
      value: { level: "aggressive" },
      warnings: [{ code: "BUDGET_NOT_MET" }],
    });
  });

  test("a table that dropping nulls would spoil stays", () => {
    const sparse = rows(20, (index) =>
      Object.fromEntries(
        Array.from({ length: 8 }, (_, column) => [
          `column${column}`,
          (index + column) % 3 ? null : index,
        ]),
      ),
    );
    const [lossless, balanced] = [value(sparse), value(sparse, { level: "balanced" })];
    expect(balanced.tokensAfter).toBeLessThanOrEqual(lossless.tokensAfter);
  });
});

describe("edges", () => {
  test.each([["1"], ['"text"'], ["null"], ["[]"], ["{}"], ["-0"], ['{"a":12345678901234567890}']])(
    "%s stays",
    (text) => {
      expect(out(text, { level: "aggressive" })).toBe(text);
      expect(codes(text)).toEqual(["NO_SAVING"]);
    },
  );

  test("members of every object", () => {
    const text =
      '{"__proto__":{"constructor":[{"__proto__":1,"toString":2},{"__proto__":1,"toString":2},{"__proto__":1,"toString":2}]}}';
    const small = out(text) ?? "";
    expect(small).toContain('"$cols":["__proto__","toString"]');
    expect(out(small, { action: "expand" })).toBe(text);
  });

  test("a thousand levels", () => {
    const deep = `${'{"a":['.repeat(490)}1${"]}".repeat(490)}`;
    expect(out(deep, { level: "aggressive" })).toContain("1");
  });
});

describe("failures", () => {
  test.each([
    ["{", {}, "JSON_SYNTAX /input"],
    [{}, { drop: ["users"] }, "RANGE /drop/0"],
    [{}, { keep: Array.from({ length: 101 }, () => "/a") }, "RANGE /keep"],
    [{}, { maxStringChars: 19 }, "RANGE /maxStringChars"],
    [{}, { dropValues: "[1]" }, "RANGE /dropValues"],
    [{}, { dropValues: "{" }, "JSON_SYNTAX /dropValues"],
  ])("%p with %p: %s", (input, options, expected) => {
    expect(failure(input, options)).toBe(expected);
  });

  test.each([
    ['{"$cols":["a"]}', "/"],
    ['{"x":{"$rows":[]}}', "/x"],
    ['{"$cols":["a"],"$rows":[],"b":1}', "/"],
    ['{"$cols":[1],"$rows":[]}', "/$cols/0"],
    ['{"$cols":["a","a"],"$rows":[]}', "/$cols"],
    ['{"$cols":["a"],"$rows":[[1,2]]}', "/$rows/0"],
    ['{"$cols":["a"],"$rows":["…",[1]]}', "/$rows/0"],
    ['{"$keys":{"a":1},"$data":{}}', "/$keys/a"],
    ['{"$keys":{"a":"x","b":"x"},"$data":{"a":1,"b":2}}', "/$keys/b"],
    ['{"$keys":{}}', "/"],
  ])("expand %s", (input, path) => {
    const [entry] = run(input, { action: "expand" }).errors ?? [];
    expect(entry?.code).toBe("SHRUNK_FORM_INVALID");
    expect(entry?.path || "/").toBe(path);
  });
});

test("the saving is rounded half to even", () => {
  const repeated = JSON.stringify(rows(5, (customerIdentifier) => ({ customerIdentifier })));
  const { tokensBefore, tokensAfter, savedPercent } = value(repeated, {
    columnar: false,
    shortKeys: true,
  });
  // 10 of 32 are 31.25 %.
  expect([tokensBefore, tokensAfter, savedPercent]).toEqual([32, 22, 31.2]);
});

test("whatever the document, lossless with all tricks comes back", () => {
  const record = fc.record({
    identifier: fc.integer(),
    label: fc.string(),
    nested: fc.jsonValue(),
  });
  const document = fc.oneof(fc.jsonValue(), fc.array(record, { maxLength: 8 }));
  fc.assert(
    fc.property(document, (data) => {
      const text = JSON.stringify(data);
      if (/"\$(?:cols|rows|keys|data)"/.test(text)) return;
      const small = run(text, { shortKeys: true });
      expect(small.value).toMatchObject({ lossless: true });
      expect(out(small.output, { action: "expand" })).toBe(text);
    }),
  );
});
