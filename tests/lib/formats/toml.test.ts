import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { prettyJson } from "../../../tools/_lib/json/tree/write.ts";
import { elementsOf, tomlTree } from "../../../tools/_lib/formats/toml/data.ts";
import { detectToml } from "../../../tools/toml-formatter/detect.ts";
import { parseToml } from "../../../tools/_lib/formats/toml/parse.ts";
import { tomlText } from "../../support/toml-text.ts";

describe("parseToml", () => {
  test("accepts and refuses damaged documents as an independent reader does", () => {
    const damage = fc.tuple(
      tomlText,
      fc.nat(),
      fc.nat(3),
      fc.constantFrom("", ..."\"'[]{}=,.#\\\n\r\t 0aT:-+_é"),
    );
    fc.assert(
      fc.property(damage, ([text, at, cut, splice]) => {
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + splice + text.slice(place + cut);
        fc.pre(damaged.isWellFormed());
        expect(parseToml(damaged, "1.1").problems.length === 0).toBe(isTomlToBun(damaged));
      }),
      { numRuns: 300 },
    );
  });

  test("keeps the place of every token", () => {
    const text = "# c\n[a . 'b']\nk = [1, 'x' ] # d\n";
    const { document } = parseToml(text, "1.0");
    const [comment, header, pair] = document?.lines ?? [];
    const slice = (span: { start: number; end: number } | undefined) =>
      text.slice(span?.start, span?.end);
    expect([comment, header, pair].map((line) => slice(line?.content))).toEqual([
      "# c",
      "[a . 'b']",
      "k = [1, 'x' ]",
    ]);
    expect(slice(pair?.after)).toBe("# d");
    if (pair?.content.type !== "pair" || pair.content.value.type !== "array") throw new Error();
    expect(elementsOf(pair.content.value).map(slice)).toEqual(["1", "'x'"]);
  });

  test("gives what it can of data with problems", () => {
    const { document, problems } = parseToml("a = 1\na = 2\nb = 2021-02-30\n", "1.1");
    expect(problems.map(({ code }) => code)).toEqual(["TOML_DUPLICATE_KEY", "TOML_DATE_RANGE"]);
    expect([...(document?.root.members.keys() ?? [])]).toEqual(["a", "b"]);
  });
});

function isTomlToBun(text: string): boolean {
  try {
    Bun.TOML.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("tomlTree", () => {
  test("keeps the order of definition, tables of arrays included", () => {
    const { document } = parseToml("[[b.c]]\nx = 1\n[a]\n[[b.c]]\n[b.c.d]\ny.z = 2\n", "1.1");
    if (document === undefined) throw new Error();
    const seen: string[] = [];
    const tree = tomlTree(document, (_, pointer) => seen.push(pointer()));
    expect(prettyJson(tree)?.replace(/\s/g, "")).toBe(
      '{"b":{"c":[{"x":1},{"d":{"y":{"z":2}}}]},"a":{}}',
    );
    expect(seen).toEqual(["/b/c/0/x", "/b/c/1/d/y/z"]);
  });
});

test.each([
  ["[package]\nname = 'x'\nversion = \"1\"\n", 0.9],
  ["a = 1\nb = [1,\n 2]\n", 0.7],
])("%j is told to be TOML", (sample, least) => {
  expect(detectToml(sample)).toBeGreaterThanOrEqual(least);
});

test.each([
  "",
  '{"a": 1}',
  "a: 1\nb: 2\n",
  "A=b\nC=d\n",
  "some words of text",
  "[section]\nkey = value\n",
])("%j is not", (sample) => {
  expect(detectToml(sample)).toBeLessThan(0.5);
});
