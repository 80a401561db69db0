import { describe, expect, test } from "bun:test";
import { eventsOf } from "../../support/yaml-events.ts";
import { format, run } from "../../support/yaml-format.ts";

describe("layout", () => {
  test.each([
    ["nothing", "", ""],
    ["comments alone", "\n\n  # a\n\n\n# b\n\n", "# a\n\n# b\n"],
    ["CRLF and CR", "a: 1\r\nb: 2\r# c", "a: 1\nb: 2\n# c\n"],
    ["a byte order mark", "\ufeffa: 1", "a: 1\n"],
    ["a comment before the entry of a block", "a:\n# c\n  b: 1\n", "a:\n  # c\n  b: 1\n"],
    ["a comment at the end of a block", "a:\n   b: 1\n   # c\nd: 1\n", "a:\n  b: 1\n  # c\nd: 1\n"],
    ["a comment left of a block's end", "a:\n   b: 1\n # c\nd: 1\n", "a:\n  b: 1\n# c\nd: 1\n"],
    [
      "a comment between blocks",
      "a:\n    b:\n      - 1\n     # c\nd: 1\n",
      "a:\n  b:\n    - 1\n  # c\nd: 1\n",
    ],
    ["a comment of the key after a list", "a:\n- 1\n# c\nb: 2\n", "a:\n  - 1\n# c\nb: 2\n"],
    ["a comment behind an indicator", "a:   # c\n\n\n   b\n", "a: # c\n\n  b\n"],
    [
      "comments between properties",
      "a: &x # c\n  # d\n  !!str\n  b\n",
      "a: &x # c\n  # d\n  !!str b\n",
    ],
    ["compact blocks", "-\n   - a\n-\n  b: c\n", "- - a\n- b: c\n"],
    ["properties of blocks", "- &a\n    - !!map\n        b: c\n", "- &a\n  - !!map\n    b: c\n"],
    ["flow on one line", "{a: [1,2 , ],b : {},c: [ ] , }", "{ a: [1, 2], b: {}, c: [] }\n"],
    [
      "flow over lines",
      "[a, {b: c,\n d: e}, # f\n g ]",
      "[\n  a,\n  {\n    b: c,\n    d: e\n  }, # f\n  g\n]\n",
    ],
    ["flow in a block", "a: [1,\n  2]\n", "a: [\n    1,\n    2\n  ]\n"],
    ["flow closed in the block's column", "a: [\n  1\n]\n", "a: [\n  1\n]\n"],
    ["empty brackets over lines", "[\n\n]", "[]\n"],
    ["pairs in flow", "[? a : b, c: d, {e: f}: g, ? h]", "[a: b, c: d, { e: f }: g, ? h]\n"],
    ["folded text", "a: b\n  c\nd: 'e\n  f'\n", "a: b c\nd: 'e f'\n"],
    ["text with line breaks", 'a: b\n\n   c\nd: "e\n\n f"\n', 'a: b\n\n  c\nd: "e\n\n  f"\n'],
    ["escaped line ends", 'a: "b\\\n   c"\n', 'a: "bc"\n'],
    [
      "block scalars",
      "a: |2-\n     b\n   c\n\n\nd: >+\n e\n\n",
      "a: |2-\n     b\n   c\n\nd: >+\n  e\n\n",
    ],
    [
      "explicit keys",
      "? a\n: b\n? 'c\n  d'\n: e\n? |\n f\n: g\n? h\n",
      "a: b\n'c d': e\n? |\n  f\n: g\n? h\n",
    ],
    ["an alias as a key", "a: &x b\n? *x\n: c\n", "a: &x b\n*x : c\n"],
    [
      "documents",
      "a\n...\nb\n---\nc\n...\n%YAML 1.2\n---\nd\n...\n",
      "a\n---\nb\n---\nc\n...\n%YAML 1.2\n---\nd\n",
    ],
    ["a comment behind an end marker", "--- |\n...\n# c\n", "--- |\n...\n# c\n"],
    ["text like a marker", " --- a\n", "  --- a\n"],
    ["text like a marker below its anchor", "&a # b\n  ---\n", "  &a # b\n  ---\n"],
    ["the same in a marked document", "--- &a # b\n  ...\n", "--- &a # b\n  ...\n"],
  ])("%s", (_, input, output) => {
    expect(format(input)).toBe(output);
  });

  test("sequences may stand in the column of their key", () => {
    const input = "a:\n  - b:\n      - c\n  - d\n# e\n";
    expect(format(input, { indentSequences: false })).toBe("a:\n- b:\n  - c\n- d\n# e\n");
  });

  test("a key longer than 1,024 characters keeps its mark", () => {
    const long = "k".repeat(1025);
    expect(format(`? ${long}\n: v\n`)).toBe(`? ${long}\n: v\n`);
    expect(format(`? ${long.slice(1)}\n: v\n`)).toBe(`${long.slice(1)}: v\n`);
    // Spaces that the layout adds may make a key too long.
    const wide = `[${"a,".repeat(500)}a]`;
    expect(format(`${wide}: v\n`)).toBe(`? ${wide.replaceAll(",", ", ")}\n: v\n`);
    // The space before the colon of an alias counts.
    const alias = `- &${long.slice(2)} a\n- ? *${long.slice(2)}\n  : v\n`;
    expect(format(alias)).toBe(alias);
  });

  test("a key's characters are counted, not its units", () => {
    const text = `[${"😀".repeat(1024)}: v]\n`;
    expect(format(text)).toBe(text);
    expect(run(`[${"😀".repeat(1025)}: v]\n`).errors?.[0]?.code).toBe("YAML_SYNTAX");
  });

  test("keys in keys that the layout makes too long are measured once", () => {
    const text = `${"[".repeat(60)}[${"a,".repeat(390)}a]${":b]".repeat(60)}\n`;
    expect(eventsOf(format(text))).toEqual(eventsOf(text) as string[]);
  });
});

