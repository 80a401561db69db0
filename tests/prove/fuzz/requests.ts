/** HTTP requests made from the OpenAPI document, and what a client or an attacker may make of them. */
import { ENTRIES } from "../../../app/registry.ts";
import { changedText, changedValue, type Pool } from "./changed-values.ts";
import type { Chance } from "./chance.ts";
import { bytesOf, type Material, type Operation } from "./material.ts";
import { mcpRequest } from "./mcp-messages.ts";
import type { WireRequest } from "./wire.ts";

type Draw = (material: Material) => WireRequest;

/** Each kind of request, by the name under which it is told. */
export const GROUPS: Readonly<Record<string, Draw>> = {
  "as the document has them": asDocumented,
  "query and path changed": withOddParameters,
  "body changed": withOddBody,
  "headers changed": withOddHeaders,
  "other methods": withOtherMethod,
  "strange paths": withOddPath,
  "pages and their files": ofPages,
  "messages over MCP": mcpRequest,
};

const JSON_TYPE = ["Content-Type", "application/json"] as const;

function asDocumented(material: Material): WireRequest {
  const { chance, operations } = material;
  const [path, method, operation] = chance.of(operations);
  const query = queryOf(operation, material);
  const target = path.replaceAll(/\{[^}]+\}/g, () => encodeURIComponent(toolName(chance))) + query;
  const bodies = operation.requestBody ? (material.bodies[path] ?? []) : [];
  if (bodies.length === 0) return { method, target, headers: [], body: "" };
  return { method, target, headers: [JSON_TYPE], body: bytesOf(chance.of(bodies)) };
}

function toolName(chance: Chance): string {
  const { id, aliases } = chance.of(ENTRIES);
  return chance.once(8) ? "no-such-tool" : chance.of([id, id, ...aliases]);
}

