import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../kits/accessibility-remediation-kit.ts";
import { RULES } from "../../tools/_lib/web/accessibility/rules/check.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (html: string, more: object = {}) => run({ html, ...more }).value as Value;
const outcome = (rule: string, html: string, more: object = {}) =>
  valueOf(html, { rules: [rule], ...more }).rules[rule]?.outcome;
const findings = (rule: string, html: string, more: object = {}) =>
  valueOf(html, { rules: [rule], ...more }).findings;
const fixed = (html: string, more: object = {}) => fileOf(valueOf(html, more), "fixed.html");
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";
const page = (body: string, head = "<title>T</title>") =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

/** For each rule: what fails, or cannot be told, then what passes. */
const ROWS: readonly (readonly [rule: string, bad: string, good: string])[] = [
  ["document-title", page("x", ""), page("x")],
  [
    "document-title",
    page("x", "<title> </title><title>T</title>"),
    page("<svg><title>no</title></svg>"),
  ],
  ["html-lang", "<html><body>x</body></html>", page("x")],
  ["html-lang-valid", '<html lang="xyzz"><body>x', '<html lang="de-AT"><body>x'],
  ["lang-valid", '<p lang="engl">x</p>', '<p lang="fr">y</p>'],
  ["lang-valid", '<p lang="x-private">x</p>', '<p lang=""><b lang="gsw">y</b></p>'],
  [
    "xml-lang-match",
    '<html lang="en" xml:lang="de"><body>x',
    '<html lang="en" xml:lang="en-GB"><body>x',
  ],
  [
    "meta-refresh",
    page("x", '<meta http-equiv="refresh" content="30; URL=/a">'),
    page("x", '<meta http-equiv="Refresh" content="0; URL=/a">'),
  ],
  [
    "meta-refresh",
    page("x", '<meta http-equiv="refresh" content="72000">'),
    page("x", '<meta http-equiv="refresh" content="72001">'),
  ],
  [
    "meta-refresh-strict",
    page("x", '<meta http-equiv="refresh" content="72001">'),
    page("x", '<meta http-equiv="refresh" content="0">'),
  ],
  [
    "meta-viewport",
    page("x", '<meta name="viewport" content="maximum-scale=1.5">'),
    page("x", '<meta name="viewport" content="maximum-scale=2, user-scalable=1">'),
  ],
  ["image-name", '<img src="a.png">', '<img src="a.png" alt="&#x1f600;">'],
  ["image-name", '<div role="img button"></div>', '<div role="img" aria-label="x"></div>'],
  ["image-filename", '<img src="/a/Cat.png?x=1" alt="cat.PNG">', ""],
  ["svg-name", '<svg role="img"></svg>', '<svg role="img"><title>Logo</title></svg>'],
  [
    "object-name",
    '<object data="a.png"></object>',
    '<object data="a.png" aria-label="x"></object>',
  ],
  ["image-button-name", '<input type="image" src="a">', '<input type="image" alt="Send">'],
  ["area-name", '<map><area href="a"></map>', '<map><area href="a" alt="x"></map>'],
  ["button-name", "<button> </button>", '<button><img alt="x"></button>'],
  ["button-name", '<BUTTON><span style="display:none">x</span></BUTTON>', '<input type="submit">'],
  ["link-name", '<a href="a"><img alt=""></a>', '<a href="a" title="x"></a>'],
  ["form-field-name", "<input>", "<label>x <input></label>"],
  [
    "form-field-name",
    '<label for="b">x</label><input id="a">',
    '<label><b>x</b><label></label></label><label for="a">x</label><select id="a"></select>',
  ],
  ["iframe-name", '<iframe src="a"></iframe>', '<iframe src="a" title="x"></iframe>'],
  [
    "summary-name",
    "<details><summary></summary>x</details>",
    "<details><summary>x</summary></details>",
  ],
  ["menuitem-name", '<div role="menuitem"></div>', '<div role="menuitem">x</div>'],
  ["heading-name", "<h2></h2>", "<h2>x</h2>"],
  [
    "label-in-name",
    '<button aria-label="Go">Search</button>',
    '<button aria-label="search all">Search</button>',
  ],
  [
    "label-in-name",
    '<button aria-label="close">x</button>',
    '<a href="a" aria-label="Read more: news">Read more…</a>',
  ],
  [
    "placeholder-label",
    '<input placeholder="Name">',
    '<label>Name<input placeholder="Ann"></label>',
  ],
  ["aria-attribute-defined", '<p aria-foo="x">x</p>', '<p aria-label="x">x</p>'],
  [
    "aria-attribute-permitted",
    '<p aria-checked="true">x</p>',
    '<div role="checkbox" aria-checked="true"></div>',
  ],
  ["aria-attribute-permitted", '<span aria-label="x">y</span>', '<nav aria-label="x">y</nav>'],
  [
    "aria-attribute-value",
    '<p aria-hidden="yes">x</p>',
    '<p aria-hidden="TRUE">x</p><p aria-live=""></p>',
  ],
  [
    "aria-id-reference",
    '<input role="combobox" aria-expanded="true" aria-controls="no">',
    '<input role="combobox" aria-expanded="true" aria-controls="a"><ul id="a"></ul>',
  ],
  [
    "aria-reference-exists",
    '<label for="b">x</label><i id="a"></i>',
    '<label for="a">x</label><i id="a"></i>',
  ],
  ["role-valid", '<p role="buton">x</p>', '<p role="nothing button">x</p>'],
  [
    "role-required-attributes",
    '<div role="slider"></div>',
    '<input type="checkbox" role="switch">',
  ],
  [
    "aria-required-children",
    '<div role="list"><p>x</p></div>',
    '<div role="list"><div><div role="listitem">x</div></div></div>',
  ],
  [
    "aria-required-parent",
    '<div role="tab">x</div>',
    '<div role="tablist"><div role="tab">x</div></div>',
  ],
  [
    "aria-hidden-focus",
    '<div aria-hidden="true"><a href="#">x</a></div>',
    '<div aria-hidden="true"><a href="#" tabindex="-1">x</a></div>',
  ],
  ["aria-hidden-body", '<html><body aria-hidden="true">x', '<html><body aria-hidden="false">x'],
  [
    "presentational-children-focus",
    '<div role="tab"><a href="#">x</a></div>',
    '<div role="tab"><b>x</b></div>',
  ],
  ["decorative-exposed", '<img alt="" tabindex="0">', '<img alt="">'],
  ["tabindex-positive", '<a tabindex="3">x</a>', '<a tabindex="-1">x</a>'],
  ["id-unique", '<p id="a"></p><p id="a"></p>', '<p id="a"></p><p id="A"></p>'],
  ["attribute-duplicate", '<p class="a" CLASS=b>x</p>', '<p class="a">x</p>'],
  [
    "autocomplete-valid",
    '<input autocomplete="mail">',
    '<input autocomplete="section-a shipping work EMAIL">',
  ],
  [
    "table-headers",
    '<table><tr><td headers="b">x</td></tr></table><p id="b"></p>',
    '<table><tr><th id="b">y<td headers="b">x</table>',
  ],
  [
    "table-headers",
    '<table><tr><td id="a" headers="a">x</table>',
    '<table><tr><td headers="a"><table><tr><td>y</table><th id="a">z</table>',
  ],
  [
    "table-header-cells",
    "<table><tr><th>x</th></tr></table>",
    "<table><tr><th>x</th></tr><tr><td>y</td></tr></table>",
  ],
  ["list-structure", "<ul><div>x</div></ul>", "<ul><li>x</li><script></script></ul>"],
  ["list-structure", "<li>x</li>", "<dl><div><dt>x</dt><dd>y</dd></div></dl><ol><li>x</ol>"],
  [
    "radio-group",
    '<input type="radio" name="a"><input type="radio" name="a">',
    '<fieldset><legend>x</legend><input type="radio" name="a"><input type="radio" name="a"></fieldset>',
  ],
  [
    "text-spacing",
    '<p style="letter-spacing: 0.1em !important">x</p>',
    '<p style="letter-spacing: 2px !important">x</p>',
  ],
  [
    "text-spacing",
    '<p style="line-height: 1.2 !important">x</p>',
    '<p style="line-height: 24px !important">x</p>',
  ],
  [
    "contrast-inline",
    '<p style="color:#777;background-color:white">x</p>',
    '<p style="color:#767676;background-color:#fff">x</p>',
  ],
  ["moving-text", "<marquee>x</marquee>", ""],
  ["media-captions", '<video src="a"></video>', '<video src="a"><track kind="captions"></video>'],
  [
    "autoplay-audio",
    '<audio src="a" autoplay></audio>',
    '<audio src="a" autoplay controls></audio>',
  ],
  ["bypass-blocks", page('<a href="/a">x</a>'), page('<a href="#b">x</a><p id="b">y</p>')],
  ["link-text-generic", '<a href="a">Read more</a>', '<a href="a">Read the terms</a>'],
  ["link-same-name", '<a href="a">x</a><a href="b">x</a>', '<a href="a">x</a><a href="a">x</a>'],
  ["heading-order", page("<h1>x</h1><h3>y</h3>"), page("<h1>x</h1><h2>y</h2>")],
  ["landmark-main", page("<p>x</p>"), page("<main>x</main>")],
];

