import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { problemEntry } from "./_lib/results/syntax-problem.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { firstElement, isOfHtml } from "./_lib/formats/html/detect.ts";
import { XML_FAILURES } from "./_lib/formats/xml/cursor.ts";
import { countXml } from "./xml-formatter/figures.ts";
import { readXml } from "./_lib/formats/xml/read.ts";
import type { XmlDoctype, XmlDocument } from "./_lib/formats/xml/tree.ts";
import { writeXml } from "./_lib/formats/xml/write.ts";
import { invalidLine } from "./_lib/results/invalid-line.ts";

const FAILURES = { ...XML_FAILURES, ...OUTPUT_FAILURES } as const;

const WARNINGS = {
  BOM_REMOVED: "A byte order mark stood before the text",
  ENTITIES_DECLARED: "The document declares entities; they are copied and never expanded",
  EXTERNAL_REFERENCE: "The document refers to a DTD or entity outside, which was not fetched",
  ENCODING_LABEL: "The label names another encoding than UTF-8, but the text is text already",
  XML11: "The document says version 1.1 and was read by the rules of 1.0",
} as const;

const INPUT = Type.Object({
  input: Type.String({ description: "One XML 1.0 document" }),
  action: oneOf(["format", "minify", "validate"], {
    description: "What to do: lay it out, drop white space between elements, or only check it",
    default: "format",
  }),
  indent: whole({ description: "Spaces per level", minimum: 0, maximum: 8, default: 2 }),
  useTabs: Type.Boolean({ description: "One tab per level instead of spaces", default: false }),
  emptyElements: oneOf(["keep", "collapse", "expand"], {
    description: "Elements without content: as written, <a/>, or <a></a>",
    default: "keep",
  }),
  removeComments: Type.Boolean({ description: "Leave comments out", default: false }),
  wrapAttributes: whole({
    description: "A start tag longer than this gets one attribute per line; 0 for never",
    minimum: 0,
    maximum: 500,
    default: 0,
  }),
});

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  root: Type.String(),
  version: Type.String(),
  encoding: NULLABLE_TEXT,
  standalone: NULLABLE_TEXT,
  doctype: Type.Union([
    Type.Object({
      name: Type.String(),
      publicId: NULLABLE_TEXT,
      systemId: NULLABLE_TEXT,
      entities: Type.Array(Type.String(), { description: "General entities that it declares" }),
    }),
    Type.Null(),
  ]),
  elements: Type.Integer(),
  attributes: Type.Integer(),
  textNodes: Type.Integer({ description: "Without the white space between elements" }),
  cdata: Type.Integer(),
  comments: Type.Integer(),
  instructions: Type.Integer(),
  maxDepth: Type.Integer({ description: "1 for a root without children" }),
  namespaces: Type.Array(Type.Object({ prefix: Type.String(), uri: Type.String() })),
});

