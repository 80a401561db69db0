/** The form that an answer has to have. */
import {
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { textOf } from "../_lib/json/tree/members.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import { fromGeminiSchema } from "../_lib/agents/tool-call/gemini-schema.ts";
import type { Ledger } from "./ledger.ts";
import type { Reading } from "./settings.ts";

export interface AnswerFormat {
  /** Pointer of what says it. */
  readonly path: string;
  /** Undefined where any JSON will do. */
  readonly schema: JsonNode | undefined;
  readonly name: JsonNode | undefined;
  readonly strict: JsonNode | undefined;
}

/** The format of a body; undefined where an answer is text. */
export function readFormat(reading: Reading, ledger: Ledger): AnswerFormat | undefined {
  switch (reading.provider) {
    case "openai-chat":
      return typedFormat(reading, ["response_format"], ["response_format", "json_schema"], ledger);
    case "openai-responses":
      return typedFormat(reading, ["text", "format"], ["text", "format"], ledger);
    case "anthropic":
      return typedFormat(reading, ["output_config", "format"], ["output_config", "format"], ledger);
    case "gemini":
      return geminiFormat(reading);
  }
}

function typedFormat(
  reading: Reading,
  place: readonly string[],
  inside: readonly string[],
  ledger: Ledger,
): AnswerFormat | undefined {
  const type = textOf(reading.at(...place, "type")?.node);
  const path = `/${place.join("/")}`;
  if (type === "json_object")
    return { path, schema: undefined, name: undefined, strict: undefined };
  if (type !== "json_schema") return undefined;
  const schema = reading.at(...inside, "schema")?.node;
  const name = reading.at(...inside, "name")?.node;
  const strict = reading.at(...inside, "strict")?.node;
  if (schema === undefined) ledger.lose(path, "there is no schema in it");
  return schema && { path, schema, name, strict };
}

function geminiFormat(reading: Reading): AnswerFormat | undefined {
  const type = reading.at("generationConfig", "responseMimeType");
  const json = reading.at("generationConfig", "responseJsonSchema");
  const openApi = json ? undefined : reading.at("generationConfig", "responseSchema");
  const schema = json?.node ?? (openApi && fromGeminiSchema(openApi.node));
  const path = (json ?? openApi ?? type)?.path;
  const isJson = textOf(type?.node) === "application/json" || schema !== undefined;
  if (path === undefined || !isJson) return undefined;
  return { path, schema, name: undefined, strict: undefined };
}

const DEFAULT_NAME = "response";

/** Where a provider has the format, and what stands there; undefined where it has no such format. */
export function writeFormat(
  { path, schema, name, strict }: AnswerFormat,
  target: Provider,
  ledger: Ledger,
): readonly { readonly place: readonly string[]; readonly node: JsonNode }[] {
  if (target === "gemini") {
    const config = (key: string, node: JsonNode) => ({ place: ["generationConfig", key], node });
    const json = schema === undefined ? [] : [config("responseJsonSchema", schema)];
    return [config("responseMimeType", stringNode("application/json")), ...json];
  }
  if (schema === undefined && target === "anthropic") {
    ledger.lose(path, "anthropic has no JSON answers without a schema");
    return [];
  }
  const type = memberNode("type", stringNode(schema === undefined ? "json_object" : "json_schema"));
  const members = schema === undefined ? [] : [memberNode("schema", schema)];
  if (target === "anthropic")
    return [{ place: ["output_config", "format"], node: objectNode([type, ...members]) }];
  const place = target === "openai-chat" ? ["response_format"] : ["text", "format"];
  if (schema === undefined) return [{ place, node: objectNode([type]) }];
  const named = nameMember(name, target, ledger);
  const flag = strict === undefined ? [] : [memberNode("strict", strict)];
  const inside = [named, ...members, ...flag];
  const node =
    target === "openai-chat"
      ? objectNode([type, memberNode("json_schema", objectNode(inside))])
      : objectNode([type, ...inside]);
  return [{ place, node }];
}

/** OpenAI needs a name. */
function nameMember(name: JsonNode | undefined, target: Provider, ledger: Ledger): JsonMember {
  const node = name ?? stringNode(DEFAULT_NAME);
  const path = target === "openai-chat" ? "/response_format/json_schema/name" : "/text/format/name";
  if (name === undefined) ledger.add(path, node);
  return memberNode("name", node);
}