describe("rules", () => {
  test.each(ROWS)("%s", (rule, bad, good) => {
    const value = valueOf(bad, { rules: [rule] });
    expect(value.findings[0]?.code).toBe(rule.replaceAll("-", "_").toUpperCase());
    expect(["failed", "cantTell"]).toContain(value.rules[rule]?.outcome ?? "");
    if (good !== "") expect(outcome(rule, good)).toBe("passed");
    expect(outcome(rule, "<p>x</p>", { kind: "fragment" })).not.toBe("failed");
  });

  test("each has a row, and each is run where its level is asked for", () => {
    const tested = new Set(ROWS.map(([rule]) => rule));
    expect(RULES.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
    const idsOf = (more: object) => Object.keys(valueOf("<p>x</p>", more).rules);
    expect(idsOf({ level: "AAA" })).toHaveLength(RULES.length);
    expect(idsOf({ level: "A", bestPractices: false }).length).toBeLessThan(idsOf({}).length);
    expect(idsOf({ level: "A" })).not.toContain("meta-viewport");
  });

  test("of a document do not apply to a fragment", () => {
    for (const rule of ["document-title", "html-lang", "landmark-main", "bypass-blocks"]) {
      expect(outcome(rule, '<a href="/x">x</a>')).toBe("inapplicable");
    }
    expect(outcome("html-lang", "<!-- <body> --><p title='<html >'>x")).toBe("inapplicable");
    expect(outcome("html-lang", "<BODY class=a>x")).toBe("failed");
    expect(outcome("html-lang", "x", { kind: "document" })).toBe("failed");
    expect(outcome("heading-order", "<h3>x</h3>")).toBe("passed");
  });

  test("see what is hidden by style sheets, templates, scripts and attributes", () => {
    const hidden = [
      "<style>.x{display:none}</style><img class=x>",
      "<style>#x{visibility:hidden}</style><b id=x><img></b>",
      "<template><img></template>",
      "<noscript><img></noscript>",
      "<div hidden><img></div>",
      '<div aria-hidden="true"><img></div>',
    ];
    for (const html of hidden) expect(outcome("image-name", html)).toBe("inapplicable");
    expect(outcome("image-name", "<details>a<img></details>")).toBe("failed");
    const shown = '<div style="visibility:hidden"><img style="visibility:visible"></div>';
    expect(outcome("image-name", shown)).toBe("failed");
  });

  test("take names in the order of accname, also in circles", () => {
    const named = (html: string) => outcome("button-name", html);
    expect(named('<button aria-labelledby="a" id="a">x</button>')).toBe("passed");
    expect(named('<button aria-labelledby="no" title="t"></button>')).toBe("passed");
    expect(
      named('<button id="a" aria-labelledby="b"></button><i id="b" aria-labelledby="a"></i>'),
    ).toBe("failed");
    expect(named('<button aria-labelledby="h"></button><i id="h" hidden>x</i>')).toBe("passed");
    expect(named('<my-button role="button"><my-icon></my-icon></my-button>')).toBe("failed");
  });
});

describe("findings", () => {
  test("have their place, the code before and after, and a selector", () => {
    const html = '<div id="a">\r\n<p><IMG src=x></p>\r\n<p></p></div>';
    expect(findings("image-name", `\ufeff${html}`)).toEqual([
      {
        code: "IMAGE_NAME",
        severity: "error",
        stage: "rules",
        message: expect.stringContaining("text alternative"),
        line: 2,
        column: 4,
        rule: "image-name",
        wcag: ["1.1.1"],
        act: ["23a2a8"],
        selector: "div#a > p:nth-of-type(1) > img:nth-of-type(1)",
        before: "<IMG src=x>",
        after: null,
        fix: "manual",
      },
    ]);
  });

  test("weigh what their level weighs", () => {
    const severity = (rule: string, html: string) => findings(rule, html)[0]?.severity;
    expect(severity("lang-valid", '<p lang="qqqq">x</p>')).toBe("error");
    expect(severity("link-text-generic", '<a href="a">here</a>')).toBe("warning");
    expect(severity("heading-name", "<h1></h1>")).toBe("warning");
    expect(severity("placeholder-label", '<input placeholder="x">')).toBe("warning");
    expect(severity("aria-attribute-defined", '<p aria-description="x">x')).toBe("warning");
    expect(severity("id-unique", '<p id="a"><p id="a">')).toBe("warning");
    expect(severity("id-unique", '<p id="a"><p id="a"><a href="#a">x</a>')).toBe("error");
  });

  test("of an earlier run count for nothing where only new ones are wanted", () => {
    const before = valueOf("<p><img></p>");
    const baseline = fileOf(before, "findings.sarif");
    const same = run({ html: "<p>\n<img></p>", baseline, onlyNew: true, failOn: "error" });
    expect(same).toMatchObject({ ok: true, valid: true, value: { verdict: "pass" } });
    const more = run({
      html: "<p><img></p><button></button>",
      baseline,
      onlyNew: true,
      failOn: "error",
    });
    expect(more.error?.code).toBe("ACCESSIBILITY_REMEDIATION_KIT_FAILED");
    expect(more.value).toMatchObject({ baseline: { new: 1, unchanged: 1, updated: 0, absent: 0 } });
    expect(run({ html: "<p>x</p>", baseline: "no" }).errors).toMatchObject([
      { code: "STAGE_FAILED", path: expect.stringMatching(/^\/baseline/) },
    ]);
  });
});

describe("repairs", () => {
  test.each([
    ['<p ARIA-LABELEDBY=x id="x">x', '<p aria-labelledby=x id="x">x'],
    ["<input autocomplete=zip>", "<input autocomplete=postal-code>"],
    ["<input autocomplete='phone' />", "<input autocomplete='tel' />"],
    ['<p class="a"\n  class="b" title=x>x</p>', '<p class="a" title=x>x</p>'],
    [
      '<meta name=viewport content="width=1; maximum-scale=1; a=b">',
      '<meta name=viewport content="width=1; a=b">',
    ],
    ["<b tabindex=2>x</b>", "<b tabindex=0>x</b>"],
    ['<p lang="en_US">x</p>', '<p lang="en-US">x</p>'],
    [
      '<p style="word-spacing:0 !important;color:red">x</p>',
      '<p style="word-spacing:0;color:red">x</p>',
    ],
    ['<html lang="en_US" xml:lang="de"><body>x', '<html lang="en-US" xml:lang="en-US"><body>x'],
    ['<html><body aria-hiden="true">x', "<html><body>x"],
    ["<b tabindex=2><p>a<p>b</b>", "<b tabindex=0><p>a<p>b</b>"],
  ])("%s", (html, expected) => {
    expect(fixed(html)).toBe(expected);
    expect(fixed(expected)).toBe(expected);
    expect(fixed(html, { apply: "none" })).toBe(html);
  });

  test("that would make a rule fail which passed are left to a person", () => {
    const html =
      '<i id="a">x</i><p aria-labelledby="a" role="note">x</p><p role="note" aria-labeledby="no">x</p>';
    const value = valueOf(html);
    expect(value.rules["aria-reference-exists"]?.outcome).toBe("passed");
    expect(fileOf(value, "fixed.html")).toBe(html);
    expect(value.fixes).toMatchObject({ safe: 0, applied: 0 });
    expect(value.findings.find(({ rule }) => rule === "aria-attribute-defined")?.fix).toBe(
      "suggested",
    );
  });

  test("keep line ends, quotes and the end of the text, and the diff leads there", async () => {
    const html =
      "\ufeff<html>\r\n<body><main><h1>x</h1>\r\n<b tabindex='5'\r\n  tabindex=6>y</b></main>";
    const value = valueOf(html, { lang: "de" });
    expect(fileOf(value, "fixed.html")).toBe(
      "\ufeff<html lang=\"de\">\r\n<body><main><h1>x</h1>\r\n<b tabindex='0'>y</b></main>",
    );
    const folder = `${process.env["TMPDIR"] ?? "/tmp"}/diff-${crypto.randomUUID()}`;
    await Bun.write(`${folder}/page.html`, html);
    await Bun.write(`${folder}/fixes.diff`, fileOf(value, "fixes.diff"));
    const patched = Bun.spawnSync(["git", "apply", "fixes.diff"], { cwd: folder });
    expect(patched.stderr.toString()).toBe("");
    const bytes = await Bun.file(`${folder}/page.html`).bytes();
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).toBe(
      fileOf(value, "fixed.html"),
    );
    Bun.spawnSync(["rm", "-r", folder]);
  });

  test("are only suggested where a person has to decide", () => {
    const after = (rule: string, html: string) => findings(rule, html)[0]?.after;
    expect(after("button-name", '<button><i class="fa fa-shopping-cart"></i></button>')).toBe(
      '<button aria-label="shopping cart">',
    );
    expect(after("role-valid", '<p role="buton">x</p>')).toBe('<p role="button">');
    expect(after("image-name", '<a href="a">Home <img></a>')).toBe('<img alt="">');
    expect(after("contrast-inline", '<p style="color:#999;background-color:#fff">x</p>')).toMatch(
      /^<p style="background-color:#fff; color: #[0-9a-f]{6}">$/,
    );
    expect(after("document-title", page("<h1>A & B</h1>", ""))).toBe("<title>A &amp; B</title>");
    expect(after("form-field-name", "<p>Mail: <input name=m></p>")).toBe(
      '<label for="m">Mail</label> <input name=m id="m">',
    );
  });
});

