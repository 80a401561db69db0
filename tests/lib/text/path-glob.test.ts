import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Glob, GlobList } from "../../../tools/_lib/text/path-glob/glob.ts";

const matches = (pattern: string, path: string) => new Glob(pattern).matches(path);

describe("one pattern", () => {
  test.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "deep/er/a.ts", true],
    ["*.ts", "a.tsx", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/b/a.ts", false],
    ["src/*.ts", "lib/src/a.ts", false],
    ["/a.ts", "a.ts", true],
    ["/a.ts", "b/a.ts", false],
    ["./src/a.ts", "src/a.ts", true],
    ["src/**", "src/a/b.ts", true],
    ["src/**", "src/a", true],
    ["src/**", "src", false],
    ["src/", "src/a/b", true],
    ["src/", "src", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/x/y/a.ts", true],
    ["**/a.ts", "a.ts", true],
    ["**/a.ts", "x/y/a.ts", true],
    ["**/a.ts", "x/ya.ts", false],
    ["**", "x/y", true],
    ["a/**/b/**/c", "a/b/c", true],
    ["a/**/b/**/c", "a/x/b/y/z/c", true],
    ["a/**/b/**/c", "a/x/c", false],
    ["a**b/c", "axxb/c", true],
    ["a**b/c", "ax/xb/c", false],
    ["?.ts", "é.ts", true],
    ["?.ts", "😀.ts", true],
    ["?.ts", "ab.ts", false],
    ["a?c/d", "a/c/d", false],
    ["[a-c].ts", "b.ts", true],
    ["[!a-c].ts", "b.ts", false],
    ["[!a-c].ts", "d.ts", true],
    ["x/[!a]", "x//", false],
    ["[]a]", "]", true],
    ["[a", "[a", true],
    ["[a-]", "-", true],
    ["*.{ts,tsx}", "x/a.tsx", true],
    ["{src,lib}/**", "lib/x/y", true],
    ["{src,lib/{a,b}}/*.js", "lib/b/x.js", true],
    ["{src,lib/{a,b}}/*.js", "lib/c/x.js", false],
    ["a/{**,x}/b", "a/p/q/b", true],
    ["{a", "{a", true],
    ["{a}", "{a}", true],
    ["a{,b}", "a", true],
    ["a{,b}", "ab", true],
    ["\\*.ts", "*.ts", true],
    ["\\*.ts", "a.ts", false],
    ["A.ts", "a.ts", false],
    ["*", ".hidden", true],
    ["**/*.ts", ".git/a.ts", true],
    ["src/a.ts", ".\\src\\a.ts", true],
    ["", "", true],
    ["", "a", false],
  ] as const)("%s %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  test("a pattern of stars costs as much as it is long", () => {
    const pattern = `${"*a".repeat(200)}b`;
    expect(matches(pattern, "a".repeat(2000))).toBe(false);
    expect(matches(`${"**/".repeat(300)}b`, `${"a/".repeat(2000)}c`)).toBe(false);
  });

  test("braces without an end, and within one another without number", () => {
    expect(matches("{".repeat(50_000), "{".repeat(50_000))).toBe(true);
    const deep = `${"{a,".repeat(20_000)}b${"}".repeat(20_000)}`;
    expect(matches(deep, "a")).toBe(true);
    expect(matches(deep, "b")).toBe(false);
    expect(matches(`${"{a,".repeat(100)}b${"}".repeat(100)}`, "b")).toBe(true);
  });

  test("agrees with a regular expression on patterns of stars, names and slashes", () => {
    const segment = fc.constantFrom("*", "a", "b", "a*", "?", "**");
    const path = fc.array(fc.constantFrom("a", "b", "ab", "abb"), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 2, maxLength: 5 }), path, (segments, names) => {
        const source = segments.map((part, index) => {
          const isLast = index === segments.length - 1;
          if (part === "**") return isLast ? "[^/]+(?:/[^/]+)*" : "(?:[^/]+/)*";
          const body = part.replaceAll("*", "[^/]*").replaceAll("?", "[^/]");
          return isLast ? body : `${body}/`;
        });
        const expected = new RegExp(`^${source.join("")}$`).test(names.join("/"));
        expect(matches(segments.join("/"), names.join("/"))).toBe(expected);
      }),
    );
  });
});

test("of a list the last that matches decides", () => {
  const list = new GlobList(["src/**", "!*.test.ts", "src/keep.test.ts"]);
  expect(list.matches("src/a.ts")).toBe(true);
  expect(list.matches("src/a.test.ts")).toBe(false);
  expect(list.matches("src/keep.test.ts")).toBe(true);
  expect(list.matches("other")).toBe(false);
});
