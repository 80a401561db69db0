import { describe, expect, test } from "bun:test";
import { runUnit } from "../../support/run-unit.ts";
import tool from "../../../tools/html-to-agent-markdown.ts";

interface Found {
  readonly root: string;
  readonly removed: Readonly<Record<string, number>>;
  readonly links: readonly { readonly text: string; readonly url: string }[];
  readonly [key: string]: unknown;
}

const run = (input: string, options: object = {}) => runUnit(tool as never, { input, ...options });
const convert = (input: string, options: object = {}) =>
  run(input, { content: "full", ...options }).output ?? "";
const found = (input: string, options: object = {}) => run(input, options).value as Found;
const codes = (input: string, options: object = {}) =>
  (run(input, { content: "full", ...options }).warnings ?? []).map(({ code }) => code);

type Case = readonly [html: string, markdown: string, options?: object];

function cases(name: string, rows: readonly Case[]): void {
  describe(name, () => {
    test.each([...rows])("%j", (html, markdown, options = {}) => {
      expect(convert(html, options)).toBe(markdown);
    });
  });
}

cases("blocks", [
  ["<h1>A</h1><H2>B</H2><h6>C #</h6>", "# A\n\n## B\n\n###### C \\#"],
  ["<h2>a<br>b <div>c</div></h2><h3> </h3>x", "## a b c\n\nx"],
  ["<p>a<p>b<div>c<div>d</div>e</div>f", "a\n\nb\n\nc\n\nd\n\ne\n\nf"],
  ["a<br>b<br><br>c<br>", "a\\\nb\\\n\\\nc"],
  ["<p>a</p><hr><p>b", "a\n\n---\n\nb"],
  ["<blockquote><p>a<blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"],
  ["<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"],
  ["<dl><dt>T<dd>D<dd><p>E<p>F</dl>", "**T**\n\n: D\n\n: E\n\nF"],
  ["<details><summary>S</summary>text</details>", "**S**\n\ntext"],
  ["<figure><img src=/a.png alt=A><figcaption>C</figcaption></figure>", "![A](/a.png)\n\nC"],
  ["<p> a \n\t b&nbsp; c&shy;d </p>", "a b cd"],
  ["<TITLE>x</TITLE><P>Y", "Y"],
]);

cases("lists", [
  ["<ul><li>a<li>b</ul>", "- a\n- b"],
  ["<ol start=9><li>a<li>b<ul><li>c</ul></ol>", "9. a\n10. b\n    - c"],
  ["<ol start=-3><li>a</ol>", "1. a"],
  ["<ol start=999999999><li>a<li>b</ol>", "999999999. a\n999999999. b"],
  ["<ul><li><p>a</p><li>b</ul>", "- a\n\n- b"],
  ["<ul><li><div>a</div><li>b</ul>", "- a\n- b"],
  ["<ul><li>a<pre>x</pre><li>b</ul>", "- a\n\n  ```\n  x\n  ```\n\n- b"],
  ["<ul><li>a<ul><li>b</ul>c</ul>", "- a\n\n  - b\n\n  c"],
  ["<ul><ul><li>x</ul></ul>", "- - x"],
  ["<ul><li>a</li><ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"],
  ["<ul>text<li>a</ul>", "- text\n- a"],
  ["<li>a<li>b", "- a\n- b"],
  ["<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n* b\n\n- c"],
  ["<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b"],
  ["<ul><li><hr><li>a</ul>", "- ***\n\n- a"],
  ["<ul><li>a<li></ul>", "- a\n-"],
  ["<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b"],
  ["<ul><li>a<ul><li><li>b</ul></ul>", "- a\n\n  -\n  - b"],
  ["<ul><li> </ul>x", "x"],
]);

