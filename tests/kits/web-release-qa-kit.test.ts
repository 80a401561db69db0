import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import { SaxesParser } from "saxes";
import kit from "../../kits/web-release-qa-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;
type Group = Value["stages"][number]["id"];

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const refusal = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return [ok, error?.code ?? errors[0]?.code, errors[0]?.path];
};
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content;

const DESCRIPTION = "A description that is long enough to be shown in results, well and whole.";

interface Made {
  readonly path?: string;
  readonly head?: string;
  readonly title?: string;
}
/** A page that has nothing wrong, but for what is given. */
const page = (
  body = "",
  { path = "/", head = "", title = `The page of ${path} and more` }: Made = {},
) => ({
  path,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><meta name="description" content="${path} ${DESCRIPTION}"><link rel="canonical" href="https://example.com${path}">${head}</head><body><h1>Hello</h1>${body}</body></html>`,
});

/** The findings of one group: code, subject, what they name. */
const found = (group: Group, pages: object[], others: object = {}) =>
  valueOf({ pages, groups: [group], ...others }).findings.map(({ code, subject, received }) =>
    [code, subject, typeof received === "string" ? received : ""].join(" ").trim(),
  );
const codes = (group: Group, pages: object[], others: object = {}) =>
  valueOf({ pages, groups: [group], ...others }).counts.byCode;

describe("metadata", () => {
  test("a page with nothing wrong", () => {
    expect(codes("metadata", [page()])).toEqual({});
  });

  test("a fragment lacks all that a document has", () => {
    expect(codes("metadata", [{ path: "/", html: "<p>x" }])).toEqual({
      TITLE_MISSING: 1,
      LANG_MISSING: 1,
      DESCRIPTION_MISSING: 1,
      CHARSET_MISSING: 1,
      VIEWPORT_MISSING: 1,
      CANONICAL_MISSING: 1,
      H1_MISSING: 1,
    });
  });

  test("the title of a drawing is not the page's", () => {
    const html = "<html lang=en><svg><title>Drawing of a thing</title></svg>";
    expect(codes("metadata", [{ path: "/", html }])).toMatchObject({ TITLE_MISSING: 1 });
  });

  test("twins, the later of which is named", () => {
    const pages = ["/", "/b", "/c"].map((path) => page("", { path, title: "One title for all" }));
    expect(found("metadata", pages)).toEqual([
      "TITLE_DUPLICATE /b One title for all",
      "TITLE_DUPLICATE /c One title for all",
    ]);
  });

  test.each([
    ['<link rel="canonical" href="/">', { CANONICAL_MULTIPLE: 1 }],
    ['<meta name="robots" content="follow, NOINDEX">', { NOINDEX: 1 }],
    ['<meta name="robots" content="none">', { NOINDEX: 1 }],
    ['<meta name="robots" content="index, max-snippet:-1">', {}],
  ])("%s", (head, expected) => {
    expect(codes("metadata", [page("", { head })])).toEqual(expected);
  });

  test.each([
    ["/", { CANONICAL_RELATIVE: 1 }],
    ["http://example.com/", { CANONICAL_OTHER_HOST: 1 }],
    ["https://www.example.com/", { CANONICAL_OTHER_HOST: 1 }],
    ["https://example.com/none", { CANONICAL_TARGET_MISSING: 1 }],
    ["https://example.com/index.html", {}],
    ["https://[", { CANONICAL_MISSING: 1 }],
  ])("the canonical address %s", (href, expected) => {
    const { html } = page();
    const pages = [{ path: "/", html: html.replace("https://example.com/", href) }];
    expect(codes("metadata", pages)).toEqual(expected);
  });

  test("headers say what the page does not", () => {
    const html = "<html lang=en><title>A title that is long</title><h1>x</h1>";
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "x-robots-tag": "googlebot: nofollow, noindex",
    };
    expect(codes("metadata", [{ path: "/", html, headers }])).toMatchObject({ NOINDEX: 1 });
    expect(codes("metadata", [{ path: "/", html, headers }])).not.toHaveProperty("CHARSET_MISSING");
    const other = { ...headers, "x-robots-tag": "otherbot: noindex" };
    expect(codes("metadata", [{ path: "/", html, headers: other }])).not.toHaveProperty("NOINDEX");
    expect(codes("metadata", [{ path: "/", html, headers, index: false }])).not.toHaveProperty(
      "NOINDEX",
    );
  });

  test("what is late, long, short, twice or in error", () => {
    const late = page().html.replace(
      '<meta charset="utf-8">',
      `<!--${"x".repeat(1024)}--><meta charset="utf-8">`,
    );
    expect(codes("metadata", [{ path: "/", html: late, status: 500 }])).toEqual({
      CHARSET_LATE: 1,
      PAGE_STATUS: 1,
    });
    const headers = { "content-type": "text/html; charset=utf-8" };
    expect(codes("metadata", [{ path: "/", html: late, headers }])).toEqual({ CHARSET_LATE: 1 });
    expect(codes("metadata", [page("<h1>Twice</h1>", { title: "Short" })])).toEqual({
      H1_MULTIPLE: 1,
      TITLE_LENGTH: 1,
    });
    const { html } = page();
    const long = html.replace(DESCRIPTION, "x".repeat(200));
    expect(codes("metadata", [{ path: "/", html: long }])).toEqual({ DESCRIPTION_LENGTH: 1 });
  });
});

describe("content", () => {
  test.each([
    ["Lorem <b>ipsum</b> dolor", "lorem ipsum"],
    ["TODO: write", "TODO"],
    ["See TODO-42", "TODO"],
    ["Hi {{ user.name }}", "{{…}}"],
    ["{% if x %}", "{%…%}"],
    ["Hi ${name}", "${…}"],
    ["Hi %%FIRST_NAME%%", "%%NAME%%"],
    ["[object Object]", "[object Object]"],
    ["Your title here", "your text here"],
    ["Please insert a nice picture here", "insert … here"],
    ["<b>undefined</b>", "undefined"],
    ["<b> NaN </b>", "NaN"],
  ])("%s", (body, name) => {
    expect(found("content", [page(body)])).toEqual([`PLACEHOLDER_TEXT / ${name}`]);
  });

  test.each([
    "a todo list, TODOS and TODO_LIST",
    "undefined behaviour",
    "<script>const a = `${b}`</script>",
    "<!-- TODO -->",
    "<p hidden>TODO</p>",
    "100%% sure",
  ])("%s is none", (body) => {
    expect(found("content", [page(body)])).toEqual([]);
  });

  test.each([
    ["<pre>// TODO\n<b>${x}</b></pre>", ["error TODO", "error ${…}"]],
    ["<code>{{name}}</code> and <code>null</code>", ["error {{…}}", "error null"]],
    ["<code>{{name}}</code> {{name}}", ["error {{…}}"]],
    ["<p hidden><code>{{name}}</code></p>", []],
  ])("in code, which visitors read, too: %s", (body, expected) => {
    const { findings } = valueOf({ pages: [page(body)], groups: ["content"] });
    expect(findings.map(({ severity, received }) => `${severity} ${received}`)).toEqual(expected);
  });

  test("addresses with what was to be replaced", () => {
    const body =
      '<a href="/%7B%7Brate%7D%7D%">a</a><a href="/users/undefined/x">a</a><a href="/users/undefined/x">b</a><img src="/%7B%7Bslug%7D%7D.png">';
    expect(found("content", [page(body)])).toEqual([
      "PLACEHOLDER_TEXT / /%7B%7Brate%7D%7D%",
      "PLACEHOLDER_TEXT / /users/undefined/x",
      "PLACEHOLDER_TEXT / /%7B%7Bslug%7D%7D.png",
    ]);
  });

  test.each([
    ["http://localhost:3000/", true],
    ["https://127.0.0.1/", true],
    ["http://10.1.2.3/", true],
    ["https://172.32.0.1/", false],
    ["https://api.staging.shop.com/", true],
    ["https://dev.shop.com/", true],
    ["https://shop.dev.com/", false],
    ["https://app.local/", true],
    ["https://x.vercel.app/", true],
    ["https://contest.com/", false],
    ["https://preview.com/", true],
    ["https://8.8.8.8/", true],
    ["https://9.9.9.9/", false],
    ["https://xn--bcher-kva.example/", true],
  ])("%s is of a test system: %p", (href, isStaging) => {
    const pages = [page(`<a href="${href}">x</a>`)];
    const expected = isStaging ? { STAGING_URL: 1 } : {};
    expect(
      codes("content", pages, {
        stagingHosts: ["Vercel.app", "8.8.8.8:3000", "Bücher.example"],
      }),
    ).toEqual(expected);
  });

  test("the same main text twice", () => {
    const text = `<main><p>${"Words that are many and the same. ".repeat(10)}</p></main>`;
    const pages = [
      page(text),
      page(text, { path: "/b" }),
      page("<p>Few words</p>", { path: "/c" }),
      page("<p>Few words</p>", { path: "/d" }),
    ];
    expect(found("content", pages)).toEqual(["DUPLICATE_CONTENT /b /"]);
  });
});

describe("links", () => {
  const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">x</a>`).join("");
  const linked = (hrefs: string[], others: object = {}, more: object[] = []) =>
    found("links", [page(links(...hrefs)), ...more], others).filter(
      (one) => !one.startsWith("PAGE_ORPHAN"),
    );

  test.each([
    ["", "LINK_EMPTY /"],
    ["#", "LINK_EMPTY / #"],
    ["javascript:go()", "LINK_JAVASCRIPT / javascript:go()"],
    ["/gone", "LINK_BROKEN / /gone"],
    ["/About", "LINK_BROKEN / /About"],
    ["/about/", "TRAILING_SLASH / /about/"],
    ["/about#none", "ANCHOR_MISSING / /about#none"],
    ["//example.com/gone", "LINK_BROKEN / //example.com/gone"],
    ["http://other.org/", "INSECURE_LINK / http://other.org/"],
  ])("%p", (href, expected) => {
    expect(linked([href], {}, [page("", { path: "/about" })])).toEqual([expected]);
  });

  test("a broken link says what it may have meant", () => {
    const more = [page("", { path: "/about" }), page("", { path: "/docs/setup.html" })];
    const said = (href: string) =>
      valueOf({ pages: [page(links(href)), ...more], groups: ["links"] }).findings[0]?.message;
    expect(said("/abuot")).toEndWith('did you mean "/about"?');
    expect(said("/setup.html")).toEndWith('did you mean "/docs/setup.html"?');
    expect(said("/pricing")).toEndWith("or redirect");
  });

  test("what leads somewhere", () => {
    const more = [page('<a name="old">x</a><p id="ü">x</p>', { path: "/über" })];
    const hrefs = [
      "?a=1",
      "#top",
      "mailto:a@b.c",
      "tel:1",
      "/%C3%BCber#old",
      "/über#%C3%BC",
      "/doc.pdf",
      "https://other.org/",
      "/index.html",
      "/über#:~:text=x",
    ];
    expect(linked(hrefs, {}, more)).toEqual([]);
    const [first] = valueOf({ pages: [page(links(...hrefs)), ...more] }).pages;
    expect(first).toMatchObject({ internal: 7, external: 1 });
  });

  test("with a list of files assets are judged", () => {
    const body =
      '<a href="/doc.pdf">x</a><a href="/other.pdf">x</a><img src="/a.png" srcset="/b.png 1x, /c.png 2x" width=1 height=1><link rel=stylesheet href="/s.css">';
    expect(found("links", [page(body)], { files: ["/doc.pdf", "/a.png", "b.png"] })).toEqual([
      "LINK_BROKEN / /other.pdf",
      "RESOURCE_MISSING / /c.png",
      "RESOURCE_MISSING / /s.css",
    ]);
    expect(found("links", [page(body)])).toEqual([]);
  });

  test("every address of a srcset", () => {
    const body = (set: string) => `<img alt="" src="data:," srcset="${set}" width=1 height=1>`;
    const names = (set: string) =>
      found("links", [page(body(set))], { files: ["/x"] }).map((one) => one.split(" ").at(-1));
    expect(names("/a 1x, /b 2x")).toEqual(["/a", "/b"]);
    expect(names("/a, /b 2x,/c,d 100w")).toEqual(["/a", "/b", "/c,d"]);
    expect(names(" ,/a\n1x\t, /b")).toEqual(["/a", "/b"]);
  });

  test("a base, and resources over http", () => {
    const pages = [
      page(
        '<a href="x">x</a><script src="http://cdn.org/a.js"></script><picture><source srcset="http://cdn.org/b.webp 2x"></picture><video poster="http://cdn.org/c.png"></video>',
        { head: '<base href="/docs/">' },
      ),
      page("", { path: "/docs/x" }),
    ];
    expect(found("links", pages)).toEqual([
      "MIXED_CONTENT / http://cdn.org/a.js",
      "MIXED_CONTENT / http://cdn.org/b.webp",
      "MIXED_CONTENT / http://cdn.org/c.png",
    ]);
    expect(found("links", pages, { origin: "http://example.com" })).toEqual([]);
  });

  test("redirects: chains, loops, nothing at their end", () => {
    const redirects = [
      { from: "/a", to: "/b" },
      { from: "/b", to: "/c" },
      { from: "/c", to: "/b" },
      { from: "/d", to: "/gone" },
      { from: "/e", to: "https://other.org/x" },
      { from: "/f", to: "/f" },
      { from: "/g", to: "/" },
    ];
    expect(linked(["/g"], { redirects })).toEqual([
      "REDIRECT_LOOP /b /c",
      "REDIRECT_LOOP /c /b",
      "REDIRECT_LOOP /f /f",
      "REDIRECT_TARGET_MISSING /d /gone",
      "REDIRECT_CHAIN /a /b",
      "LINK_REDIRECTS / /g",
    ]);
  });

  test("a redirect between a folder and its index.html is no loop", () => {
    const redirects = [
      { from: "/index.html", to: "/" },
      { from: "/docs/", to: "/docs/index.html" },
      { from: "/f/index.html", to: "/f/index.html" },
    ];
    expect(linked([], { redirects })).toEqual(["REDIRECT_LOOP /f/ /f/index.html"]);
  });

  test("what a preload is for, and a base that is too long", () => {
    const head = (kind: string) => `<link rel="preload" as="${kind}" href="/gone">`;
    const said = (html: string) =>
      valueOf({ pages: [page("", { head: html })], groups: ["links"], files: ["/x"] }).findings.map(
        ({ message }) => message.split(" ", 2)[1],
      );
    expect(["style", "image", "font", "constructor"].flatMap((kind) => said(head(kind)))).toEqual([
      "style",
      "image",
      "file",
      "file",
    ]);
    expect(said('<link rel="manifest" href="/gone">')).toEqual(["file"]);
    const base = (length: number) => `<base href="/${"x".repeat(length)}/">`;
    const own = page('<a href="x">x</a>', { path: "/docs/", head: base(3000) });
    expect(found("links", [own, page("", { path: "/docs/x" })])).not.toContain(
      "LINK_BROKEN /docs/ x",
    );
    const far = page('<a href="x">x</a>', { path: "/docs/", head: base(30) });
    expect(found("links", [far, page("", { path: "/docs/x" })])).toContain("LINK_BROKEN /docs/ x");
  });

  test("removed paths, and where they may lead", () => {
    const pages = [page(links("/blog/new-shoes-2026")), page("", { path: "/blog/new-shoes-2026" })];
    const input = { pages, previousPaths: ["/blog/new-shoes", "/imprint", "/"], groups: ["links"] };
    expect(codes("links", pages, input)).toEqual({ PAGE_REMOVED: 2 });
    expect(Papa.parse(fileOf(input, "redirects.csv") ?? "", { skipEmptyLines: true }).data).toEqual(
      [
        ["from", "to", "confidence"],
        ["/blog/new-shoes", "/blog/new-shoes-2026", "0.75"],
        ["/imprint", "", ""],
      ],
    );
    expect(fileOf({ pages }, "redirects.csv")).toBeUndefined();
  });

  test("orphans, errors behind links, and images that jump", () => {
    const pages = [
      page(`${links("/b")}<img src="data:,"><img src="data:," width=1>`),
      { ...page(links("/b"), { path: "/b" }), status: 404 },
      page(links("/c"), { path: "/c" }),
    ];
    expect(found("links", pages)).toEqual([
      "LINK_BROKEN / /b",
      "LINK_BROKEN /b /b",
      "PAGE_ORPHAN /c",
      "IMG_DIMENSIONS_MISSING /",
    ]);
  });
});

