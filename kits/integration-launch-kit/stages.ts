/** What is checked before anything is handed over: the endpoint, the input, the one call, and each file that was made. */
import type { Static } from "@sinclair/typebox";
import type { Entry } from "../../tools/_core/tool.ts";
import { quoteShell } from "../../tools/_lib/text/shell-quote.ts";
import { countTokens } from "../../tools/_lib/agents/tokens/encodings.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { beginning, quoted } from "../../tools/_lib/text/shown.ts";
import { isLoopback, parseUrl } from "../../tools/_lib/web/url/parse.ts";
import convertCurl from "../../tools/curl-converter.ts";
import formatJson from "../../tools/json-formatter.ts";
import validate from "../../tools/json-schema-validator.ts";
import configure from "../../tools/mcp-config-generator.ts";
import redactLog from "../../tools/sensitive-log-redaction-evidence.ts";
import formatToml from "../../tools/toml-formatter.ts";
import type { CallAnswer, ToolFacts } from "../_core/kit.ts";
import type { Work } from "../integration-launch-kit.ts";
import { PROGRAMS, type Request } from "./programs.ts";
import type { Client } from "./readme.ts";

const LONGEST_PREVIEW = 500;

export function checkEndpoint({ ctx, report, checks }: Work): void {
  const { publicUrl } = ctx.service;
  const parts = parseUrl(publicUrl, "");
  const [protocol, hostname] = "problem" in parts ? ["", ""] : [parts.protocol, parts.hostname];
  const isInsecure = protocol === "http:" && !isLoopback(hostname);
  if (isInsecure) {
    const message = `What is sent to ${hostname} can be read on the way: serve it over https`;
    report.find("warning", "endpoint", { code: "ENDPOINT_INSECURE", message, subject: publicUrl });
  } else if (isLoopback(hostname)) {
    const message = `Only programs on this machine reach ${hostname}`;
    report.find("info", "endpoint", { code: "ENDPOINT_LOOPBACK", message, subject: publicUrl });
  }
  report.done("endpoint", publicUrl, isInsecure ? "review" : "pass");
  checks.push({ id: "endpoint", ok: !isInsecure, detail: publicUrl });
}

export function describeTool({ id, version, inputSchema }: ToolFacts) {
  const fields = Object.keys(inputSchema.properties);
  const schemaTokens = countTokens(JSON.stringify(inputSchema), "o200k_base");
  return { id, version, fields, schemaTokens };
}

/**
 * Where a credential stands in the input, which would be written into files. The whole is looked at once; what holds
 * one is then looked for by itself, each text with its name.
 */
export function credentialIn({ ctx, toolInput }: Work): string | undefined {
  const texts = [...textsWithPlaces(toolInput, "/toolInput", "")];
  const isFound = (all: readonly string[]) => {
    const scan = { input: all.join("\n\u001e\n"), action: "scan", entropy: "off" } as const;
    const { value } = ctx.step(redactLog, { ...scan, categories: ["credential"] });
    return (value?.summary.total ?? 0) > 0;
  };
  if (texts.length === 0 || !isFound(texts.map(({ text }) => text))) return undefined;
  return texts.find(({ text }) => isFound([text]))?.path ?? "/toolInput";
}

interface PlacedText {
  readonly path: string;
  readonly text: string;
}

/** Each text as a member of JSON, as its name may tell what it is, and by itself, as it may have lines. */
function* textsWithPlaces(value: unknown, path: string, name: string): Generator<PlacedText> {
  if (typeof value === "string") {
    const text = name === "" ? value : `${JSON.stringify({ [name]: value })}\n${value}`;
    yield { path, text };
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* textsWithPlaces(item, `${path}/${at}`, name);
  } else if (typeof value === "object" && value !== null) {
    for (const [own, member] of Object.entries(value)) {
      yield* textsWithPlaces(member, appendPointer(path, own), own);
    }
  }
}

/** What the call gave, as far as the value tells it. */
export interface Called {
  readonly answer: CallAnswer;
  /** What a program prints: the output, or the value as JSON. */
  readonly printed: string;
}

