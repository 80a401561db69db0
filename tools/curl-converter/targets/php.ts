import type { BodyPart, CurlBody, CurlOptions, CurlRequest } from "../../curl-converter.ts";
import { Missing, quotePhp, STANDARD_INPUT, type TargetCode } from "./code.ts";

/** A script for PHP's curl extension. */
export function writePhp(requests: readonly CurlRequest[]): TargetCode[] {
  return requests.map((request, index) => writeRequest(request, index === 0));
}

const AUTH = { basic: "BASIC", digest: "DIGEST", ntlm: "NTLM", negotiate: "NEGOTIATE" } as const;
const HTTP = { "1.0": "1_0", "1.1": "1_1", "2": "2_0", "3": "3" } as const;

type Setting = readonly [name: string, value: string];

function writeRequest(request: CurlRequest, first: boolean): TargetCode {
  const { method, url, body, auth, options } = request;
  const missing = new Missing();
  const settings: Setting[] = [["RETURNTRANSFER", "true"]];
  if (method === "HEAD") settings.push(["NOBODY", "true"]);
  else if (method !== "GET" || body !== null) settings.push(["CUSTOMREQUEST", quotePhp(method)]);
  const sized = sizedBody(request);
  const headers = headerLines(request).map((line) => `        ${quotePhp(line)},`);
  if (request.contentRange !== null) {
    const range = quotePhp(`Content-Range: bytes ${request.contentRange}/`);
    headers.push(`        ${range} . strlen($body),`);
  }
  if (headers.length > 0) settings.push(["HTTPHEADER", `[\n${headers.join("\n")}\n    ]`]);
  settings.push(
    ...(sized === undefined ? bodySettings(body, missing) : [["POSTFIELDS", "$body"] as const]),
  );
  if (auth) {
    settings.push(["HTTPAUTH", `CURLAUTH_${AUTH[auth.type]}`]);
    settings.push(["USERPWD", quotePhp(`${auth.user}:${auth.password}`)]);
  }
  settings.push(...optionSettings(options));
  missing.note("--retry", options.retry);
  missing.note("--output", options.output);
  const lines = [
    ...(first ? ["<?php", ""] : []),
    ...(sized === undefined ? [] : [`$body = ${sized};`]),
    `$curl = curl_init(${request.urlParts?.map(partOf).join(" . ") ?? quotePhp(url)});`,
    "curl_setopt_array($curl, [",
    ...settings.map(([name, value]) => `    CURLOPT_${name} => ${value},`),
    "]);",
    "$response = curl_exec($curl);",
    "if ($response === false) {",
    "    throw new RuntimeException(curl_error($curl));",
    "}",
    "echo $response;",
  ];
  return { code: lines.join("\n"), unsupported: missing.names };
}

function optionSettings(options: CurlOptions): Setting[] {
  const text = (value: string | null) => (value === null ? undefined : quotePhp(value));
  const milliseconds = (seconds: number | null) =>
    seconds === null ? undefined : String(Math.round(seconds * 1000));
  const flag = (on: boolean, value: string) => (on ? value : undefined);
  const { maxRedirects, httpVersion } = options;
  const all: readonly (readonly [string, string | undefined])[] = [
    ["FOLLOWLOCATION", flag(options.followRedirects, "true")],
    ["MAXREDIRS", maxRedirects === null ? undefined : String(maxRedirects)],
    ["SSL_VERIFYPEER", flag(options.insecure, "false")],
    ["SSL_VERIFYHOST", flag(options.insecure, "0")],
    ["ENCODING", flag(options.compressed, '""')],
    ["TIMEOUT_MS", milliseconds(options.timeoutSeconds)],
    ["CONNECTTIMEOUT_MS", milliseconds(options.connectTimeoutSeconds)],
    ["PROXY", text(options.proxy)],
    ["HTTP_VERSION", httpVersion === null ? undefined : `CURL_HTTP_VERSION_${HTTP[httpVersion]}`],
    ["SSLCERT", text(options.cert)],
    ["SSLKEY", text(options.key)],
    ["CAINFO", text(options.cacert)],
    ["FAILONERROR", flag(options.fail, "true")],
    ["PATH_AS_IS", flag(options.pathAsIs, "true")],
  ];
  return all.flatMap(([name, value]): Setting[] => (value === undefined ? [] : [[name, value]]));
}

/** Without a content type of its own a body would be labelled as a form. */
function headerLines({ headers, removedHeaders, body }: CurlRequest): string[] {
  const lines = [
    ...headers.map(({ name, value }) => (value === "" ? `${name};` : `${name}: ${value}`)),
    ...removedHeaders.map((name) => `${name}:`),
  ];
  const names = [...headers.map(({ name }) => name), ...removedHeaders];
  const typed = names.some((name) => name.toLowerCase() === "content-type");
  const plain = body?.kind === "raw" || body?.kind === "parts";
  return plain && !typed ? [...lines, "Content-Type:"] : lines;
}

/** The body as a text whose length is asked for. */
function sizedBody({ body, contentRange }: CurlRequest): string | undefined {
  if (contentRange === null) return undefined;
  if (body?.kind === "file") return `file_get_contents(${quoteFile(body.file)})`;
  return body?.kind === "parts" ? body.parts.map(partOf).join(" . ") : undefined;
}

function bodySettings(body: CurlBody | null, missing: Missing): [string, string][] {
  if (body === null) return [];
  if (body.kind === "raw") return [["POSTFIELDS", quotePhp(body.text)]];
  if (body.kind === "parts") return [["POSTFIELDS", body.parts.map(partOf).join(" . ")]];
  if (body.kind === "file") {
    const settings: [string, string][] = [
      ["UPLOAD", "true"],
      ["INFILE", `fopen(${quoteFile(body.file)}, "rb")`],
    ];
    if (body.file !== STANDARD_INPUT)
      settings.push(["INFILESIZE", `filesize(${quotePhp(body.file)})`]);
    return settings;
  }
  const rows = body.fields.map((field) => {
    if ("value" in field) {
      const { fileName, contentType = "" } = field;
      const value = quotePhp(field.value);
      if (fileName === undefined) missing.note("--form with a type of text", field.contentType);
      const content =
        fileName === undefined
          ? value
          : `new CURLStringFile(${value}, ${quotePhp(fileName)}, ${quotePhp(contentType)})`;
      return `        ${quotePhp(field.name)} => ${content},`;
    }
    if (field.asText) missing.note("--form with a type of text", field.contentType);
    const file = quoteFile(field.file);
    if (field.asText) return `        ${quotePhp(field.name)} => file_get_contents(${file}),`;
    const type = field.contentType === null ? "null" : quotePhp(field.contentType);
    const name = field.fileName === null ? "null" : quotePhp(field.fileName);
    return `        ${quotePhp(field.name)} => new CURLFile(${file}, ${type}, ${name}),`;
  });
  return [["POSTFIELDS", `[\n${rows.join("\n")}\n    ]`]];
}

function quoteFile(file: string): string {
  return quotePhp(file === STANDARD_INPUT ? "php://stdin" : file);
}

function partOf(part: BodyPart): string {
  if ("text" in part) return quotePhp(part.text);
  const content = `file_get_contents(${quoteFile(part.file)})`;
  if ("urlencode" in part) {
    const prefix = part.name === "" ? "" : `${quotePhp(`${part.name}=`)} . `;
    return `${prefix}str_replace("%7E", "~", urlencode(${content}))`;
  }
  return part.stripNewlines ? `str_replace(["\\r", "\\n", "\\0"], "", ${content})` : content;
}
