/** Whole bodies: requests and responses of every provider read into the canonical shape, and written. */
import { readDefinitions } from "../../tools/_lib/agents/tool-call/definitions.ts";
import {
  anthropicAnswer,
  readAnthropic,
  readAnthropicAnswer,
  writeAnthropic,
} from "./anthropic.ts";
import {
  asJson,
  type Canonical,
  type CanonicalRequest,
  type CanonicalResponse,
  type FinishReason,
  isCall,
  type Part,
  type Provider,
  type ToolEntry,
  type Usage,
} from "./canonical.ts";
import { chatAnswer, readChat, readChatAnswer, writeChat } from "./chat.ts";
import { NO_PLACES, Notes, Places, withExtras } from "./extras.ts";
import { geminiParts, normalGemini, readGemini, readGeminiAnswer, writeGemini } from "./gemini.ts";
import {
  at,
  fromNode,
  isMembers,
  type Json,
  listAt,
  numberAt,
  textAt,
  toNode,
} from "../../tools/_lib/json/tree/exact.ts";
import { readChoice, readSettings, Taken, writeChoice, writeSettings } from "./settings.ts";

/** The shapes that are written here; that of the Responses API goes through its tool. */
export type Shape = Exclude<Provider, "openai-responses">;

export interface ReadBody {
  readonly canonical: Canonical;
  readonly notes: Notes;
}

/** `streams` is what the endpoint says, where the body itself does not. */
export function readRequest(given: Json, provider: Shape, streams?: boolean): ReadBody {
  const body = provider === "gemini" ? normalGemini(given) : given;
  const notes = new Notes();
  const taken = new Taken();
  const read = { "openai-chat": readChat, anthropic: readAnthropic, gemini: readGemini }[provider];
  const { system, messages } = read(body, notes);
  for (const key of ["messages", "contents", "system", "systemInstruction"]) {
    const isOwn = provider === "openai-chat" ? key === "messages" : true;
    if (isOwn) taken.take([key]);
  }
  const model = textAt(body, "model") ?? null;
  if (model !== null) taken.take(["model"]);
  const tools = readTools(body, provider, notes, taken);
  const choice = readChoice(body, provider, taken);
  const settings = readSettings(body, provider, taken);
  taken.keepRest(body, notes);
  const canonical: CanonicalRequest = {
    canonical: 1,
    kind: "request",
    model,
    system,
    messages,
    tools,
    ...choice,
    settings: streams === undefined ? settings : { ...settings, stream: streams },
    extras: notes.extras,
  };
  return { canonical, notes };
}

/** The members of a definition that are read, by where they stand. */
const DEFINITION = ["name", "description", "strict"];

function readTools(body: Json, provider: Shape, notes: Notes, taken: Taken): ToolEntry[] {
  const tools: ToolEntry[] = [];
  const read = (list: string, isLegacy = false) => {
    taken.take([list]);
    for (const [index, tool] of listAt(body, list).entries()) {
      const path = isLegacy
        ? `/tools/${listAt(body, "tools").length + index}/function`
        : `/${list}/${index}`;
      readTool(tool, path, provider, notes, tools);
    }
  };
  read("tools");
  if (provider === "openai-chat") read("functions", true);
  return tools;
}

function readTool(
  tool: Json,
  path: string,
  provider: Shape,
  notes: Notes,
  tools: ToolEntry[],
): void {
  if (provider === "gemini" && at(tool, "functionDeclarations") !== undefined) {
    for (const [index, item] of listAt(tool, "functionDeclarations").entries())
      addTool(item, `${path}/functionDeclarations/${index}`, GEMINI_KEYS, notes, tools);
    notes.keepOthers(tool, path, ["functionDeclarations"]);
    return;
  }
  const type = textAt(tool, "type");
  const isFunction =
    provider === "openai-chat"
      ? isMembers(at(tool, "function")) || path.endsWith("/function")
      : provider === "anthropic" && (type === undefined || type === "custom");
  if (!isFunction) {
    notes.keep(path, tool);
    return;
  }
  const inside = at(tool, "function");
  if (provider === "openai-chat" && inside !== undefined) {
    addTool(inside, `${path}/function`, ["parameters"], notes, tools, at(tool, "strict"));
    notes.keepOthers(tool, path, ["type", "function", "strict"]);
  } else addTool(tool, path, ["parameters", "input_schema", "type"], notes, tools);
}

