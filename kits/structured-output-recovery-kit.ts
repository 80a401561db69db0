import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../tools/_core/fields.ts";
import { fail, type Outcome } from "../tools/_core/tool.ts";
import { canonicalJson } from "../tools/_lib/json/tree/canonical.ts";
import { JSON_FAILURES } from "../tools/_lib/json/tree/json-field.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { CONTRACT_FAILURES } from "../tools/_lib/schemas/json-schema/checked-formats.ts";
import { SCHEMA_FAILURES } from "../tools/_lib/schemas/json-schema/trouble.ts";
import { VIOLATIONS } from "../tools/_lib/schemas/json-schema/violations.ts";
import conform from "../tools/contract-conformance-repair.ts";
import validate from "../tools/json-schema-validator.ts";
import rescue from "../tools/structured-output-rescue.ts";
import countTokens from "../tools/token-counter.ts";
import { defineKit } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { filesLaw } from "./_core/files-law.ts";
import { KitReport } from "./_core/report.ts";
import { conclude, concludeStopped, recover } from "./structured-output-recovery-kit/recover.ts";
import { GRADES, type Reply } from "./structured-output-recovery-kit/reply.ts";

const FAILURES = {
  ...JSON_FAILURES,
  ...SCHEMA_FAILURES,
  ...CONTRACT_FAILURES,
  ...OUTPUT_FAILURES,
  ...VIOLATIONS,
  TEXT_MISSING: "Neither text nor replies was given",
  NO_JSON_FOUND: "The answer holds no JSON value",
  GUESS_NEEDED: "The JSON can be read only by a guess, and allowGuesses is false",
  STAGE_FAILED: "A tool could not do its part",
  STRUCTURED_OUTPUT_RECOVERY_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  TEXT_IGNORED: "Both text and replies were given; replies counts",
  LOSSY_CHANGE: "Data was dropped, cut or rounded so that the rest conforms",
  GUESSED: "A repair of the syntax is not sure",
  TRUNCATED: "The answer ends in the middle of the value",
  SEVERAL_CANDIDATES: "The answer holds more than one JSON value",
  REPLIES_DISAGREE: "Replies that can be used differ",
  REASK_OVER_BUDGET: "The new request is longer than maxReaskTokens, because of its schema",
  DUPLICATE_KEY: "An object has the same key again; the last value counts",
} as const;

const INPUT = Type.Object({
  text: Type.Optional(Type.String({ description: "The model's answer" })),
  replies: Type.Optional(
    Type.Array(Type.String(), {
      description: "Several answers to one prompt, instead of text",
      minItems: 2,
      maxItems: 20,
    }),
  ),
  schema: Type.Optional(
    jsonField({ description: "JSON Schema of the wanted value; without it any JSON will do" }),
  ),
  policy: oneOf(["safe", "standard", "aggressive"], {
    description:
      "How far data may be changed to conform; safe loses and guesses nothing, aggressive also clamps, cuts and rounds",
    default: "standard",
  }),
  allowGuesses: Type.Boolean({
    description: "Without it a repair of the syntax that is a guess makes the answer unusable",
    default: true,
  }),
  choose: oneOf(["best", "majority"], {
    description:
      "Which of several replies counts: the best grade, or the value that most of them share",
    default: "best",
  }),
  instruction: Type.String({
    description: "The original prompt, quoted in the new request",
    maxLength: 20_000,
    default: "",
  }),
  maxReaskTokens: whole({
    description: "Tokens that the new request may take",
    minimum: 200,
    maximum: 50_000,
    default: 2000,
  }),
  model: Type.String({ description: "The model whose tokens are counted", default: "gpt-5" }),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });
const CERTAINTY = oneOf(["none", "safe", "guess"], {
  description: "How sure the least sure repair of the syntax is",
});
const CONFORMS = Type.Union([Type.Boolean(), Type.Null()]);
const GRADE = oneOf(GRADES, { description: "How far the data can be trusted" });

const CHANGE = Type.Object({
  stage: oneOf(["rescue", "conform"]),
  code: Type.String(),
  path: Type.Union([Type.String(), Type.Null()]),
  offset: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  certainty: Type.Union([oneOf(["safe", "guess"]), Type.Null()]),
  lossy: Type.Boolean(),
  before: Type.Optional(Type.Any()),
  after: Type.Optional(Type.Any()),
});

const REMAINING = Type.Object({
  path: Type.String(),
  keyword: Type.String(),
  message: Type.String(),
});

const OPERATION = Type.Object({
  op: oneOf(["add", "remove", "replace"]),
  path: Type.String(),
  value: Type.Optional(Type.Any()),
});

