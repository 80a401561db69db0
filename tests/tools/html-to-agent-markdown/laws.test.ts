import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../../tools/html-to-agent-markdown.ts";
import { shownText } from "../../support/comparable-html.ts";
import { renderMarkdown } from "../../support/render-markdown.ts";
import { runUnit } from "../../support/run-unit.ts";

interface Found {
  readonly links: readonly { readonly text: string; readonly url: string }[];
  readonly [key: string]: unknown;
}

const run = (input: string, options: object = {}) => runUnit(tool as never, { input, ...options });
const valueOf = (input: string, options: object = {}) => run(input, options).value as Found;
const rendered = (markdown: string) => renderMarkdown(markdown, "gfm");
const FULL = { content: "full" };

const WORDS = [
  "a",
  "b1",
  "Ünï",
  "2.",
  "-",
  "+",
  "#",
  "*",
  "**",
  "_",
  "__x_",
  "`",
  "``",
  "[",
  "](",
  "!",
];
const MARKS = [
  "&lt;i>",
  "&amp;amp;",
  "~~",
  "~",
  "|",
  "===",
  "---",
  "1)",
  ">",
  "\\",
  ":",
  "(",
  ").",
  "👍",
  " ",
  "\n",
];
const text = fc
  .array(fc.constantFrom(...WORDS, ...MARKS, " ", " "), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""));

const INLINE = [
  "b",
  "i",
  "strong",
  "em",
  "del",
  "span",
  "code",
  "a href=/u",
  "a href='/v w' title=t",
];
const BLOCKS = [
  "p",
  "div",
  "h2",
  "blockquote",
  "ul><li",
  "ol><li",
  "ul><li><p",
  "pre",
  "section",
  "dl><dt",
];

/** Closing tags are left to the parser where only the last of several elements is closed. */
const element = (name: string, content: string) =>
  `<${name}>${content}</${/^\w+/.exec(name)?.[0]}>`;

const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constant("<br>"),
    fc
      .tuple(fc.constantFrom(...INLINE), fc.array(tie("inline"), { maxLength: 3 }))
      .map(([name, content]) => element(name, content.join(""))),
  ),
}));

const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4 },
    inline,
    fc.constant("<hr>"),
    fc
      .tuple(fc.constantFrom(...BLOCKS), fc.array(tie("block"), { maxLength: 3 }))
      .map(([name, content]) => element(name, content.join(""))),
    fc
      .array(fc.tuple(inline, inline), { minLength: 2, maxLength: 3 })
      .map((rows) => `<table>${rows.map(([a, b]) => `<tr><td>${a}<td>${b}`).join("")}</table>`),
  ),
}));
const page = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join(""));

const bare = (shown: string) => shown.replace(/\s+/g, "");

describe("laws", () => {
  test("what is rendered has the text of the page, in its order", () => {
    fc.assert(
      fc.property(page, (html) => {
        const { ok, output = "" } = run(html, { ...FULL, links: "text" });
        // Definitions get a mark of their own.
        if (!ok || html.includes("<dl>")) return;
        expect(bare(shownText(rendered(output)))).toBe(bare(shownText(html)));
      }),
      { numRuns: 600 },
    );
  });

  test("the Markdown of what is rendered is the same Markdown", () => {
    fc.assert(
      fc.property(page, (html) => {
        const { ok, output = "" } = run(html, { ...FULL, links: "text" });
        if (!ok) return;
        const again = run(rendered(output), { ...FULL, links: "text" }).output ?? "";
        expect(bare(again)).toBe(bare(output));
      }),
      { numRuns: 300 },
    );
  });

  test("the links listed are the links rendered", () => {
    fc.assert(
      fc.property(page, fc.constantFrom("inline", "reference"), (html, links) => {
        const { ok, output = "", value } = run(html, { ...FULL, links });
        if (!ok) return;
        const shown = rendered(output).match(/<a /g)?.length ?? 0;
        expect((value as Found).links.length).toBe(shown);
      }),
      { numRuns: 300 },
    );
  });

  test("no text of a removed element is in the output", () => {
    const removed = ["script", "style", "template", "p hidden", "svg><title", "select><option"];
    fc.assert(
      fc.property(page, fc.constantFrom(...removed), page, (before, name, after) => {
        const { output = "" } = run(`${before}</pre>${element(name, "SECRET")}${after}`, FULL);
        expect(output).not.toContain("SECRET");
      }),
    );
  });

  test("a cut output is a whole one's beginning, within its tokens", () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 50, max: 90 }), (html, maxTokens) => {
        const whole = run(html.repeat(3), FULL).output ?? "";
        const { ok, output = "", value } = run(html.repeat(3), { ...FULL, maxTokens });
        if (!ok) return;
        expect((value as Found)["tokensAfter"]).toBeLessThanOrEqual(maxTokens);
        expect(whole.startsWith(output.replace(/(?:\n\n)?… \(\d+ more blocks?\)$/, ""))).toBe(true);
      }),
    );
  });
});

