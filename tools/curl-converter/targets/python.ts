import type { BodyPart, CurlRequest, FormField } from "../../curl-converter.ts";
import {
  hasDotSegments,
  indent,
  mergeHeaders,
  Missing,
  quote,
  removal,
  STANDARD_INPUT,
  type TargetCode,
} from "./code.ts";

export type PythonLibrary = "requests" | "httpx";

/** A program for the requests or the httpx package. */
export function writePython(
  requests: readonly CurlRequest[],
  library: PythonLibrary,
): TargetCode[] {
  return requests.map((request, index) => new PythonWriter(request, library, index === 0).write());
}

const SHORT_METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);
const URLLIB3_HEADERS = new Set(["accept-encoding", "host", "user-agent"]);
const HTTPX_HEADERS = new Set(["accept", "accept-encoding", "connection", "host", "user-agent"]);
/** httpx takes a body only with these, or through `request`. */
const BODY_METHODS = new Set(["POST", "PUT", "PATCH"]);

class PythonWriter {
  readonly #request: CurlRequest;
  readonly #library: PythonLibrary;
  readonly #first: boolean;
  readonly #missing = new Missing();
  readonly #imports: string[];

  constructor(request: CurlRequest, library: PythonLibrary, first: boolean) {
    this.#request = request;
    this.#library = library;
    this.#first = first;
    this.#imports = [`import ${library}`];
  }

