/** Texts, images and files as each provider writes them in messages and results. */
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonString,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { appendPointer } from "../../results/pointer.ts";
import {
  documentText,
  type FileContent,
  firstOf,
  holdsFileName,
  isPdf,
  readFile,
  writeFile,
} from "./file-parts.ts";

export const PROVIDERS = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** A part of a content, whoever wrote it. */
export type Part = (
  | { readonly kind: "text"; readonly text: JsonString }
  | { readonly kind: "image"; readonly url: string; readonly detail?: Detail | undefined }
  | { readonly kind: "file"; readonly file: FileContent }
  | { readonly kind: "other" }
) & {
  readonly node: JsonNode;
  /** Pointers in the part of members that no other provider has. */
  readonly extras: readonly string[];
};

/** How closely OpenAI's models are to look at an image. */
interface Detail {
  readonly node: JsonNode;
  /** Pointer in the part. */
  readonly path: string;
}

const TEXT_TYPES: ReadonlySet<string> = new Set(["text", "input_text", "output_text"]);

/** Reads a part of any provider; a string is a text. */
export function readPart(node: JsonNode): Part {
  if (node.type === "string") return { kind: "text", text: node, node, extras: [] };
  const type = textOf(memberOf(node, "type"));
  const text = memberOf(node, "text");
  if (text?.type === "string" && (type === undefined || TEXT_TYPES.has(type)) && !isThought(node))
    return { kind: "text", text, node, extras: extrasOf(node, ["text"]) };
  if (node.type !== "object") return { kind: "other", node, extras: [] };
  const image = imageIn(node, type);
  if (image !== undefined) {
    const { url, detail, keys, inside } = image;
    const extras = [...extrasOf(node, keys), ...insideExtras(node, keys, inside)];
    return { kind: "image", url, detail, node, extras };
  }
  const file = readFile(node, type);
  if (file === undefined) return { kind: "other", node, extras: [] };
  return { kind: "file", file, node, extras: extrasOf(node, file.keys) };
}

function isThought(node: JsonNode): boolean {
  const thought = memberOf(node, "thought");
  return thought?.type === "boolean" && thought.value;
}

/** The members beside those that are read; empty ones say nothing. */
function extrasOf(node: JsonNode, keys: readonly string[]): string[] {
  if (node.type !== "object") return [];
  const others = node.members.filter(
    ({ key, value }) => key !== "type" && !keys.includes(key) && !saysNothing(value),
  );
  return others.map(({ key }) => appendPointer("", key));
}

/** The same within the members that are read. */
function insideExtras(node: JsonObject, keys: readonly string[], inside: readonly string[]) {
  return keys.flatMap((key) => {
    const held = memberOf(node, key);
    return held ? extrasOf(held, inside).map((path) => appendPointer("", key) + path) : [];
  });
}

function saysNothing(node: JsonNode): boolean {
  return node.type === "null" || (node.type === "array" && node.items.length === 0);
}

interface Image {
  readonly url: string;
  readonly detail?: Detail | undefined;
  /** The members that are read, and those within them. */
  readonly keys: readonly string[];
  readonly inside: readonly string[];
}

function imageIn(node: JsonObject, type: string | undefined): Image | undefined {
  const given = memberOf(node, "image_url");
  if (given?.type === "string") return openaiImage(given.value, node, "", ["image_url", "detail"]);
  const url = given && textOf(memberOf(given, "url"));
  if (given !== undefined && url !== undefined)
    return openaiImage(url, given, "/image_url", ["image_url"]);
  if (type === "image") return anthropicImage(node) ?? mcpImage(node);
  return geminiImage(node);
}

function openaiImage(url: string, holder: JsonNode, path: string, keys: readonly string[]): Image {
  const node = memberOf(holder, "detail");
  const detail = node && !saysNothing(node) ? { node, path: `${path}/detail` } : undefined;
  return { url, detail, keys, inside: ["url", "detail"] };
}

function anthropicImage(node: JsonObject): Image | undefined {
  const source = memberOf(node, "source");
  if (source === undefined) return undefined;
  const url = textOf(memberOf(source, "url"));
  if (url !== undefined) return { url, keys: ["source"], inside: ["url"] };
  return dataImage(source, "media_type", ["source"]);
}

function mcpImage(node: JsonObject): Image | undefined {
  return dataImage(node, "mimeType", ["data", "mimeType"]);
}