const DISAGREEMENT = Type.Object({
  path: Type.String({ description: "Pointer of a scalar or an empty container" }),
  values: Type.Array(
    Type.Object({
      value: Type.Optional(Type.Any({ description: "Absent where these replies have none" })),
      votes: COUNT,
      replies: Type.Array(COUNT),
    }),
    { description: "By votes, then by first reply" },
  ),
});

const VALUE = kitValue(
  {
    grade: GRADE,
    data: Type.Any({ description: "The value; a number that no double holds is its text" }),
    dataSha256: Type.Union([Type.String(), Type.Null()], {
      description: "Over the RFC 8785 text of data",
    }),
    conforms: CONFORMS,
    certainty: CERTAINTY,
    reply: Type.Union([COUNT, Type.Null()], { description: "The chosen one of replies" }),
    replies: Type.Array(
      Type.Object({
        index: COUNT,
        grade: GRADE,
        certainty: CERTAINTY,
        changes: COUNT,
        lossyChanges: COUNT,
        remaining: COUNT,
        conforms: CONFORMS,
      }),
    ),
    changes: Type.Array(CHANGE, { description: "In the order made" }),
    patch: Type.Array(OPERATION, {
      description: "RFC 6902, from the data that was found to what was made of it",
    }),
    remaining: Type.Array(REMAINING, { description: "What the schema still refuses" }),
    disagreements: Type.Array(DISAGREEMENT),
    reaskTokens: Type.Union([COUNT, Type.Null()]),
  },
  { replies: COUNT, usable: COUNT, changes: COUNT, remaining: COUNT },
);

export type Input = Static<typeof INPUT>;

export type Change = Static<typeof CHANGE>;

export type Remaining = Static<typeof REMAINING>;

export type Operation = Static<typeof OPERATION>;

export type Disagreement = Static<typeof DISAGREEMENT>;

export type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;

export const STAGES = { rescue, conform, validate, choose: null, reask: countTokens } as const;

const ID = "structured-output-recovery-kit";
const NAME = "Structured Output Recovery Kit";

