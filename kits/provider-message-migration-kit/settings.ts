/** Settings, tool choice and answer format, under the names of each provider. */
import { ALSO_READ, PLACES, type SettingName } from "../../tools/_lib/agents/tool-call/places.ts";
import { fromGeminiSchema } from "../../tools/_lib/agents/tool-call/gemini-schema.ts";
import { formatPointer } from "../../tools/_lib/results/pointer.ts";
import type { Provider, ResponseFormat, Settings, ToolChoice } from "./canonical.ts";
import type { Notes } from "./extras.ts";
import {
  at,
  fromNode,
  isList,
  isMembers,
  type Json,
  listAt,
  numberAt,
  textAt,
  toNode,
} from "../../tools/_lib/json/tree/exact.ts";

type Shape = Exclude<Provider, "openai-responses">;

/** Canonical settings that every provider has by the tables, in the order of the canonical shape. */
export const TABLED = {
  maxTokens: "limit",
  temperature: "temperature",
  topP: "topP",
  topK: "topK",
  stop: "stop",
  seed: "seed",
  presencePenalty: "presence",
  frequencyPenalty: "frequency",
  n: "n",
  effort: "effort",
  stream: "stream",
  user: "user",
} as const satisfies Partial<Record<keyof Settings, SettingName>>;

export type TabledName = keyof typeof TABLED;

export const TABLED_NAMES = Object.keys(TABLED) as TabledName[];

/** What of a body was read, so that the rest can be kept. */
export class Taken {
  readonly #taken = new Set<string>();
  readonly #above = new Set<string>();

  take(path: readonly string[]): void {
    this.#taken.add(formatPointer(path));
    for (let length = 1; length < path.length; length++)
      this.#above.add(formatPointer(path.slice(0, length)));
  }

