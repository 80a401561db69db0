import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./eval-dataset-jsonl-formatter/contract.ts";
import { formatDataset } from "./eval-dataset-jsonl-formatter/format.ts";
import { DATASET_LAWS } from "./eval-dataset-jsonl-formatter/laws.ts";

export default defineTool({
  id: "eval-dataset-jsonl-formatter",
  name: "Eval Dataset JSONL Formatter",
  category: "AI",
  description:
    "Turns rows of any shape into the JSONL of an evaluation or fine-tuning system, checked, without duplicates, and split without leakage.",
  keywords: [
    "alpaca",
    "dataset",
    "deduplicate",
    "dpo",
    "evals",
    "fine-tuning",
    "inspect",
    "jsonl",
    "openai",
    "preference",
    "promptfoo",
    "sharegpt",
    "train test split",
    "training data",
  ],
  aliases: ["eval-jsonl-formatter"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: DATASET_LAWS,
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
