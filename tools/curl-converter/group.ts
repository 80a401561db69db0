import { decodePercent } from "../_lib/web/url/percent.ts";
import { utf8Length } from "../_lib/text/code-points.ts";
import type { ShellInput } from "./command.ts";
import { type DataKind, formEncode, joinParts, readData } from "./data.ts";
import { baseName, readForm } from "./form.ts";
import type {
  BodyPart,
  CurlAuth,
  CurlBody,
  CurlHeader,
  CurlOptions,
  CurlRequest,
  FormField,
} from "../curl-converter.ts";

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

const NO_OPTIONS: CurlOptions = {
  followRedirects: false,
  maxRedirects: null,
  insecure: false,
  compressed: false,
  timeoutSeconds: null,
  connectTimeoutSeconds: null,
  proxy: null,
  httpVersion: null,
  cert: null,
  key: null,
  cacert: null,
  fail: false,
  retry: null,
  output: null,
  pathAsIs: false,
};

/** Options that exclude one another. */
export interface Conflict {
  readonly first: string;
  readonly second: string;
}

/** The options between two `--next`, which all of its URLs share. */
export class OptionGroup {
  readonly urls: string[] = [];
  readonly outputs: (string | null)[] = [];
  readonly options: Writable<CurlOptions> = { ...NO_OPTIONS };
  readonly #input: ShellInput | undefined;
  readonly #data: { part: BodyPart; separator: string }[] = [];
  readonly #fields: FormField[] = [];
  readonly #headers: CurlHeader[] = [];
  /** Names that `-H 'Name:'` takes away, as written. */
  readonly #removed: string[] = [];
  readonly #cookies: string[] = [];
  readonly #query: BodyPart[] = [];
  readonly #extraFiles: string[] = [];
  method: string | undefined;
  get = false;
  head = false;
  globbing = true;
  uploads: string | undefined;
  user: string | undefined;
  authType: CurlAuth["type"] = "basic";
  bearer: string | undefined;
  #userAgent: string | undefined;
  referer: string | undefined;
  range: string | undefined;
  #json = false;

  constructor(input: ShellInput | undefined) {
    this.#input = input;
  }

