import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../../tools/_core/fields.ts";
import { JSON_FAILURES } from "../../tools/_lib/json/tree/json-field.ts";
import { SCHEMA_FAILURES } from "../../tools/_lib/schemas/json-schema/trouble.ts";
import { CONTRACT_FAILURES } from "../../tools/_lib/schemas/json-schema/checked-formats.ts";
import { VIOLATIONS } from "../../tools/_lib/schemas/json-schema/violations.ts";
import { OUTPUT_FAILURES } from "../../tools/_lib/results/output-limit.ts";
import { failOnField } from "../../tools/_lib/results/review/shapes.ts";
import { kitValue } from "../_core/kit-value.ts";

/** From the most to the least trustworthy. */
export const GRADES = ["intact", "extracted", "repaired", "conformed", "lossy", "failed"] as const;

export type Grade = (typeof GRADES)[number];

export const FAILURES = {
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

export const WARNINGS = {
  TEXT_IGNORED: "Both text and replies were given; replies counts",
  LOSSY_CHANGE: "Data was dropped, cut or rounded so that the rest conforms",
  GUESSED: "A repair of the syntax is not sure",
  TRUNCATED: "The answer ends in the middle of the value",
  SEVERAL_CANDIDATES: "The answer holds more than one JSON value",
  REPLIES_DISAGREE: "Replies that can be used differ",
  REASK_OVER_BUDGET: "The new request is longer than maxReaskTokens, because of its schema",
  DUPLICATE_KEY: "An object has the same key again; the last value counts",
} as const;

export const INPUT = Type.Object({
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

export const VALUE = kitValue(
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
