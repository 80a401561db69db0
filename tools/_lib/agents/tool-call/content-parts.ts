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
import { documentText, type FileContent, isPdf, readFile, writeFile } from "./file-parts.ts";

export const PROVIDERS = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** A part of a content, whoever wrote it. */
export type Part = (
  | { readonly kind: "text"; readonly text: JsonString }
  | { readonly kind: "image"; readonly url: string }
  | { readonly kind: "file"; readonly file: FileContent }
  | { readonly kind: "other" }
) & {
  readonly node: JsonNode;
  /** Members that no other provider has. */
  readonly extras: readonly string[];
};

const TEXT_TYPES: ReadonlySet<string> = new Set(["text", "input_text", "output_text"]);

/** Reads a part of any provider; a string is a text. */
export function readPart(node: JsonNode): Part {
  if (node.type === "string") return { kind: "text", text: node, node, extras: [] };
  const type = textOf(memberOf(node, "type"));
  const text = memberOf(node, "text");
  if (text?.type === "string" && (type === undefined || TEXT_TYPES.has(type)) && !isThought(node))
    return { kind: "text", text, node, extras: extrasOf(node, ["type", "text"]) };
  const image = node.type === "object" ? imageIn(node, type) : undefined;
  if (image !== undefined)
    return { kind: "image", url: image.url, node, extras: extrasOf(node, ["type", ...image.keys]) };
  const file = node.type === "object" ? readFile(node, type) : undefined;
  if (file === undefined) return { kind: "other", node, extras: [] };
  return { kind: "file", file, node, extras: extrasOf(node, ["type", ...file.keys]) };
}

function isThought(node: JsonNode): boolean {
  const thought = memberOf(node, "thought");
  return thought?.type === "boolean" && thought.value;
}

/** The members beside those that are read; empty ones say nothing. */
function extrasOf(node: JsonNode, keys: readonly string[]): string[] {
  if (node.type !== "object") return [];
  const others = node.members.filter(
    ({ key, value }) => !keys.includes(key) && !saysNothing(value),
  );
  return others.map(({ key }) => key);
}

function saysNothing(node: JsonNode): boolean {
  return node.type === "null" || (node.type === "array" && node.items.length === 0);
}

interface Image {
  readonly url: string;
  readonly keys: readonly string[];
}

function imageIn(node: JsonObject, type: string | undefined): Image | undefined {
  const given = memberOf(node, "image_url");
  const url = textOf(given) ?? (given && textOf(memberOf(given, "url")));
  if (url !== undefined) return { url, keys: ["image_url"] };
  if (type === "image") return anthropicImage(node) ?? mcpImage(node);
  return geminiImage(node);
}

function anthropicImage(node: JsonObject): Image | undefined {
  const source = memberOf(node, "source");
  if (source === undefined) return undefined;
  const url = textOf(memberOf(source, "url"));
  if (url !== undefined) return { url, keys: ["source"] };
  return dataImage(source, "media_type", ["source"]);
}

function mcpImage(node: JsonObject): Image | undefined {
  return dataImage(node, "mimeType", ["data", "mimeType"]);
}

function geminiImage(node: JsonObject): Image | undefined {
  const inline = memberOf(node, "inlineData");
  if (inline !== undefined) return dataImage(inline, "mimeType", ["inlineData"]);
  const file = memberOf(node, "fileData");
  const url = file && textOf(memberOf(file, "fileUri"));
  const type = file && textOf(memberOf(file, "mimeType"));
  const isImage = type === undefined ? !isPdf(url ?? "") : type.startsWith("image/");
  return url === undefined || !isImage ? undefined : { url, keys: ["fileData"] };
}

function dataImage(holder: JsonNode, key: string, keys: readonly string[]): Image | undefined {
  const type = textOf(memberOf(holder, key));
  const data = textOf(memberOf(holder, "data"));
  const isImage = type?.startsWith("image/") === true && data !== undefined;
  return isImage ? { url: `data:${type};base64,${data}`, keys } : undefined;
}

/** Writes a part for a provider; undefined where it has no form for it. */
export function writePart(
  part: Part,
  provider: Provider | "mcp",
  role: "user" | "assistant" = "user",
): JsonObject | undefined {
  if (part.kind === "text") return textPart(part.text, provider, role);
  if (part.kind === "other" || role === "assistant") return undefined;
  if (part.kind === "image") return imagePart(part.url, provider);
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

function imagePart(url: string, provider: Provider | "mcp"): JsonObject | undefined {
  const data = /^data:(image\/[^;,]+);base64,/i.exec(url);
  const type = data?.[1] ?? "";
  const body = data === null ? "" : url.slice(data[0].length);
  if (data === null && /^data:/i.test(url)) return undefined;
  switch (provider) {
    case "openai-chat":
      return typed("image_url", [memberNode("image_url", textual({ url }))]);
    case "openai-responses":
      return typed("input_image", [memberNode("image_url", stringNode(url))]);
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
