/** The body that all requests are made of: built of a prompt, or a template made fit for the provider. */
import type { Entry } from "../../tools/_core/tool.ts";
import type { Provider } from "../../tools/_lib/agents/tool-call/content-parts.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import {
  at,
  fromNode,
  isList,
  isMembers,
  type Json,
  type JsonMembers,
  listAt,
  numberAt,
  textOfJson,
} from "../../tools/_lib/json/tree/exact.ts";
import envelope from "../../tools/provider-request-envelope.ts";
import buildSchema from "../../tools/prompt-template-schema-builder.ts";
import type { Work } from "../offline-api-batch-production-kit.ts";

/** How a provider takes batches. */
export interface ProviderFacts {
  readonly endpoint: string;
  /** Where a body says how long an answer may be; the first is written. */
  readonly limits: readonly (readonly string[])[];
  readonly mostRequests: number;
  readonly mostBytes: number;
}

export const FACTS: Readonly<Record<Provider, ProviderFacts>> = {
  "openai-chat": {
    endpoint: "/v1/chat/completions",
    limits: [["max_completion_tokens"], ["max_tokens"]],
    mostRequests: 50_000,
    mostBytes: 200_000_000,
  },
  "openai-responses": {
    endpoint: "/v1/responses",
    limits: [["max_output_tokens"]],
    mostRequests: 50_000,
    mostBytes: 200_000_000,
  },
  anthropic: {
    endpoint: "/v1/messages/batches",
    limits: [["max_tokens"]],
    mostRequests: 100_000,
    mostBytes: 256_000_000,
  },
  gemini: {
    endpoint: "models/{model}:batchGenerateContent",
    limits: [["generationConfig", "maxOutputTokens"]],
    mostRequests: Infinity,
    mostBytes: 2_000_000_000,
  },
};

/** The body with its placeholders; undefined where a stage stopped the run. */
export function prepareBody(work: Work): JsonMembers | undefined {
  const { input, report } = work;
  const given = input.template === undefined ? promptBody(work) : templateBody(work);
  if (given === undefined) return undefined;
  const format = input.schema === undefined ? {} : formatFor(work);
  if (format === undefined) return undefined;
  if (input.template === undefined && input.schema === undefined)
    report.skipped("template", "A body of `prompt`; `template` or `schema` would be checked here");
  return withFormat(given, format, work);
}

function promptBody({ input }: Work): JsonMembers {
  const { provider, model, prompt = "", system, maxOutputTokens } = input;
  const isSystem = system !== "";
  const user = { role: "user", content: prompt };
  switch (provider) {
    case "openai-chat": {
      const messages = isSystem ? [{ role: "system", content: system }, user] : [user];
      return { model, messages, max_completion_tokens: maxOutputTokens };
    }
    case "openai-responses":
      return {
        model,
        ...(isSystem ? { instructions: system } : {}),
        input: prompt,
        max_output_tokens: maxOutputTokens,
      };
    case "anthropic":
      return {
        model,
        max_tokens: maxOutputTokens,
        ...(isSystem ? { system } : {}),
        messages: [user],
      };
    case "gemini":
      return {
        ...(isSystem ? { systemInstruction: { parts: [{ text: system }] } } : {}),
        contents: [{ role: "user", parts: [{ text: prompt }] }],
        generationConfig: { maxOutputTokens },
      };
  }
}

const TEMPLATE = "/template";
const REQUEST = "/request";

/** What a conversion tells, beside what it does by design. */
const TOLD: ReadonlySet<string> = new Set([
  "FIELD_LOST",
  "VALUE_CLAMPED",
  "NAME_CHANGED",
  "SYSTEM_MOVED",
  "MESSAGES_MERGED",
]);

function templateBody(work: Work): JsonMembers | undefined {
  const { input, ctx, report } = work;
  const read = readJsonField(input.template, TEMPLATE);
  if (!read.ok) {
    report.stop("template", [read.error]);
    return undefined;
  }
  const { provider: to, model, maxOutputTokens } = input;
  const request = textOfJson(fromNode(read.root));
  const placed = (entry: Entry) => ({
    ...entry,
    path: TEMPLATE + (entry.path ?? REQUEST).replace(REQUEST, ""),
  });
  const converted = ctx.step(envelope, { request, to, model, maxTokens: maxOutputTokens });
  const body = converted.ok ? outputOf(converted.output) : undefined;
  if (body === undefined) {
    report.stop("template", (converted.errors ?? []).map(placed));
    return undefined;
  }
  for (const entry of converted.warnings ?? [])
    if (TOLD.has(entry.code)) report.find("warning", "template", placed(entry));
  const from = converted.value?.from ?? to;
  report.done("template", from === to ? `A body of ${to}` : `Converted from ${from} to ${to}`);
  return fitted(body, isStreamed(fromNode(read.root)), work);
}

/** Gemini's endpoint says it, and no body. */
function isStreamed(template: Json): boolean {
  return at(template, "stream") !== undefined;
}

function outputOf(output: string | undefined): JsonMembers | undefined {
  const read = output === undefined ? undefined : readJson(output);
  const body = read !== undefined && "root" in read ? fromNode(read.root) : null;
  return isMembers(body) ? body : undefined;
}

/** With the model, an output limit, and not streamed. */
function fitted(body: JsonMembers, streamed: boolean, { input, report }: Work): JsonMembers {
  const { provider, model, maxOutputTokens } = input;
  const { model: _model, stream: _stream, stream_options: _options, ...rest } = body;
  if (streamed)
    report.find("warning", "template", {
      code: "STREAM_REMOVED",
      message: "The member stream is left out: answers of a batch are not streamed",
      path: `${TEMPLATE}/stream`,
    });
  const named = provider === "gemini" ? rest : { model, ...rest };
  const { limits } = FACTS[provider];
  if (limits.some((path) => at(named, ...path) !== undefined)) return named;
  return withAt(named, limits[0] ?? [], maxOutputTokens);
}

