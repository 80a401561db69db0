import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole, zeroOr } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { POINTER_PATTERN } from "./_lib/results/pointer-patterns.ts";
import { LEVELS } from "./json-shrink/levels.ts";
import { LOSS_CODES } from "./json-shrink/losses.ts";
import { MOST_PATTERNS, runShrink } from "./json-shrink/run.ts";

const FAILURES = {
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  ...INPUT_FAILURES,
  SHRUNK_FORM_INVALID: "A table or the legend that was to be expanded is malformed",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  BUDGET_NOT_MET: "Even the last level needs more than maxTokens",
  MARKER_COLLISION:
    "The document has a key $cols, $rows, $keys or $data: tables and short keys are off",
  NO_SAVING: "The result costs as many tokens as the input",
} as const;

export type Warnings = typeof WARNINGS;

const optionalSwitch = (description: string) => Type.Optional(Type.Boolean({ description }));

const optionalLimit = (description: string, maximum: number) =>
  Type.Optional(whole({ description: `${description}; 0 is off`, minimum: 0, maximum }));

const patterns = (description: string) =>
  Type.Union(
    [
      Type.String(),
      Type.Array(Type.String({ pattern: POINTER_PATTERN }), { maxItems: MOST_PATTERNS }),
    ],
    { description, default: [] },
  );

const INPUT = Type.Object({
  input: jsonField({ description: "The payload; with action expand a shrunk one" }),
  action: oneOf(["shrink", "expand"], {
    description: "expand undoes tables and short keys",
    default: "shrink",
  }),
  level: oneOf(LEVELS, {
    description: "Preset of the switches below; one that is given wins over it",
    default: "lossless",
  }),
  columnar: optionalSwitch("Arrays of objects become tables; true in every level"),
  shortKeys: optionalSwitch("Long keys become short ones with a legend; true if aggressive"),
  dropNulls: optionalSwitch("Drop members that are null; false only if lossless"),
  dropEmpty: optionalSwitch('Drop members that are "", [] or {}; false only if lossless'),
  maxStringChars: Type.Optional(
    zeroOr({
      description: "Cut longer strings: 20 and more; balanced 500, aggressive 120; 0 is off",
      minimum: 20,
      maximum: 100_000,
    }),
  ),
  maxArrayItems: optionalLimit("Cut longer arrays; aggressive 20", 100_000),
  maxDepth: optionalLimit("Deeper containers become a summary", 100),
  significantDigits: optionalLimit("Round numbers with more; aggressive 6", 17),
  drop: patterns("Pointer patterns of members to drop: /users/*/email, /**/id"),
  keep: patterns("Pointer patterns of what no step may change"),
  dropValues: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()], {
      description:
        "Key → default value: members that equal it are dropped; as JSON text every number is exact",
    }),
  ),
  maxTokens: whole({
    description: "Go on to the next levels until it fits; 0 is off",
    minimum: 0,
    maximum: 10_000_000,
    default: 0,
  }),
});