describe("sort", () => {
  test("merges stay first, comments move along, the head stays", () => {
    const input = "# head\n\n# of b\nb: 1\n\n<<: {z: 1}\na: {d: 1, c: 2} # of a\n# end\n";
    expect(format(input, { action: "sort" })).toBe(
      "# head\n\n<<: { z: 1 }\n\na: { c: 2, d: 1 } # of a\n# of b\nb: 1\n# end\n",
    );
  });

  test("an alias stays behind its anchor, and mentions of a name used anew in their order", () => {
    const input = "c: &x 1\nb: *x\na: 2\n";
    expect(format(input, { action: "sort" })).toBe("a: 2\nc: &x 1\nb: *x\n");
    const anew = "d: &x 1\nc: *x\nb: &x 2\na: *x\n";
    expect(format(anew, { action: "sort" })).toBe(anew);
  });

  test("a key without a value takes none from the next", () => {
    expect(format(": b\n? a\n", { action: "sort" })).toBe(": b\n? a\n");
    expect(format(": b\n? <<\n", { action: "sort" })).toBe("<<:\n: b\n");
  });
});

describe("data", () => {
  test.each([
    ["123", "123"],
    ["+012", "12"],
    ["-007", "-7"],
    ["0o17", "15"],
    ["0x1F", "31"],
    [".5", "0.5"],
    ["-5.", "-5.0"],
    ["1e3", "1e3"],
    ["00.50e+01", "0.50e+01"],
    ["12345678901234567890", "12345678901234567890"],
    [".inf", '".inf"'],
    ["~", "null"],
    ["True", "true"],
    ["no", '"no"'],
    ["2024-01-01", '"2024-01-01"'],
    ["!!str 1", '"1"'],
    ['!!int "7"', "7"],
    ["!!binary aGk=", '"aGk="'],
    ["!!int 1.5", "1.5"],
    ['!!int "1.5"', '"1.5"'],
    ["!x 1", "1"],
    ["! 1", '"1"'],
  ])("%s is %s", (input, output) => {
    expect(run(input, { action: "json" }).output).toBe(output);
  });

  test.each([
    ["no", "false"],
    ["Y", "true"],
    ["012", "10"],
    ["0o17", '"0o17"'],
    ["1_000", "1000"],
    ["0b1_1", "3"],
    ["12:30:45", "45045"],
    ["-1:30.5", "-90.5"],
    ["1e3", '"1e3"'],
  ])("%s is %s in YAML 1.1", (input, output) => {
    expect(run(input, { action: "json", version: "1.1" }).output).toBe(output);
    expect(run(`%YAML 1.1\n---\n${input}`, { action: "json" }).output).toBe(output);
    expect(run(input).warnings?.map(({ code }) => code)).toContain("AMBIGUOUS_SCALAR");
  });

  test("a tag that its node does not fit is ignored, and that is told", () => {
    const codes = (input: string) => run(input).warnings?.map(({ code }) => code);
    for (const text of ["!!int 1.5", "!!int 1e3", "!!bool 1", "!!null a", "!!str [a]", "!x 1"]) {
      expect(codes(text)).toContain("TAG_IGNORED");
    }
    expect(["!!int 0x1F", "!!float 1", "!!bool true"].flatMap(codes)).toEqual([]);
  });

  test.each([
    "03",
    "0x1F",
    "true",
    "~",
    "1.5",
    "1.5e+3",
    "1.e+3",
    "a",
    "'no'",
    "!!str no",
    "-",
    ".inf",
  ])("%s is the same in both versions", (input) => {
    expect(run(input).warnings?.map(({ code }) => code)).not.toContain("AMBIGUOUS_SCALAR");
  });

  test("keys are looked at, too, and become their texts", () => {
    const { output, warnings } = run("on: 1\n0x1F: 2\n~: 3\n'': 4\n? *a\n", { action: "json" });
    expect(output).toBeUndefined();
    expect(warnings).toBeUndefined();
    const known = run("on: 1\n0x1F: 2\n~: 3\n'': 4\n__proto__: 5\n", { action: "json" });
    expect(known.output?.replace(/\s/g, "")).toBe('{"on":1,"0x1F":2,"~":3,"":4,"__proto__":5}');
    expect(known.warnings).toMatchObject([{ code: "AMBIGUOUS_SCALAR", path: "/on", line: 1 }]);
  });

  test("merges give way to the mapping's own keys, wherever those stand", () => {
    const input =
      "- &a {x: 1, y: 2}\n- &b {y: 3, z: 4}\n- <<: [*a, *b]\n  y: 5\n- {y: 6, <<: *b}\n";
    expect(run(input).value?.documents[0]).toEqual([
      { x: 1, y: 2 },
      { y: 3, z: 4 },
      { x: 1, y: 5, z: 4 },
      { y: 6, z: 4 },
    ]);
    expect(run("a: &a {x: 1}\nb: {<<: *a}\n", { merge: false }).value?.documents[0]).toEqual({
      a: { x: 1 },
      b: { "<<": { x: 1 } },
    });
  });

  test("several documents are an array, and paths begin with the document", () => {
    const { output, value, stats, warnings } = run("a: 1\n---\nb: no\n", { action: "json" });
    expect(JSON.parse(output ?? "")).toEqual([{ a: 1 }, { b: "no" }]);
    expect(value?.documents).toHaveLength(2);
    expect(stats).toMatchObject({ documents: 2, keys: 1, type: "object" });
    expect(warnings).toMatchObject([{ code: "AMBIGUOUS_SCALAR", path: "/1/b" }]);
  });

  test("no document has no data", () => {
    expect(run("# c\n").value).toEqual({ documents: [], comments: 1, anchors: [], aliases: 0 });
    expect(run("", { action: "json" }).output).toBe("");
  });
});

