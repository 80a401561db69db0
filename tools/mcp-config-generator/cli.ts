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
          env(server.env, "client"),
          server.name,
          "--scope",
          scope,
          "--",
          program(server, "client"),
        ),
  codex: (server) => {
    if (server.kind === "local")
      return words(
        "codex mcp add",
        server.name,
        env(server.env, "shell"),
        "--",
        program(server, "shell"),
      );
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
          env(server.env, "client"),
          server.name,
          program(server, "client"),
        ),
};

/** Null where the client has no such command. */
export function addCommand(client: string, server: Server, scope: Scope): string | null {
  return WRITERS[client]?.(server, scope) ?? null;
}

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** Who fills in a variable: a client that reads it from its file, or else the shell, once and for all. */
type Filler = "client" | "shell";

function env(pairs: Pairs, filler: Filler): string {
  return words(...pairs.map(([name, text]) => `--env ${name}=${quoteValue(text, filler)}`));
}

/** In double quotes, as the clients' own pages have them; no secret is to end in the file. */
function headers(pairs: Pairs): string {
  return words(
    ...pairs.map(([name, text]) => `--header ${inDoubleQuotes(`${name}: ${text}`, "client")}`),
  );
}

function program({ command, args }: LocalServer, filler: Filler): string {
  return words(...[command, ...args].map((word) => quoteValue(word, filler)));
}

function quoteValue(text: string, filler: Filler): string {
  return text.includes("${") ? inDoubleQuotes(text, filler) : quoteShell(text);
}

function inDoubleQuotes(text: string, filler: Filler): string {
  const special = filler === "client" ? /["\\`$]/g : /["\\`]|\$(?!\{)/g;
  return `"${text.replace(special, String.raw`\$&`)}"`;
}
