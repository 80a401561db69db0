import { type Static, Type } from "@sinclair/typebox";
import { whole } from "./_core/fields.ts";
import { defineTool, done } from "./_core/tool.ts";
import { cleanMarkdown } from "./markdown-cleaner/clean.ts";
import { percentOf } from "./_lib/numbers/percent.ts";
import { estimateTokens } from "./_lib/text/code-points.ts";

const WARNINGS = {
  BOM_REMOVED: "A byte order mark stood before the text",
  FENCE_UNCLOSED: "A code fence is never closed",
  LINK_REFERENCE_MISSING: "A reference link names a label that no definition has",
  HTML_REMAINS: "HTML is in the output, as stripHtml is not set",
  WARNINGS_TRUNCATED: "More than 100 warnings of one code",
} as const;

export type Warning = keyof typeof WARNINGS;

const INPUT = Type.Object({
  input: Type.String({ description: "Markdown: CommonMark with the tables and footnotes of GFM" }),
  stripLinks: Type.Boolean({
    description: "Links become their text; link definitions are removed; bare URLs stay",
    default: false,
  }),
  stripImages: Type.Boolean({
    description: "Images become their alternative text",
    default: false,
  }),
  stripHtml: Type.Boolean({
    description:
      "Comments, tags, scripts and styles are removed, text kept, character references decoded",
    default: false,
  }),
  preserveCodeBlocks: Type.Boolean({
    description: "If not, fences and indentation go and the code is cleaned as text",
    default: true,
  }),
  unicode: Type.Boolean({
    description: "Remove invisible characters outside code and make no-break spaces plain",
    default: true,
  }),
  maxBlankLines: whole({
    description: "Blank lines in a row that may stay",
    minimum: 0,
    maximum: 3,
    default: 1,
  }),
});

const REMOVED = Type.Object({
  links: Type.Integer({ description: "Links and autolinks that became text" }),
  images: Type.Integer(),
  htmlTags: Type.Integer({ description: "Tags, declarations and instructions" }),
  comments: Type.Integer(),
  linkDefinitions: Type.Integer(),
  codeFences: Type.Integer({ description: "Fenced blocks whose fences were removed" }),
  invisibleCharacters: Type.Integer(),
  blankLines: Type.Integer(),
  trailingBlanks: Type.Integer({ description: "Spaces and tabs at ends of lines" }),
});

const VALUE = Type.Object({
  removed: REMOVED,
  changedLines: Type.Integer({
    description: "Input lines with text that do not come out as they went in",
  }),
  headings: Type.Array(
    Type.Object({ level: Type.Integer({ minimum: 1, maximum: 6 }), text: Type.String() }),
    { description: "As printed, without the marks" },
  ),
  tokensBefore: Type.Integer({ description: "One token for each four bytes of UTF-8" }),
  tokensAfter: Type.Integer(),
  savedPercent: Type.Number({ description: "Negative where the text grew" }),
});

type Value = Static<typeof VALUE>;

const STRIPS = ["stripLinks", "stripImages", "stripHtml"] as const;

