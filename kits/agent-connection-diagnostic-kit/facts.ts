/** What evidence and configurations show together. */
import type { Entry } from "../../tools/_core/tool.ts";
import { readAddress } from "../../tools/_lib/web/ip/address.ts";
import { scopeOf } from "../../tools/_lib/web/ip/scope.ts";
import { textOf, memberOf } from "../../tools/_lib/json/tree/members.ts";
import { type ClientId, CLIENT_TABLE } from "./clients.ts";
import {
  addressOf,
  type Config,
  faultsOf,
  HEADER_KEYS,
  isAuthorization,
  placeOfFault,
  valuesOf,
} from "./configs.ts";
import { type Message, toolsIn } from "./messages.ts";
import type { Evidence } from "./signs.ts";

/** Where a fact comes from. */
export interface Place {
  /** From 1; undefined where the fact is none of one configuration. */
  readonly config?: number;
  readonly line: number | null;
  /** What is to be seen there, where that is no line. */
  readonly text?: string;
  /** On the line, where that is long. */
  readonly word?: string | undefined;
  readonly client?: ClientId | undefined;
}

export type Facts = ReadonlyMap<string, readonly Place[]>;

export interface TokenFact {
  readonly expired: boolean | null;
  readonly expiresAt: string | null;
  readonly audience: readonly string[];
}

export interface Situation {
  readonly evidence: Evidence;
  readonly configs: readonly Config[];
  /** Why a configuration does not parse, by its number. */
  readonly syntax: ReadonlyMap<number, Entry>;
  readonly client: ClientId | null;
  readonly os: "macos" | "linux" | "windows" | undefined;
  readonly endpoint: string | null;
  readonly messages: readonly Message[];
  readonly tokens: readonly TokenFact[];
  readonly expectTools: readonly string[];
}

/** A configuration with hundreds of servers repeats itself. */
const MOST_PLACES = 20;

export function factsOf(situation: Situation): Facts {
  const facts = new Map<string, Place[]>();
  const note = (name: string, place: Place) => {
    const known = facts.get(`@${name}`);
    if (known === undefined) facts.set(`@${name}`, [place]);
    else known.push(place);
  };
  for (const config of situation.configs) {
    const { number, client } = config;
    const lines = config.text.split("\n");
    for (const fault of faultsOf(config, situation.os === "windows")) {
      const known = facts.get(`@${fault.fact}`) ?? [];
      if (known.length >= MOST_PLACES) continue;
      const found = placeOfFault(fault, lines);
      const isSyntax = fault.fact === "config-syntax";
      const line = isSyntax ? (situation.syntax.get(number)?.line ?? 1) : found.line;
      note(fault.fact, { config: number, line, word: found.word, client });
    }
  }
  noteEndpoint(situation, note);
  noteStatuses(situation, note);
  noteMessages(situation, note);
  return facts;
}

type Note = (name: string, place: Place) => void;

const said = (text: string): Place => ({ line: null, text });

function noteEndpoint({ client, endpoint, tokens }: Situation, note: Note): void {
  if (endpoint !== null && client !== null && CLIENT_TABLE[client].isHosted && isLocal(endpoint)) {
    note("loopback-hosted", said(`${CLIENT_TABLE[client].title} cannot reach ${endpoint}`));
  }
  for (const { expired, expiresAt, audience } of tokens) {
    if (expired === true) note("jwt-expired", said(`A token expired at ${expiresAt}`));
    const isOther = audience.length > 0 && !audience.some((one) => endpoint?.startsWith(one));
    if (endpoint !== null && isOther) {
      note("jwt-audience", said(`A token is for ${audience.join(", ")}, not for ${endpoint}`));
    }
  }
}

