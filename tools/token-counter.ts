import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { DAY_FAILURE } from "./_lib/fields/date-field.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { readAsOf } from "./_lib/agents/models/as-of.ts";
import { COUNT_WARNINGS, countWarnings } from "./_lib/agents/models/count-warnings.ts";
import { ratio } from "./_lib/agents/models/cost.ts";
import { fitModel } from "./token-counter/window-fit.ts";
import { PRICE_WARNINGS, priceRequest, REQUEST_COST } from "./_lib/agents/models/request-cost.ts";
import { countExactly, countForFamily, type TokenCount } from "./_lib/agents/models/families.ts";
import { findModel, type ModelMatch } from "./_lib/agents/models/models.ts";
import { type Conversation, countMessages, readMessages } from "./token-counter/messages.ts";
import { ENCODINGS } from "./_lib/agents/tokens/encodings.ts";
import { listPieces, MAX_PIECES } from "./token-counter/pieces.ts";
import { measureText } from "./token-counter/figures.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...DAY_FAILURE,
  JSON_SYNTAX: "countAs is messages and the text is no JSON",
  INPUT_TOO_DEEP: "countAs is messages and the JSON is nested deeper than 1,000 levels",
  TYPE: "countAs is messages and the JSON is no array of messages, nor an object with one",
} as const;

const WARNINGS = {
  ...COUNT_WARNINGS,
  ...PRICE_WARNINGS,
  NON_TEXT_IGNORED: "A content part that is no text counts nothing",
  PIECES_TRUNCATED: "Only the first 2,000 pieces are listed",
  UNPAIRED_SURROGATE: "Half of a surrogate pair counts as U+FFFD",
} as const;

const PRICE = { minimum: 0, maximum: 100_000 } as const;

const INPUT = Type.Object({
  text: Type.String({ description: "The text to count", default: "" }),
  model: Type.String({
    description:
      "Any model name: gpt-5, openai/gpt-4o-2024-08-06, claude-opus-5, gemini-3.8-flash …",
    default: "gpt-5",
  }),
  outputTokens: whole({
    description: "Tokens of the expected answer, priced at the output rate",
    minimum: 0,
    maximum: 10_000_000,
    default: 0,
  }),
  requestsPerDay: Type.Optional(
    Type.Number({ description: "Gives the cost per day and per month", minimum: 0, maximum: 1e12 }),
  ),
  encoding: Type.Optional(
    oneOf(ENCODINGS, { description: "Count exactly by this encoding; default: the model's own" }),
  ),
  countAs: oneOf(["text", "messages"], {
    description:
      "messages: the text holds a JSON array of { role, content, name?, tool_calls? }, or a request with messages and tools; what stands around them is an estimate",
    default: "text",
  }),
  inputPrice: Type.Optional(
    Type.Number({ description: "USD per million input tokens, instead of the table's", ...PRICE }),
  ),
  outputPrice: Type.Optional(
    Type.Number({ description: "USD per million output tokens, instead of the table's", ...PRICE }),
  ),
  asOf: Type.Optional(
    Type.String({
      description: "The day whose prices count, YYYY-MM-DD; default: today in UTC",
      pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
    }),
  ),
  pieces: Type.Boolean({ description: "List the token pieces of the text", default: false }),
});

type Input = Static<typeof INPUT>;

const nullable = <T extends ReturnType<typeof Type.Number> | ReturnType<typeof Type.Boolean>>(
  type: T,
) => Type.Union([type, Type.Null()]);

