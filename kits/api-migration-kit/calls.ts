/** Calls of the old version: read, brought to the new one, and what keeps them from it. */
import { type Static, Type } from "@sinclair/typebox";
import { mapOf } from "../../tools/_core/fields.ts";
import type { Entry } from "../../tools/_core/tool.ts";
import { readShaped } from "../../tools/_lib/fields/shaped-field.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import { outOfBounds } from "../../tools/_lib/results/input-invalid.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { isJsonMediaType } from "../../tools/_lib/web/openapi/media-types.ts";
import { standaloneSchema } from "../../tools/_lib/web/openapi/json-schema.ts";
import { decodePercent, percentEncode, readForm } from "../../tools/_lib/web/url/percent.ts";
import convertCurl, { type CurlRequest } from "../../tools/curl-converter.ts";
import validate from "../../tools/json-schema-validator.ts";
import type { Call, Work } from "../api-migration-kit.ts";
import type { Pair } from "./match.ts";
import { type Api, type Operation, pathParameters, splitUrl } from "./operations.ts";

const MOST_CALLS = 200;

export const HEADER = Type.Object({ name: Type.String(), value: Type.String() });

export const CALLS = Type.Array(
  Type.Object(
    {
      id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      method: Type.Optional(Type.String({ pattern: "^[A-Za-z]+$" })),
      url: Type.String({ minLength: 1 }),
      headers: Type.Optional(
        Type.Union([mapOf(Type.String()), Type.Array(HEADER)], { description: "Name → value" }),
      ),
      body: Type.Optional(Type.Any({ description: "Text as it is sent, or data of JSON" })),
    },
    { additionalProperties: false },
  ),
  { maxItems: MOST_CALLS },
);

/** A call as it was given. */
export interface Given {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Undefined where it has none, or one that is no text. */
  readonly text: string | undefined;
  readonly hasBody: boolean;
  /** Of a curl command. */
  readonly curl: CurlRequest | undefined;
  readonly path: string;
}

export interface Rewritten extends Call {
  readonly given: Given;
  /** Why, in words, by the code of the problem. */
  readonly details: Readonly<Record<string, string>>;
}

type Read = { readonly calls: readonly Given[]; readonly hasVariables: boolean };
type Refusal = { readonly errors: readonly Entry[]; readonly isShape: boolean };

