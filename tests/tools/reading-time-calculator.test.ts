import { describe, expect, test } from "bun:test";
import tool from "../../tools/reading-time-calculator.ts";
import { imageSeconds } from "../../tools/reading-time-calculator/figures.ts";
import { readableHtml } from "../../tools/reading-time-calculator/html.ts";
import { readableMarkdown } from "../../tools/reading-time-calculator/markdown.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const value = (input: object) => run(input).value as Record<string, number>;
const words = (count: number) => "word ".repeat(count);

describe("words", () => {
  test.each([
    ["well-known e-mail a:b", 6],
    ["can't can’t 'quoted' rock'n'roll", 4],
    ["3.14 1,000 1;2 1'000 1:2", 6],
    ["U.S.A. a.b 1.a a.1", 6],
    ["l·l a‧b ב״ג", 3],
    ["foo_bar _ ‿x", 2],
    ["½ ① Ⅷ ² 50%", 2],
    ["e\u0301'a \u0301", 1],
    ["می\u200cخواهم co\u00adop a\u200bb", 4],
    ["😀 — … !", 0],
    ["안녕하세요 세계", 2],
    ["привет мир", 2],
    ["", 0],
  ])("%s", (input, count) => {
    expect(value({ input })["words"]).toBe(count);
  });

  test("Chinese and Japanese by characters", () => {
    expect(value({ input: "々〇ー漢字かなカナㄅ、。x" })).toMatchObject({
      cjkCharacters: 10,
      words: 1,
    });
    expect(value({ input: "漢a字1" })).toMatchObject({ cjkCharacters: 2, words: 2 });
    expect(run({ input: "漢".repeat(500) })).toMatchObject({ output: "1 min read", warnings: [] });
    expect(value({ input: "漢".repeat(501) })).toMatchObject({ seconds: 61, minutes: 2 });
  });

  test("scripts without spaces are estimated", () => {
    expect(run({ input: "สวัสดีชาวโลก abc" })).toMatchObject({
      value: { words: 3 },
      warnings: [{ code: "SEGMENTATION_ESTIMATED" }],
    });
    expect(value({ input: "ກຂ ខ្មែរ မြန်မာ ๑๒" })["words"]).toBe(4);
  });
});

describe("time", () => {
  test.each([
    [0, "0 min read", 0],
    [1, "1 min read", 1],
    [238, "1 min read", 60],
    [239, "2 min read", 61],
    [500, "3 min read", 127],
  ])("%i words", (count, output, seconds) => {
    expect(run({ input: words(count) })).toMatchObject({ output, value: { seconds } });
  });

  test("the source of the speed", () => {
    const input = words(1000);
    expect(value({ input })).toMatchObject({
      wordsPerMinute: 238,
      source: "brysbaert2019-nonfiction",
      seconds: 253,
      speakingSeconds: 328,
    });
    expect(value({ input, source: "medium" })).toMatchObject({ wordsPerMinute: 265, seconds: 227 });
    expect(value({ input, source: "brysbaert2019-fiction" })["seconds"]).toBe(231);
    expect(value({ input, source: "brysbaert2019-aloud" })["seconds"]).toBe(328);
    expect(value({ input, wordsPerMinute: 300.5 })).toMatchObject({
      source: "custom",
      seconds: 200,
    });
    expect(value({ input: "漢".repeat(255), charactersPerMinute: 100 })).toMatchObject({
      seconds: 153,
      speakingSeconds: 60,
    });
    expect(run({ input, wordsPerMinute: 19 }).errors?.length).toBeGreaterThan(0);
  });

  test("no binary fraction adds a second", () => {
    for (let count = 1; count <= 60; count++)
      expect(value({ input: words(count * 3), wordsPerMinute: 180 })["seconds"]).toBe(count);
  });

  test("images", () => {
    expect([0, 1, 2, 9, 10, 11, 12].map(imageSeconds)).toEqual([0, 12, 23, 72, 75, 78, 81]);
    expect(run({ input: "", images: 1 })).toMatchObject({
      output: "1 min read",
      value: { images: 1, seconds: 12, speakingSeconds: 0 },
    });
    const input = "![a](b) <img src=c>";
    expect(value({ input, format: "markdown", images: 1 })).toMatchObject({
      images: 3,
      seconds: 33,
    });
  });
});

