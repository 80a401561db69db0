/** Writes the configuration files of clients for one server. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { inputInvalid } from "../_lib/results/input-invalid.ts";
import {
  arrayNode,
  booleanNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
  withMember,
} from "../_lib/json/tree/tree.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { beginning } from "../_lib/text/shown.ts";
import { addCommand } from "./cli.ts";
import { type Client, CLIENTS, type JsonClient, jsonEntry, pathOf, startedOn } from "./clients.ts";
import { codexReads, codexTable, textsWithVariables } from "./codex.ts";
import type { Config, Input, Scope, System, Texts, Warning } from "../mcp-config-generator.ts";
import { serverWarnings } from "./findings.ts";
import { type Merged, mergeJson, mergeToml } from "./merge.ts";
import { readServer, type Server } from "./server.ts";
import {
  FROM_ENVIRONMENT,
  promptId,
  PROMPT_FORM,
  type Reference,
  referencesIn,
  rewritten,
  SHELL_FORM,
  variableOf,
} from "./variables.ts";

export function generateConfigs(input: Input, shape: Texts) {
  const { server, warnings: told, failure } = readServer(input, shape);
  if (failure) return failure;
  const chosen = chooseClients(input.client);
  if ("error" in chosen) return fail(chosen.error);
  const { clients } = chosen;
  const hasExisting = !isNothing(input.existing);
  if (hasExisting && clients.length > 1) {
    const message =
      "Cannot put the entry into an existing file: found all clients, expected the one whose file it is";
    return inputInvalid([{ code: "TYPE", message, path: "/client" }]);
  }
  const configs: Config[] = [];
  const warnings: Entry<Warning>[] = [...told, ...serverWarnings(server, clients, input.os)];
  for (const client of clients) {
    const merged = fileOf(client, server, input.os, hasExisting ? input.existing : undefined);
    if (!merged.ok) return fail(merged.error);
    warnings.push(...merged.warnings);
    configs.push(configOf(client, server, { input, content: merged.content }));
  }
  const errors = configs.filter(({ supported }) => !supported).map(scopeUnsupported);
  return done({
    output: outputOf(configs, input.client),
    value: { name: input.name, configs },
    valid: errors.length === 0,
    errors,
    warnings: orderFindings(joinEntries<Warning>(warnings)),
    stats: { configs: configs.length },
  });
}

function chooseClients(
  name: string,
): { readonly clients: readonly Client[] } | { readonly error: Entry<"CLIENT_UNKNOWN"> } {
  const wanted = name.trim().toLowerCase();
  if (wanted === "all") return { clients: CLIENTS };
  const client = CLIENTS.find(({ id }) => id === wanted);
  if (client) return { clients: [client] };
  const ids = ["all", ...CLIENTS.map(({ id }) => id)];
  const [likely] = nearest(wanted, ids);
  const found = JSON.stringify(beginning(name, 60));
  const message = `Cannot write for a client: found ${found}, expected one of ${ids.join(", ")}`;
  const error = { code: "CLIENT_UNKNOWN", message, path: "/client", expected: ids } as const;
  return { error: likely === undefined ? error : { ...error, hint: `Did you mean ${likely}?` } };
}

function scopeUnsupported({ client, path }: Config): Entry<"SCOPE_UNSUPPORTED"> {
  const message = `Cannot write a project file for ${client}: found none, expected scope user`;
  return { code: "SCOPE_UNSUPPORTED", message, path: "/scope", hint: `The user's file is ${path}` };
}

function fileOf(client: Client, server: Server, os: System, existing: unknown): Merged {
  if (client.format === "toml") {
    const table = codexTable(startedOn(os, server));
    if (existing !== undefined) return mergeToml(existing, server.name, table);
    return { ok: true, content: table, warnings: [] };
  }
  const build = (present: JsonObject) => jsonFile(client, server, os, present);
  const { name } = server;
  if (existing !== undefined) return mergeJson(existing, { servers: client.servers, name }, build);
  return { ok: true, content: prettyJson(build(objectNode([]))) ?? "", warnings: [] };
}

const OPENCODE_SCHEMA = "https://opencode.ai/config.json";

function jsonFile(client: JsonClient, server: Server, os: System, present: JsonObject): JsonObject {
  const entry = jsonEntry(client, rewritten(server, client.form, os), os);
  const held = memberOf(present, client.servers);
  const servers = withMember(held?.type === "object" ? held : objectNode([]), server.name, entry);
  const inputs =
    client.form === PROMPT_FORM ? promptsOf(server, memberOf(present, "inputs")) : undefined;
  const hasSchema = client.id !== "opencode" || memberOf(present, "$schema") !== undefined;
  const first = [
    ...(hasSchema ? [] : [memberNode("$schema", stringNode(OPENCODE_SCHEMA))]),
    ...(inputs && memberOf(present, "inputs") === undefined ? [memberNode("inputs", inputs)] : []),
  ];
  const whole = withMember(objectNode([...first, ...present.members]), client.servers, servers);
  return inputs ? withMember(whole, "inputs", inputs) : whole;
}

/** What VS Code asks for: what is there already, and what else the server refers to. */
function promptsOf(server: Server, present: JsonNode | undefined): JsonNode | undefined {
  const items = present?.type === "array" ? present.items : [];
  const known = new Set(items.map((item) => textOf(memberOf(item, "id"))));
  const asked = textsWithVariables(server).flatMap(({ text }) =>
    referencesIn(text).flatMap(promptOf),
  );
  const missing = new Map(asked.filter(([id]) => !known.has(id)));
  if (missing.size === 0) return undefined;
  const prompts = Array.from(missing, ([id, description]) =>
    objectNode([
      memberNode("type", stringNode("promptString")),
      memberNode("id", stringNode(id)),
      memberNode("description", stringNode(description)),
      memberNode("password", booleanNode(true)),
    ]),
  );
  return arrayNode([...items, ...prompts]);
}