export type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  lossless: Type.Boolean({ description: "Expanding gives back every token" }),
  level: oneOf(LEVELS, { description: "The one whose result this is" }),
  tokensBefore: Type.Integer({ description: "Four bytes each" }),
  tokensAfter: Type.Integer(),
  savedPercent: Type.Number(),
  losses: Type.Array(
    Type.Object({
      code: oneOf(LOSS_CODES),
      path: Type.String({ description: "Pointer, array indices as *" }),
      count: Type.Integer({ description: "Nodes" }),
      detail: Type.Union([Type.Integer(), Type.Null()], {
        description: "Characters or elements removed, where those are cut",
      }),
    }),
  ),
  legend: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
    description: "Short key → long key",
  }),
  tables: Type.Array(
    Type.Object({
      path: Type.String({ description: "Pointer of the array" }),
      rows: Type.Integer(),
      columns: Type.Integer(),
    }),
  ),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "json-shrink",
  name: "JSON Shrink",
  category: "AI",
  description: "Makes JSON cost fewer tokens in a prompt and lists whatever was lost.",
  keywords: [
    "abbreviate",
    "columnar",
    "compact",
    "compaction",
    "compress",
    "context",
    "json",
    "llm",
    "minify",
    "payload size",
    "prompt",
    "shorten",
    "token saving",
    "tokens",
    "toon",
    "truncate",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  pointsInto: "input",
  value: VALUE,
  verb: "shrink",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "make json smaller for a prompt",
    "reduce tokens of a json payload",
    "compress json for an llm",
    "shrink an api response to fit the context window",
    "json array of objects to columns and rows",
    "drop nulls and empty fields from json",
    "truncate long strings in json",
    "shorten json keys with a legend",
    "fit json into 2000 tokens",
    "expand shrunk json",
    "remove fields from json by path",
    "data is too big to paste into a chat, keep what matters",
    "drop the boring fields and cut long lists before asking the model",
    "payload compaction for language model input with a loss report",
    "table of repeated objects with the same keys takes too many tokens",
    "cheaper prompt with the same data",
    "lossy and lossless reduction of structured records",
    "smaller json for ai, chatgpt or claude",
    "reducir tokens de un json",
    "json für llm kürzen",
    "réduire la taille d'un json pour un prompt",
    "压缩 json 减少 token",
    "datos demasiado grandes para pegar en el chat",
    "daten verkleinern damit sie in den chat passen",
    "réduire des données trop grosses pour un prompt",
    "json をトークン節約のため小さくする",
    "the tool reply is 80k tokens of orders, cut it so that the bot can still count them",
    "api bill is high because we send the same long key names a thousand times",
    "log entries as objects with mostly null members, get rid of the ballast",
    "i sent the small form to the model and want my full object back",
    "TOON, token-oriented object notation, columnar json, tiktoken budget, jsonpack",
    "rewrite structured data into a denser llm-friendly form under a token limit, naming every loss",
    "reduzir tokens de um json para o prompt, compactar dados",
    "compactar json para gpt, quitar nulos y vacíos",
    "json verdichten, leere felder und nullwerte weglassen, token sparen",
    "compacter du json, enlever les champs vides, économiser des tokens",
    "省 token 去掉 空字段 精简 json 给 大模型",
    "null や空の項目を省き json を短くする プロンプト",
  ],
  effort: 2,

  laws: [
    {
      name: "what is lossless comes back token by token",
      holds(run, { input, columnar, shortKeys }) {
        const given = {
          ...(columnar === undefined ? {} : { columnar }),
          ...(shortKeys === undefined ? {} : { shortKeys }),
        };
        const shrunk = run({ input, ...given });
        const isPlain = shrunk.warnings?.every(({ code }) => code === "NO_SAVING");
        if (!shrunk.value || !isPlain) return true;
        const plain = run({ input, columnar: false, shortKeys: false }).output;
        const back = run({ input: shrunk.output ?? "", action: "expand" }).output;
        return shrunk.value.lossless && back === plain;
      },
    },
    {
      name: "a higher level never costs more, and none costs more than the minified input",
      holds(run, { input }) {
        const tokens = (["lossless", "balanced", "aggressive"] as const).map(
          (level) => run({ input, level }).value?.tokensAfter,
        );
        const plain = run({ input, columnar: false, shortKeys: false }).value?.tokensAfter;
        const [lossless = 0, balanced = 0, aggressive = 0] = tokens;
        return aggressive <= balanced && balanced <= lossless && lossless <= (plain ?? 0);
      },
    },
    {
      name: "shrinking twice is shrinking once, where nothing was cut",
      holds(run, { input }) {
        return (["balanced", "aggressive"] as const).every((level) => {
          const { output, value } = run({ input, level });
          if (output === undefined || value?.losses.some(({ code }) => code.endsWith("_CUT"))) {
            return true;
          }
          return run({ input: output, level }).output === output;
        });
      },
    },
  ],
  examples: [
    {
      title: "Rows as a table",
      input: {
        input:
          '{"users":[{"id":1,"name":"Ada","active":true},{"id":2,"name":"Alan","active":false},{"id":3,"name":"Grace","active":true}]}',
      },
      expect: {
        output:
          '{"users":{"$cols":["id","name","active"],"$rows":[[1,"Ada",true],[2,"Alan",false],[3,"Grace",true]]}}',
        value: { lossless: true, tables: [{ path: "/users", rows: 3, columns: 3 }] },
      },
    },
    {
      title: "Back again",
      input: { action: "expand", input: '{"$cols":["a","b"],"$rows":[[1,2],[3,4],[5,6]]}' },
      expect: { output: '[{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}]' },
    },
    {
      title: "Nulls and empty values dropped, but not one that is kept",
      input: {
        input: '{"id":7,"note":null,"tags":[],"meta":{"a":"","b":null},"list":[null,""]}',
        level: "balanced",
        keep: ["/note"],
      },
      expect: {
        output: '{"id":7,"note":null,"list":[null,""]}',
        value: {
          lossless: false,
          losses: [{ code: "EMPTY_DROPPED", path: "/meta", count: 1 }, {}, {}, { path: "/tags" }],
        },
      },
    },
    {
      title: "Long strings cut, digits rounded",
      input: {
        input: '{"t":"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz","n":3.14159265358979}',
        maxStringChars: 20,
        significantDigits: 4,
      },
      expect: { output: '{"t":"abcdefghijklmnopqrs…","n":3.142}' },
    },
    {
      title: "A table with a row too short",
      input: { action: "expand", input: '{"$cols":["a","b"],"$rows":[[1]]}' },
      expect: { ok: false, error: { code: "SHRUNK_FORM_INVALID" } },
    },
  ],

  run: (input, { longestOutput }) => runShrink(input, WARNINGS, longestOutput),
});
