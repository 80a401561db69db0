/** Shapes of the entries that clients read. */
import {
  arrayNode,
  booleanNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import type { LocalServer, Pairs, RemoteServer } from "./server.ts";

type Part = string | boolean | readonly string[] | JsonObject | undefined;

/** An object of what is given: empty lists and objects are left out. */
export function entryOf(parts: readonly (readonly [string, Part])[]): JsonObject {
  return objectNode(
    parts.flatMap(([key, part]) => {
      const node = nodeOf(part);
      return node ? [memberNode(key, node)] : [];
    }),
  );
}

function nodeOf(part: Part): JsonNode | undefined {
  if (typeof part === "string") return stringNode(part);
  if (typeof part === "boolean") return booleanNode(part);
  if (part === undefined || "type" in part)
    return part && part.members.length > 0 ? part : undefined;
  return part.length === 0 ? undefined : arrayNode(part.map(stringNode));
}

function pairsNode(pairs: Pairs): JsonObject {
  return objectNode(pairs.map(([name, text]) => memberNode(name, stringNode(text))));
}

/** `command`, `args` and `env`, which most clients read, and `cwd`, which some do. */
export function localParts(server: LocalServer, hasCwd = false): (readonly [string, Part])[] {
  const { command, args, env, cwd } = server;
  return [
    ["command", command],
    ["args", args],
    ["env", pairsNode(env)],
    ["cwd", hasCwd ? cwd : undefined],
  ];
}

/** The URL under a client's name for it, and the headers. */
export function remoteParts(
  { url, headers }: RemoteServer,
  key = "url",
): (readonly [string, Part])[] {
  return [
    [key, url],
    ["headers", pairsNode(headers)],
  ];
}

/** The command and its arguments in one list, as opencode reads them. */
export function commandLine({ command, args, env }: LocalServer): (readonly [string, Part])[] {
  return [
    ["command", [command, ...args]],
    ["environment", pairsNode(env)],
  ];
}