/** Id and description of what a reference has VS Code ask for. */
function promptOf(reference: Reference): [id: string, description: string][] {
  if (reference.kind === "input") return [[reference.id, variableOf(reference) ?? ""]];
  if (reference.kind === "place" || reference.isExplicit) return [];
  return [[promptId(reference.variable), reference.variable]];
}

function configOf(
  client: Client,
  server: Server,
  { input, content }: { readonly input: Input; readonly content: string },
): Config {
  const scope: Scope = client.project === undefined ? "user" : input.scope;
  return {
    client: client.id,
    path: pathOf(client, scope, input.os),
    scope,
    format: client.format,
    content,
    secrets: secretsOf(client, server),
    cli: addCommand(client.id, startedOn(input.os, inShell(client, server, input.os)), scope),
    supported: client.project !== undefined || input.scope === "user" || isAll(input.client),
    notes: notesOf(client, server, scope),
  };
}

/** As the client's own command takes it: references are those of the client, or of the shell. */
function inShell(client: Client, server: Server, os: System): Server {
  return rewritten(server, client.format === "json" ? client.form : SHELL_FORM, os);
}

function isAll(client: string): boolean {
  return client.trim().toLowerCase() === "all";
}

function secretsOf(client: Client, server: Server): Config["secrets"] {
  const ways = new Map<string, string>();
  for (const place of textsWithVariables(server)) {
    for (const reference of referencesIn(place.text)) {
      const variable = variableOf(reference);
      if (variable === undefined || ways.has(variable)) continue;
      const how = client.format === "json" ? howOf(reference, client) : codexReads(server, place);
      ways.set(variable, how ?? "not read: the text stays as it is");
    }
  }
  return [...ways].map(([variable, how]) => ({ variable, how }));
}

function howOf(reference: Reference, { form }: JsonClient): string {
  const isRead = reference.kind === "environment" && reference.isExplicit && form.asks === true;
  return isRead ? FROM_ENVIRONMENT : form.how(variableOf(reference) ?? "");
}

function notesOf(client: Client, server: Server, scope: Scope): string[] {
  const isLocal = server.kind === "local";
  const command = addCommand(client.id, server, scope) ?? "";
  const fillsIn = command.includes('"') && textsWithVariables(server).length > 0;
  const applies: readonly (readonly [string, boolean])[] = [
    [client.note ?? "", isNoteNeeded(client, server, scope)],
    [
      `${client.id} has no setting for the working folder`,
      isLocal && server.cwd !== undefined && !client.hasCwd,
    ],
    [
      `Left out, because only ${isLocal ? "a remote" : "a local"} server has it: ${server.unused.join(", ")}`,
      server.unused.length > 0,
    ],
    [
      "Gemini CLI puts the name and an underscore before its tools: a name without one is clearer",
      client.id === "gemini-cli" && server.name.includes("_"),
    ],
    [
      "Codex speaks Streamable HTTP only",
      client.id === "codex" && !isLocal && server.transport === "sse",
    ],
    ["In the command the shell fills in variables: write \\$ to keep the reference", fillsIn],
  ];
  return applies.filter(([, isSo]) => isSo).map(([note]) => note);
}

/** Notes are about the user's file, or, for Claude Desktop, about how it reaches a remote server. */
function isNoteNeeded({ id, note }: Client, { kind }: Server, scope: Scope): boolean {
  if (note === undefined) return false;
  return id === "claude-desktop" ? kind === "remote" : scope === "user";
}

/** One file as it is; several with a line before each that says whose it is. */
function outputOf(configs: readonly Config[], client: string): string {
  if (!isAll(client)) return configs[0]?.content ?? "";
  return configs
    .map((config) => `# ${config.client}: ${config.path}\n${config.content.trimEnd()}`)
    .join("\n\n");
}
