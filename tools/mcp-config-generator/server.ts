/** The server as the fields describe it. */
import { type Entry, fail } from "../_core/tool.ts";
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { textOf } from "../_lib/json/tree/members.ts";
import { scalarText } from "../_lib/json/tree/write.ts";
import { beginning } from "../_lib/text/shown.ts";
import { parseUrl, type UrlParts } from "../_lib/web/url/parse.ts";
import type { Input, Texts, Transport } from "../mcp-config-generator.ts";

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

export function readServer(input: Input, shape: Texts) {
  const [url = "", command = ""] = [input.url?.trim(), input.command?.trim()];
  if (url === "" && command === "") {
    return { failure: fail(unreachable("TARGET_MISSING", "/url", "neither")) };
  }
  if (url !== "" && command !== "") {
    return { failure: fail(unreachable("TARGET_AMBIGUOUS", "/command", "both")) };
  }
  const env = readPairs(input.env, "/env", shape);
  if (env.failure) return { failure: env.failure };
  const headers = readPairs(input.headers, "/headers", shape);
  if (headers.failure) return { failure: headers.failure };
  const warnings = [...env.warnings, ...headers.warnings];
  const local = { args: input.args, env: env.pairs, cwd: input.cwd?.trim() || undefined };
  if (url === "") {
    const unused = fieldsGiven({ headers: headers.pairs });
    const server: Server = { kind: "local", name: input.name, command, ...local, unused };
    return { server, warnings };
  }
  const parts = parseUrl(url, "");
  if ("problem" in parts || !/^https?:$/.test(parts.protocol)) {
    return { failure: fail(urlInvalid(url)) };
  }
  const { name, transport } = input;
  const remote = { headers: headers.pairs, unused: fieldsGiven(local) };
  const server: Server = { kind: "remote", name, url, parts, transport, ...remote };
  return { server, warnings };
}

function fieldsGiven(fields: Readonly<Record<string, { readonly length: number } | undefined>>) {
  return Object.keys(fields).filter((field) => (fields[field]?.length ?? 0) > 0);
}

function urlInvalid(url: string): Entry<"URL_INVALID"> {
  const expected = "an absolute http or https URL";
  const found = JSON.stringify(beginning(url, 60));
  const message = `Cannot use the url: found ${found}, expected ${expected}`;
  return { code: "URL_INVALID", message, path: "/url", expected };
}

function unreachable<C extends string>(code: C, path: string, found: string): Entry<C> {
  const message = `Cannot tell how to reach the server: found ${found} of url and command, expected one`;
  return { code, message, path };
}

/** Texts by name; of JSON text numbers and booleans as they are written. */
function readPairs(field: Input["env"], path: string, shape: Texts) {
  if (isNothing(field)) return { pairs: [], warnings: [] };
  const read = readStructured(field, shape, path);
  if (read.failure) return { failure: read.failure };
  const tree = readJsonField(field, path);
  const members = tree.ok && tree.root.type === "object" ? tree.root.members : [];
  const pairs: Pairs = members.map(({ key, value }) => [key, textOf(value) ?? scalarText(value)]);
  return { pairs, warnings: read.warnings };
}
