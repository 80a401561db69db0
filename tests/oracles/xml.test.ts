/** Our XML reader and writer against saxes, on generated documents, whole and cut, and on files that people wrote. */
import { test } from "bun:test";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import tool from "../../tools/xml-formatter.ts";
import { runUnit } from "../support/run-unit.ts";
import { foundFiles } from "./found-files.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

const REFUSED = "refused";

interface Figures {
  root: string;
  elements: number;
  attributes: number;
  comments: number;
  cdata: number;
  instructions: number;
  maxDepth: number;
}

/** What saxes reads, in order; text that is white space alone is left out. */
function eventsOf(text: string): unknown[] {
  const parser = new SaxesParser({ xmlns: true });
  const events: unknown[] = [];
  let characters = "";
  const add = (...event: unknown[]) => {
    if (/[^ \t\r\n]/.test(characters)) events.push(["text", characters]);
    characters = "";
    events.push(event);
  };
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, uri, attributes }) => {
    const values = Object.values(attributes).map((one) => [one.name, one.uri, one.value]);
    add("open", name, uri, values);
  });
  parser.on("closetag", ({ name }) => add("close", name));
  parser.on("text", (part) => {
    characters += part;
  });
  parser.on("cdata", (part) => add("cdata", part));
  parser.on("comment", (part) => add("comment", part));
  parser.on("processinginstruction", ({ target, body }) => add("instruction", target, body));
  parser.on("doctype", (part) => add("doctype", part));
  parser.write(text).close();
  return events;
}

function errorOf(text: string): string {
  try {
    eventsOf(text);
    return "";
  } catch (error) {
    return String(error);
  }
}

function codeOf(text: string): string {
  return runUnit(tool, { input: text }).errors?.[0]?.code ?? "";
}

const reading: Judgement<string> = {
  ours(text) {
    const { ok, value } = runUnit(tool, { input: text });
    if (!ok) return REFUSED;
    const { root, elements, attributes, comments, cdata, instructions, maxDepth } =
      value as Figures;
    return { root, elements, attributes, comments, cdata, instructions, maxDepth };
  },
  theirs(text) {
    const figures: Figures = {
      root: "",
      elements: 0,
      attributes: 0,
      comments: 0,
      cdata: 0,
      instructions: 0,
      maxDepth: 0,
    };
    let depth = 0;
    try {
      for (const [type, name, , attributes] of eventsOf(text) as [string, string, string, []][]) {
        if (type === "open") {
          figures.root ||= name;
          figures.elements++;
          figures.attributes += attributes.length;
          figures.maxDepth = Math.max(figures.maxDepth, ++depth);
        }
        if (type === "close") depth--;
        if (type === "comment") figures.comments++;
        if (type === "cdata") figures.cdata++;
        if (type === "instruction") figures.instructions++;
      }
      return figures;
    } catch {
      return REFUSED;
    }
  },
  differences: [
    {
      name: "what stands in a document type declaration",
      right: "ours",
      why: "XML 1.0, 2.8: doctypedecl has a form, too; saxes takes all up to its bracket",
      example: "<!DOCTYPE r PUBLICK 'p'><r/>",
      covers: (text) => text.includes("<!DOCTYPE") && codeOf(text) === "XML_SYNTAX",
    },
    {
      name: "a reference to an entity that the external subset may declare",
      right: "ours",
      why: "XML 1.0, 4.1, WFC Entity Declared: it holds only where there is no external subset, or the document stands alone",
      example: "<!DOCTYPE r SYSTEM 's'><r>&a;</r>",
      covers: (text) =>
        /<!DOCTYPE[^>[]+(?:SYSTEM|PUBLIC)/.test(text) && /entity/.test(errorOf(text)),
    },
    {
      name: "a reference to an entity that the internal subset declares",
      right: "ours",
      why: "XML 1.0, 4.1, WFC Entity Declared: the name matches that of a declaration; saxes reads no declarations",
      example: "<!DOCTYPE r [<!ENTITY a SYSTEM 's'>]><r>&a;</r>",
      covers: (text) => text.includes("<!ENTITY") && /entity/.test(errorOf(text)),
    },
    {
      name: "a question mark in the target of an instruction",
      right: "ours",
      why: "XML 1.0, 2.6: behind the name of the target is white space or the end",
      example: "<?p?q?><r/>",
      covers: (text) => /<\?[^\s?<>]+\?[^>]/.test(text),
    },
    {
      name: "half of a surrogate pair is no character",
      right: "ours",
      why: "XML 1.0, 2.2: Char is without the surrogate blocks",
      example: "<r>\ud83d/</r>",
      covers: (text) => !text.isWellFormed(),
    },
    {
      name: "a prefix is bound to white space",
      right: "both",
      why: "Namespaces in XML 1.0, 2.2 and 5: only the empty name unbinds a prefix, and what is no URI is an error of another kind; saxes trims it",
      example: "<r xmlns:x=' '/>",
      covers: (text) => /xmlns:\S+\s*=\s*(?:"\s+"|'\s+')/.test(text),
    },
    {
      name: "a local name that begins as no name does",
      right: "ours",
      why: "Namespaces in XML 1.0, 4: both parts of a qualified name are an NCName",
      example: "<r xmlns:x='u' x:-a=''/>",
      covers: (text) => /:[-.\d]/.test(text),
    },
  ],
};

/** A document and how it is written again. */
interface Written {
  readonly text: string;
  readonly options: object;
}

const writing: Judgement<Written> = {
  ours({ text, options }) {
    const { ok, output = "" } = runUnit(tool, { input: text, ...options });
    return ok && errorOf(text) === "" ? eventsOf(output) : REFUSED;
  },
  theirs: ({ text }) => (codeOf(text) === "" && errorOf(text) === "" ? eventsOf(text) : REFUSED),
  differences: [],
};

const name = fc.constantFrom("a", "b", "x:c", "d-e", "é", "_", "x:f.1", "A");
const space = fc.constantFrom(" ", "\n", "  ", "\t", "\r\n");
const blank = fc.oneof({ weight: 3, arbitrary: fc.constant("") }, space);
const reference = fc.constantFrom(
  "&amp;",
  "&lt;",
  "&#65;",
  "&#x1F600;",
  "&apos;",
  "&gt;",
  "&quot;",
);
const characters = fc.oneof(
  fc.constantFrom("text", " ", "\n  ", "é😀", "a > b", "]] >", "'\"", "0", "\r\n", "\t", "--"),
  reference,
);
const attribute = fc
  .tuple(
    space,
    name,
    blank,
    fc.array(fc.oneof(fc.constantFrom("v", " ", ">", "é", "\n", "w x", "&#10;"), reference), {
      maxLength: 3,
    }),
    fc.constantFrom("'", '"'),
  )
  .map(([before, key, gap, value, quote]) => [before, key, gap, value.join(""), quote] as const);
const comment = fc.constantFrom("<!-- c -->", "<!---->", "<!-- <b> & -->", "<!-- a\n - b -->");
const instruction = fc.constantFrom("<?p?>", "<?p x y?>", "<?p-q  a='1' ?>", "<?xsl ?>");
const cdata = fc.constantFrom("<![CDATA[]]>", "<![CDATA[ <a>&b ]]>", "<![CDATA[]] > x]]>");

const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  content: fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: tie("element") },
        { weight: 3, arbitrary: characters },
        { weight: 2, arbitrary: space },
        comment,
        instruction,
        cdata,
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join("")),
  element: fc
    .tuple(
      name,
      fc.uniqueArray(attribute, { maxLength: 3, selector: ([, key]) => key }),
      fc.constantFrom("", "", "", " xml:space='preserve'", ' xmlns="u"', " xmlns:x='w'"),
      blank,
      fc.oneof({ depthSize: "small" }, fc.constant(undefined), fc.constant(""), tie("content")),
      blank,
    )
    .map(([tag, attributes, more, gap, content, end]) => {
      const list = attributes.map(
        ([before, key, around, value, quote]) =>
          `${before}${key}${around}=${around}${quote}${value}${quote}`,
      );
      const open = `<${tag}${list.join("")}${more}${gap}`;
      return content === undefined ? `${open}/>` : `${open}>${content}</${tag}${end}>`;
    }),
}));

