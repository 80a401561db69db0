/** A fixture as the target can say it: what stays of it when everything that is lost has been taken away. */
import { ALSO_READ, PLACES } from "../../tools/_lib/agents/tool-call/places.ts";
import { compareNumbers, numberKey } from "../../tools/_lib/json/tree/number.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import type {
  Canonical,
  CanonicalRequest,
  CanonicalResponse,
  Message,
  Part,
  Provider,
  ResponseFormat,
  Settings,
  TextPart,
  ToolEntry,
} from "./canonical.ts";
import { isCall, isResult } from "./canonical.ts";
import { isCallBlock } from "./chat.ts";
import { type Json, NumberText } from "../../tools/_lib/json/tree/exact.ts";
import { Losses } from "./losses.ts";
import { PartProjection, type Route } from "./project-parts.ts";
import { TABLED, TABLED_NAMES } from "./settings.ts";

export interface Wanted extends Route {
  readonly maxTokens: number;
  /** The tools as the target's definitions say them. */
  readonly tools: readonly ToolEntry[];
}

export interface Projected<T extends Canonical = Canonical> {
  readonly canonical: T;
  readonly losses: Losses;
}

export function projectRequest(
  given: CanonicalRequest,
  wanted: Wanted,
): Projected<CanonicalRequest> {
  const losses = new Losses();
  const { to, from } = wanted;
  const said = conversationFor(given, wanted, losses);
  const { toolChoice } = given;
  const named =
    typeof toolChoice === "object" && toolChoice !== null
      ? { tool: wanted.nameFor(toolChoice.tool) }
      : toolChoice;
  const choice = choiceFor({ ...given, toolChoice: named }, to, losses);
  const settings = settingsFor(given.settings, wanted, losses);
  const extras = from === to ? given.extras : {};
  if (from !== to) dropExtras(given, losses);
  return {
    canonical: { ...given, ...said, tools: wanted.tools, ...choice, settings, extras },
    losses,
  };
}

export function projectResponse(
  given: CanonicalResponse,
  route: Route,
): Projected<CanonicalResponse> {
  const losses = new Losses();
  const projection = new PartProjection(route, losses);
  const kept = given.parts.flatMap(
    (part, index) => projection.project(part, "assistant", `/parts/${index}`) ?? [],
  );
  const parts = route.to.startsWith("openai") ? callsLast(kept, "/parts", losses) : kept;
  const { finishReason, usage } = given;
  const finish = finishFor(finishReason, parts, route.to);
  if (finish !== finishReason)
    losses.add(
      "FINISH_REASON_CHANGED",
      "/finishReason",
      `${finishReason} is read as ${finish} there`,
    );
  const isDetailed = usage !== null && usage.reasoning > 0 && route.to === "anthropic";
  if (isDetailed) losses.add("USAGE_DETAIL_DROPPED", "/usage/reasoning");
  if (route.from !== route.to) dropExtras(given, losses);
  return {
    canonical: {
      ...given,
      parts,
      finishReason: finish,
      usage: isDetailed ? { ...usage, reasoning: 0 } : usage,
      extras: route.from === route.to ? given.extras : {},
    },
    losses,
  };
}

/** Gemini has no reason for calls; whether there are some says it. */
function finishFor(
  reason: CanonicalResponse["finishReason"],
  parts: readonly Part[],
  to: Provider,
): CanonicalResponse["finishReason"] {
  if (to !== "gemini" || (reason !== "stop" && reason !== "tool-calls")) return reason;
  return parts.some(isCall) ? "tool-calls" : "stop";
}

function dropExtras({ extras }: Canonical, losses: Losses): void {
  for (const pointer of Object.keys(extras))
    losses.add("EXTRAS_DROPPED", appendPointer("/extras", pointer), `${pointer} is left out`);
}

/** A message with the pointer that it has in the fixture. */
interface Placed {
  readonly message: Message;
  readonly path: string;
}

function conversationFor(
  { system, messages }: CanonicalRequest,
  wanted: Wanted,
  losses: Losses,
): Pick<CanonicalRequest, "system" | "messages"> {
  const projection = new PartProjection(wanted, losses);
  const texts = system.flatMap((text, index) => {
    const path = `/system/${index}`;
    return projection.project(text, "system", path) ?? [];
  }) as TextPart[];
  const kept = messages.flatMap(({ role, parts }, index): Placed[] => {
    const path = `/messages/${index}`;
    const said = parts.flatMap(
      (part, place) => projection.project(part, role, `${path}/parts/${place}`) ?? [],
    );
    // A message of which nothing is left is gone with its parts.
    const isGone = parts.length > 0 && said.length === 0;
    const told = said.filter((part) => !isEmptyText(part));
    if (told.length < said.length) losses.add("EMPTY_TEXT_DROPPED", path);
    return isGone ? [] : [{ message: { role, parts: told }, path }];
  });
  const spoken = texts.filter((part) => !isEmptyText(part));
  if (spoken.length < texts.length) losses.add("EMPTY_TEXT_DROPPED", "/system");
  const items = wanted.to === "openai-responses" ? withoutEmpty(kept, losses) : kept;
  const moved = withSystem(spoken, items, wanted.to, losses);
  const isChat = wanted.to.startsWith("openai");
  const merged = mergedMessages(moved.messages, wanted.to, losses);
  const ordered = merged.map(({ message, path }) => {
    if (message.role === "assistant")
      return isChat ? { ...message, parts: callsLast(message.parts, path, losses) } : message;
    return wanted.to === "gemini"
      ? message
      : { ...message, parts: resultsFirst(message.parts, path, losses) };
  });
  const named = namedResults(ordered, wanted.to, losses);
  return { system: moved.system, messages: named };
}