describe("sitemap and robots.txt", () => {
  const map = (...locs: string[]) =>
    `\ufeff<?xml version="1.0"?>\r\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map((loc) => `<url><loc> ${loc} </loc></url>`).join("\n")}</urlset>`;
  const pages = [
    page(),
    page("", { path: "/b c" }),
    page("", { path: "/hidden", head: '<meta name="robots" content="noindex">' }),
  ];

  test("what the sitemap lists", () => {
    const sitemap = map(
      "https://example.com/?a=1&amp;b=2",
      "https://example.com/gone",
      "http://example.com/",
      "https://example.com/hidden",
      "https://example.com/old",
      "/relative",
    );
    expect(found("sitemap", pages, { sitemap, redirects: [{ from: "/old", to: "/" }] })).toEqual([
      "SITEMAP_INVALID /sitemap.xml /relative",
      "SITEMAP_URL_MISSING /gone https://example.com/gone",
      "SITEMAP_URL_NOINDEX /hidden https://example.com/hidden",
      "SITEMAP_URL_OTHER_HOST / http://example.com/",
      "PAGE_NOT_IN_SITEMAP /b c",
      "SITEMAP_URL_REDIRECTS /old https://example.com/old",
    ]);
  });

  test("a page that is meant to be hidden and does not say so is indexable", () => {
    const hidden = [{ ...page(), index: false }];
    const sitemap = map("https://example.com/other");
    expect(codes("sitemap", hidden, { sitemap })).toEqual({
      PAGE_NOT_IN_SITEMAP: 1,
      SITEMAP_URL_MISSING: 1,
    });
    expect(fileOf({ pages: hidden }, "sitemap.xml")).toContain("<loc>https://example.com/</loc>");
  });

  test("what is none, and an index", () => {
    expect(codes("sitemap", pages, { sitemap: "<urlset><url>" })).toEqual({ SITEMAP_INVALID: 1 });
    expect(codes("sitemap", pages, { sitemap: "<html/>" })).toEqual({ SITEMAP_INVALID: 1 });
    const index =
      "<sitemapindex><sitemap><loc>https://example.com/s1.xml</loc></sitemap></sitemapindex>";
    expect(codes("sitemap", pages, { sitemap: index })).toEqual({});
  });

  test("a sitemap that the kit wrote", () => {
    const written = fileOf({ pages: [...pages, page("", { path: "/é&<" })] }, "sitemap.xml") ?? "";
    new SaxesParser().write(written).close();
    expect(written).toContain("<loc>https://example.com/%C3%A9&amp;%3C</loc>");
    expect(written).toContain("<loc>https://example.com/b%20c</loc>");
    expect(written).not.toContain("hidden");
  });

  test.each([
    ["User-agent: *\nDisallow: /", { ROBOTS_BLOCKS_SITE: 1, ROBOTS_BLOCKED: 3 }],
    ["\ufeffUser-agent: a\r\nUser-Agent: *\r\nDisallow: /b # x\r\n", { ROBOTS_BLOCKED: 1 }],
    ["User-agent: *\nUser-agent: a\nDisallow: /b", { ROBOTS_BLOCKED: 1 }],
    ["User-agent: a\nDisallow: /\n\nUser-agent: *\nDisallow:", {}],
    ["User-agent: *\nDisallow: /\nAllow: /$\nAllow: /b%20c", { ROBOTS_BLOCKED: 1 }],
    ["User-agent: *\nDisallow: /h*en$", { ROBOTS_BLOCKED: 1 }],
    ["User-agent: *\nDisallow: /hidden\nAllow: /hidden", {}],
  ])("%j", (robots, expected) => {
    expect(codes("sitemap", pages, { robots })).toEqual({ ...expected, ROBOTS_SITEMAP_MISSING: 1 });
    expect(
      codes("sitemap", pages, { robots: `${robots}\nSitemap: https://example.com/s.xml` }),
    ).toEqual(expected);
  });
});

