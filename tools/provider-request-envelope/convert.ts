/** The body for another provider. */
import type { Budget } from "../_core/tool.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  numberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { compareNumbers } from "../_lib/json/tree/number.ts";
import { textOf } from "../_lib/json/tree/members.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import { PLACES, type SettingName, SETTINGS } from "../_lib/agents/tool-call/places.ts";
import { conversationMembers } from "./bodies.ts";
import { readChoice, readSerial, writeChoice } from "./choice.ts";
import type { Input, Value } from "../provider-request-envelope.ts";
import { readFormat, writeFormat } from "./format.ts";
import type { Ledger } from "./ledger.ts";
import { contextOf, SAMPLING, samplingRefused } from "./sampling.ts";
import { Reading, type Setting } from "./settings.ts";
import { convertedTools } from "./tools.ts";
import { type Conversation, MESSAGES } from "./turns.ts";
import { TurnWriter } from "./write-turns.ts";

export interface ConvertOptions {
  readonly from: Provider;
  readonly to: Provider;
  readonly model: string | undefined;
  readonly maxTokens: number;
  readonly geminiSchema: Input["geminiSchema"];
  readonly budget: Budget;
}

export interface Converted {
  readonly body: JsonObject;
  readonly model: string | null;
  readonly streams: boolean;
  readonly nameMap: Value["nameMap"];
}

/** Writes the body of one provider for another one; the ledger hears what does not travel. */
export function convertBody(
  body: JsonNode,
  conversation: Conversation,
  options: ConvertOptions,
  ledger: Ledger,
): Converted {
  const { from, to } = options;
  const reading = new Reading(body, from);
  for (const key of [
    MESSAGES[from],
    "instructions",
    "system",
    "systemInstruction",
    "system_instruction",
  ])
    reading.at(key);
  const tools = convertedTools(reading, options, ledger);
  const writer = new TurnWriter(to, tools.names, ledger);
  const turns = conversation.turns.map((turn) => writer.write(turn));
  const given = textOf(reading.at("model")?.node);
  const model = options.model ?? given ?? null;
  const choice = readChoice(reading, ledger);
  const named =
    choice?.name === undefined ? choice : { ...choice, name: tools.names.nameFor(choice.name) };
  const streams = reading.setting("stream")?.node;
  const members = [
    ...(model === null || to === "gemini" ? [] : [memberNode("model", stringNode(model))]),
    ...conversationMembers(turns, to, ledger),
    ...tools.members,
    ...writeChoice({ choice: named, serial: readSerial(reading) }, to, ledger),
    ...settingMembers(reading, options, ledger, model),
  ];
  reading.loseUnread(ledger, to);
  return {
    body: objectNode(members),
    model,
    streams: streams?.type === "boolean" && streams.value,
    nameMap: tools.nameMap,
  };
}

/** A body that ends with the assistant has the model go on from there; OpenAI's models answer anew. */
export function noteEnd({ turns }: Conversation, to: Provider, ledger: Ledger): void {
  const last = turns.at(-1);
  if (last?.role !== "assistant" || !to.startsWith("openai")) return;
  if (last.parts.some(({ kind }) => kind === "call")) return;
  const message =
    "The last message is one of the assistant, which the models of OpenAI do not go on with";
  ledger.warn("ASSISTANT_LAST", message, last.path);
}

function settingMembers(
  reading: Reading,
  options: ConvertOptions,
  ledger: Ledger,
  model: string | null,
): JsonMember[] {
  const tree = new Members();
  const { to } = options;
  // What the model of the body itself refuses is told of where the body is checked.
  const isOther = model !== textOf(reading.at("model")?.node);
  const context = contextOf(reading, isOther ? (model ?? undefined) : undefined);
  for (const name of SETTINGS) {
    if (name === "format") {
      const format = readFormat(reading, ledger);
      const written = format === undefined ? [] : writeFormat(format, to, ledger);
      for (const { place, node } of written) tree.set(place, node);
      continue;
    }
    const setting = reading.setting(name) ?? addedLimit(name, options, ledger);
    if (setting === undefined) continue;
    writeSetting(name, setting, to, ledger, tree);
    const refused =
      PLACES[to][name] !== undefined && SAMPLING.includes(name)
        ? samplingRefused(name, setting, context)
        : undefined;
    if (refused !== undefined) ledger.warn("SAMPLING_UNSUPPORTED", refused, setting.path);
  }
  return tree.list();
}

/** Anthropic needs a limit. */
function addedLimit(
  name: SettingName,
  { to, maxTokens }: ConvertOptions,
  ledger: Ledger,
): Setting | undefined {
  if (name !== "limit" || to !== "anthropic") return undefined;
  const node = numberNode(String(maxTokens));
  ledger.add("/max_tokens", node);
  const message = `The target needs an output limit; it got ${maxTokens}`;
  ledger.warn("MAX_TOKENS_ADDED", message, "", { received: maxTokens });
  return { node, path: "/max_tokens" };
}

function writeSetting(
  name: SettingName,
  setting: Setting,
  to: Provider,
  ledger: Ledger,
  tree: Members,
): void {
  const place = PLACES[to][name];
  if (place === undefined) {
    // Whether an answer is streamed is said by Gemini's endpoint.
    if (name !== "stream") ledger.lose(setting.path, `${to} has no place for it`);
    return;
  }
  tree.set(place, valueFor(name, setting, to, ledger));
}

const MOST_STOPS: Readonly<Partial<Record<Provider, number>>> = { "openai-chat": 4, gemini: 5 };
const LEAST_LIMIT = "16";

function valueFor(
  name: SettingName,
  { node, path }: Setting,
  to: Provider,
  ledger: Ledger,
): JsonNode {
  const clamped = (bound: string) => {
    const message = `The value is ${node.type === "number" ? node.text : ""}, and ${bound} in the written body`;
    ledger.warn("VALUE_CLAMPED", message, path, { expected: Number(bound) });
    return numberNode(bound);
  };
  if (node.type === "number" && name === "temperature" && to === "anthropic")
    return compareNumbers(node.text, "1") > 0 ? clamped("1") : node;
  if (node.type === "number" && name === "limit" && to === "openai-responses")
    return compareNumbers(node.text, LEAST_LIMIT) < 0 ? clamped(LEAST_LIMIT) : node;
  if (name === "stop") return stops(node, path, to, ledger);
  if (name !== "effort" || node.type !== "string") return node;
  return stringNode(to === "gemini" ? node.value.toUpperCase() : node.value.toLowerCase());
}

function stops(node: JsonNode, path: string, to: Provider, ledger: Ledger): JsonNode {
  if (node.type !== "array") return arrayNode([node]);
  const most = MOST_STOPS[to] ?? Infinity;
  for (let index = most; index < node.items.length; index++)
    ledger.lose(`${path}/${index}`, `${to} takes at most ${most}`);
  return node.items.length > most ? arrayNode(node.items.slice(0, most)) : node;
}

/** Members within members, each at the place of the first that was set in it. */
class Members {
  readonly #tree = new Map<string, JsonNode | Members>();

  set([key = "", ...rest]: readonly string[], node: JsonNode): void {
    if (rest.length === 0) {
      this.#tree.set(key, node);
      return;
    }
    const known = this.#tree.get(key);
    const inside = known instanceof Members ? known : new Members();
    this.#tree.set(key, inside);
    inside.set(rest, node);
  }

  list(): JsonMember[] {
    return Array.from(this.#tree, ([key, value]) =>
      memberNode(key, value instanceof Members ? objectNode(value.list()) : value),
    );
  }
}
