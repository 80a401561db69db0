import { describe, expect, test } from "bun:test";
import { FENCED, type Input, rescued, run } from "../../support/rescued.ts";

describe("the value in the text", () => {
  test.each<[string, unknown]>([
    ["null", [null, "whole", ""]],
    [" 42\n", [42, "whole", ""]],
    ["```json\n42\n```", [42, "fence", FENCED]],
    ["The answer is 42.", "JSON_NOT_FOUND"],
    ['"Sure" I said', "JSON_NOT_FOUND"],
    ["```\nhello\n```", "JSON_NOT_FOUND"],
    ["", "JSON_NOT_FOUND"],
    ['Use {name} or [link](x): {"a":"}"}!', [{ a: "}" }, "span", "PROSE_REMOVED PROSE_REMOVED"]],
    ['[INFO] {"a":1}', [{ a: 1 }, "span", "PROSE_REMOVED"]],
    ["[foo] [bar]", "JSON_NOT_FOUND"],
    ['{:2} no, {"a":1}', [{ a: 1 }, "span", "PROSE_REMOVED"]],
    ['The <output> tag holds {"a":1}', [{ a: 1 }, "span", "PROSE_REMOVED"]],
    ['x = {"a":1};', [{ a: 1 }, "span", "PROSE_REMOVED PROSE_REMOVED"]],
    ['```{"a":1}```', [{ a: 1 }, "fence", FENCED]],
    ['~~~ JSON5\n{"a":1}\n~~~~', [{ a: 1 }, "fence", FENCED]],
    ['```json\r\n{"a":1}\r\n```\r\n', [{ a: 1 }, "fence", FENCED]],
    ["```sh\nls [1]\n```", [[1], "span", "PROSE_REMOVED PROSE_REMOVED"]],
    [
      '```json\nHere: {"a":1}\n```',
      [{ a: 1 }, "span", "FENCE_REMOVED PROSE_REMOVED FENCE_REMOVED"],
    ],
    [
      '<answer>```json\n{"a":1}\n```</answer>',
      [{ a: 1 }, "fence", `TAG_REMOVED ${FENCED} TAG_REMOVED`],
    ],
    ['<json>{"a":"</json>"}</JSON>', [{ a: "</json>" }, "tag", "TAG_REMOVED TAG_REMOVED"]],
    ['<output>{"a":1}', [{ a: 1 }, "tag", "TAG_REMOVED"]],
    ['<think>{"a":0}</think>{"a":1}', [{ a: 1 }, "whole", "REASONING_REMOVED"]],
    [
      'So <thinking>{"a":0}</thinking> {"a":1}',
      [{ a: 1 }, "span", "PROSE_REMOVED REASONING_REMOVED"],
    ],
    ['{"a":"<think>x</think>"}', [{ a: "<think>x</think>" }, "whole", ""]],
    ['<think>{"a":0}</think> No.', "JSON_NOT_FOUND"],
  ])("%j", (text, expected) => {
    expect(rescued(text) as unknown).toEqual(expected);
  });

  test("a fence inside of a string does not close the fence around it", () => {
    const value = '{"md":"```js\ncode()\n```\nend"}';
    const [data, source] = rescued(`\`\`\`json\n${value}\n\`\`\`\nBye`) as unknown[];
    expect([data, source]).toEqual([{ md: "```js\ncode()\n```\nend" }, "fence"]);
  });

  test("what a fence leaves open ends with the fence", () => {
    for (const [content, data] of [
      ['{"a":[1,2', { a: [1, 2] }],
      ['{"a":"cut off', { a: "cut off" }],
    ] as const) {
      const { value } = run(`\`\`\`json\n${content}\n\`\`\`\nSee {x}.`);
      expect([value.data, value.truncated]).toEqual([data, false]);
    }
  });

  test("offsets and pieces are those of the text", () => {
    const text = 'Hi:\n```json\n {"a":1,} \n```\nBye';
    const { value } = run(text);
    expect(text.slice(value.candidate.start, value.candidate.end)).toBe('{"a":1,}');
    expect(value.changes.map(({ offset, before }) => [offset, before])).toEqual([
      [0, "Hi:"],
      [4, "```json"],
      [19, ","],
      [23, "```"],
      [27, "Bye"],
    ]);
  });
});