/** Commands or objects; what is wrong with them ends the run. */
export function readCalls(work: Work): Read | Refusal {
  const { calls = [] } = work.input;
  if (typeof calls === "string" && !/^\ufeff?\s*\[/.test(calls)) return readCommands(calls, work);
  const read = readShaped(calls, "/calls", CALLS);
  if (read.failure) return { errors: read.failure.errors ?? [], isShape: true };
  return { calls: read.value.map(fromObject), hasVariables: false };
}

function fromObject(call: Static<typeof CALLS>[number], index: number): Given {
  const { id = `call-${index + 1}`, method = "GET", url, headers = {}, body } = call;
  const list = Array.isArray(headers)
    ? headers
    : Object.entries(headers).map(([name, value]) => ({ name, value }));
  const hasBody = body !== undefined && body !== null;
  return {
    id,
    method: method.toUpperCase(),
    url,
    headers: list,
    text: hasBody ? (typeof body === "string" ? body : JSON.stringify(body)) : undefined,
    hasBody,
    curl: undefined,
    path: `/calls/${index}`,
  };
}

function readCommands(text: string, work: Work): Read | Refusal {
  const { ok, value, errors, warnings } = work.ctx.step(convertCurl, {
    input: text,
    target: "json",
  });
  if (!ok || !value) {
    return { errors: (errors ?? []).map((error) => numbered(error, text)), isShape: false };
  }
  if (value.requests.length > MOST_CALLS) {
    const found = `${value.requests.length} commands`;
    return { errors: [outOfBounds("/calls", found, `at most ${MOST_CALLS}`)], isShape: true };
  }
  const lost = {
    OPTION_UNSUPPORTED: "warning",
    SHELL_EXPANSION: "warning",
    SHELL_IGNORED: "warning",
  } as const;
  work.report.takeOver("calls", warnings, lost, { path: "/calls" });
  const calls = value.requests.map((request, index): Given => {
    const { method, url, headers, body } = request;
    return {
      id: `call-${index + 1}`,
      method: method.toUpperCase(),
      url,
      headers,
      text: body?.kind === "raw" ? body.text : undefined,
      hasBody: body !== null,
      curl: request,
      path: "/calls",
    };
  });
  const hasVariables = (warnings ?? []).some(({ code }) => code === "SHELL_EXPANSION");
  return { calls, hasVariables };
}

/** Where a command begins: at the start of a line or behind what ends another. */
const COMMAND = /(?:^|[\n;&|])[ \t]*(?:[$>#][ \t]+)?curl(?:\.exe)?(?=\s)/g;

function numbered(error: Entry, text: string): Entry {
  const { offset, message } = error;
  const before = offset === undefined ? undefined : text.slice(0, offset);
  const count = before === undefined ? 0 : (before.match(COMMAND)?.length ?? 0);
  const which = count === 0 ? message : `${message} (command ${count})`;
  return { ...error, message: which, path: "/calls" };
}

/** What calls become. */
export function rewriteCalls(
  calls: readonly Given[],
  before: Api,
  after: Api,
  pairs: ReadonlyMap<Operation, Pair>,
  work: Work,
): Rewritten[] {
  const finder = new Finder(before);
  const bodies = new Bodies(after, work);
  return calls.map((given) => {
    work.ctx.budget.spend(1);
    const found = finder.find(given);
    if (!found) return unmatched(given);
    const to = pairs.get(found.operation)?.to;
    if (!to) return removed(given, found.operation);
    return rewrite(given, found, to, before, after, bodies);
  });
}

function unmatched(given: Given): Rewritten {
  const { id, method, url } = given;
  const kept = { id, from: null, to: null, method, url, given };
  const details = { OPERATION_UNKNOWN: "no operation of `before` has its method and path" };
  return { ...kept, status: "unmatched", problems: ["OPERATION_UNKNOWN"], details };
}

function removed(given: Given, { name }: Operation): Rewritten {
  const { id, method, url } = given;
  const kept = { id, from: name, to: null, method, url, given };
  const details = { OPERATION_REMOVED: `${name} has no successor` };
  return { ...kept, status: "needs-work", problems: ["OPERATION_REMOVED"], details };
}

function rewrite(
  given: Given,
  found: Found,
  to: Operation,
  before: Api,
  after: Api,
  bodies: Bodies,
): Rewritten {
  const from = found.operation;
  const details: Record<string, string> = {};
  const path = fillPath(from, to, found.values, details);
  const query = keptQuery(splitUrl(given.url).query, from, to, details);
  const url = newUrl(given, { from, to, found, path, query }, before, after);
  Object.assign(details, bodies.problemOf(given, to));
  const problems = Object.keys(details).toSorted(byCodeUnit);
  const needsWork = problems.some((problem) => problem !== "PARAMETER_REMOVED");
  const isMoved = to.method !== given.method || url !== given.url;
  return {
    id: given.id,
    from: from.name,
    to: to.name,
    status: needsWork ? "needs-work" : isMoved ? "rewritten" : "unchanged",
    method: to.method,
    url,
    problems,
    given,
    details,
  };
}

/** The new path with the texts of the call: by name, and what is left in order, where both have as many. */
function fillPath(
  from: Operation,
  to: Operation,
  values: readonly string[],
  details: Record<string, string>,
): string {
  const [old, names] = [pathParameters(from.path), pathParameters(to.path)];
  const byName = new Map(old.map((name, index) => [name, values[index] ?? ""]));
  const left = old.length === names.length ? old.filter((name) => !names.includes(name)) : [];
  const missing: string[] = [];
  const path = to.path.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = byName.get(name) ?? byName.get(left.shift() ?? "");
    if (value === undefined) missing.push(name);
    return value ?? whole;
  });
  if (missing.length > 0) details["PATH_PARAMETER_MISSING"] = `nothing fills ${listed(missing)}`;
  return path;
}

function listed(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(", ");
}

/** The fields of the query that the new operation has, and those that neither knows. */
function keptQuery(
  query: string,
  from: Operation,
  to: Operation,
  details: Record<string, string>,
): string {
  const [old, known] = [queryNames(from), queryNames(to)];
  const gone = new Set<string>();
  const fields = readForm(query);
  const kept = fields.filter(({ name }) => {
    if (isKnown(name, known) || !isKnown(name, old)) return true;
    gone.add(name);
    return false;
  });
  if (gone.size > 0) details["PARAMETER_REMOVED"] = `${listed([...gone])} is gone and was dropped`;
  const needed = to.parameters.filter(({ in: place, required }) => place === "query" && required);
  const missing = needed.filter(
    ({ name }) => !fields.some((field) => isKnown(field.name, new Set([name]))),
  );
  if (missing.length > 0) {
    details["PARAMETER_MISSING"] = `the query needs ${listed(missing.map(({ name }) => name))}`;
  }
  const text = kept.map(({ name, value }) => `${form(name)}=${form(value)}`).join("&");
  return text === "" ? "" : `?${text}`;
}

function form(text: string): string {
  return percentEncode(text.toWellFormed(), "form").text;
}

function queryNames({ parameters }: Operation): ReadonlySet<string> {
  return new Set(parameters.filter((one) => one.in === "query").map(({ name }) => name));
}

/** `filter[a]` and `tags[]` are of the parameters filter and tags. */
function isKnown(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) || names.has(name.replace(/\[.*$/s, "")) || names.has(`${name}[]`);
}

interface Way {
  readonly from: Operation;
  readonly to: Operation;
  readonly found: Found;
  readonly path: string;
  readonly query: string;
}

/** The URL as it stands, where the new version asks for no other. */
function newUrl(given: Given, way: Way, before: Api, after: Api): string {
  const { from, to, found, path, query } = way;
  const call = splitUrl(given.url);
  const base = splitUrl(after.server);
  const isSameServer = before.server === after.server;
  const origin = isSameServer || base.origin === "" ? call.origin : base.origin;
  const prefix = isSameServer ? found.base : base.path;
  const written = readForm(call.query).map(({ name, value }) => `${form(name)}=${form(value)}`);
  const isSame =
    origin === call.origin &&
    prefix === found.base &&
    from.key === to.key &&
    query === (written.length === 0 ? "" : `?${written.join("&")}`);
  return isSame ? given.url : `${origin}${prefix}${path}${query}`;
}

interface Found {
  readonly operation: Operation;
  /** Texts of the path's parameters as they stand in the call. */
  readonly values: readonly string[];
  /** What stood before the path. */
  readonly base: string;
}

/** Finds operations by method and number of segments; those with the most literal segments first. */
class Finder {
  readonly #basePaths: readonly string[];
  readonly #templates = new Map<string, Template[]>();

  constructor({ operations, basePaths }: Api) {
    this.#basePaths = [...new Set([...basePaths, ""])];
    for (const operation of operations) {
      const template = templateOf(operation);
      const key = keyOf(operation.method, template.segments.length);
      const list = this.#templates.get(key);
      if (list) list.push(template);
      else this.#templates.set(key, [template]);
    }
    for (const list of this.#templates.values()) {
      list.sort((left, right) => right.literals - left.literals);
    }
  }

  find({ method, url }: Given): Found | undefined {
    const { path } = splitUrl(url);
    for (const base of this.#basePaths) {
      if (base !== "" && path !== base && !path.startsWith(`${base}/`)) continue;
      const segments = path.slice(base.length).split("/").slice(1);
      for (const { operation, ...template } of this.#templates.get(
        keyOf(method, segments.length),
      ) ?? []) {
        const values = matched(template.segments, segments);
        if (values) return { operation, values, base };
      }
    }
    return undefined;
  }
}

