/** The table that Codex reads: variables are named, not written into texts. */
import { quoteToml, writeTomlKey } from "../_lib/formats/toml/write-text.ts";
import { isAuthorization } from "./clients.ts";
import type { LocalServer, Pairs, RemoteServer, Server } from "./server.ts";
import { FROM_ENVIRONMENT, onlyVariable, type PlacedText, textsOf } from "./variables.ts";

export const TABLE = "mcp_servers";

export function codexTable(server: Server): string {
  const lines = server.kind === "local" ? localLines(server) : remoteLines(server);
  // TOML has no half of a surrogate pair.
  return `[${TABLE}.${writeTomlKey(server.name)}]\n${lines.join("")}`.toWellFormed();
}

function localLines({ command, args, cwd, env }: LocalServer): string[] {
  const named = env.filter(isNamedAlike);
  const literal = env.filter((pair) => !isNamedAlike(pair));
  return [
    line("command", quoteToml(command)),
    args.length > 0 ? line("args", list(args)) : "",
    cwd === undefined ? "" : line("cwd", quoteToml(cwd)),
    table("env", literal),
    named.length > 0 ? line("env_vars", list(named.map(([name]) => name))) : "",
  ];
}

function isNamedAlike([name, text]: Pairs[number]): boolean {
  return onlyVariable(text) === name;
}

function remoteLines({ url, headers }: RemoteServer): string[] {
  const bearer = bearerVariable(headers);
  const others = headers.filter(([name, text]) => !(isAuthorization(name) && bearerOf(text)));
  const named = others.flatMap(([name, text]) => {
    const variable = onlyVariable(text);
    return variable === undefined ? [] : [[name, variable] as const];
  });
  const literal = others.filter(([, text]) => onlyVariable(text) === undefined);
  return [
    line("url", quoteToml(url)),
    bearer === undefined ? "" : line("bearer_token_env_var", quoteToml(bearer)),
    table("http_headers", literal),
    table("env_http_headers", named),
  ];
}

/** The variable of a header `Authorization: Bearer ${VAR}`. */
export function bearerVariable(headers: Pairs): string | undefined {
  const [, text = ""] = headers.find(([name]) => isAuthorization(name)) ?? [];
  return bearerOf(text);
}

function bearerOf(text: string): string | undefined {
  return onlyVariable(/^bearer\s+(\S+)$/i.exec(text)?.[1] ?? "");
}

function line(key: string, value: string): string {
  return `${key} = ${value}\n`;
}

function list(texts: readonly string[]): string {
  return `[${texts.map(quoteToml).join(", ")}]`;
}

function table(key: string, pairs: Pairs): string {
  if (pairs.length === 0) return "";
  const members = pairs.map(([name, text]) => `${writeTomlKey(name)} = ${quoteToml(text)}`);
  return line(key, `{ ${members.join(", ")} }`);
}

/** How Codex comes by the variable that a text holds; undefined where it cannot. */
export function codexReads(server: Server, { path, text }: PlacedText): string | undefined {
  const isHeader = path.startsWith("/headers/");
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (path.startsWith("/env/")) return onlyVariable(text) === name ? FROM_ENVIRONMENT : undefined;
  if (!isHeader || server.kind === "local") return undefined;
  const isBearer = isAuthorization(name) && bearerOf(text) !== undefined;
  if (isBearer) return `${FROM_ENVIRONMENT}, by bearer_token_env_var`;
  return onlyVariable(text) === undefined ? undefined : `${FROM_ENVIRONMENT}, by env_http_headers`;
}

/** Every text with a variable in it. */
export function textsWithVariables(server: Server): PlacedText[] {
  return textsOf(server).filter(({ text }) => text.includes("${"));
}
