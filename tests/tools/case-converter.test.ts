import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/case-converter.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const convert = (input: string, name: string, more: object = {}) =>
  run({ input, case: name, ...more }).output;
const words = (input: string, more: object = {}) =>
  (run({ input, case: "lower", ...more }).value as { words: string[] }).words.join(" ");

test("each case", () => {
  const { value } = run({ input: "HTTPServer don't v2" });
  expect((value as { cases: object }).cases).toEqual({
    camel: "httpServerDontV2",
    pascal: "HttpServerDontV2",
    snake: "http_server_dont_v2",
    screamingSnake: "HTTP_SERVER_DONT_V2",
    kebab: "http-server-dont-v2",
    screamingKebab: "HTTP-SERVER-DONT-V2",
    train: "Http-Server-Dont-V2",
    adaSnake: "Http_Server_Dont_V2",
    dot: "http.server.dont.v2",
    path: "http/server/dont/v2",
    flat: "httpserverdontv2",
    upperFlat: "HTTPSERVERDONTV2",
    space: "http server dont v2",
    capital: "Http Server Dont V2",
    title: "HTTPServer Don't V2",
    sentence: "Httpserver don't v2",
    lower: "httpserver don't v2",
    upper: "HTTPSERVER DON'T V2",
    swap: "httpsERVER DON'T V2",
  });
});

describe("names", () => {
  for (const names of [
    ["constant", "SCREAMING-snake", "macro", "upperSnake", "CONSTANT_CASE"],
    ["dash", "param", "Kebab Case", "spinal-case"],
    ["cobol", "upperKebab", "screaming kebab"],
    ["header", "train_case"],
    ["pascalSnake", "adaSnakeCase"],
    ["no", "noCase", "lowerSpace", "space"],
    ["start", "CapitalCase"],
    ["invert", "toggle-case", "swap"],
  ]) {
    test(`${names[0]} and its aliases`, () => {
      const outputs = names.map((name) => convert("fooBar baz", name));
      expect(new Set(outputs).size).toBe(1);
      expect(outputs[0]).toBeString();
    });
  }

  test("another name is refused with the nearest", () => {
    expect(run({ input: "a", case: "pascl" })).toMatchObject({
      ok: false,
      error: { code: "TOOL_INPUT_INVALID" },
      errors: [{ code: "ENUM", path: "/case", hint: "Did you mean pascal?" }],
    });
  });
});

describe("words", () => {
  test.each([
    ["XMLHttpRequest", "xml http request"],
    ["don’t rock'n'roll 'quoted'", "dont rocknroll quoted"],
    ["5'x a'5", "5 x a 5"],
    ["FOO360 foo360BAR 1Test", "foo360 foo360 bar 1 test"],
    ["e\u0301Cole E\u0301cole", "e\u0301 cole e\u0301cole"],
    ["ABCe\u0301", "ab ce\u0301"],
    ["parseURLs getIDsOf URLsafe fooAs XMLsé", "parse urls get ids of ur lsafe foo as xm lsé"],
    ["数据Base", "数据 base"],
    ["ǅabc aǅ", "ǆabc a ǆ"],
    ["I ❤️ JS🎉ts", "i js ts"],
    ["a.b/c\u200dd", "a b c d"],
    ["", ""],
  ])("%s", (input, expected) => {
    expect(words(input)).toBe(expected);
  });

  test("numbers apart", () => {
    expect(words("foo12019Bar v2½", { splitNumbers: true })).toBe("foo 12019 bar v 2½");
    expect(convert("foo12019Bar", "camel", { splitNumbers: true })).toBe("foo_12019Bar");
    expect(convert("version 1.2 x", "pascal")).toBe("Version_1_2X");
    expect(convert("1 a", "camel")).toBe("1A");
  });

  test("acronyms stand where they are listed exactly and end", () => {
    const acronyms = ["ID", "URL", "API", "OAuth2", "iOS"];
    expect(words("userIDs", { acronyms })).toBe("user ids");
    expect(words("apiURL getAPIURLParser", { acronyms })).toBe("api url get api url parser");
    expect(words("OAuth2Token iOSApp IOSApp", { acronyms })).toBe("oauth2 token ios app ios app");
    expect(words("URL数", { acronyms })).toBe("url数");
    expect(convert("oauth2 id ios", "camel", { acronyms })).toBe("oauth2IDiOS");
    expect(convert("the ios API. url", "sentence", { acronyms })).toBe("The iOS API. URL");
    expect(convert("the ios-id of it", "title", { acronyms })).toBe("The iOS-ID of It");
    expect(convert("URL id", "snake", { acronyms })).toBe("url_id");
  });

  test.each([{ acronyms: ["A"] }, { acronyms: "a-b" }, { acronyms: Array(201).fill("ID") }])(
    "acronyms out of bounds",
    (more) => {
      expect(run({ input: "a", ...more })).toMatchObject({
        ok: false,
        error: { code: "TOOL_INPUT_INVALID" },
        errors: [{ code: "RANGE", path: "/acronyms" }],
      });
    },
  );
});

test("affixes of identifiers", () => {
  const more = { keepAffixes: true };
  expect(convert("__$fooBar_$", "snake", more)).toBe("__$foo_bar_$");
  expect(convert("__", "upperFlat", more)).toBe("__");
  expect(convert("_foo_", "capital", more)).toBe("Foo");
  expect(convert("_foo_", "camel")).toBe("foo");
});

