/** Answers of the Responses API: a list of items, of which each message holds parts of its own. */
import {
  at,
  isMembers,
  isList,
  type Json,
  listAt,
  numberAt,
  textAt,
} from "../../tools/_lib/json/tree/exact.ts";
import type { ReadBody } from "./bodies.ts";
import {
  asJson,
  type CanonicalResponse,
  type FinishReason,
  isCall,
  type Part,
  type Usage,
} from "./canonical.ts";
import { Notes, Places, withExtras } from "./extras.ts";
import { argumentsText, Calls, readArguments } from "./parts.ts";
import { Taken } from "./settings.ts";

const PROVIDER = "openai-responses";
const COMPLETED = "completed";

/** Why an answer ended early. */
const INCOMPLETE: Readonly<Record<string, FinishReason>> = {
  max_output_tokens: "length",
  content_filter: "content-filter",
};

export function readResponsesAnswer(body: Json): ReadBody {
  const notes = new Notes();
  const taken = new Taken();
  const parts = readItems(body, notes);
  const finishReason = finishOf(body, parts, taken);
  const usage = readUsage(body, taken);
  const [id, model] = [textAt(body, "id"), textAt(body, "model")];
  for (const key of ["object", "output"]) taken.take([key]);
  if (id !== undefined) taken.take(["id"]);
  if (model !== undefined) taken.take(["model"]);
  taken.keepRest(body, notes);
  const canonical: CanonicalResponse = {
    canonical: 1,
    kind: "response",
    id: id ?? null,
    model: model ?? null,
    parts,
    finishReason,
    usage,
    extras: notes.extras,
  };
  return { canonical, notes };
}

function readItems(body: Json, notes: Notes): Part[] {
  const items = listAt(body, "output");
  const calls = new Calls(items.flatMap((item) => textAt(item, "call_id") ?? []));
  return items.flatMap((item, index) => {
    const path = `/output/${index}`;
    const isMessage = textAt(item, "type") === "message" && isList(at(item, "content"));
    const parts = isMessage ? readMessage(item, path, notes) : [readItem(item, path, calls, notes)];
    notes.itemSizes.push(isMessage ? parts.length : "one");
    return parts;
  });
}

/** What an item has beside what is read; that it is completed says nothing. */
function keepOthers(item: Json, path: string, read: readonly string[], notes: Notes): void {
  const isDone = textAt(item, "status") === COMPLETED;
  notes.keepOthers(item, path, ["type", ...read, ...(isDone ? ["status"] : [])]);
}

function readMessage(item: Json, path: string, notes: Notes): Part[] {
  const isAssistant = textAt(item, "role") === "assistant";
  keepOthers(item, path, ["content", ...(isAssistant ? ["role"] : [])], notes);
  return listAt(item, "content").map((part, index) =>
    readContent(part, `${path}/content/${index}`, notes),
  );
}

function readItem(item: Json, path: string, calls: Calls, notes: Notes): Part {
  switch (textAt(item, "type")) {
    case "function_call": {
      const name = textAt(item, "name");
      if (name === undefined) break;
      const given = textAt(item, "call_id");
      const id = given ?? calls.newId();
      if (given === undefined) notes.madeIds.add(id);
      keepOthers(item, path, ["call_id", "name", "arguments"], notes);
      const data = readArguments(at(item, "arguments"), `${path}/arguments`, name, notes);
      return { type: "call", id, name, arguments: data };
    }
    case "reasoning":
      keepOthers(item, path, ["encrypted_content", "summary"], notes);
      return readReasoning(item, path, notes);
  }
  return { type: "provider", provider: PROVIDER, block: item };
}

function readContent(part: Json, path: string, notes: Notes): Part {
  const type = textAt(part, "type");
  const kind = type === "refusal" ? "refusal" : "text";
  const text = type === TEXT || type === "refusal" ? textAt(part, kind) : undefined;
  if (text === undefined) return { type: "provider", provider: PROVIDER, block: part };
  notes.keepOthers(part, path, ["type", kind]);
  return { type: kind, text };
}

const TEXT = "output_text";

/** A summary of one plain text is that text; of any other the texts are read, and it is kept as it stands. */
function readReasoning(item: Json, path: string, notes: Notes): Part {
  const summary = listAt(item, "summary");
  const text = summary.flatMap((part) => textAt(part, "text") ?? []).join("\n\n");
  const [only] = summary;
  const isPlain = summary.length === 1 && isMembers(only) && Object.keys(only).length === 2;
  if (!isPlain || textAt(only, "type") !== SUMMARY || text === "")
    notes.keep(`${path}/summary`, at(item, "summary"));
  const signature = textAt(item, "encrypted_content") ?? null;
  return { type: "reasoning", text, signature, redacted: false };
}