describe("structured data", () => {
  const block = (json: string) => [
    page(`\n<script type="application/ld+json">\n${json}\n</script>`),
  ];
  test.each([
    ['{"@context":"https://schema.org","@type":"Person"}', {}],
    ['{"@context":"https://schema.org","@graph":[]}', {}],
    ['{"@type":"Person"}', { JSONLD_TYPE_MISSING: 1 }],
    ['[{"@context":"x","@type":"Y"},{"@context":"x"}]', { JSONLD_TYPE_MISSING: 1 }],
    ['{"a":1,}', { JSONLD_INVALID: 1 }],
    ["", { JSONLD_INVALID: 1 }],
  ])("%s", (json, expected) => {
    expect(codes("structured", block(json))).toEqual(expected);
  });

  test("is placed in the page", () => {
    const [finding] = valueOf({ pages: block('{\n"a":1,}'), groups: ["structured"] }).findings;
    expect(finding).toMatchObject({ code: "JSONLD_INVALID", line: 4 });
    const [late] = valueOf({ pages: block('{\r\n\r\n"a":1,}'), groups: ["structured"] }).findings;
    expect(late).toMatchObject({ line: 5, column: 7 });
  });
});

test("secrets are counted and shown nowhere", () => {
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const body = `<a href="/x?token=${secret}">${secret}</a><img alt="" src="http://cdn.org/${secret}"><a href="/${secret}"></a>`;
  const outcome = run({ pages: [page(body, { title: `Title ${secret}` })] });
  const { findings } = outcome.value as Value;
  expect(findings.filter(({ code }) => code === "SECRET_IN_PAGE")).toMatchObject([
    { subject: "/", line: 1 },
  ]);
  expect(JSON.stringify(outcome)).not.toContain(secret);
  expect(JSON.stringify(outcome)).not.toContain(secret.slice(0, 20));
});