function withAt(body: JsonMembers, path: readonly string[], value: Json): JsonMembers {
  const [key = "", ...rest] = path;
  if (rest.length === 0) return { ...body, [key]: value };
  const inside = at(body, key);
  return { ...body, [key]: withAt(isMembers(inside) ? inside : {}, rest, value) };
}

/** What strict mode changes in a schema: OpenAI's wants more than Anthropic's, and Gemini has none. */
const TOLD_OF_SCHEMA: Readonly<Record<Provider, RegExp>> = {
  "openai-chat": /^(?:KEYWORD|OPTIONAL|TYPE|ADDITIONAL|ROOT|REF|STRICT)/,
  "openai-responses": /^(?:KEYWORD|OPTIONAL|TYPE|ADDITIONAL|ROOT|REF|STRICT)/,
  anthropic: /^KEYWORD/,
  gemini: /^(?!)/,
};

/** The format of structured answers in the provider's form; undefined where a stage stopped the run. */
function formatFor({ input, ctx, report }: Work): JsonMembers | undefined {
  const { schemaName, prompt, provider, model } = input;
  const read = readJsonField(input.schema, "/schema");
  if (!read.ok) {
    report.stop("template", [read.error]);
    return undefined;
  }
  const schema = textOfJson(fromNode(read.root));
  const built = ctx.step(buildSchema, {
    task: prompt ?? "Answer as the schema says.",
    schema,
    name: schemaName,
    model,
  });
  const format = built.value?.responseFormats[provider];
  if (!built.ok || format === undefined || format === null) {
    const message = "Cannot build the format of answers: found no schema, expected one";
    const errors = built.errors ?? [];
    const entries: readonly Entry[] =
      errors.length > 0 ? errors : [{ code: "SCHEMA_MISSING", message, path: "/schema" }];
    report.stop("template", entries);
    return undefined;
  }
  const told = (built.warnings ?? []).filter(({ code }) => TOLD_OF_SCHEMA[provider].test(code));
  for (const entry of told) report.find("info", "template", entry);
  if (input.template === undefined) report.done("template", `Answers of the schema ${schemaName}`);
  return format as JsonMembers;
}

const PLACES: Readonly<Record<Provider, readonly string[]>> = {
  "openai-chat": ["response_format"],
  "openai-responses": ["text", "format"],
  anthropic: ["output_config", "format"],
  gemini: ["generationConfig"],
};

function withFormat(body: JsonMembers, format: JsonMembers, { input, report }: Work): JsonMembers {
  if (Object.keys(format).length === 0) return body;
  const place = PLACES[input.provider];
  const given = at(body, ...place);
  if (input.provider === "gemini")
    return { ...body, generationConfig: { ...(isMembers(given) ? given : {}), ...format } };
  if (given !== undefined)
    report.find("warning", "template", {
      code: "FORMAT_REPLACED",
      message: "The format of answers in the template is replaced by that of schema",
      path: `${TEMPLATE}/${place.join("/")}`,
    });
  return withAt(body, place, format);
}

/** How long the answer to a request may be. */
export function limitOf(body: Json, provider: Provider): number {
  const found = FACTS[provider].limits.map((path) => numberAt(body, ...path));
  return found.find((limit) => limit !== undefined) ?? 0;
}

/** What a model reads of a body: system, messages, then tools and schema as JSON; and whether there is more. */
export function textsOf(body: Json): {
  readonly texts: readonly string[];
  readonly hasOther: boolean;
} {
  const reader = new TextReader();
  for (const key of ["system", "instructions", "systemInstruction"]) reader.read(at(body, key));
  for (const key of ["messages", "input", "contents"]) reader.read(at(body, key));
  const tools = at(body, "tools");
  if (isList(tools) && tools.length > 0) reader.texts.push(textOfJson(tools));
  const schema =
    at(body, "response_format", "json_schema", "schema") ??
    at(body, "text", "format", "schema") ??
    at(body, "output_config", "format", "schema") ??
    at(body, "generationConfig", "responseJsonSchema") ??
    at(body, "generationConfig", "responseSchema");
  if (schema !== undefined) reader.texts.push(textOfJson(schema));
  return reader;
}

class TextReader {
  readonly texts: string[] = [];
  hasOther = false;

  read(node: Json | undefined): void {
    if (typeof node === "string") this.texts.push(node);
    else if (isList(node)) for (const item of node) this.read(item);
    else if (isMembers(node)) this.#part(node);
  }

  #part(node: JsonMembers): void {
    for (const key of ["text", "content", "parts", "refusal", "thinking", "output"])
      this.read(node[key]);
    for (const call of listAt(node, "tool_calls")) this.#data(at(call, "function", "arguments"));
    this.#data(node["arguments"]);
    if (at(node, "type") === "tool_use") this.#data(node["input"]);
    this.#data(at(node, "functionCall", "args"));
    this.#data(at(node, "functionResponse", "response"));
    if (OTHERS.some((key) => node[key] !== undefined)) this.hasOther = true;
  }

  #data(node: Json | undefined): void {
    if (typeof node === "string") this.texts.push(node);
    else if (node !== undefined && node !== null) this.texts.push(textOfJson(node));
  }
}

/** Images, audio and files. */
const OTHERS = [
  "image_url",
  "input_audio",
  "source",
  "inlineData",
  "fileData",
  "file",
  "file_data",
  "file_id",
];
