/** The server as the fields describe it. */
import { Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { inputInvalid } from "../_lib/results/input-invalid.ts";
import { type JsonWarning, readJsonField } from "../_lib/json/tree/json-field.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { scalarText } from "../_lib/json/tree/write.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { beginning } from "../_lib/text/shown.ts";
import { parseUrl, type UrlParts } from "../_lib/web/url/parse.ts";
import type { Failure, Input, Transport } from "../mcp-config-generator.ts";

/** Names and texts in their order. */
export type Pairs = readonly (readonly [name: string, text: string])[];

interface Named {
  readonly name: string;
  /** Fields that were given and belong to the other kind of server. */
  readonly unused: readonly string[];
}

export interface LocalServer extends Named {
  readonly kind: "local";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Pairs;
  readonly cwd: string | undefined;
}

export interface RemoteServer extends Named {
  readonly kind: "remote";
  readonly url: string;
  readonly parts: UrlParts;
  readonly transport: Transport;
  readonly headers: Pairs;
}

export type Server = LocalServer | RemoteServer;

type Failed = { readonly failure: Outcome<never, Failure, never> };
export type ServerRead =
  | {
      readonly server: Server;
      readonly warnings: readonly Entry<JsonWarning>[];
      readonly failure?: undefined;
    }
  | Failed;

const ARGS = Type.Array(Type.String());

export function readServer(input: Input): ServerRead {
  const [url = "", command = ""] = [input.url?.trim(), input.command?.trim()];
  if (url === "" && command === "") return refused("TARGET_MISSING", "/url", "neither", "one");
  if (url !== "" && command !== "") return refused("TARGET_AMBIGUOUS", "/command", "both", "one");
  const args = readStructured(input.args ?? [], ARGS, "/args");
  if (args.failure) return { failure: args.failure };
  const [env, headers] = [readPairs(input.env, "/env"), readPairs(input.headers, "/headers")];
  if (env.failure) return { failure: env.failure };
  if (headers.failure) return { failure: headers.failure };
  const warnings = [...env.warnings, ...headers.warnings];
  const local = { args: args.value, env: env.pairs, cwd: input.cwd?.trim() || undefined };
  if (url !== "") {
    const remote = { headers: headers.pairs, unused: fieldsGiven(local) };
    return remoteServer(url, input, remote, warnings);
  }
  const unused = fieldsGiven({ headers: headers.pairs });
  return { server: { kind: "local", name: input.name, command, ...local, unused }, warnings };
}

function fieldsGiven(fields: Readonly<Record<string, { readonly length: number } | undefined>>) {
  return Object.keys(fields).filter((field) => (fields[field]?.length ?? 0) > 0);
}

function remoteServer(
  url: string,
  { name, transport }: Input,
  { headers, unused }: Pick<RemoteServer, "headers" | "unused">,
  warnings: readonly Entry<JsonWarning>[],
): ServerRead {
  const parts = parseUrl(url, "");
  if ("problem" in parts || !/^https?:$/.test(parts.protocol)) {
    const expected = "an absolute http or https URL";
    const found = JSON.stringify(beginning(url, 60));
    const message = `Cannot use the url: found ${found}, expected ${expected}`;
    return { failure: fail({ code: "URL_INVALID", message, path: "/url", expected }) };
  }
  return { server: { kind: "remote", name, url, parts, transport, headers, unused }, warnings };
}

function refused(
  code: "TARGET_MISSING" | "TARGET_AMBIGUOUS",
  path: string,
  found: string,
  expected: string,
): Failed {
  const message = `Cannot tell how to reach the server: found ${found} of url and command, expected ${expected}`;
  return { failure: fail({ code, message, path }) };
}

type PairsRead =
  | {
      readonly pairs: Pairs;
      readonly warnings: readonly Entry<JsonWarning>[];
      readonly failure?: undefined;
    }
  | Failed;

/** An object of texts; numbers and booleans as they are written. */
function readPairs(field: unknown, path: string): PairsRead {
  if (field === undefined || field === null || field === "") return { pairs: [], warnings: [] };
  const read = readJsonField(field, path);
  if (!read.ok) return { failure: fail(read.error) };
  const expected = "an object of texts";
  if (read.root.type !== "object") {
    const message = `Cannot use ${path}: found ${read.root.type}, expected ${expected}`;
    return { failure: inputInvalid([{ code: "TYPE", message, path, expected }]) };
  }
  const pairs: (readonly [string, string])[] = [];
  for (const { key, value } of read.root.members) {
    if (value.type === "string") pairs.push([key, value.value]);
    else if (value.type === "number" || value.type === "boolean")
      pairs.push([key, scalarText(value)]);
    else {
      const place = appendPointer(path, key);
      const message = `Cannot use ${place}: found ${value.type}, expected a text`;
      return {
        failure: inputInvalid([{ code: "TYPE", message, path: place, expected: "a text" }]),
      };
    }
  }
  const warnings = read.warnings.map((entry) => ({ ...entry, path: path + (entry.path ?? "") }));
  return { pairs, warnings };
}
