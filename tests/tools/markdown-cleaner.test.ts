import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/markdown-cleaner.ts";
import { renderBlocks, renderMarkdown } from "../support/render-markdown.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: string, options: object = {}) => runUnit(tool as never, { input, ...options });
const clean = (input: string, options: object = {}) => run(input, options).output ?? "";
const removed = (input: string, options: object = {}) =>
  (run(input, options).value as { removed: Record<string, number> }).removed;
const LINKS = { stripLinks: true };
const IMAGES = { stripImages: true };
const HTML = { stripHtml: true };

type Case = readonly [input: string, output: string, options?: object];

function cases(name: string, rows: readonly Case[]): void {
  describe(name, () => {
    test.each([...rows])("%j", (input, output, options = {}) => {
      expect(clean(input, options)).toBe(output);
      expect(clean(output, options)).toBe(output);
    });
  });
}

cases("headings", [
  ["#  One  ##  ", "# One"],
  ["#\tOne", "# One"],
  ["## ##", "##"],
  ["#hashtag", "#hashtag"],
  ["####### seven", "####### seven"],
  ["   ### Three", "### Three"],
  ["# C #", "# C"],
  ["# C#", "# C#"],
  ["# a # #", "# a \\#"],
  ["# a \\#", "# a \\#"],
  ["One\n---", "## One"],
  ["One #\n===", "# One \\#"],
  ["two\nlines\n===", "# two lines"],
  ["hard  \nbreak\n===", "hard\\\nbreak\n==="],
  ["> One\n> ===\n> text", "> # One\n>\n> text"],
  ["- One\n  ---\n  text", "- ## One\n  text"],
]);

cases("lists", [
  ["* a\n* b", "- a\n- b"],
  ["+ a\n  + b", "- a\n  - b"],
  ["- a\n* b\n+ c", "- a\n\n* b\n\n- c"],
  ["3) a\n7) b", "3) a\n7) b"],
  ["*\ta\n\n\tb", "- a\n\n  b"],
  ["-\ta\n\t-\tb", "- a\n  - b"],
  ["1.\ta\n\n\t\tcode", "1. a\n\n       code"],
  ["*\ta\n\n  outside", "-\ta\n\n  outside"],
  ["* [ ] open\n* [x] done", "- [ ] open\n- [x] done"],
  ["text\n* a\ntext", "text\n\n- a\ntext"],
  ["* a\n\n\n* b", "- a\n\n- b"],
  ["* --", "* --"],
  ["1.\n===", "1.\n\n==="],
  ["[a]: /u\n- b", "[a]: /u\n\n- b"],
  ["- ***", "- ***"],
  ["+ ***", "- ***"],
  ["* - -", "+ - -"],
  ["- a\n  ***\n  b", "- a\n  ***\n  b"],
  ["-   \n  a", "-\n  a"],
]);

cases("breaks, blanks and blank lines", [
  ["* * *", "---"],
  ["a\n***\nb", "a\n\n---\n\nb"],
  ["a   \nb \nc", "a\\\nb\nc"],
  ["a\\ \nb", "a\\\\\nb"],
  ["a\\  \nb", "a\\\\\\\nb"],
  ["`a  \nb`  \nc", "`a  \nb`\\\nc"],
  ["**Note:**  \nb", "**Note:**\\\nb"],
  ["\n\n a\n\n\n\nb\n\n", " a\n\nb"],
  ["a\r\nb\rc", "a\nb\nc"],
  ["a\n\n\n\n\nb", "a\n\n\nb", { maxBlankLines: 2 }],
  ["# a\n\nb\n\nc", "# a\nb\n\nc", { maxBlankLines: 0 }],
  ["a\n\n---", "a\n\n---", { maxBlankLines: 0 }],
  ["a\n***", "a\n\n---", { maxBlankLines: 0 }],
  ["- a\n\n- b", "- a\n- b", { maxBlankLines: 0 }],
  ["> a\n\n> b", "> a\n\n> b", { maxBlankLines: 0 }],
  ["***\nx\n\n***", "---\n\nx\n\n---", { maxBlankLines: 0 }],
  ["> a\n> # b\n> c", "> a\n>\n> # b\n>\n> c"],
  ["- > # a\n  > b", "- > # a\n  >\n  > b"],
  ["", ""],
  [" \n\t\n", ""],
  ["一二三\n===\n四五", "# 一二三\n\n四五"],
]);

