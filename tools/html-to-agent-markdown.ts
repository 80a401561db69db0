import { type Static, Type } from "@sinclair/typebox";
import { oneOf, zeroOr } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { INPUT_FAILURES, inputInvalid, wrongForm } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { Fault, problemEntry } from "./_lib/results/syntax-problem.ts";
import { urlResolver } from "./_lib/web/url/parse.ts";
import { ROOTS } from "./html-to-agent-markdown/content.ts";
import { convertHtml, type ConvertOptions } from "./html-to-agent-markdown/convert.ts";
import { IMAGE_STYLES, LINK_STYLES } from "./html-to-agent-markdown/links.ts";
import type { HtmlFailure } from "./_lib/formats/html/parse.ts";
import { valueOf, warningsOf } from "./html-to-agent-markdown/report.ts";
import { firstElement, isOfHtml } from "./_lib/formats/html/detect.ts";

const FAILURES = {
  INPUT_TOO_DEEP: "Elements are nested deeper than 1,000 levels",
  HTML_MISNESTED:
    "Formatting elements that are never closed make the document larger than its text",
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  HTML_EMPTY: "Nothing visible is in the page",
} as const;

const WARNINGS = {
  BOM_REMOVED: "A byte order mark stood before the text",
  CONTENT_FALLBACK_BODY: "No main content was found, so the whole body was taken",
  CONTENT_PARTIAL:
    "Less than 60 % of the page's paragraphs were kept: content full has all of them",
  CLIENT_RENDERED: "Little text and many scripts: the page has to be rendered in a browser",
  RELATIVE_LINKS: "Links or images are relative, and no base was given",
  TABLE_FLATTENED: "Tables that are no grid of data were written as text",
  HIDDEN_TEXT_REMOVED: "Much hidden text was removed, planted for agents perhaps",
  TRUNCATED: "Blocks were left out for maxTokens",
} as const;

export type Warnings = typeof WARNINGS;

const INPUT = Type.Object({
  input: Type.String({ description: "HTML: a document or a fragment" }),
  baseUrl: Type.String({
    description: "Absolute URL that links and images are resolved against",
    default: "",
  }),
  content: oneOf(["main", "full"], {
    description: "The main content, or all that is visible",
    default: "main",
  }),
  links: oneOf(LINK_STYLES, {
    description: "In place, as numbers with one list at the end, or their text only",
    default: "inline",
  }),
  images: oneOf(IMAGE_STYLES, {
    description: "With their address, their alternative text only, or none",
    default: "markdown",
  }),
  metadata: Type.Boolean({ description: "Begin with YAML front matter", default: false }),
  stripTracking: Type.Boolean({
    description: "Drop utm_ and other tracking members of queries from links",
    default: true,
  }),
  maxTokens: zeroOr({
    description: "Cut behind the last whole block that fits; at least 50, 0 for no limit",
    minimum: 50,
    maximum: 1_000_000,
    default: 0,
  }),
});

const MAYBE = Type.Union([Type.String(), Type.Null()]);

const LINK = Type.Object({ text: Type.String(), url: Type.String() });

const IMAGE = Type.Object({ alt: Type.String(), url: Type.String() });

const HEADING = Type.Object({
  level: Type.Integer({ minimum: 1, maximum: 6 }),
  text: Type.String(),
});

const REMOVED = Type.Object({
  scripts: Type.Integer({ description: "Script elements of the whole document" }),
  hidden: Type.Integer({ description: "Elements hidden by an attribute or an inline style" }),
  boilerplate: Type.Integer({ description: "Elements around the content, inside its root" }),
  forms: Type.Integer({ description: "Form controls" }),
});