cases("inline", [
  ["<b> x </b>y", "**x** y"],
  ["a<b> x </b>y", "a **x** y"],
  ["<b>a</b><b>b</b> <b>c</b>", "**ab** **c**"],
  ["<b>a</b><i>b</i>", "**a***b*"],
  ["<em>a <em>b</em></em> <strong><b>c</b></strong>", "*a b* **c**"],
  ["<del>a</del><s>b</s> <strike>c</strike>", "~~ab~~ ~~c~~"],
  ["<b>Note:</b>text", "**Note**:text"],
  ["foo<b>(bar)</b>baz", "foo(**bar**)baz"],
  ["a<b><code>x</code></b>b", "&#97;**`x`**&#98;"],
  ["<b><br></b><i></i>x<b><p>a<p>b</b>", "x\n\n**a**\n\n**b**"],
  ["<code>a`b</code> <kbd>`</kbd> <tt>``</tt><code> </code>c", "``a`b`` `` ` `` ` `` ` c"],
  ["<code>f(<a href=/u>T</a>)</code>", "`f(`[`T`](/u)`)`"],
  ["<a href=/u><code>x</code></a>", "[`x`](/u)"],
  ["x<sup>2</sup> H<sub>2</sub>O <sup>[1]</sup><sup></sup>", "x^2 H_2O \\[1\\]"],
  ["a<sup><a href='#f'>1</a></sup><sup><a href=/f>2</a></sup>", "a^1[2](/f)"],
  ["<abbr title=T>A</abbr> <q>b</q> <span>c</span>", 'A "b" c'],
  ["👍 עברית <b>עב</b>&euro;", "👍 עברית **עב**€"],
  ["<pre>a<br> b\n\n```c\n</pre>", "````\na\n b\n\n```c\n````"],
  ['<pre class="x lang-ts"><code>a&lt;b</code></pre>', "```ts\na<b\n```"],
  ["<pre> </pre>x", "x"],
  ["<math><mi>x</mi><annotation>tex</annotation></math>", "x"],
]);

cases("links", [
  ["<a href='/a?utm_source=x&id=3#f'>m</a>", "[m](/a?id=3#f)"],
  ["<a href='/a?fbclid=x'>m</a>", "[m](/a)"],
  ["<a href='/a?fbclid=x'>m</a>", "[m](/a?fbclid=x)", { stripTracking: false }],
  ["<a href=' /a\n'>m</a>", "[m](https://x.org/a)", { baseUrl: "https://x.org/d/e" }],
  ["<base href='/q/'><a href=a>m</a>", "[m](https://x.org/q/a)", { baseUrl: "https://x.org/d/e" }],
  ["<base href='https://y.org/'><a href=a>m</a>", "[m](https://y.org/a)"],
  ["<a href='java\nscript:x'>j</a> <a href='#a'>f</a> <a href=''>e</a> <a>n</a>", "j f e n"],
  [
    "<a href='a b'>s</a> <a href='a)b'>p</a> <a href='a(b)'>q</a>",
    "[s](<a b>) [p](<a)b>) [q](a(b))",
  ],
  ["<a href='/`<x>'>m</a>", "[m](/%60%3Cx%3E)"],
  ["<a href=/u title='T \"q\"'>m</a>", '[m](/u "T \\"q\\"")'],
  ["<a href=/u> m </a>n <a href=/v></a>", "[m](/u) n"],
  ["a!<a href=/u>m</a>", "a\\![m](/u)"],
  ["<a href='https://x.org'><h3>T</h3>D</a>", "### T\n\nD\n\n<https://x.org>"],
  ["<a href=/u><div>D</div></a>e", "D\n\n[/u](/u)\n\ne"],
  ["<a href=/u>m</a>", "m", { links: "text" }],
  [
    "<a href=/u>m</a><p><a href=/v>n</a> <a href=/u>o</a>",
    "[m][1]\n\n[n][2] [o][1]\n\n[1]: /u\n[2]: /v",
    { links: "reference" },
  ],
  ["<img src=/i alt='a [b]\nc'><img alt=x><img src='data:,' alt=D>", "![a \\[b\\] c](/i)D"],
  ["a<img src=/i alt=B>", "aB", { images: "alt" }],
  ["a<img src=/i alt=B>", "a", { images: "none" }],
  ["<a href=/u><img src=/i alt=I></a>", "[![I](/i)](/u)"],
  [
    "<video src=/v.mp4>no</video> <audio><source src=/a.mp3></audio>",
    "[video](/v.mp4) [audio](/a.mp3)",
  ],
]);

