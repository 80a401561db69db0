/** Whether and which tool the model has to call. */
import {
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  arrayNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import type { Ledger } from "./ledger.ts";
import type { Reading, Setting } from "./settings.ts";

type ChoiceMode = "auto" | "none" | "required";

export interface ToolChoice {
  readonly mode: ChoiceMode;
  /** The tool that has to be called, for the mode `required`. */
  readonly name?: string | undefined;
  readonly path: string;
}

const WORDS: ReadonlyMap<string, ChoiceMode> = new Map([
  ["auto", "auto"],
  ["none", "none"],
  ["required", "required"],
  ["any", "required"],
  ["AUTO", "auto"],
  ["NONE", "none"],
  ["ANY", "required"],
]);

/** The choice of a body; undefined where there is none, or none that another provider has. */
export function readChoice(reading: Reading, ledger: Ledger): ToolChoice | undefined {
  if (reading.provider === "gemini") return geminiChoice(reading, ledger);
  const given = reading.at("tool_choice") ?? legacyChoice(reading);
  if (given === undefined) return undefined;
  const { node, path } = given;
  const type = textOf(node) ?? textOf(memberOf(node, "type")) ?? "";
  const mode = WORDS.get(type);
  if (mode !== undefined) return { mode, path };
  const inside = memberOf(node, "function") ?? node;
  const name = textOf(memberOf(inside, "name"));
  if (name !== undefined) return { mode: "required", name, path };
  ledger.lose(path, UNKNOWN);
  return undefined;
}

const UNKNOWN = "no other provider has such a choice";

function legacyChoice(reading: Reading): Setting | undefined {
  return reading.provider === "openai-chat" ? reading.at("function_call") : undefined;
}

function geminiChoice(reading: Reading, ledger: Ledger): ToolChoice | undefined {
  const place = ["toolConfig", "functionCallingConfig"];
  const given = reading.at(...place, "mode");
  const mode = WORDS.get(textOf(given?.node) ?? "");
  if (given !== undefined && mode === undefined) ledger.lose(given.path, UNKNOWN);
  if (given === undefined || mode === undefined) return undefined;
  const names = itemsOf(allowedNames(reading.body));
  const [only] = names;
  if (mode !== "required" || names.length !== 1) return { mode, path: given.path };
  reading.at(...place, "allowedFunctionNames");
  return { mode, name: textOf(only), path: given.path };
}

/** The list of Gemini's tools that may be called. */
export function allowedNames(body: JsonNode): JsonNode | undefined {
  const config = memberOf(body, "toolConfig");
  const inside = config && memberOf(config, "functionCallingConfig");
  return inside && memberOf(inside, "allowedFunctionNames");
}

/** Whether a body says that only one tool may be called at a time, and where. */
export function readSerial(
  reading: Reading,
): { readonly isSerial: boolean; readonly path: string } | undefined {
  const given =
    reading.provider === "anthropic"
      ? reading.at("tool_choice", "disable_parallel_tool_use")
      : reading.at("parallel_tool_calls");
  if (given?.node.type !== "boolean") return undefined;
  const isOff = reading.provider === "anthropic" ? given.node.value : !given.node.value;
  return { isSerial: isOff, path: given.path };
}

export interface WantedChoice {
  readonly choice: ToolChoice | undefined;
  readonly serial: ReturnType<typeof readSerial>;
}

/** The members that say the same to a provider; names are those that the tools have there. */
export function writeChoice(
  { choice, serial }: WantedChoice,
  target: Provider,
  ledger: Ledger,
): JsonMember[] {
  if (target === "anthropic") return anthropicMembers(choice, serial?.isSerial === true);
  const members = choice === undefined ? [] : [choiceMember(choice, target)];
  if (serial === undefined) return members;
  if (target === "gemini") {
    if (serial.isSerial)
      ledger.lose(serial.path, "gemini cannot be told to call one tool at a time");
    return members;
  }
  return [...members, memberNode("parallel_tool_calls", booleanNode(!serial.isSerial))];
}

function choiceMember(
  { mode, name }: ToolChoice,
  target: Exclude<Provider, "anthropic">,
): JsonMember {
  if (target === "gemini") return memberNode("toolConfig", geminiConfig(mode, name));
  if (name === undefined) return memberNode("tool_choice", stringNode(mode));
  const named = memberNode("name", stringNode(name));
  const type = memberNode("type", stringNode("function"));
  const members =
    target === "openai-chat" ? [memberNode("function", objectNode([named]))] : [named];
  return memberNode("tool_choice", objectNode([type, ...members]));
}

function geminiConfig(mode: ChoiceMode, name: string | undefined): JsonObject {
  const word = { auto: "AUTO", none: "NONE", required: "ANY" }[mode];
  const names =
    name === undefined ? [] : [memberNode("allowedFunctionNames", arrayNode([stringNode(name)]))];
  const config = objectNode([memberNode("mode", stringNode(word)), ...names]);
  return objectNode([memberNode("functionCallingConfig", config)]);
}

/** Anthropic says both in one member, and with `none` there is nothing to call in parallel. */
function anthropicMembers(choice: ToolChoice | undefined, isSerial: boolean): JsonMember[] {
  if (choice === undefined && !isSerial) return [];
  const { mode = "auto", name } = choice ?? {};
  const type = name === undefined ? { auto: "auto", none: "none", required: "any" }[mode] : "tool";
  const named = name === undefined ? [] : [memberNode("name", stringNode(name))];
  const flag =
    isSerial && mode !== "none" ? [memberNode("disable_parallel_tool_use", booleanNode(true))] : [];
  const members = [memberNode("type", stringNode(type)), ...named, ...flag];
  return [memberNode("tool_choice", objectNode(members))];
}