const loose = fc.array(fc.oneof(space, comment, instruction), { maxLength: 2 });
const document = fc
  .tuple(
    fc.constantFrom(
      "",
      "",
      "\ufeff",
      "<?xml version='1.0'?>",
      '<?xml version="1.0" encoding="UTF-8" ?>\n',
    ),
    loose,
    fc.constantFrom(
      "",
      "",
      "",
      "<!DOCTYPE r>",
      "<!DOCTYPE r SYSTEM 's'>\n",
      "<!DOCTYPE r PUBLIC 'p' \"s\">",
    ),
    loose,
    element,
    loose,
  )
  // The root binds the prefix that names have.
  .map(([head, before, doctype, between, content, after]) =>
    [head, ...before, doctype, ...between, `<r xmlns:x="v">${content}</r>`, ...after].join(""),
  );

const broken = fc
  .tuple(
    document,
    fc.nat(),
    fc.nat(),
    fc.constantFrom(
      ..."<|>|/|&|;|'|\"|=|]]>|--|<a>|</a>|<?|?>|<!--|x:|&#0;|&b;| |<![CDATA[|!|\u0001|:".split(
        "|",
      ),
      "",
    ),
  )
  .map(([text, from, length, put]) => {
    const at = from % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + (length % 4));
  });

const options = fc.record({
  action: fc.constantFrom("format", "minify"),
  indent: fc.constantFrom(0, 2, 4),
  emptyElements: fc.constantFrom("keep", "collapse", "expand"),
  wrapAttributes: fc.constantFrom(0, 20),
});

test("generated documents", () => {
  expectAgreement(fc.sample(document, 2500), reading);
}, 60_000);

test("documents that are cut, or have a character too many", () => {
  expectAgreement(fc.sample(broken, 3000), reading);
}, 60_000);

test("what is written reads as what was read", () => {
  expectAgreement(fc.sample(fc.record({ text: document, options }), 2500), writing);
}, 60_000);

test("files found here", () => {
  const texts = foundFiles("**/*.{xml,svg,xsd,xsl,xslt,wsdl,plist,rng,xhtml}").map(
    ({ text }) => text,
  );
  expectAgreement(texts, reading);
  expectAgreement(
    texts.flatMap((text) => [
      { text, options: {} },
      { text, options: { action: "minify" } },
    ]),
    writing,
  );
}, 60_000);

testDifferences(reading);
testDifferences(writing);
