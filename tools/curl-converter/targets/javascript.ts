import { encodeUtf8 } from "../../_lib/bytes/encodings.ts";
import type { BodyPart, CurlBody, CurlRequest, FormField } from "../../curl-converter.ts";
import {
  hasDotSegments,
  hasHeader,
  headersWithLogin,
  indent,
  Missing,
  quote,
  removal,
  removedOf,
  STANDARD_INPUT,
  type TargetCode,
} from "./code.ts";

/** `fetch` in a browser; files come from the page's file inputs. */
export function writeFetch(requests: readonly CurlRequest[]): TargetCode[] {
  return inBlocks(requests.map((request) => new FetchWriter(request, "browser").write()));
}

/** `fetch` in Node 20 or later, with files. */
export function writeNode(requests: readonly CurlRequest[]): TargetCode[] {
  const written = inBlocks(requests.map((request) => new FetchWriter(request, "node").write()));
  const code = written.map((part) => part.code).join("\n");
  const imports = NODE_IMPORTS.filter(({ call }) => code.includes(call)).map(({ line }) => line);
  const [first, ...others] = written;
  if (imports.length === 0 || !first) return written;
  return [{ ...first, code: `${imports.join("\n")}\n\n${first.code}` }, ...others];
}

const NODE_IMPORTS = [
  { call: "await readFile(", line: 'import { readFile } from "node:fs/promises";' },
  { call: "await buffer(", line: 'import { buffer } from "node:stream/consumers";' },
  { call: "await text(", line: 'import { text } from "node:stream/consumers";' },
];

/** Several requests use the same names, each in a block of its own. */
function inBlocks(written: TargetCode[]): TargetCode[] {
  if (written.length === 1) return written;
  return written.map((part) => {
    const lines = part.code.split("\n");
    return { ...part, code: lines.length === 1 ? part.code : inBlock(lines) };
  });
}

function inBlock(lines: readonly string[]): string {
  return ["{", ...indent(lines), "}"].join("\n");
}

class FetchWriter {
  readonly #request: CurlRequest;
  readonly #runtime: "browser" | "node";
  readonly #missing = new Missing();
  readonly #before: string[] = [];
  readonly #fileNames = new Map<string, string>();

  constructor(request: CurlRequest, runtime: "browser" | "node") {
    this.#request = request;
    this.#runtime = runtime;
  }

