/** Anthropic's Messages: blocks read into canonical parts, and written. */
import {
  type CanonicalRequest,
  type FilePart,
  type ImagePart,
  type Message,
  type Part,
  type ResultContent,
  type ResultPart,
  type TextPart,
} from "./canonical.ts";
import { NO_PLACES, type Notes, Places } from "./extras.ts";
import {
  at,
  isList,
  isMembers,
  type Json,
  listAt,
  textAt,
  textOfJson,
} from "../../tools/_lib/json/tree/exact.ts";
import { Calls } from "./parts.ts";

type Conversation = Pick<CanonicalRequest, "system" | "messages">;

export function readAnthropic(body: Json, notes: Notes): Conversation {
  const given = listAt(body, "messages");
  const calls = new Calls(idsIn(given));
  const messages: Message[] = [];
  for (const [index, message] of given.entries()) {
    const path = `/messages/${index}`;
    const role = textAt(message, "role");
    if (role !== "user" && role !== "assistant" && role !== "system") {
      notes.keep(path, message);
      continue;
    }
    messages.push({ role, parts: contentParts(message, path, calls, notes) });
    notes.keepOthers(message, path, ["role", "content"]);
  }
  return { system: systemTexts(at(body, "system"), notes), messages };
}

/** The parts of an answer. */
export function readAnthropicAnswer(body: Json, notes: Notes): Part[] {
  return contentParts(body, "", new Calls(idsIn([body])), notes);
}

function idsIn(messages: readonly Json[]): string[] {
  return messages.flatMap((message) =>
    listAt(message, "content").flatMap((block) => textAt(block, "id") ?? []),
  );
}

function systemTexts(system: Json | undefined, notes: Notes): TextPart[] {
  if (typeof system === "string") return system === "" ? [] : [{ type: "text", text: system }];
  if (!isList(system)) {
    notes.keep("/system", system);
    return [];
  }
  return system.flatMap((block, index) => {
    const text = readText(block, `/system/${index}`, notes);
    if (text === undefined) notes.keep(`/system/${index}`, block);
    return text === undefined ? [] : [text];
  });
}

function contentParts(message: Json, path: string, calls: Calls, notes: Notes): Part[] {
  const content = at(message, "content");
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (content === undefined) return [];
  if (!isList(content)) {
    notes.keep(`${path}/content`, content);
    return [];
  }
  return content.map((block, index) => readBlock(block, `${path}/content/${index}`, calls, notes));
}

function readBlock(block: Json, path: string, calls: Calls, notes: Notes): Part {
  const unknown: Part = { type: "provider", provider: "anthropic", block };
  switch (textAt(block, "type")) {
    case "text":
      return readText(block, path, notes) ?? unknown;
    case "image":
      return readImage(block, path, notes) ?? unknown;
    case "document":
      return readDocument(block, path, notes) ?? unknown;
    case "thinking":
    case "redacted_thinking":
      return readThinking(block, path, notes) ?? unknown;
    case "tool_use":
      return readCall(block, path, calls, notes) ?? unknown;
    case "tool_result":
      return readResult(block, path, calls, notes);
    default:
      return unknown;
  }
}

function readText(block: Json, path: string, notes: Notes): TextPart | undefined {
  const text = textAt(block, "text");
  if (text === undefined || textAt(block, "type") !== "text") return undefined;
  const mark = at(block, "cache_control");
  const isMark = textAt(mark, "type") === "ephemeral";
  notes.keepOthers(block, path, ["type", "text", ...(isMark ? ["cache_control"] : [])]);
  if (isMark) notes.keepOthers(mark, `${path}/cache_control`, ["type"]);
  return { type: "text", text, ...(isMark ? { cache: true } : {}) };
}

function readImage(block: Json, path: string, notes: Notes): ImagePart | undefined {
  const source = sourceOf(block);
  if (source === undefined || source.text !== undefined) return undefined;
  const { keys, text: _text, ...content } = source;
  notes.keepOthers(block, path, ["type", "source"]);
  notes.keepOthers(at(block, "source"), `${path}/source`, keys);
  return { type: "image", ...content };
}

function readDocument(block: Json, path: string, notes: Notes): FilePart | undefined {
  const source = sourceOf(block);
  if (source === undefined) return undefined;
  const { keys, mediaType, ...content } = source;
  const name = textAt(block, "title") ?? null;
  notes.keepOthers(block, path, ["type", "source", "title"]);
  notes.keepOthers(at(block, "source"), `${path}/source`, keys);
  return { type: "file", mediaType, name, ...content };
}

interface Source {
  readonly mediaType: string | null;
  readonly data?: string;
  readonly url?: string;
  readonly fileId?: string;
  readonly text?: string;
  readonly keys: readonly string[];
}

function sourceOf(block: Json): Source | undefined {
  const source = at(block, "source");
  const mediaType = textAt(source, "media_type") ?? null;
  const data = textAt(source, "data");
  const url = textAt(source, "url");
  const fileId = textAt(source, "file_id");
  switch (textAt(source, "type")) {
    case "base64":
      return data === undefined
        ? undefined
        : { mediaType, data, keys: ["type", "media_type", "data"] };
    case "text":
      return data === undefined
        ? undefined
        : { mediaType, text: data, keys: ["type", "media_type", "data"] };
    case "url":
      return url === undefined ? undefined : { mediaType: null, url, keys: ["type", "url"] };
    case "file":
      return fileId === undefined
        ? undefined
        : { mediaType: null, fileId, keys: ["type", "file_id"] };
    default:
      return undefined;
  }
}

