import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/slug-generator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const slug = (input: string, more: object = {}) => run({ input, ...more }).output;
const flags = (input: object) =>
  (run(input).value as { slugs: { truncated: boolean; renamed: boolean }[] }).slugs.map(
    ({ truncated, renamed }) => [truncated, renamed],
  );

describe("letters and signs", () => {
  test.each([
    ["C++", "c-plus-plus"],
    ["R&D @ 5% for $1, €2, £3, ¥4", "r-and-d-at-5-percent-for-dollar-1-euro-2-pound-3-yen-4"],
    ["Conway's Law, don’t rock`n`roll l'été", "conways-law-dont-rocknroll-lete"],
    ["the 90's and 5'6", "the-90s-and-56"],
    ['say "hi"there', "say-hithere"],
    ["my parents' rules", "my-parents-rules"],
    ["ＡＢＣ １２３", "abc-123"],
    ["½ ①", "1-2-1"],
    ["a©b ™ 🦄 👍🏻 👨‍👩‍👧 ❤️", "a-b"],
    ["你好 мир", "nihao-mir"],
    ["e\u0301te\u0301", "ete"],
    ["a\tb_c/d", "a-b-c-d"],
    ["ﷲ ﬁ", "allah-fi"],
  ])("%s", (input, expected) => {
    expect(slug(input)).toBe(expected);
  });

  test("options", () => {
    expect(slug("fooBar XMLHttp FOO360Bar")).toBe("foobar-xmlhttp-foo360bar");
    expect(slug("fooBar XMLHttp FOO360Bar", { decamelize: true })).toBe(
      "foo-bar-xml-http-foo360-bar",
    );
    expect(slug("BAR&baz Ä", { lowercase: false, separator: "_" })).toBe("BAR_and_baz_A");
    expect(slug("a & b + c", { symbols: false })).toBe("a-b-c");
    expect(slug("a b", { separator: "" })).toBe("ab");
    expect(slug("a b", { separator: "~" })).toBe("a~b");
    expect(slug("Ünï 三人，É©", { unicode: true })).toBe("ünï-三人-é");
    expect(slug("C# & F+ it's", { keep: "#+'" })).toBe("c#-and-f+-it's");
    expect(slug("-a-b-", { keep: "-" })).toBe("a-b");
    expect(slug("[a]^b\\c", { keep: "]^\\[", separator: "_" })).toBe("[a]^b\\c");
  });

  test.each([
    ["de", "Äpfel ÖL ẞ ß & ü", "aepfel-oel-ss-ss-und-ue"],
    ["de-CH", "u\u0308", "ue"],
    ["AT", "ö", "oe"],
    ["en", "ö & ß", "o-and-ss"],
    ["nb_NO", "Ærlig blåbær & øl", "aerlig-blaabaer-og-oel"],
    ["sv", "å & ö", "a-och-o"],
    ["bg", "щъркел Хъйьюя жц", "shtarkel-hayyyuya-zhts"],
    ["sr", "Ђ ж ј љ њ ћ ц ч џ ш х đ", "dj-z-j-lj-nj-c-c-c-dz-s-h-dj"],
    [
      "uk",
      "Згурський Юрій, Єнакієве п'ять м’яч ґанок",
      "zghurskyi-yurii-yenakiieve-piat-miach-ganok",
    ],
    ["uk", "їжа моя & Й", "yizha-moia-ta-y"],
    ["ru", "щи & борщ", "shchi-i-borshch"],
    ["tr", "a & ı", "a-ve-i"],
    ["", "a & b", "a-and-b"],
    ["constructor", "a & b", "a-and-b"],
  ])("in %s: %s", (locale, input, expected) => {
    expect(slug(input, { locale })).toBe(expected);
  });

  test("the first letter keeps its case", () => {
    expect(slug("Щука ЄС Ärger", { lowercase: false, locale: "uk" })).toBe("Shchuka-YeS-Arger");
    expect(slug("Ärger", { lowercase: false, locale: "de" })).toBe("Aerger");
  });
});

test("stop words", () => {
  expect(slug("The cat and the hat", { stopWords: true })).toBe("cat-hat");
  expect(slug("the and", { stopWords: true })).toBe("the-and");
  expect(slug("für mich UND dich", { stopWords: "für,und", locale: "de" })).toBe("mich-dich");
  expect(slug("The cat", { stopWords: ["THE"], lowercase: false })).toBe("cat");
  expect(slug("the cat", { stopWords: [] })).toBe("the-cat");
});

