/** Captured pages, from whatever form they were given in. */
import { isObject } from "../_lib/json/tree/members.ts";
import { Headers } from "../_lib/web/http/headers.ts";
import { type Link, readLinks } from "./link-header.ts";

export type Data = Readonly<Record<string, unknown>>;

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly links: readonly Link[];
  readonly body: unknown;
}

const PAGE_KEYS: ReadonlySet<string> = new Set(["url", "status", "headers", "body"]);

/** Items may have a body, too: a text among fields that no page has. */
function isPage(data: unknown): data is Data {
  if (!isObject(data)) return false;
  const { body } = data;
  if (typeof body === "object" && body !== null) return true;
  if (!Object.keys(data).every((key) => PAGE_KEYS.has(key))) return false;
  return (
    Object.hasOwn(data, "body") || (Object.hasOwn(data, "url") && Object.hasOwn(data, "status"))
  );
}

export function pagesOf(data: unknown): Page[] {
  if (Array.isArray(data) && data.length > 0 && data.every(isPage)) return data.map(pageOf);
  return [pageOf(isPage(data) ? data : { body: data })];
}

function pageOf({ url, status, headers: given, body }: Data): Page {
  const headers = new Headers();
  if (typeof given === "string") headers.addLines(given.split(/\r\n|\n|\r/));
  else headers.addData(given);
  return {
    url: typeof url === "string" ? url : "",
    status: Number.isInteger(status) ? Number(status) : 200,
    headers,
    links: readLinks(headers.get("link") ?? ""),
    body,
  };
}

const CONTAINERS = [
  "meta",
  "pagination",
  "paging",
  "page_info",
  "pageInfo",
  "response_metadata",
  "links",
  "page",
] as const;

export interface Member {
  readonly name: string;
  readonly value: unknown;
  /** Of its place in the body. */
  readonly tokens: readonly string[];
}

/** The first member of the names that passes, in the body and then in what bodies keep such things in. */
export function memberIn(
  body: unknown,
  names: readonly string[],
  passes: (value: unknown) => boolean = () => true,
): Member | undefined {
  if (!isObject(body)) return undefined;
  for (const place of [[], ...CONTAINERS.map((name) => [name])]) {
    const [container] = place;
    const holder = container === undefined ? body : body[container];
    if (!isObject(holder)) continue;
    for (const name of names)
      if (Object.hasOwn(holder, name) && passes(holder[name]))
        return { name, value: holder[name], tokens: [...place, name] };
  }
  return undefined;
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The first parameter of the names in the query of a URL, with where its value stands. */
export function parameterIn(url: string, names: readonly string[]): Parameter | undefined {
  const begin = url.indexOf("?");
  if (begin < 0) return undefined;
  const hash = url.indexOf("#", begin);
  const end = hash < 0 ? url.length : hash;
  const found = new Map<string, Parameter>();
  for (const { 0: pair, index } of url.slice(begin + 1, end).matchAll(/[^&]+/g)) {
    const split = pair.indexOf("=");
    const name = decoded(split < 0 ? pair : pair.slice(0, split));
    const value = split < 0 ? "" : pair.slice(split + 1);
    const start = begin + 1 + index + pair.length - value.length;
    if (!found.has(name))
      found.set(name, { name, value: decoded(value), start, end: start + value.length });
  }
  return names.map((name) => found.get(name)).find((parameter) => parameter !== undefined);
}

export interface Parameter {
  readonly name: string;
  readonly value: string;
  /** Of the value in the URL. */
  readonly start: number;
  readonly end: number;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