type Input = Static<typeof INPUT>;
type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "xml-formatter",
  name: "XML Formatter",
  category: "Code",
  description:
    "Formats, minifies or checks XML without changing what a parser sees, and says where it is not well-formed.",
  keywords: [
    "beautify",
    "feed",
    "format",
    "indent",
    "lint",
    "maven",
    "minify",
    "namespaces",
    "pretty print",
    "pretty-print",
    "readable",
    "rss",
    "soap",
    "svg",
    "tags",
    "well-formed",
    "xml",
    "xmllint",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "format",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "pretty print xml",
    "indent this xml",
    "make soap response readable",
    "minify xml to one line",
    "is this xml well-formed",
    "xml parse error at line and column",
    "mismatched tag in xml, tags not closed or in the wrong order, where",
    "format pom.xml or web.config",
    "beautify svg source",
    "undeclared namespace prefix",
    "check rss or atom feed syntax, sitemap or invoice file will not open",
    "xmllint --format",
    "remove comments from xml",
    "angle brackets all in one line, make them readable",
    "normalize markup indentation without touching content",
    "reply of a bank or government service in tags, show it tidy",
    "formatear xml, poner sangría a un xml ilegible",
    "xml formatieren und einrücken, lesbar machen",
    "formater du xml, rendre un xml lisible, indenter",
    "xml 格式化",
    "xml 整形",
    "xml 排版 缩进 美化",
    "xml を見やすくする",
    "the sitemap google refuses is one endless line, break it up",
    "tax office export will not import, some bracket is missing",
    "opening and ending tag mismatch, where does it start",
    "unreadable soap envelope in the log, each element on its own line please",
    "xmllint, xmlstarlet, tidy -xml, notepad++ xml tools, saxparseexception, plist, xsd file, svgo",
    "reindent or compact a tagged document and report the first well-formedness fault",
    "formatar xml, deixar xml legível com indentação",
  ],
  effort: 1,
  detect: (sample) => {
    if (/^\s*<\?xml[ \t\r\n]/.test(sample)) return 0.9;
    const name = firstElement(sample);
    if (name === undefined) return /^\s*<!--/.test(sample) && /<\/|\/>/.test(sample) ? 0.7 : 0;
    if (isOfHtml(name)) return 0;
    // Behind the end of the root stands nothing more.
    const [end = sample] = sample.split(`</${name}>`).slice(-1);
    if (end !== sample && /^\s*(?:[^\s<]|<(?!!--))/.test(end)) return 0;
    return /<\/|\/>/.test(sample) ? 0.7 : 0;
  },

  laws: [
    {
      name: "formatting what was formatted changes nothing",
      holds(run, input) {
        const once = run({ ...input, action: "format" });
        return (
          !once.ok ||
          run({ ...input, action: "format", input: once.output ?? "" }).output === once.output
        );
      },
    },
    {
      name: "minifying what was formatted is minifying",
      holds(run, input) {
        const formatted = run({ ...input, action: "format", wrapAttributes: 0 });
        if (!formatted.ok) return true;
        const again = run({ ...input, action: "minify", input: formatted.output ?? "" });
        return again.output === run({ ...input, action: "minify" }).output;
      },
    },
    {
      name: "what was formatted is valid",
      holds(run, input) {
        const formatted = run({ ...input, action: "format" });
        return (
          !formatted.ok || run({ action: "validate", input: formatted.output ?? "" }).valid === true
        );
      },
    },
    {
      name: "collapsing empty elements undoes expanding them",
      holds(run, input) {
        const expanded = run({ ...input, action: "format", emptyElements: "expand" });
        if (!expanded.ok) return true;
        const collapse = { ...input, action: "format", emptyElements: "collapse" } as const;
        const back = run({ ...collapse, input: expanded.output ?? "" });
        return back.output === run(collapse).output;
      },
    },
  ],
  examples: [
    {
      title: "Mixed text, references and quotes stay as they are",
      input: { input: "<r a='1'  b=\"2\"><x>text &amp; <b>bold</b> tail</x><y/><z></z></r>" },
      expect: {
        output: "<r a='1' b=\"2\">\n  <x>text &amp; <b>bold</b> tail</x>\n  <y/>\n  <z></z>\n</r>",
        valid: true,
        value: { root: "r", elements: 5, attributes: 2 },
      },
    },
    {
      title: "Small",
      input: {
        input: "<r>\n  <!-- c -->\n  <v>1</v>\n</r>",
        action: "minify",
        removeComments: true,
      },
      expect: { output: "<r><v>1</v></r>" },
    },
    {
      title: "Entities are never expanded",
      input: { input: '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l><m>&b;</m></l>' },
      expect: {
        output: '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<l>\n  <m>&b;</m>\n</l>',
        value: { doctype: { entities: ["a", "b"] } },
        warnings: [{ code: "ENTITIES_DECLARED" }],
      },
    },
    {
      title: "Find the mistake",
      input: { input: "<a>\n  <b>x</c>\n</a>" },
      expect: { ok: false, valid: false, error: { code: "XML_TAG_MISMATCH" } },
    },
  ],

  run(input, { longestOutput: longest }) {
    const marked = input.input.startsWith("\ufeff");
    // A space in the place of the mark would make white space before the declaration, so the mark goes.
    const text = marked ? input.input.slice(1) : input.input;
    const document = readXml(text);
    const bom = marked ? [BOM_REMOVED] : [];
    if ("code" in document) {
      const problem = marked ? { ...document, offset: document.offset + 1 } : document;
      const told = problemEntry(problem, input.input, "XML");
      const error = /^\s*<(?:!doctype\s+html|html)\b/i.test(text)
        ? { hint: HTML_HINT, ...told }
        : told;
      const found = { valid: false, warnings: bom } as const;
      if (input.action !== "validate") return fail(error, found);
      return done({ ...found, output: invalidLine(error), errors: [error] });
    }
    const value = describe(document);
    const found = { value, valid: true, warnings: [...bom, ...warningsOf(document)] };
    if (input.action === "validate") {
      return done({ ...found, output: `valid: ${value.root}, ${value.elements} elements` });
    }
    const output = writeXml(text, document, { ...layoutOf(input), longest });
    if (output === undefined) return fail(outputTooLarge(undefined, longest), found);
    return done({ ...found, output });
  },
});