function keyOf(method: string, segments: number): string {
  return `${method} ${segments}`;
}

interface Template {
  readonly operation: Operation;
  readonly segments: readonly Segment[];
  readonly literals: number;
}

/** What stands around the parameters of a segment; one text where it has none. */
type Segment = readonly string[];

function templateOf(operation: Operation): Template {
  const path = operation.path.endsWith("/") ? operation.path.slice(0, -1) : operation.path;
  const segments = path
    .split("/")
    .slice(1)
    .map((segment) => segment.split(/\{[^{}]*\}/));
  return { operation, segments, literals: segments.filter(({ length }) => length === 1).length };
}

/** The texts of all parameters; undefined where the path is another one. */
function matched(segments: readonly Segment[], texts: readonly string[]): string[] | undefined {
  const values: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const found = matchedSegment(segment, texts[index] ?? "");
    if (!found) return undefined;
    values.push(...found);
  }
  return values;
}

function matchedSegment([first = "", ...others]: Segment, text: string): string[] | undefined {
  if (others.length === 0) {
    return text === first || decodePercent(text) === decodePercent(first) ? [] : undefined;
  }
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const [index, piece] of others.entries()) {
    const isLast = index === others.length - 1;
    const end = isLast ? text.length - piece.length : text.indexOf(piece, at + 1);
    if (end <= at || !text.startsWith(piece, end)) return undefined;
    values.push(text.slice(at, end));
    at = end + piece.length;
  }
  return values;
}