describe("files", () => {
  const value = valueOf(page('<img alt="=1+1"><img><b tabindex="1">y</b>'));

  test("have their names in order and are read by what reads them", () => {
    expect(value.deliverables.map(({ name }) => name)).toEqual([
      "fixed.html",
      "fixes.diff",
      "findings.csv",
      "findings.sarif",
      "earl.json",
      "reading-order.md",
      "manual-checks.md",
    ]);
    const { data, errors } = Papa.parse<Record<string, string>>(
      fileOf(value, "findings.csv").trimEnd(),
      { header: true },
    );
    expect(errors).toEqual([]);
    expect(data.map(({ rule }) => rule)).toEqual(value.findings.map(({ rule }) => rule as string));
    const earl = JSON.parse(fileOf(value, "earl.json")) as {
      "@graph": { result?: { outcome: string } }[];
    };
    const outcomes = earl["@graph"].flatMap(({ result }) => result?.outcome ?? []);
    expect(outcomes).toHaveLength(Object.keys(value.act).length);
    expect(new MarkdownIt().render(fileOf(value, "manual-checks.md"))).toContain(
      "<li>[ ] 2.1.1 Keyboard",
    );
    expect(fileOf(value, "manual-checks.md")).not.toContain("(AAA)");
    expect(fileOf(valueOf("<p>x", { level: "AAA" }), "manual-checks.md")).toContain(
      "2.4.8 Location",
    );
  });

  test("of very many findings list 200 of a rule, and the figures are complete", () => {
    const many = valueOf("<img src=a>".repeat(5000), { kind: "fragment" });
    expect(many.counts).toMatchObject({ failed: 5000, byCode: { IMAGE_NAME: 5000 } });
    expect(many.findings).toHaveLength(200);
    expect(fileOf(many, "findings.csv").split("\n")).toHaveLength(202);
    const log = JSON.parse(fileOf(many, "findings.sarif")) as { runs: { results: unknown[] }[] };
    expect(log.runs[0]?.results).toHaveLength(200);
  });

  test("without findings are there all the same", () => {
    const clean = valueOf(page("<main><h1>x</h1></main>"));
    expect(clean.verdict).toBe("pass");
    expect(fileOf(clean, "findings.csv")).toBe(
      "rule,severity,wcag,line,column,selector,fix,before,after,message\n",
    );
    expect(clean.deliverables.some(({ name }) => name === "fixes.diff")).toBe(false);
    expect(clean.stages.map(({ status }) => status)).toEqual([
      "done",
      "done",
      "done",
      "done",
      "done",
      "skipped",
      "skipped",
    ]);
  });

  test("reading is skipped where there is no text, and that is said", () => {
    const empty = run({
      html: page(
        '<div id="root"></div><script src="a.js"></script>',
        '<title>T</title><link rel="stylesheet" href="a">',
      ),
    });
    expect(empty.warnings?.map(({ code }) => code)).toContain("CLIENT_RENDERED");
    expect(empty.warnings).toContainEqual(
      expect.objectContaining({ code: "STYLESHEET_NOT_SEEN", received: 1 }),
    );
    expect(empty.value).toMatchObject({
      stages: [{}, {}, { id: "reading", status: "skipped" }, {}, {}, {}, {}],
    });
    const data = run({ html: page('<script type="application/ld+json">{}</script>') });
    expect(data.warnings?.map(({ code }) => code)).not.toContain("CLIENT_RENDERED");
  });
});