describe("length", () => {
  test.each([
    ["foo bar baz", 9, "foo-bar"],
    ["foo bar baz", 7, "foo-bar"],
    ["foo bar baz", 8, "foo-bar"],
    ["foo bar baz", 11, "foo-bar-baz"],
    ["abcdefgh", 5, "abcde"],
    ["ab cdefgh", 4, "ab"],
  ])("%s in %i", (input, maxLength, expected) => {
    expect(slug(input, { maxLength })).toBe(expected);
    expect(flags({ input, maxLength })).toEqual([[expected.length < input.length, false]]);
  });

  test("without separator, and with characters of two units", () => {
    expect(slug("foo bar", { maxLength: 5, separator: "" })).toBe("fooba");
    expect(slug("𝒳𝒳𝒳𝒳", { maxLength: 3, unicode: true })).toBe("𝒳𝒳𝒳");
    expect(run({ input: "a", maxLength: 2 }).errors?.length).toBeGreaterThan(0);
  });
});

describe("slugs differ", () => {
  test("from each other and from those that are taken", () => {
    expect(slug("a\nA\na 2\n\na", { existing: "a-3,b" })).toBe("a\na-2\na-2-2\n\na-4");
    expect(flags({ input: "a\nA\n\nb" })).toEqual([
      [false, false],
      [false, true],
      [false, false],
    ]);
    expect(slug("a\na", { separator: "_" })).toBe("a\na_2");
  });

  test("a number fits into the length", () => {
    expect(slug("foo bar\n".repeat(3), { maxLength: 7 })).toBe("foo-bar\nfoo-b-2\nfoo-b-3\n");
    expect(flags({ input: "foo bar\nfoo bar", maxLength: 7 })).toEqual([
      [false, false],
      [true, true],
    ]);
    const many = slug("abc\n".repeat(200), { maxLength: 3 })?.trimEnd().split("\n") ?? [];
    expect(new Set(many).size).toBe(200);
    expect(many.every((each) => /^[a-z0-9]/.test(each))).toBe(true);
  });
});

test("anchors of GitHub", () => {
  const style = "github";
  expect(slug("What's  new? (v2.0) _x_", { style })).toBe("whats--new-v20-_x_");
  expect(slug(" Ärger & Wut - 🦄 ", { style, locale: "de", separator: "_" })).toBe(
    "-ärger--wut----",
  );
  expect(slug("A\na\nA", { style, existing: "a-1", maxLength: 3 })).toBe("a\na-2\na-3");
  expect(run({ input: "?!", style })).toMatchObject({ valid: false, output: "" });
});

describe("lines", () => {
  test("blank ones stay, ends stay", () => {
    expect(run({ input: "a\r\n \r\nb\r\n" })).toMatchObject({
      output: "a\r\n\r\nb\r\n",
      valid: true,
      value: { slug: "a", slugs: { length: 2 } },
    });
    expect(run({ input: "" })).toMatchObject({ output: "", valid: true, value: { slug: "" } });
  });

  test("an empty slug, and what stands for it", () => {
    const input = "a\n!\n?";
    expect(run({ input })).toMatchObject({
      output: "a\n\n",
      valid: false,
      warnings: [{ code: "SLUG_EMPTY", line: 2, received: 2 }],
    });
    expect(run({ input, fallback: "No Title" })).toMatchObject({
      output: "a\nno-title\nno-title-2",
      valid: true,
      warnings: [],
    });
  });

  test("what has no ASCII form is counted", () => {
    expect(run({ input: "q\u0303 a\u{10fffd}" }).warnings).toMatchObject([
      { code: "LOSSY", received: 2 },
    ]);
    expect(run({ input: "a\u200db\ufeff é", unicode: false }).warnings).toEqual([]);
  });

  test.each([
    { input: "a\n".repeat(1001) },
    { input: "a", keep: "abc" },
    { input: "a", keep: "!".repeat(11) },
  ])("out of bounds", (input) => {
    expect(run(input)).toMatchObject({ ok: false, error: { code: "TOOL_INPUT_INVALID" } });
  });
});

test("slugs of any text hold nothing that a URL would escape", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("en", "de", "uk"),
      (input, locale) => {
        expect(slug(input.replace(/[\r\n]/g, " "), { locale })).toMatch(
          /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/,
        );
      },
    ),
  );
});

test.each([
  ["C# in Depth", "c-sharp-in-depth"],
  ["F# and Q#", "f-sharp-and-q-sharp"],
  ["C++ and Notepad++", "c-plus-plus-and-notepad-plus-plus"],
  ["Learn .NET 8 and ASP.NET", "learn-dotnet-8-and-asp-dotnet"],
  ["a.net ac# c#a", "a-net-ac-c-a"],
])("names with signs: %s", (input, expected) => {
  expect(slug(input)).toBe(expected);
  expect(slug("C#", { symbols: false })).toBe("c");
});