describe("documents without data", () => {
  const laughs = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const letter of "bcdefghi") {
    const before = String.fromCharCode(letter.charCodeAt(0) - 1);
    laughs.push(`${letter}: &${letter} [${Array(9).fill(`*${before}`).join(",")}]`);
  }
  const bomb = laughs.join("\n");

  test.each([
    ["aliases that multiply", bomb, "YAML_ALIAS_LIMIT"],
    ["an alias inside its anchor", "&a [*a]", "YAML_ALIAS_LIMIT"],
    ["merges that add up", mergeChain(600), "YAML_ALIAS_LIMIT"],
    ["aliases that nest too deep", nestedAliases(1200), "YAML_ALIAS_LIMIT"],
    ["a collection as a key", "? [a]\n: b\n", "YAML_COMPLEX_KEY"],
    ["an alias of a collection as a key", "a: &a [b]\n*a : c\n", "YAML_COMPLEX_KEY"],
  ] as const)("%s", (_, input, code) => {
    const formatted = run(input);
    expect(formatted).toMatchObject({ ok: true, valid: true });
    expect(formatted.value?.documents).toEqual([null]);
    expect(formatted.warnings?.map((warning) => warning.code)).toContain(code);
    expect(run(input, { action: "validate" })).toMatchObject({ ok: true, valid: true });
    const json = run(input, { action: "json" });
    expect(json).toMatchObject({ ok: false, valid: false, errors: [{ code }] });
    expect(json.warnings?.map((warning) => warning.code)).not.toContain(code);
  });

  test("the documents behind one without data have theirs", () => {
    const { value } = run(`${bomb}\n---\na: &a 1\nb: *a\n`);
    expect(value?.documents).toEqual([null, { a: 1, b: 1 }]);
  });

  test("long texts that aliases repeat pass the limit of the output", () => {
    const input = `- &a ${"x".repeat(3000)}\n${"- *a\n".repeat(1000)}`;
    expect(run(input, { action: "json" }).errors?.[0]?.code).toBe("OUTPUT_TOO_LARGE");
    expect(run(input)).toMatchObject({ ok: true, value: { documents: [null], aliases: 1000 } });
  });
});

function mergeChain(length: number): string {
  const lines = Array.from({ length }, (_, n) => `a${n + 1}: &a${n + 1} {<<: *a${n}, k${n}: 1}`);
  return ["a0: &a0 {z: 1}", ...lines].join("\n");
}