function geminiImage(node: JsonObject): Image | undefined {
  const [inlineKey, inline] = firstOf(node, ["inlineData", "inline_data"]);
  if (inline !== undefined) {
    const [typeKey] = firstOf(inline, ["mimeType", "mime_type"]);
    return dataImage(inline, typeKey, [inlineKey]);
  }
  const [fileKey, file] = firstOf(node, ["fileData", "file_data"]);
  if (file === undefined) return undefined;
  const [uriKey, uri] = firstOf(file, ["fileUri", "file_uri"]);
  const [typeKey, mimeType] = firstOf(file, ["mimeType", "mime_type"]);
  const [url, type] = [textOf(uri), textOf(mimeType)];
  const isImage = type === undefined ? !isPdf(url ?? "") : type.startsWith("image/");
  // The address says what it is to everybody else.
  const inside = [uriKey, typeKey];
  return url === undefined || !isImage ? undefined : { url, keys: [fileKey], inside };
}

function dataImage(holder: JsonNode, key: string, keys: readonly string[]): Image | undefined {
  const type = textOf(memberOf(holder, key));
  const data = textOf(memberOf(holder, "data"));
  const isImage = type?.startsWith("image/") === true && data !== undefined;
  if (!isImage) return undefined;
  return { url: `data:${type};base64,${data}`, keys, inside: [key, "data"] };
}

/** Pointers in the part of what it says and the provider has no place for. */
export function unheldIn(part: Part, provider: Provider | "mcp"): string[] {
  const unheld = [...part.extras];
  if (part.kind === "image" && part.detail && !provider.startsWith("openai"))
    unheld.push(part.detail.path);
  const isNamed = part.kind === "file" && part.file.name !== undefined;
  if (isNamed && provider !== "mcp" && !holdsFileName(part.file, provider))
    unheld.push(part.file.namePath);
  return unheld;
}

/** Writes a part for a provider; undefined where it has no form for it. */
export function writePart(
  part: Part,
  provider: Provider | "mcp",
  role: "user" | "assistant" = "user",
): JsonObject | undefined {
  if (part.kind === "text") return textPart(part.text, provider, role);
  if (part.kind === "other" || role === "assistant") return undefined;
  if (part.kind === "image") return imagePart(part.url, part.detail?.node, provider);
  const text = documentText(part.file, provider);
  return text === undefined
    ? writeFile(part.file, provider)
    : textPart(stringNode(text), provider, role);
}

export function textPart(
  text: JsonString,
  provider: Provider | "mcp",
  role: "user" | "assistant" = "user",
): JsonObject {
  const member = memberNode("text", text);
  if (provider === "gemini") return objectNode([member]);
  const responses = role === "user" ? "input_text" : "output_text";
  return typed(provider === "openai-responses" ? responses : "text", [member]);
}

function imagePart(
  url: string,
  detail: JsonNode | undefined,
  provider: Provider | "mcp",
): JsonObject | undefined {
  const data = /^data:(image\/[^;,]+);base64,/i.exec(url);
  const type = data?.[1] ?? "";
  const body = data === null ? "" : url.slice(data[0].length);
  if (data === null && /^data:/i.test(url)) return undefined;
  const look = detail === undefined ? [] : [memberNode("detail", detail)];
  switch (provider) {
    case "openai-chat": {
      const image = objectNode([memberNode("url", stringNode(url)), ...look]);
      return typed("image_url", [memberNode("image_url", image)]);
    }
    case "openai-responses":
      return typed("input_image", [memberNode("image_url", stringNode(url)), ...look]);
    case "anthropic": {
      const base64 = { type: "base64", media_type: type, data: body };
      return typed("image", [memberNode("source", textual(data ? base64 : { type: "url", url }))]);
    }
    case "gemini":
      return data === null
        ? objectNode([memberNode("fileData", textual({ fileUri: url }))])
        : objectNode([memberNode("inlineData", textual({ mimeType: type, data: body }))]);
    case "mcp":
      return data === null ? undefined : textual({ type: "image", data: body, mimeType: type });
  }
}

function typed(type: string, members: readonly JsonMember[]): JsonObject {
  return objectNode([memberNode("type", stringNode(type)), ...members]);
}

/** An object whose members are all text. */
function textual(members: Readonly<Record<string, string>>): JsonObject {
  return objectNode(
    Object.entries(members).map(([key, value]) => memberNode(key, stringNode(value))),
  );
}