function queryOf({ parameters = [] }: Operation, { chance, pool }: Material): string {
  const given = parameters.filter((one) => one.in === "query" && !chance.once(3));
  const pairs = given.map(({ name, schema }) => {
    const words = schema.enum ?? [String(1 + chance.below(schema.maximum ?? 50))];
    const isText = schema.enum === undefined && schema.maximum === undefined;
    const value =
      name === "tools" ? toolName(chance) : isText ? textOf(chance, pool) : chance.of(words);
    return `${name}=${encodeURIComponent(value)}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

const LONGEST_QUERY = 2000;

function textOf(chance: Chance, { texts }: Pool): string {
  const text = chance.once(2) ? chance.of(ENTRIES).name : chance.of(texts);
  return text.slice(0, LONGEST_QUERY).toWellFormed();
}

const ODD_QUERIES: readonly string[] = [
  "?",
  "?&&&",
  "?=",
  "?q",
  "?q=%",
  "?q=%zz",
  "?q=%ff%fe",
  "?q=%00",
  "?q=%ed%a0%80",
  "?q=+++&limit=+1",
  "?limit=0",
  "?limit=-1",
  "?limit=51",
  "?limit=1e1",
  "?limit=0x10",
  "?limit=1&limit=2",
  "?limit[]=1",
  "?limit=%31",
  "?LIMIT=1",
  "?kind=tool&kind=kit",
  "?kind=TOOL",
  "?category=__proto__",
  "?tools=,,,",
  "?tools=__proto__",
  "?tools=base64,base64",
  "?__proto__=1&constructor=2",
  "?q=a;limit=3",
  "?q=<script>",
  "?q='\"`",
];
const ODD_SEGMENTS: readonly string[] = [
  "%",
  "%zz",
  "%ff",
  "%00",
  "%2f",
  "%2e%2e",
  "..",
  ".",
  "__proto__",
  "constructor",
  "a%20b",
  "%F0%9F%98%80",
  "*",
  ":toolId",
  "{toolId}",
  "a;b=c",
  "BASE64",
  "base64%20",
  "a".repeat(3000),
];

function withOddParameters(material: Material): WireRequest {
  const { chance, pool } = material;
  const request = asDocumented(material);
  const [path = ""] = request.target.split("?");
  if (chance.once(3) && path.includes("/tools/")) {
    return { ...request, target: path.replace(/[^/]+(?=\/schema)/, chance.of(ODD_SEGMENTS)) };
  }
  if (chance.once(3)) {
    const value = encodeURIComponent(
      changedText(textOf(chance, pool), chance, pool).toWellFormed(),
    );
    const name = chance.of(["q", "sample", "limit", "tools", "kind", "category"]);
    return { ...request, target: `${path}?${name}=${value.slice(0, 3 * LONGEST_QUERY)}` };
  }
  return { ...request, target: path + chance.of(ODD_QUERIES) };
}

function postOf(material: Material): WireRequest {
  const { chance, bodies } = material;
  const target = chance.of(Object.keys(bodies));
  const body = bytesOf(chance.of(bodies[target] ?? []));
  return { method: "POST", target, headers: [JSON_TYPE], body };
}

const BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

function withOddBody(material: Material): WireRequest {
  const { chance, pool, bodies } = material;
  const request = postOf(material);
  const { body, target } = request;
  const at = chance.below(body.length + 1);
  const changed = () => bytesOf(changedValue(chance.of(bodies[target] ?? []), chance, pool));
  switch (chance.below(16)) {
    case 0:
      return { ...request, body: body.slice(0, at) };
    case 1:
      return { ...request, body: body.slice(at) };
    case 2:
      return { ...request, body: flippedAt(body, at, chance) };
    case 3:
      return { ...request, body: body.slice(0, at) + chance.of(BAD_BYTES) + body.slice(at) };
    case 4:
      return { ...request, body: BYTE_ORDER_MARK + body };
    case 5:
      return { ...request, body: Buffer.from(body, "utf16le").toString("latin1") };
    case 6:
      return {
        ...request,
        body: chance.of(["", "null", "[]", '"a"', "0", "{}", "[[[[", `${body},`]),
      };
    case 7:
      return { ...request, body: body + body };
    case 8:
      return { ...request, chunked: 1 + chance.below(200) };
    case 9:
      return { ...request, body: changed(), chunked: 1 + chance.below(200) };
    case 10:
      return chance.once(10)
        ? { ...request, body: body.padEnd((1 << 20) + chance.below(3)) }
        : request;
    default:
      return { ...request, body: changed() };
  }
}

const BAD_BYTES = [
  "\u00ff",
  "\u00c3",
  "\u0000",
  "\u00ed\u00a0\u0080",
  "\u00f8\u0088\u0080\u0080\u0080",
];

function flippedAt(body: string, at: number, chance: Chance): string {
  const code = body.charCodeAt(at) || 0;
  return (
    body.slice(0, at) + String.fromCharCode(code ^ (1 << chance.below(8))) + body.slice(at + 1)
  );
}

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ["Accept", "text/html"],
  ["Accept", "*/*;q=0, application/xml"],
  ["Accept", ""],
  ["Accept-Encoding", "gzip, br, zstd;q=0.1, *;q=0"],
  ["Accept-Encoding", "br;q=0, gzip"],
  ["Accept-Language", "*;;;q"],
  ["If-None-Match", "*"],
  ["If-None-Match", '"a", W/"b", ,'],
  ["If-Modified-Since", "yesterday"],
  ["Authorization", "Bearer"],
  ["Authorization", "Bearer pbx_a_b"],
  ["Authorization", "Basic ::::"],
  ["Authorization", "\u00e9"],
  ["Cookie", "=;;a=%zz;__proto__=1; a=b=c"],
  ["Origin", "null"],
  ["Origin", "https://example.com"],
  ["Range", "bytes=5-1"],
  ["Range", "bytes=0-3,8-"],
  ["Expect", "100-continue"],
  ["X-Forwarded-For", "a, b, [::1], 999.1.1.1"],
  ["X-Forwarded-Host", "a b/c?d#e"],
  ["X-Forwarded-Proto", "javascript"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["Content-Encoding", "gzip"],
  ["Content-Language", "x"],
  ["Connection", "Upgrade"],
  ["Upgrade", "websocket"],
  ["Upgrade", "h2c"],
  ["TE", "trailers"],
  ["Host", "a"],
  ["Host", "ab:80"],
  ["Host", "[::1]"],
  ["Host", "example.com:99999"],
  ["Host", "xn--a"],
  ["Last-Event-ID", "-1"],
  ["__proto__", "a"],
  ["constructor", "a"],
  ["Empty", ""],
];
const TYPES: readonly string[] = [
  "application/json; charset=utf-16",
  "application/json;charset",
  "APPLICATION/JSON",
  "application/problem+json",
  "application/jsonp",
  "text/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=a",
  "multipart/form-data",
  "application/octet-stream",
  "application/json, text/plain",
  "json",
  "/",
  "",
  ";;;",
];
const LONGEST_HEADER = 4000;

function withOddHeaders(material: Material): WireRequest {
  const { chance } = material;
  const request = asDocumented(material);
  const odd = Array.from({ length: 1 + chance.below(3) }, () => oddHeader(chance));
  const isTyped = odd.some(([name]) => name === "Content-Type");
  const kept = isTyped ? [] : request.headers;
  const hosts = odd.filter(([name]) => name === "Host");
  // A second Host is no request at all.
  return { ...request, headers: [...kept, ...odd.filter((one) => !hosts.slice(1).includes(one))] };
}

function oddHeader(chance: Chance): readonly [string, string] {
  switch (chance.below(8)) {
    case 0:
    case 1:
      return ["Content-Type", chance.of(TYPES)];
    case 2:
      return [`X-${"a".repeat(1 + chance.below(100))}`, "b".repeat(chance.below(LONGEST_HEADER))];
    default:
      return chance.of(ODD_HEADERS);
  }
}

const METHODS: readonly string[] = [
  ..."GET HEAD POST PUT DELETE PATCH OPTIONS TRACE CONNECT".split(" "),
  ..."PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK REPORT SEARCH PURGE LINK QUERY".split(" "),
];

function withOtherMethod(material: Material): WireRequest {
  const { chance, pages } = material;
  const request = asDocumented(material);
  const method = chance.of(METHODS);
  const target = chance.once(4) ? chance.of([...pages, "/mcp"]) : request.target;
  return { ...request, target, method };
}

function withOddPath(material: Material): WireRequest {
  const { chance } = material;
  const request = asDocumented(material);
  const [path = "", ...query] = request.target.split("?");
  const target = [oddPath(path, chance), ...query].join("?");
  return { ...request, target };
}

function oddPath(path: string, chance: Chance): string {
  const at = 1 + chance.below(path.length);
  const parts = path.split("/");
  switch (chance.below(13)) {
    case 0:
      return `${path}/`;
    case 1:
      return `/${path}`;
    case 2:
      return `${path}//`;
    case 3:
      return path.toUpperCase();
    case 4:
      return path.slice(0, at) + chance.of(ODD_SEGMENTS) + path.slice(at);
    case 5:
      return path.slice(0, at);
    case 6:
      return `/a/..${path}`;
    case 7:
      return path.replace("/", "/./");
    case 8:
      return `${path}/..`;
    case 9:
      return `${path}/${chance.of(ODD_SEGMENTS)}`;
    case 10:
      return path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    case 11:
      return parts
        .toReversed()
        .join("/")
        .padStart(1, "/")
        .replace(/^(?!\/)/, "/");
    default:
      return `http://localhost:8787${path}`;
  }
}

function ofPages(material: Material): WireRequest {
  const { chance, pages } = material;
  const page = chance.of(pages);
  const target = chance.once(2)
    ? page
    : oddPath(
        chance.once(2) ? `${page === "/" ? "" : page}/${chance.of(ODD_SEGMENTS)}` : page,
        chance,
      );
  const headers = chance.once(3) ? [oddHeader(chance)] : [];
  return { method: chance.once(6) ? "HEAD" : "GET", target, headers, body: "" };
}
