/** Streams read by the assembler of tool calls. */
import type { Static } from "@sinclair/typebox";
import tool from "../../tools/streaming-tool-call-assembler.ts";
import { runUnit } from "./run-unit.ts";

export type Value = Static<typeof tool.value>;

export function read(stream: unknown) {
  const { value, valid, output, errors = [], warnings = [] } = runUnit(tool as never, { stream });
  const codes = [...errors, ...warnings].map(({ code, path }) => `${code} ${path}`);
  return { ...(value as Value), value: value as Value, valid, output, errors, warnings, codes };
}

export function calls(stream: unknown) {
  return read(stream).calls.map((call) =>
    call.complete
      ? `${call.id} ${call.name} ${JSON.stringify(call.arguments)}`
      : `${call.id} ${call.name} !${JSON.stringify(call.partialArguments)}`,
  );
}
