/** The commands of clients that add a server. */
import { quoteShell } from "../_lib/text/shell-quote.ts";
import { bearerVariable } from "./codex.ts";
import type { Scope } from "../mcp-config-generator.ts";
import type { LocalServer, Pairs, Server } from "./server.ts";

const WRITERS: Readonly<Record<string, (server: Server, scope: Scope) => string>> = {
  "claude-code": (server, scope) =>
    server.kind === "remote"
      ? words(
          "claude mcp add --transport",
          server.transport,
          server.name,
          quoteShell(server.url),
          headers(server.headers),
          "--scope",
          scope,
        )
      : words(
          "claude mcp add --transport stdio",
          env(server.env),
          server.name,
          "--scope",
          scope,
          "--",
          program(server),
        ),
  codex: (server) => {
    if (server.kind === "local")
      return words("codex mcp add", server.name, env(server.env), "--", program(server));
    const bearer = bearerVariable(server.headers);
    const option = bearer === undefined ? "" : `--bearer-token-env-var ${bearer}`;
    return words("codex mcp add", server.name, "--url", quoteShell(server.url), option);
  },
  "gemini-cli": (server, scope) =>
    server.kind === "remote"
      ? words(
          "gemini mcp add --transport",
          server.transport,
          "--scope",
          scope,
          headers(server.headers),
          server.name,
          quoteShell(server.url),
        )
      : words(
          "gemini mcp add --transport stdio --scope",
          scope,
          env(server.env),
          server.name,
          program(server),
        ),
};

/** Null where the client has no such command. */
export function addCommand(client: string, server: Server, scope: Scope): string | null {
  return WRITERS[client]?.(server, scope) ?? null;
}

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

function env(pairs: Pairs): string {
  return words(...pairs.map(([name, text]) => `--env ${name}=${quoteValue(text)}`));
}

function headers(pairs: Pairs): string {
  return words(...pairs.map(([name, text]) => `--header ${inDoubleQuotes(`${name}: ${text}`)}`));
}

function program({ command, args }: LocalServer): string {
  return words(quoteValue(command), ...args.map(quoteValue));
}

/** A text with `$` goes into double quotes, where the shell fills in its variables; any other is quoted as it needs. */
function quoteValue(text: string): string {
  return text.includes("${") ? inDoubleQuotes(text) : quoteShell(text);
}

function inDoubleQuotes(text: string): string {
  return `"${text.replace(/["\\`]|\$(?!\{)/g, String.raw`\$&`)}"`;
}