function readThinking(block: Json, path: string, notes: Notes): Part | undefined {
  const data = textAt(block, "data");
  if (textAt(block, "type") === "redacted_thinking") {
    if (data === undefined) return undefined;
    notes.keepOthers(block, path, ["type", "data"]);
    return { type: "reasoning", text: "", signature: data, redacted: true };
  }
  const text = textAt(block, "thinking");
  if (text === undefined) return undefined;
  notes.keepOthers(block, path, ["type", "thinking", "signature"]);
  const signature = textAt(block, "signature") ?? null;
  return { type: "reasoning", text, signature, redacted: false };
}

function readCall(block: Json, path: string, calls: Calls, notes: Notes): Part | undefined {
  const name = textAt(block, "name");
  const input = at(block, "input");
  if (name === undefined || (input !== undefined && !isMembers(input))) return undefined;
  const given = textAt(block, "id");
  const id = given ?? calls.newId();
  if (given === undefined) notes.madeIds.add(id);
  const call = { type: "call", id, name, arguments: input ?? {} } as const;
  calls.add(call);
  notes.keepOthers(block, path, ["type", "id", "name", "input"]);
  return call;
}

function readResult(block: Json, path: string, calls: Calls, notes: Notes): ResultPart {
  const id = textAt(block, "tool_use_id") ?? "";
  notes.keepOthers(block, path, ["type", "tool_use_id", "content", "is_error"]);
  const isError = at(block, "is_error") === true;
  const content = resultContent(block, path, notes);
  return { type: "result", id, name: calls.answer(id) ?? null, content, isError };
}

function resultContent(block: Json, path: string, notes: Notes): ResultContent[] {
  const content = at(block, "content");
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (content !== undefined && !isList(content)) notes.keep(`${path}/content`, content);
  return listAt(block, "content").map((item, index) => {
    const place = `${path}/content/${index}`;
    const type = textAt(item, "type");
    const read =
      (type === "text" ? readText(item, place, notes) : undefined) ??
      (type === "image" ? readImage(item, place, notes) : undefined) ??
      (type === "document" ? readDocument(item, place, notes) : undefined);
    return read ?? { type: "provider", provider: "anthropic", block: item };
  });
}

/** The members `system` and `messages`. */
export function writeAnthropic(
  { system, messages }: Conversation,
  places: Places = NO_PLACES,
): { readonly system?: Json; readonly messages: Json } {
  let index = 0;
  const written = messages.map(({ role, parts }) => {
    index = places.free("/messages", index);
    const path = `/messages/${index++}/content`;
    return { role, content: contentOf(parts, path, places) };
  });
  const systemContent = contentOf(system, "/system", places);
  return {
    ...(system.length === 0 && !places.hasIn("/system/0") ? {} : { system: systemContent }),
    messages: written,
  };
}

/** A text that is all there is as a string, anything else as blocks. */
function contentOf(parts: readonly (Part | ResultContent)[], path: string, places: Places): Json {
  const [only] = parts;
  const isPlain = only?.type === "text" && only.text !== "" && only.cache === undefined;
  if (parts.length === 1 && isPlain && !places.hasIn(path)) return only.text;
  return parts.map((part) => writeBlock(part));
}

/** The blocks of an answer. */
export function anthropicAnswer(parts: readonly Part[]): Json {
  return parts.map((part) => writeBlock(part));
}

function writeBlock(part: Part | ResultContent): Json {
  switch (part.type) {
    case "text":
      return {
        type: "text",
        text: part.text,
        ...(part.cache === undefined ? {} : { cache_control: { type: "ephemeral" } }),
      };
    case "json":
      return { type: "text", text: textOfJson(part.value) };
    case "refusal":
      return { type: "text", text: part.text };
    case "image":
      return { type: "image", source: sourceFor(part) };
    case "file":
      return {
        type: "document",
        source: sourceFor(part),
        ...(part.name === null ? {} : { title: part.name }),
      };
    case "reasoning":
      return part.redacted
        ? { type: "redacted_thinking", data: part.signature ?? "" }
        : {
            type: "thinking",
            thinking: part.text,
            ...(part.signature === null ? {} : { signature: part.signature }),
          };
    case "call":
      return { type: "tool_use", id: part.id, name: part.name, input: part.arguments };
    case "result":
      return writeResult(part);
    case "provider":
      return part.block;
    case "audio":
      return null;
  }
}

function sourceFor({ mediaType, data, url, fileId, ...rest }: ImagePart | FilePart): Json {
  if (fileId !== undefined) return { type: "file", file_id: fileId };
  if (url !== undefined) return { type: "url", url };
  const type = mediaType === null ? {} : { media_type: mediaType };
  const text = "text" in rest ? rest.text : undefined;
  if (text !== undefined) return { type: "text", ...type, data: text };
  return { type: "base64", ...type, data: data ?? "" };
}

/** One text that is not marked as a string; nothing where there is nothing. */
function writeResult({ id, content, isError }: ResultPart): Json {
  const [only] = content;
  const isPlain = content.length === 1 && only?.type === "text" && only.cache === undefined;
  const written = isPlain ? only.text : content.map((part) => writeBlock(part));
  return {
    type: "tool_result",
    tool_use_id: id,
    ...(content.length === 0 ? {} : { content: written }),
    ...(isError ? { is_error: true } : {}),
  };
}