  write(): TargetCode {
    const { method, url, body } = this.#request;
    const { contentRange } = this.#request;
    const content = this.#body();
    const headers = this.#headers(content[0]?.[0]);
    // A length is asked for only once the body is there.
    const values = contentRange === null ? [...headers, ...content] : [...content, ...headers];
    const settings = [...this.#auth(), ...this.#options()];
    const lines = values.flatMap(([name, text]) => `${name} = ${text}`.split("\n"));
    const names = values.map(([name]) => `${name}=${name}`);
    const args = [this.#url(url), ...names, ...settings.map(([name, text]) => `${name}=${text}`)];
    const short =
      SHORT_METHODS.has(method) &&
      (this.#library === "requests" || body === null || BODY_METHODS.has(method));
    const call = short ? method.toLowerCase() : "request";
    if (!short) args.unshift(quote(method));
    const statement =
      args.join(", ").length <= 70
        ? [`response = ${this.#library}.${call}(${args.join(", ")})`]
        : [
            `response = ${this.#library}.${call}(`,
            ...indent(
              args.map((arg) => `${arg},`),
              "    ",
            ),
            ")",
          ];
    const imports = this.#first ? [...this.#imports, ""] : this.#imports.slice(1);
    const gap = lines.length > 0 ? [""] : [];
    return {
      code: [...imports, ...lines, ...gap, ...statement, "print(response.text)"].join("\n"),
      unsupported: this.#missing.names,
    };
  }

  #url(url: string): string {
    const { urlParts } = this.#request;
    if (urlParts === null) return quote(url);
    return urlParts
      .map((part) => ("text" in part ? quote(part.text) : `${this.#part(part)}.decode()`))
      .join(" + ");
  }

  #headers(body: string | undefined): [string, string][] {
    const headers = mergeHeaders(this.#request.headers);
    const lines = [
      ...headers.map(({ name, value }) => `    ${quote(name)}: ${this.#headerValue(value)},`),
      ...this.#removed(),
    ];
    const { contentRange } = this.#request;
    if (contentRange !== null) {
      const range = quote(`bytes ${contentRange}/`);
      lines.push(`    "Content-Range": ${range} + str(len(${body})),`);
    }
    if (lines.length === 0) return [];
    return [["headers", `{\n${lines.join("\n")}\n}`]];
  }

  /** None takes away what requests adds; urllib3 below it adds three more. */
  #removed(): string[] {
    const isForm = this.#request.body?.kind === "multipart";
    const names = [...new Set(this.#request.removedHeaders.map((name) => name.toLowerCase()))];
    return names.flatMap((name) => {
      const isOwn =
        name === "content-length" ||
        (isForm && name === "content-type") ||
        (this.#library === "httpx" && HTTPX_HEADERS.has(name));
      if (isOwn) this.#missing.note(removal(name), true);
      if (isOwn || this.#library === "httpx") return [];
      if (!URLLIB3_HEADERS.has(name)) return [`    ${quote(name)}: None,`];
      this.#import("from urllib3.util import SKIP_HEADER");
      return [`    ${quote(name)}: SKIP_HEADER,`];
    });
  }

  /** http.client sends text as Latin-1; curl sends UTF-8. */
  #headerValue(value: string): string {
    // oxlint-disable-next-line no-control-regex -- what is not ASCII has to be encoded
    return /^[\u0000-\u007f]*$/.test(value) ? quote(value) : `${quote(value)}.encode()`;
  }

  #body(): [string, string][] {
    const { body } = this.#request;
    const data = this.#library === "requests" ? "data" : "content";
    if (body === null) return [];
    if (body.kind === "file") {
      const isRead = this.#request.contentRange !== null;
      return [[data, this.#open(body.file) + (isRead ? ".read()" : "")]];
    }
    if (body.kind === "raw") return [[data, `${quote(body.text)}.encode()`]];
    if (body.kind === "multipart") return [["files", this.#files(body.fields)]];
    const parts = body.parts.map((part) => this.#part(part));
    return [[data, parts.length === 1 ? (parts[0] ?? 'b""') : `b"".join([${parts.join(", ")}])`]];
  }

  #part(part: BodyPart): string {
    if ("text" in part) return `${quote(part.text)}.encode()`;
    const bytes = `${this.#open(part.file)}.read()`;
    if ("urlencode" in part) {
      this.#import("from urllib.parse import quote_plus");
      const prefix = part.name === "" ? "" : `${quote(`${part.name}=`)} + `;
      return `(${prefix}quote_plus(${bytes}, safe="~")).encode()`;
    }
    return part.stripNewlines ? `${bytes}.translate(None, b"\\r\\n\\0")` : bytes;
  }

  #files(fields: readonly FormField[]): string {
    const rows = fields.map((field) => {
      if ("value" in field) {
        const shown = field.fileName === undefined ? "None" : quote(field.fileName);
        const kind = field.contentType === undefined ? "" : `, ${quote(field.contentType)}`;
        return `    (${quote(field.name)}, (${shown}, ${quote(field.value)}${kind})),`;
      }
      const content = this.#open(field.file);
      const name = field.asText || field.fileName === null ? "None" : quote(field.fileName);
      const value = field.asText ? `${content}.read()` : content;
      const type = field.contentType === null ? "" : `, ${quote(field.contentType)}`;
      return `    (${quote(field.name)}, (${name}, ${value}${type})),`;
    });
    return `[\n${rows.join("\n")}\n]`;
  }

  #auth(): [string, string][] {
    const { auth } = this.#request;
    if (!auth) return [];
    const login = `${quote(auth.user)}, ${quote(auth.password)}`;
    if (auth.type === "basic") return [["auth", `(${login})`]];
    if (auth.type === "digest" && this.#library === "httpx")
      return [["auth", `httpx.DigestAuth(${login})`]];
    if (auth.type === "digest") {
      this.#import("from requests.auth import HTTPDigestAuth");
      return [["auth", `HTTPDigestAuth(${login})`]];
    }
    this.#missing.note(`--${auth.type}`, true);
    return [];
  }

  #options(): [string, string][] {
    const { options, files: _ } = this.#request;
    const settings: [string, string][] = [];
    const follow = options.followRedirects;
    if (this.#library === "httpx") {
      if (follow) settings.push(["follow_redirects", "True"]);
    } else if (!follow) settings.push(["allow_redirects", "False"]);
    if (options.insecure) settings.push(["verify", "False"]);
    else if (options.cacert !== null) settings.push(["verify", quote(options.cacert)]);
    if (options.cert !== null) {
      const pair =
        options.key === null
          ? quote(options.cert)
          : `(${quote(options.cert)}, ${quote(options.key)})`;
      settings.push(["cert", pair]);
    } else this.#missing.note("--key", options.key);
    settings.push(...this.#timeouts(), ...this.#proxy());
    this.#missing.note("--max-redirs", options.maxRedirects);
    this.#missing.note("--http…", options.httpVersion);
    this.#missing.note("--retry", options.retry);
    this.#missing.note("--output", options.output);
    this.#missing.note("--fail", options.fail);
    this.#missing.note("--path-as-is", hasDotSegments(this.#request));
    return settings;
  }

  #timeouts(): [string, string][] {
    const { timeoutSeconds: whole, connectTimeoutSeconds: connect } = this.#request.options;
    if (connect === null) return whole === null ? [] : [["timeout", String(whole)]];
    if (this.#library === "requests") return [["timeout", `(${connect}, ${whole ?? "None"})`]];
    return [["timeout", `httpx.Timeout(${whole ?? "None"}, connect=${connect})`]];
  }

  #proxy(): [string, string][] {
    const { proxy } = this.#request.options;
    if (proxy === null) return [];
    const url = quote(proxy.includes("://") ? proxy : `http://${proxy}`);
    if (this.#library === "httpx") return [["proxy", url]];
    return [["proxies", `{"http": ${url}, "https": ${url}}`]];
  }

  #open(file: string): string {
    if (file !== STANDARD_INPUT) return `open(${quote(file)}, "rb")`;
    this.#import("import sys");
    return "sys.stdin.buffer";
  }

  #import(line: string): void {
    if (!this.#imports.includes(line)) this.#imports.push(line);
  }
}
