/** Chat Completions: messages read into canonical ones, and written. */
import {
  asJson,
  type AudioPart,
  type CallPart,
  type CanonicalRequest,
  type FilePart,
  type ImagePart,
  isCall,
  isResult,
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
  type Json,
  listAt,
  textAt,
  textOfJson,
} from "../../tools/_lib/json/tree/exact.ts";
import { argumentsText, Calls, dataUrl, dataUrlOf, readArguments } from "./parts.ts";

const AUDIO = { wav: "audio/wav", mp3: "audio/mpeg" } as const;

type Conversation = Pick<CanonicalRequest, "system" | "messages">;

export function readChat(body: Json, notes: Notes): Conversation {
  const reader = new ChatReader(body, notes);
  for (const [index, message] of listAt(body, "messages").entries())
    reader.read(message, `/messages/${index}`);
  return reader;
}

/** The parts of the message of an answer. */
export function readChatAnswer(message: Json | undefined, path: string, notes: Notes): Part[] {
  return assistantParts(message ?? null, path, new Calls(idsIn([message ?? null])), notes);
}

class ChatReader implements Conversation {
  readonly system: TextPart[] = [];
  readonly messages: { role: Message["role"]; parts: Part[] }[] = [];
  readonly #calls: Calls;
  readonly #notes: Notes;
  /** The message whose results may be followed by others, and by what the user says then. */
  #results: { parts: Part[] } | undefined;

  constructor(body: Json, notes: Notes) {
    this.#notes = notes;
    this.#calls = new Calls(idsIn(listAt(body, "messages")));
  }

  read(message: Json, path: string): void {
    const role = textAt(message, "role");
    switch (role) {
      case "system":
      case "developer":
        this.#system(message, role, path);
        break;
      case "user":
        this.#user(message, path);
        break;
      case "assistant":
        this.#push("assistant", assistantParts(message, path, this.#calls, this.#notes));
        break;
      case "tool":
      case "function":
        this.#result(message, role, path);
        break;
      default:
        this.#notes.keep(path, message);
    }
  }

  #push(role: Message["role"], parts: Part[]): void {
    this.#results = undefined;
    this.messages.push({ role, parts });
  }

  #system(message: Json, role: "system" | "developer", path: string): void {
    const texts: TextPart[] = contentParts(message, path, this.#notes, true).flatMap((part) => {
      if (part.type !== "text") return [];
      return role === "developer" ? [{ ...part, origin: role }] : [part];
    });
    if (this.messages.length > 0) this.#push("system", texts);
    else if (texts.length === 0) {
      this.#notes.keep(path, message);
      return;
    } else {
      this.system.push(...texts);
      this.#notes.systemGroups.push(texts.length);
    }
    this.#notes.keepOthers(message, path, ["role", "content"]);
  }

  #user(message: Json, path: string): void {
    const parts = contentParts(message, path, this.#notes, false);
    this.#notes.keepOthers(message, path, ["role", "content"]);
    if (this.#results !== undefined && parts.length > 0) {
      this.#results.parts.push(...parts);
      this.#results = undefined;
    } else this.#push("user", parts);
  }

  #result(message: Json, role: "tool" | "function", path: string): void {
    const given = textAt(message, "name");
    const id =
      role === "tool"
        ? (textAt(message, "tool_call_id") ?? "")
        : (this.#calls.answerByName(given ?? "") ?? "");
    const called = role === "tool" ? this.#calls.answer(id) : given;
    const part: ResultPart = {
      type: "result",
      id,
      name: called ?? given ?? null,
      content: resultContent(message, path, this.#notes),
      isError: false,
    };
    if (given !== undefined && given !== called) this.#notes.keep(`${path}/name`, given);
    this.#notes.keepOthers(message, path, ["role", "content", "tool_call_id", "name"]);
    if (this.#results === undefined) {
      const opened = { role: "user" as const, parts: [] as Part[] };
      this.messages.push(opened);
      this.#results = opened;
    }
    this.#results.parts.push(part);
  }
}

