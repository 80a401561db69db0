/** Where a server has a secret in plain text: its environment, headers, arguments and URLs. */
import { appendPointer } from "../_lib/results/pointer.ts";
import { scanSensitive } from "../_lib/secrets/detectors/scan.ts";
import { parseUrl } from "../_lib/web/url/parse.ts";
import type { Pairs, Server } from "./server.ts";

export interface SecretPlace {
  readonly path: string;
  /** What the secret is called. */
  readonly name: string;
}

const SECRET_NAME = /token|key|secret|passw|pwd|authorization|credential/i;
/** Where a secret is kept, and figures about tokens: `--token-file`, `MAX_TOKENS`. */
const ABOUT_SECRETS = /^max[-_]|tokens$|[-_](?:file|path|dir|type|ttl|limit|count)$/i;
const FLAG = /^--?([A-Za-z][A-Za-z0-9_-]*)(?:=(.*))?$/s;

/** Every place at most once, in the order of the fields. */
export function secretPlaces(server: Server): SecretPlace[] {
  if (server.kind === "remote") {
    return [...secretsInUrl(server.url, "/url"), ...secretPairs(server.headers, "/headers")];
  }
  return [...secretArguments(server.args), ...secretPairs(server.env, "/env")];
}

function secretPairs(pairs: Pairs, field: string): SecretPlace[] {
  return pairs.flatMap(([name, text]) =>
    isSecret(name, text) ? [{ path: appendPointer(field, name), name }] : [],
  );
}

/** By the name of the flag before a value or in front of it, by the looks of it, or within a URL. */
function secretArguments(args: readonly string[]): SecretPlace[] {
  return args.flatMap((text, at) => {
    const path = `/args/${at}`;
    const own = FLAG.exec(text);
    const before = FLAG.exec(args[at - 1] ?? "");
    const [, name = "", value] = own ?? (before?.[2] === undefined ? before : null) ?? [];
    const given = own === null ? text : (value ?? "");
    if (isSecret(name, given)) return [{ path, name: name === "" ? `args ${at}` : name }];
    return secretsInUrl(given, path).slice(0, 1);
  });
}

/** The password of a URL, and parameters by their names. */
function secretsInUrl(text: string, path: string): SecretPlace[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
  const password = /^[^/?#]*\/\/[^/?#@:]*:([^/?#@]+)@/.exec(text)?.[1];
  if (password !== undefined && isWritten(password)) return [{ path, name: "password" }];
  const parts = parseUrl(text, "");
  if ("problem" in parts) return [];
  const query = /\?([^#]*)/.exec(text)?.[1] ?? "";
  const found = query.split("&").flatMap((pair) => {
    const [name = "", ...value] = pair.split("=");
    return isSecret(name, value.join("=")) ? [{ path, name }] : [];
  });
  if (found.length > 0) return found.slice(0, 1);
  return looksSecret(text) ? [{ path, name: "url" }] : [];
}

function isSecret(name: string, text: string): boolean {
  const isNamed = SECRET_NAME.test(name) && !ABOUT_SECRETS.test(name);
  return (isNamed && isWritten(text)) || looksSecret(text);
}

/** Neither empty nor a reference. */
function isWritten(text: string): boolean {
  return text.trim() !== "" && !text.includes("${");
}

function looksSecret(text: string): boolean {
  return scanSensitive(text, { categories: ["credential"] }).length > 0;
}