cases("fixed text", [
  ["a\n```\nb  \n\n\n\n# c\n```\nd", "a\n\n```\nb  \n\n\n\n# c\n```\n\nd"],
  ["````\n```\n* a\n```\n````", "````\n```\n* a\n```\n````"],
  ["~~~ js  \na\n~~~  ", "~~~ js\na\n~~~"],
  ["*\t```\n\t  \n\tx\n\t```", "- ```\n    \n  x\n  ```"],
  ["> ~~~\n>   a  \n> ~~~", "> ~~~\n>   a  \n> ~~~"],
  ["    * code  \n\n\n\n    # code", "    * code  \n\n\n\n    # code"],
  ["``a ` b``", "``a ` b``"],
  ["---\ntitle:   x  \n* a\n---\n* b", "---\ntitle:   x  \n* a\n---\n\n- b"],
  ["---\n\ntext\n\n***", "---\n\ntext\n\n---"],
  ["<div>\n* a  \n</div>", "<div>\n* a  \n</div>"],
  ["$a_b  \n$", "$a_b\\\n$"],
  ["$$\na \\\\  \nb\n$$", "$$\na \\\\  \nb\n$$"],
  ["[^1]: note\n[^2]: other", "[^1]: note\n[^2]: other"],
]);

cases("tables", [
  ["|a|b|\n|-|:-:|\n|1|2|", "| a | b |\n| --- | :-: |\n| 1 | 2 |"],
  ["a|b\n:--|-:\n1", "| a | b |\n| :-- | --: |\n| 1 |"],
  ["| a |\n|---|\n| \\| `\\|` |\ntext", "| a |\n| --- |\n| \\| `\\|` |\n| text |"],
  ["x\n|a|\n|-|\n|  |\n\ny", "x\n\n| a |\n| --- |\n|  |\n\ny"],
  ["- |a|\n  |-|\n  |1|", "- | a |\n  | --- |\n  | 1 |"],
  ["|a|b|\n|-|\n", "|a|b|\n|-|"],
]);

cases("invisible characters", [
  ["a\u200b\u2060\ufeff\u00ad\u180e\u202a\u2069b", "ab"],
  ["a\u00a0b\u202fc\u2007d", "a b c d"],
  ["\u{1f469}\u200d\u{1f4bb} \u0646\u200c\u0645", "\u{1f469}\u200d\u{1f4bb} \u0646\u200c\u0645"],
  ["`a\u200bb` c\u200bd", "`a\u200bb` cd"],
  ["```\na\u200b\n```", "```\na\u200b\n```"],
  ["    a\u200b", "    a\u200b"],
  ["\u200b# a", "# a"],
  ["\u200b```\na\u200b\n```", "```\na\u200b\n```"],
  ["a\u00a0\u00a0\nb", "a\nb"],
  ["\u00a0\u00a0\u00a0\u00a0a", "a"],
  ["a\u200bb", "a\u200bb", { unicode: false }],
  ["a\0b", "a\ufffdb"],
]);

cases("links", [
  ["[a](b) [c][d] [e][] [f]\n\n[d]: /d\n[e]: /e\n[f]: /f 'x'", "a c e f", LINKS],
  ['[a](<b c> "t\\"u") <https://x.org> https://y.org', "a https://x.org https://y.org", LINKS],
  ["[a [b] c](d_(e)) \\[x\\](y)", "a [b] c \\[x\\](y)", LINKS],
  ["[a][b]", "[a][b]", LINKS],
  ["`[a](b)` $[a](b)$\n\n    [a]: /b", "`[a](b)` $[a](b)$\n\n    [a]: /b", LINKS],
  ["a[^1]\n\n[^1]: note", "a[^1]\n\n[^1]: note", LINKS],
  ["![i][a] [l][a]\n\n[a]: /a\n[b]: /b", "![i][a] l\n\n[a]: /a", LINKS],
  ["[[a](b)](c)", "\\[a](c)", LINKS],
  ["- [a](b)\n- [](c)", "- a\n-", LINKS],
  ["|[a](b)|\n|-|\n|[c](d)|", "| a |\n| --- |\n| c |", LINKS],
  ["## [a](b) ##", "## a", LINKS],
]);

