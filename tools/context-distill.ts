import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { COUNT_WARNINGS } from "./_lib/agents/models/count-warnings.ts";
import { UNIT_KINDS } from "./_lib/text/prose/units.ts";
import { distill } from "./context-distill/distill.ts";

const FAILURES = {
  TEXT_MISSING: "There is no text, or nothing but white space",
} as const;

const WARNINGS = {
  NOTHING_KEPT: "Not even one unit fits the budget",
  MUST_INCLUDE_NOT_FOUND: "No unit contains a text of mustInclude",
  QUERY_NOT_FOUND: "No unit has a term of the query: scored without it",
  ...COUNT_WARNINGS,
} as const;

export type Warnings = typeof WARNINGS;

const INPUT = Type.Object({
  text: Type.Optional(Type.String({ description: "The text to shorten" })),
  query: Type.String({
    description: "What matters; empty for what matters in general",
    default: "",
  }),
  maxTokens: whole({ description: "Of the output", minimum: 1, maximum: 100_000, default: 1000 }),
  ratio: Type.Optional(
    Type.Number({
      description: "Of the output, as a share of the text's tokens, instead of maxTokens",
      minimum: 0.01,
      maximum: 1,
    }),
  ),
  model: Type.String({ description: "Whose tokens count", default: "gpt-5" }),
  diversity: Type.Number({
    description: "0 is for score alone, 1 for what is new alone",
    minimum: 0,
    maximum: 1,
    default: 0.3,
  }),
  keepHeadings: Type.Boolean({ description: "Keep the headings above kept units", default: true }),
  keepCode: oneOf(["score", "always", "never"], { description: "Code blocks", default: "score" }),
  markGaps: Type.Boolean({ description: "Put […] where something was left out", default: true }),
  mustInclude: dataOrJson(Type.Array(Type.String(), { maxItems: 50 }), {
    description: "Texts: units that contain one, in any letter case, come first",
    default: [],
  }),
});

export type Input = Static<typeof INPUT>;

const REASONS = ["must", "heading", "code", "score", "cut"] as const;

export type Reason = (typeof REASONS)[number];

const VALUE = Type.Object({
  units: Type.Array(
    Type.Object({
      index: Type.Integer(),
      kind: oneOf(UNIT_KINDS),
      start: Type.Integer({ description: "UTF-16 offset in the text" }),
      end: Type.Integer(),
      tokens: Type.Integer(),
      score: Type.Number({ description: "0 to 1" }),
      kept: Type.Boolean(),
      reason: oneOf(REASONS),
    }),
  ),
  keptUnits: Type.Integer(),
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  compression: Type.Number({ description: "Output tokens by input tokens" }),
  coverage: Type.Number({ description: "Share of the text's distinct terms that are kept" }),
});

export type Value = Static<typeof VALUE>;