const VALUE = Type.Object({
  model: Type.String({ description: "The table's id, or the name as it was given" }),
  known: Type.Boolean({ description: "Whether the model is in the table" }),
  encoding: Type.Union([oneOf(ENCODINGS), Type.Null()]),
  method: oneOf(["exact", "estimate"]),
  tokens: Type.Integer(),
  low: Type.Integer({ description: "The least it may be; equal to tokens when exact" }),
  high: Type.Integer(),
  characters: Type.Integer({ description: "Unicode code points" }),
  bytes: Type.Integer({ description: "UTF-8" }),
  words: Type.Integer(),
  lines: Type.Integer(),
  charactersPerToken: nullable(Type.Number()),
  contextWindow: nullable(Type.Number()),
  contextPercent: nullable(Type.Number()),
  fits: nullable(Type.Boolean()),
  cost: Type.Union([REQUEST_COST, Type.Null()]),
  pieces: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        text: Type.String(),
        start: Type.Integer(),
        end: Type.Integer(),
        bytesHex: Type.Optional(Type.String()),
      }),
    ),
  ),
});

type Value = Static<typeof VALUE>;
type Warning = Entry<keyof typeof WARNINGS>;

export default defineTool({
  id: "token-counter",
  name: "Token Counter",
  category: "AI",
  description:
    "Counts the tokens of a text for a language model, says whether it fits, and what it costs.",
  keywords: [
    "bpe",
    "chatgpt",
    "claude",
    "context window",
    "cost",
    "gemini",
    "gpt",
    "llm",
    "openai tokenizer",
    "prompt",
    "prompt length",
    "tiktoken",
    "tokenizer",
    "tokens",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "text",
  value: VALUE,
  verb: "count",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "how many tokens is this text",
    "gpt-4o, claude or gemini, how long is a sentence in tokens",
    "count tokens for gpt-5",
    "does my prompt fit the context window",
    "token count of a chat conversation",
    "what does this prompt cost per call",
    "estimate claude tokens",
    "gemini token estimate",
    "tiktoken online",
    "o200k_base or cl100k_base tokenizer",
    "split text into token pieces and ids",
    "price of one request with this prompt and 500 output tokens",
    "is this text too long for the model",
    "how long is my prompt for the machine",
    "size of a message in the units that models bill",
    "article pasted into chatgpt, too big or not",
    "encode a string to subword units and count them",
    "number of pieces the model sees in a sentence",
    "measure prompt length before sending",
    "how many tokens does this prompt, message or file have",
    "cuántos tokens tiene este texto",
    "wie viele token hat dieser text",
    "compter les tokens d'un prompt",
    "计算 token 数量",
    "トークン数を数える",
    "longitud de un texto en tokens para el modelo",
    "textlänge in token zählen",
    "nombre de jetons d'un texte",
    "文本 有 多少 个 token 统计",
    "文章のトークン数 何トークン",
    "will chatgpt swallow this whole report at once",
    "how many of these billing units is my letter",
    "a page of german text counts as how many for gpt",
    "show me into which pieces the machine cuts this word",
    "tiktoken.encoding_for_model, openai tokenizer page, gpt-tokenizer, count_tokens, sentencepiece",
    "measure one string in model vocabulary units, per model, with its input price",
    "contar tokens de um texto para o gpt",
  ],
  effort: 2,

  laws: [
    {
      name: "a text has at most as many tokens as bytes when the count is exact",
      holds(run, input) {
        const { value } = run({ ...input, countAs: "text" });
        return !value || value.method === "estimate" || value.tokens <= value.bytes;
      },
    },
    {
      name: "appending text never lowers the number of characters",
      holds(run, input) {
        const text = input.text ?? "";
        const before = run({ ...input, countAs: "text" }).value?.characters ?? 0;
        const after = run({ ...input, countAs: "text", text: `${text}x` }).value?.characters ?? 0;
        return after > before;
      },
    },
    {
      name: "models of one family count alike",
      holds(run, input) {
        const counts = ["gpt-5", "gpt-4o", "o3"].map(
          (model) => run({ ...input, model }).value?.tokens,
        );
        return new Set(counts).size === 1;
      },
    },
    {
      name: "the pieces joined give the text",
      holds(run, input) {
        const text = (input.text ?? "").toWellFormed();
        const { value } = run({ text, model: "gpt-5", pieces: true });
        const pieces = value?.pieces ?? [];
        if (pieces.length === MAX_PIECES) return true;
        return pieces.map(({ start, end }) => text.slice(start, end)).join("") === text;
      },
    },
  ],
  examples: [
    {
      title: "Two words",
      input: { text: "hello world" },
      expect: { output: "2", value: { tokens: 2, method: "exact", encoding: "o200k_base" } },
    },
    {
      title: "What a thousand calls a day cost",
      input: {
        text: "Summarise the incident in three bullet points and name the owner.",
        model: "openai/gpt-4o-2024-08-06",
        outputTokens: 500,
        requestsPerDay: 1000,
        asOf: "2026-11-20",
      },
      expect: {
        value: { model: "gpt-4o", tokens: 14, cost: { perRequest: 0.005035, perDay: 5.04 } },
      },
    },
    {
      title: "A tokenizer that is not public is estimated with a band",
      input: { text: "Name the owner.", model: "claude-opus-5" },
      expect: { value: { method: "estimate", tokens: 6, low: 4, high: 8, encoding: null } },
    },
    {
      title: "Messages that are no JSON",
      input: { text: "hello", countAs: "messages" },
      expect: { ok: false, error: { code: "JSON_SYNTAX" } },
    },
  ],

  run(input, ctx) {
    const date = readAsOf(input.asOf, ctx);
    if (typeof date !== "string") return fail(date);
    const match = findModel(input.model);
    const messages = input.countAs === "messages" ? readMessages(input.text, "/text") : undefined;
    if (messages && !messages.ok) return fail(messages.error);

    const count = countInput(input, match, messages);
    const figures = measureText(input.text);
    const priced = priceRequest({ ...input, inputTokens: count.tokens }, match.model, date);
    const pieces = input.pieces ? piecesOf(input, count) : undefined;
    const value: Value = {
      model: match.model?.id ?? input.model,
      known: match.model !== undefined,
      ...count,
      ...figures,
      charactersPerToken: ratio(figures.characters, count.tokens),
      ...fitModel(match.model, count, input.outputTokens),
      cost: priced.cost,
      ...(pieces && { pieces: pieces.slice(0, MAX_PIECES) }),
    };
    const warnings = [
      ...countWarnings(input.model, match, count),
      ...priced.warnings,
      ...textWarnings(input, messages?.ignored ?? 0, pieces?.length ?? 0),
    ];
    const { characters, words, lines } = figures;
    const stats = { tokens: count.tokens, characters, words, lines };
    return done({ output: String(count.tokens), value, stats, warnings });
  },
});