export default defineTool({
  id: "markdown-cleaner",
  name: "Markdown Cleaner",
  category: "Text",
  description:
    "Turns messy Markdown into regular, smaller Markdown or near-plain text without touching code.",
  keywords: [
    "asterisks",
    "clean",
    "commonmark",
    "format",
    "gfm",
    "lint",
    "markdown",
    "markdown to text",
    "mdformat",
    "normalize",
    "plain text",
    "prettier",
    "readme",
    "remark",
    "strip html",
    "strip links",
    "strip markdown",
    "tables",
    "tidy",
    "tokens",
    "unformat",
    "whitespace",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "clean",
  failures: {},
  warnings: WARNINGS,
  intents: [
    "clean up messy markdown",
    "normalize markdown formatting",
    "tidy markdown written by a model",
    "markdown pasted from a web page is full of junk",
    "remove links from markdown but keep the text",
    "strip images and html from a readme",
    "convert setext headings to atx",
    "same bullet style in all markdown lists",
    "collapse blank lines in markdown",
    "remove zero width spaces from markdown",
    "align and trim markdown tables",
    "make markdown smaller before sending it to an llm",
    "markdown to nearly plain text",
    "prettier or markdownlint fix for a markdown snippet",
    "notes have crooked lists, double blank lines and stray html, tidy them",
    "take the formatting signs out and leave plain text",
    "stars, hashes and underscores in a copied answer look ugly",
    "canonicalize lightweight markup before indexing",
    "readme full of badges and pictures, keep the words",
    "uneven headings and bullets in documentation",
    "limpiar texto markdown",
    "markdown bereinigen",
    "nettoyer du markdown",
    "清理 markdown 格式",
    "マークダウンを整形する",
    "quitar el formato de un texto markdown",
    "markdown aufräumen, formatierung entfernen",
    "enlever la mise en forme markdown",
    "去掉 markdown 标记 纯文本",
    "マークダウンの記号を取り除く",
    "answer from chatgpt has ** and ## everywhere, i need it for an email",
    "pasted from word into the wiki, now there are &nbsp; and crooked tables",
    "thirty docs with mixed dashes and stars as bullets, one style please",
    "sms or plain mail from a note with links in it",
    "remark-lint, markdownlint --fix, mdformat, prettier, strip-markdown, CommonMark, GFM",
    "normalise headings, bullets, blank lines and tables of md, or drop the markup, code blocks untouched",
    "limpar markdown, remover formatação, texto simples",
    "quitar asteriscos y almohadillas, markdown a texto normal",
    "rauten und sterne entfernen, markdown in normalen text",
    "enlever les astérisques et dièses, markdown en texte brut",
    "去掉 星号 井号 chatgpt 回答 变 普通 文字",
    "マークダウンのアスタリスクやシャープを消す 書式なし",
  ],
  effort: 1,
  detect(sample) {
    const marks = [
      /^#{1,6} \S/m,
      /^(?:```|~~~)/m,
      /\[[^[\]\n]+\]\([^()\s]+\)/,
      /^ {0,3}[-*+] \S/m,
      /^\|.+\|$/m,
      /^\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+/m,
      /^\S[^\n]*\r?\n(?:={3,}|-{3,})[ \t]*\r?$/m,
      /^ {0,3}\[[^[\]\n]+\]: +\S/m,
      /\*\*\S/,
      /^> /m,
    ].filter((mark) => mark.test(sample)).length;
    return Math.min(0.9, marks * 0.25);
  },

  laws: [
    {
      name: "cleaning what is clean changes nothing",
      holds(run, input) {
        const { output = "" } = run(input);
        return run({ ...input, input: output }).output === output;
      },
    },
    {
      name: "no blank lines at the start or end, no line ends but LF",
      holds(run, input) {
        const { output = "" } = run({ ...input, preserveCodeBlocks: true });
        return !/^[ \t]*\n|\r/.test(output) && !output.endsWith("\n");
      },
    },
    {
      name: "the estimate grows by no more than one token per line, tables and quotes apart",
      holds(run, input) {
        const { value, stats, output = "" } = run(input);
        const lines = Number(stats?.["lines"] ?? 0);
        return !value || /[|>]/.test(output) || value.tokensAfter <= value.tokensBefore + lines;
      },
    },
    {
      name: "stripping in two runs, in either order, is stripping in one",
      holds(run, input) {
        const none = { ...input, stripLinks: false, stripImages: false, stripHtml: false };
        const step = (text: string | undefined, option: (typeof STRIPS)[number]) =>
          run({ ...none, [option]: true, input: text ?? "" }).output;
        const text = input.input ?? "";
        const both = run({ ...none, stripLinks: true, stripImages: true }).output;
        return (
          step(step(text, "stripLinks"), "stripImages") === both &&
          step(step(text, "stripImages"), "stripLinks") === both
        );
      },
    },
  ],
  examples: [
    {
      title: "Headings, bullets, breaks and blank lines in one form; code as it was",
      input: {
        input:
          "Title\n=====\n\n\n\n* one   \n* two\n    * deep\n\n***\nText with  trailing  \nbreak\n```js\nconst a = 1;   \n\n\n\nb()\n```\nend\n",
      },
      expect: {
        output:
          "# Title\n\n- one\n- two\n    - deep\n\n---\n\nText with  trailing\\\nbreak\n\n```js\nconst a = 1;   \n\n\n\nb()\n```\n\nend",
        value: { headings: [{ level: 1, text: "Title" }] },
      },
    },
    {
      title: "Links and images become their text",
      input: {
        input:
          'See [the docs](https://x.org/a_(b) "T") and ![logo](l.png)\nor [ref][1], <https://y.org>, `[code](x)`.\n\n[1]: https://z.org\n',
        stripLinks: true,
        stripImages: true,
      },
      expect: {
        output: "See the docs and logo\nor ref, https://y.org, `[code](x)`.",
        value: { removed: { links: 3, images: 1, linkDefinitions: 1 } },
      },
    },
    {
      title: "HTML goes, its text stays",
      input: {
        input:
          '<div class="x"><p>Hi&nbsp;<b>there</b><br>you</p></div>\n<!-- note -->\n<script>alert(1)</script>\nA \u200bzero\u00a0nb\n',
        stripHtml: true,
      },
      expect: { output: "Hi there\nyou\n\nA zero nb", value: { removed: { comments: 1 } } },
    },
    {
      title: "Tables get one blank on each side of a cell",
      input: { input: "|a|  b  |\n|:-----|----:|\n|1|`x \\| y`|" },
      expect: { output: "| a | b |\n| :-- | --: |\n| 1 | `x \\| y` |" },
    },
    {
      title: "What looks wrong is said",
      input: { input: "[text][nowhere] and <b>bold</b>\n\n```\nnever closed" },
      expect: {
        warnings: [
          { code: "FENCE_UNCLOSED", line: 3 },
          { code: "LINK_REFERENCE_MISSING", line: 1, received: "nowhere" },
          { code: "HTML_REMAINS", received: 2 },
        ],
      },
    },
  ],

  run({ input, ...options }) {
    const { output, removed, changedLines, headings, lines, warnings } = cleanMarkdown(
      input,
      options,
    );
    const tokensBefore = estimateTokens(input);
    const tokensAfter = estimateTokens(output);
    const value: Value = {
      removed,
      changedLines,
      headings: [...headings],
      tokensBefore,
      tokensAfter,
      savedPercent: percentOf(tokensBefore - tokensAfter, tokensBefore, 1),
    };
    return done({ output, value, stats: { lines }, warnings });
  },
});
