import type { CurlRequest } from "../../curl-converter.ts";
import type { TargetCode } from "./code.ts";
import { writeGo } from "./go.ts";
import { writeHar } from "./har.ts";
import { writeFetch, writeNode } from "./javascript.ts";
import { writePhp } from "./php.ts";
import { writePython } from "./python.ts";
import { writeCurl, writeHttpie } from "./shell.ts";

export const TARGETS = [
  "fetch",
  "node",
  "python",
  "httpx",
  "go",
  "php",
  "httpie",
  "har",
  "json",
  "curl",
] as const;

export type Target = (typeof TARGETS)[number];

type Writer = (requests: readonly CurlRequest[]) => TargetCode[];

const WRITERS: Readonly<Record<Target, Writer>> = {
  fetch: writeFetch,
  node: writeNode,
  python: (requests) => writePython(requests, "requests"),
  httpx: (requests) => writePython(requests, "httpx"),
  go: writeGo,
  php: writePhp,
  httpie: writeHttpie,
  har: writeHar,
  json: (requests) => [{ code: JSON.stringify(requests, null, 2), unsupported: [] }],
  curl: writeCurl,
};

const DOCUMENTS: ReadonlySet<Target> = new Set(["har", "json"]);

/** Source text for all requests, one after the other; JSON has no line end at its end, code has one. */
export function writeTarget(requests: readonly CurlRequest[], target: Target): TargetCode {
  const written = WRITERS[target](requests);
  const separator = target === "curl" || target === "httpie" ? "\n" : "\n\n";
  const code = written.map((part) => part.code).join(separator);
  return {
    code: DOCUMENTS.has(target) ? code : `${code}\n`,
    unsupported: [...new Set(written.flatMap((part) => part.unsupported))],
  };
}