cases("tables", [
  ["<table><tr><th>a<th>b<tr><td>1<td></table>", "| a | b |\n| --- | --- |\n| 1 |  |"],
  ["<table><tr><td>a<td>b<tr><td>1<td>2</table>", "|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |"],
  [
    "<table><thead><tr><td align=left>a<td style='text-align: center'>b<td align=right>c</thead><tr><td>1<td>2<td>3</table>",
    "| a | b | c |\n| :-- | :-: | --: |\n| 1 | 2 | 3 |",
  ],
  [
    "<table><tr><th>a<th>b<tr><td rowspan=2>x<td>1<tr><td>2<tr><td colspan=2>y</table>",
    "| a | b |\n| --- | --- |\n| x | 1 |\n| x | 2 |\n| y | y |",
  ],
  [
    "<table><tr><th>a|b<th>c<tr><td>1<br>2<p>3<td><ul><li>p<li>q</ul><pre>x\ny</pre></table>",
    "| a\\|b | c |\n| --- | --- |\n| 1<br>2<br>3 | p<br>q<br>`x`<br>`y` |",
  ],
  ["<table><tr><td>a<td>b</table>", "a\n\nb"],
  ["<table><tr><td>a<tr><td>b</table>", "a\n\nb"],
  ["<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\n\nb\n\nc\n\nd"],
  ["<table><caption>C</caption><tr><td>a<td><table><tr><td>x</table></table>", "C\n\na\n\nx"],
  ["<table><tr><td> <td> <tr><td><td></table>x", "x"],
]);

cases("escapes", [
  ["\\ ` * _ [ ] &lt;b &amp;amp; &amp; a &lt; b", "\\\\ \\` \\* \\_ \\[ \\] \\<b \\&amp; & a < b"],
  ["snake_case _a_ __init__ a__b", "snake_case \\_a\\_ \\_\\_init\\_\\_ a__b"],
  ["~5 a", "~5 a"],
  ["~~a~~", "\\~\\~a\\~\\~"],
  [
    "# a<br>#b<br>+ c<br>- d<br>-<br>===<br>= e",
    "\\# a\\\n#b\\\n\\+ c\\\n\\- d\\\n\\-\\\n\\===\\\n= e",
  ],
  [
    "> a<br>~~~<br>1. b<br>2) c<br>1.5<br>| d |",
    "\\> a\\\n\\~\\~\\~\\\n1\\. b\\\n2\\) c\\\n1.5\\\n\\| d |",
  ],
  ["a | b<br>--- | ---<br>:-:", "a | b\\\n\\--- | ---\\\n\\:-:"],
  ["<ul><li>- a<li># b</ul>", "- \\- a\n- \\# b"],
  ["&amp;nothing; &amp;#35;", "&nothing; \\&#35;"],
]);

cases("what is not seen", [
  ["a<!--b--><script>c</script><style>d</style><template>e</template>", "a"],
  ["a<svg><title>b</title></svg><iframe>c</iframe><canvas>d</canvas>", "a"],
  ["a<object>b</object><embed><button>c</button><textarea>d</textarea>", "a"],
  ["<label>a <select><option>b</select><input value=c></label>", "a"],
  [
    "a<p hidden>b<p aria-hidden=true>c<p style='x:y;DISPLAY : none'>d<p style='visibility:hidden'>e",
    "a",
  ],
  ["<noscript><img src=/a alt=A></noscript>b", "![A](/a)b"],
  ["<img src=/a><noscript><img src=/a></noscript>b<noscript>c</noscript>", "![](/a)b"],
  ["b<noscript><img src=/dot width=1 height=1></noscript>", "b"],
  ["a<![CDATA[b]]>c\0", "ac"],
]);

cases("lines of a pre", [
  ["<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```"],
  ["<pre>a<p>b</p>c</pre>", "```\na\nb\nc\n```"],
  ["<pre><div>a\n</div><div>b\n</div></pre>", "```\na\nb\n```"],
  ["<pre>\n<div>a</div>\n\n<div>b</div>\n</pre>", "```\na\n\nb\n```"],
  ["<pre><div>a</div><div><br></div><div>b</div></pre>", "```\na\n\nb\n```"],
  ["<pre><div><div>a</div></div><div></div>b</pre>", "```\na\nb\n```"],
  ["<pre><ol><li>a<li>b</ol></pre>", "```\na\nb\n```"],
  ["<pre><table><tr><td>1<td>a<tr><td>2<td>  b</table></pre>", "```\n1\ta\n2\t  b\n```"],
  [
    '<pre><span style="display:block">a</span><span style="color:red; Display : flex">b</span></pre>',
    "```\na\nb\n```",
  ],
  ['<pre><span style="x-display:block">a</span><span>b</span></pre>', "```\nab\n```"],
  ["<ul><li><pre><code><div>a</div><div>b</div></code></pre></ul>", "- ```\n  a\n  b\n  ```"],
]);