describe("letters", () => {
  test.each([
    ["straße", "upper", "STRASSE"],
    ["ΟΔΟΣ Σ", "lower", "οδος σ"],
    ["ΟΔΟΣ", "capital", "Οδος"],
    ["ΒΣ", "train", "Βς"],
    ["ßa ﬁn ŉa ᾳ ǰ", "capital", "Ssa Fin ʼNa ᾼ J̌"],
    ["ǆa ǈb ǌ ǲ", "capital", "ǅa ǈb ǋ ǲ"],
    ["ქართული", "capital", "ქართული"],
    ["ßΣ ǅ İ", "swap", "SSς ǆ i\u0307"],
    ["aBßΣ", "swap", "AbSSς"],
    ["ⅷa 13th", "capital", "ⅷa 13th"],
  ])("%s in %s", (input, name, expected) => {
    expect(convert(input, name)).toBe(expected);
  });

  test("the i of Turkish", () => {
    expect(convert("ışık İzmir", "upper", { locale: "tr" })).toBe("IŞIK İZMİR");
    expect(convert("IŞIK İZMİR", "capital", { locale: "az" })).toBe("Işık İzmir");
    expect(convert("Iİıi", "swap", { locale: "TR" })).toBe("ıiIİ");
    expect(convert("iki", "title", { locale: "tr" })).toBe("İki");
  });
});

describe("title", () => {
  test.each([
    ["a tale of two cities", "A Tale of Two Cities"],
    ["what is it for", "What Is It For"],
    ['one on: "an end"', 'One on: "An End"'],
    ["start title — a title - the end", "Start Title — A Title - The End"],
    ["foo— the end", "Foo— the End"],
    ["have you (read?) the news", "Have You (Read?) The News"],
    ["go-to-iPhone by NASA", "Go-to-iPhone by NASA"],
    ["THE END OF NASA", "The End of Nasa"],
    ["  the   (quoted) “thing”  ", "  The   (Quoted) “Thing”  "],
    ["friday the 13th", "Friday the 13th"],
    ["fooBar_baz", "Foo Bar Baz"],
    ["really?", "Really?"],
    ["Don't!", "Don't!"],
    ["(don't)", "(Don't)"],
    ["see https://a-b.com/to-do or me@x.org.", "See https://a-b.com/to-do or me@x.org."],
    ["use node.js with @types in the end", "Use node.js With @types in the End"],
    ["read example.com. the end", "Read example.com. The End"],
    ["me@x.org", "me@x.org"],
    ["fruit, e.g. apples. i.e. food", "Fruit, e.g. Apples. I.e. Food"],
    ["a sign-up for on-site follow-on care", "A Sign-Up for On-Site Follow-On Care"],
    ["a go-to-market plan", "A Go-to-Market Plan"],
    ["- ... -", "- ... -"],
  ])("%s", (input, expected) => {
    expect(convert(input, "title")).toBe(expected);
  });
});

describe("sentence", () => {
  test.each([
    ["HELLO WORLD. how? FINE!", "Hello world. How? Fine!"],
    ["3 cats. 4.5 dogs.no", "3 cats. 4.5 dogs.no"],
    ['he said "no." then left', 'He said "no." Then left'],
    ["(see below). ok", "(See below). Ok"],
    ["the iPhone: a quote", "The iphone: a quote"],
    ["fooBarV2", "Foo bar v2"],
    ["ῥόδος. ὀδός.", "Ῥόδος. Ὀδός."],
  ])("%s", (input, expected) => {
    expect(convert(input, "sentence")).toBe(expected);
  });
});

describe("lines", () => {
  test("each by itself, ends and blank lines as they were", () => {
    expect(convert("fooBar\r\n \r\nbaz qux\r\n", "snake")).toBe("foo_bar\r\n\r\nbaz_qux\r\n");
    expect(convert("a\rb", "upper")).toBe("A\rB");
  });

  test("all cases of one line and of several", () => {
    expect(convert("aB\n", "all")).toStartWith("camel: aB\npascal: AB\nsnake: a_b\n");
    expect(convert("aB\n", "all")).toEndWith("upper: AB\nswap: Ab\n");
    const { output = "", value } = run({ input: "aB\r\nc", case: "ALL" });
    expect(output).toStartWith("camel:\r\naB\r\nc\r\npascal:\r\nAB\r\nC\r\n");
    expect(output).toEndWith("swap:\r\nAb\r\nC");
    expect(value).toMatchObject({ case: "all", words: ["a", "b"] });
    const empty = run({ input: "" });
    expect(empty.output?.split("\n")).toHaveLength(19);
    expect(empty.output).toStartWith("camel: \npascal: \n");
  });

  test("a line without words is told", () => {
    expect(run({ input: "a\n--\n \n!", case: "snake" })).toMatchObject({
      output: "a\n\n\n",
      warnings: [{ code: "NO_WORDS", line: 2, received: 2 }],
    });
    expect(run({ input: " \n\n", case: "snake" }).warnings).toEqual([]);
  });

  test("an output too large", () => {
    expect(
      run({ input: "ß".repeat(100_000) }).error ?? run({ input: "ß".repeat(100_000) }).errors?.[0],
    ).toMatchObject({ code: "OUTPUT_TOO_LARGE" });
  });
});

test("words are the letters and numbers of the line, in order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.boolean(), (input, splitNumbers) => {
      const kept = input.replace(/[^\p{L}\p{M}\p{N}]/gu, "").replace(/\p{M}/gu, "");
      const joined = (
        convert(input.replace(/[\r\n]/g, " "), "flat", { splitNumbers }) ?? ""
      ).replace(/\p{M}/gu, "");
      expect(joined.toUpperCase()).toBe(kept.toLowerCase().replace(/\p{M}/gu, "").toUpperCase());
    }),
  );
});