/** What the assistant says are items there, and nothing is none. */
function withoutEmpty(messages: readonly Placed[], losses: Losses): Placed[] {
  return messages.filter(({ message: { role, parts }, path }) => {
    const isNothing = role === "assistant" && parts.length === 0;
    if (isNothing) losses.add("EMPTY_TEXT_DROPPED", path, "A message without parts is no item");
    return !isNothing;
  });
}

/** Nobody takes a text without a letter. */
function isEmptyText(part: Part): boolean {
  return part.type === "text" && part.text === "";
}

/** Anthropic and Gemini have all that the system says beside the conversation; OpenAI what begins it. */
function withSystem(
  system: readonly TextPart[],
  messages: readonly Placed[],
  to: Provider,
  losses: Losses,
): { readonly system: readonly TextPart[]; readonly messages: readonly Placed[] } {
  const isChat = to.startsWith("openai");
  const first = messages.findIndex(({ message }) => message.role !== "system");
  const leading = first < 0 ? messages.length : first;
  const texts = [...system];
  const others = messages.filter(({ message: { role, parts }, path }, index) => {
    if (role !== "system" || (isChat && index >= leading)) return true;
    losses.add("SYSTEM_MOVED", path);
    texts.push(...(parts as readonly TextPart[]));
    return false;
  });
  return { system: texts, messages: others };
}

/** Neighbours of one role; with OpenAI only results and what follows them, and items of the assistant. */
function mergedMessages(messages: readonly Placed[], to: Provider, losses: Losses): Placed[] {
  const groups: { message: { role: Message["role"]; parts: Part[] }; path: string }[] = [];
  for (const { message, path } of messages) {
    const last = groups.at(-1);
    const isSame = last !== undefined && last.message.role === message.role;
    if (isSame && joins(last.message, message, to)) {
      losses.add("MESSAGES_MERGED", path);
      last.message.parts.push(...message.parts);
    } else groups.push({ message: { role: message.role, parts: [...message.parts] }, path });
  }
  return groups;
}

/** Whether a message is read as one with that of the same role before it. */
function joins(last: Message, next: Message, to: Provider): boolean {
  if (!to.startsWith("openai")) return true;
  if (isOpenResults(last)) return next.parts.length > 0;
  const isItems = to === "openai-responses" && next.role === "assistant";
  return isItems && (last.parts.some(isCall) || next.parts.every(isCall));
}

function isOpenResults({ role, parts }: Message): boolean {
  return role === "user" && parts.length > 0 && parts.every(isResult);
}

function resultsFirst(parts: readonly Part[], path: string, losses: Losses): readonly Part[] {
  return partedBy(parts, isResult, () => losses.add("RESULT_ORDER", path));
}

function callsLast(parts: readonly Part[], path: string, losses: Losses): readonly Part[] {
  return partedBy(
    parts,
    (part) => !isCall(part) && !isCallBlock(part),
    () => losses.add("ASSISTANT_ORDER", path),
  );
}

/** Those that are first, then the others; tells where that is another order. */
function partedBy(
  parts: readonly Part[],
  isFirst: (part: Part) => boolean,
  hear: () => void,
): readonly Part[] {
  const ordered = [...parts.filter(isFirst), ...parts.filter((part) => !isFirst(part))];
  if (ordered.every((part, index) => part === parts[index])) return parts;
  hear();
  return ordered;
}

/** Where results have no names of their own, theirs is that of the latest call of their id. */
function namedResults(messages: readonly Message[], to: Provider, losses: Losses): Message[] {
  const names = new Map<string, string>();
  return messages.map(({ role, parts }, index) => {
    const named = parts.map((part, place): Part => {
      if (part.type === "call") names.set(part.id, part.name);
      if (part.type !== "result") return part;
      const called = names.get(part.id) ?? null;
      const name = to === "gemini" ? (part.name ?? called) : called;
      if (name !== part.name)
        losses.add(
          "RESULT_NAME_LOST",
          `/messages/${index}/parts/${place}`,
          `The result was one of ${part.name ?? "no name"}, and is one of ${name ?? "no name"}`,
        );
      return { ...part, name };
    });
    return { role, parts: named };
  });
}