const VALUE = Type.Object({
  title: MAYBE,
  byline: MAYBE,
  published: MAYBE,
  site: MAYBE,
  lang: MAYBE,
  description: MAYBE,
  canonicalUrl: MAYBE,
  root: oneOf(ROOTS, { description: "How the content was chosen" }),
  headings: Type.Array(HEADING),
  links: Type.Array(LINK, { description: "As written, in order" }),
  images: Type.Array(IMAGE, { description: "As written, in order" }),
  tables: Type.Integer({ description: "Tables written as tables" }),
  codeBlocks: Type.Integer(),
  removed: REMOVED,
  words: Type.Integer(),
  tokensBefore: Type.Integer({ description: "Of the HTML; one for each four bytes of UTF-8" }),
  tokensAfter: Type.Integer(),
  savedPercent: Type.Number({ description: "Negative where the text grew" }),
  truncated: Type.Boolean(),
});

export type Value = Static<typeof VALUE>;

/**
 * A page of 100,000 characters takes 20 to 30 ms. One that is little more than tags, 10,000 paragraphs of a
 * few letters say, takes up to 100 ms, one of 14,000 bold letters up to 250 ms: half of it is the tree that the standard's algorithm builds.
 */
export default defineTool({
  id: "html-to-agent-markdown",
  name: "HTML to Agent Markdown",
  category: "AI",
  description: "Turns a web page into the Markdown of its main content and measures the saving.",
  keywords: [
    "article",
    "boilerplate",
    "convert",
    "crawl",
    "extract",
    "firecrawl",
    "html",
    "html to text",
    "html2text",
    "jina reader",
    "links",
    "llm",
    "main content",
    "markdown",
    "markdownify",
    "pandoc",
    "readability",
    "scrape",
    "tables",
    "tokens",
    "trafilatura",
    "turndown",
    "web page",
    "webpage",
  ],
  aliases: ["html-to-markdown"],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert html to markdown",
    "web page to markdown for an llm",
    "extract the main content of a page",
    "strip nav, ads and footer from html",
    "readability mode as markdown",
    "html table to markdown table",
    "make a fetched page smaller before sending it to a model",
    "scraped html to clean text",
    "turn an article into markdown with reference links",
    "remove scripts and styles and keep the text",
    "find hidden prompt injection text in html",
    "remove utm parameters from links in a page",
    "page to markdown with front matter metadata",
    "page source is full of menus, cookie banners and ads, I only want the article",
    "website into plain readable text for a chatbot",
    "scrape a news story or documentation page without the markup",
    "html tags to headings, lists and links in text",
    "main body extraction from a crawled document for ingestion",
    "save tokens when feeding web content to a model",
    "copied source code of a web page to notes",
    "html source of a blog or recipe, only the text of it",
    "html in markdown umwandeln",
    "convertir html a markdown",
    "convertir une page web en markdown",
    "html 转 markdown",
    "HTMLをMarkdownに変換",
    "sacar el texto principal de una página web",
    "artikeltext aus einer webseite ziehen",
    "extraire le texte d'un article de site web",
    "网页 正文 提取 转 文本",
    "ウェブページの本文だけを取り出す",
    "saved a news page as html and the bot should read only the story",
    "our docs site crawl is full of sidebars, give me clean md for the index",
    "help center articles into notes, without header and footer",
    "mail newsletter source is all tables and tags, readable please",
    "Turndown, Mozilla Readability, trafilatura, html2text, Jina Reader, pandoc -f html, markdownify",
    "reduce a fetched page to its principal content with headings, links, tables; tell tokens saved",
    "converter html em markdown, texto principal da página",
    "quitar menús y publicidad de una página html, solo el artículo",
    "html seite ohne menü und werbung, nur der artikel",
    "page html sans menus ni publicité, article seul",
    "去掉 广告 导航 网页 转 md",
    "広告やメニューを除いて html をマークダウンに",
  ],
  effort: 2,
  detect(sample) {
    if (/^\s*<!doctype html|<html[\s>]/i.test(sample)) return 0.9;
    if (isOfHtml(firstElement(sample) ?? "") && /<\/\w/.test(sample)) return 0.8;
    const tags = sample.match(/<\/(?:p|div|a|li|ul|ol|table|h[1-6]|span|article|main)>/gi);
    return Math.min(0.8, 0.2 * (tags?.length ?? 0));
  },

  laws: [
    {
      name: "the links listed are in the output",
      holds(run, input) {
        const { value, output = "" } = run({ ...input, links: "inline" });
        const plain = (value?.links ?? []).filter(({ url }) => /^[\w:/.?=%-]+$/.test(url));
        return plain.every(({ url }) => output.includes(url));
      },
    },
    {
      name: "links in place and as a list have the same words",
      holds(run, input) {
        const words = (links: "inline" | "reference" | "text") =>
          run({ ...input, links, maxTokens: 0 }).value?.words;
        return words("inline") === words("reference");
      },
    },
    {
      name: "cut or not, the output is within its tokens or says that nothing fits",
      holds(run, input) {
        const { output = "", value } = run({ ...input, maxTokens: 60, metadata: false });
        return !value || value.tokensAfter <= 60 || output === "";
      },
    },
  ],
  examples: [
    {
      title: "The content of a page, without what stands around it",
      input: {
        input:
          '<html lang="en"><head><title>Rivers - Site</title><script>x()</script></head><body><nav><a href="/">Home</a></nav><main><h1>Rivers</h1><p>Water flows <em>down</em>hill, see <a href="/maps?utm_source=x&amp;id=3">the maps</a>.</p><div class="share">Share</div></main></body></html>',
        baseUrl: "https://ex.org/x",
      },
      expect: {
        output: "# Rivers\n\nWater flows *down*hill, see [the maps](https://ex.org/maps?id=3).",
        value: { root: "main", title: "Rivers - Site", removed: { scripts: 1, boilerplate: 1 } },
      },
    },
    {
      title: "Text that looks like Markdown is escaped",
      input: { input: "<p>2 * 3, snake_case, <b>bold </b>end and [x]</p><p># not a heading</p>" },
      expect: {
        output: "2 \\* 3, snake_case, **bold** end and \\[x\\]\n\n\\# not a heading",
      },
    },
    {
      title: "A table, and links as a list at the end",
      input: {
        input:
          '<table><tr><th>Name</th><th align="right">km</th></tr><tr><td><a href="https://r.org/">Rhine</a></td><td>1233</td></tr></table>',
        links: "reference",
      },
      expect: {
        output: "| Name | km |\n| --- | --: |\n| [Rhine][1] | 1233 |\n\n[1]: https://r.org/",
      },
    },
    {
      title: "Nothing to see",
      input: { input: "<script>x()</script><style>a{}</style>" },
      expect: { ok: false, error: { code: "HTML_EMPTY" } },
    },
  ],

  run({ input, ...options }) {
    const { baseUrl } = options;
    if (baseUrl !== "" && urlResolver(baseUrl) === undefined) {
      return inputInvalid([wrongForm("/baseUrl", "no absolute URL", "an absolute URL")]);
    }
    const text = input.replace(/^\ufeff/, "");
    const converted = attempt(text, options);
    if (converted instanceof Fault) {
      const { code } = converted.problem;
      if (code === "OUTPUT_TOO_LARGE") return fail(outputTooLarge());
      const offset = converted.problem.offset + input.length - text.length;
      return fail(problemEntry({ ...converted.problem, code, offset }, input, "HTML"));
    }
    const warnings = warningsOf(converted, options.content, WARNINGS);
    if (text !== input) warnings.unshift({ code: "BOM_REMOVED", message: WARNINGS.BOM_REMOVED });
    if (converted.isEmpty) return fail(EMPTY, { warnings });
    return done({
      output: converted.output,
      value: valueOf(converted, input),
      stats: { leftOut: converted.leftOut },
      warnings,
    });
  },
});

function attempt(html: string, options: ConvertOptions) {
  try {
    return convertHtml(html, options);
  } catch (error) {
    if (error instanceof Fault) return error as Fault<HtmlFailure | "OUTPUT_TOO_LARGE">;
    throw error;
  }
}

const EMPTY: Entry<"HTML_EMPTY"> = {
  code: "HTML_EMPTY",
  message: "Cannot write Markdown: found nothing visible in the page, expected text or images",
  path: "/input",
  hint: "A page that scripts make has to be rendered in a browser first",
};