describe("several values", () => {
  const text = 'A: {"a":1} B: {"b":22} C: [3]';

  test.each<[Input["candidate"], unknown]>([
    ["best", { b: 22 }],
    ["first", { a: 1 }],
    ["last", [3]],
    ["largest", { b: 22 }],
  ])("%s", (candidate, data) => {
    const { value, warnings } = run(text, { candidate });
    expect([value.data, value.candidate.count]).toEqual([data, 3]);
    expect(warnings).toMatchObject([{ code: "SEVERAL_CANDIDATES", count: 3 }]);
  });

  test("the best one is the one that fits, also after it was made to fit", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    expect(run(text, { schema }).value.data).toEqual({ a: "1" });
    const strings = '{"a":1, "more": true} or {"a":"x"}';
    expect(run(strings, { schema }).value.data).toEqual({ a: "x" });
  });

  test("values with nothing between them are one array, unless one of them is wanted", () => {
    const lines = '{"a":1}\n{"a":2}\n';
    expect(rescued(lines)).toEqual([[{ a: 1 }, { a: 2 }], "whole", "VALUES_WRAPPED"]);
    expect(run(lines, { candidate: "last" }).value.data).toEqual({ a: 2 });
    expect(run(lines, { schema: { type: "object" } }).value.data).toEqual({ a: 1 });
    expect(run(`Here:\n${lines}`).value.data).toEqual([{ a: 1 }, { a: 2 }]);
  });
});

describe("syntax", () => {
  test.each<[string, unknown, boolean]>([
    ["{'ok': True, 'n': 1_000", { ok: true, n: 1000 }, true],
    ["[tru", [true], true],
    ['{"a": Fals', { a: false }, true],
    ['{"a": nul', { a: null }, true],
    ['{"a":', { a: null }, true],
    ['Result: {"a": "cut', { a: "cut" }, true],
    ["{", {}, true],
    ["{'a': 1}", { a: 1 }, false],
    ['{"a":1}}', { a: 1 }, false],
    ['{"p":"C:\\dir\\new"}', { p: "C:\\dir\\new" }, false],
    ['Its {"p":"C:\\Users\\ann", "n":1}.', { p: "C:\\Users\\ann", n: 1 }, false],
    ['As "{\\"a\\":1}" says', { a: 1 }, false],
    ['"{\\"a\\":1}"', { a: 1 }, false],
    [JSON.stringify(JSON.stringify("[1]")), [1], false],
  ])("%j", (text, data, truncated) => {
    const { value } = run(text);
    expect([value.data, value.truncated]).toEqual([data, truncated]);
    expect(value.status).toBe("repaired");
  });

  test("a string that the schema wants stays a string", () => {
    expect(run('"{}"', { schema: { type: "string" } }).value).toMatchObject({
      data: "{}",
      status: "clean",
    });
  });

  test("what is open can be refused", () => {
    expect(rescued('{"a":1', { completeTruncated: false })).toBe("TRUNCATED_JSON");
    expect(run('{"a":1', {}).warnings).toMatchObject([{ code: "TRUNCATED" }]);
  });

  test("strict mode takes out, but neither repairs nor fits", () => {
    const strict = { mode: "strict" } as const;
    expect(rescued("{'a': 1}", strict)).toBe("JSON_SYNTAX");
    expect(rescued("nothing", strict)).toBe("JSON_NOT_FOUND");
    expect(rescued('x {"a":1} y', strict)).toEqual([
      { a: 1 },
      "span",
      "PROSE_REMOVED PROSE_REMOVED",
    ]);
    const schema = { properties: { a: { type: "integer" } } };
    expect(run('{"a":"1"}', { ...strict, schema }).value).toMatchObject({
      data: { a: "1" },
      schemaErrors: 1,
    });
  });

  test("exact numbers, __proto__, lone surrogates and repeated keys", () => {
    const text = '{"id":12345678901234567890,"__proto__":{"x":1},"s":"\\ud83d","s":"\\udc00"}';
    const { output, value, warnings = [] } = run(`Here: ${text}`);
    expect(output).toContain('"id": 12345678901234567890');
    expect(Object.keys(value.data as object)).toEqual(["id", "__proto__", "s"]);
    expect(warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "LONE_SURROGATE /value/data/s",
      "DUPLICATE_KEY /value/data/s",
      "LONE_SURROGATE /value/data/s",
      "NUMBER_KEPT_AS_TEXT /value/data/id",
    ]);
  });

  test.each([
    "[".repeat(1001) + "]".repeat(1001),
    `so ${"[".repeat(1001)}1${"]".repeat(1001)}`,
    `so ${'{"a":'.repeat(1200)}`,
    "[".repeat(100_000),
  ])("too deep %#", (text) => {
    expect(rescued(text)).toBe("INPUT_TOO_DEEP");
  });

  test("a mark before the text is no change", () => {
    const { value, warnings } = run('\ufeff{"a":1}');
    expect(value).toMatchObject({ status: "clean", changes: [] });
    expect(warnings).toMatchObject([{ code: "BOM_REMOVED" }]);
  });
});
