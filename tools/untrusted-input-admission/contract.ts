import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { FINDING_CODES, SEVERITIES, VERDICTS } from "./codes.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  UNTRUSTED_INPUT_ADMISSION_FAILED: "The verdict on the text is one that fails the run (failOn)",
  POLICY_INVALID:
    "The policy is no JSON object, or a member of it is unknown or outside its bounds",
} as const;

export const WARNINGS = {
  PROFILE_PERMISSIVE: "The profile admits findings of medium severity",
  POLICY_CODE_UNKNOWN: "The policy has an action for a code that no finding has",
} as const;

export const INPUT = Type.Object({
  input: Type.String({ description: "The text from outside" }),
  profile: oneOf(["strict", "default", "permissive"], {
    description:
      "strict quarantines low and medium findings and rejects high ones; default admits low and quarantines high; permissive admits medium, too",
    default: "default",
  }),
  failOn: oneOf(["quarantine", "reject", "none"], {
    description: "The verdict from which on the run fails",
    default: "quarantine",
  }),
  policy: Type.Optional(
    jsonField({
      description:
        "Object or JSON: maxChars (20000), allowedHosts, blockedHosts, allowedScripts, checkPii (false), actions by code of finding",
    }),
  ),
  includeSanitized: Type.Boolean({
    description:
      "Also give the text without hidden characters, active HTML and credentials, unless it is rejected",
    default: false,
  }),
  wrap: Type.Boolean({
    description: "Put marks around the admitted text that name its hash",
    default: false,
  }),
  source: Type.String({
    description: "Where the text comes from, for the report; up to 200 characters",
    default: "",
  }),
});

export const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  findings: Type.Array(
    Type.Object({
      code: oneOf(FINDING_CODES),
      severity: oneOf(SEVERITIES),
      action: oneOf(VERDICTS),
      count: Type.Integer({ minimum: 1 }),
      line: Type.Optional(Type.Integer({ minimum: 1, description: "Of the first occurrence" })),
      column: Type.Optional(Type.Integer({ minimum: 1, description: "In code points" })),
      message: Type.String(),
    }),
    { description: "By severity, then code; never with a word of the text" },
  ),
  families: Type.Array(Type.String(), {
    description: "Codes of the families of injection in the text as it stands",
  }),
  sanitizedText: Type.Optional(Type.String()),
  sha256: Type.String({ description: "Of the text in UTF-8, in hex" }),
  characters: Type.Integer({ minimum: 0, description: "Code points" }),
});

export type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
export type Finding = Value["findings"][number];
export type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;