/** Judges the bodies of calls by what the new version takes. */
class Bodies {
  readonly #api: Api;
  readonly #work: Work;
  readonly #schemas = new Map<Operation, string>();

  constructor(api: Api, work: Work) {
    this.#api = api;
    this.#work = work;
  }

  problemOf(given: Given, to: Operation): Readonly<Record<string, string>> {
    const { body } = to;
    if (!given.hasBody) {
      return body?.isRequired ? { BODY_MISSING: "a body is required now" } : {};
    }
    const types = (body?.mediaTypes ?? []).map(plainType);
    const sent = plainType(
      given.headers.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "",
    );
    // What is taken as it is, nobody can judge.
    const isTaken = types.some((type) => type === sent || isRange(type, sent));
    if (isTaken && sent !== "" && !isJsonMediaType(sent)) return {};
    if (body?.schema === undefined) {
      const takesJson = types.some((type) => isJsonMediaType(type) || isRange(type, sent));
      return takesJson ? {} : { BODY_REMOVED: `${to.name} takes no JSON body any more` };
    }
    if (given.text === undefined) return { BODY_INVALID: "the body is no JSON text" };
    if ("code" in readJson(given.text)) return { BODY_INVALID: "the body is no JSON" };
    return this.#violation(given.text, to);
  }

  #violation(data: string, to: Operation): Readonly<Record<string, string>> {
    let schema = this.#schemas.get(to);
    if (schema === undefined && to.body?.schema) {
      schema = standaloneSchema(this.#api.document, to.body.schema, "request");
      this.#schemas.set(to, schema);
    }
    const { ok, value, errors } = this.#work.ctx.step(validate, { schema: schema ?? "true", data });
    if (ok && value?.valid) return {};
    const all = value?.errors ?? [];
    const shown = all.slice(0, MOST_FAULTS).map(({ path, message }) => {
      return path === "" ? message : `${path}: ${message}`;
    });
    const left = all.length - shown.length;
    const why = shown.length > 0 ? shown.join("; ") : (errors?.[0]?.message ?? "it does not fit");
    return { BODY_INVALID: left > 0 ? `${why}; ${left} more` : why };
  }
}

const MOST_FAULTS = 3;

function plainType(type: string): string {
  return type.split(";", 1).join("").trim().toLowerCase();
}

/** Such as `text/*` for `text/plain`. */
function isRange(range: string, type: string): boolean {
  return range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}