function idsIn(messages: readonly Json[]): string[] {
  return messages.flatMap((message) =>
    listAt(message, "tool_calls").flatMap((call) => textAt(call, "id") ?? []),
  );
}

/** A string is one text, an empty one none. */
function contentParts(message: Json, path: string, notes: Notes, textOnly: boolean): Part[] {
  const content = at(message, "content");
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (content === undefined) return [];
  if (!isList(content)) {
    notes.keep(`${path}/content`, content);
    return [];
  }
  return content.flatMap((part, index) => {
    const place = `${path}/content/${index}`;
    const isText = textAt(part, "type") === "text" && textAt(part, "text") !== undefined;
    if (!textOnly || isText) return [readPart(part, place, notes)];
    notes.keep(place, part);
    return [];
  });
}

function readPart(part: Json, path: string, notes: Notes): Part {
  const read = partReader(part);
  if (read === undefined) return { type: "provider", provider: "openai-chat", block: part };
  for (const [place, keys] of read.keys)
    notes.keepOthers(at(part, ...place), [path, ...place].join("/"), keys);
  return read.part;
}

interface ReadPart {
  readonly part: Part;
  /** Members that were read, by the object that has them. */
  readonly keys: readonly (readonly [place: readonly string[], keys: readonly string[]])[];
}

function partReader(part: Json): ReadPart | undefined {
  switch (textAt(part, "type")) {
    case "text": {
      const text = textAt(part, "text");
      return text === undefined
        ? undefined
        : { part: { type: "text", text }, keys: [[[], ["type", "text"]]] };
    }
    case "refusal": {
      const text = textAt(part, "refusal");
      return text === undefined
        ? undefined
        : { part: { type: "refusal", text }, keys: [[[], ["type", "refusal"]]] };
    }
    case "image_url":
      return imageReader(part);
    case "input_audio":
      return audioReader(part);
    case "file":
      return fileReader(part);
    default:
      return undefined;
  }
}

function imageReader(part: Json): ReadPart | undefined {
  const given = at(part, "image_url");
  const url = typeof given === "string" ? given : textAt(given, "url");
  if (url === undefined) return undefined;
  const detail = textAt(given, "detail");
  const source = dataUrlOf(url) ?? { mediaType: null, url };
  return {
    part: { type: "image", ...source, ...(detail === undefined ? {} : { detail }) },
    keys: [
      [[], ["type", "image_url"]],
      [["image_url"], ["url", ...(detail === undefined ? [] : ["detail"])]],
    ],
  };
}

function audioReader(part: Json): ReadPart | undefined {
  const data = textAt(part, "input_audio", "data");
  const format = textAt(part, "input_audio", "format");
  if (data === undefined) return undefined;
  const known = AUDIO[format as keyof typeof AUDIO] as string | undefined;
  return {
    part: {
      type: "audio",
      mediaType: format === undefined ? null : (known ?? `audio/${format}`),
      data,
    },
    keys: [
      [[], ["type", "input_audio"]],
      [["input_audio"], ["data", "format"]],
    ],
  };
}

function fileReader(part: Json): ReadPart | undefined {
  const file = at(part, "file");
  const data = textAt(file, "file_data");
  const fileId = textAt(file, "file_id");
  const name = textAt(file, "filename") ?? null;
  const source =
    data === undefined
      ? fileId === undefined
        ? undefined
        : { mediaType: null, name, fileId }
      : { ...(dataUrlOf(data) ?? { mediaType: null, data }), name };
  if (source === undefined) return undefined;
  const { mediaType, ...content } = source;
  return {
    part: { type: "file", mediaType, ...content },
    keys: [
      [[], ["type", "file"]],
      [["file"], ["filename", data === undefined ? "file_id" : "file_data"]],
    ],
  };
}

function resultContent(message: Json, path: string, notes: Notes): ResultContent[] {
  if (at(message, "content") === "") return [{ type: "text", text: "" }];
  return contentParts(message, path, notes, false).flatMap((part) =>
    part.type === "text" ||
    part.type === "image" ||
    part.type === "file" ||
    part.type === "provider"
      ? [part]
      : [{ type: "provider" as const, provider: "openai-chat" as const, block: writePart(part) }],
  );
}

