import type { BodyPart, CurlBody, CurlRequest, FormField } from "../../curl-converter.ts";
import { quoteShell } from "../../_lib/text/shell-quote.ts";
import { Missing, STANDARD_INPUT, type TargetCode } from "./code.ts";

/** The normalised curl command: read again it gives the same request. */
export function writeCurl(requests: readonly CurlRequest[]): TargetCode[] {
  return requests.map((request) => ({ code: curlWords(request).join(" "), unsupported: [] }));
}

function curlWords(request: CurlRequest): string[] {
  const { method, url, headers, body, auth, options } = request;
  const words = ["curl"];
  const add = (name: string, value: string | number | null) => {
    if (value !== null) words.push(name, quoteShell(String(value)));
  };
  const flag = (name: string, on: boolean) => {
    if (on) words.push(name);
  };
  if (method === "HEAD" && body === null) words.push("--head");
  else if (method !== impliedMethod(body)) add("--request", method);
  words.push(quoteShell(url));
  for (const { name, value } of headers)
    add("--header", value === "" ? `${name};` : `${name}: ${value}`);
  // What curl would add because of the body, and the command does not send.
  if (isForm(body) && !headers.some(({ name }) => name.toLowerCase() === "content-type")) {
    add("--header", "Content-Type:");
  }
  if (auth) {
    if (auth.type !== "basic") words.push(`--${auth.type}`);
    add("--user", `${auth.user}:${auth.password}`);
  }
  words.push(...bodyWords(body));
  flag("--location", options.followRedirects);
  add("--max-redirs", options.maxRedirects);
  flag("--insecure", options.insecure);
  flag("--compressed", options.compressed);
  add("--max-time", options.timeoutSeconds);
  add("--connect-timeout", options.connectTimeoutSeconds);
  add("--proxy", options.proxy);
  flag(`--http${options.httpVersion}`, options.httpVersion !== null);
  add("--cert", options.cert);
  add("--key", options.key);
  add("--cacert", options.cacert);
  flag("--fail", options.fail);
  add("--retry", options.retry);
  add("--output", options.output);
  return words;
}

function impliedMethod(body: CurlBody | null): string {
  if (body === null) return "GET";
  return body.kind === "file" ? "PUT" : "POST";
}

function isForm(body: CurlBody | null): boolean {
  return body?.kind === "raw" || body?.kind === "parts";
}

function bodyWords(body: CurlBody | null): string[] {
  if (body === null) return [];
  if (body.kind === "file") return ["--upload-file", quoteShell(body.file)];
  if (body.kind === "raw") return ["--data-raw", quoteShell(body.text)];
  if (body.kind === "multipart") return body.fields.flatMap(fieldWords);
  return dataWords(body.parts);
}

/** Pieces of data options again: a text that joins two files is what stands between two `&`. */
function dataWords(parts: readonly BodyPart[]): string[] {
  const words: string[] = [];
  for (const [index, part] of parts.entries()) {
    if ("urlencode" in part)
      words.push("--data-urlencode", quoteShell(`${part.name}@${part.file}`));
    else if ("file" in part) {
      words.push(part.stripNewlines ? "--data" : "--data-binary", quoteShell(`@${part.file}`));
    } else {
      let { text } = part;
      if (index > 0 && text.startsWith("&")) text = text.slice(1);
      if (index < parts.length - 1 && text.endsWith("&")) text = text.slice(0, -1);
      if (part.text !== "&") words.push("--data-raw", quoteShell(text));
    }
  }
  return words;
}

function fieldWords(field: FormField): string[] {
  if ("value" in field) return ["--form-string", quoteShell(`${field.name}=${field.value}`)];
  const type = field.contentType === null ? "" : `;type=${field.contentType}`;
  const named =
    field.asText || field.fileName === null ? "" : `;filename="${escapeQuotes(field.fileName)}"`;
  const mark = field.asText ? "<" : "@";
  return [
    "--form",
    quoteShell(`${field.name}=${mark}"${escapeQuotes(field.file)}"${type}${named}`),
  ];
}

function escapeQuotes(text: string): string {
  return text.replaceAll(/["\\]/g, String.raw`\$&`);
}

/** An HTTPie command. */
export function writeHttpie(requests: readonly CurlRequest[]): TargetCode[] {
  return requests.map(httpieCommand);
}

function httpieCommand(request: CurlRequest): TargetCode {
  const { method, url, headers, body, auth, options } = request;
  const missing = new Missing();
  const input = httpieInput(body, missing);
  // Where standard input is not a terminal, HTTPie takes it for the body.
  const words = ["http", ...(input ? [] : ["--ignore-stdin"]), ...httpieOptions(request)];
  if (auth && (auth.type === "basic" || auth.type === "digest")) {
    words.push(`--auth-type=${auth.type}`, quoteShell(`--auth=${auth.user}:${auth.password}`));
  } else missing.note(`--${auth?.type}`, auth);
  if (body?.kind === "multipart") words.push("--multipart");
  if (body?.kind === "raw") words.push(quoteShell(`--raw=${body.text}`));
  words.push(quoteShell(method), quoteShell(url));
  for (const { name, value } of headers) {
    words.push(quoteShell(value === "" ? `${name};` : `${name}:${value}`));
  }
  if (body?.kind === "multipart") words.push(...body.fields.map(httpieField));
  missing.note("--connect-timeout", options.connectTimeoutSeconds);
  missing.note("--http…", options.httpVersion);
  missing.note("--retry", options.retry);
  return { code: [...words, ...(input ?? [])].join(" "), unsupported: missing.names };
}

function httpieOptions({ options }: CurlRequest): string[] {
  const { proxy } = options;
  const proxyUrl = proxy === null || proxy.includes("://") ? proxy : `http://${proxy}`;
  const verify = options.insecure ? "no" : options.cacert;
  const given: readonly (readonly [string, string | number | null])[] = [
    ["--max-redirects", options.maxRedirects],
    ["--verify", verify],
    ["--timeout", options.timeoutSeconds],
    ["--cert", options.cert],
    ["--cert-key", options.key],
    ["--output", options.output],
    ["--proxy", proxyUrl && `http:${proxyUrl}`],
    ["--proxy", proxyUrl && `https:${proxyUrl}`],
  ];
  return [
    ...(options.followRedirects ? ["--follow"] : []),
    ...(options.fail ? ["--check-status"] : []),
    ...given.flatMap(([name, value]) => (value === null ? [] : [quoteShell(`${name}=${value}`)])),
  ];
}

function httpieField(field: FormField): string {
  if ("value" in field) return quoteShell(`${field.name}=${field.value}`);
  if (field.asText) return quoteShell(`${field.name}=@${field.file}`);
  const type = field.contentType === null ? "" : `;type=${field.contentType}`;
  return quoteShell(`${field.name}@${field.file}${type}`);
}

/** Where standard input comes from if it is the body; pieces of files and text together are not. */
function httpieInput(body: CurlBody | null, missing: Missing): string[] | undefined {
  if (body?.kind === "file") return redirection(body.file);
  if (body?.kind !== "parts") return undefined;
  const [part, ...others] = body.parts;
  if (part && others.length === 0 && "stripNewlines" in part && !part.stripNewlines) {
    return redirection(part.file);
  }
  missing.note("--data @file", true);
  return undefined;
}

function redirection(file: string): string[] {
  return file === STANDARD_INPUT ? [] : ["<", quoteShell(file)];
}