function choiceFor(
  {
    toolChoice,
    parallelToolCalls,
    tools,
  }: Pick<CanonicalRequest, "toolChoice" | "parallelToolCalls" | "tools">,
  to: Provider,
  losses: Losses,
): Pick<CanonicalRequest, "toolChoice" | "parallelToolCalls"> {
  if (parallelToolCalls === null || to.startsWith("openai"))
    return { toolChoice, parallelToolCalls };
  const isKept =
    to === "anthropic" && toolChoice !== "none" && (toolChoice !== null || tools.length > 0);
  if (!isKept) {
    // That calls may be parallel is what all have by default.
    const severity = parallelToolCalls ? "info" : "warning";
    losses.add("SETTING_DROPPED", "/parallelToolCalls", `${to} has no place for it here`, severity);
    return { toolChoice, parallelToolCalls: null };
  }
  if (toolChoice === null) losses.add("TOOL_CHOICE_ADDED", "/toolChoice");
  return { toolChoice: toolChoice ?? "auto", parallelToolCalls };
}

const MOST_STOPS: Readonly<Partial<Record<Provider, number>>> = { "openai-chat": 4, gemini: 5 };

function settingsFor(given: Settings, { to, maxTokens, from }: Wanted, losses: Losses): Settings {
  const settings: Record<string, Json> = {};
  if (given.maxTokens === undefined && to === "anthropic") {
    losses.add("MAX_TOKENS_ADDED", "/settings/maxTokens", `It is ${maxTokens}`);
    settings["maxTokens"] = maxTokens;
  }
  for (const name of TABLED_NAMES) {
    if (name === "effort" && given.responseFormat !== undefined) {
      const format = formatFor(given.responseFormat, to, losses);
      if (format !== undefined) settings["responseFormat"] = format as unknown as Json;
    }
    const value = given[name];
    if (value === undefined) continue;
    const path = `/settings/${name}`;
    const place = PLACES[to][TABLED[name]] ?? ALSO_READ[to]?.[TABLED[name]];
    if (place !== undefined) settings[name] = clamped(name, value, to, losses);
    else if (name !== "stream" || to !== "gemini")
      losses.add("SETTING_DROPPED", path, `${to} has no place for it`);
    else if (value === true) settings[name] = true;
    else
      losses.add("SETTING_DROPPED", path, "The endpoint says it", from === to ? undefined : "info");
  }
  return settings as Settings;
}

function clamped(name: keyof Settings, value: Json, to: Provider, losses: Losses): Json {
  const path = `/settings/${name}`;
  if (name === "temperature" && to === "anthropic" && isAbove(value, "1")) {
    losses.add("SETTING_CLAMPED", path, "anthropic takes at most 1");
    return 1;
  }
  if (name === "maxTokens" && to === "openai-responses" && !isAbove(value, "15")) {
    losses.add("SETTING_CLAMPED", path, "openai-responses takes at least 16");
    return 16;
  }
  const most = MOST_STOPS[to] ?? Infinity;
  if (name !== "stop" || !Array.isArray(value) || value.length <= most) return value;
  losses.add("SETTING_CLAMPED", path, `${to} takes at most ${most} stop sequences`);
  return (value as readonly Json[]).slice(0, most);
}

function isAbove(value: Json, bound: string): boolean {
  const text = value instanceof NumberText ? value.text : String(value as number);
  return compareNumbers(text, bound) > 0 && numberKey(text) !== numberKey(bound);
}

const FORMAT = "/settings/responseFormat";
const DEFAULT_NAME = "response";

function formatFor(
  format: ResponseFormat,
  to: Provider,
  losses: Losses,
): ResponseFormat | undefined {
  const { type, name, schema, strict } = format;
  if (type !== "json-schema") {
    for (const key of ["name", "schema", "strict"] as const)
      if (format[key] !== undefined)
        losses.add("SETTING_DROPPED", `${FORMAT}/${key}`, "Only a format with a schema has it");
  } else if (to.startsWith("openai")) {
    if (name !== undefined) return format;
    losses.add("FORMAT_NAME_ADDED", FORMAT, `It is called ${DEFAULT_NAME}`);
    return { ...format, name: DEFAULT_NAME };
  }
  const isUnsaid = to === "openai-responses" && type === "text";
  if (isUnsaid || (to === "anthropic" && (type !== "json-schema" || schema === undefined))) {
    const severity = type === "text" ? "info" : "warning";
    losses.add("SETTING_DROPPED", FORMAT, `${to} has no such format`, severity);
    return undefined;
  }
  if (type !== "json-schema") return { type };
  if (name !== undefined)
    losses.add("SETTING_DROPPED", `${FORMAT}/name`, `${to} has no name of a format`, "info");
  if (strict !== undefined)
    losses.add("SETTING_DROPPED", `${FORMAT}/strict`, `${to} has no such mark`, "info");
  return schema === undefined ? { type: "json" } : { type, schema };
}