function assistantParts(message: Json, path: string, calls: Calls, notes: Notes): Part[] {
  const parts = contentParts(message, path, notes, false);
  const refusal = textAt(message, "refusal");
  if (refusal !== undefined) parts.push({ type: "refusal", text: refusal });
  for (const [index, call] of listAt(message, "tool_calls").entries())
    parts.push(readCall(call, `${path}/tool_calls/${index}`, calls, notes));
  const legacy = at(message, "function_call");
  const name = textAt(legacy, "name");
  if (name !== undefined) {
    const place = `${path}/function_call`;
    const call = callOf(calls.newId(), name, at(legacy, "arguments"), `${place}/arguments`, notes);
    notes.madeIds.add(call.id);
    calls.add(call);
    parts.push(call);
    notes.keepOthers(
      legacy,
      `${path}/tool_calls/${listAt(message, "tool_calls").length}/function`,
      ["name", "arguments"],
    );
  }
  const read = ["role", "content", "tool_calls", ...(name === undefined ? [] : ["function_call"])];
  notes.keepOthers(message, path, refusal === undefined ? read : [...read, "refusal"]);
  return parts;
}

function callOf(
  id: string,
  name: string,
  given: Json | undefined,
  path: string,
  notes: Notes,
): CallPart {
  return { type: "call", id, name, arguments: readArguments(given, path, name, notes) };
}

function readCall(given: Json, path: string, calls: Calls, notes: Notes): Part {
  const inside = at(given, "function");
  const name = textAt(inside, "name");
  if (name === undefined) return { type: "provider", provider: "openai-chat", block: given };
  const id = textAt(given, "id");
  const place = `${path}/function/arguments`;
  const call = callOf(id ?? calls.newId(), name, at(inside, "arguments"), place, notes);
  if (id === undefined) notes.madeIds.add(call.id);
  calls.add(call);
  const type = textAt(given, "type") === "function" ? ["type"] : [];
  notes.keepOthers(given, path, ["id", "function", ...type]);
  notes.keepOthers(inside, `${path}/function`, ["name", "arguments"]);
  return call;
}

/** The body's messages; `places` and `groups` are given where it goes back to where it came from. */
export function writeChat(
  { system, messages }: Conversation,
  places: Places = NO_PLACES,
  groups: readonly number[] = groupsOf(system),
): Json {
  const written: Json[] = [];
  let index = 0;
  /** Where the next message will stand. */
  const next = (): string => {
    index = places.free("/messages", index);
    return `/messages/${index++}`;
  };
  let from = 0;
  for (const size of groups) {
    const texts = system.slice(from, from + size);
    from += size;
    written.push(systemMessage(texts, next(), places));
  }
  for (const message of messages) {
    const { role, parts } = message;
    if (role === "system") written.push(systemMessage(parts, next(), places));
    else if (role === "assistant") written.push(chatAnswer(parts, next(), places));
    else written.push(...userMessages(parts, next, places));
  }
  return written;
}

/** Neighbours that are all of the system, or all of the developer, are one message. */
function groupsOf(system: readonly TextPart[]): number[] {
  const groups: number[] = [];
  for (const [index, { origin }] of system.entries()) {
    const last = groups.length - 1;
    if (index > 0 && system[index - 1]?.origin === origin) groups[last] = (groups[last] ?? 0) + 1;
    else groups.push(1);
  }
  return groups;
}

function systemMessage(parts: readonly Part[], path: string, places: Places): Json {
  const isDeveloper = parts.some((part) => part.type === "text" && part.origin === "developer");
  return {
    role: isDeveloper ? "developer" : "system",
    content: contentOf(parts, path, places) ?? "",
  };
}

function userMessages(parts: readonly Part[], next: () => string, places: Places): Json[] {
  const results = parts.filter(isResult).map((result) => toolMessage(result, next(), places));
  const others = parts.filter((part) => !isResult(part));
  if (others.length === 0 && results.length > 0) return results;
  return [...results, { role: "user", content: contentOf(others, next(), places) ?? "" }];
}

