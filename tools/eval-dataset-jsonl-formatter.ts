import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CSV_FAILURES, CSV_PROBLEMS } from "./_lib/formats/csv/table.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { formatDataset } from "./eval-dataset-jsonl-formatter/format.ts";
import { peekJson } from "./_lib/json/peek.ts";

const ROW_PROBLEMS = {
  INPUT_MISSING: "A row has no input",
  TARGET_MISSING: "A row has no target, and the format needs one",
  REJECTED_MISSING: "A row has no rejected answer, and the format needs one",
  ROLE_INVALID: "A message has a role that is not known",
  LAST_NOT_ASSISTANT: "The last message is not the assistant's",
  CONTENT_EMPTY: "A message, an input or a target has no text",
} as const;

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...CSV_FAILURES,
  ...OUTPUT_FAILURES,
  ...ROW_PROBLEMS,
  ROWS_MISSING: "There are no rows",
  FORMAT_UNRECOGNISED: "A row is of no known format, and has no input and no target either",
  SPLIT_INVALID: "The split has no shares, one that is not from 0 to 1, or more than 1 together",
  LEAK: "Rows in different splits ask nearly the same",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...CSV_PROBLEMS,
  DUPLICATE_ROW: "A row says what an earlier one says, and was dropped",
  CONFLICTING_TARGETS: "A row has the input of an earlier one and another target",
  TOO_FEW_ROWS: "OpenAI fine-tunes on no fewer than 10 rows",
  TURNS_DROPPED: "The format has one turn; earlier ones became lines of the prompt",
  FIELD_DROPPED: "The format has no place for a field",
  ROW_LONG: "A row has more than 65,536 tokens",
} as const;

export type RowProblem = keyof typeof ROW_PROBLEMS;

/** In the order in which their rows are told apart where one could be several. */
export const FORMATS = [
  "openai-finetune",
  "openai-dpo",
  "openai-evals",
  "openai-evals-api",
  "promptfoo",
  "inspect",
  "hf-messages",
  "hf-prompt-completion",
  "hf-preference",
  "alpaca",
  "sharegpt",
] as const;

export type Format = (typeof FORMATS)[number];

export type SourceFormat = Format | "generic";

const member = (description: string) => Type.Optional(Type.String({ description }));

const MAPPING = Type.Object(
  {
    input: member("What is asked"),
    output: member("The answer that is wanted"),
    system: member("The system message"),
    id: member("By which a row is named"),
    rejected: member("The answer that is not wanted"),
    choices: member("Answers to choose from"),
  },
  { additionalProperties: false },
);

export type Mapping = Static<typeof MAPPING>;

const INPUT = Type.Object({
  rows: Type.Optional(
    Type.Union(
      [
        Type.Array(Type.Unknown({ description: "An object of any format's members" }), {
          maxItems: 20_000,
        }),
        Type.Object({}, { description: "One row" }),
        Type.String({ description: "Their JSON, JSON lines, or CSV with a header" }),
      ],
      { description: "1 to 20,000 rows" },
    ),
  ),
  from: oneOf(["auto", ...FORMATS, "generic"], {
    description: "Format of the rows; auto looks at their members",
    default: "auto",
  }),
  to: oneOf(FORMATS, { description: "Format of the lines", default: "openai-finetune" }),
  mapping: dataOrJson(MAPPING, {
    description: "Of generic rows, which members are what",
    default: {},
  }),
  system: Type.String({
    description: "System message of rows that have none",
    default: "",
  }),
  dedup: oneOf(["none", "exact", "near"], {
    description: "Which rows are dropped that say what an earlier one says",
    default: "exact",
  }),
  split: Type.Optional(
    dataOrJson(
      Type.Record(Type.String(), Type.Number({ description: "From 0 to 1, together 1 at most" })),
      { description: 'Shares by name, such as {"train":0.8,"test":0.2}' },
    ),
  ),
  seed: Type.String({ description: "Another seed splits differently", default: "1" }),
  groupBy: Type.Optional(
    Type.String({ description: "Rows with the same value of this member stay in one split" }),
  ),
});

export type Input = Static<typeof INPUT>;

const DROP_REASONS = [
  "duplicate",
  "near-duplicate",
  "outside-splits",
  "input-missing",
  "target-missing",
  "rejected-missing",
  "role-invalid",
  "last-not-assistant",
  "content-empty",
] as const;

export type DropReason = (typeof DROP_REASONS)[number];

const PLACE = Type.Object({ split: Type.String(), index: Type.Integer() });

const NULLABLE_INDEX = Type.Union([Type.Integer(), Type.Null()]);