const SUMMARY = "summary_text";

/** What the status and the reason of an unfinished answer say; others are kept. */
function finishOf(body: Json, parts: readonly Part[], taken: Taken): FinishReason {
  const status = textAt(body, "status");
  if (status === COMPLETED) {
    taken.take(["status"]);
    return parts.some(isCall) ? "tool-calls" : "stop";
  }
  const reason = textAt(body, "incomplete_details", "reason") ?? "";
  const known = Object.hasOwn(INCOMPLETE, reason) ? INCOMPLETE[reason] : undefined;
  if (status !== "incomplete" || known === undefined) return "other";
  taken.take(["status"]);
  taken.take(["incomplete_details", "reason"]);
  return known;
}

const CACHED = ["input_tokens_details", "cached_tokens"] as const;
const REASONING = ["output_tokens_details", "reasoning_tokens"] as const;

function readUsage(body: Json, taken: Taken): Usage | null {
  const usage = at(body, "usage");
  if (!isMembers(usage)) return null;
  const count = (...path: readonly string[]): number => {
    const value = numberAt(usage, ...path);
    if (value !== undefined) taken.take(["usage", ...path]);
    return value ?? 0;
  };
  const read = {
    input: count("input_tokens"),
    output: count("output_tokens"),
    cached: count(...CACHED),
    reasoning: count(...REASONING),
  };
  if (numberAt(usage, "total_tokens") === read.input + read.output)
    taken.take(["usage", "total_tokens"]);
  return read;
}

/** The answer in its own shape, its parts in the items in which they were. */
export function writeResponsesAnswer(
  { id, model, parts, finishReason, usage, extras }: CanonicalResponse,
  sizes: Notes["itemSizes"],
): Json {
  const places = new Places(extras);
  let next = 0;
  const output = sizes.map((size, index) => {
    const own = parts.slice(next, next + (size === "one" ? 1 : size));
    next += own.length;
    const [only] = own;
    if (size === "one" && only !== undefined)
      return writeItem(only, places.hasIn(`/output/${index}/summary`));
    return {
      type: "message",
      role: "assistant",
      content: own.map(writeContent),
      status: COMPLETED,
    };
  });
  const [reason] = Object.entries(INCOMPLETE).find(([, known]) => known === finishReason) ?? [];
  const body = {
    ...(id === null ? {} : { id }),
    object: "response",
    ...(isCompleted(finishReason) ? { status: COMPLETED } : {}),
    ...(reason === undefined ? {} : { status: "incomplete", incomplete_details: { reason } }),
    ...(model === null ? {} : { model }),
    output,
    ...(usage === null ? {} : { usage: writeUsage(usage) }),
  };
  return withExtras(asJson(body), extras);
}

function isCompleted(reason: FinishReason): boolean {
  return reason === "stop" || reason === "tool-calls";
}

/** The summary of a reasoning may be kept beside it. */
function writeItem(part: Part, hasSummary: boolean): Json {
  switch (part.type) {
    case "call":
      return {
        type: "function_call",
        call_id: part.id,
        name: part.name,
        arguments: argumentsText(part.arguments),
        status: COMPLETED,
      };
    case "reasoning":
      return {
        type: "reasoning",
        ...(hasSummary ? {} : { summary: part.text === "" ? [] : [summaryOf(part.text)] }),
        ...(part.signature === null ? {} : { encrypted_content: part.signature }),
      };
    default:
      return writeContent(part);
  }
}

function summaryOf(text: string): Json {
  return { type: SUMMARY, text };
}

function writeContent(part: Part): Json {
  if (part.type === "provider") return part.block;
  if (part.type === "refusal") return { type: "refusal", refusal: part.text };
  return { type: TEXT, text: part.type === "text" ? part.text : "" };
}

function writeUsage({ input, output, cached, reasoning }: Usage): Json {
  return {
    input_tokens: input,
    ...(cached === 0 ? {} : { [CACHED[0]]: { [CACHED[1]]: cached } }),
    output_tokens: output,
    ...(reasoning === 0 ? {} : { [REASONING[0]]: { [REASONING[1]]: reasoning } }),
    total_tokens: input + output,
  };
}