function toolMessage({ id, content }: ResultPart, path: string, places: Places): Json {
  const [only] = content;
  const isOneText = content.length === 1 && only?.type === "text";
  const written =
    isOneText && !places.hasIn(`${path}/content`)
      ? only.text
      : (contentOf(content, path, places) ?? []);
  return { role: "tool", content: written, tool_call_id: id };
}

/** A text that is all there is as a string, anything else as a list; undefined for nothing. */
function contentOf(
  parts: readonly (Part | ResultContent)[],
  path: string,
  places: Places,
): Json | undefined {
  const inside = `${path}/content`;
  const [only] = parts;
  if (only === undefined)
    return places.hasIn(inside) && places.free(inside, 0) > 0 ? [] : undefined;
  if (parts.length === 1 && only.type === "text" && only.text !== "" && !places.hasIn(inside))
    return only.text;
  return parts.map((part) => writePart(part));
}

/** The message of an answer. */
export function chatAnswer(parts: readonly Part[], path: string, places: Places = NO_PLACES): Json {
  const calls = parts.filter((part) => isCall(part) || isCallBlock(part));
  const said = parts.filter((part) => !isCall(part) && !isCallBlock(part));
  const last = said.at(-1);
  const refusals = said.filter(({ type }) => type === "refusal");
  const apart =
    last?.type === "refusal" && refusals.length === 1 && !places.hasIn(`${path}/content`)
      ? last.text
      : undefined;
  const content = contentOf(apart === undefined ? said : said.slice(0, -1), path, places);
  const isSilent = calls.length > 0 || apart !== undefined;
  return {
    role: "assistant",
    content: content ?? (isSilent ? null : ""),
    ...(apart === undefined ? {} : { refusal: apart }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((part) => writeCallPart(part)) }),
  };
}

/** Whether a block stands among the calls, such as a call of a custom tool. */
export function isCallBlock(part: Part): boolean {
  if (part.type !== "provider" || part.provider !== "openai-chat") return false;
  const { block } = part;
  return textAt(block, "type") === "custom" || at(block, "function") !== undefined;
}

function writeCallPart(part: Part): Json {
  if (!isCall(part)) return part.type === "provider" ? part.block : null;
  return {
    id: part.id,
    type: "function",
    function: { name: part.name, arguments: argumentsText(part.arguments) },
  };
}

function writePart(part: Part | ResultContent): Json {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "refusal":
      return { type: "refusal", refusal: part.text };
    case "image":
      return writeImage(part);
    case "audio":
      return writeAudio(part);
    case "file":
      return writeFile(part);
    case "provider":
      return part.block;
    case "json":
      return { type: "text", text: textOfJson(part.value) };
    default:
      return asJson(part);
  }
}

function writeImage({ mediaType, data, url, fileId, detail }: ImagePart): Json {
  if (fileId !== undefined) return { type: "file", file: { file_id: fileId } };
  const address = data === undefined ? (url ?? "") : dataUrl(mediaType, data);
  const image = { url: address, ...(detail === undefined ? {} : { detail }) };
  return { type: "image_url", image_url: image };
}

/** Undefined where Chat has no such format. */
export function audioFormat(mediaType: string | null): string | undefined {
  const known = Object.entries(AUDIO).find(([, type]) => type === mediaType)?.[0];
  return known ?? /^audio\/([a-z0-9.+-]+)$/.exec(mediaType ?? "")?.[1];
}

function writeAudio({ mediaType, data }: AudioPart): Json {
  const format = audioFormat(mediaType);
  return {
    type: "input_audio",
    input_audio: { data, ...(format === undefined ? {} : { format }) },
  };
}

function writeFile({ mediaType, name, data, fileId }: FilePart): Json {
  const source: Json =
    data === undefined
      ? { file_id: fileId ?? "" }
      : { file_data: mediaType === null ? data : dataUrl(mediaType, data) };
  return { type: "file", file: { ...(name === null ? {} : { filename: name }), ...source } };
}
