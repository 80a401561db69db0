/** Configurations of clients: whose they are, which servers they have, and what is wrong with them. */
import { parseToml } from "../../tools/_lib/formats/toml/parse.ts";
import { tomlTree } from "../../tools/_lib/formats/toml/data.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { isTrue, itemsOf, memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import {
  type JsonComment,
  type JsonNode,
  type JsonObject,
  withoutRepeats,
} from "../../tools/_lib/json/tree/tree.ts";
import { type ClientId, CLIENT_TABLE, clientOfPath } from "./clients.ts";
import { keptApart, ROOTS } from "./kept-apart.ts";

/** A configuration as it was given. */
export interface GivenConfig {
  readonly client?: ClientId | undefined;
  readonly path?: string | undefined;
  readonly text: string;
}

export interface Config extends GivenConfig {
  /** From 1. */
  readonly number: number;
  readonly client: ClientId | undefined;
  readonly format: "json" | "toml";
  readonly dialect: "json" | "jsonc";
  /** Of what could be read: where the text does not parse, of the repaired one; undefined where there is none. */
  readonly root: JsonObject | undefined;
  /** Whether the text does not parse. */
  readonly isBroken: boolean;
  /** Comments behind the root. */
  readonly lastComments: readonly JsonComment[];
  /** Keys that an object has more than once. */
  readonly repeated: readonly RepeatedKey[];
  /** Members that lead to the servers; undefined where there are none. */
  readonly place: readonly string[] | undefined;
  readonly servers: readonly Server[];
}

export interface Server {
  readonly name: string;
  readonly node: JsonObject;
}

export interface RepeatedKey {
  readonly key: string;
  /** Of its later copy, from 1. */
  readonly line: number;
}

/** What is wrong at one place. */
export interface Fault {
  readonly fact: ConfigFact;
  /** Of the server; empty where it is about the file. */
  readonly server: string;
  /** Words that stand on the line. */
  readonly words: readonly string[];
  /** Where that is known better than by the words. */
  readonly line?: number;
}

export type ConfigFact =
  | "config-syntax"
  | "config-duplicate-key"
  | "config-root-key"
  | "config-url-key"
  | "config-type"
  | "config-command-and-url"
  | "config-headers-key"
  | "config-variable"
  | "config-placeholder"
  | "config-bearer-prefix"
  | "config-desktop-remote"
  | "config-path"
  | "config-windows-npx"
  | "config-sse-url"
  | "config-disabled";

export const ADDRESS_KEYS: readonly string[] = ["url", "httpUrl", "serverUrl", "uri", "endpoint"];

export function readConfig(
  { client, path, text }: GivenConfig,
  number: number,
  fallback: ClientId | undefined,
): Config {
  const named = client ?? clientOfPath(path ?? "") ?? fallback;
  const isToml =
    named === "codex" || (named === undefined && /^[ \t]*\[mcp_servers[.\]]/m.test(text));
  if (isToml) {
    const { document, problems } = parseToml(text, "1.1");
    const tree = document === undefined || problems.length > 0 ? undefined : tomlTree(document);
    return judged({ client: named ?? "codex", path, text, number }, tree, "toml", "json");
  }
  const known = named ?? clientOfRoot(text);
  const isCommented = known !== undefined && CLIENT_TABLE[known].isJsonc === true;
  const dialect = isCommented ? "jsonc" : "json";
  const read = readJsonField(text, "", dialect);
  const config = { client: known, path, text, number };
  if (!read.ok) return judged(config, undefined, "json", dialect);
  const root = withoutRepeats(keptApart(read.document.root), "last");
  return {
    ...judged(config, root, "json", dialect),
    lastComments: read.document.lastComments,
    repeated: read.warnings.flatMap(({ code, path: at = "", line = 1 }) =>
      code === "DUPLICATE_KEY" ? [{ key: keyOf(at), line }] : [],
    ),
  };
}

