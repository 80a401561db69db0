/** The operations of an OpenAPI document, and what of them matching and calls ask for. */
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import {
  follow,
  type OpenApi,
  readOpenApi,
  resolve,
} from "../../tools/_lib/web/openapi/document.ts";
import { isJsonMediaType } from "../../tools/_lib/web/openapi/media-types.ts";
import {
  isSet,
  itemsOf,
  memberOf,
  membersOf,
  type Site,
  textOf,
} from "../../tools/_lib/web/openapi/site.ts";
import {
  type Endpoint,
  METHODS,
  type Parameter,
  parametersOf,
  pathKey,
  surfaceOf,
} from "../../tools/_lib/web/openapi/surface.ts";

export interface Body {
  readonly isRequired: boolean;
  /** Names as in the document. */
  readonly mediaTypes: readonly string[];
  /** Of the first JSON media type. */
  readonly schema: Site | undefined;
}

export interface Operation {
  /** `GET /orders/{id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** What is the same for operations that differ in the names of parameters only. */
  readonly key: string;
  readonly id: string | undefined;
  readonly endpoint: Endpoint;
  /** Its place among all operations of the document. */
  readonly index: number;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly tokens: ReadonlySet<string>;
  /** Names of parameters and of properties of the JSON request body. */
  readonly inputs: ReadonlySet<string>;
  /** Names of properties of successful JSON responses. */
  readonly outputs: ReadonlySet<string>;
}

export interface Api {
  readonly document: OpenApi;
  readonly operations: readonly Operation[];
  readonly byKey: ReadonlyMap<string, Operation>;
  /** Of the first server, variables filled in; empty where there is none. */
  readonly server: string;
  /** Paths of all servers, the first one first. */
  readonly basePaths: readonly string[];
}

/** A document that the comparison has read before. */
export function readApi(given: unknown, field: string): Api | undefined {
  const read = readOpenApi(given, field);
  if (!read.ok) return undefined;
  const { document } = read;
  const known = surfaceOf(document);
  if (known.error) return undefined;
  const { surface } = known;
  const operations: Operation[] = [];
  for (const path of pathsOf(document)) {
    const own = [...(surface.get(pathKey(path))?.endpoints.values() ?? [])];
    const endpoints = own.filter((endpoint) => endpoint.path === path);
    for (const endpoint of endpoints.toSorted((left, right) => rankOf(left) - rankOf(right))) {
      operations.push(readOperation(endpoint, operations.length));
    }
  }
  const servers = itemsOf(memberOf(document.root, "servers")).map(serverUrl);
  return {
    document,
    operations,
    byKey: new Map(operations.map((operation) => [operation.key, operation])),
    server: servers[0] ?? "",
    basePaths: servers.length === 0 ? [""] : servers.map((url) => splitUrl(url).path),
  };
}

/** In document order. */
function pathsOf({ root }: OpenApi): string[] {
  const paths = memberOf(root, "paths")?.node;
  return isObject(paths) ? Object.keys(paths) : [];
}

/** The order in which OpenAPI lists methods; those of one's own come last. */
const ORDER = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function rankOf({ method }: Endpoint): number {
  const rank = ORDER.indexOf(method);
  return rank < 0 ? METHODS.length : rank;
}

export function operationKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${pathKey(path)}`;
}

function readOperation(endpoint: Endpoint, index: number): Operation {
  const { document, operation, path } = endpoint;
  const method = endpoint.method.toUpperCase();
  const parameters = [...parametersOf(endpoint).values()];
  const body = bodyOf(document, operation);
  const inputs = new Set(parameters.map(({ name }) => name));
  if (body?.schema) addProperties(document, body.schema, inputs);
  const outputs = new Set<string>();
  for (const [status, site] of membersOf(memberOf(operation, "responses"))) {
    if (!/^2(?:\d\d|XX)$/i.test(status)) continue;
    for (const schema of jsonSchemas(memberOf(resolve(document, site), "content"))) {
      addProperties(document, schema, outputs);
    }
  }
  return {
    name: `${method} ${path}`,
    method,
    path,
    key: operationKey(method, path),
    id: textOf(operation, "operationId"),
    endpoint,
    index,
    parameters,
    body,
    tokens: pathTokens(path),
    inputs,
    outputs,
  };
}

function bodyOf(document: OpenApi, operation: Site): Body | undefined {
  const given = memberOf(operation, "requestBody");
  if (!given) return undefined;
  const body = resolve(document, given);
  const content = memberOf(body, "content");
  return {
    isRequired: isSet(body, "required"),
    mediaTypes: isObject(content?.node) ? Object.keys(content.node) : [],
    schema: jsonSchemas(content)[0],
  };
}

/** Schemas of JSON media types, in document order. */
function jsonSchemas(content: Site | undefined): Site[] {
  if (!content || !isObject(content.node)) return [];
  return Object.keys(content.node).flatMap((name) => {
    const media = isJsonMediaType(name) ? memberOf(content, name) : undefined;
    return (media && memberOf(media, "schema")) ?? [];
  });
}

/** Adds the names of the properties of a schema and of what it is composed of. */
function addProperties(document: OpenApi, schema: Site, names: Set<string>): void {
  const seen = new Set<string>();
  const open = [schema];
  for (let site = open.pop(); site !== undefined; site = open.pop()) {
    const target = follow(document, site) ?? site;
    for (const part of target === site ? [site] : [site, target]) {
      if (seen.has(part.pointer)) continue;
      seen.add(part.pointer);
      for (const name of membersOf(memberOf(part, "properties")).keys()) names.add(name);
      for (const key of ["allOf", "anyOf", "oneOf"]) open.push(...itemsOf(memberOf(part, key)));
    }
  }
}

const VERSION = /^v\d+(?:[._-]\d+)*(?:(?:alpha|beta|rc|preview)\d*)?$/i;

/** Words end where case changes, at digits and at signs. */
const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{Nd}+/gu;

/** What a path is about: its words without versions and plurals, and one token for each parameter. */
export function pathTokens(path: string): Set<string> {
  const tokens = new Set<string>();
  let parameters = 0;
  for (const segment of path.split("/")) {
    if (VERSION.test(segment)) continue;
    for (const piece of segment.split(/(\{[^{}]*\})/)) {
      if (piece.startsWith("{") && piece.endsWith("}")) tokens.add(`{${++parameters}}`);
      else for (const [word] of piece.matchAll(WORDS)) tokens.add(singular(word.toLowerCase()));
    }
  }
  return tokens;
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
}

/** Names of the parameters of a path, in order. */
export function pathParameters(path: string): string[] {
  return Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);
}

/** With the default values of its variables. */
function serverUrl(server: Site): string {
  const url = textOf(server, "url") ?? "";
  const variables = memberOf(server, "variables");
  return url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = variables && memberOf(variables, name);
    return (variable && textOf(variable, "default")) ?? whole;
  });
}

export interface SplitUrl {
  /** `https://host:1`; empty for a relative URL. */
  readonly origin: string;
  /** Without a slash at its end. */
  readonly path: string;
  readonly query: string;
}

/** A URL in its parts, each as it stands. */
export function splitUrl(url: string): SplitUrl {
  const [, origin = "", path = "", query = ""] =
    /^([A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  return { origin, path: withoutSlash(path), query };
}

function withoutSlash(path: string): string {
  const plain = path.endsWith("/") ? path.slice(0, -1) : path;
  return plain === "" || plain.startsWith("/") ? plain : `/${plain}`;
}
