/** Tools, calls and results of a body, and how they belong together. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import type { CallItem } from "../_lib/agents/tool-call/items.ts";
import { takesName } from "../_lib/agents/tool-call/renaming.ts";
import { allowedNames, readChoice } from "./choice.ts";
import { type Findings, shown } from "./findings.ts";
import { Ledger } from "./ledger.ts";
import { Reading } from "./settings.ts";
import { type BodyTools, toolsOf } from "./tools.ts";
import type { Conversation, Turn } from "./turns.ts";

export function checkCalls(
  body: JsonNode,
  provider: Provider,
  { turns }: Conversation,
  findings: Findings,
): void {
  const tools = toolsOf(body);
  const declared = checkTools(tools, provider, findings);
  const hosted = new Set(tools.others.flatMap((path) => hostedName(body, path)));
  checkChoice(body, provider, new Set([...declared, ...hosted]), findings);
  const seen = new Set<string>();
  for (const [index, turn] of turns.entries()) {
    for (const part of turn.parts) {
      if (part.kind === "call") checkCall(part.call, declared, seen, findings);
      if (part.kind === "result" && part.result.call === undefined) {
        const found = part.result.id === undefined ? "no id" : shown(part.result.id);
        const message = `Cannot tell what the result answers: found ${found}, expected the id of an earlier call`;
        findings.error("TOOL_RESULT_ORPHAN", message, part.path, {
          received: part.result.id ?? null,
        });
      }
    }
    checkAnswered(turns, index, findings);
  }
}

/** A tool that the provider runs itself may have a name, too. */
function hostedName(body: JsonNode, path: string): string[] {
  const [, key = "", index = ""] = path.split("/");
  const list = memberOf(body, key);
  const node = list?.type === "array" ? list.items[Number(index)] : undefined;
  const name = node && textOf(memberOf(node, "name"));
  return name === undefined ? [] : [name];
}

function checkTools(
  { tools }: BodyTools,
  provider: Provider,
  findings: Findings,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name, path, shape } of tools) {
    const place = shape === "openai-chat" ? `${path}/function/name` : `${path}/name`;
    if (names.has(name)) {
      const message = `Cannot tell tools apart: found the name ${shown(name)} again, expected another one`;
      findings.error("DUPLICATE_TOOL", message, path, { received: name });
    }
    names.add(name);
    if (takesName(provider, name)) continue;
    const message = `Cannot use the name for ${provider}: found ${shown(name)}, expected one that it takes`;
    findings.error("NAME_INVALID", message, place, { received: name });
  }
  return names;
}

function checkChoice(
  body: JsonNode,
  provider: Provider,
  names: ReadonlySet<string>,
  findings: Findings,
): void {
  for (const { name, path } of namesChosen(body, provider)) {
    if (names.has(name)) continue;
    const message = `Cannot call the tool: found ${shown(name)}, expected the name of one that is declared`;
    findings.error("TOOL_CHOICE_UNKNOWN", message, path, { received: name });
  }
}

/** The tools that may be called, where the body names some. */
function namesChosen(body: JsonNode, provider: Provider): { name: string; path: string }[] {
  if (provider !== "gemini") {
    const choice = readChoice(new Reading(body, provider), new Ledger());
    return choice?.name === undefined ? [] : [{ name: choice.name, path: choice.path }];
  }
  const path = "/toolConfig/functionCallingConfig/allowedFunctionNames";
  return itemsOf(allowedNames(body)).flatMap((node) => {
    const name = textOf(node);
    return name === undefined ? [] : [{ name, path }];
  });
}

function checkCall(
  call: CallItem,
  declared: ReadonlySet<string>,
  seen: Set<string>,
  findings: Findings,
): void {
  const { id, idNode, name, path, problem, argumentsPath, shape } = call;
  if (idNode !== undefined && seen.has(id)) {
    const message = `Cannot tell calls apart: found the id ${shown(id)} again, expected another one`;
    findings.error("TOOL_CALL_DUPLICATE_ID", message, path, { received: id });
  }
  if (idNode !== undefined) seen.add(id);
  if (problem !== undefined) {
    const message = `Cannot read the arguments: found ${problem.found}, expected ${problem.expected}`;
    findings.error("ARGUMENTS_NOT_JSON", message, argumentsPath);
  }
  const isData = shape === "anthropic" || shape === "gemini";
  if (isData && call.arguments !== undefined && call.arguments.type !== "object")
    findings.wrongType(argumentsPath, call.arguments, "object");
  if (declared.has(name)) return;
  const message = `No tool ${shown(name)} is declared`;
  findings.warn("TOOL_UNDECLARED", message, path, { received: name });
}

/** The results of a turn's calls stand in the turns right behind it, if the conversation goes on. */
function checkAnswered(turns: readonly Turn[], index: number, findings: Findings): void {
  const calls =
    turns[index]?.parts.flatMap((part) => (part.kind === "call" ? [part.call] : [])) ?? [];
  if (calls.length === 0 || index + 1 === turns.length) return;
  const answered = new Set<number | undefined>();
  for (let at = index + 1; at < turns.length; at++) {
    const results =
      turns[at]?.parts.flatMap((part) => (part.kind === "result" ? [part.result] : [])) ?? [];
    if (results.length === 0) break;
    for (const { call } of results) answered.add(call);
  }
  for (const { index: call, id, path } of calls) {
    if (answered.has(call)) continue;
    const message = `Cannot go on: found no result of the call ${shown(id)} right behind it, expected one`;
    findings.error("TOOL_RESULT_MISSING", message, path, { received: id });
  }
}