describe("what goes with the chosen content", () => {
  const sentence = "Some words of text, and more of them, and yet more, so that it is long. ";
  const paragraphs = (count: number, name = "text") =>
    `<p>${name} ${sentence.repeat(3)}</p>`.repeat(count);
  const output = (html: string) => run(html).output ?? "";

  test("siblings whose paragraphs score a fifth of the best", () => {
    const shown = output(
      `<body><div>${paragraphs(6)}</div><div>${paragraphs(2, "second")}</div><div>little</div>`,
    );
    expect(shown).toContain("second");
    expect(shown).not.toContain("little");
  });

  test("siblings of the same class score a fifth of the best more", () => {
    const page = (name: string) =>
      output(
        `<div class="part x">${paragraphs(9)}</div><div class="${name}"><p>second ${sentence}</p></div>`,
      );
    expect(page("part x")).toContain("second");
    expect(page("other")).not.toContain("second");
  });

  test("paragraphs between, and short sentences, if they are no links", () => {
    const link = `<a href=/>${sentence}</a>`;
    const beside = [
      `<p>long ${sentence.repeat(2)}</p>`,
      "<p>A short one.</p>",
      "<p>no sentence</p>",
      `<p>linked ${link}${link}</p>`,
      "<p>A short <a href=/>link</a>.</p>",
      "<div>日本語です。</div>",
      `<div class=share>shared ${sentence.repeat(2)}</div>`,
      `loose <b>${sentence}</b> ${sentence}`,
    ];
    const shown = output(`${beside.join("")}<div>${paragraphs(9)}</div>`);
    for (const text of ["long", "A short one.", "日本語です。", "loose"])
      expect(shown).toContain(text);
    for (const text of ["no sentence", "linked", "link", "shared"])
      expect(shown).not.toContain(text);
  });

  test("the heading between two parts", () => {
    const shown = output(
      `<h2>before</h2><div>${paragraphs(4)}</div><h2>between</h2><div>${paragraphs(3)}</div><h2>behind</h2>`,
    );
    expect(shown).toContain("## between");
    expect(shown).not.toContain("## behind");
  });

  test("parts that stand beside something it is in", () => {
    const page = `<div><section><h2>one</h2><div>${paragraphs(6)}</div></section><section><div>${paragraphs(4, "far")}</div></section></div>`;
    const shown = output(`<div>${page}</div><div class=comments>${paragraphs(2, "comment")}</div>`);
    expect(shown).toContain("far");
    expect(shown).toContain("## one");
    expect(shown).not.toContain("comment");
  });

  test("nothing outside a main but what stands beside it", () => {
    const shown = output(
      `<div><main>${paragraphs(6)}</main></div><div>${paragraphs(4, "far")}</div>`,
    );
    expect(shown).not.toContain("far");
  });

  test("terms and their explanations are paragraphs", () => {
    const list = `<dl>${`<dt>term</dt><dd>${sentence.repeat(3)}</dd>`.repeat(6)}</dl>`;
    expect(found(`<div>${list}</div><div><a href=/>away</a></div>`).root).toBe("scored");
  });
});

describe("names of parts", () => {
  const text = "Some words of text, and more of them. ".repeat(9);
  const kept = (html: string) =>
    (run(`<main><p>${text}</p>${html}</main>`).output ?? "").includes("Q");

  test.each([
    ["<h2 id=comments>Q</h2>"],
    ["<h2 id=comments><a href='#comments'>Q</a></h2>"],
    ["<dl><dt id=http.cookies.BaseCookie>Q</dl>"],
    ["<section id=comments><h2>3.1 Comments <a href='#comments'>¶</a></h2>Q</section>"],
    ["<div id=file-menu-shell><h3>2. File menu (Shell)</h3>Q</div>"],
  ])("an id that is made from what the text is about: %s", (html) => {
    expect(kept(html)).toBe(true);
  });

  test.each([
    ["<section id=comments><h2>Comments</h2>Q</section>"],
    ["<div id=article-comments><h2>12 comments</h2>Q</div>"],
    ["<div id=menu>Q</div>"],
    ["<h2 class=menu>Q</h2>"],
  ])("a name of what stands around: %s", (html) => {
    expect(kept(html)).toBe(false);
  });
});