const GEMINI_KEYS = ["parameters", "parametersJsonSchema"];

function addTool(
  tool: Json,
  path: string,
  schemaKeys: readonly string[],
  notes: Notes,
  tools: ToolEntry[],
  outerStrict?: Json,
): void {
  const [read] = isMembers(tool) ? readDefinitions(toNode(tool), path).tools : [];
  if (read === undefined) {
    notes.keep(path.replace(/\/function$/, ""), tool);
    return;
  }
  notes.keepOthers(tool, path, [...DEFINITION, ...schemaKeys]);
  const strict = read.strict ?? (typeof outerStrict === "boolean" ? outerStrict : null);
  tools.push({
    name: read.name,
    description: read.description ?? null,
    parameters: fromNode(read.inputSchema),
    strict,
  });
}

/** What a body is written with. */
export interface WriteOptions {
  readonly model: string | null;
  /** The definitions as the target has them. */
  readonly tools: Json;
  /** For the provider that the body came from: where its extras stand, and how its system texts are parted. */
  readonly own?: { readonly groups: readonly number[] | undefined } | undefined;
}

export function writeRequest(canonical: CanonicalRequest, to: Shape, options: WriteOptions): Json {
  const { own, model, tools } = options;
  const places = own === undefined ? NO_PLACES : new Places(canonical.extras);
  const body = {
    ...(model === null || to === "gemini" ? {} : { model }),
    ...conversation(canonical, to, places, own?.groups),
    ...(Array.isArray(tools) && tools.length === 0 ? {} : { tools }),
    ...(writeChoice(canonical, to) as object),
    ...(writeSettings(canonical.settings, to) as object),
  };
  return own === undefined ? asJson(body) : withExtras(asJson(body), canonical.extras);
}

function conversation(
  canonical: CanonicalRequest,
  to: Shape,
  places: Places,
  groups: readonly number[] | undefined,
): object {
  if (to === "anthropic") return writeAnthropic(canonical, places);
  if (to === "gemini") return writeGemini(canonical, places);
  return { messages: writeChat(canonical, places, groups) };
}

/** The definitions of tools in a provider's shape, as they are. */
export function plainTools(tools: readonly ToolEntry[], to: Shape): Json {
  const written = tools.map(({ name, description, parameters, strict }) => {
    const head = { name, ...(description === null ? {} : { description }) };
    const flag = strict === null ? {} : { strict };
    if (to === "anthropic") return { ...head, input_schema: parameters, ...flag };
    if (to === "gemini") return { ...head, parametersJsonSchema: parameters };
    return { type: "function", function: { ...head, parameters, ...flag } };
  });
  if (to !== "gemini") return written;
  return written.length === 0 ? [] : [{ functionDeclarations: written }];
}

const FINISH: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ...["stop", "end_turn", "stop_sequence", "STOP"].map((key) => [key, "stop"] as const),
  ...["tool_calls", "function_call", "tool_use"].map((key) => [key, "tool-calls"] as const),
  ...["length", "max_tokens", "MAX_TOKENS", "model_context_window_exceeded"].map(
    (key) => [key, "length"] as const,
  ),
  ...[
    "content_filter",
    "refusal",
    "SAFETY",
    "RECITATION",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
  ].map((key) => [key, "content-filter"] as const),
]);

/** How each provider says a reason. */
const REASONS: Readonly<Record<Shape, Readonly<Record<FinishReason, string | null>>>> = {
  "openai-chat": {
    stop: "stop",
    "tool-calls": "tool_calls",
    length: "length",
    "content-filter": "content_filter",
    other: null,
  },
  anthropic: {
    stop: "end_turn",
    "tool-calls": "tool_use",
    length: "max_tokens",
    "content-filter": "refusal",
    other: null,
  },
  gemini: {
    stop: "STOP",
    "tool-calls": "STOP",
    length: "MAX_TOKENS",
    "content-filter": "SAFETY",
    other: "OTHER",
  },
};