describe("bounds", () => {
  const problem = (html: string, options: object = {}) => run(html, options).errors?.[0];

  test("1,000 levels", () => {
    const deep = (levels: number) => `${"<div>".repeat(levels)}x`;
    expect(run(deep(1000)).output).toBe("x");
    expect(problem(`\ufeff\n${deep(1001)}`)).toMatchObject({
      code: "INPUT_TOO_DEEP",
      path: "/input",
      line: 2,
      column: 5001,
      offset: 5002,
    });
    expect(problem(`<html><body>${deep(1001)}`)).toMatchObject({ offset: 5012 });
    expect(run(`${"<blockquote>".repeat(900)}x`).output).toBe(`${"> ".repeat(900)}x`);
  });

  test("formatting that is opened again and again", () => {
    const fonts = Array.from({ length: 900 }, (_, index) => `<font face=${index}>`).join("");
    expect(problem(`<p>${fonts}${"<p>x".repeat(5000)}`)?.code).toBe("HTML_MISNESTED");
  });

  test("outputs beyond two million characters", () => {
    const spans = "<tr><td colspan=1000>a<td>b".repeat(3000);
    expect(problem(`<table>${spans}</table>`)?.code).toBe("OUTPUT_TOO_LARGE");
    const prefixes = `${"<blockquote>".repeat(900)}${"<p>a".repeat(5000)}`;
    expect(problem(prefixes)?.code).toBe("OUTPUT_TOO_LARGE");
    const base = `<base href="https://x.org/${"b".repeat(50_000)}/">`;
    expect(problem(`${base}${"<a href=c>d</a>".repeat(3000)}`)?.code).toBe("OUTPUT_TOO_LARGE");
  });

  test("nothing to see, and fields out of bounds", () => {
    for (const html of ["", " ", "<title>x</title>", "<p hidden>x", "<frameset>x", "<img>"]) {
      expect(problem(html)?.code).toBe("HTML_EMPTY");
    }
    expect(problem("a", { baseUrl: "/x" })).toMatchObject({ code: "FORM", path: "/baseUrl" });
    expect(problem("a", { maxTokens: 49 })).toMatchObject({ code: "RANGE", path: "/maxTokens" });
  });

  test.each([
    "<",
    "&",
    "<p>",
    "<b>x<p>",
    "<table><tr><td>a<td>b</table>",
    "<li>a",
    "*",
    "`",
    "~a ",
    "<br>a",
    "<!--",
    "<a href=/x>t</a>",
    "[",
    "\0a",
    "<i>a.</i>b",
    "\ud800",
    "<td>a",
    "a\r\n",
  ])("%j read to the end", (shape) => {
    const html = shape.repeat(20_000 / shape.length);
    const { ok, errors } = run(html);
    expect(ok || errors?.[0]?.code === "HTML_EMPTY" || errors?.[0]?.code === "INPUT_TOO_DEEP").toBe(
      true,
    );
  });
});

describe("maxTokens", () => {
  const words = "word ".repeat(30).trim();

  test("cuts behind whole blocks and says how many are left out", () => {
    const { output, value, warnings } = run(`<p>${words}<p>${words}<p>x`, {
      ...FULL,
      maxTokens: 50,
    });
    expect(output).toBe(`${words}\n\n… (2 more blocks)`);
    expect(value).toMatchObject({ truncated: true, words: 30 });
    expect(warnings).toMatchObject([{ code: "TRUNCATED", received: 2 }]);
  });

  test("lists what stays only", () => {
    const link = (url: string) => `<p><a href=https://x.org/${url}>m</a> ${words}`;
    const options = { ...FULL, maxTokens: 60, links: "reference" };
    const { output, value } = run(`${link("a")}${link("b")}`, options);
    expect(output).toBe(`[m][1] ${words}\n\n[1]: https://x.org/a\n\n… (1 more block)`);
    expect((value as Found).links).toEqual([{ text: "m", url: "https://x.org/a" }]);
  });
});

describe("metadata", () => {
  const HEAD =
    '<html lang=en><title>T: &amp;</title><meta name=author content=A><meta property="og:site_name x" content=S>' +
    '<meta property="article:published_time" content=2024-01-02><meta name=description content=D>' +
    "<link rel=canonical href=/c><body>x";

  test("of the head, as front matter too", () => {
    const { output, value } = run(HEAD, { baseUrl: "https://x.org/q", metadata: true });
    expect(value).toMatchObject({
      title: "T: &",
      byline: "A",
      published: "2024-01-02",
      site: "S",
      lang: "en",
      description: "D",
      canonicalUrl: "https://x.org/c",
    });
    expect(output).toStartWith('---\ntitle: "T: &"\nbyline: A\n');
    expect(output).toContain('\nurl: "https://x.org/c"\nlang: en\n');
    expect(run("x", { metadata: true }).output).toBe("x");
  });

  test("of JSON-LD, which is read and not run", () => {
    const linked = (json: string) => `<script type="application/ld+json">${json}</script>x`;
    const json =
      '{"@graph":[{"@type":"WebSite"},{"headline":"H","author":[{"name":"A"},"B"],"datePublished":"2024","__proto__":1}]}';
    expect(valueOf(linked(json))).toMatchObject({ title: "H", byline: "A, B", published: "2024" });
    expect(valueOf(linked("{"))).toMatchObject({ title: null, byline: null });
  });

  test("of marked elements, and none", () => {
    expect(
      valueOf("<a rel=author href=/a>A</a><time pubdate datetime=2024>x</time>"),
    ).toMatchObject({ byline: "A", published: "2024", canonicalUrl: null });
    expect(valueOf("<svg><title>no</title></svg>x")).toMatchObject({ title: null, lang: null });
  });
});