  /** Keeps every member that was not taken; of one of which a part was, the other parts. */
  keepRest(value: Json | undefined, notes: Notes, path = ""): void {
    if (!isMembers(value)) return;
    for (const [key, member] of Object.entries(value)) {
      const place = path + formatPointer([key]);
      if (this.#taken.has(place)) continue;
      if (this.#above.has(place) && isMembers(member)) this.keepRest(member, notes, place);
      else notes.keep(place, member);
    }
  }
}

export function readSettings(body: Json, provider: Shape, taken: Taken): Settings {
  const settings: Record<string, Json> = {};
  for (const name of TABLED_NAMES) {
    if (name === "effort") {
      const format = readFormat(body, provider, taken);
      if (format !== undefined) settings["responseFormat"] = format as unknown as Json;
    }
    const places = [PLACES[provider][TABLED[name]], ALSO_READ[provider]?.[TABLED[name]]];
    for (const place of places) {
      const value = place && valueFor(name, at(body, ...place));
      if (place === undefined || value === undefined) continue;
      taken.take(place);
      settings[name] = value;
      break;
    }
  }
  return settings as Settings;
}

/** A value that is of the setting's type; anything else stays with its provider. */
function valueFor(name: TabledName, given: Json | undefined): Json | undefined {
  switch (name) {
    case "stop":
      if (typeof given === "string") return [given];
      return isList(given) && given.length > 0 && given.every((item) => typeof item === "string")
        ? given
        : undefined;
    case "effort":
      return typeof given === "string" ? given.toLowerCase() : undefined;
    case "user":
      return typeof given === "string" ? given : undefined;
    case "stream":
      return typeof given === "boolean" ? given : undefined;
    default:
      return numberAt(given) === undefined ? undefined : given;
  }
}

function readFormat(body: Json, provider: Shape, taken: Taken): ResponseFormat | undefined {
  if (provider === "gemini") return geminiFormat(body, taken);
  const place = provider === "anthropic" ? ["output_config", "format"] : ["response_format"];
  const inside = provider === "anthropic" ? place : [...place, "json_schema"];
  const type = textAt(body, ...place, "type");
  if (type === "json_schema") {
    const schema = at(body, ...inside, "schema");
    const name = textAt(body, ...inside, "name");
    const strict = at(body, ...inside, "strict");
    taken.take([...place, "type"]);
    if (schema !== undefined) taken.take([...inside, "schema"]);
    if (name !== undefined) taken.take([...inside, "name"]);
    if (typeof strict === "boolean") taken.take([...inside, "strict"]);
    return {
      type: "json-schema",
      ...(name === undefined ? {} : { name }),
      ...(schema === undefined ? {} : { schema }),
      ...(typeof strict === "boolean" ? { strict } : {}),
    };
  }
  if (provider === "anthropic" || (type !== "text" && type !== "json_object")) return undefined;
  taken.take([...place, "type"]);
  return { type: type === "text" ? "text" : "json" };
}

const CONFIG = "generationConfig";

function geminiFormat(body: Json, taken: Taken): ResponseFormat | undefined {
  const mime = textAt(body, CONFIG, "responseMimeType");
  if (mime === "text/plain") {
    taken.take([CONFIG, "responseMimeType"]);
    return { type: "text" };
  }
  const key = ["responseJsonSchema", "responseSchema"].find(
    (name) => at(body, CONFIG, name) !== undefined,
  );
  if (mime !== undefined && mime !== "application/json") return undefined;
  if (key === undefined && mime === undefined) return undefined;
  if (mime !== undefined) taken.take([CONFIG, "responseMimeType"]);
  if (key === undefined) return { type: "json" };
  taken.take([CONFIG, key]);
  const given = at(body, CONFIG, key) ?? null;
  const schema = key === "responseSchema" ? fromNode(fromGeminiSchema(toNode(given))) : given;
  return { type: "json-schema", schema };
}

export interface Choice {
  readonly toolChoice: ToolChoice;
  readonly parallelToolCalls: boolean | null;
}

const WORDS: ReadonlyMap<string, "auto" | "none" | "required"> = new Map([
  ["auto", "auto"],
  ["none", "none"],
  ["required", "required"],
  ["any", "required"],
]);

export function readChoice(body: Json, provider: Shape, taken: Taken): Choice {
  if (provider === "gemini")
    return { toolChoice: geminiChoice(body, taken), parallelToolCalls: null };
  if (provider === "anthropic") return anthropicChoice(body, taken);
  const parallel = at(body, "parallel_tool_calls");
  if (typeof parallel === "boolean") taken.take(["parallel_tool_calls"]);
  const parallelToolCalls = typeof parallel === "boolean" ? parallel : null;
  const toolChoice = chatChoice(body, taken) ?? legacyChoice(body, taken) ?? null;
  return { toolChoice, parallelToolCalls };
}

function chatChoice(body: Json, taken: Taken): ToolChoice | undefined {
  const given = at(body, "tool_choice");
  const tool = textAt(given, "function", "name");
  if (tool !== undefined) {
    taken.take(["tool_choice", "type"]);
    taken.take(["tool_choice", "function", "name"]);
    return { tool };
  }
  const word = typeof given === "string" && given !== "any" ? WORDS.get(given) : undefined;
  if (word !== undefined) taken.take(["tool_choice"]);
  return word;
}

/** As it was said before there were tools. */
function legacyChoice(body: Json, taken: Taken): ToolChoice | undefined {
  const given = at(body, "function_call");
  const tool = textAt(given, "name");
  const word = given === "auto" || given === "none" ? given : undefined;
  if (tool !== undefined || word !== undefined) taken.take(["function_call"]);
  return tool === undefined ? word : { tool };
}

function anthropicChoice(body: Json, taken: Taken): Choice {
  const place = "tool_choice";
  const type = textAt(body, place, "type");
  const serial = at(body, place, "disable_parallel_tool_use");
  const parallelToolCalls = typeof serial === "boolean" ? !serial : null;
  const tool = type === "tool" ? textAt(body, place, "name") : undefined;
  const word = type === "required" ? undefined : WORDS.get(type ?? "");
  if (tool === undefined && word === undefined)
    return { toolChoice: null, parallelToolCalls: null };
  taken.take([place, "type"]);
  if (parallelToolCalls !== null) taken.take([place, "disable_parallel_tool_use"]);
  if (tool !== undefined) taken.take([place, "name"]);
  return { toolChoice: tool === undefined ? (word ?? null) : { tool }, parallelToolCalls };
}

function geminiChoice(body: Json, taken: Taken): ToolChoice {
  const place = ["toolConfig", "functionCallingConfig"];
  const word = WORDS.get(textAt(body, ...place, "mode")?.toLowerCase() ?? "");
  if (word === undefined) return null;
  taken.take([...place, "mode"]);
  const names = listAt(body, ...place, "allowedFunctionNames");
  const [only] = names;
  if (word !== "required" || names.length !== 1 || typeof only !== "string") return word;
  taken.take([...place, "allowedFunctionNames"]);
  return { tool: only };
}

/** The members that say the same to a provider. */
export function writeChoice({ toolChoice, parallelToolCalls }: Choice, to: Shape): Json {
  if (to === "anthropic") return anthropicMembers(toolChoice, parallelToolCalls);
  if (to === "gemini") return toolChoice === null ? {} : { toolConfig: geminiConfig(toolChoice) };
  const choice =
    toolChoice === null || typeof toolChoice === "string"
      ? toolChoice
      : { type: "function", function: { name: toolChoice.tool } };
  return {
    ...(choice === null ? {} : { tool_choice: choice }),
    ...(parallelToolCalls === null ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
}

function geminiConfig(choice: Exclude<ToolChoice, null>): Json {
  if (typeof choice !== "string")
    return { functionCallingConfig: { mode: "ANY", allowedFunctionNames: [choice.tool] } };
  const mode = { auto: "AUTO", none: "NONE", required: "ANY" }[choice];
  return { functionCallingConfig: { mode } };
}

function anthropicMembers(choice: ToolChoice, parallel: boolean | null): Json {
  if (choice === null) return {};
  const head =
    typeof choice === "string"
      ? { type: { auto: "auto", none: "none", required: "any" }[choice] }
      : { type: "tool", name: choice.tool };
  const flag = parallel === null ? {} : { disable_parallel_tool_use: !parallel };
  return { tool_choice: { ...head, ...flag } };
}

/** The settings as members of a body; what has no place is not there any more. */
export function writeSettings(settings: Settings, to: Shape): Json {
  const tree = new Map<string, Json | Map<string, Json>>();
  for (const [place, value] of placed(settings, to)) setAt(tree, place, value);
  return membersOf(tree);
}

function* placed(settings: Settings, to: Shape): Generator<readonly [readonly string[], Json]> {
  for (const name of TABLED_NAMES) {
    if (name === "effort" && settings.responseFormat !== undefined)
      yield* formatMembers(settings.responseFormat, to);
    const value = settings[name];
    const place = PLACES[to][TABLED[name]];
    if (value === undefined || place === undefined) continue;
    yield [place, name === "effort" && to === "gemini" ? String(value).toUpperCase() : value];
  }
}

function* formatMembers(
  { type, name, schema, strict }: ResponseFormat,
  to: Shape,
): Generator<readonly [readonly string[], Json]> {
  const given = schema === undefined ? {} : { schema };
  if (to === "gemini") {
    yield [[CONFIG, "responseMimeType"], type === "text" ? "text/plain" : "application/json"];
    if (schema !== undefined) yield [[CONFIG, "responseJsonSchema"], schema];
  } else if (to === "anthropic") {
    yield [["output_config", "format"], { type: "json_schema", ...given }];
  } else if (type === "json-schema") {
    const head = name === undefined ? {} : { name };
    const flag = strict === undefined ? {} : { strict };
    const schemaMembers = { ...head, ...given, ...flag };
    yield [["response_format"], { type: "json_schema", json_schema: schemaMembers }];
  } else yield [["response_format"], { type: type === "text" ? "text" : "json_object" }];
}

type Tree = Map<string, Json | Tree>;

function setAt(tree: Tree, [key = "", ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    tree.set(key, value);
    return;
  }
  const known = tree.get(key);
  const inside: Tree = known instanceof Map ? known : new Map();
  tree.set(key, inside);
  setAt(inside, rest, value);
}

function membersOf(tree: Tree): Json {
  return Object.fromEntries(
    [...tree].map(([key, value]) => [key, value instanceof Map ? membersOf(value) : value]),
  );
}
