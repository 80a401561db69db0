/** Which provider's stream it is. */
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { Chunk } from "./chunks.ts";

export const PROVIDERS = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "bedrock",
  "cohere",
  "ollama",
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The provider of the first chunk that tells. */
export function providerOf(chunks: readonly Chunk[]): Provider | undefined {
  for (const { node } of chunks) {
    const provider = PROVIDERS.find((name) => isOf(node, name));
    if (provider !== undefined) return provider;
  }
  return providerOfErrors(chunks);
}

/** Of a stream that holds nothing but errors. */
function providerOfErrors(chunks: readonly Chunk[]): Provider | undefined {
  for (const { node } of chunks) {
    const error = memberOf(node, "error");
    const isEvent = textOf(memberOf(node, "type")) === "error";
    if (isEvent) return error?.type === "object" ? "anthropic" : "openai-responses";
    if (error?.type === "string") return "ollama";
    if (error?.type === "object")
      return textOf(memberOf(error, "status")) === undefined ? "openai-chat" : "gemini";
  }
  return undefined;
}

const COHERE = /^(?:message|content|tool-plan|tool-call|citation)-(?:start|delta|end)$/;
const BEDROCK = [
  "messageStart",
  "contentBlockStart",
  "contentBlockDelta",
  "contentBlockStop",
  "messageStop",
];
const ANTHROPIC = /^(?:message_start|message_delta|content_block_.*)$/;

/** Whether only this provider sends such a chunk. */
export function isOf(node: Chunk["node"], provider: Provider): boolean {
  const type = textOf(memberOf(node, "type")) ?? "";
  switch (provider) {
    case "openai-chat":
      return memberOf(node, "choices") !== undefined;
    case "openai-responses":
      return type.startsWith("response.");
    case "anthropic":
      return ANTHROPIC.test(type);
    case "gemini":
      return memberOf(node, "candidates") !== undefined;
    case "bedrock":
      return BEDROCK.some((name) => memberOf(node, name) !== undefined);
    case "cohere":
      return COHERE.test(type);
    case "ollama":
      return memberOf(node, "done")?.type === "boolean" && memberOf(node, "message") !== undefined;
  }
}
