/** The shapes of a tool that reviews: findings by severity, a verdict over them, and a gate. */
import { type TProperties, Type } from "@sinclair/typebox";
import { ANY_INPUT, oneOf, PLACE, pointerInto } from "../../../_core/fields.ts";

export const SEVERITIES = ["error", "warning", "info"] as const;
export const VERDICTS = ["pass", "review", "fail"] as const;

export type Severity = (typeof SEVERITIES)[number];
export type Verdict = (typeof VERDICTS)[number];
export type FailOn = "none" | "error" | "warning";

/** The gate; `fallback` is what it has where the caller says nothing. */
export function failOnField(fallback: "none" | "error") {
  return oneOf<FailOn>(["none", "error", "warning"], {
    description: "The least severe finding that makes the run fail, for pipelines",
    default: fallback,
  });
}

const COUNT = Type.Integer({ minimum: 0 });

/** `counts` of findings by severity, with a tool's own figures. */
export function countsSchema<P extends TProperties>(own: P) {
  return Type.Object({ error: COUNT, warning: COUNT, info: COUNT, ...own });
}

/** A finding, with what a tool adds to it. */
export function findingSchema<P extends TProperties>(own: P) {
  return Type.Object({
    code: Type.String(),
    severity: oneOf(SEVERITIES),
    message: Type.String(),
    path: Type.Optional(
      pointerInto([ANY_INPUT], { description: "RFC 6901 pointer into the input" }),
    ),
    subject: Type.Optional(Type.String({ description: "Whom or what it is about, by name" })),
    ...PLACE,
    before: Type.Optional(Type.Any()),
    after: Type.Optional(Type.Any()),
    ...own,
  });
}
