/** Entries of HTTP archives (HAR 1.2). */
import { readBase64 } from "../_lib/bytes/base64.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import { emptyExchange, type Exchange } from "./exchange.ts";

type Data = Readonly<Record<string, unknown>>;

/** An entry, or of an archive the last one that failed, else the last one; undefined for other data. */
export function readHar(data: unknown): Exchange | undefined {
  const entry = entryIn(data);
  if (entry === undefined) return undefined;
  const [request, response] = [objectAt(entry, "request"), objectAt(entry, "response")];
  const content = objectAt(response, "content");
  const exchange: Exchange = {
    ...emptyExchange(),
    method: textAt(request, "method"),
    url: textAt(request, "url"),
    requestBody: textAt(objectAt(request, "postData"), "text"),
    status: statusOf(entry) || undefined,
    reason: textAt(response, "statusText"),
    body: bodyOf(content),
    errorText: textAt(response, "_error") || textAt(entry, "_error"),
  };
  exchange.requestHeaders.addData(request["headers"]);
  exchange.responseHeaders.addData(response["headers"]);
  const mediaType = textAt(content, "mimeType");
  if (mediaType !== "" && !exchange.responseHeaders.has("content-type"))
    exchange.responseHeaders.add("content-type", mediaType);
  return exchange;
}

function entryIn(data: unknown): Data | undefined {
  if (!isObject(data)) return undefined;
  if (isObject(data["request"]) && isObject(data["response"])) return data;
  const { entries } = objectAt(data, "log");
  if (!Array.isArray(entries)) return undefined;
  const all = entries.filter(isObject);
  const failed = all.findLast((entry) => statusOf(entry) === 0 || statusOf(entry) >= 400);
  return failed ?? all.at(-1);
}

function statusOf(entry: Data): number {
  const { status } = objectAt(entry, "response");
  return typeof status === "number" && Number.isInteger(status) ? status : 0;
}

function bodyOf(content: Data): string {
  const text = textAt(content, "text");
  const read = content["encoding"] === "base64" ? readBase64(text) : undefined;
  return read !== undefined && "bytes" in read ? new TextDecoder().decode(read.bytes) : text;
}

function objectAt(data: Data, key: string): Data {
  const member = data[key];
  return isObject(member) ? member : {};
}

function textAt(data: Data, key: string): string {
  const member = data[key];
  return typeof member === "string" ? member : "";
}