export function callOnce(work: Work, facts: ToolFacts): Called {
  const { ctx, report, checks, toolInput, usesExample } = work;
  const options = usesExample ? facts.example?.options : undefined;
  const answer = ctx.call({ tool_id: facts.id, input: toolInput, options }) ?? OUT_OF_STEPS;
  const { result, error } = answer;
  const printed = result?.output ?? JSON.stringify(result?.value ?? null);
  const told = error === undefined ? undefined : `${error.code}: ${error.message}`;
  if (error !== undefined) {
    const message = `The call failed: ${told}`;
    const received = error.code;
    report.find("error", "call", { code: "CALL_FAILED", message, path: "/toolInput", received });
  }
  const summary = told ?? `${counted(printed.length, "character")} of output`;
  report.done("call", summary, error === undefined ? "pass" : "fail");
  checkInput(work, facts, answer);
  checks.push({ id: "secrets", ok: true, detail: usesExample ? EXAMPLE : NO_CREDENTIAL });
  checks.push({ id: "call", ok: error === undefined, detail: summary });
  if (usesExample && facts.example) checkExample(work, facts.example.expect, answer);
  return { answer, printed };
}

export const EXAMPLE = "The example's own input";
export const NO_CREDENTIAL = "No credential found";

const OUT_OF_STEPS: CallAnswer = {
  status: 422,
  error: {
    code: "BUDGET_EXCEEDED",
    message: "The call takes more steps than a run may",
    hint: "Choose a smaller input",
  },
};

