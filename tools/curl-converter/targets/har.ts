import { decodePercent } from "../../_lib/web/url/percent.ts";
import type { CurlBody, CurlRequest } from "../../curl-converter.ts";
import { headersWithLogin, type TargetCode } from "./code.ts";

/** One HTTP Archive 1.2 with an entry for each request. */
export function writeHar(requests: readonly CurlRequest[]): TargetCode[] {
  const entries = requests.map((request) => ({
    startedDateTime: "1970-01-01T00:00:00.000Z",
    time: 0,
    request: harRequest(request),
    response: {
      status: 0,
      statusText: "",
      httpVersion: "",
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: "" },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }));
  const creator = { name: "purebox curl-converter", version: "1" };
  const log = { version: "1.2", creator, entries };
  return [{ code: JSON.stringify({ log }, null, 2), unsupported: [] }];
}

function harRequest(request: CurlRequest): object {
  const { method, url, body, options } = request;
  const headers = headersWithLogin(request);
  const cookies = headers
    .filter(({ name }) => name.toLowerCase() === "cookie")
    .flatMap(({ value }) => value.split(/;\s*/).filter(Boolean).map(pairOf));
  return {
    method,
    url,
    httpVersion: `HTTP/${options.httpVersion ?? "1.1"}`,
    cookies,
    headers,
    queryString: queryOf(url),
    ...(body === null ? {} : { postData: postData(request, body) }),
    ...comment(request),
    headersSize: -1,
    bodySize: body?.kind === "raw" ? new TextEncoder().encode(body.text).length : -1,
  };
}

/** What the format has no member for. */
function comment({ removedHeaders, urlParts, contentRange }: CurlRequest): { comment?: string } {
  const files = urlParts?.flatMap((part) => ("file" in part ? [part.file] : [])) ?? [];
  const notes = [
    ...(removedHeaders.length > 0 ? [`without ${removedHeaders.join(", ")}`] : []),
    ...(files.length > 0 ? [`with the content of ${files.join(", ")} in the query`] : []),
    ...(contentRange === null ? [] : [`Content-Range: bytes ${contentRange}/ and the length`]),
  ];
  return notes.length === 0 ? {} : { comment: notes.join("; ") };
}

function pairOf(text: string): { name: string; value: string } {
  const equals = text.indexOf("=");
  if (equals < 0) return { name: text, value: "" };
  return { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

function queryOf(url: string): object[] {
  const [, query = ""] = /\?([^#]*)/.exec(url) ?? [];
  return query
    .split("&")
    .filter(Boolean)
    .map((part) => {
      const { name, value } = pairOf(part.replaceAll("+", " "));
      return { name: decodePercent(name), value: decodePercent(value) };
    });
}

function postData({ headers }: CurlRequest, body: CurlBody): object {
  const given = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value;
  const mimeType =
    given ?? (body.kind === "multipart" ? "multipart/form-data" : "application/octet-stream");
  if (body.kind === "raw") return { mimeType, text: body.text };
  if (body.kind === "file") return { mimeType, text: "", comment: `the content of ${body.file}` };
  if (body.kind === "parts") {
    const text = body.parts.map((part) => ("text" in part ? part.text : "")).join("");
    const files = body.parts.flatMap((part) => ("file" in part ? [part.file] : []));
    return { mimeType, text, comment: `with the content of ${files.join(", ")}` };
  }
  const params = body.fields.map((field) => {
    if ("value" in field) return field;
    const { name, file, fileName, contentType } = field;
    return {
      name,
      fileName: fileName ?? file,
      ...(contentType === null ? {} : { contentType }),
    };
  });
  return { mimeType, params };
}
