import type { BodyPart, CurlBody, CurlRequest, FormField } from "../../curl-converter.ts";
import { quoteShell } from "../../_lib/text/shell-quote.ts";
import { hasHeader, Missing, STANDARD_INPUT, type TargetCode } from "./code.ts";

/** The normalised curl command: read again it gives the same request. */
export function writeCurl(requests: readonly CurlRequest[]): TargetCode[] {
  return requests.map((request) => ({ code: curlWords(request).join(" "), unsupported: [] }));
}

function curlWords(request: CurlRequest): string[] {
  const { method, headers, body, auth, options } = request;
  const words = ["curl"];
  const add = (name: string, value: string | number | null) => {
    if (value !== null) words.push(name, quoteShell(String(value)));
  };
  const flag = (name: string, on: boolean) => {
    if (on) words.push(name);
  };
  const input = uploadedText(request);
  if (method === "HEAD" && body === null) words.push("--head");
  else if (method !== impliedMethod(body, input !== undefined)) add("--request", method);
  flag("--path-as-is", options.pathAsIs);
  words.push(...urlWords(request));
  for (const { name, value } of headers)
    add("--header", value === "" ? `${name};` : `${name}: ${value}`);
  for (const name of request.removedHeaders) add("--header", `${name}:`);
  add("--range", request.contentRange);
  if (auth) {
    if (auth.type !== "basic") words.push(`--${auth.type}`);
    add("--user", `${auth.user}:${auth.password}`);
  }
  words.push(...(input === undefined ? bodyWords(body) : ["--upload-file", "-"]));
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
  if (input !== undefined) words.push(...inputWords(input));
  return words;
}

/** The URL, and the files that its query holds: behind `-G`, or with a body as `--url-query`. */
function urlWords({ url, urlParts, body }: CurlRequest): string[] {
  if (urlParts === null) return [quoteShell(url)];
  const [first, ...others] = urlParts;
  const last = others.at(-1);
  const begin = first && "text" in first ? first.text : "";
  const end = last && "text" in last ? last.text : "";
  const fragment = end.includes("#") ? end.slice(end.indexOf("#")) : "";
  const query = begin.indexOf("?");
  const pieces: BodyPart[] = [{ text: begin.slice(query + 1) }, ...others];
  if (fragment !== "") {
    pieces.pop();
    if (end !== fragment) pieces.push({ text: end.slice(0, -fragment.length) });
  }
  const address = quoteShell(begin.slice(0, query) + fragment);
  const [lead, ...rest] = pieces;
  // An empty piece in front would be a piece of its own.
  const shown = lead && "text" in lead && lead.text === "" ? rest : pieces;
  if (body === null) return [address, "--get", ...dataWords(shown)];
  return [address, ...dataWords(shown).map(queryWord)];
}

/** A word of `dataWords` as one of `--url-query`, which takes text as it is behind `+`. */
function queryWord(word: string, index: number, words: readonly string[]): string {
  if (index % 2 === 0) return "--url-query";
  return words[index - 1] === "--data-raw" ? `+${word}` : word;
}

/** The text of standard input that is uploaded; a body of data options has a content type, or lost it. */
function uploadedText(request: CurlRequest): string | undefined {
  const { body, removedHeaders } = request;
  const isData =
    hasHeader(request, "content-type") ||
    removedHeaders.some((name) => name.toLowerCase() === "content-type");
  return body?.kind === "raw" && !isData ? body.text : undefined;
}

/** A here-string ends the text with a line end. */
function inputWords(text: string): string[] {
  if (text === "") return ["<", "/dev/null"];
  return ["<<<", quoteShell(text.replace(/\n$/, ""))];
}

function impliedMethod(body: CurlBody | null, isUpload: boolean): string {
  if (body === null) return "GET";
  return isUpload || body.kind === "file" ? "PUT" : "POST";
}

function bodyWords(body: CurlBody | null): string[] {
  if (body === null) return [];
  if (body.kind === "file") return ["--upload-file", quoteShell(body.file)];
  if (body.kind === "raw") return ["--data-raw", quoteShell(body.text)];
  if (body.kind === "multipart") return body.fields.flatMap(fieldWords);
  return dataWords(body.parts);
}

/**
 * Pieces of data options again. `&` stands between what two of them add, but for `--json`; headers that this would
 * bring are among those of the request, or among those that were taken away.
 */
function dataWords(parts: readonly BodyPart[]): string[] {
  const words: string[] = [];
  // What is written so far ends in `&`, or there is nothing.
  let isParted = true;
  for (const [index, part] of parts.entries()) {
    if ("file" in part) {
      words.push(fileOption(part, isParted), quoteShell(fileWord(part)));
      isParted = false;
      continue;
    }
    let { text } = part;
    const isLast = index === parts.length - 1;
    const isSeparator = text === "&" && index > 0 && !isLast;
    const option = index === 0 || text.startsWith("&") ? "--data-raw" : "--json";
    isParted = !isLast && text.endsWith("&");
    if (index > 0 && text.startsWith("&")) text = text.slice(1);
    if (isParted && text.endsWith("&")) text = text.slice(0, -1);
    if (!isSeparator) words.push(option, quoteShell(text));
  }
  return words;
}

type FilePart = Exclude<BodyPart, { text: string }>;

function fileOption(part: FilePart, isParted: boolean): string {
  if ("urlencode" in part) return "--data-urlencode";
  if (part.stripNewlines) return "--data";
  return isParted ? "--data-binary" : "--json";
}

function fileWord(part: FilePart): string {
  return "urlencode" in part ? `${part.name}@${part.file}` : `@${part.file}`;
}

function fieldWords(field: FormField): string[] {
  const { name, contentType = null, fileName = null } = field;
  if ("value" in field && contentType === null && fileName === null)
    return ["--form-string", quoteShell(`${name}=${field.value}`)];
  const content =
    "value" in field
      ? `"${escapeQuotes(field.value)}"`
      : `${field.asText ? "<" : "@"}"${escapeQuotes(field.file)}"`;
  const type = contentType === null ? "" : `;type=${contentType}`;
  const named = fileName === null ? "" : `;filename="${escapeQuotes(fileName)}"`;
  return ["--form", quoteShell(`${name}=${content}${type}${named}`)];
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
  for (const name of request.removedHeaders) words.push(quoteShell(`${name}:`));
  missing.note("--get with a file", request.urlParts);
  missing.note("--range of a body", request.contentRange);
  if (body?.kind === "multipart")
    words.push(...body.fields.map((field) => httpieField(field, missing)));
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
    ...(options.pathAsIs ? ["--path-as-is"] : []),
    ...given.flatMap(([name, value]) => (value === null ? [] : [quoteShell(`${name}=${value}`)])),
  ];
}

function httpieField(field: FormField, missing: Missing): string {
  const isText = "value" in field || field.asText;
  missing.note("--form with a type of text", isText && (field.contentType ?? null));
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