/** Members that the tool does not read; what it reads under another spelling is none of them. */
function checkInput(
  { report, checks, toolInput }: Work,
  facts: ToolFacts,
  answer: CallAnswer,
): void {
  const fields = Object.keys(facts.inputSchema.properties);
  const ignored = new Set(
    answer.result?.warnings.filter(({ code }) => code === "UNKNOWN_FIELD").map(({ path }) => path),
  );
  const unknown = (typeof toolInput === "string" ? [] : Object.keys(toolInput)).filter(
    (name) => !fields.includes(name) && (!answer.result || ignored.has(appendPointer("", name))),
  );
  for (const name of unknown) {
    const [near] = nearest(name, fields, { limit: 1 });
    report.find("warning", "schema", {
      code: "INPUT_UNKNOWN_FIELD",
      message: `${facts.id} does not read the member ${quoted(name)}${near === undefined ? "" : `, did you mean \`${near}\`?`}`,
      path: appendPointer("/toolInput", name),
      ...(near === undefined ? {} : { expected: near }),
    });
  }
  const detail =
    unknown.length === 0
      ? "Every member is a field of the tool"
      : `${counted(unknown.length, "member")} that the tool does not read`;
  checks.push({ id: "input", ok: unknown.length === 0, detail });
}

function checkExample({ report, checks }: Work, expected: object, { result }: CallAnswer): void {
  const ok = holds(expected, result);
  if (!ok) {
    const message = "The tool's first example does not come out as its description says";
    report.find("error", "call", { code: "EXAMPLE_MISMATCH", message });
  }
  const detail = ok ? "The example comes out as described" : "The example comes out differently";
  checks.push({ id: "example", ok, detail });
}

export function checkResult({ ctx, report, checks }: Work, facts: ToolFacts, called: Called): void {
  const { result } = called.answer;
  if (result === undefined) {
    report.skipped("result", "There is no result; the field `toolInput` would give one");
    return;
  }
  const { outputSchema } = facts;
  const checked = ctx.step(validate, { schema: outputSchema, data: JSON.stringify(result) });
  if (!checked.ok) {
    report.stageFailed("result", (checked.errors as readonly Entry[])[0] ?? UNKNOWN);
    return;
  }
  const ok = checked.valid === true;
  for (const { message, path } of ok ? [] : (checked.errors ?? [])) {
    const found = `The result does not fit the published schema: ${message}`;
    report.find("error", "result", { code: "RESULT_INVALID", message: found, path });
  }
  const detail = ok ? "Fits the published schema" : "Does not fit the published schema";
  report.done("result", detail, ok ? "pass" : "fail");
  checks.push({ id: "result", ok, detail });
}

const UNKNOWN: Entry = { code: "TOOL_FAILED", message: "The tool could not do its job" };

/** The file of a client, and what the client has instead of it. */
export interface Config {
  readonly client: Client;
  readonly path: string;
  readonly format: "json" | "toml";
  readonly content: string;
  readonly cli: string | null;
}

/** The file of each client, as its generator writes it, and read again. */
export function configureClients(work: Work): readonly Config[] {
  const { input, ctx, report } = work;
  const { clients, serverName: name, scope, auth, keyVariable } = input;
  const headers: Record<string, string> =
    auth === "bearer" ? { Authorization: `Bearer \${${keyVariable}}` } : {};
  const url = `${ctx.service.publicUrl}/mcp`;
  const configs = clients.flatMap((client): Config[] => {
    const made = ctx.step(configure, { name, url, headers, client, scope });
    report.takeOver("configs", made.warnings, TAKEN_OVER, { subject: client });
    const [config] = made.value?.configs ?? [];
    if (made.ok && config !== undefined) {
      const { path, format, content } = config;
      const cli = client === "vscode" ? addToCode(name, content) : config.cli;
      return [{ client, path, format, content, cli }];
    }
    const message = made.errors?.[0]?.message ?? "There is no configuration for the client";
    report.find("error", "configs", { code: "CONFIG_INVALID", message, subject: client });
    return [];
  });
  report.done("configs", counted(configs.length, "configuration"));
  parseConfigs(configs, work);
  return configs;
}

const TAKEN_OVER = { VARIABLE_UNSUPPORTED: "warning" } as const;

/** VS Code's own command takes a server, and nothing that its user would be asked for. */
function addToCode(name: string, content: string): string | null {
  const file = JSON.parse(content) as { servers: Record<string, object>; inputs?: unknown };
  if (file.inputs !== undefined) return null;
  return `code --add-mcp ${quoteShell(JSON.stringify({ name, ...file.servers[name] }))}`;
}

function parseConfigs(configs: readonly Config[], { ctx, report, checks }: Work): void {
  for (const { client, format, content } of configs) {
    const tool = format === "toml" ? formatToml : formatJson;
    const { ok, valid, errors } = ctx.step(tool, { input: content, action: "validate" });
    const isFit = ok && valid !== false && content.includes(`"${ctx.service.publicUrl}/mcp"`);
    if (!isFit) {
      const message = errors?.[0]?.message ?? "The configuration does not name the endpoint";
      report.find("error", "parse", { code: "CONFIG_INVALID", message, subject: client });
    }
    const detail = isFit ? `${format.toUpperCase()} that names the endpoint` : "Cannot be used";
    checks.push({ id: `config:${client}`, ok: isFit, detail });
  }
  report.done("parse", `${counted(configs.length, "file")} read again`);
}

/** What the program in curl sends, as the converter reads it, is what was asked for. */
export function checkCurl({ ctx, report, checks }: Work, request: Request, script: string): void {
  const { value } = ctx.step(convertCurl, { input: script, target: "json", shell: "bash" });
  const [sent, ...others] = value?.requests ?? [];
  const ok = sent !== undefined && others.length === 0 && isSame(sent, request);
  if (!ok) {
    const message = `${PROGRAMS.curl.file} does not send the call that was asked for`;
    report.find("error", "curl", { code: "CURL_MISMATCH", message, subject: PROGRAMS.curl.file });
  }
  const detail = ok ? "Method, address, headers and body are those of the call" : "Another call";
  report.done("curl", detail, ok ? "pass" : "fail");
  checks.push({ id: "curl", ok, detail });
}

type Sent = Static<typeof convertCurl.value>["requests"][number];

function isSame({ method, url, headers, body }: Sent, request: Request): boolean {
  const sent = new Map(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const { keyVariable } = request;
  return (
    method === "POST" &&
    sameUrl(url, request.url) &&
    sent.get("content-type") === "application/json" &&
    sent.get("authorization") === (keyVariable && `Bearer $${keyVariable}`) &&
    body?.kind === "raw" &&
    body.text.replace(/\n$/, "") === request.body
  );
}

function sameUrl(left: string, right: string): boolean {
  const [a, b] = [parseUrl(left, ""), parseUrl(right, "")];
  return !("problem" in a) && !("problem" in b) && a.href === b.href;
}

/** What the value tells of the call; the input is the caller's, or the example's. */
export function tellCall({ answer, printed }: Called, { toolInput }: Work) {
  const { result, error } = answer;
  return {
    input: toolInput,
    ok: error === undefined,
    valid: result?.valid ?? null,
    errorCode: error?.code ?? null,
    outputSha256: sha256Hex(printed),
    outputPreview: beginning(printed, LONGEST_PREVIEW),
  };
}

/** Whether every member that is expected is there with what is expected of it; of a list, every item. */
function holds(expected: unknown, found: unknown): boolean {
  if (typeof expected !== "object" || expected === null) return Object.is(expected, found);
  if (typeof found !== "object" || found === null) return false;
  if (Array.isArray(expected) !== Array.isArray(found)) return false;
  if (Array.isArray(expected) && expected.length !== (found as unknown[]).length) return false;
  return Object.entries(expected).every(
    ([name, member]) =>
      Object.hasOwn(found, name) && holds(member, (found as Record<string, unknown>)[name]),
  );
}
