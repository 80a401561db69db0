import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/xml-formatter.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: string, options: object = {}) => runUnit(tool as never, { input, ...options });
const codeOf = (input: string) => run(input).errors?.[0]?.code ?? "well-formed";
const format = (input: string, options: object = {}) => run(input, options).output;

describe("well-formedness", () => {
  const wrong: readonly (readonly [string, string])[] = [
    ["", "XML_NO_ROOT"],
    ["   ", "XML_NO_ROOT"],
    ["<!-- only -->", "XML_NO_ROOT"],
    ["text", "XML_NO_ROOT"],
    [" <?xml version='1.0'?><a/>", "XML_SYNTAX"],
    ["<?xml encoding='UTF-8'?><a/>", "XML_SYNTAX"],
    ["<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>", "XML_SYNTAX"],
    ["<?xml version='1.0' standalone='maybe'?><a/>", "XML_SYNTAX"],
    ["<a></b>", "XML_TAG_MISMATCH"],
    ["<a><b></a>", "XML_TAG_MISMATCH"],
    ["<a>", "XML_UNCLOSED_TAG"],
    ["<a/><b/>", "XML_MULTIPLE_ROOTS"],
    ["<a/>x", "XML_SYNTAX"],
    // References outside the root were read forever.
    ["<a/>&amp;", "XML_SYNTAX"],
    ["<a/> &#10;", "XML_SYNTAX"],
    ["&x;<a/>", "XML_NO_ROOT"],
    ["&", "XML_NO_ROOT"],
    ["</a>", "XML_SYNTAX"],
    ["<a b='1' b='2'/>", "XML_DUPLICATE_ATTRIBUTE"],
    ["<a xmlns:x='u' xmlns:y='u' x:b='1' y:b='2'/>", "XML_DUPLICATE_ATTRIBUTE"],
    ["<x:a/>", "XML_UNDECLARED_PREFIX"],
    ["<a x:b='1'/>", "XML_UNDECLARED_PREFIX"],
    ["<a><b xmlns:x='u'/><x:c/></a>", "XML_UNDECLARED_PREFIX"],
    ["<a xmlns:x=''/>", "XML_SYNTAX"],
    ["<a xmlns:xmlns='u'/>", "XML_SYNTAX"],
    ["<a xmlns:xml='u'/>", "XML_SYNTAX"],
    ["<a:b:c xmlns:a='u'/>", "XML_SYNTAX"],
    ["<a xmlns:='u'/>", "XML_SYNTAX"],
    ["<a xmlns:a:b='u'/>", "XML_SYNTAX"],
    ["<:a/>", "XML_SYNTAX"],
    ["<a :b='1'/>", "XML_SYNTAX"],
    ["<a x:1b='1' xmlns:x='u'/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;</a>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY e '</a><a>'>]><a>&e;</a>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY e '&#60;b>'>]><a>&e;</a>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY e '&#38;'>]><a>&e;</a>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY e '&#1114112;'>]><a>&e;</a>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '<b></c>'>]><a>&e;</a>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY e '<?xml version=&#34;1.0&#34;?>'>]><a>&e;</a>", "XML_SYNTAX"],
    ["<a b=1/>", "XML_SYNTAX"],
    ["<a b/>", "XML_SYNTAX"],
    ["<a b='1'c='2'/>", "XML_SYNTAX"],
    ["<a b='<'/>", "XML_SYNTAX"],
    ["<a>]]></a>", "XML_SYNTAX"],
    ["<a><!-- -- --></a>", "XML_SYNTAX"],
    ["<a><!-- --->", "XML_SYNTAX"],
    ["<a><?xml version='1.0'?></a>", "XML_SYNTAX"],
    ["<a><?XmL x?></a>", "XML_SYNTAX"],
    ["<a>&nbsp;</a>", "XML_UNDECLARED_ENTITY"],
    ["<a>& b</a>", "XML_SYNTAX"],
    ["<a>&lt</a>", "XML_SYNTAX"],
    ["<a>&#0;</a>", "XML_BAD_CHARACTER"],
    ["<a>&#x110000;</a>", "XML_BAD_CHARACTER"],
    ["<a>&#99999999999999999999;</a>", "XML_BAD_CHARACTER"],
    ["<a>\u0001</a>", "XML_BAD_CHARACTER"],
    ["<a>\ud800</a>", "XML_BAD_CHARACTER"],
    ["<a>\ufffe</a>", "XML_BAD_CHARACTER"],
    ["<1a/>", "XML_SYNTAX"],
    ["< a/>", "XML_SYNTAX"],
    ["<![CDATA[x]]>", "XML_SYNTAX"],
    ["<a/><!DOCTYPE a>", "XML_SYNTAX"],
    ["<!DOCTYPE a><!DOCTYPE a><a/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY x '&y;'><!ENTITY y '&x;'>]><a>&x;</a>", "XML_ENTITY_RECURSION"],
    ["<!DOCTYPE a [<!ENTITY x SYSTEM 'f'>]><a b='&x;'/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY x '<b/>'>]><a b='&x;'/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY x SYSTEM 'f' NDATA n>]><a>&x;</a>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ENTITY % p 'x'><!ENTITY q '%p;'>]><a/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ELEMENT a (b,c|d)>]><a/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ELEMENT a (#PCDATA|b)>]><a/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ELEMENT a>]><a/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ATTLIST a b WRONG #IMPLIED>]><a/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!ATTLIST a b CDATA '<'>]><a/>", "XML_SYNTAX"],
    ["<!DOCTYPE a [<!NOTATION n>]><a/>", "XML_SYNTAX"],
    ["<!DOCTYPE a PUBLIC '{}' 'x'><a/>", "XML_SYNTAX"],
    [
      "<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'x'><a>&y;</a>",
      "XML_UNDECLARED_ENTITY",
    ],
  ];
  test.each(wrong)("%s is refused", (text, code) => {
    expect(codeOf(text)).toBe(code);
    expect(run(text, { action: "validate" })).toMatchObject({ ok: true, valid: false });
  });

  const right: readonly string[] = [
    "<a/>",
    "\ufeff<?xml version='1.0'?><a/>",
    "<?xml version='1.0' encoding='UTF-8' standalone='no' ?>\n<!-- c --><?pi?><a/>\n<?pi x?><!-- d -->\n",
    "<a b='1' B='2'/>",
    "<a xmlns='u' xmlns:x='u' b='1' x:b='2'/>",
    "<a><![CDATA[]]]]><![CDATA[>]]></a>",
    "<ɐ:ß xmlns:ɐ='u'/>",
    "<a b='&lt;&#x1F600;\"'/>",
    "<a xml:lang='en'/>",
    "<!DOCTYPE a SYSTEM 'x'><a>&y;</a>",
    "<!DOCTYPE a [<!ENTITY % p 'x'>%p;]><a>&y;</a>",
    "<!DOCTYPE a [<!ELEMENT a ((b|c)*,(d,e?)+)><!ELEMENT b (#PCDATA|c)*><!ELEMENT c EMPTY><!ATTLIST a x CDATA #FIXED 'v' y (p|q) 'p' z NOTATION (n) #IMPLIED><!NOTATION n PUBLIC 'p'><!ENTITY e 'v&#38;#60;w'><?pi?><!-- c -->]><a>&e;</a>",
  ];
  test.each([...right])("%s is well-formed", (text) => expect(codeOf(text)).toBe("well-formed"));

  test("a problem has its place", () => {
    expect(run("<a>\n  <b>x</c>\n</a>").errors?.[0]).toMatchObject({
      line: 2,
      column: 9,
      received: "c",
      expected: "b",
    });
    expect(run("<p>a<br>b</p>").errors?.[0]?.hint).toContain("<br/>");
    expect(run("\ufeff<a>").errors?.[0]).toMatchObject({ offset: 4 });
    expect(run("<a>\n]]></a>").errors?.[0]).toMatchObject({ offset: 6, line: 2, column: 3 });
  });
});

