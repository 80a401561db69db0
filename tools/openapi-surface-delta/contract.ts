/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { OPENAPI_FAILURES } from "./openapi/document.ts";
import { countsSchema, failOnField, VERDICTS } from "../_lib/results/review/shapes.ts";
import { RULE_LEVELS } from "./rules.ts";

export const FAILURES = {
  ...OPENAPI_FAILURES,
  DUPLICATE_ENDPOINT: "Two paths of one document are equal but for the names of their parameters",
  BREAKING_CHANGE: "A change that breaks clients; `rule` is its id",
  OPENAPI_SURFACE_DELTA_FAILED: "There are changes as severe as failOn says",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  RISKY_CHANGE: "A change that may break clients; `rule` is its id",
  RULE_UNKNOWN: "severity or ignore names a rule that there is none of, so that it has no effect",
} as const;

export const INPUT = Type.Object({
  before: jsonField({ description: "OpenAPI document as it was: a value, or JSON or YAML text" }),
  after: jsonField({ description: "OpenAPI document as it is now" }),
  level: oneOf(RULE_LEVELS, { description: "The lowest level that is listed", default: "info" }),
  severity: Type.Record(Type.String(), oneOf([...RULE_LEVELS, "none"]), {
    description: "Other levels for rules, by id; none takes a rule away",
    default: {},
  }),
  ignore: Type.Array(
    Type.Object(
      {
        id: Type.Optional(Type.String()),
        path: Type.Optional(Type.String({ description: "As in the document" })),
        method: Type.Optional(Type.String()),
      },
      { minProperties: 1 },
    ),
    { description: "Accepted changes: those that have all that is named", default: [] },
  ),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

export const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  changes: Type.Array(
    Type.Object({
      id: Type.String({ description: "Rule id, as oasdiff names it" }),
      level: oneOf(RULE_LEVELS),
      method: Type.String({ description: "Empty for what belongs to no endpoint" }),
      path: Type.String(),
      text: Type.String(),
      name: Type.Optional(
        Type.String({ description: "Of a parameter, header, media type, tag …" }),
      ),
      property: Type.Optional(
        Type.String({ description: "Names joined by /, items for an array" }),
      ),
      status: Type.Optional(Type.String()),
      before: Type.Optional(Type.Any()),
      after: Type.Optional(Type.Any()),
      pointer: Type.String({ description: "Into after; for what is gone, into before" }),
    }),
  ),
  counts: countsSchema({}),
  endpoints: Type.Object({
    before: COUNT,
    after: COUNT,
    added: COUNT,
    removed: COUNT,
    changed: COUNT,
  }),
  suggestedBump: oneOf(["major", "minor", "none"]),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
