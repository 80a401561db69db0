import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done } from "./_core/tool.ts";
import { inspectWhitespace, type WhitespaceFacts } from "./whitespace-normalizer/inspect.ts";
import {
  FINAL_NEWLINES,
  INDENTATIONS,
  LINE_ENDS,
  NO_COUNTS,
  normalizeWhitespace,
  type WhitespaceOptions,
} from "./whitespace-normalizer/normalize.ts";

const INPUT = Type.Object({
  input: Type.String({ description: "The text" }),
  mode: oneOf(["text", "code", "singleLine", "inspect"], {
    description: "What the fields below are where they are not given; inspect changes nothing",
    default: "text",
  }),
  eol: oneOf(LINE_ENDS, {
    description: "Line ends; keep: the first that the text has",
    default: "lf",
  }),
  zeroWidth: Type.Boolean({
    description:
      "Remove characters without width and soft hyphens; joiners stay in emoji and in scripts that need them",
    default: true,
  }),
  unicodeSpaces: Type.Boolean({
    description:
      "No-break, em, ideographic and other spaces become plain ones; ideographic ones stay between East Asian characters",
    default: true,
  }),
  tabs: oneOf(["keep", "spaces"], {
    description: "keep: single tabs stay; spaces: up to the next stop",
    default: "keep",
  }),
  tabWidth: whole({ description: "Columns of a tab", minimum: 1, maximum: 16, default: 4 }),
  indentation: oneOf(INDENTATIONS, {
    description: "dedent: without what all lines begin with",
    default: "keep",
  }),
  collapse: Type.Optional(
    Type.Boolean({
      description:
        "Runs of spaces and tabs inside a line become one space, but for single tabs; false for code",
    }),
  ),
  trailing: Type.Boolean({ description: "Remove spaces and tabs at line ends", default: true }),
  keepMarkdownBreaks: Type.Boolean({
    description: "Two or more spaces at a line end become two, as long as text follows",
    default: false,
  }),
  maxBlankLines: Type.Optional(
    whole({
      description: "Blank lines in a row that may stay; -1 for any; 1 for text, -1 for code",
      minimum: -1,
      maximum: 100,
    }),
  ),
  trimText: Type.Optional(
    Type.Boolean({ description: "Remove blank lines at both ends; false for code" }),
  ),
  finalNewline: Type.Optional(
    oneOf(FINAL_NEWLINES, {
      description: "Line end of the last line: keep for text, ensure for code",
    }),
  ),
});

type Input = Static<typeof INPUT>;
type ModeDefaults = Pick<
  WhitespaceOptions,
  "collapse" | "maxBlankLines" | "trimText" | "finalNewline"
>;

const MODES: Readonly<Record<Exclude<Input["mode"], "inspect">, ModeDefaults>> = {
  text: { collapse: true, maxBlankLines: 1, trimText: true, finalNewline: "keep" },
  code: { collapse: false, maxBlankLines: -1, trimText: false, finalNewline: "ensure" },
  singleLine: { collapse: true, maxBlankLines: 0, trimText: true, finalNewline: "remove" },
};

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  changed: Type.Boolean(),
  counts: Type.Object({
    eol: Type.Integer({ description: "Line ends of another kind" }),
    zeroWidth: Type.Integer({ description: "Characters removed" }),
    unicodeSpaces: COUNT,
    tabs: Type.Integer({ description: "Tabs expanded" }),
    indentation: Type.Integer({ description: "Lines changed" }),
    collapsed: Type.Integer({ description: "Runs that were not one space" }),
    trailing: Type.Integer({ description: "Lines changed" }),
    blankLines: Type.Integer({ description: "Lines removed" }),
  }),
  found: Type.Array(
    Type.Object({
      codePoint: Type.String({ description: "As in U+00A0" }),
      name: Type.String(),
      count: Type.Integer({ minimum: 1 }),
      line: Type.Integer({ minimum: 1 }),
      column: Type.Integer({ minimum: 1 }),
    }),
    {
      description:
        "Spaces, joiners, bidirectional controls and the like of the input, by where each stands first",
    },
  ),
  eol: Type.Object({
    lf: COUNT,
    crlf: COUNT,
    cr: COUNT,
    other: Type.Integer({ description: "U+0085, U+2028 and U+2029" }),
    mixed: Type.Boolean(),
  }),
  indentation: Type.Object({
    style: oneOf(["spaces", "tabs", "mixed", "none"]),
    size: Type.Integer({ description: "Of one step, in spaces; 1 for tabs" }),
  }),
});