test("accessibility: levels A and AA", () => {
  const failures = valueOf({
    pages: [page('<img src="/a.png">')],
    groups: ["accessibility"],
  }).findings;
  expect(failures).toMatchObject([
    {
      code: "IMAGE_NAME",
      subject: "/",
      severity: "error",
      line: 1,
      rule: "image-name",
      wcag: ["1.1.1"],
      act: ["23a2a8"],
      selector: "html > body:nth-of-type(1) > img:nth-of-type(1)",
      received: '<img src="/a.png">',
    },
  ]);
  // The page is the subject; a path would be a pointer into the input.
  expect(failures.every(({ path }) => path === undefined)).toBe(true);
});

test("headers: scores, errors and the least score", () => {
  const headers = "HTTP/2 200\ncontent-type: text/html; charset=utf-8\nset-cookie: session=1\n";
  const pages = [{ ...page(), headers }, page("", { path: "/b" })];
  const value = valueOf({ pages, groups: ["headers"], minScore: 80 });
  expect(value.scores).toEqual([{ path: "/", score: 0, grade: "F" }]);
  expect(value.counts.byCode).toMatchObject({
    SCORE_BELOW_MINIMUM: 1,
    CSP_NOT_IMPLEMENTED: 1,
    COOKIE_SECURE_MISSING: 1,
  });
  expect(value.findings.every(({ severity }) => severity === "error")).toBe(true);
});

