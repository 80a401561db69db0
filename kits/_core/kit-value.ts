/** The shape of `value` that all kits share. */
import { type TProperties, Type } from "@sinclair/typebox";
import { ANY_INPUT, oneOf, PLACE, pointerInto } from "../../tools/_core/fields.ts";
import { SEVERITIES, VERDICTS } from "../../tools/_lib/results/review/shapes.ts";

export const STATUSES = ["done", "skipped", "failed"] as const;

export type Status = (typeof STATUSES)[number];

/** What an earlier run says of a finding. */
export const FINDING_STATES = ["new", "unchanged", "updated"] as const;

export type FindingState = (typeof FINDING_STATES)[number];

const COUNT = Type.Integer({ minimum: 0 });

const STAGE = Type.Object(
  {
    id: Type.String(),
    tool_id: Type.String({ description: "The tool that does it; the kit itself for its own work" }),
    ok: Type.Boolean(),
    status: oneOf(STATUSES),
    verdict: Type.Union([oneOf(VERDICTS), Type.Null()]),
    summary: Type.String(),
  },
  { description: "One use of one tool, or a piece of the kit's own work" },
);

const FINDING = {
  code: Type.String(),
  severity: oneOf(SEVERITIES),
  stage: Type.String(),
  message: Type.String(),
  path: Type.Optional(pointerInto([ANY_INPUT], { description: "RFC 6901 pointer" })),
  subject: Type.Optional(Type.String()),
  ...PLACE,
  expected: Type.Optional(Type.Any()),
  received: Type.Optional(Type.Any()),
};

const DELIVERABLE = Type.Object(
  {
    name: Type.String({ description: "Relative path, safe on every system" }),
    mediaType: Type.String(),
    content: Type.String(),
    bytes: COUNT,
    sha256: Type.String({ description: "Lower-case hex, over the UTF-8 bytes" }),
  },
  { description: "A complete file, ready to save" },
);

/** The schema of a kit's value: what all kits have, with the kit's own members and figures, and what its findings add. */
export function kitValue<
  P extends TProperties,
  C extends TProperties,
  F extends TProperties = Record<never, never>,
>(own: P, counts: C, finding: F = {} as F) {
  return Type.Object({
    verdict: oneOf(VERDICTS, {
      description: "fail with an error, review with a warning, else pass",
    }),
    stages: Type.Array(STAGE, { description: "In the order of the work" }),
    findings: Type.Array(Type.Object({ ...FINDING, ...finding }), {
      description: "Errors, warnings, notes; 200 of one code",
    }),
    counts: Type.Object({
      error: COUNT,
      warning: COUNT,
      info: COUNT,
      byCode: Type.Record(Type.String(), COUNT),
      ...counts,
    }),
    deliverables: Type.Array(DELIVERABLE),
    ...own,
  });
}
