/** What is worth telling of a server: secrets, variables, and how it is reached. */
import type { Entry } from "../_core/tool.ts";
import type { Client } from "./clients.ts";
import { codexReads, textsWithVariables } from "./codex.ts";
import type { System, Warning } from "../mcp-config-generator.ts";
import { secretPlaces } from "./secrets.ts";
import type { RemoteServer, Server } from "./server.ts";
import { isLoopback } from "../_lib/web/url/parse.ts";
import { type PlacedText, referencesIn, writeReference } from "./variables.ts";

/** What is worth knowing of a server, whatever file it goes into. */
export function serverWarnings(
  server: Server,
  clients: readonly Client[],
  os: System,
): Entry<Warning>[] {
  return [
    ...secretLiterals(server),
    ...unsupportedVariables(server, clients, os),
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

function unsupportedVariables(
  server: Server,
  clients: readonly Client[],
  os: System,
): Entry<Warning>[] {
  const places = textsWithVariables(server).filter(({ text }) => referencesIn(text).length > 0);
  return clients.flatMap((client) =>
    places.flatMap((place): Entry<Warning>[] => {
      const problems = problemsOf(client, server, { place, os });
      if (problems.length === 0) return [];
      const message = `${client.id} ${problems.join("; ")}`;
      return [{ code: "VARIABLE_UNSUPPORTED", message, path: place.path, client: client.id }];
    }),
  );
}

/** What a client does not do of the references of a text, each once. */
function problemsOf(
  client: Client,
  server: Server,
  { place, os }: { readonly place: PlacedText; readonly os: System },
): string[] {
  const references = referencesIn(place.text);
  if (client.format === "toml") {
    if (codexReads(server, place) !== undefined) return [];
    const names = [...place.text.matchAll(/\$\{[^${}\n]{1,200}\}/g)].map(([whole]) => whole);
    return [`does not read ${names.join(", ")} here: the text stays as it is`];
  }
  const { form } = client;
  const told = references.flatMap((reference) => writeReference(reference, form, os).problem ?? []);
  return [...new Set(told)];
}

function remoteWarnings({ parts, transport }: RemoteServer): Entry<Warning>[] {
  const warnings: Entry<Warning>[] = [];
  if (parts.protocol === "http:" && !isLoopback(parts.hostname)) {
    const message = `What is sent to ${parts.hostname} can be read on the way: use https`;
    warnings.push({ code: "INSECURE_URL", message, path: "/url" });
  }
  if (transport === "sse") {
    const message = "The SSE transport is deprecated: use http if the server speaks it";
    warnings.push({ code: "SSE_DEPRECATED", message, path: "/transport" });
  }
  return warnings;
}