/** Where each provider has what an answer says. */
const ANSWER = {
  "openai-chat": {
    id: ["id"],
    model: ["model"],
    reason: ["choices", "0", "finish_reason"],
    fixed: [
      [["object"], "chat.completion"],
      [["choices", "0", "index"], 0],
    ],
  },
  anthropic: {
    id: ["id"],
    model: ["model"],
    reason: ["stop_reason"],
    fixed: [
      [["type"], "message"],
      [["role"], "assistant"],
    ],
  },
  gemini: {
    id: ["responseId"],
    model: ["modelVersion"],
    reason: ["candidates", "0", "finishReason"],
    fixed: [
      [["candidates", "0", "index"], 0],
      [["candidates", "0", "content", "role"], "model"],
    ],
  },
} as const;

export function readResponse(given: Json, provider: Shape): ReadBody {
  const body = provider === "gemini" ? normalGemini(given) : given;
  const notes = new Notes();
  const { id, model, reason, fixed } = ANSWER[provider];
  const parts = answerParts(body, provider, notes);
  const said = textIn(body, reason);
  const finishReason = finishOf(said, provider, parts);
  const taken = new Taken();
  for (const [path, value] of fixed) if (valueAt(body, path) === value) taken.take([...path]);
  if (provider === "anthropic") taken.take(["content"]);
  if (textIn(body, id) !== undefined) taken.take([...id]);
  if (textIn(body, model) !== undefined) taken.take([...model]);
  if (said === REASONS[provider][finishReason]) taken.take([...reason]);
  const usage = readUsage(body, provider, taken);
  keepAnswerRest(body, provider, taken, notes);
  const canonical: CanonicalResponse = {
    canonical: 1,
    kind: "response",
    id: textIn(body, id) ?? null,
    model: textIn(body, model) ?? null,
    parts,
    finishReason,
    usage,
    extras: notes.extras,
  };
  return { canonical, notes };
}

function answerParts(body: Json, provider: Shape, notes: Notes): Part[] {
  if (provider === "anthropic") return readAnthropicAnswer(body, notes);
  if (provider === "gemini") {
    const [first] = listAt(body, "candidates");
    return readGeminiAnswer(at(first, "content"), "/candidates/0/content", notes);
  }
  const [first] = listAt(body, "choices");
  return readChatAnswer(at(first, "message"), "/choices/0/message", notes);
}

function finishOf(said: string | undefined, provider: Shape, parts: readonly Part[]): FinishReason {
  const reason = FINISH.get(said ?? "") ?? "other";
  const isCalling = provider === "gemini" && reason === "stop" && parts.some(isCall);
  return isCalling ? "tool-calls" : reason;
}

/** As `at`, with indices of lists. */
function valueAt(body: Json, path: readonly string[]): Json | undefined {
  let node: Json | undefined = body;
  for (const key of path)
    node = Array.isArray(node) ? (node as readonly Json[])[Number(key)] : at(node, key);
  return node;
}

function textIn(body: Json, path: readonly string[]): string | undefined {
  const found = valueAt(body, path);
  return typeof found === "string" ? found : undefined;
}

/** The first choice is what was read; others, and what else it has, are kept. */
function keepAnswerRest(body: Json, provider: Shape, taken: Taken, notes: Notes): void {
  if (provider === "anthropic") {
    taken.keepRest(body, notes);
    return;
  }
  const list = provider === "gemini" ? "candidates" : "choices";
  const holder = provider === "gemini" ? "content" : "message";
  const [first, ...others] = listAt(body, list);
  taken.take([list]);
  taken.take([list, "0", holder]);
  taken.keepRest(first, notes, `/${list}/0`);
  if (provider === "gemini")
    notes.keepOthers(at(first, "content"), `/${list}/0/content`, ["parts", "role"]);
  for (const [index, other] of others.entries()) notes.keep(`/${list}/${index + 1}`, other);
  taken.keepRest(body, notes);
}

interface UsagePlaces {
  readonly place: string;
  readonly input: string;
  readonly output: string;
  readonly total: string | undefined;
  readonly cached: readonly string[];
  readonly reasoning: readonly string[] | undefined;
}

