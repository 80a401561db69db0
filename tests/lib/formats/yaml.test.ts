import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parse } from "yaml";
import { readJson } from "../../../tools/_lib/json/tree/read.ts";
import { ambiguityOf } from "../../../tools/_lib/formats/yaml/ambiguity.ts";
import { detectYaml } from "../../../tools/yaml-formatter/detect.ts";
import { reportYaml } from "../../../tools/_lib/formats/yaml/report.ts";
import { resolvePlain } from "../../../tools/_lib/formats/yaml/resolve.ts";
import { parseYaml } from "../../../tools/_lib/formats/yaml/stream.ts";
import { writeYamlData } from "../../../tools/_lib/formats/yaml/write-data.ts";
import { eventsOf } from "../../support/yaml-events.ts";

describe("parseYaml", () => {
  test("reads a line end, CRLF or CR, as the same", () => {
    const text = "a: b\n  c\n? |\n  d\n\n  e\n: 'f\n\n  g'\n# h\n";
    const expected = eventsOf(text) ?? [];
    for (const lineEnd of ["\r\n", "\r"]) {
      expect(eventsOf(text.replaceAll("\n", lineEnd))).toEqual(expected);
    }
  });

  test("takes byte order marks before each document, also between comments", () => {
    const text = "\ufeff# a\n\ufeffb\n...\n\ufeff# c\n\ufeff--- d\n...\n# e\n\ufefff\n";
    const { stream, problems } = parseYaml(text);
    expect(problems).toEqual([]);
    expect(stream?.marks.map((mark) => text.charAt(mark + 1))).toEqual([..."#b#-f"]);
    expect(eventsOf(text)).toEqual(eventsOf(text.replaceAll("\ufeff", "")) as string[]);
    expect(stream?.comments).toHaveLength(3);
    expect(parseYaml("a\n---\n\ufeffb").problems).toMatchObject([{ offset: 6 }]);
  });

  // Each text is YAML up to the offset and goes on as YAML with the last column, but not as it does.
  test.each([
    ["a: 1\n\tb: 2", 6, "\n"],
    ["a: b: c", 5, "c"],
    ["a: @", 3, "b"],
    ["- a\n- [b\n]c", 10, "\n"],
    ["[a, b", 5, "]"],
    ["%TAG !e! a|b\n---\n", 10, "\n---\n"],
    ["%TAG !e! |\n---\n", 9, "a\n---\n"],
    ["% a\n---\n", 1, "b\n---\n"],
    ["{a: b,,", 6, "}"],
    ["- {a: 'b'}- c", 10, "\n"],
    ['"a\\x4', 5, '1"'],
    ["'a\n---", 6, "b'"],
    ["k: 'a\nb'", 6, "  '"],
    ["k: [a\nb]", 6, "  ]"],
    ["a\nb: c", 4, "c"],
    ["a: 1\n? b\n: c\n- d", 14, "d: e"],
    ["- a\n-b: c", 5, " c"],
    ["&a - b", 4, "c"],
    ["- &a *b", 5, "b"],
    ["!a{", 2, " b"],
    ["%YAML 1.2 a", 10, "\n---"],
    ["%TAG ! a\nb", 9, "---"],
    ["--- >2 a", 7, "\n"],
    ["a: |\n   \n  b", 11, "  b"],
    ["... a", 4, "\n"],
    ["- # c\n- [ a,#", 12, " b]"],
    ["'a' #b\n'c'", 7, "---"],
    ["? a\n: b\n :", 10, "c"],
  ])("stops in %j at %i", (text, offset, rest) => {
    expect(parseYaml(text).problems).toMatchObject([{ code: "YAML_SYNTAX", offset }]);
    expect(parseYaml(text.slice(0, offset) + rest).problems.filter(isSyntax)).toEqual([]);
  });

  describe("of a text with all kinds of nodes", () => {
    const text = "a: &x !!str b # c\n# d\ne: [f, # g\n  *x ]\n# h\n";
    const { stream } = parseYaml(text);
    const root = stream?.documents[0]?.root;
    if (root?.type !== "mapping") throw new Error("The root is a mapping");
    const [first, second] = root.entries;
    const slice = (span: { start: number; end: number } | undefined) =>
      text.slice(span?.start, span?.end);

    test("gives nodes and properties their places", () => {
      const nodes = [first?.key, first?.value, second?.value];
      expect(nodes.map(slice)).toEqual(["a", "b", "[f, # g\n  *x ]"]);
      expect(first?.value.properties.list.map(slice)).toEqual(["&x", "!!str"]);
    });

    test("gives comments to what they belong to", () => {
      expect(slice(first?.value.after)).toBe("# c");
      expect(second?.before.map(({ comment }) => slice(comment))).toEqual(["# d"]);
      expect(root.trailing.map(({ comment }) => slice(comment))).toEqual(["# h"]);
    });

    test("ties aliases to anchors, and those to nodes", () => {
      expect(stream?.aliases[0]?.anchor).toBe(stream?.anchors[0]);
      expect(stream?.anchors[0]?.node).toBe(first?.value);
    });
  });
});

