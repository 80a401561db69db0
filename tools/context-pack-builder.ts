import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { COUNT_WARNINGS } from "./_lib/agents/models/count-warnings.ts";
import { buildPack } from "./context-pack-builder/pack.ts";

const FAILURES = {
  RESERVE_EXCEEDS_BUDGET: "reserveTokens is more than maxTokens",
  SOURCES_MISSING: "There are no sources",
  DUPLICATE_SOURCE_ID: "Two sources have the same id",
  REQUIRED_SOURCE_DROPPED: "A required source is not in the pack",
  REQUIRED_SOURCE_TRUNCATED: "A required source is in the pack in part only",
} as const;

const WARNINGS = {
  SOURCE_TRUNCATED: "A source is in the pack in part only",
  SOURCES_DROPPED: "Sources are not in the pack; `received` says how many",
  XML_IN_TEXT: "A text contains the end tag of its own block",
  ...COUNT_WARNINGS,
} as const;

const MOST_TOKENS = 1_000_000;

const ORDERS = ["priority", "given", "relevance", "edges"] as const;

export type Order = (typeof ORDERS)[number];

const CITATIONS = ["bracket", "xml"] as const;

export type CitationStyle = (typeof CITATIONS)[number];

const text = (description: string) => Type.Optional(Type.String({ description }));

const SOURCE = Type.Object({
  id: text("s1, s2, … if left out"),
  title: text("Stands above the text, else the id"),
  uri: text("Where it is found"),
  type: text("What it is; for the manifest"),
  text: Type.String({ description: "What goes into the pack" }),
  priority: Type.Number({ description: "The higher, the sooner it is taken", default: 0 }),
  date: text("The later, the sooner it is taken; compared as text"),
  required: Type.Boolean({ description: "The pack is valid only with all of it", default: false }),
});

export type GivenSource = Static<typeof SOURCE>;

const INPUT = Type.Object({
  sources: Type.Optional(
    dataOrJson(Type.Array(SOURCE, { maxItems: 500 }), { description: "What is to be packed" }),
  ),
  query: Type.String({
    description:
      "Ranks sources of equal priority by relevance; of a source that is cut, the passages that answer it are kept",
    default: "",
  }),
  maxTokens: whole({
    description: "Of the pack and what is reserved",
    minimum: 1,
    maximum: MOST_TOKENS,
    default: 8000,
  }),
  reserveTokens: whole({
    description: "Kept free for instructions and the answer, at most maxTokens",
    minimum: 0,
    maximum: MOST_TOKENS,
    default: 0,
  }),
  perSourceMaxTokens: Type.Optional(
    whole({
      description: "Longer sources are cut to passages that answer the query, else at a sentence",
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
  order: oneOf(ORDERS, {
    description: "How the pack is ordered; edges puts the weakest in the middle",
    default: "priority",
  }),
  citation: oneOf(CITATIONS, { description: "How a block is marked", default: "bracket" }),
  dedup: Type.Boolean({ description: "Drop exact and near duplicates", default: true }),
  truncate: Type.Boolean({
    description:
      "Cut the first source that does not fit to passages that answer the query, else at a sentence",
    default: true,
  }),
  model: Type.String({ description: "Whose tokens count", default: "gpt-5" }),
});

export type Input = Static<typeof INPUT>;

const DROP_REASONS = ["empty", "duplicate", "near-duplicate", "budget"] as const;

export type DropReason = (typeof DROP_REASONS)[number];

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  version: Type.Literal("1"),
  query: Type.String(),
  model: Type.String(),
  order: oneOf(ORDERS),
  budget: Type.Object({
    maxTokens: Type.Integer(),
    reserveTokens: Type.Integer(),
    usedTokens: Type.Integer({ description: "Of the pack" }),
    remainingTokens: Type.Integer({ description: "Neither used nor reserved" }),
  }),
  items: Type.Array(
    Type.Object({
      citation: Type.Integer({ description: "From 1, in the order of the pack" }),
      sourceId: Type.String(),
      title: NULLABLE_TEXT,
      uri: NULLABLE_TEXT,
      type: NULLABLE_TEXT,
      priority: Type.Number(),
      relevance: Type.Number({ description: "BM25 of the query; 0 without one" }),
      tokens: Type.Integer({ description: "Of the text that is in the pack" }),
      end: Type.Integer({ description: "UTF-16 offset in the trimmed text up to which it is" }),
      parts: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }), {
        description:
          "The stretches of the trimmed text that are in the pack; one where nothing is left out before it",
      }),
      truncated: Type.Boolean(),
      sha256: Type.String({ description: "Of the whole trimmed text" }),
    }),
  ),
  dropped: Type.Array(
    Type.Object({
      sourceId: Type.String(),
      reason: oneOf(DROP_REASONS),
      duplicateOf: NULLABLE_TEXT,
      tokens: Type.Integer({ description: "Of the whole trimmed text" }),
    }),
  ),
  packSha256: Type.String(),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

