import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { beginning, oneLine, quoted, shortened } from "../../../tools/_lib/text/shown.ts";

const wellFormed = fc.string({
  unit: fc.constantFrom("a", "é", "\n", '"', "😀", "𝒳"),
  maxLength: 40,
});
const broken = fc.string({ unit: fc.constantFrom("a", "\ud83d", "\ude00"), maxLength: 40 });
const longest = fc.integer({ min: 1, max: 50 });

describe("the beginning of a text", () => {
  test("is as long as it may be without half a character", () => {
    fc.assert(
      fc.property(wellFormed, longest, (text, most) => {
        const cut = beginning(text, most);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        const next = String.fromCodePoint(text.codePointAt(cut.length) ?? 0);
        expect(cut === text || cut.length + next.length > most).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(most);
      }),
      { examples: [["😀", 1]] },
    );
  });

  test("parts no pair of a text that has halves, too", () => {
    fc.assert(
      fc.property(broken, longest, (text, most) => {
        const cut = beginning(text, most);
        expect(Array.from(text).slice(0, Array.from(cut).length).join("")).toBe(cut);
      }),
    );
  });
});

test("a short text is shown whole, a long one by its beginning and an ellipsis", () => {
  fc.assert(
    fc.property(wellFormed, longest, (text, most) => {
      const shown = shortened(text, most);
      expect(shown.length).toBeLessThanOrEqual(most);
      expect(shown.isWellFormed()).toBe(true);
      if (text.length <= most) expect(shown).toBe(text);
      else expect(shown).toBe(`${beginning(text, most - 1)}…`);
      expect(JSON.parse(quoted(text, most))).toBe(shown);
    }),
  );
});

test("one line has no end of a line, and nothing but blank space is lost", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", " ", "\t", "\n", "\r", "\u2028"), maxLength: 30 }),
      (text) => {
        const line = oneLine(text);
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(line.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        expect(line).toBe(text.replace(/\s*[\n\r\u2028\u2029]\s*/g, " "));
      },
    ),
  );
});
