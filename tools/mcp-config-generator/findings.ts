/** What is worth telling of a server: secrets, variables, and how it is reached. */
import type { Entry } from "../_core/tool.ts";
import type { Client } from "./clients.ts";
import { codexReads, textsWithVariables } from "./codex.ts";
import type { Warning } from "../mcp-config-generator.ts";
import { secretPlaces } from "./secrets.ts";
import type { RemoteServer, Server } from "./server.ts";
import { variablesIn } from "./variables.ts";

/** What is worth knowing of a server, whatever file it goes into. */
export function serverWarnings(server: Server, clients: readonly Client[]): Entry<Warning>[] {
  return [
    ...secretLiterals(server),
    ...unsupportedVariables(server, clients),
    ...(server.kind === "remote" ? remoteWarnings(server) : []),
  ];
}

function secretLiterals(server: Server): Entry<Warning>[] {
  return secretPlaces(server).map(({ path, name }) => {
    const variable = name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^(?=[0-9])/, "_");
    const hint = `Put it into a variable of the environment and write \${${variable}} here`;
    const message = `The value of ${name} looks like a secret and is written as it is`;
    return { code: "SECRET_LITERAL", message, path, hint };
  });
}

function unsupportedVariables(server: Server, clients: readonly Client[]): Entry<Warning>[] {
  const places = textsWithVariables(server).filter(({ text }) => variablesIn(text).length > 0);
  return clients.flatMap((client) =>
    places.flatMap((place): Entry<Warning>[] => {
      const { path, text } = place;
      const names = variablesIn(text).join(", ");
      if (client.format === "toml") {
        if (codexReads(server, place) !== undefined) return [];
        const message = `${client.id} does not read ${names} here: the text stays as it is`;
        return [{ code: "VARIABLE_UNSUPPORTED", message, path, client: client.id }];
      }
      if (!client.form.isLiteral) return [];
      const written = variablesIn(text)
        .map((name) => client.form.write(name))
        .join(", ");
      const message = `${client.id} reads no variables: put the value of ${names} in the place of ${written}`;
      return [{ code: "VARIABLE_UNSUPPORTED", message, path, client: client.id }];
    }),
  );
}

function remoteWarnings({ parts, transport }: RemoteServer): Entry<Warning>[] {
  const warnings: Entry<Warning>[] = [];
  if (parts.protocol === "http:" && !isLocalHost(parts.hostname)) {
    const message = `What is sent to ${parts.hostname} can be read on the way: use https`;
    warnings.push({ code: "INSECURE_URL", message, path: "/url" });
  }
  if (transport === "sse") {
    const message = "The SSE transport is deprecated: use http if the server speaks it";
    warnings.push({ code: "SSE_DEPRECATED", message, path: "/transport" });
  }
  return warnings;
}

function isLocalHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.[0-9]+){3}|\[::1\])$/.test(hostname);
}
