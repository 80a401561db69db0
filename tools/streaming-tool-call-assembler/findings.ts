/** What is wrong with the calls that came out of a stream. */
import type { Entry } from "../_core/tool.ts";
import type { CheckTrouble, DeclaredTools } from "../_lib/agents/declared-tools.ts";
import type { EntryDetail } from "../_lib/results/entry-list.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { beginning } from "../_lib/text/shown.ts";
import { type Arguments, argumentsOf, type StreamCall } from "./call.ts";
import type { Found } from "./chunks.ts";
import type { Failure } from "../streaming-tool-call-assembler.ts";

/** A call at the end of the stream. */
export interface AssembledCall extends Arguments {
  readonly call: StreamCall;
  readonly index: number;
  readonly id: string;
}

export function assembled(call: StreamCall, index: number): AssembledCall {
  return { call, index, id: call.id ?? `call_${index}`, ...argumentsOf(call) };
}

/** Pointer of a call in the result. */
export function pathOf({ index }: AssembledCall): string {
  return `/value/calls/${index}`;
}

/** What is wrong with a call that is the client's to run. */
export function findingsOf(
  assembledCall: AssembledCall,
  tools: DeclaredTools | undefined,
): Found<Failure>[] | { readonly trouble: CheckTrouble } {
  const { call, whole } = assembledCall;
  if (call.providerExecuted) return [];
  const at = call.isClosed ? (call.closedAt ?? Infinity) : Infinity;
  const found: Found<Failure>[] = [];
  const note = (code: Failure, detail: () => EntryDetail) => found.push({ at, code, detail });
  if (!call.isClosed) note("CALL_INCOMPLETE", () => incomplete(assembledCall));
  else if (whole === undefined) note("ARGUMENTS_NOT_JSON", () => notJson(assembledCall));
  if (tools === undefined || call.name === "") return found;
  if (!tools.has(call.name)) note("TOOL_UNKNOWN", () => unknownTool(assembledCall, tools));
  else if (whole !== undefined) {
    const checked = tools.check(call.name, whole, `${pathOf(assembledCall)}/arguments`);
    if ("trouble" in checked) return checked;
    for (const entry of checked) note(entry.code, () => entry as Entry<Failure>);
  }
  return found;
}

function incomplete(assembledCall: AssembledCall): EntryDetail {
  const { call } = assembledCall;
  const [found, expected] =
    call.name === ""
      ? ["no beginning with its name", "the whole stream"]
      : ["the end of the stream", "the provider to close it"];
  const message = `Cannot complete the call ${nameOf(assembledCall)}: found ${found}, expected ${expected}`;
  return { message, path: pathOf(assembledCall), expected };
}

const LONGEST_SHOWN = 60;

function nameOf({ call, id }: AssembledCall): string {
  const name = JSON.stringify(beginning(call.name, LONGEST_SHOWN));
  return `${name} (${beginning(id, LONGEST_SHOWN)})`;
}

function notJson(assembledCall: AssembledCall): EntryDetail {
  const { call, partial } = assembledCall;
  const found = call.fault ?? whatIs(call.argumentsText, partial);
  const expected = "a JSON object";
  const message = `Cannot read the arguments of ${nameOf(assembledCall)}: found ${found}, expected ${expected}`;
  return { message, path: `${pathOf(assembledCall)}/argumentsText`, expected };
}

function whatIs(text: string, partial: JsonNode | undefined): string {
  if (partial !== undefined) return "an object that is not well-formed, or ends too early";
  return /^\s*"/.test(text) ? "a JSON string" : "something else";
}

function unknownTool(assembledCall: AssembledCall, tools: DeclaredTools): EntryDetail {
  const { call } = assembledCall;
  const expected = "the name of a declared tool";
  const message = `Cannot find the tool: found ${JSON.stringify(beginning(call.name, LONGEST_SHOWN))}, expected ${expected}`;
  const hint = tools.meant(call.name);
  return {
    message,
    path: `${pathOf(assembledCall)}/name`,
    expected,
    received: call.name,
    ...(hint === undefined ? {} : { hint }),
  };
}
