import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  overlap,
  readResource,
  readSegment,
  segmentsMeet,
} from "../../../tools/agent-plan-parallelism-auditor/resources.ts";

describe("resources", () => {
  test.each([
    ["db", "db", true],
    ["db", "db2", false],
    ["src/**", "src/a.ts", true],
    ["src/", "src/a/b.ts", true],
    ["src/", "src/**", true],
    ["src/**", "src", false],
    ["src/**", "srcs/a", false],
    ["src/a/**", "src/**", true],
    ["src/a/**", "src/b/**", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/b/a.ts", false],
    ["src/*.ts", "src/*.js", false],
    ["src/a*", "src/*.ts", true],
    ["src/a*c*e", "src/abcde", true],
    ["src/a*c*e", "src/aec", false],
    ["a*a", "a", false],
    ["*", "anything", true],
    ["*", "a/b", false],
    ["**", "a/b", true],
    ["/", "/etc/hosts", true],
    ["/**", "etc/hosts", false],
    ["src/**/x.ts", "src/x.ts", true],
    ["src/**/x.ts", "src/a/b/x.ts", true],
    ["src/**/x.ts", "src/a/b/y.ts", false],
    ["src/**/x.ts", "**/x.*", true],
    ["", "", true],
    ["[a", "[a", true],
  ])("%s and %s: %p", (left, right, expected) => {
    expect(overlap(readResource(left), readResource(right))).toBe(expected);
    expect(overlap(readResource(right), readResource(left))).toBe(expected);
  });

  test("two segments meet where some text fits both", () => {
    const segment = fc
      .array(fc.constantFrom("a", "b", "*"), { maxLength: 4 })
      .map((list) => list.join(""));
    const texts = [0, 1, 2, 3, 4, 5, 6].flatMap((length) =>
      Array.from({ length: 2 ** length }, (_, number) =>
        Array.from({ length }, (__, at) => ((number >> at) & 1 ? "a" : "b")).join(""),
      ),
    );
    fc.assert(
      fc.property(segment, segment, (left, right) => {
        const [first, second] = [left, right].map(
          (text) => new RegExp(`^${text.replaceAll("*", ".*")}$`),
        );
        const expected = texts.some((text) => first?.test(text) && second?.test(text));
        expect(segmentsMeet(readSegment(left), readSegment(right))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});
