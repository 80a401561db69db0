/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { TRACE_FAILURES } from "../_lib/agents/trace/read.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...TRACE_FAILURES,
  ...OUTPUT_FAILURES,
  EVENTS_MISSING: "There is no log",
  MACHINE_INVALID: "The machine has no states, or names one that it does not have",
  MACHINE_UNKNOWN: "No machine has the name",
  ILLEGAL_TRANSITION: "The state has no such move",
  AFTER_FINAL: "An event came after a final state",
  STATE_UNKNOWN: "The machine has no such state",
  EVENT_UNKNOWN: "The machine has no such event",
  STATE_MISMATCH: "The event says that it starts from another state",
  TIME_REVERSED: "An event is earlier than the one before it",
  NOT_FINAL: "The log does not end in a final state",
  STATE_TIMEOUT: "A state lasted longer than it may",
  RUN_TIMEOUT: "The run lasted longer than it may",
  RETRY_LIMIT: "A call was tried again more often than it may",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  DUPLICATE_EVENT: "An event came again and was ignored",
  UNREACHABLE_STATE: "No way leads to the state",
  DEAD_END: "No way leads from the state to a final one",
  FINAL_HAS_EXIT: "A final state has moves",
  TIME_MISSING: "Some events have a time and others have none",
  OPEN_INSTANCE: "A run is not in a final state at the end",
} as const;

export const INPUT = Type.Object({
  events: Type.Optional(
    jsonField({
      description:
        "[{ event? | to?, from?, time?, id?, data? }], at most 50,000, also as JSON lines; for tool-run also a trace of an agent",
    }),
  ),
  machine: jsonField({
    description:
      "run, tool-run, a2a-task or openai-run, or { initial, states, transitions?, final? }",
    default: "run",
  }),
  instanceField: Type.Optional(
    Type.String({ description: "Member or pointer that says which run an event belongs to" }),
  ),
  expectFinal: Type.Boolean({ description: "Every run must end in a final state", default: false }),
  maxDurationMs: Type.Optional(
    Type.Number({ description: "From the first to the last event of a run", minimum: 0 }),
  ),
  maxStateMs: Type.Optional(jsonField({ description: "State → the longest stay in milliseconds" })),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

export const VALUE = Type.Object({
  machine: Type.String({ description: "The name, or custom" }),
  instances: Type.Array(
    Type.Object({
      id: Type.String(),
      state: Type.String({ description: "At the end" }),
      final: Type.Boolean(),
      path: Type.Array(Type.String()),
      transitions: Type.Integer({ minimum: 0, description: "Legal moves" }),
      illegal: Type.Array(
        Type.Object({
          index: COUNT,
          from: Type.String(),
          event: NULLABLE_TEXT,
          to: NULLABLE_TEXT,
          reason: Type.String(),
        }),
      ),
      firstIllegal: Type.Union([COUNT, Type.Null()]),
      durations: Type.Record(Type.String(), Type.Number(), {
        description: "Milliseconds by state",
      }),
      openSince: Type.Union([Type.String(), Type.Null()], {
        description: "When the state was entered, if it is not final",
      }),
    }),
    { description: "In order of first appearance" },
  ),
  unreachable: Type.Array(Type.String()),
  deadEnds: Type.Array(Type.String()),
  counts: Type.Object({ events: COUNT, legal: COUNT, illegal: COUNT, ignored: COUNT }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