export default defineTool({
  id: "whitespace-normalizer",
  name: "Whitespace Normalizer",
  category: "Text",
  description:
    "Cleans spaces, line ends, indentation and invisible characters, and tells what was there.",
  keywords: [
    "bom",
    "crlf",
    "dedent",
    "double spaces",
    "editorconfig",
    "empty lines",
    "hidden characters",
    "indentation",
    "invisible",
    "line breaks",
    "line endings",
    "nbsp",
    "newline",
    "spaces",
    "tabs",
    "trailing",
    "trim",
    "whitespace",
    "zero-width",
  ],
  aliases: ["trim-whitespace"],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "normalize",
  failures: {},
  warnings: {},
  intents: [
    "remove extra spaces",
    "trim trailing whitespace",
    "convert crlf to lf",
    "convert tabs to spaces",
    "remove zero-width characters",
    "find invisible characters in a text",
    "strip the byte order mark",
    "replace non-breaking spaces",
    "put text on a single line",
    "collapse blank lines",
    "dedent a code block",
    "clean text pasted from a pdf",
    "which line endings does this file have",
    "text from a website or pdf has double gaps and strange breaks",
    "diff shows every line changed because windows and linux differ",
    "too many empty lines and blanks at the end of lines",
    "tabs and spaces are mixed in my code",
    "blank that is not a blank breaks my comparison",
    "canonicalize line terminators and invisible code points",
    "join broken lines of a copied paragraph",
    "copied code or text has weird gaps, tabs and blank lines",
    "git diff full of carriage returns at line ends",
    "quitar espacios de más",
    "leerzeichen am zeilenende entfernen",
    "supprimer les espaces en trop",
    "удалить лишние пробелы",
    "去除多余空格",
    "余分な空白を削除",
    "texto copiado con espacios dobles y saltos de línea raros",
    "doppelte leerzeichen und leere zeilen löschen",
    "enlever les doubles espaces et lignes vides",
    "文本 多余 空行 换行 清理",
    "余分な改行やスペースを取り除く",
    "word document copied into the website has two blanks everywhere",
    "python says inconsistent use of tabs, fix it",
    "each sentence of the pdf sits on three lines, make one of it",
    "two words look the same but the comparison says they differ",
    "whole paragraph on one line for a csv cell",
    "dos2unix, unix2dos, expand, sed 's/[ \\t]*$//', .editorconfig, autocrlf, textwrap.dedent, str.strip",
    "reveal and strip zero width, bom, nbsp and carriage return characters in prose or code",
    "remover espaços duplos, linhas em branco e quebras de linha",
  ],
  effort: 1,
  // Whether the last line ends is what it was asked for.
  content: ({ output }) => output,

  laws: [
    {
      name: "what is clean stays as it is",
      holds(run, input) {
        if (input.mode === "inspect") return true;
        const { output = "" } = run(input);
        const again = run({ ...input, input: output });
        return again.output === output && again.valid === true;
      },
    },
    {
      name: "letters, numbers, marks, punctuation and symbols stay in their order",
      holds(run, input) {
        const visible = (text = "") => text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]/gu, "");
        return visible(run(input).output) === visible(input.input);
      },
    },
    {
      name: "to inspect changes nothing",
      holds: (run, input) => run({ ...input, mode: "inspect" }).output === (input.input ?? ""),
    },
  ],
  examples: [
    {
      title: "Pasted text",
      input: { input: "\ufeffA\u00a0 b\t c  \r\n\r\n\r\n\r\n  d\u200b\n" },
      expect: {
        output: "A b c\n\n  d\n",
        valid: false,
        value: { counts: { eol: 4, zeroWidth: 2, unicodeSpaces: 1, collapsed: 2, blankLines: 2 } },
      },
    },
    {
      title: "Code with tabs",
      input: {
        input: "def f():\r\n\tif x:\r\n\t    y = 1  \r\n\r\n\r\n",
        mode: "code",
        indentation: "spaces",
      },
      expect: { output: "def f():\n    if x:\n        y = 1\n\n\n" },
    },
    {
      title: "One line",
      input: { input: " one\n two\u2003three \n", mode: "singleLine" },
      expect: { output: "one two three" },
    },
    {
      title: "What is in there",
      input: { input: "a\u00a0b\r\nc\n", mode: "inspect" },
      expect: {
        valid: false,
        value: {
          found: [{ codePoint: "U+00A0", name: "NO-BREAK SPACE", line: 1, column: 2 }],
          eol: { lf: 1, crlf: 1, mixed: true },
        },
      },
    },
    {
      title: "Clean already",
      input: { input: "already\nclean\n" },
      expect: { output: "already\nclean\n", valid: true },
    },
  ],

  run(input) {
    const facts = inspectWhitespace(input.input);
    const { found, eol, indentation } = facts;
    const report = { found: [...found], eol, indentation };
    if (input.mode === "inspect") {
      const value = { changed: false, counts: NO_COUNTS, ...report };
      return done({ output: input.input, valid: isClean(facts), value });
    }
    const singleLine = input.mode === "singleLine";
    const { text, counts } = normalizeWhitespace(input.input, {
      ...MODES[input.mode],
      ...input,
      singleLine,
    });
    const changed = text !== input.input;
    return done({ output: text, valid: !changed, value: { changed, counts, ...report } });
  },
});

function isClean({ found, eol, indentation, hasTrailing }: WhitespaceFacts): boolean {
  return found.length === 0 && !eol.mixed && !hasTrailing && indentation.style !== "mixed";
}
