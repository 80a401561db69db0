/** TOML configurations with what is wrong in them put right, and nothing else changed. */
import { parseToml } from "../../tools/_lib/formats/toml/parse.ts";
import type { TomlHeader, TomlPair, TomlValue } from "../../tools/_lib/formats/toml/tree.ts";
import { quoteToml, writeTomlKey } from "../../tools/_lib/formats/toml/write-text.ts";
import { endOfLine } from "../../tools/_lib/text/position.ts";
import {
  ADDRESS_KEYS,
  type Config,
  type ConfigFact,
  isMismatched,
  isSse,
  nameIn,
} from "./configs.ts";

type Facts = ReadonlySet<ConfigFact>;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A pair with all keys that lead to it. */
interface Placed {
  readonly path: readonly string[];
  readonly pair: TomlPair;
  /** Whether it stands in braces, and not on a line of its own. */
  readonly isInline: boolean;
}

/** The text of a TOML configuration without its faults, its lines ended by line feeds. */
export function repairedToml({ text, place = [] }: Config, faults: Facts): string | undefined {
  const { document } = parseToml(text, "1.1");
  if (document === undefined) return undefined;
  const [root = "mcp_servers"] = place;
  const edits: Edit[] = [];
  const pairs: Placed[] = [];
  const heads = new Map<string, Head>();
  let table: readonly string[] = [];
  for (const { content } of document.lines) {
    if (content.type === "comment") continue;
    const [first] = content.key.parts;
    const isTop = content.type === "header" || table.length === 0;
    if (isTop && first?.name === root && faults.has("config-root-key")) {
      edits.push({ start: first.start, end: first.end, text: "mcp_servers" });
    }
    if (content.type === "pair") collect(content, table, false, pairs);
    else {
      table = content.key.parts.map(({ name }) => name);
      if (table[0] === root) noteHead(content, table, text, heads);
    }
  }
  const inside = pairs.filter(({ path }) => path[0] === root && path.length > 2);
  for (const placed of inside) {
    edits.push(
      ...(placed.path.length === 3
        ? memberEdits(placed, inside, faults)
        : schemeEdits(placed, faults)),
    );
  }
  edits.push(...headerEdits(text, inside, heads, faults));
  return applied(text, edits).replaceAll("\r\n", "\n");
}

interface Head {
  /** Where the first line of the server ends. */
  readonly end: number;
  /** Tables of its headers, which go with their pairs. */
  readonly headers: TomlHeader[];
}

function noteHead(
  header: TomlHeader,
  [, server = "", member = "", ...deeper]: readonly string[],
  text: string,
  heads: Map<string, Head>,
): void {
  if (member === "") heads.set(server, { end: endOfLine(text, header.end), headers: [] });
  else if (HEADERS.has(member) && deeper.length === 0) heads.get(server)?.headers.push(header);
}

function collect(
  pair: TomlPair,
  table: readonly string[],
  isInline: boolean,
  pairs: Placed[],
): void {
  const path = [...table, ...pair.key.parts.map(({ name }) => name)];
  pairs.push({ path, pair, isInline });
  if (pair.value.type !== "inline-table") return;
  for (const { content } of pair.value.slots) {
    if (content.type === "pair") collect(content, path, true, pairs);
  }
}

function stringIn(value: TomlValue): string | undefined {
  return value.type === "string" ? value.value : undefined;
}

function set({ start, end }: TomlValue, text: string): Edit[] {
  return [{ start, end, text }];
}

const OTHER_ADDRESSES: ReadonlySet<string> = new Set(["httpUrl", "serverUrl", "uri", "endpoint"]);

/** What a server says of itself. */
function memberEdits(placed: Placed, all: readonly Placed[], faults: Facts): Edit[] {
  const { path, pair } = placed;
  const { value, key } = pair;
  const name = path.at(-1) ?? "";
  const last = key.parts.at(-1);
  if (last && OTHER_ADDRESSES.has(name) && faults.has("config-url-key")) {
    return [{ start: last.start, end: last.end, text: "url" }];
  }
  if (faults.has("config-disabled")) {
    if (name === "enabled" && isFlag(value, false)) return set(value, "true");
    if (name === "disabled" && isFlag(value, true)) return set(value, "false");
  }
  if (name === "type") {
    return faults.has("config-sse-url") ? typeEdits(value, addressIn(ofServer(all, path[1]))) : [];
  }
  const isNpx = name === "command" && stringIn(value) === "npx";
  return isNpx && faults.has("config-windows-npx")
    ? shellEdits(placed, ofServer(all, path[1]))
    : [];
}

/** Through the shell, which takes the program as its argument. */
function shellEdits({ pair: { key, value }, isInline }: Placed, own: readonly Placed[]): Edit[] {
  const given = own.find(({ path }) => path[2] === "args")?.pair.value;
  if (given?.type !== "array") {
    const before = key.parts.slice(0, -1).map(({ name }) => `${writeTomlKey(name)}.`);
    return set(value, `"cmd"${isInline ? ", " : "\n"}${before.join("")}args = ["/c", "npx"]`);
  }
  const at = given.start + 1;
  const isEmpty = given.slots.every(({ content }) => content.type === "comment");
  const text = `"/c", "npx"${isEmpty ? "" : ", "}`;
  return [...set(value, '"cmd"'), { start: at, end: at, text }];
}