describe("layout", () => {
  test("white space under xml:space=preserve is kept until default", () => {
    const text = '<a><p xml:space="preserve"> <q> </q><r xml:space="default"><s/><t/></r></p></a>';
    expect(format(text)).toBe(
      '<a>\n  <p xml:space="preserve"> <q> </q><r xml:space="default">\n      <s/>\n      <t/>\n    </r></p>\n</a>',
    );
  });

  test("white space alone is content", () => {
    expect(format("<a> </a>")).toBe("<a> </a>");
    expect(format("<a>\r\n</a>")).toBe("<a>\n</a>");
    expect(format("<a><b/> x</a>")).toBe("<a><b/> x</a>");
  });

  test("empty elements", () => {
    expect(format("<a><b/><c></c></a>", { emptyElements: "collapse" })).toBe(
      "<a>\n  <b/>\n  <c/>\n</a>",
    );
    expect(format("<a><b/><c></c></a>", { emptyElements: "expand" })).toBe(
      "<a>\n  <b></b>\n  <c></c>\n</a>",
    );
  });

  test("long start tags get a line for each attribute", () => {
    expect(format("<r><a bb='1' cc='2'/></r>", { wrapAttributes: 10 })).toBe(
      "<r>\n  <a\n    bb='1'\n    cc='2'/>\n</r>",
    );
  });

  test("comments can be left out", () => {
    const text = "<!-- x --><a><!-- y --><b>t<!-- z -->u</b></a>";
    expect(format(text, { removeComments: true })).toBe("<a>\n  <b>tu</b>\n</a>");
    expect(format("<a>\n<!-- y -->\n</a>", { removeComments: true })).toBe("<a></a>");
  });

  test("depth and size", () => {
    const deep = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
    expect(run(deep(1000), { action: "minify" }).ok).toBe(true);
    expect(codeOf(deep(1000))).toBe("OUTPUT_TOO_LARGE");
    expect(codeOf(deep(1001))).toBe("INPUT_TOO_DEEP");
    expect(codeOf("<a>".repeat(30_000))).toBe("INPUT_TOO_DEEP");
    const bomb = `<!DOCTYPE a [${Array.from({ length: 900 }, (_, i) => `<!ENTITY e${i} "${`&e${i + 1};`.repeat(9)}">`).join("")}<!ENTITY e900 "x">]><a>${"&e0;".repeat(3000)}</a>`;
    expect(codeOf(bomb)).toBe("well-formed");
  });
});