const DEFAULT_TOKENS = 8000;

export default defineTool({
  id: "context-pack-builder",
  name: "Context Pack Builder",
  category: "AI",
  description:
    "Assembles documents and tool results into one numbered context block within a token budget, without duplicates, and lists what was left out and why.",
  keywords: [
    "bm25",
    "citations",
    "context",
    "context window",
    "deduplicate",
    "grounded prompt",
    "grounding",
    "knowledge",
    "llm",
    "lost in the middle",
    "manifest",
    "prompt",
    "rag",
    "retrieval",
    "sources",
    "token budget",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "sources",
  value: VALUE,
  verb: "pack",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "assemble sources into one context block",
    "build a rag prompt with citation numbers",
    "fit documents into a token budget",
    "which retrieved chunks fit the context window",
    "remove duplicate chunks before prompting",
    "rank snippets by relevance to a query",
    "put the most important documents at the edges of the context",
    "pack tool results for an agent",
    "concatenate search results with numbered references",
    "context manifest of what was dropped and why",
    "wrap documents in xml source tags for an llm",
    "leave room for the answer in the context window",
    "glue several documents together for a chatbot question",
    "ten search hits, which ones should go to the model and in what order",
    "paste many files into one prompt without going over the limit",
    "bundle passages with source markers for retrieval augmented generation",
    "deduplicated evidence bundle with an inventory of omitted items",
    "assemble background material for an agent, most relevant first",
    "combine files and documents into one prompt",
    "quellen zu einem kontext mit token budget zusammenstellen",
    "montar contexto con citas dentro de un límite de tokens",
    "assembler des documents dans un contexte avec citations",
    "将 多个 文档 打包 成 上下文 令牌 预算",
    "複数の文書をトークン予算内でコンテキストにまとめる",
    "juntar varios documentos en un solo prompt",
    "mehrere dokumente in einen prompt packen",
    "réunir plusieurs documents dans un prompt",
    "twelve wiki pages and a question, build me the text i paste into gpt",
    "search gave forty snippets, only the best that fit, with [1] [2] marks",
    "same paragraph is in three sources, send it once",
    "which of the attachments did not make it into the prompt and for what reason",
    "LlamaIndex response synthesizer, LangChain stuff documents, repomix, gitingest, lost in the middle",
    "select, order, number and concatenate retrieved chunks under a token ceiling and report the omitted",
    "juntar vários documentos em um contexto com fontes numeradas",
    "多个 文件 合成 一个 提示词 带 编号 来源",
    "複数の資料を番号付きで一つのプロンプトにまとめる",
  ],
  effort: 3,
  fullOnly: true,

  laws: [
    {
      name: "the pack is within the budget",
      holds(run, input) {
        const { value } = run(input);
        const { maxTokens = DEFAULT_TOKENS, reserveTokens = 0 } = input;
        return !value || value.budget.usedTokens <= maxTokens - reserveTokens;
      },
    },
    {
      name: "every source is either in the pack, word for word as far as it says, or dropped",
      holds(run, input) {
        const { output = "", value } = run(input);
        const { sources } = input;
        if (!value || !Array.isArray(sources)) return true;
        const { items, dropped } = value;
        const ids = new Set([...items, ...dropped].map(({ sourceId }) => sourceId));
        const count = items.length + dropped.length;
        if (ids.size !== sources.length || count !== sources.length) return false;
        const texts = new Map(
          sources.map(({ id, text: given = "" }, at) => {
            return [id || `s${at + 1}`, given.replaceAll("\r\n", "\n").trim()];
          }),
        );
        return items.every(({ sourceId, parts }) =>
          parts.every(({ start, end }) =>
            output.includes(texts.get(sourceId)?.slice(start, end) ?? ""),
          ),
        );
      },
    },
    {
      name: "a budget that holds all required sources whole, doubled, holds them still",
      holds(run, { maxTokens = DEFAULT_TOKENS, ...rest }) {
        if (!run({ ...rest, maxTokens }).valid) return true;
        return run({ ...rest, maxTokens: Math.min(1_000_000, maxTokens * 2) }).valid === true;
      },
    },
  ],
  examples: [
    {
      title: "A priority, a link and a duplicate",
      input: {
        sources: [
          {
            id: "a",
            title: "Refunds",
            uri: "https://x.test/r",
            text: "Refunds are paid within 14 days.",
          },
          { id: "b", text: "Shipping takes 3 days in Europe.", priority: 5 },
          { id: "c", text: "refunds are   paid within 14 days." },
        ],
      },
      expect: {
        output:
          "[1] b\nShipping takes 3 days in Europe.\n\n[2] Refunds (https://x.test/r)\nRefunds are paid within 14 days.",
        valid: true,
        value: {
          budget: { usedTokens: 34 },
          dropped: [{ sourceId: "c", reason: "duplicate", duplicateOf: "a", tokens: 10 }],
        },
      },
    },
    {
      title: "What a question asks for, in tags, and a source cut at a sentence",
      input: {
        sources: [
          { title: "Parking", text: "Spaces near the entrance are reserved. Bring your badge." },
          { title: "Orders & locks", text: "The migration locks writes. It takes 45 minutes." },
        ],
        query: "migration lock",
        citation: "xml",
        maxTokens: 50,
      },
      expect: {
        output:
          '<source id="1" title="Orders &amp; locks">\nThe migration locks writes. It takes 45 minutes.\n</source>\n\n<source id="2" title="Parking">\nSpaces near the entrance are reserved. […]\n</source>',
        warnings: [{ code: "SOURCE_TRUNCATED", path: "/sources/0" }],
      },
    },
    {
      title: "Of a long source, the passages that answer",
      input: {
        sources: [
          {
            id: "manual",
            text: "# Pump\n\nWelcome to the manual of this pump, which we hope you will enjoy for many years.\n\n# Seals\n\nReplace the seal every 500 hours.\n\n# Paint\n\nIt comes in green and in a particularly deep shade of blue, as you like.",
          },
        ],
        query: "when to replace the seal",
        maxTokens: 30,
      },
      expect: {
        output: "[1] manual\n[…]\n\n# Seals\n\nReplace the seal every 500 hours.\n\n[…]",
        warnings: [{ code: "SOURCE_TRUNCATED" }],
      },
    },
    {
      title: "The weakest in the middle",
      input: {
        sources: [
          { id: "best", text: "First of all.", priority: 3 },
          { id: "good", text: "Second to it.", priority: 2 },
          { id: "weak", text: "Third and last.", priority: 1 },
        ],
        order: "edges",
      },
      expect: {
        output: "[1] best\nFirst of all.\n\n[2] weak\nThird and last.\n\n[3] good\nSecond to it.",
      },
    },
    {
      title: "A required source that does not fit",
      input: {
        sources: [
          { id: "big", text: "A sentence with too many words for so few.", required: true },
        ],
        maxTokens: 5,
      },
      expect: {
        output: "",
        valid: false,
        errors: [{ code: "REQUIRED_SOURCE_DROPPED", path: "/sources/0" }],
        value: { dropped: [{ reason: "budget" }] },
      },
    },
    {
      title: "An id twice",
      input: {
        sources: [
          { id: "a", text: "One." },
          { id: "a", text: "Two." },
        ],
      },
      expect: { ok: false, error: { code: "DUPLICATE_SOURCE_ID" } },
    },
    {
      title: "No sources",
      input: { sources: [] },
      expect: { ok: false, error: { code: "SOURCES_MISSING" } },
    },
  ],

  // Counting takes most of the time: every text once, a cut one by and by, and the pack as a whole. 100,000 characters
  // of prose take 40 to 110 ms; those without a space in them, or in Chinese, up to 300 ms.
  run: buildPack,
});