test("a page that scripts make", () => {
  const html =
    '<!doctype html><html lang="en"><body><div id="app"></div><script src="/a.js"></script>';
  const of = (type: string) =>
    codes("secrets", [{ path: "/", html: html.replace("<script", `<script type="${type}"`) }]);
  expect(codes("secrets", [{ path: "/", html }])).toEqual({ CLIENT_RENDERED: 1 });
  expect(of("module")).toEqual({ CLIENT_RENDERED: 1 });
  expect(of(" Application/X-JavaScript ")).toEqual({ CLIENT_RENDERED: 1 });
  expect(of("application/ld+json")).toEqual({});
});

test.each([
  [{ pages: [{ path: "/", html: " " }] }, "HTML_EMPTY", "/pages/0/html"],
  [{ pages: [page(), page()] }, "DUPLICATE_PATH", "/pages/1/path"],
  [{ pages: [page()], origin: "example.com" }, "ORIGIN_INVALID", "/origin"],
  [{ pages: [page()], origin: "https://example.com/app" }, "ORIGIN_INVALID", "/origin"],
  [{ pages: [{ ...page(), headers: "no colon" }] }, "HEADER_SYNTAX", "/pages/0/headers"],
  [{ pages: [{ path: "/", html: "<div>".repeat(1100) }] }, "INPUT_TOO_DEEP", "/pages/0/html"],
  [{ pages: [{ ...page(), extra: 1 }] }, "TOOL_INPUT_INVALID", "/pages/0/extra"],
  [{ pages: [] }, "TOOL_INPUT_INVALID", "/pages"],
])("refused: %j", (input, code, path) => {
  const [ok, said, at] = refusal(input);
  expect([
    ok,
    said === "UNKNOWN_FIELD" || said === "RANGE" ? "TOOL_INPUT_INVALID" : said,
    at,
  ]).toEqual([false, code, path]);
});