describe("failures", () => {
  test.each([
    [{ html: " \n" }, "HTML_EMPTY", "/html"],
    [{ html: "<p>x", rules: ["image-names"] }, "RULE_UNKNOWN", "/rules/0"],
    [{ html: "<p>x", lang: "english please" }, "LANG_INVALID", "/lang"],
    [{ html: "<p>x", lang: "zzz9" }, "LANG_INVALID", "/lang"],
    [{ html: "<div>".repeat(1100) }, "INPUT_TOO_DEEP", "/html"],
  ])("%#", (input, code, path) => {
    expect(run(input)).toMatchObject({ ok: false, errors: [{ code, path }] });
  });
});

test("whatever is written, figures and findings agree, and the text that is read stays", () => {
  const word = fc.constantFrom(
    "<p>",
    "</p>",
    "<b tabindex=1 tabindex=2>",
    "</b>",
    "<img alt>",
    "<img alt='a&b' src=x>",
    "<a href=#x>",
    "</a>",
    "<table><tr><th id=x headers=x>",
    "<td>",
    "</table>",
    "<ul><li>",
    "<svg role=img>",
    "</svg>",
    "<input autocomplete=mail ",
    "aria-labeledby=x",
    ">",
    "<template>",
    "text",
    "\r\n",
    "<!--",
    "-->",
    "<html lang=en_US xml:lang=de>",
    "<body aria-hidden=true>",
    "<select><option>",
    "\ud800",
    "<__proto__ id=__proto__>",
    "<label for=constructor>",
    "<style>p{display:none}</style>",
    "\u0000",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 25 }), (words) => {
      const html = words.join("");
      const { ok, value, errors } = run({ html, level: "AAA" });
      if (!ok) return errors?.[0]?.code === "HTML_EMPTY";
      const { counts, rules, fixes } = value as Value;
      const problems = Object.values(rules).reduce(
        (sum, one) => sum + one.failed + one.cantTell,
        0,
      );
      const again = fixed(fileOf(value as Value, "fixed.html"), { level: "AAA" });
      return (
        counts.error + counts.warning + counts.info === problems &&
        fixes.safe + fixes.suggested + fixes.manual === problems &&
        again === fileOf(value as Value, "fixed.html")
      );
    }),
    { numRuns: 150 },
  );
});