function nestedAliases(length: number): string {
  const lines = Array.from({ length }, (_, n) => `- &a${n + 1} [*a${n}]`);
  return ["- &a0 x", ...lines].join("\n");
}

describe("failures", () => {
  test.each([
    ["a: 1\n\tb: 2\n", 6],
    ["a: b: c\n", 5],
    ["a: b:", 5],
    ["a: 1\n b: 2\n", 8],
    ['a: "b"\n   c: d\n', 10],
    ["a: 'b", 5],
    ["a: [b", 5],
    ["a: @b", 3],
    ["a: `b", 3],
    ["a: %b", 3],
    ['"\\q"', 2],
    ["a: [b,\nc]", 7],
    ["a: 1\nb\n", 6],
    ["a: 1\n- b\n", 6],
    ["a: &x &y b", 6],
    ["a: !<b", 6],
    ["a: !e!b c", 3],
    ["- a\nb: c", 4],
    ["|0", 1],
    ["| a", 2],
    ["a: >\n\n   \n  b", 12],
    ["%YAML 1.2\na", 10],
    ['"a"\n%YAML 1.2\n---', 4],
    ["{a: b}}", 6],
    ["[a,,b]", 3],
    ["a: \u0007", 3],
    ["a: b\ud800c", 5],
  ])("the syntax error of %j is at %i", (input, offset) => {
    expect(run(input).errors?.[0]).toMatchObject({ code: "YAML_SYNTAX", offset, path: "/input" });
  });

  test.each([
    ["brackets", "[".repeat(100_000), 1000],
    ["braces", "{a: ".repeat(25_000), 4000],
    ["dashes", "- ".repeat(50_000), 2000],
    ["question marks", "? ".repeat(50_000), 2000],
  ])("100,000 characters of nested %s are too deep", (_, input, offset) => {
    expect(run(input).errors?.[0]).toMatchObject({ code: "INPUT_TOO_DEEP", offset });
  });

  test("1,000 levels are not", () => {
    const input = "[".repeat(1000) + "]".repeat(1000);
    expect(run(input, { action: "json" }).stats).toMatchObject({ depth: 1000 });
  });

  test("repeated keys are equal by value; equal texts count where they become JSON", () => {
    const codes = (input: string, action: "json" | "validate") =>
      run(input, { action }).errors?.map(({ code, path }) => `${code} ${path}`);
    expect(codes("1: a\n0x1: b\n", "validate")).toEqual(["DUPLICATE_KEY /0x1"]);
    expect(codes('1: a\n"1": b\n', "validate")).toEqual([]);
    expect(run('1: a\n"1": b\n', { action: "validate" }).warnings).toMatchObject([
      { code: "DUPLICATE_KEY", path: "/1" },
    ]);
    expect(codes('1: a\n"1": b\n', "json")).toEqual(["DUPLICATE_KEY /1"]);
    expect(codes("? [a, 1]\n: b\n? [a, 0o1]\n: c\n", "validate")).toEqual(["DUPLICATE_KEY /?"]);
    const formatted = run("a: 1\na: 2\n");
    expect(formatted).toMatchObject({ ok: true, valid: true, output: "a: 1\na: 2\n" });
    expect(formatted.value?.documents).toEqual([{ a: 2 }]);
  });

  test("every alias without an anchor is told", () => {
    const { errors } = run("a: *b\nb: &b 1\nc: *d\n---\ne: *b\n", { action: "validate" });
    expect(errors?.map(({ code, line }) => [code, line])).toEqual([
      ["YAML_UNDEFINED_ALIAS", 1],
      ["YAML_UNDEFINED_ALIAS", 3],
      ["YAML_UNDEFINED_ALIAS", 5],
    ]);
  });

  test("an output beyond 2,000,000 characters is refused", () => {
    const deep = `${"[\n".repeat(1000)}${"]".repeat(1000)}`;
    expect(run(deep, { indent: 8 }).errors?.[0]?.code).toBe("OUTPUT_TOO_LARGE");
  });
});

test.each([
  ["binary digits", `0b${"1".repeat(100_000)}x`],
  ["octal digits", `0${"7".repeat(100_000)}8`],
  ["hexadecimal digits", `0x${"f".repeat(100_000)}g`],
  ["decimal digits", `.${"0".repeat(100_000)}x`],
  ["comments behind 1,000 levels", `${"- ".repeat(1000)}\n${"# c\n".repeat(20_000)}`],
  ["keys", "? \n".repeat(33_000)],
])("100,000 characters of %s, where looking back would come to no end", (_, input) => {
  expect(run(input).ok).toBe(true);
});