test("two pages that are equal have equal findings but for the subject", () => {
  const html = "<img src=/x><a href=/gone>x</a>TODO";
  const { findings } = valueOf({
    pages: [
      { path: "/a", html },
      { path: "/b", html },
    ],
  });
  const of = (path: string) =>
    findings
      .filter(({ subject, code }) => subject === path && !code.endsWith("_DUPLICATE"))
      .map(({ subject: _subject, ...one }) => one);
  expect(of("/a")).toEqual(of("/b"));
  expect(of("/a").length).toBeGreaterThan(5);
});

describe("files", () => {
  const input = {
    pages: [page('<a href="=cmd()">x</a><a href="/gone">y</a>')],
    previousPaths: ["/old"],
  };

  test("the table has every finding", () => {
    const { findings } = valueOf(input);
    const { data } = Papa.parse<Record<string, string>>(fileOf(input, "findings.csv") ?? "", {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map(({ code }) => code)).toEqual(findings.map(({ code }) => code));
    expect(data.find(({ where }) => where === "/gone")).toMatchObject({
      page: "/",
      severity: "error",
      line: "1",
    });
  });

  test("the checklist has ticks for what is well, and what a person does", () => {
    const text = fileOf(input, "CHECKLIST.md") ?? "";
    expect(text).toContain("- [x] Titles");
    expect(text).toContain(
      "- [ ] Links, resources and redirects lead somewhere: 3 errors, 0 warnings, 0 notes",
    );
    expect(text).toContain("- [ ] Security headers: not checked. No page has `headers`");
    expect(text).toContain("Real devices");
    expect(new MarkdownIt().render(text)).toContain("<li>[ ] ");
  });

  test("with the findings of before only what is new counts", () => {
    const baseline = fileOf(input, "findings.sarif");
    const pages = [page("<!-- a line more -->\n", { path: "/first" }), ...input.pages];
    const again = valueOf({ ...input, pages, baseline, onlyNew: true, groups: ["links"] });
    expect(
      again.findings.filter(({ code }) => code === "LINK_BROKEN").map(({ state }) => state),
    ).toEqual(["unchanged", "unchanged"]);
    expect(again.baseline).toMatchObject({ unchanged: 3 });
    expect(again.verdict).toBe("review");
  });
});

test("the gate", () => {
  expect(run({ pages: [page("TODO")], failOn: "error" }).error?.code).toBe(
    "WEB_RELEASE_QA_KIT_FAILED",
  );
});