function isSyntax({ code }: { code: string }): boolean {
  return code === "YAML_SYNTAX";
}

describe("resolvePlain", () => {
  test.each([
    ["0", "0", "0"],
    ["-0", "-0", "-0"],
    ["010", "10", "8"],
    ["089", "89", undefined],
    ["0x_f", undefined, "15"],
    ["-0x1F", undefined, "-31"],
    ["1__0", undefined, "10"],
    ["._5", undefined, "0.5"],
    ["0_", undefined, "0"],
    ["0_7", undefined, "7"],
    ["0b_", undefined, undefined],
    ["0b_10_", undefined, "2"],
    ["0x_", undefined, undefined],
    ["._", undefined, undefined],
    [".", undefined, undefined],
    ["1e5", "1e5", undefined],
    ["1.5E-3", "1.5E-3", "1.5E-3"],
    ["1:30", undefined, "90"],
    ["01:30", undefined, undefined],
    ["01:30.", undefined, "90"],
    [`1${":00".repeat(64)}`, undefined, undefined],
  ])("%s is %p in 1.2 and %p in 1.1", (text, now, old) => {
    const textOf = (version: "1.1" | "1.2") => {
      const resolved = resolvePlain(text, version);
      return resolved.type === "number" ? resolved.text : undefined;
    };
    expect(textOf("1.2")).toBe(now);
    expect(textOf("1.1")).toBe(old);
  });
});

describe("writeYamlData", () => {
  const LETTERS = [..."ab:#-?'\"\\[]{},&*!|>%@`01~=", " ", "\n", "\t", "\r", "\u0085", "\ufeff"];
  const WORDS = [
    "no",
    "null",
    "1e3",
    "0o17",
    ".inf",
    "2024-01-01",
    "<<",
    "---",
    ": ",
    " #",
    "\ud800",
  ];
  const text = fc
    .array(fc.constantFrom(...LETTERS, ...WORDS), { maxLength: 5 })
    .map((parts) => parts.join(""));
  const { data } = fc.letrec<{ data: unknown }>((tie) => ({
    data: fc.oneof(
      { depthSize: "small" },
      text,
      fc.constantFrom(0, -1.5, true, null),
      fc.array(tie("data"), { maxLength: 3 }),
      fc.dictionary(text, tie("data"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));

  test("writes what both versions of YAML, and an independent reader, read as the same data", () => {
    fc.assert(
      fc.property(data, (value) => {
        const yaml = writtenAsYaml(JSON.stringify(value));
        const { stream } = parseYaml(yaml);
        if (stream === undefined) throw new Error(`No YAML: ${yaml}`);
        for (const version of ["1.1", "1.2"] as const) {
          const { documents } = reportYaml(stream, { version, merge: true }, "none");
          expect(documents).toEqual([value]);
        }
        expect(parse(yaml)).toEqual(value);
      }),
      { numRuns: 1000, examples: [[["a\nb"]]] },
    );
  });

  test("lines of an item stand right of its dash", () => {
    expect(writtenAsYaml('{"a": ["b\\nc\\n", [1, "d\\n\\ne"]]}')).toBe(
      "a:\n  - |\n    b\n    c\n  - - 1\n    - |-\n      d\n\n      e\n",
    );
  });

  test("a long line of blanks, where looking back would come to no end", () => {
    expect(writtenAsYaml(JSON.stringify(`a\n${" ".repeat(100_000)}b`))).toEndWith(" b\n");
  });
});

function writtenAsYaml(json: string): string {
  const read = readJson(json);
  if (!("root" in read)) throw new Error("No JSON");
  return writeYamlData(read.root) ?? "";
}

test("an ambiguity names both readings and the quoting", () => {
  expect(ambiguityOf("012")).toBe(
    'The plain scalar 012 is the number 10 in YAML 1.1 and the number 12 in YAML 1.2; in quotes, "012", it is a string in both',
  );
  expect(ambiguityOf("2024-01-01")).toContain("the timestamp 2024-01-01 in YAML 1.1");
  expect(ambiguityOf("1.0")).toBeUndefined();
});

test.each([
  ["apiVersion: v1\nkind: Service\nmetadata:\n  name: x\n", 0.8],
  ["---\n- a\n- b\n", 0.9],
])("%j is told to be YAML", (sample, least) => {
  expect(detectYaml(sample)).toBeGreaterThanOrEqual(least);
});

test.each([
  "",
  '{"a": 1}',
  "a = 1\nb = 2\n",
  "some words of text",
  "Note: some words of text",
  "<a: b/>",
])("%j is not", (sample) => {
  expect(detectYaml(sample)).toBeLessThan(0.5);
});
