/** Reads a recording, puts its calls together and tells what was wrong with it. */
import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import { readDeclared } from "../_lib/agents/declared-tools.ts";
import { type EntrySink, ErrorList, joinEntries, WarningList } from "../_lib/results/entry-list.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { dataOf, valueOf } from "../_lib/json/tree/value.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { assembleAnthropic } from "./anthropic.ts";
import { type Assembler, Assembly } from "./assembly.ts";
import { assembleBedrock } from "./bedrock.ts";
import { assembleChat } from "./chat.ts";
import { type Found, readRecording, type Recording } from "./chunks.ts";
import { assembleCohere } from "./cohere.ts";
import type { Failure, Input, Value, Warning } from "../streaming-tool-call-assembler.ts";
import { type AssembledCall, assembled, findingsOf, pathOf } from "./findings.ts";
import { finishReasonOf } from "./finish.ts";
import { assembleGemini } from "./gemini.ts";
import { assembleOllama } from "./ollama.ts";
import { isOf, type Provider, providerOf } from "./provider.ts";
import { assembleResponses } from "./responses.ts";

const ASSEMBLERS: Readonly<Record<Provider, Assembler>> = {
  "openai-chat": assembleChat,
  "openai-responses": assembleResponses,
  anthropic: assembleAnthropic,
  gemini: assembleGemini,
  bedrock: assembleBedrock,
  cohere: assembleCohere,
  ollama: assembleOllama,
};

export function assembleStream(input: Input, budget: Budget) {
  const declared = readDeclared(input.tools, budget);
  if ("failure" in declared) return declared.failure;
  const recording = readRecording(input.stream);
  if ("failure" in recording) return fail(recording.failure);
  const provider = chosen(input.provider, recording);
  if (provider === undefined) return unreadable(input.provider, recording);
  const assembly = new Assembly();
  ASSEMBLERS[provider](recording.chunks, assembly);
  const calls = assembly.sorted().map(assembled);
  const found: Found<Failure>[] = [...recording.problems, ...assembly.errors];
  for (const call of calls) {
    const findings = findingsOf(call, declared.tools);
    if ("trouble" in findings) return fail(findings.trouble);
    found.push(...findings);
  }
  return report({ provider, recording, assembly, calls, found, read: declared.warnings });
}

function chosen(named: Input["provider"], { chunks }: Recording): Provider | undefined {
  if (named === "auto") return providerOf(chunks);
  return chunks.some(({ node }) => isOf(node, named)) ? named : undefined;
}

function unreadable(named: Input["provider"], { count, problems }: Recording) {
  const path = "/stream";
  if (count === 0 && problems.length === 0) {
    const message = "Cannot assemble calls: found no chunks, expected a recorded stream";
    return fail({ code: "STREAM_EMPTY", message, path });
  }
  const expected = named === "auto" ? "a chunk of a provider that is known" : `a chunk of ${named}`;
  const chunks = count === 1 ? "1 chunk" : `${count} chunks`;
  const message = `Cannot assemble calls: found ${chunks} of another kind, expected ${expected}`;
  const first = { code: "STREAM_UNRECOGNISED", message, path, expected } as const;
  return fail([first, ...inOrder(problems, new ErrorList<Failure>()).list()]);
}

interface Findings {
  readonly provider: Provider;
  readonly recording: Recording;
  readonly assembly: Assembly;
  readonly calls: readonly AssembledCall[];
  readonly found: readonly Found<Failure>[];
  readonly read: readonly Entry<Warning>[];
}

function report({ provider, recording, assembly, calls, found, read }: Findings) {
  const output = prettyJson(arrayNode(calls.map(outputOf)));
  if (output === undefined) return fail(outputTooLarge());
  const isClients = calls.some(({ call }) => !call.providerExecuted);
  const raw = assembly.finishReason;
  const inexact = new WarningList<Warning>();
  const value: Value = {
    provider,
    calls: calls.map((call) => valueOfCall(call, inexact)),
    text: assembly.text,
    finishReason: finishReasonOf(raw, isClients, provider === "ollama"),
    rawFinishReason: raw ?? null,
    chunks: recording.count,
    duplicates: assembly.duplicates,
    usage: assembly.usage === undefined ? null : valueOf(assembly.usage).value,
  };
  const errors = inOrder(found, new ErrorList<Failure>()).list();
  const warnings = joinEntries<Warning>(
    read,
    inOrder(assembly.warnings, new WarningList<Warning>()).list(),
    raw === undefined ? [endedEarly()] : [],
    inexact.list(),
  );
  const incomplete = value.calls.filter(({ complete }) => !complete).length;
  const stats = { chunks: recording.count, calls: calls.length, incomplete };
  return done({ output, value, valid: errors.length === 0, errors, warnings, stats });
}

/** In the order of the stream. */
function inOrder<C extends string, L extends EntrySink<C>>(found: readonly Found<C>[], list: L): L {
  // Two that never end are as far apart as they were found.
  const sorted = found.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at));
  for (const { code, detail } of sorted) list.add(code, detail);
  return list;
}

function endedEarly(): Entry<"STREAM_ENDED_EARLY"> {
  const message = "The stream ends without a finish reason; what follows is missing";
  return { code: "STREAM_ENDED_EARLY", message, path: "/stream" };
}

function outputOf({ call, id, whole }: AssembledCall): JsonNode {
  return objectNode([
    memberNode("id", stringNode(id)),
    memberNode("name", stringNode(call.name)),
    memberNode("arguments", whole ?? nullNode()),
  ]);
}

function valueOfCall(
  assembledCall: AssembledCall,
  inexact: WarningList<Warning>,
): Value["calls"][number] {
  const { call, index, id, whole, partial } = assembledCall;
  const data = (node: JsonNode | undefined, key: string) =>
    node === undefined ? null : dataOf(node, `${pathOf(assembledCall)}/${key}`, inexact);
  return {
    index,
    id,
    name: call.name,
    argumentsText: call.argumentsText,
    arguments: data(whole, "arguments"),
    partialArguments: data(partial, "partialArguments"),
    complete: whole !== undefined,
    providerExecuted: call.providerExecuted,
    chunks: call.chunks,
  };
}