function countInput(
  { text, encoding }: Input,
  { family }: ModelMatch,
  conversation: Conversation | undefined,
): TokenCount {
  const count = (part: string) =>
    encoding === undefined ? countForFamily(part, family) : countExactly(part, encoding);
  return conversation ? countMessages(conversation, count) : count(text);
}

function textWarnings({ text }: Input, ignored: number, pieces: number): Warning[] {
  const warnings: Warning[] = [];
  if (ignored > 0) {
    warnings.push({
      code: "NON_TEXT_IGNORED",
      message: `${ignored === 1 ? "A content part is" : `${ignored} content parts are`} no text and count nothing`,
      received: ignored,
    });
  }
  if (pieces > MAX_PIECES) {
    warnings.push({
      code: "PIECES_TRUNCATED",
      message: `The first ${MAX_PIECES} of ${pieces} pieces are listed`,
      received: pieces,
    });
  }
  if (!text.isWellFormed()) {
    warnings.push({
      code: "UNPAIRED_SURROGATE",
      message: "Half of a surrogate pair counts as U+FFFD",
      path: "/text",
    });
  }
  return warnings;
}

/** Only an exact count of a text has pieces. */
function piecesOf({ text, countAs }: Input, { encoding }: TokenCount) {
  return encoding === null || countAs === "messages" ? undefined : listPieces(text, encoding);
}