cases("images", [
  ["![a](b) ![](c) d", "a  d", IMAGES],
  ["[![a](b)](c)", "[a](c)", IMAGES],
  ["[![a](b)](c)", "a", { ...LINKS, ...IMAGES }],
  ["[![a](b)](c)", "![a](b)", LINKS],
  ["a\n![](b)\nc", "a\nc", IMAGES],
  ["![](b)\n\nc", "c", IMAGES],
]);

cases("HTML", [
  ["a <b>c</b> <!-- d --> e", "a c  e", HTML],
  ["a<br>b<br/>\nc", "a\nb\nc", HTML],
  ["> - a<br>b", "> - a\n>   b", HTML],
  ["# a<br>b", "# a b", HTML],
  ["a <script>x()</script> b <style>y</style>", "a  b", HTML],
  ["1 < 2 &lt; 3 &amp; &gt;", "1 < 2 &lt; 3 &amp; &gt;", HTML],
  ["&copy; &#169; &#xa9; &nope; &copy", "© © © &nope; &copy", HTML],
  ["&#42;a&#42; `&copy;`", "\\*a\\* `&copy;`", HTML],
  ["```\n<b>&copy;</b>\n```", "```\n<b>&copy;</b>\n```", HTML],
  ["text\n<!-- c -->\nmore", "text\n\nmore", HTML],
  ["<<b>b>", "\\<b>", HTML],
  ["<p>[a](b)</p>", "\\[a](b)", HTML],
  ["<https://x.org> <div>", "<https://x.org>", HTML],
  ["<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>", "one\ntwo", HTML],
]);

cases("what is left keeps its meaning", [
  ["# a #<b></b>", "# a \\#", HTML],
  ["&#35; a\nb &#35;\n&#61;&#61;\n1&#46; c", "\\# a\nb #\n\\==\n1\\. c", HTML],
  ["</b>- b\n- ", "## - b", HTML],
  ["<b><!--\n\nx", "\\<!--\n\nx", HTML],
  ["a\n\n<!-- b\n\nc", "a", HTML],
  ["<div><script\n\n+ a", "\\<script\n\n- a", HTML],
  ["[r][![i](j)](k)\n\n[r]: /x", "[r][][i](k)\n\n[r]: /x", IMAGES],
  ["[r]<b>(x)\n\n[r]: /x", "[r][](x)\n\n[r]: /x", HTML],
  ["a  \n![](b)", "a", IMAGES],
  ["![](a)```\nb ``` c", "``` b ``` c", IMAGES],
  ["</b>- ```\na <div>```", "- ``` a <div>```", HTML],
  ["a\\\n![](b)\n===", "# a", IMAGES],
  ["# ![](a)\nb", "b", IMAGES],
  ["![](a)\n---\nb", "b", IMAGES],
  ["- a\n\n[r]: /x\n\n    b\n\n      ``` c", "- a\n\n````\nb\n\n  ``` c\n````", LINKS],
  ["> - a\n>\n> <!-- -->\n>\n>     b", "> - a\n>\n> ```\n> b\n> ```", HTML],
  ["    a\n\n[r]: /x\n\n    b", "    a\n\n```\nb\n```", LINKS],
  ["</b>* a\n* b", "- a\n\n* b", HTML],
  ["[b\n[a]: /u\n][a]<http://x>", "\\[b\n\\[a]: /u\n][a]http://x", LINKS],
  ["<!-- c -->[r]\n\n[r]: /x", "\\[r]\n\n[r]: /x", HTML],
  ["\\[r] \\[s]\n\n[r]: /x", "[r] \\[s]", LINKS],
  ["## x ##![](a)<br/>", "## x \\##", { ...IMAGES, ...HTML }],
]);

