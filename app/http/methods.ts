/** Which methods a path answers to; for Allow, and for browsers that ask before they call. */
import { ENDPOINTS } from "../catalogue.ts";

const METHODS = new Map<string, string[]>();
for (const endpoint of Object.values(ENDPOINTS)) {
  const [method = "", path = ""] = endpoint.split(" ");
  const methods = METHODS.get(path) ?? ["OPTIONS"];
  if (!methods.includes(method)) methods.unshift(method);
  if (method === "GET") methods.push("HEAD");
  METHODS.set(path, methods);
}
METHODS.set("/", ["GET", "HEAD", "OPTIONS"]);

const SCHEMA_PATH = /^\/api\/tools\/[^/]+\/schema$/;

/** The path and query of a request, whatever was sent as Host: nothing here depends on it. */
export function urlOf({ url }: Pick<Request, "url">): URL {
  const target = url.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
  return new URL(`http://localhost${target.startsWith("/") ? target : `/${target}`}`);
}

/** Empty for a path that does not exist. */
export function methodsOf(path: string): readonly string[] {
  const known = SCHEMA_PATH.test(path)
    ? "/api/tools/{toolId}/schema"
    : path.replace(/(?<=.)\/$/, "");
  return METHODS.get(known) ?? [];
}

/** A part of the path; the router gives null for one whose percent signs stand for nothing, which is no name. */
export function nameIn(part: string | null | undefined): string {
  return part ?? "\ufffd";
}