const USAGE: Readonly<Record<Shape, UsagePlaces>> = {
  "openai-chat": {
    place: "usage",
    input: "prompt_tokens",
    output: "completion_tokens",
    total: "total_tokens",
    cached: ["prompt_tokens_details", "cached_tokens"],
    reasoning: ["completion_tokens_details", "reasoning_tokens"],
  },
  anthropic: {
    place: "usage",
    input: "input_tokens",
    output: "output_tokens",
    total: undefined,
    cached: ["cache_read_input_tokens"],
    reasoning: undefined,
  },
  gemini: {
    place: "usageMetadata",
    input: "promptTokenCount",
    output: "candidatesTokenCount",
    total: "totalTokenCount",
    cached: ["cachedContentTokenCount"],
    reasoning: ["thoughtsTokenCount"],
  },
};

const WRITES = "cache_creation_input_tokens";

/** As a bill counts: the prompt with its cached parts, the answer with its reasoning. */
function readUsage(body: Json, provider: Shape, taken: Taken): Usage | null {
  const { place, input, output, total, cached, reasoning } = USAGE[provider];
  const usage = at(body, place);
  if (!isMembers(usage)) return null;
  const count = (...path: readonly string[]): number => {
    const value = numberAt(usage, ...path);
    if (value !== undefined) taken.take([place, ...path]);
    return value ?? 0;
  };
  const read = {
    input: count(input),
    output: count(output),
    cached: count(...cached),
    reasoning: 0,
  };
  if (reasoning !== undefined) read.reasoning = count(...reasoning);
  if (provider === "anthropic") read.input += read.cached + (numberAt(usage, WRITES) ?? 0);
  if (provider === "gemini") read.output += read.reasoning;
  for (const [key, value] of Object.entries(usage)) if (value === 0) taken.take([place, key]);
  takeZeros(usage, [place], taken);
  if (total !== undefined && numberAt(usage, total) === read.input + read.output)
    taken.take([place, total]);
  return read;
}

/** Counts of nothing. */
function takeZeros(value: Json, path: readonly string[], taken: Taken): void {
  if (!isMembers(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (member === 0 || member === null) taken.take([...path, key]);
    else takeZeros(member, [...path, key], taken);
  }
}

export function writeResponse(
  { id, parts, finishReason, usage, extras }: CanonicalResponse,
  to: Shape,
  { model, own }: Pick<WriteOptions, "model" | "own">,
): Json {
  const reason = REASONS[to][finishReason];
  const counts = usage === null ? undefined : usageFor(usage, to, own === undefined ? {} : extras);
  const body = ((): Json => {
    switch (to) {
      case "openai-chat": {
        const places = own === undefined ? NO_PLACES : new Places(extras);
        const message = chatAnswer(parts, "/choices/0/message", places);
        return {
          ...(id === null ? {} : { id }),
          object: "chat.completion",
          ...(model === null ? {} : { model }),
          choices: [{ index: 0, message, finish_reason: reason }],
          ...(counts === undefined ? {} : { usage: counts }),
        };
      }
      case "anthropic":
        return {
          ...(id === null ? {} : { id }),
          type: "message",
          role: "assistant",
          ...(model === null ? {} : { model }),
          content: anthropicAnswer(parts),
          stop_reason: reason,
          stop_sequence: null,
          ...(counts === undefined ? {} : { usage: counts }),
        };
      case "gemini":
        return {
          candidates: [
            {
              content: { role: "model", parts: geminiParts(parts) },
              finishReason: reason,
              index: 0,
            },
          ],
          ...(counts === undefined ? {} : { usageMetadata: counts }),
          ...(model === null ? {} : { modelVersion: model }),
          ...(id === null ? {} : { responseId: id }),
        };
    }
  })();
  return own === undefined ? body : withExtras(body, extras);
}

function usageFor({ input, output, cached, reasoning }: Usage, to: Shape, extras: Json): Json {
  if (to === "anthropic") {
    const writes = numberAt(extras, `/usage/${WRITES}`) ?? 0;
    const read = cached === 0 ? {} : { cache_read_input_tokens: cached };
    return { input_tokens: input - cached - writes, output_tokens: output, ...read };
  }
  if (to === "gemini") {
    return {
      promptTokenCount: input,
      candidatesTokenCount: output - reasoning,
      totalTokenCount: input + output,
      ...(cached === 0 ? {} : { cachedContentTokenCount: cached }),
      ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
    };
  }
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached === 0 ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === 0 ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}