const HTML_HINT = "The text looks like HTML, which is no XML; html-to-agent-markdown reads HTML";

const BOM_REMOVED: Entry<"BOM_REMOVED"> = {
  code: "BOM_REMOVED",
  message: "A byte order mark (U+FEFF) before the text was removed",
  line: 1,
  column: 1,
  offset: 0,
};

function layoutOf({ action, indent, useTabs, ...layout }: Input) {
  const step = useTabs ? "\t" : " ".repeat(indent);
  return { ...layout, indent: action === "minify" ? undefined : step };
}

function describe(document: XmlDocument) {
  const { declaration, doctype, root, namespaces, depth } = document;
  return {
    root: root.name,
    version: declaration?.version ?? "1.0",
    encoding: declaration?.encoding ?? null,
    standalone: declaration?.standalone ?? null,
    doctype: doctype
      ? {
          name: doctype.name,
          publicId: doctype.publicId,
          systemId: doctype.systemId,
          entities: [...doctype.entities.keys()],
        }
      : null,
    ...countXml(document),
    maxDepth: depth,
    namespaces: [...namespaces],
  };
}

function warningsOf({ declaration, doctype }: XmlDocument): Entry<Warning>[] {
  const warnings = doctype ? doctypeWarnings(doctype) : [];
  const { encoding = null, version = "1.0" } = declaration ?? {};
  if (encoding !== null && !/^utf-?8$/i.test(encoding)) {
    warnings.push({
      code: "ENCODING_LABEL",
      message: `The label says ${encoding}; save the text in that encoding or change the label`,
      received: encoding,
    });
  }
  if (version === "1.1") {
    warnings.push({ code: "XML11", message: "Version 1.1 was read by the rules of version 1.0" });
  }
  return warnings;
}

function doctypeWarnings({ entities, systemId }: XmlDoctype): Entry<Warning>[] {
  const warnings: Entry<Warning>[] = [];
  if (entities.size > 0) {
    const declared = entities.size === 1 ? "1 entity" : `${entities.size} entities`;
    warnings.push({
      code: "ENTITIES_DECLARED",
      message: `The document declares ${declared}, copied and not expanded`,
      received: entities.size,
    });
  }
  const external = [...entities.values()].some(({ literal }) => literal === undefined);
  if (external || systemId !== null) {
    warnings.push({
      code: "EXTERNAL_REFERENCE",
      message: "The document refers to a file outside, which was not fetched",
      ...(systemId === null ? {} : { received: systemId }),
    });
  }
  return warnings;
}