/** Whether an address is one of this machine or of a private network. */
export function isLocal(url: string): boolean {
  const host =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?(\[[^\]\s]*\]|[^:/?#\s]*)/i.exec(url)?.[1] ?? "";
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
  if (/(?:^|\.)(?:localhost|local|internal|lan)$/.test(name)) return true;
  const address = readAddress(name);
  if (typeof address === "string") return name !== "" && !name.includes(".");
  const scope = scopeOf(address.version, address.value);
  return /^(?:loopback|private-use|shared|link-local|unique-local|unspecified|this-network)$/.test(
    scope,
  );
}

const REQUEST_AUTHORIZATION =
  /^[ \t>]*authorization[ \t]*:|-H[ \t]*["']?authorization[ \t]*:|["']authorization["'][ \t]*:/im;

function noteStatuses({ evidence, configs }: Situation, note: Note): void {
  const { statuses, text, lines } = evidence;
  const lost = statuses.find(({ status, isWellKnown }) => status === 404 && !isWellKnown);
  if (lost && !evidence.includes("session")) note("404-no-session", { line: lost.line });
  const refused = statuses.find(({ status }) => status === 401);
  if (refused === undefined) return;
  const isSent = REQUEST_AUTHORIZATION.test(text) || configs.some(hasAuthorization);
  note(isSent ? "401-with-authorization" : "401-no-authorization", { line: refused.line });
  const bare = lines.findIndex(
    (line) => /www-authenticate[ \t]*["']?:/i.test(line) && !/resource_metadata/i.test(line),
  );
  const at = bare === -1 ? headWithout(lines) : bare;
  if (at !== -1) note("401-no-metadata", { line: at + 1 });
}

/** The head of a refusal, as curl shows it, that says nothing of how to sign in; -1 for none. */
function headWithout(lines: readonly string[]): number {
  return lines.findIndex((line, at) => {
    if (!/^< HTTP\S* 401/.test(line)) return false;
    for (let next = at + 1; next < lines.length; next++) {
      const header = lines[next] ?? "";
      if (/^< www-authenticate/i.test(header)) return false;
      if (!/^< \S/.test(header)) break;
    }
    return true;
  });
}

function hasAuthorization({ servers }: Config): boolean {
  return servers.some(
    (server) =>
      textOf(memberOf(server.node, "bearer_token_env_var")) !== undefined ||
      valuesOf(server).some(isAuthorization) ||
      [...HEADER_KEYS, "env_http_headers"].some((key) => {
        const map = memberOf(server.node, key);
        return (
          map?.type === "object" && map.members.some((one) => /^authorization$/i.test(one.key))
        );
      }),
  );
}

const METHOD_UNKNOWN = -32_601;
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

function noteMessages({ evidence, messages, expectTools }: Situation, note: Note): void {
  const greetings = messages.filter(({ method }) => method === "initialize");
  if (greetings.some(({ errorCode }) => errorCode === METHOD_UNKNOWN)) {
    note("initialize-unknown", said(`initialize was answered with ${METHOD_UNKNOWN}`));
  }
  const isRefused = evidence.statuses.some(({ status }) => status >= 400);
  if (!isRefused && greetings.some(({ outcome }) => outcome === "none")) {
    note("no-initialize-answer", said("initialize has no answer"));
  }
  const tools = toolsIn(messages);
  if (tools === undefined) return;
  if (tools.length === 0) note("tools-empty", said("The answer to tools/list has no tools"));
  const missing = expectTools.filter((name) => !tools.includes(name));
  if (missing.length > 0) note("tool-not-listed", said(`Not listed: ${missing.join(", ")}`));
  const odd = tools.filter((name) => !TOOL_NAME.test(name));
  if (odd.length > 0) note("tool-name", said(`No name of a tool: ${odd.join(", ")}`));
}

const URL = /\bhttps?:\/\/[^\s"'`<>()\\{}|^]+/gi;
/** Addresses beside those of servers, and those of other places. */
const BESIDE = /\/\.well-known\//i;
const ELSEWHERE = /\/\/registry\.npmjs\.org|\/\/(?:www\.)?github\.com|\/\/pypi\.org|\/\/docs\./i;

/** The address that is spoken to: of the configurations, else of the evidence. */
export function endpointOf(configs: readonly Config[], { text }: Evidence): string | null {
  for (const config of configs) {
    for (const server of config.servers) {
      const url = addressOf(server)?.url ?? firstUrl(valuesOf(server).map((value) => value.text));
      if (url !== undefined && /^https?:\/\//i.test(url)) return url;
    }
  }
  // What parses has its addresses where servers have them; others are of schemas.
  const unread = configs.filter(({ root }) => root === undefined).map((config) => config.text);
  const texts = [...unread, text].map((one) => without(ELSEWHERE, one));
  const written = firstUrl(texts.map((one) => without(BESIDE, one)));
  return written ?? requested(text) ?? firstUrl(texts) ?? null;
}

function without(pattern: RegExp, text: string): string {
  return text.replace(URL, (url) => (pattern.test(url) ? "" : url));
}

function firstUrl(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const [url] = text.match(URL) ?? [];
    if (url !== undefined) return withoutMarks(url);
  }
  return undefined;
}

/** Without the marks that end a sentence. */
function withoutMarks(url: string): string {
  let end = url.length;
  while (end > 0 && ".,;:!?]".includes(url.charAt(end - 1))) end--;
  return url.slice(0, end);
}

/** The address of a request that is shown with its headers, or of metadata beside it. */
function requested(text: string): string | undefined {
  const path = /^> (?:POST|GET) (\/\S*) HTTP/m.exec(text)?.[1];
  if (path === undefined) return undefined;
  const host = /^> host: (\S+)/im.exec(text)?.[1];
  if (host !== undefined) return `https://${host}${path}`;
  const origin = /https?:\/\/[^\s/"'<>]+/i.exec(text)?.[0];
  return origin && origin + path;
}

/** The system, by the paths that it has. */
export function systemOf(texts: readonly string[]): Situation["os"] {
  const all = texts.join("\n");
  if (/(?:^|[^A-Za-z])[A-Za-z]:\\|%APPDATA%/m.test(all)) return "windows";
  if (/\/Users\/|~\/Library\//.test(all)) return "macos";
  return /\/home\//.test(all) ? "linux" : undefined;
}