// On 100,000 characters of running text up to 90 ms: every unit is cut into tokens and compared
// with what was taken. Thousands of sentences of two words can take up to a second.
export default defineTool({
  id: "context-distill",
  name: "Context Distill",
  category: "AI",
  description:
    "Shortens a text to a token budget by keeping its most telling sentences, word for word.",
  keywords: [
    "abstract",
    "bm25",
    "compress",
    "condense",
    "context",
    "excerpt",
    "extractive",
    "gist",
    "lexrank",
    "llm",
    "prompt",
    "sentences",
    "shorten",
    "summary",
    "textrank",
    "tldr",
    "tokens",
  ],
  aliases: ["extractive-summary"],
  version: "2026-11-23",

  input: INPUT,
  primary: "text",
  value: VALUE,
  verb: "distill",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "shorten a text to fit a prompt",
    "extractive summary without rewriting",
    "keep only the sentences about a question",
    "compress context to 1000 tokens",
    "reduce a document before sending it to an llm",
    "summarize a long text with original sentences",
    "most important sentences of a text",
    "cut a transcript down to a token budget",
    "relevant passages for a query",
    "trim documentation for an agent",
    "article is too long, keep the key sentences",
    "tl;dr of a report in its own words",
    "boil a forty page document down to one page",
    "salient passage selection under a length limit without paraphrase",
    "only the parts of the meeting minutes about pricing",
    "condense a long email thread to the main points",
    "text auf das wichtigste kürzen",
    "resumir un texto largo con frases originales",
    "résumer un texte en gardant les phrases",
    "提取 关键句 缩短 文本",
    "長い文章を要約 重要な文",
    "lo más importante de un texto largo",
    "langen text zusammenfassen, nur die wichtigen sätze",
    "les phrases clés d'un long document",
    "长 文章 摘要 只 留 重点 句子",
    "長い文書から重要な文だけ抜き出す",
    "transcript of a two hour call, i only have room for 800 tokens",
    "contract of sixty pages, just what concerns termination, in its own wording",
    "teacher wants the key sentences of a chapter for the class",
    "wiki page too wordy for the prompt, cut it but rewrite nothing",
    "TextRank, LexRank, sumy, LLMLingua, MMR, BM25 sentence ranking, LangChain contextual compression",
    "select the highest-value original sentences up to a token limit, optionally for a query",
    "resumo extrativo, frases mais importantes de um texto",
    "wesentliche sätze auswählen, text kürzen ohne umformulieren",
    "extraire les phrases importantes, raccourcir sans reformuler",
  ],
  effort: 3,

  laws: [
    {
      name: "the output is within the budget, and what is kept is word for word",
      holds(run, input) {
        const { output = "", value } = run(input);
        if (!value || input.ratio !== undefined) return true;
        const { text = "", maxTokens = 1000 } = input;
        const isVerbatim = value.units
          .filter(({ kept }) => kept)
          .every(({ start, end }) => output.includes(text.slice(start, end)));
        return value.outputTokens <= maxTokens && isVerbatim;
      },
    },
    {
      name: "a text within the budget comes back as it is",
      holds(run, { text = "", model = "gpt-5" }) {
        const { output, value } = run({ text, model, maxTokens: 100_000 });
        return !value || value.inputTokens > 100_000 || output === text;
      },
    },
    {
      name: "a larger budget never keeps nothing where a smaller one kept something",
      holds(run, input) {
        const { maxTokens = 1000, ratio: _ratio, ...rest } = input;
        if (!run({ ...rest, maxTokens }).output) return true;
        return run({ ...rest, maxTokens: Math.min(100_000, maxTokens * 2) }).output !== "";
      },
    },
  ],
  examples: [
    {
      title: "What a question asks for, with its heading",
      input: {
        text: "# Release notes\n\nThe weather was mild on the day of the release.\n\n## Database\n\nThe migration of the orders table takes 45 minutes and locks writes. Somebody brought flowers.\n\n## Parking\n\nSpaces near the entrance are reserved for visitors who arrive before noon.\n",
        query: "orders table migration writes lock",
        maxTokens: 22,
      },
      expect: {
        output:
          "[…]\n## Database\n\nThe migration of the orders table takes 45 minutes and locks writes.\n[…]",
        value: { keptUnits: 2 },
      },
    },
    {
      title: "A text that fits stays",
      input: { text: "Alpha beta gamma. Delta epsilon.", maxTokens: 100 },
      expect: { output: "Alpha beta gamma. Delta epsilon.", value: { compression: 1 } },
    },
    {
      title: "Nothing fits",
      input: { text: "One rather long sentence about nothing at all. Another one.", maxTokens: 1 },
      expect: { output: "", warnings: [{ code: "NOTHING_KEPT" }] },
    },
    {
      title: "No text",
      input: { text: "  \n" },
      expect: { ok: false, error: { code: "TEXT_MISSING" } },
    },
  ],

  run: (input) => distill(input, WARNINGS),
});