const names = fc.constantFrom("a", "b", "c:d");
interface Drawn {
  readonly name: string;
  readonly children: readonly (Drawn | string)[];
}
const trees = fc.letrec<{ node: Drawn }>((tie) => ({
  node: fc.record({
    name: names,
    children: fc.array(
      fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(" ", "\n", "t", "&amp;", "<!--c-->", "<![CDATA[ ]]>"),
        tie("node"),
      ),
      { maxLength: 4 },
    ),
  }),
})).node;
const text = ({ name, children }: Drawn): string =>
  `<${name}>${children.map((child) => (typeof child === "string" ? child : text(child))).join("")}</${name}>`;

test("formatting is idempotent and keeps every character that is not white space between elements", () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const document = text({ name: "r", children: [tree] }).replace("<r>", "<r xmlns:c='u'>");
      const once = format(document) ?? "";
      expect(format(once)).toBe(once);
      expect(format(once, { action: "minify" })).toBe(format(document, { action: "minify" }) ?? "");
      expect(once.replaceAll(/\s/g, "")).toBe(document.replaceAll(/\s/g, ""));
    }),
  );
});

test("what looks like HTML is told so", () => {
  const hint = (input: string) => run(input).errors?.[0]?.hint ?? "";
  expect(hint("<!DOCTYPE html><html><p>a<p>b</html>")).toContain("html-to-agent-markdown");
  expect(hint("<a><b></a>")).not.toContain("html-to-agent-markdown");
});

test("entities in content may hold elements and each other, and are looked at once", () => {
  const declared = Array.from(
    { length: 200 },
    (_, at) => `<!ENTITY e${at + 1} '<b>&e${at};&e${at};</b>'>`,
  );
  const document = `<!DOCTYPE a [<!ENTITY e0 'x &amp; &#38;lt;'>${declared.join("")}]><a>&e200;</a>`;
  expect(codeOf(document)).toBe("well-formed");
  expect(codeOf("<!DOCTYPE a [<!ENTITY e '<x:b/>'>]><a xmlns:x='u'>&e;</a>")).toBe("well-formed");
  expect(codeOf("<!DOCTYPE a [<!ENTITY e '<b>'>]><a/>")).toBe("well-formed");
});