describe("a part of the page", () => {
  const paragraph = `<p>${"Some words of text, and more of them. ".repeat(3)}</p>`;
  const warned = (html: string, options: object = {}) =>
    (run(html, options).warnings ?? []).filter(({ code }) => code === "CONTENT_PARTIAL");

  test("less than 60 % of the paragraphs", () => {
    const page = (others: number) =>
      `<main>${paragraph.repeat(6)}</main><table>${`<tr><td>${paragraph}`.repeat(others)}</table>`;
    expect(warned(page(5))).toMatchObject([{ received: 54 }]);
    expect(warned(page(5), { content: "full" })).toEqual([]);
    expect(warned(page(4))).toEqual([]);
  });

  test("what stands around, and links alone, are no paragraphs", () => {
    const main = `<main>${paragraph}</main>`;
    for (const name of ["nav", "footer", "aside"]) {
      expect(warned(`${main}<${name}>${paragraph.repeat(3)}</${name}>`)).toEqual([]);
    }
    const link = `<li><a href=/>${"word ".repeat(30)}</a></li>`;
    expect(warned(`${main}<div><ul>${link.repeat(9)}</ul></div>`)).toEqual([]);
  });
});

describe("main content", () => {
  const text = "Some words of text, and more of them, and yet more, so that it is long. ".repeat(3);
  test.each([
    ["main", `<p>x</p><main>${text}</main>`],
    ["role-main", `<p>x</p><div role=Main>${text}</div>`],
    ["article", `<p>x</p><article>${text}</article>`],
    ["article", `<article>${text}</article><article>short</article>`],
    ["scored", `<div><a href=/>x</a></div><div>${`<p>${text}</p>`.repeat(3)}</div>`],
    ["body", "<p>x</p>"],
    ["body", `<main>${text}</main><main>${text}</main>`],
    ["article", `<main></main><article>${text}</article>`],
  ])("%s", (root, html) => {
    expect(found(html).root).toBe(root);
  });

  test("what stands around it goes, if it is not most of the text", () => {
    const around = [
      "<nav>n</nav>",
      "<header>h</header>",
      "<div role=search>s</div>",
      "<div id=siteFooter>f</div>",
      "<div class='cookie-notice'>c</div>",
    ];
    const page = `${around.join("")}<header><h2>H</h2></header><p class=navy>${text}</p>`;
    const { output, value } = run(page);
    expect(output).toBe(`## H\n\n${text.trim()}`);
    expect((value as Found).removed).toEqual({ scripts: 0, hidden: 0, boilerplate: 5, forms: 0 });
    expect(run("<nav>only this</nav>").output).toBe("only this");
    expect(convert(page)).toContain("n\n\nh\n\ns\n\nf\n\nc");
    expect(run("<nav>a</nav><aside>b</aside><footer>c</footer>").output).toBe("a\n\nb\n\nc");
  });

  test("a heading just before the root, or else the title, is put in front", () => {
    const page = (before: string, inside: string) =>
      `<title>T*</title>${before}<main>${inside}</main>`;
    expect(run(page("<h1>H</h1>", "x")).output).toBe("# H\n\nx");
    expect(run(page("<header><h1>H</h1></header>", "x")).output).toBe("# H\n\nx");
    expect(run(page("<header><h1>H</h1></header>", "<h1>I</h1>")).output).toBe("# I");
    expect(run(page("<p>y</p>", "<h1>I</h1>")).output).toBe("# I");
    expect(run(page("", "x")).output).toBe("# T\\*\n\nx");
    expect(convert(page("", "x"))).toBe("x");
  });
});

describe("warnings", () => {
  test.each([
    ["BOM_REMOVED", "\ufeffa"],
    ["RELATIVE_LINKS", "<a href=/u>a</a>"],
    ["TABLE_FLATTENED", "<table><tr><td>a<td>b</table>"],
    ["HIDDEN_TEXT_REMOVED", `a<p hidden>${"word ".repeat(20)}`],
    ["CLIENT_RENDERED", `a${"<script></script>".repeat(5)}`],
  ])("%s", (code, html) => {
    expect(codes(html)).toEqual([code]);
  });

  test("none where there is no reason", () => {
    expect(codes(`a<p hidden>${"word ".repeat(19)}`)).toEqual([]);
    expect(codes("<a href=/u>a</a>", { baseUrl: "https://x.org" })).toEqual([]);
    expect(codes("<a href=/u>a</a>", { links: "text" })).toEqual([]);
    expect(codes(`${"a".repeat(200)}${"<script></script>".repeat(5)}`)).toEqual([]);
    expect(codes("<p>a", { content: "main" })).toEqual(["CONTENT_FALLBACK_BODY"]);
  });
});