export default defineKit({
  id: ID,
  name: NAME,
  category: "AI",
  description:
    "Turns a model's broken answer into graded JSON of a schema, or into the message that asks for it again.",
  keywords: [
    "fallback",
    "function calling",
    "json",
    "json schema",
    "llm",
    "majority vote",
    "model output",
    "recovery",
    "repair",
    "reprompt",
    "retry",
    "self-consistency",
    "structured output",
    "trust grade",
  ],
  aliases: ["llm-output-recovery-kit", "json-recovery-kit"],
  version: "2026-11-27",
  uses: [rescue, conform, validate, countTokens],

  input: INPUT,
  primary: "text",
  value: VALUE,
  verb: "recover",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "recover usable json from a model's answer and say how far it can be trusted",
    "the llm did not follow the json schema, fix it or ask again",
    "write a retry prompt that says what was wrong with the structured output",
    "pick the best of several model answers",
    "majority vote over several llm replies",
    "self-consistency: where do the replies disagree",
    "extract, repair and validate structured output in one call",
    "the answer was cut off in the middle of the json",
    "grade the json that a language model returned",
    "gate an agent pipeline on valid structured output",
    "reask message for invalid tool arguments",
    "model did not stick to the format, rescue what can be used or write a new request",
    "three answers to one question, which one do I believe",
    "last line of defence behind a language model in a pipeline",
    "end-to-end salvage of a completion with trust grade and reprompt",
    "vote between samples and show where they differ",
    "half of the object is missing, can it still be used",
    "recuperar json de la respuesta de un modelo",
    "json aus der antwort eines sprachmodells retten",
    "récupérer le json d'une réponse de llm",
    "从大模型回答中恢复 json",
    "llm の出力から json を復元する",
    "varias respuestas del modelo, elegir la mejor",
    "mehrere antworten des modells, die beste wählen",
    "plusieurs réponses du modèle, choisir la meilleure",
    "the assistant's form came back half empty, can i use it or must it try again",
    "write the follow-up message that tells gpt what it got wrong",
    "asked three times, got three slightly different objects, take the common one",
    "how sure may i be that nothing was guessed while mending",
    "instructor max_retries, guardrails reask, langchain RetryOutputParser, pydantic ai ModelRetry",
    "salvage a reply, rate its trustworthiness and decide between accept and another attempt",
    "recuperar json quebrado do modelo ou pedir de novo",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "recovered data is not changed when it is recovered again",
      holds(run, input) {
        const once = run({ ...input, failOn: "none" });
        if (!once.ok || once.valid !== true || once.output === undefined) return true;
        const { replies: _replies, ...rest } = input;
        const again = run({ ...rest, text: once.output, failOn: "none" });
        return again.value?.grade === "intact" && again.output === once.output;
      },
    },
    {
      name: "a fence around the answer takes away nothing but intactness",
      holds(run, { replies: _replies, text = "", ...rest }) {
        const bare = run({ ...rest, text, failOn: "none" });
        if (bare.value?.grade !== "intact" || text.includes("```")) return true;
        const fenced = run({ ...rest, text: `\`\`\`json\n${text}\n\`\`\``, failOn: "none" });
        return (
          fenced.value?.grade === "extracted" &&
          canonicalJson(fenced.value.data) === canonicalJson(bare.value.data)
        );
      },
    },
    {
      name: "safe never loses anything",
      holds(run, input) {
        const { value } = run({ ...input, policy: "safe", failOn: "none" });
        return value?.grade !== "lossy" && (value?.changes ?? []).every(({ lossy }) => !lossy);
      },
    },
    {
      name: "data conforms where the verdict is not fail and there is a schema",
      holds(run, input) {
        const { ok, value } = run({ ...input, failOn: "none" });
        if (!ok || (input.schema ?? null) === null || value?.verdict === "fail") return true;
        return value?.conforms === true;
      },
    },
    {
      name: "a reply that cannot be used changes neither choice nor disagreements",
      holds(run, { text: _text, ...input }) {
        const replies = input.replies ?? [];
        const before = run({ ...input, failOn: "none" });
        if (replies.length > 19 || !before.ok || before.value?.counts.usable === 0) return true;
        const after = run({ ...input, replies: [...replies, "no idea"], failOn: "none" });
        return (
          after.value?.reply === before.value?.reply &&
          canonicalJson(after.value?.disagreements) === canonicalJson(before.value?.disagreements)
        );
      },
    },
  ],
  examples: [
    {
      title: "Fence, prose, trailing commas and a number that came as text",
      input: {
        text: 'Sure!\n```json\n{"name": "bolt", "qty": "3", "tags": ["a",],}\n```\nAnything else?',
        schema: {
          type: "object",
          required: ["name", "qty"],
          properties: { name: { type: "string" }, qty: { type: "integer" } },
        },
      },
      expect: {
        valid: true,
        output: '{\n  "name": "bolt",\n  "qty": 3,\n  "tags": [\n    "a"\n  ]\n}',
        value: { verdict: "pass", grade: "conformed", conforms: true, certainty: "safe" },
      },
    },
    {
      title: "Three answers, two agree",
      input: {
        replies: ['{"total": 12}', "The total is {'total': 15}", '{"total": 12}'],
        choose: "majority",
      },
      expect: {
        output: '{\n  "total": 12\n}',
        value: {
          verdict: "review",
          reply: 0,
          disagreements: [
            {
              path: "/total",
              values: [
                { value: 12, votes: 2, replies: [0, 2] },
                { value: 15, votes: 1, replies: [1] },
              ],
            },
          ],
        },
      },
    },
    {
      title: "What cannot be recovered is asked for again",
      input: {
        text: '{"name": "bolt", "qty": "many"}',
        schema: { type: "object", properties: { qty: { type: "integer" } } },
        instruction: "How many bolts are there?",
        failOn: "none",
      },
      expect: {
        ok: true,
        valid: false,
        errors: [{ code: "SCHEMA_TYPE", path: "/qty" }],
        value: { grade: "failed", deliverables: [{ name: "changes.json" }, { name: "reask.md" }] },
      },
    },
    {
      title: "No JSON at all",
      input: { text: "no idea, sorry" },
      expect: { ok: false, error: { code: "STRUCTURED_OUTPUT_RECOVERY_KIT_FAILED" } },
    },
  ],

  run({ schema, ...others }, ctx) {
    // A field that is null is one that is not set, also where null could be a value of it.
    const input = (schema ?? null) === null ? others : { ...others, schema };
    const answers = input.replies ?? (input.text === undefined ? [] : [input.text]);
    if (answers.length === 0) {
      const message = "Cannot recover anything: found neither text nor replies, expected one";
      return fail({ code: "TEXT_MISSING", message, path: "/text" });
    }
    const report = new KitReport(ID, NAME, STAGES);
    if (input.replies !== undefined && input.text !== undefined) {
      const message = "text was left aside, because replies was given, too";
      report.find("warning", "rescue", { code: "TEXT_IGNORED", message, path: "/text" });
    }
    const work = { input, ctx, report };
    const replies: Reply[] = [];
    for (const [index, text] of answers.entries()) {
      const reply = recover(text, index, work);
      if (reply === undefined) return concludeStopped(replies, work);
      replies.push(reply);
    }
    return conclude(replies, work);
  },
});