cases("code as text", [
  ["a\n\n```js\nb  \n\n\n\nc\n```\n\nd", "a\n\nb\n\nc\n\nd", { preserveCodeBlocks: false }],
  ["a\n```\nb\n```\nc", "a\n\nb\n\nc", { preserveCodeBlocks: false }],
  ["a\n\n        b\n\n    c", "a\n\nb\n\nc", { preserveCodeBlocks: false }],
  ["````\n```\na\n```\n````", "a", { preserveCodeBlocks: false }],
]);

test("what was removed is counted", () => {
  const text = "\ufeff[a](b) ![c](d)  \n<b>x</b>\u200b<!-- y -->  \n\n\n\nz\n\n[e]: /f\n";
  expect(removed(text, { ...LINKS, ...IMAGES, ...HTML })).toEqual({
    links: 1,
    images: 1,
    htmlTags: 2,
    comments: 1,
    linkDefinitions: 1,
    codeFences: 0,
    invisibleCharacters: 2,
    blankLines: 3,
    trailingBlanks: 4,
  });
  expect(removed("```\na\n```\n~~~\nb\n~~~", { preserveCodeBlocks: false })["codeFences"]).toBe(2);
  expect(run("a\n* b\n\n- c  \n").value).toMatchObject({ changedLines: 2 });
});

test("warnings", () => {
  const codes = (text: string, options: object = {}) =>
    (run(text, options).warnings ?? []).map(({ code, line, received }) => [code, line, received]);
  expect(codes("\ufeffa")).toEqual([["BOM_REMOVED", 1, undefined]]);
  expect(codes("a\n\n> ```\n> b\n\nc")).toEqual([["FENCE_UNCLOSED", 3, undefined]]);
  expect(codes("```\na\n```")).toEqual([]);
  expect(codes("a\n[b][c] [d][e]\n\n[e]: /f")).toEqual([["LINK_REFERENCE_MISSING", 2, "c"]]);
  expect(codes("[a] [b][] [^1][^2] `[c][d]`")).toEqual([]);
  expect(codes("<div>\n<b>x</b>\n</div>\n\ny <i> <!-- z -->")).toEqual([
    ["HTML_REMAINS", undefined, 6],
  ]);
  expect(codes("<b>", HTML)).toEqual([]);
  expect(codes("[a][b]\n\n".repeat(200)).length).toBe(101);
});

const pieces = fc.constantFrom(
  ..."a|foo|-|*|+|1.|2)|>|> |- |* |+ |1. | |  |    |# |## x ##|===|---|***|_ _ _|```|~~~|`|``".split(
    "|",
  ),
  ..."\n|\n|\n\n|\t|  \n|\\\n|\\|<div>|</div>|<!--|-->|<b>|[a]|[b|](/u)|![|]|<http://x>".split("|"),
  ..."*e*|**s**|&amp;|\n> |\n  |\n    |\n- |\n* |\n[a]: /u\n|$".split("|"),
);
const documents = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(""));

/** Of CommonMark alone: no front matter. Below an empty item with two blank lines the renderer begins a list anew. */
const isPlain = (text: string) =>
  !text.startsWith("---") && !/(?:[-*+]|\d[.)])[ \t]*\n(?:[ \t>]*\n){2}/.test(text);