test("sentences, paragraphs and characters", () => {
  expect(
    value({ input: 'He said "No." Then? Yes!! v1.2 ... fine…\r\n \r\n你好。世界！再见\r\n' }),
  ).toMatchObject({
    sentences: 7,
    paragraphs: 2,
  });
  expect(value({ input: "no end" })["sentences"]).toBe(0);
  expect(value({ input: "(Done.) “Yes.”" })["sentences"]).toBe(2);
  expect(value({ input: "😀\r\na" })["characters"]).toBe(3);
  expect(value({ input: "\n\na\nb\n\n\n\nc" })["paragraphs"]).toBe(2);
});

describe("what is read of Markdown", () => {
  const read = (markdown: string) => readableMarkdown(markdown).text.replace(/\s+/g, " ").trim();
  test.each([
    ["---\ntitle: no\n---\n# Head *line* #\n\nSetext\n===", "Head line # Setext"],
    ["**bold**text _em_ snake_case ~~gone~~ __x__", "boldtext em snake_case gone x"],
    ["a [link *text*](http://x.y 'no') b", "a link text b"],
    ["[ref][r] [r] [none][x]\n\n[r]: http://no 'no'", "ref r [none][x]"],
    ["![alt [in](x)](y) [![badge](b) t](c)", "t"],
    ["<http://auto.link> <b class='no'>html</b> &amp; &lt;", "html & <"],
    ["`a<b> & c` ``d`e``", "a<b> & c d`e"],
    ["```js no\nif (a < b) <T>\n```\n~~~\nopen", "if (a < b) <T> open"],
    ["    indented <code>", "indented <code>"],
    ["- one\n  > two\n1. three\n***\n* [x] four", "one two three [x] four"],
    ["| a | b |\n|---|:--|\n| c | d\\|e |", "a b c d|e"],
    ["a[^1] b\n\n[^1]: note", "a b note"],
    ["a <!-- no\nno --> b\n\n<!-- no\n\nno -->\n<script>\nno\n\nno\n</script>\n\nc", "a b c"],
    ["\\*lit\\* 2*3 a\\\nb", "*lit* 2*3 a\\ b"],
    ["", ""],
  ])("%s", (markdown, expected) => {
    expect(read(markdown)).toBe(expected);
  });
  test("images are counted", () => {
    expect(readableMarkdown("![a](b)\n\n[![c](d)](e)\n<img src=x>\n`![no](x)`").images).toBe(3);
  });
});

describe("what is read of HTML", () => {
  test.each([
    ["<p title='a>b'>Hi<br/>you</p>", " Hi you "],
    ["a<script>if (x<y) '</p>'</script >b<STYLE>c</style>d", "a b d"],
    ["a<template><p>x</p></template>b<noscript>c</noscript>d", "a b d"],
    ["a<!-- > -->b<!-->c", "a b c"],
    ["1 < 2 &amp;&lt;&#65;&#x42;&nbsp;&unknown;", "1 < 2 &<AB\u00a0&unknown;"],
    ["<!doctype html><?xml?>x</scripted>", "  x "],
    ["a <b", "a <b"],
    ["a<script>b", "a "],
    ["a<!-- b", "a "],
    ["<a title=it's>x", " x"],
  ])("%s", (html, expected) => {
    expect(readableHtml(html).text).toBe(expected);
  });
  test("images are counted where they are read", () => {
    const html = "<img><IMG src='a'><img/><!--<img>--><imgx><script><img></script>";
    expect(readableHtml(html).images).toBe(3);
  });
});

test("common abbreviations end no sentence, but the end of a line or text does", () => {
  const sentences = (input: string) => value({ input })["sentences"];
  expect(sentences("Dr. Smith met Mr. Jones, e.g. at 5 p.m. on Jan. 5th.")).toBe(1);
  expect(sentences("See fig. 3, vol. 2, no. 7 vs. the rest. He said no. Then he left.")).toBe(3);
  expect(sentences("Das gilt z.B. bzw. d.h. immer. Ja.")).toBe(2);
  expect(sentences("apples, pears etc.")).toBe(1);
  expect(sentences("apples etc.\nMore of them.")).toBe(2);
});
