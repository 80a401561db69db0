import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { normalText } from "../../../tools/_lib/text/prose/normal-form.ts";
import { sentencesIn } from "../../../tools/_lib/text/prose/sentences.ts";
import {
  NEAR_DUPLICATE,
  shinglesOf,
  similarity,
} from "../../../tools/_lib/text/prose/similarity.ts";
import { stem, termsOf } from "../../../tools/_lib/text/prose/terms.ts";
import { unitsOf } from "../../../tools/_lib/text/prose/units.ts";

const sentences = (text: string) =>
  sentencesIn(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));
const units = (text: string) => unitsOf(text).map(({ kind, text: part }) => [kind, part]);

describe("terms", () => {
  test.each([
    ["classes", "class"],
    ["policies", "policy"],
    ["tables", "table"],
    ["status", "status"],
    ["basis", "basis"],
    ["glass", "glass"],
    ["migrating", "migrat"],
    ["locked", "lock"],
    ["being", "being"],
    ["using", "using"],
    ["buildings", "build"],
    ["cats", "cats"],
    ["is", "is"],
  ])("%s: %s", (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  test("are content words only", () => {
    expect(termsOf("The tables were locked, and not by the writers!")).toEqual([
      "table",
      "lock",
      "writer",
    ]);
    expect(termsOf("数据库迁移")).toEqual(["数据", "据库", "库迁", "迁移"]);
  });
});

describe("sentences", () => {
  test.each([
    ["One. Two! Three? Four… Five", ["One.", "Two!", "Three?", "Four…", "Five"]],
    [
      "He said “stop.” Then (it ended.) 7 left.",
      ["He said “stop.”", "Then (it ended.)", "7 left."],
    ],
    ["One. two goes on. Three", ["One. two goes on.", "Three"]],
    ["Wait... What?! Yes.", ["Wait...", "What?!", "Yes."]],
    ["Dr. Who met Mr. X. Then left.", ["Dr. Who met Mr. X. Then left."]],
    ["See fig. 3 in U.S. Law, e.g. Here. Done.", ["See fig. 3 in U.S. Law, e.g. Here.", "Done."]],
    ["It costs 3.5 now. v1.2.3 is out.", ["It costs 3.5 now. v1.2.3 is out."]],
    ["line one\nline two. Next\nline", ["line one\nline two.", "Next\nline"]],
    ["第一句。第二句！“第三句？”完", ["第一句。", "第二句！", "“第三句？”", "完"]],
    ["Ende. Änderung. «Oui.» Éa", ["Ende.", "Änderung.", "«Oui.»", "Éa"]],
    ["  spaced.   Out.  ", ["spaced.", "Out."]],
    ["", []],
  ])("%p", (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });
});

describe("units", () => {
  test("of all kinds", () => {
    const text = [
      "# Title",
      "",
      "First one. Second one",
      "goes on.",
      "Setext",
      "======",
      "- item one",
      "  goes on",
      "- item two",
      "1) third",
      "",
      "| a | b |",
      "| - | - |",
      "~~~js",
      "# no heading. No sentence.",
      "```",
      "~~~",
      "Tail",
    ].join("\r\n");
    expect(units(text)).toEqual([
      ["heading", "# Title"],
      ["sentence", "First one."],
      ["sentence", "Second one\r\ngoes on."],
      ["heading", "Setext\r\n======"],
      ["list", "- item one\r\n  goes on"],
      ["list", "- item two"],
      ["list", "1) third"],
      ["table", "| a | b |\r\n| - | - |"],
      ["code", "~~~js\r\n# no heading. No sentence.\r\n```\r\n~~~"],
      ["sentence", "Tail"],
    ]);
  });

  test("a fence that never closes takes the rest", () => {
    expect(units("a\n```\nb\n\nc")).toEqual([
      ["sentence", "a"],
      ["code", "```\nb\n\nc"],
    ]);
    expect(units("````\n```\n````\nx")).toEqual([
      ["code", "````\n```\n````"],
      ["sentence", "x"],
    ]);
  });

  test("cover all that is visible, in order", () => {
    const piece = fc.constantFrom(
      "# h\n",
      "a. B\n",
      "- x\n",
      "| t\n",
      "```\n",
      "\n",
      "===\n",
      " c ",
      "。",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join("");
        let at = 0;
        for (const { start, end, text: part } of unitsOf(text)) {
          expect(text.slice(at, start).trim()).toBe("");
          expect(text.slice(start, end)).toBe(part);
          expect(part.trim()).toBe(part);
          at = end;
        }
        expect(text.slice(at).trim()).toBe("");
      }),
    );
  });
});

describe("the normal form", () => {
  test.each([
    ["  A\t\nB  ", "a b"],
    ["“Don’t” «x» ‹y›", '"don\'t" "x" \'y\''],
    ["a–b—c−d‐e", "a-b-c-d-e"],
    ["Wait…", "wait..."],
    ["co\u00adoperate zero\u200bwidth", "cooperate zerowidth"],
    ["migra-\n  tion a - \nb 3-\n4", "migration a - b 3- 4"],
    ["ﬁne ①  Ａ", "fine 1 a"],
    ["e\u0301", "é"],
    ["한", "한"],
    ["", ""],
  ])("%p: %p", (source, expected) => {
    expect(normalText(source).text).toBe(expected);
  });

  test("knows where its characters came from", () => {
    const source = "  Ａ “x”\u00ad ﬁ";
    const { text, startOf, endOf } = normalText(source);
    expect(text).toBe('a "x" fi');
    expect(source.slice(startOf(0), endOf(0))).toBe("Ａ");
    expect(source.slice(startOf(2), endOf(4))).toBe("“x”");
    expect([startOf(6), endOf(6), startOf(7)]).toEqual([9, 10, 9]);
  });

  test("is its own normal form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (source) => {
        const once = normalText(source).text;
        // A lower-case letter may be composed with what follows only now.
        expect(normalText(once).text.normalize("NFKC")).toBe(once.normalize("NFKC"));
      }),
    );
  });
});

describe("similarity", () => {
  const like = (a: string, b: string) => similarity(shinglesOf(a), shinglesOf(b));

  test("of runs of three words", () => {
    expect(like("a b c d e", "A b, c d e!")).toBe(1);
    expect(like("a b c d", "a b c e")).toBeCloseTo(1 / 3);
    expect(like("one two three", "four five six")).toBe(0);
    const long = Array.from({ length: 60 }, (_, index) => `w${index}`).join(" ");
    expect(like(long, `${long} more`)).toBeGreaterThan(NEAR_DUPLICATE);
  });

  test("of short texts is all or nothing", () => {
    expect(like("Yes", " yes ")).toBe(1);
    expect(like("Yes", "No")).toBe(0);
    expect(like("yes no", "yes no maybe")).toBe(0);
  });
});