  write(): TargetCode {
    const { method, url, body } = this.#request;
    this.#noteMissing();
    const members: string[] = [];
    const content = body === null ? undefined : this.#sized(body);
    const bodyless = method === "GET" || method === "HEAD";
    if (content !== undefined && bodyless) this.#missing.note(`--data with ${method}`, true);
    if (method !== "GET") members.push(`method: ${quote(method)}`);
    const headers = this.#headers();
    if (headers !== undefined) members.push(`headers: ${headers}`);
    if (content !== undefined && !bodyless) members.push(`body: ${content}`);
    if (!this.#request.options.followRedirects) members.push('redirect: "manual"');
    const seconds = this.#request.options.timeoutSeconds;
    if (seconds !== null)
      members.push(`signal: AbortSignal.timeout(${Math.round(seconds * 1000)})`);
    const call = this.#call(this.#url(url), members);
    const print = this.#runtime === "node" ? ["console.log(await response.text());"] : [];
    return {
      code: [...this.#before, ...call, ...print].join("\n"),
      unsupported: this.#missing.names,
    };
  }

  #call(url: string, members: readonly string[]): string[] {
    const prefix = this.#runtime === "node" ? "const response = " : "";
    if (members.length === 0) return [`${prefix}await fetch(${url});`];
    const lines = members.flatMap((member) => `${member},`.split("\n"));
    const last = lines.pop() ?? "";
    return [`${prefix}await fetch(${url}, {`, ...indent([...lines, last.slice(0, -1)]), "});"];
  }

  #noteMissing(): void {
    const { options, auth } = this.#request;
    const missing = this.#missing;
    missing.note("--max-redirs", options.maxRedirects);
    missing.note("--connect-timeout", options.connectTimeoutSeconds);
    missing.note("--proxy", options.proxy);
    missing.note("--http…", options.httpVersion);
    missing.note("--cert", options.cert);
    missing.note("--key", options.key);
    missing.note("--cacert", options.cacert);
    missing.note("--retry", options.retry);
    missing.note("--output", options.output);
    missing.note("--fail", options.fail);
    missing.note(`--${auth?.type}`, auth !== null && auth.type !== "basic");
    missing.note("--path-as-is", hasDotSegments(this.#request));
    const own = this.#request.body?.kind === "multipart" ? OWN_WITH_FORM : OWN_HEADERS;
    for (const name of removedOf(this.#request, own)) missing.note(removal(name), true);
    if (this.#runtime === "node") {
      for (const { name } of this.#request.headers)
        if (REFUSED_BY_NODE.test(name)) missing.note(`--header ${name}`, true);
    }
    if (this.#runtime === "browser") missing.note("--insecure", options.insecure);
    else if (options.insecure) this.#before.push('process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";');
  }

  /** An object, or pairs where a name comes twice. */
  #headers(): string | undefined {
    const given = headersWithLogin(this.#request);
    const headers = given
      .filter(({ name }) => this.#runtime === "browser" || !REFUSED_BY_NODE.test(name))
      .map(({ name, value }) => ({ name, text: quote(byteString(value)) }));
    const { contentRange } = this.#request;
    if (contentRange !== null) {
      const length = this.#isFile ? "body.size" : "body.length";
      headers.push({
        name: "Content-Range",
        text: `${quote(`bytes ${contentRange}/`)} + ${length}`,
      });
    }
    if (headers.length === 0) return undefined;
    const names = headers.map(({ name }) => name.toLowerCase());
    const repeated = new Set(names).size < names.length;
    const lines = headers.map(({ name, text }) =>
      repeated ? `[${quote(name)}, ${text}]` : `${quote(name)}: ${text}`,
    );
    const [open, close] = repeated ? ["[", "]"] : ["{", "}"];
    return [
      open,
      ...indent(lines.map((line, index) => (index < lines.length - 1 ? `${line},` : line))),
      close,
    ].join("\n");
  }

  /** A file of the browser itself. */
  get #isFile(): boolean {
    return this.#runtime === "browser" && this.#request.body?.kind === "file";
  }

  #url(url: string): string {
    const { urlParts } = this.#request;
    return urlParts === null ? quote(url) : urlParts.map((part) => this.#part(part)).join(" + ");
  }

  /** The body, named where its length is asked for, in bytes where a text would bring a type of its own. */
  #sized(body: CurlBody): string {
    const isText = body.kind === "raw" || body.kind === "parts";
    const { contentRange } = this.#request;
    const hasType = hasHeader(this.#request, "content-type");
    const content = this.#body(body);
    const isBytes = isText && (!hasType || contentRange !== null);
    const sent = isBytes ? `new TextEncoder().encode(${content})` : content;
    if (contentRange === null) return sent;
    this.#before.push(`const body = ${sent};`);
    return "body";
  }

  #body(body: CurlBody): string {
    if (body.kind === "raw") return quote(body.text);
    if (body.kind === "multipart") return this.#form(body.fields);
    if (body.kind === "file") return this.#file(body.file);
    const parts = body.parts.map((part) => this.#part(part));
    return parts.length === 1 ? (parts[0] ?? '""') : `[${parts.join(", ")}].join("")`;
  }

  #part(part: BodyPart): string {
    if ("text" in part) return quote(part.text);
    const text = this.#fileText(part.file);
    if ("urlencode" in part) {
      const prefix = part.name === "" ? "" : `${quote(`${part.name}=`)} + `;
      return `${prefix}encodeURIComponent(${text}).replaceAll("%20", "+")${ENCODE_MARKS}`;
    }
    return part.stripNewlines ? `${text}.replaceAll(/[\\r\\n\\0]/g, "")` : text;
  }

  #form(fields: readonly FormField[]): string {
    this.#before.push("const form = new FormData();");
    for (const field of fields) {
      if ("file" in field) this.#appendFile(field);
      else if (field.fileName === undefined) {
        this.#missing.note("--form with a type of text", field.contentType);
        this.#missing.note(LINE_ENDS, /(?<!\r)\n|\r(?!\n)/.test(field.value));
        this.#before.push(`form.append(${quote(field.name)}, ${quote(field.value)});`);
      } else {
        const type =
          field.contentType === undefined ? "" : `, { type: ${quote(field.contentType)} }`;
        const blob = `new Blob([${quote(field.value)}]${type})`;
        this.#before.push(`form.append(${quote(field.name)}, ${blob}, ${quote(field.fileName)});`);
      }
    }
    return "form";
  }

  #appendFile(field: Extract<FormField, { file: string }>): void {
    if (field.asText) {
      this.#missing.note("--form with a type of text", field.contentType);
      this.#missing.note(LINE_ENDS, true);
      this.#before.push(`form.append(${quote(field.name)}, ${this.#fileText(field.file)});`);
      return;
    }
    const type = field.contentType === null ? "" : `, { type: ${quote(field.contentType)} }`;
    const blob = `new Blob([${this.#file(field.file)}]${type})`;
    const name = field.fileName === null ? "" : `, ${quote(field.fileName)}`;
    this.#before.push(`form.append(${quote(field.name)}, ${blob}${name});`);
  }

  #fileText(file: string): string {
    if (this.#runtime === "browser") return `(await ${this.#file(file)}.text())`;
    if (file === STANDARD_INPUT) return "(await text(process.stdin))";
    return `(await readFile(${quote(file)}, "utf8"))`;
  }

  /** In Node the file itself; in a browser the one that its user picked. */
  #file(file: string): string {
    if (this.#runtime === "node") {
      return file === STANDARD_INPUT
        ? "await buffer(process.stdin)"
        : `await readFile(${quote(file)})`;
    }
    let name = this.#fileNames.get(file);
    if (!name) {
      name = `file${this.#fileNames.size + 1}`;
      this.#fileNames.set(file, name);
      const index = this.#fileNames.size - 1;
      this.#before.push(
        `const ${name} = document.querySelectorAll('input[type="file"]')[${index}].files[0]; // ${file.replaceAll(/\s+/g, " ")}`,
      );
    }
    return name;
  }
}

/** A header's value as fetch takes it, a character for each byte; curl sends UTF-8. */
function byteString(value: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII is the same either way
  if (/^[\u0000-\u007f]*$/.test(value)) return value;
  return Array.from(encodeUtf8(value), (byte) => String.fromCharCode(byte)).join("");
}

/** Marks that `encodeURIComponent` leaves and curl does not. */
const ENCODE_MARKS =
  '.replace(/[!\'()*]/g, (mark) => "%" + mark.charCodeAt(0).toString(16).toUpperCase())';

/** Headers that fetch adds, and that no script can keep it from. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "host",
  "user-agent",
]);
const OWN_WITH_FORM: ReadonlySet<string> = new Set([...OWN_HEADERS, "content-type"]);

/** FormData makes CR LF of every line end in a text. */
const LINE_ENDS = "--form with line ends in a text";

/** Headers that Node's fetch throws for, or sends its own in the place of. */
const REFUSED_BY_NODE = /^(?:expect|host|keep-alive|sec-fetch-mode|transfer-encoding|upgrade)$/i;

/** Headers that a browser sets itself and refuses from scripts (Fetch standard). */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-headers|access-control-request-method|access-control-request-private-network|connection|content-length|cookie|cookie2|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

export function forbiddenHeaders(requests: readonly CurlRequest[]): string[] {
  const names = requests.flatMap(({ headers }) => headers.map(({ name }) => name));
  return [...new Set(names.filter((name) => FORBIDDEN.test(name)))];
}