  addData(kind: DataKind, value: string): void {
    if (kind === "json") this.#json = true;
    const part = readData(kind, value, this.#input);
    this.#data.push({ part, separator: kind === "json" ? "" : "&" });
  }

  addForm(spec: string): boolean {
    const fields = readForm(spec);
    for (const field of fields ?? []) this.#fields.push(field);
    return fields !== undefined;
  }

  addField(field: FormField): void {
    this.#fields.push(field);
  }

  /** `Name: value`, `Name;` for an empty value, `Name:` to take one away, `@file`. */
  addHeader(line: string): void {
    if (line.startsWith("@")) {
      this.#extraFiles.push(line.slice(1));
      return;
    }
    const colon = line.indexOf(":");
    if (colon < 0) {
      const empty = /^([^;]+);\s*$/.exec(line);
      if (empty?.[1]) this.#headers.push({ name: empty[1].trim(), value: "" });
      return;
    }
    const name = line.slice(0, colon).trim();
    const value = line.slice(colon + 1).trim();
    if (value === "") this.#removed.push(name);
    else if (!isHost({ name, value }) || !this.#headers.some(isHost))
      this.#headers.push({ name, value });
  }

  /** A cookie line, or the name of a file of cookies. */
  addCookie(value: string): void {
    if (value.includes("=")) this.#cookies.push(value);
    else if (value !== "") this.#extraFiles.push(value);
  }

  /** `--url-query`: form-encoded like data, or as it is behind `+`. */
  addQuery(value: string): void {
    if (value.startsWith("+")) {
      this.#query.push({ text: value.slice(1) });
      return;
    }
    this.#query.push(readData("urlencode", value, this.#input));
  }

  /** An empty one keeps curl from sending its own. */
  setUserAgent(value: string): void {
    this.#userAgent = value;
  }

  conflict(): Conflict | undefined {
    const hasData = this.#data.length > 0;
    const hasForm = this.#fields.length > 0;
    if (this.get && hasForm) return { first: "-G", second: "-F" };
    if (this.head && (hasData || hasForm) && !this.get) {
      return { first: "-I", second: hasData ? "-d" : "-F" };
    }
    if (this.uploads !== undefined && (hasData || hasForm)) {
      return { first: "-T", second: hasData ? "-d" : "-F" };
    }
    return hasData && hasForm ? { first: "-d", second: "-F" } : undefined;
  }

  /** About how many characters the requests have together: each URL's has all that was given. */
  get length(): number {
    const lists = [this.#data, this.#fields, this.#headers, this.#cookies, this.#query];
    const { user, bearer, referer, uploads } = this;
    const texts = [user, bearer, this.#userAgent, referer, uploads];
    const shared = [lists, this.#removed, this.#extraFiles, texts];
    return this.urls.length * JSON.stringify(shared).length;
  }

  requests(): CurlRequest[] {
    return this.urls.map((url, index) => this.#request(url, this.outputs[index] ?? null));
  }

  #request(given: string, output: string | null): CurlRequest {
    const { url, login } = splitLogin(withScheme(given));
    const auth = this.#auth(login);
    const body = this.get ? null : this.#body();
    const urlParts = this.#withQuery(this.#uploadUrl(this.#normalized(url)));
    const files = [...filesOf(body), ...filesIn(urlParts), ...this.#extraFiles];
    const range = this.#bodyRange(body);
    return {
      method: this.#methodOf(body),
      url: urlParts.map((part) => ("text" in part ? part.text : "")).join(""),
      headers: [...this.#headers, ...this.#impliedHeaders(body, range)],
      removedHeaders: this.#removedHeaders(),
      urlParts: filesIn(urlParts).length > 0 ? urlParts : null,
      contentRange: range !== undefined && range.total === undefined ? range.bytes : null,
      body,
      auth,
      options: { ...this.options, output: output === "" ? baseName(pathOf(url)) || null : output },
      files: [...new Set(files)],
    };
  }

  #methodOf(body: CurlBody | null): string {
    if (this.method !== undefined) return this.method;
    if (this.head) return "HEAD";
    if (this.uploads !== undefined) return "PUT";
    return body === null ? "GET" : "POST";
  }

  #body(): CurlBody | null {
    if (this.uploads !== undefined) return this.#upload(this.uploads);
    if (this.#fields.length > 0) return { kind: "multipart", fields: this.#fields };
    if (this.#data.length === 0) return null;
    const parts = joinParts(this.#data);
    const text = parts.map((part) => ("text" in part ? part.text : undefined));
    return text.includes(undefined)
      ? { kind: "parts", parts }
      : { kind: "raw", text: text.join("") };
  }

  #upload(file: string): CurlBody {
    if (file !== "-" && file !== ".") return { kind: "file", file };
    if (this.#input?.kind === "text") return { kind: "raw", text: this.#input.text };
    return { kind: "file", file: this.#input?.file ?? file };
  }

  /** `-T` puts the file's name behind a path that ends in `/`, or where there is no path. */
  #uploadUrl(url: string): string {
    if (this.uploads === undefined || this.uploads === "-" || this.uploads === ".") return url;
    const [, host = "", path = "", after = ""] = URL_PARTS.exec(url) ?? [];
    if (path !== "" && !path.endsWith("/")) return url;
    return `${host}${path || "/"}${escapeName(baseName(this.uploads))}${after}`;
  }

  #normalized(url: string): string {
    if (this.options.pathAsIs) return url;
    const [, host = "", path = "", after = ""] = URL_PARTS.exec(url) ?? [];
    return host + withoutDotSegments(path) + after;
  }

  /** The URL with what `-G` or `--url-query` put into its query; curl takes the one or the other. */
  #withQuery(url: string): BodyPart[] {
    const data =
      this.get && this.#data.length > 0
        ? joinParts(this.#data)
        : joinParts(this.#query.map((part) => ({ part, separator: "&" })));
    const isEmpty = data.every((part) => "text" in part && part.text === "");
    if (isEmpty) return [{ text: url }];
    const hash = url.indexOf("#");
    const [before, fragment] = hash < 0 ? [url, ""] : [url.slice(0, hash), url.slice(hash)];
    const mark = before.includes("?") ? (/[?&]$/.test(before) ? "" : "&") : "?";
    const pieces = [{ text: before + mark }, ...data, { text: fragment }];
    return joinParts(pieces.map((part) => ({ part, separator: "" })));
  }

  /** With a body, `-r` says which part of the whole it is; a form has none. */
  #bodyRange(body: CurlBody | null): BodyRange | undefined {
    if (this.range === undefined || body === null || body.kind === "multipart") return undefined;
    if (this.#has("content-range")) return undefined;
    const isKnown = body.kind === "raw";
    return { bytes: withDash(this.range), total: isKnown ? utf8Length(body.text) : undefined };
  }

  #auth(login: Login | undefined): CurlAuth | null {
    if (this.#has("authorization") || this.#bearerHeader() !== undefined) return null;
    if (this.user === undefined) return login ? { type: this.authType, ...login } : null;
    const colon = this.user.indexOf(":");
    const user = colon < 0 ? this.user : this.user.slice(0, colon);
    return { type: this.authType, user, password: colon < 0 ? "" : this.user.slice(colon + 1) };
  }

  /** What options send as headers, unless `-H` gives or takes away a header of the name. */
  #impliedHeaders(body: CurlBody | null, range: BodyRange | undefined): CurlHeader[] {
    const isForm =
      body !== null && (body.kind === "raw" || body.kind === "parts") && this.uploads === undefined;
    const contentType = this.#json ? "application/json" : "application/x-www-form-urlencoded";
    const implied: readonly (readonly [string, string | undefined])[] = [
      ["Cookie", this.#cookies.length > 0 ? this.#cookies.join(";") : undefined],
      ["User-Agent", this.#userAgent],
      ["Referer", this.referer],
      [
        "Range",
        this.range !== undefined && body === null ? `bytes=${withDash(this.range)}` : undefined,
      ],
      [
        "Content-Range",
        range?.total === undefined ? undefined : `bytes ${range.bytes}/${range.total}`,
      ],
      ["Authorization", this.#bearerHeader()],
      ["Content-Type", isForm || this.#json ? contentType : undefined],
      ["Accept", this.#json ? "application/json" : undefined],
    ];
    return implied.flatMap(([name, value]) =>
      value === undefined || value === "" || this.#has(name.toLowerCase()) ? [] : [{ name, value }],
    );
  }

  /** With another kind of login asked for besides, curl waits for what the server wants. */
  #bearerHeader(): string | undefined {
    return this.bearer === undefined || this.authType !== "basic"
      ? undefined
      : `Bearer ${this.bearer}`;
  }

  /** One that is given as well is sent as given. */
  #removedHeaders(): string[] {
    const given = new Set(this.#headers.map(({ name }) => name.toLowerCase()));
    const removed = this.#userAgent === "" ? [...this.#removed, "User-Agent"] : this.#removed;
    return removed.filter((name) => !given.has(name.toLowerCase()));
  }

  #has(name: string): boolean {
    return (
      this.#removed.some((removed) => removed.toLowerCase() === name) ||
      this.#headers.some((header) => header.name.toLowerCase() === name)
    );
  }
}

/** Of several, curl sends the first alone. */
function isHost({ name }: CurlHeader): boolean {
  return name.toLowerCase() === "host";
}

interface BodyRange {
  readonly bytes: string;
  /** Of the body, in bytes, where it is known without its files. */
  readonly total: number | undefined;
}

/** Scheme, login and host, then the path, then query and fragment. */
const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)(.*)$/is;

/** A file's name as curl writes it into a URL. */
function escapeName(name: string): string {
  return formEncode(name.toWellFormed()).replaceAll("+", "%20");
}

/** RFC 3986, 5.2.4; a percent-encoded dot is a dot, as curl has read it since 8.13. */
function withoutDotSegments(path: string): string {
  if (!/(?:^|\/)(?:\.|%2e)/i.test(path)) return path;
  const kept: string[] = [];
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    const dots = /^(?:\.|%2e){1,2}$/i.test(segment) ? segment.replace(/%2e/gi, ".") : "";
    if (dots === "") {
      kept.push(segment);
      continue;
    }
    if (dots === ".." && kept.length > 1) kept.pop();
    if (index === segments.length - 1) kept.push("");
  }
  return kept.join("/");
}

/** curl makes a lone number the beginning of a range. */
function withDash(range: string): string {
  return range.includes("-") ? range : `${range}-`;
}

interface Login {
  readonly user: string;
  readonly password: string;
}

/** `user:password@` in a URL is what `-u` says, too. */
function splitLogin(url: string): { url: string; login: Login | undefined } {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@(.*)$/is.exec(url);
  if (!match) return { url, login: undefined };
  const [, scheme = "", login = "", rest = ""] = match;
  const colon = login.indexOf(":");
  const user = decodePercent(colon < 0 ? login : login.slice(0, colon));
  const password = colon < 0 ? "" : decodePercent(login.slice(colon + 1));
  return { url: scheme + rest, login: { user, password } };
}

function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
}

/** The path, without query and fragment. */
function pathOf(url: string): string {
  const [path = ""] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
  return path;
}

function filesOf(body: CurlBody | null): string[] {
  if (body?.kind === "file") return [body.file];
  if (body?.kind === "parts") return filesIn(body.parts);
  if (body?.kind !== "multipart") return [];
  return body.fields.flatMap((field) => ("file" in field ? [field.file] : []));
}

function filesIn(parts: readonly BodyPart[]): string[] {
  return parts.flatMap((part) => ("file" in part ? [part.file] : []));
}
