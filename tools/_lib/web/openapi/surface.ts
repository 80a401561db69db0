/** The endpoints of a document, found by path whatever its parameters are called. */
import type { Entry } from "../../../_core/tool.ts";
import { isObject } from "../../json/tree/members.ts";
import { type OpenApi, resolve } from "./document.ts";
import { firstMediaType, isJsonMediaType } from "./media-types.ts";
import { isSet, itemsOf, memberOf, membersOf, type Site, textOf } from "./site.ts";

export const METHODS = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
] as const;

export interface Endpoint {
  readonly document: OpenApi;
  readonly path: string;
  readonly method: string;
  readonly operation: Site;
  /** The path item, whose parameters the operation inherits: the referring one first. */
  readonly items: readonly Site[];
}

export interface PathItem {
  readonly path: string;
  /** By method. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
}

/** By path with the names of its parameters left out. */
export type Surface = ReadonlyMap<string, PathItem>;

export function pathKey(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

type SurfaceRead =
  | { readonly surface: Surface; readonly error?: undefined }
  | { readonly error: Entry<"DUPLICATE_ENDPOINT"> };

export function surfaceOf(document: OpenApi): SurfaceRead {
  const surface = new Map<string, PathItem>();
  for (const [path, site] of membersOf(memberOf(document.root, "paths"))) {
    if (!path.startsWith("/")) continue;
    const key = pathKey(path);
    const other = surface.get(key);
    const endpoints = endpointsOf(document, path, site);
    for (const [method, endpoint] of other?.endpoints ?? []) {
      if (endpoints.has(method)) return { error: duplicate(document, site, path, endpoint.path) };
      endpoints.set(method, endpoint);
    }
    surface.set(key, { path: other?.path ?? path, endpoints });
  }
  return { surface };
}

function endpointsOf(document: OpenApi, path: string, site: Site): Map<string, Endpoint> {
  const target = resolve(document, site);
  const items = target.pointer === site.pointer ? [site] : [site, target];
  const endpoints = new Map<string, Endpoint>();
  const add = (method: string, operation: Site | undefined) => {
    if (!isObject(operation?.node) || endpoints.has(method)) return;
    endpoints.set(method, { document, path, method, operation, items });
  };
  for (const item of items) {
    for (const method of METHODS) add(method, memberOf(item, method));
    for (const [method, operation] of membersOf(memberOf(item, "additionalOperations"))) {
      add(method.toLowerCase(), operation);
    }
  }
  return endpoints;
}

function duplicate(
  { field }: OpenApi,
  site: Site,
  path: string,
  other: string,
): Entry<"DUPLICATE_ENDPOINT"> {
  const message = `Cannot tell ${JSON.stringify(path)} from ${JSON.stringify(other)}: found paths equal but for parameter names with one method, expected one of them`;
  return { code: "DUPLICATE_ENDPOINT", message, path: field + site.pointer };
}

export interface Parameter {
  readonly site: Site;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Site | undefined;
  /** Its values are written as text, not as JSON. */
  readonly isText: boolean;
  /** An array is written as the repeated parameter, so that one value is an array of one. */
  readonly isExploded: boolean;
}

/** The operation's parameters and those it inherits, by place: of a path parameter the name does not count. */
export function parametersOf(endpoint: Endpoint): Map<string, Parameter> {
  const { document, path, operation, items } = endpoint;
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const parameters = new Map<string, Parameter>();
  for (const holder of [operation, ...items]) {
    for (const item of itemsOf(memberOf(holder, "parameters"))) {
      const site = resolve(document, item);
      const [name, place] = [textOf(site, "name"), textOf(site, "in")];
      if (name === undefined || place === undefined) continue;
      const key = parameterKey(place, name, names);
      if (!parameters.has(key)) parameters.set(key, readParameter(site, name, place));
    }
  }
  return parameters;
}

function parameterKey(place: string, name: string, names: readonly string[]): string {
  if (place === "header") return `header ${name.toLowerCase()}`;
  const position = place === "path" ? names.indexOf(name) : -1;
  return position < 0 ? `${place} ${name}` : `path ${position}`;
}

function readParameter(site: Site, name: string, place: string): Parameter {
  const media = firstMediaType(memberOf(site, "content"));
  const style = textOf(site, "style") ?? (/^(?:query|cookie)$/.test(place) ? "form" : "simple");
  const explode = memberOf(site, "explode")?.node ?? style === "form";
  return {
    site,
    name,
    in: place,
    required: place === "path" || isSet(site, "required"),
    schema: memberOf(site, "schema") ?? (media && memberOf(media.site, "schema")),
    isText: media === undefined || !isJsonMediaType(media.name),
    isExploded: media === undefined && style === "form" && explode === true,
  };
}
