import { expect, test } from "bun:test";
import { parsePointer, POINTER } from "../../../tools/_lib/results/pointer.ts";
import { patternRoot } from "../../../tools/_lib/results/pointer-patterns.ts";

function place(patterns: readonly string[], pointer: string) {
  const tokens = parsePointer(pointer) ?? [];
  return tokens.reduce((at, token) => at.enter(token), patternRoot(patterns));
}

test.each([
  ["/a", "/a", true, true],
  ["/a", "/a/b", false, true],
  ["/a", "", false, false],
  ["", "", true, true],
  ["", "/x", false, true],
  ["/*/b", "/a/b", true, true],
  ["/*/b", "/b", false, false],
  ["/**/b", "/b", true, true],
  ["/**/b", "/x/y/b", true, true],
  ["/**/b", "/x/b/y", false, true],
  ["/**", "", true, true],
  ["/a/**/**/c", "/a/c", true, true],
  ["/a/**/c/*", "/a/c/c/c", true, true],
  ["/a~1b/~0", "/a~1b/~0", true, true],
  ["/a", "/A", false, false],
] as const)("%s at %s", (pattern, pointer, matches, covered) => {
  expect(place([pattern], pointer)).toMatchObject({ matches, covered });
});

test("of several patterns any one counts", () => {
  expect(place(["/x", "/a/*"], "/a/1").matches).toBe(true);
  expect(place([], "/a").covered).toBe(false);
});

test("what is no pointer covers nothing, as its field refuses it", () => {
  const isPointer = new RegExp(POINTER, "u");
  for (const text of ["a", "/~2", "/~", " /a"]) {
    expect(isPointer.test(text)).toBe(false);
    expect(place([text], "/a")).toMatchObject({ matches: false, covered: false });
  }
  for (const text of ["", "/", "//a", "/a\n/~0~1"]) expect(isPointer.test(text)).toBe(true);
});

test("many doubled stars stay cheap", () => {
  const pattern = `${"/**/a".repeat(50)}/b`;
  expect(place([pattern], "/a".repeat(1000)).matches).toBe(false);
});
