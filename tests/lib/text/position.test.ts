import { expect, test } from "bun:test";
import fc from "fast-check";
import { excerptAt, positionFinder } from "../../../tools/_lib/text/position.ts";

const lines = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\t", "😀"), maxLength: 30 });

test("line and column agree with splitting the text at its line ends", () => {
  fc.assert(
    fc.property(lines, fc.nat(30), (text, given) => {
      const offset = Math.min(given, text.length);
      const inPair = text.charAt(offset - 1) === "\r" && text.charAt(offset) === "\n";
      if (inPair) return;
      const before = text.slice(0, offset).split(/\r\n|\r|\n/);
      expect(positionFinder(text)(offset)).toEqual({
        line: before.length,
        column: (before.at(-1) ?? "").length + 1,
        offset,
      });
    }),
    { numRuns: 1000 },
  );
});

test("the caret stands under the position, in an excerpt without half characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), fc.nat(120), (text, given) => {
      const offset = Math.min(given, text.length);
      if (!text.slice(0, offset).isWellFormed()) return;
      const [line = "", caret = "", more] = excerptAt(text, offset).split("\n");
      expect(more).toBeUndefined();
      expect(caret.trim()).toBe("^");
      expect(line.isWellFormed()).toBe(true);
      if (offset < text.length) expect(line.charAt(caret.length - 1)).toBe(text.charAt(offset));
    }),
    { numRuns: 1000 },
  );
});

test("cut sides are marked", () => {
  expect(excerptAt("abc", 1)).toBe("abc\n ^");
  expect(excerptAt(`${"a".repeat(50)}x${"b".repeat(50)}`, 50)).toBe(
    `…${"a".repeat(40)}x${"b".repeat(19)}…\n${" ".repeat(41)}^`,
  );
  expect(excerptAt("ab\ncd", 2)).toBe("ab\n  ^");
  expect(excerptAt("", 0)).toBe("\n^");
});