function keyOf(pointer: string): string {
  const token = pointer.slice(pointer.lastIndexOf("/") + 1);
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A configuration that does not parse, judged by its repaired text. */
export function judgedBy(config: Config, repaired: string): Config {
  const { path, text } = config;
  const again = readConfig(
    { client: config.client, path, text: repaired },
    config.number,
    undefined,
  );
  return again.root === undefined ? config : { ...again, text, isBroken: true };
}

/** Whether a text is a configuration and nothing else. */
export function isConfig(text: string): boolean {
  if (/^[ \t]*\[mcp_servers[.\]]/m.test(text)) {
    const { document, problems } = parseToml(text, "1.1");
    return document !== undefined && problems.length === 0;
  }
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return false;
  const read = readJsonField(text, "", "jsonc");
  return read.ok && ROOTS.some((root) => memberOf(read.root, root)?.type === "object");
}

function clientOfRoot(text: string): ClientId | undefined {
  const read = readJsonField(text, "", "jsonc");
  if (!read.ok) return undefined;
  if (memberOf(read.root, "servers")?.type === "object") return "vscode";
  return memberOf(read.root, "context_servers") === undefined ? undefined : "zed";
}

function judged(
  given: GivenConfig & { readonly number: number },
  tree: JsonNode | undefined,
  format: Config["format"],
  dialect: Config["dialect"],
): Config {
  const { client, path, text, number } = given;
  const root = tree?.type === "object" ? tree : undefined;
  const place = root && placeOfServers(root, client);
  const holder = place?.reduce<JsonNode | undefined>(
    (node, key) => node && memberOf(node, key),
    root,
  );
  const servers =
    holder?.type === "object" ? serversIn(holder) : root === undefined ? [] : looseServers(root);
  const isBroken = root === undefined;
  const read = { root, isBroken, place, servers, lastComments: [], repeated: [] };
  return { client, path, text, number, format, dialect, ...read };
}

function placeOfServers(root: JsonObject, client: ClientId | undefined): string[] | undefined {
  const own = client && CLIENT_TABLE[client].root;
  if (own !== undefined && memberOf(root, own) !== undefined) return [own];
  // VS Code's settings hold them one level deeper.
  const settings = memberOf(root, "mcp");
  if (settings && memberOf(settings, "servers")?.type === "object") return ["mcp", "servers"];
  const other = ROOTS.find((name) => memberOf(root, name)?.type === "object");
  return other && [other];
}

function serversIn(holder: JsonObject): Server[] {
  return holder.members.flatMap(({ key, value }) =>
    value.type === "object" ? [{ name: key, node: value }] : [],
  );
}

/** One entry, or several without what holds them. */
function looseServers(root: JsonObject): Server[] {
  if (isServer(root)) return [{ name: "", node: root }];
  const servers = serversIn(root);
  return servers.length > 0 && servers.every(({ node }) => isServer(node)) ? servers : [];
}

function isServer(node: JsonObject): boolean {
  return [...ADDRESS_KEYS, "command"].some((key) => textOf(memberOf(node, key)) !== undefined);
}

/** The address of a server, and under which member it stands. */
export function addressOf({ node }: Server): { key: string; url: string } | undefined {
  for (const key of ADDRESS_KEYS) {
    const url = textOf(memberOf(node, key));
    if (url !== undefined) return { key, url };
  }
  return undefined;
}

export interface Value {
  readonly kind: "url" | "header" | "env" | "arg";
  /** Of a header or a variable. */
  readonly name: string;
  readonly text: string;
}

export const HEADER_KEYS: readonly string[] = ["headers", "http_headers", "requestInit"];

/** All texts of a server in which variables are looked for. */
export function valuesOf(server: Server): Value[] {
  const { node } = server;
  const address = addressOf(server);
  const pairs = (kind: "header" | "env", key: string) => {
    const map = memberOf(node, key);
    if (map?.type !== "object") return [];
    return map.members.flatMap(({ key: name, value }) =>
      value.type === "string" ? [{ kind, name, text: value.value }] : [],
    );
  };
  return [
    ...(address === undefined ? [] : [{ kind: "url" as const, name: "", text: address.url }]),
    ...HEADER_KEYS.flatMap((key) => pairs("header", key)),
    ...pairs("env", "env"),
    ...itemsOf(memberOf(node, "args")).flatMap((item) =>
      item.type === "string" ? [{ kind: "arg" as const, name: "", text: item.value }] : [],
    ),
  ];
}

export function isAuthorization({ kind, name }: Pick<Value, "kind" | "name">): boolean {
  return kind === "header" && name.toLowerCase() === "authorization";
}

/** What is wrong with a configuration; `isWindows` where its client runs there. */
export function faultsOf(config: Config, isWindows: boolean): Fault[] {
  const { client, isBroken, place, servers, repeated } = config;
  const own = client && CLIENT_TABLE[client].root;
  const isForeign = own !== undefined && place?.length === 1 && place[0] !== own;
  return [
    ...(isBroken ? [{ fact: "config-syntax" as const, server: "", words: [] }] : []),
    ...repeated.map(({ key, line }) => {
      const fact = "config-duplicate-key" as const;
      return { fact, server: "", words: [key], ...(isBroken ? {} : { line }) };
    }),
    ...(isForeign
      ? [{ fact: "config-root-key" as const, server: "", words: [place[0] ?? ""] }]
      : []),
    ...servers.flatMap((server) => faultsOfServer(server, config, isWindows)),
  ];
}

function faultsOfServer(server: Server, config: Config, isWindows: boolean): Fault[] {
  const { client } = config;
  const { node, name } = server;
  const found: Fault[] = [];
  const note = (fact: ConfigFact, ...words: readonly string[]) => {
    found.push({ fact, server: name, words: words.filter((word) => word !== "") });
  };
  const address = addressOf(server);
  const command = textOf(memberOf(node, "command"));
  const type = textOf(memberOf(node, "type"));
  if (command !== undefined && address !== undefined) {
    note("config-command-and-url", name, address.url);
  } else if (address !== undefined) noteAddress(server, address, client, note);
  if (client === "codex" && memberOf(node, "headers") !== undefined) {
    note("config-headers-key", "headers");
  }
  noteValues(server, config, note);
  if (command !== undefined) notePaths(server, command, note);
  if (isWindows && command === "npx") note("config-windows-npx", "npx");
  if (address !== undefined && isMismatched(address, type)) {
    note("config-sse-url", address.url);
  }
  const enabled = memberOf(node, "enabled");
  if (isTrue(memberOf(node, "disabled"))) note("config-disabled", "disabled");
  else if (enabled?.type === "boolean" && !enabled.value) note("config-disabled", "enabled");
  return found;
}

type Note = (fact: ConfigFact, ...words: readonly string[]) => void;

function noteAddress(
  { node }: Server,
  { key, url }: { key: string; url: string },
  client: ClientId | undefined,
  note: Note,
): void {
  if (client === undefined) return;
  const { address: keys, needsType } = CLIENT_TABLE[client];
  const type = textOf(memberOf(node, "type"));
  const isReadSo = isReadByType(node, { key, url }, client);
  if (client === "claude-desktop") note("config-desktop-remote", url);
  else if (keys && !keys.includes(key) && !isReadSo) note("config-url-key", key, url);
  if (needsType === true && key === "url" && type === undefined) note("config-type", url);
}

/** Gemini CLI reads `url` as SSE unless the type says otherwise. */
export function isReadByType(
  node: JsonObject,
  { key, url }: { key: string; url: string },
  client: ClientId | undefined,
): boolean {
  const type = textOf(memberOf(node, "type"));
  return client === "gemini-cli" && key === "url" && (type === "http" || isSse(url));
}

export function isSse(url: string): boolean {
  return /\/sse\/?(?:[?#]|$)/i.test(url);
}

function isMcp(url: string): boolean {
  return /\/mcp\/?(?:[?#]|$)/i.test(url);
}

const HTTP_TYPE = /^(?:streamable[-_]?)?http$/i;

/** Whether an address and its type are of different transports. */
export function isMismatched(
  { key, url }: { key: string; url: string },
  type: string | undefined,
): boolean {
  const isHttp = type === undefined ? key === "httpUrl" : HTTP_TYPE.test(type);
  return (isHttp && isSse(url)) || (type?.toLowerCase() === "sse" && isMcp(url));
}

/** Variables as clients write them; a bare one only where it is all there is. */
export const VARIABLE = /\$\{[^}\n]{1,200}\}/g;
const INPUT_FORM = /^\$\{input:([^}]+)\}$/;
const BARE_VARIABLE = /^(?:[A-Za-z]+ )?(\$[A-Z_][A-Z0-9_]*)$/;
const PLACEHOLDER = /^(?:your|<[^>\n]{1,80}>|xxx|changeme|replace me|todo|\.\.\.)/i;
const SHELLS = /^(?:.*[\\/])?(?:ba|z|da|fi)?sh$|^cmd(?:\.exe)?$|^powershell/i;

function noteValues(server: Server, config: Config, note: Note): void {
  const values = valuesOf(server);
  const command = textOf(memberOf(server.node, "command")) ?? "";
  const isBridged = values.some(({ kind, text }) => kind === "arg" && /^mcp-remote\b/.test(text));
  for (const value of values) {
    const { kind, text } = value;
    const bare = text.replace(/^bearer /i, "").trim();
    if (PLACEHOLDER.test(bare) || /YOUR_|_HERE/.test(bare)) note("config-placeholder", text);
    // A shell fills variables in itself, and mcp-remote those of its headers.
    const isFilledLater = kind === "arg" && (SHELLS.test(command) || isBridged);
    const unread = isFilledLater ? [] : unreadVariables(text, config);
    if (unread.length > 0) note("config-variable", ...unread);
    if (isAuthorization(value) && /^\S+$/.test(text) && !/^\$|^%.*%$/.test(text)) {
      note("config-bearer-prefix", text);
    }
  }
}

/** Variables in a text that the client does not fill in, and inputs that nobody declared. */
export function unreadVariables(text: string, { client, root }: Config): string[] {
  const expands = client && CLIENT_TABLE[client].expands;
  if (expands === undefined) return [];
  const [, bare] = BARE_VARIABLE.exec(text) ?? [];
  const forms = [...(text.match(VARIABLE) ?? []), ...(bare === undefined ? [] : [bare])];
  return forms.filter((form) => {
    if (!expands.test(form)) return true;
    const [, id] = INPUT_FORM.exec(form) ?? [];
    return id !== undefined && !declaredInputs(root).has(id);
  });
}

/** The name of a variable of the environment in one of its forms; an input is the variable of its name. */
export function nameIn(form: string): string | undefined {
  const [, id] = INPUT_FORM.exec(form) ?? [];
  const name = id?.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return /^\$\{?(?:env:)?([A-Za-z_]\w*)/.exec(name === undefined ? form : `\${${name}}`)?.[1];
}

export function declaredInputs(root: JsonObject | undefined): ReadonlySet<string> {
  const inputs = itemsOf(root && memberOf(root, "inputs"));
  return new Set(inputs.flatMap((input) => textOf(memberOf(input, "id")) ?? []));
}

function notePaths({ node }: Server, command: string, note: Note): void {
  const isRelative = /[\\/]/.test(command) && !/^(?:[\\/]|[A-Za-z]:[\\/]|[$%])/.test(command);
  if (isRelative || command.startsWith("~")) note("config-path", command);
  for (const argument of itemsOf(memberOf(node, "args"))) {
    const text = textOf(argument) ?? "";
    if (/^(?:\.{1,2}|~)[\\/]/.test(text)) note("config-path", text);
  }
}

/** The line, from 1, on which one of the words stands behind the name of the server, and that word. */
export function placeOfFault(
  { words, server, line: known }: Fault,
  lines: readonly string[],
): { line: number; word: string | undefined } {
  if (known !== undefined) return { line: known, word: words[0] };
  const wanted = words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]);
  const named = server === "" ? 0 : lines.findIndex((line) => line.includes(server));
  const from = Math.max(0, named);
  for (const [at, line] of lines.entries()) {
    const word = at < from ? undefined : wanted.find((one) => line.includes(one));
    if (word !== undefined) return { line: at + 1, word };
  }
  return { line: from + 1, word: undefined };
}