function ofServer(all: readonly Placed[], server: string | undefined): readonly Placed[] {
  return all.filter(({ path }) => path.length === 3 && path[1] === server);
}

function addressIn(own: readonly Placed[]): string | undefined {
  const [first] = ADDRESS_KEYS.flatMap((key) => own.find(({ path }) => path[2] === key) ?? []);
  return first && stringIn(first.pair.value);
}

/** The type that the end of an address tells, where another one is said. */
function typeEdits(value: TomlValue, url: string | undefined): Edit[] {
  const said = stringIn(value);
  if (said === undefined || url === undefined) return [];
  return isMismatched({ key: "url", url }, said)
    ? set(value, quoteToml(isSse(url) ? "sse" : "http"))
    : [];
}

function isFlag(value: TomlValue, wanted: boolean): boolean {
  return value.type === "boolean" && value.value === wanted;
}

function schemeEdits({ path, pair: { value } }: Placed, faults: Facts): Edit[] {
  const [, , member, name = ""] = path;
  const text = stringIn(value);
  const isToken = path.length === 4 && member === "http_headers" && /^authorization$/i.test(name);
  if (!isToken || text === undefined || !isBare(text)) return [];
  return faults.has("config-bearer-prefix") ? set(value, quoteToml(`Bearer ${text}`)) : [];
}

/** Whether a credential has no scheme before it. */
function isBare(text: string): boolean {
  return /^[^\s$%]\S*$/.test(text);
}

const HEADERS: ReadonlySet<string> = new Set(["headers", "http_headers"]);

/** Headers as Codex reads them: literal ones, those of variables by name, and the token apart. */
function headerEdits(
  text: string,
  pairs: readonly Placed[],
  heads: ReadonlyMap<string, Head>,
  faults: Facts,
): Edit[] {
  const edits: Edit[] = [];
  for (const [server, head] of heads) {
    const own = pairs.filter(({ path }) => path[1] === server);
    const headers = own.filter(
      ({ path, pair }) =>
        path.length === 4 && HEADERS.has(path[2] ?? "") && pair.value.type === "string",
    );
    const isAsked =
      (faults.has("config-headers-key") && headers.some(({ path }) => path[2] === "headers")) ||
      (faults.has("config-variable") &&
        headers.some(({ pair }) => stringIn(pair.value)?.includes("$")));
    if (!isAsked) continue;
    const isMended = faults.has("config-bearer-prefix");
    const lines = codexHeaders(
      headers.map(({ path, pair }) => [path[3] ?? "", stringIn(pair.value) ?? ""] as const),
      isMended,
    );
    const written = lines.map((line) => `\n${line}`).join("");
    edits.push({ start: head.end, end: head.end, text: written });
    edits.push(...head.headers.map((header) => wholeLine(text, header)));
    // What stood there goes: in braces all of it, else line by line.
    for (const { path, pair, isInline } of own) {
      const isHolder = path.length === 3 && HEADERS.has(path[2] ?? "");
      if ((isHolder || headers.some((other) => other.pair === pair)) && !isInline) {
        edits.push(wholeLine(text, pair));
      }
    }
  }
  return edits;
}

function codexHeaders(
  headers: readonly (readonly [string, string])[],
  isMended: boolean,
): string[] {
  const [literal, named]: [string[], string[]] = [[], []];
  const lines: string[] = [];
  for (const [name, text] of headers) {
    const isToken = /^authorization$/i.test(name);
    const variable = /^(?:(bearer) )?(\$(?:\{[^}]+\}|[A-Za-z_]\w*))$/i.exec(text);
    const read = variable?.[2] === undefined ? undefined : nameIn(variable[2]);
    if (read !== undefined && isToken) lines.push(`bearer_token_env_var = ${quoteToml(read)}`);
    else if (read !== undefined && variable?.[1] === undefined) {
      named.push(`${writeTomlKey(name)} = ${quoteToml(read)}`);
    } else {
      const isScheme = isToken && isMended && isBare(text);
      literal.push(`${writeTomlKey(name)} = ${quoteToml(isScheme ? `Bearer ${text}` : text)}`);
    }
  }
  if (literal.length > 0) lines.push(`http_headers = { ${literal.join(", ")} }`);
  if (named.length > 0) lines.push(`env_http_headers = { ${named.join(", ")} }`);
  return lines;
}

/** The lines of a statement, their end included. */
function wholeLine(text: string, { start, end }: { start: number; end: number }): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const after = text.indexOf("\n", end);
  return { start: from, end: after === -1 ? text.length : after + 1, text: "" };
}

/** Edits inside others are left out. */
function applied(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  const sorted = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (const { start, end, text: written } of sorted) {
    if (start < at) continue;
    parts.push(text.slice(at, start), written);
    at = end;
  }
  return parts.join("") + text.slice(at);
}
