/** Files, PDF above all, as each provider writes them in messages and results. */
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { readBase64 } from "../../bytes/base64.ts";
import type { Provider } from "./content-parts.ts";

/** A file that can go to another provider: by its content or its address; ids of uploads are known to one only. */
export interface FileContent {
  readonly source:
    | { readonly kind: "data"; readonly type: string; readonly base64: string }
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "url"; readonly type: string | undefined; readonly url: string };
  readonly name: string | undefined;
  /** Where the name stands in the part. */
  readonly namePath: string;
  readonly keys: readonly string[];
}

const PDF = "application/pdf";
const PLAIN = "text/plain";

export function isPdf(url: string): boolean {
  return /\.pdf(?:[?#]|$)/i.test(url);
}

export function readFile(node: JsonObject, type: string | undefined): FileContent | undefined {
  if (type === "file") return chatFile(node);
  if (type === "input_file") return responsesFile(node);
  if (type === "document") return anthropicDocument(node);
  return type === undefined ? geminiFile(node) : undefined;
}

function member(node: JsonNode | undefined, key: string): string | undefined {
  return node && textOf(memberOf(node, key));
}

function chatFile(node: JsonObject): FileContent | undefined {
  const file = memberOf(node, "file");
  const source = dataSource(member(file, "file_data"));
  if (file?.type !== "object" || source === undefined) return undefined;
  // Of a file that has an id too, the id is as good as its content.
  return { source, name: member(file, "filename"), namePath: "/file/filename", keys: ["file"] };
}

function responsesFile(node: JsonObject): FileContent | undefined {
  const data = dataSource(member(node, "file_data"));
  const source = data ?? urlSource(member(node, "file_url"), undefined);
  if (source === undefined) return undefined;
  const keys = [data ? "file_data" : "file_url", "filename"];
  return { source, name: member(node, "filename"), namePath: "/filename", keys };
}

function anthropicDocument(node: JsonObject): FileContent | undefined {
  const given = memberOf(node, "source");
  const source = given && anthropicSource(given);
  if (source === undefined) return undefined;
  return { source, name: member(node, "title"), namePath: "/title", keys: ["source", "title"] };
}

function anthropicSource(given: JsonNode): FileContent["source"] | undefined {
  const type = member(given, "media_type");
  const data = member(given, "data");
  switch (member(given, "type")) {
    case "base64":
      return data === undefined ? undefined : { kind: "data", type: type ?? PDF, base64: data };
    case "text":
      return data === undefined ? undefined : { kind: "text", text: data };
    case "url":
      return urlSource(member(given, "url"), PDF);
    default:
      return undefined;
  }
}

function geminiFile(node: JsonObject): FileContent | undefined {
  const [key, inline] = firstOf(node, ["inlineData", "inline_data"]);
  if (inline !== undefined) {
    const type = member(inline, "mimeType") ?? member(inline, "mime_type") ?? "";
    const base64 = member(inline, "data");
    if (base64 === undefined || !isDocument(type)) return undefined;
    const name = member(inline, "displayName");
    return { source: { kind: "data", type, base64 }, name, namePath: NAME_OF_INLINE, keys: [key] };
  }
  const [fileKey, file] = firstOf(node, ["fileData", "file_data"]);
  const type = member(file, "mimeType") ?? member(file, "mime_type");
  if (type !== undefined && !isDocument(type)) return undefined;
  const source = urlSource(member(file, "fileUri") ?? member(file, "file_uri"), type);
  const name = member(file, "displayName");
  return source && { source, name, namePath: "/fileData/displayName", keys: [fileKey] };
}

const NAME_OF_INLINE = "/inlineData/displayName";

/** The first of the members that is there, with its name. */
export function firstOf(node: JsonNode, keys: readonly string[]): [string, JsonNode | undefined] {
  const key = keys.find((name) => memberOf(node, name) !== undefined) ?? "";
  return [key, memberOf(node, key)];
}

/** What is read, and neither seen nor heard. */
function isDocument(type: string): boolean {
  return /^(?:application|text)\//i.test(type);
}

/** A data URL; the bare Base64 that some write instead is a PDF. */
function dataSource(text: string | undefined): FileContent["source"] | undefined {
  if (text === undefined) return undefined;
  const data = /^data:([^;,]+)(?:;[^;,=]+=[^;,]*)*;base64,/i.exec(text.slice(0, LONGEST_HEAD));
  if (data !== null)
    return { kind: "data", type: data[1] ?? PDF, base64: text.slice(data[0].length) };
  return /^data:/i.test(text) ? undefined : { kind: "data", type: PDF, base64: text };
}

const LONGEST_HEAD = 300;

/** Addresses that everybody can fetch: uploads and buckets belong to the provider. */
function urlSource(
  url: string | undefined,
  type: string | undefined,
): FileContent["source"] | undefined {
  const isOpen =
    url !== undefined &&
    /^https?:\/\//i.test(url) &&
    !/^https:\/\/generativelanguage\.googleapis\.com\//i.test(url);
  return isOpen ? { kind: "url", type: type ?? (isPdf(url) ? PDF : undefined), url } : undefined;
}

/** Undefined where the provider has no place for such a file. */
export function writeFile(file: FileContent, provider: Provider | "mcp"): JsonObject | undefined {
  const { source } = file;
  if (source.kind === "text") return provider === "anthropic" ? toAnthropic(file) : undefined;
  switch (provider) {
    case "openai-chat":
      return toChat(file);
    case "openai-responses":
      return toResponses(file);
    case "anthropic":
      return toAnthropic(file);
    case "gemini":
      return toGemini(file);
    case "mcp":
      return undefined;
  }
}

/** The text that a document is, for those who have no place for documents of text. */
export function documentText(
  { source }: FileContent,
  provider: Provider | "mcp",
): string | undefined {
  if (source.kind === "text") return provider === "anthropic" ? undefined : source.text;
  return provider === "openai-chat" && source.kind === "data" ? plainText(source) : undefined;
}

/** Whether what is written has a place for the name of the file. */
export function holdsFileName({ source }: FileContent, provider: Provider): boolean {
  if (provider === "openai-chat") return source.kind === "data" && isType(source.type, PDF);
  return provider !== "gemini" && (source.kind !== "text" || provider === "anthropic");
}

/** The name in a written part. */
export function fileName(part: JsonObject): JsonNode | undefined {
  return memberOf(memberOf(part, "file") ?? part, "filename");
}

/** OpenAI wants a name beside the content. */
const NAMELESS = "document.pdf";

/** PDF only, by its content. */
function toChat({ source, name }: FileContent): JsonObject | undefined {
  if (source.kind !== "data" || !isType(source.type, PDF)) return undefined;
  const content = textual({ filename: name ?? NAMELESS, file_data: dataUrl(source) });
  return objectNode([typed("file"), memberNode("file", content)]);
}

function toResponses({ source, name }: FileContent): JsonObject | undefined {
  if (source.kind === "text") return undefined;
  if (source.kind === "url")
    return objectNode([
      typed("input_file"),
      ...named("filename", name),
      ...textMembers({ file_url: source.url }),
    ]);
  const fallback = isType(source.type, PDF) ? NAMELESS : "document.txt";
  return objectNode([
    typed("input_file"),
    ...textMembers({ filename: name ?? fallback, file_data: dataUrl(source) }),
  ]);
}

/** PDF by content or address, text as text. */
function toAnthropic({ source, name }: FileContent): JsonObject | undefined {
  const written = anthropicSourceNode(source);
  if (written === undefined) return undefined;
  return objectNode([typed("document"), memberNode("source", written), ...named("title", name)]);
}

function anthropicSourceNode(source: FileContent["source"]): JsonObject | undefined {
  if (source.kind === "url")
    return source.type !== undefined && !isType(source.type, PDF)
      ? undefined
      : textual({ type: "url", url: source.url });
  if (source.kind === "text")
    return textual({ type: "text", media_type: PLAIN, data: source.text });
  if (isType(source.type, PDF))
    return textual({ type: "base64", media_type: PDF, data: source.base64 });
  const text = plainText(source);
  return text === undefined ? undefined : textual({ type: "text", media_type: PLAIN, data: text });
}

function toGemini({ source }: FileContent): JsonObject | undefined {
  if (source.kind === "text") return undefined;
  if (source.kind === "data") {
    const inline = textual({ mimeType: source.type, data: source.base64 });
    return objectNode([memberNode("inlineData", inline)]);
  }
  const file = [...named("mimeType", source.type), ...textMembers({ fileUri: source.url })];
  return objectNode([memberNode("fileData", objectNode(file))]);
}

function isType(given: string, wanted: string): boolean {
  return given.toLowerCase() === wanted;
}

function dataUrl({ type: mime, base64 }: Extract<FileContent["source"], { kind: "data" }>): string {
  return `data:${mime};base64,${base64}`;
}

/** The text of a file that is one; undefined if it is none, or no UTF-8. */
function plainText(source: Extract<FileContent["source"], { kind: "data" }>): string | undefined {
  if (!/^text\/|^application\/(?:json|xml|yaml|x-yaml|toml)$/i.test(source.type)) return undefined;
  const read = readBase64(source.base64);
  if (!("bytes" in read)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(read.bytes);
  } catch {
    return undefined;
  }
}

function typed(name: string): JsonMember {
  return memberNode("type", stringNode(name));
}

function named(key: string, text: string | undefined): JsonMember[] {
  return text === undefined ? [] : textMembers({ [key]: text });
}

function textMembers(texts: Readonly<Record<string, string>>): JsonMember[] {
  return Object.entries(texts).map(([key, text]) => memberNode(key, stringNode(text)));
}

function textual(texts: Readonly<Record<string, string>>): JsonObject {
  return objectNode(textMembers(texts));
}