describe("laws over generated documents", () => {
  test("blocks and text stay", () => {
    fc.assert(
      fc.property(documents.filter(isPlain), (text) => {
        expect(renderMarkdown(clean(text))).toBe(renderMarkdown(text));
      }),
      {
        numRuns: 3000,
        examples: [
          ["- > ```\n> b"],
          ["* \tfoo\n  --\n"],
          ["* [a]: /u\nfoo\n  -"],
          ["===***  \n<http://x>* #"],
          ["- a\n\n>\n  > b"],
          ["- > a\n  >\n- b"],
          ["[a]: /u\n- \n- "],
          ["[a]: /u\n<b>  \na"],
          ["> [a]: /u\n'foo\n> ==="],
        ],
      },
    );
  });

  test("blocks stay without blank lines", () => {
    fc.assert(
      fc.property(documents.filter(isPlain), (text) => {
        expect(renderBlocks(clean(text, { maxBlankLines: 0 }))).toBe(renderBlocks(text));
      }),
      { numRuns: 1500 },
    );
  });

  test("a second run changes nothing, whatever the options", () => {
    const options = fc.record({
      stripLinks: fc.boolean(),
      stripImages: fc.boolean(),
      stripHtml: fc.boolean(),
      preserveCodeBlocks: fc.boolean(),
      unicode: fc.boolean(),
      maxBlankLines: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(documents, options, (text, given) => {
        const once = clean(text, given);
        expect(clean(once, given)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  test("bytes inside fences stay", () => {
    const inside = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(inside, (code) => {
        fc.pre(!code.includes("~~~"));
        const fenced = `~~~~\n${code}\n~~~~`;
        expect(clean(`a\n${fenced}\nb`, { ...LINKS, ...HTML })).toBe(`a\n\n${fenced}\n\nb`);
      }),
    );
  });

  test("the strip options commute", () => {
    const parts = fc.constantFrom(
      ..."a |b\n|\n\n|- |[t](u)|![i](j)|[![i](j)](k)|[r]|\n\n[r]: /x\n\n|<b>|</b>|<br>|`c`|*e*|&copy;".split(
        "|",
      ),
    );
    const texts = fc.array(parts, { maxLength: 12 }).map((all) => all.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const all = clean(text, { ...LINKS, ...IMAGES, ...HTML });
        expect(clean(clean(clean(text, LINKS), IMAGES), HTML)).toBe(all);
        expect(clean(clean(clean(text, HTML), IMAGES), LINKS)).toBe(all);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("hostile shapes are read to the end", () => {
  const ALL = { ...LINKS, ...IMAGES, ...HTML };
  const shapes = [
    ">",
    "*",
    "* ",
    "[",
    "[]",
    "![",
    "`",
    "<",
    "<!--",
    "<a ",
    "- ",
    "- > 1. ",
    "[a](",
  ];
  const lines = [
    "[a][b]",
    "|",
    "|a|\n|-|",
    "a  ",
    "x:**  ",
    "-\ta",
    "<b>```",
    "a\n===",
    "[a]: /u\n'x",
  ];
  const parts = ["$", "\\", "<script> ", "[r]<b>", "&#35;", "a<br>", "\u200b", "<?", "> <b>x\n"];
  test.each([...shapes, ...lines.map((line) => `${line}\n`), ...parts])("%j", (shape) => {
    const text = shape.repeat(100_000 / shape.length);
    const { ok, output = "" } = run(text, ALL);
    expect(ok).toBe(true);
    expect(output.length).toBeLessThan(2.5 * text.length);
  });

  test("deep containers above many lines", () => {
    const deep = `${"- ".repeat(20_000)}a\n`;
    expect(clean(`${deep}${"\n".repeat(59_000)}`, ALL)).toBe(deep.trimEnd());
    const quoted = `${"> ".repeat(20_000)}a\n${"b\n".repeat(29_000)}`;
    expect(clean(quoted, ALL)).toBe(quoted.trimEnd());
    const broken = clean(`${">".repeat(50_000)}${"a<br>".repeat(9_000)}`, HTML);
    expect(broken.split("\n").length).toBe(9_000);
  });

  test("backticks of all lengths", () => {
    const runs = Array.from({ length: 440 }, (_, length) => "`".repeat(length + 1)).join(" ");
    expect(clean(runs, ALL)).toBe(runs);
  });

  test("indentation that many items share", () => {
    const text = `${"- ".repeat(20_000)}a\n${" ".repeat(40_000)}b`;
    expect(clean(text, ALL)).toBe(text);
  });
});