const VALUE = Type.Object({
  from: Type.String({ description: "Format of the rows; mixed where they differ" }),
  to: oneOf(FORMATS),
  rows: Type.Integer({ description: "Given" }),
  kept: Type.Integer({ description: "Written" }),
  dropped: Type.Array(
    Type.Object({
      index: Type.Integer({ description: "From 0, in the input" }),
      reason: oneOf(DROP_REASONS),
      duplicateOf: NULLABLE_INDEX,
    }),
  ),
  splits: Type.Union([
    Type.Record(Type.String(), Type.Object({ rows: Type.Integer(), jsonl: Type.String() })),
    Type.Null(),
  ]),
  leaks: Type.Array(Type.Object({ a: PLACE, b: PLACE, similarity: Type.Number() }), {
    description: "The first 1,000; stats.leaks counts all",
  }),
  tokens: Type.Object({
    total: Type.Integer({ description: "Of all lines, by o200k_base" }),
    max: Type.Integer(),
    maxIndex: NULLABLE_INDEX,
  }),
  sha256: Type.String({ description: "Of the output" }),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

const PAIRS = [
  ["instruction", "output"],
  ["prompt", "completion"],
  ["prompt", "chosen"],
] as const;

export default defineTool({
  id: "eval-dataset-jsonl-formatter",
  name: "Eval Dataset JSONL Formatter",
  category: "AI",
  description:
    "Turns rows of any shape into the JSONL of an evaluation or fine-tuning system, checked, without duplicates, and split without leakage.",
  keywords: [
    "alpaca",
    "chat format",
    "chatml",
    "dataset",
    "dedup",
    "deduplicate",
    "dpo",
    "evals",
    "fine tune",
    "fine-tuning",
    "finetune",
    "hugging face",
    "inspect",
    "instruction tuning",
    "jsonl",
    "messages",
    "openai",
    "preference",
    "promptfoo",
    "qa pairs",
    "sft",
    "sharegpt",
    "train test split",
    "training data",
  ],
  aliases: ["eval-jsonl-formatter"],
  version: "2026-11-23",

  input: INPUT,
  primary: "rows",
  value: VALUE,
  verb: "format",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert a csv of questions and answers to openai fine-tuning jsonl",
    "make a jsonl dataset for inspect ai",
    "convert alpaca rows to chat messages",
    "sharegpt conversations to openai messages",
    "build a dpo preference dataset",
    "promptfoo test cases from question answer pairs",
    "validate fine-tuning jsonl line by line",
    "remove duplicate and near duplicate training examples",
    "split a dataset into train and test without leakage",
    "add a system prompt to every training row",
    "find conflicting answers in a dataset",
    "hugging face prompt completion to messages format",
    "how many tokens does my training file have",
    "prepare example conversations to train or test a chatbot",
    "questions with ideal answers into the file that openai wants",
    "benchmark samples in a standard layout without duplicates",
    "convert instruction pairs between training corpus schemas",
    "hold out a fifth of the examples for validation",
    "same customer must not be in both training and test part",
    "finetuning upload refuses my file, which line is wrong",
    "csv in jsonl für das finetuning umwandeln",
    "convertir preguntas y respuestas a jsonl para evaluación",
    "convertir un jeu de données en jsonl pour fine-tuning",
    "将 问答 数据 转换 为 微调 jsonl 格式",
    "質問と回答のデータを微調整用の jsonl に変換する",
    "preparar ejemplos para entrenar un modelo",
    "trainingsdaten für ein sprachmodell aufbereiten",
    "préparer des données d'entraînement pour un modèle",
    "support answers of two years in a sheet, i want to teach a model with them",
    "openai says invalid file format at line 17 of the upload",
    "80 for training and 20 for testing, but no customer in both",
    "same question with two different answers in there, show me",
    "ChatML, ShareGPT, Alpaca, DPO chosen rejected, TRL SFTTrainer, Unsloth, Axolotl, OpenAI Evals",
    "map rows onto a provider's training or evaluation layout, deduplicated, split by group",
    "converter perguntas e respostas para jsonl de treinamento",
    "formato de mensajes chatml para entrenar, dividir en train y test",
    "trainingsdatei im chat format, aufteilung in training und test",
    "fichier d'entraînement au format messages, découper train et test",
    "训练集 测试集 划分 对话 格式 去重 sft",
    "学習データ チャット形式 訓練とテストに分割",
  ],
  effort: 3,
  detect(sample) {
    const isChat = /^\s*\{[ \t]*"messages"[ \t]*:[ \t]*\[[^\n]+\}\r?\n\s*\{/.test(sample);
    const names = peekJson(sample)?.names;
    const isPairs = PAIRS.some(([asked, answered]) => names?.has(asked) && names.has(answered));
    return isChat || isPairs ? 0.97 : 0;
  },

  laws: [
    {
      name: "lines written in a format are written the same again, and none of them is a duplicate",
      holds(run, { to = "openai-finetune", dedup = "exact", system = "", ...input }) {
        const { output = "", value } = run({ ...input, to, dedup, system });
        if (!value || output === "") return true;
        const again = run({ rows: output, from: to, to, dedup });
        const lines = sortedLines(output);
        return String(sortedLines(again.output ?? "")) === String(lines);
      },
    },
    {
      name: "every line is JSON, and every row is written in one split or dropped",
      holds(run, input) {
        const { output = "", value } = run(input);
        if (!value) return true;
        const { kept, rows, dropped, splits } = value;
        const texts = splits ? Object.values(splits).map(({ jsonl }) => jsonl) : [output];
        const lines = texts.flatMap((text) => (text === "" ? [] : text.split("\n")));
        for (const line of lines) JSON.parse(line);
        return lines.length === kept && kept + dropped.length === rows;
      },
    },
    {
      name: "another seed divides the same lines",
      holds(run, input) {
        const linesOf = (seed: string) =>
          Object.values(run({ ...input, seed }).value?.splits ?? {})
            .flatMap(({ jsonl }) => jsonl.split("\n"))
            .filter((line) => line !== "")
            .toSorted()
            .join("\n");
        const shares = run(input).value?.splits;
        const isWhole = shares && !run(input).value?.dropped.some(isOutside);
        return !isWhole || linesOf("one") === linesOf("another");
      },
    },
  ],
  examples: [
    {
      title: "Questions and answers for Inspect, one of them twice",
      input: {
        rows: [
          { question: "2+2?", answer: "4", id: "q1" },
          { question: "Capital of France?", answer: ["Paris", "paris"], id: "q2" },
          { question: "2+2? ", answer: "4", id: "q3" },
        ],
        to: "inspect",
      },
      expect: {
        output:
          '{"input":"2+2?","target":"4","id":"q1"}\n{"input":"Capital of France?","target":["Paris","paris"],"id":"q2"}',
        valid: true,
        value: {
          from: "generic",
          dropped: [{ index: 2, reason: "duplicate", duplicateOf: 0 }],
        },
        warnings: [{ code: "DUPLICATE_ROW", path: "/rows/2" }],
      },
    },
    {
      title: "CSV for fine-tuning, with a system message",
      input: { rows: 'prompt,completion\nHi,Hello\n"Bye,\nthen",Goodbye', system: "Be brief." },
      expect: {
        output:
          '{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]}\n{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Bye,\\nthen"},{"role":"assistant","content":"Goodbye"}]}',
        valid: true,
        value: { from: "hf-prompt-completion", kept: 2 },
        warnings: [{ code: "TOO_FEW_ROWS" }],
      },
    },
    {
      title: "A preference pair for DPO",
      input: { rows: [{ prompt: "Q", chosen: "good", rejected: "bad" }], to: "openai-dpo" },
      expect: {
        output:
          '{"input":{"messages":[{"role":"user","content":"Q"}]},"preferred_output":[{"role":"assistant","content":"good"}],"non_preferred_output":[{"role":"assistant","content":"bad"}]}',
        valid: true,
      },
    },
    {
      title: "Divided by topic",
      input: {
        rows: [
          { input: "One?", output: "1", topic: "numbers" },
          { input: "Two?", output: "2", topic: "numbers" },
          { input: "Red?", output: "r", topic: "colours" },
        ],
        to: "alpaca",
        split: { train: 0.5, test: 0.5 },
        groupBy: "topic",
      },
      expect: {
        valid: true,
        value: { splits: { train: { rows: 2 }, test: { rows: 1 } }, leaks: [] },
        warnings: [{ code: "FIELD_DROPPED", path: "/rows/0/topic" }],
      },
    },
    {
      title: "A conversation that ends with the user",
      input: {
        rows: [{ messages: [{ role: "user", content: "Hi" }] }],
      },
      expect: {
        output: "",
        valid: false,
        errors: [{ code: "LAST_NOT_ASSISTANT", path: "/rows/0/messages" }],
        value: { dropped: [{ index: 0, reason: "last-not-assistant" }] },
      },
    },
    {
      title: "Rows without a question",
      input: { rows: [{ a: 1 }] },
      expect: { ok: false, error: { code: "FORMAT_UNRECOGNISED" } },
    },
  ],

  // Counting tokens takes most of the time: 100,000 characters take 40 to 150 ms, more with a long system message.
  run: formatDataset,
});

/** Lines with their keys sorted. */
function sortedLines(jsonl: string): readonly string[] {
  return jsonl
    .split("\n")
    .map((line) =>
      line === "" ? "" : JSON.stringify(Object.entries(JSON.parse(line)).toSorted()),
    );
}

function isOutside({ reason }: Value["dropped"][number]): boolean {
  return reason === "outside-splits";
}
