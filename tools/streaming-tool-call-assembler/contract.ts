/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DECLARED_FAILURES, DECLARED_WARNINGS } from "../_lib/agents/declared-tools.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { FINISH_REASONS } from "./finish.ts";
import { PROVIDERS } from "./provider.ts";

export const FAILURES = {
  ...DECLARED_FAILURES,
  ...OUTPUT_FAILURES,
  STREAM_EMPTY: "There are no chunks",
  STREAM_UNRECOGNISED: "No chunk is of a provider that is known, or of the one that was named",
  CALL_INCOMPLETE: "The provider never closed the call, or its beginning is missing",
  ARGUMENTS_NOT_JSON: "The call was closed, but its arguments are no JSON object",
  CHUNK_NOT_JSON: "A chunk is no JSON; the others are read",
  TOOL_UNKNOWN: "No declared tool has the name",
} as const;

export const WARNINGS = {
  ...DECLARED_WARNINGS,
  ...VALUE_WARNINGS,
  STREAM_ENDED_EARLY: "There is no finish reason",
  DUPLICATE_CHUNK: "A chunk came again and was dropped",
  DUPLICATE_ARGUMENTS: "The whole arguments came again and were dropped",
  SEQUENCE_GAP: "Sequence numbers are missing",
  DELTA_MISMATCH: "The final arguments differ from the fragments; the final ones count",
  INDEX_REUSED: "Another call came under the index of one that was open",
  NAME_CONFLICT: "A call got a second name; the first counts",
  STREAM_RESTARTED: "The message began anew; what had come of it was dropped",
  OUT_OF_ORDER: "The events were sorted by their sequence numbers",
} as const;

export const INPUT = Type.Object({
  stream: Type.Optional(
    jsonField({
      description:
        "The recording: server-sent events, JSON lines, or an array of chunks or of pieces of text",
    }),
  ),
  provider: oneOf(["auto", ...PROVIDERS], {
    description: "Whose stream it is; auto takes the first chunk that tells",
    default: "auto",
  }),
  tools: Type.Optional(
    jsonField({
      description: "Declared tools, of any provider: names and arguments are checked against them",
    }),
  ),
});

export type Input = Static<typeof INPUT>;

const NULLABLE = (description: string) => Type.Any({ description });

export const VALUE = Type.Object({
  provider: oneOf(PROVIDERS),
  calls: Type.Array(
    Type.Object({
      index: Type.Integer({ description: "Position in the list" }),
      id: Type.String({ description: "`call_<index>` where the stream has none" }),
      name: Type.String(),
      argumentsText: Type.String({ description: "The fragments, joined" }),
      arguments: NULLABLE("The object; null for a call that is not complete"),
      partialArguments: NULLABLE("Of a call that is not complete: what its text begins with"),
      complete: Type.Boolean(),
      providerExecuted: Type.Boolean({ description: "The provider ran the tool itself" }),
      chunks: Type.Integer({ description: "Of the call" }),
    }),
    { description: "By choice and index" },
  ),
  text: Type.String({ description: "Visible text of the first choice" }),
  finishReason: Type.Union([oneOf(FINISH_REASONS), Type.Null()]),
  rawFinishReason: Type.Union([Type.String(), Type.Null()]),
  chunks: Type.Integer({ description: "In the recording, those that were dropped included" }),
  duplicates: Type.Integer({ description: "Chunks that were dropped" }),
  usage: NULLABLE("As the provider says it, or null"),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
