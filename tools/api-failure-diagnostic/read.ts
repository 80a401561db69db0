/** Reads a request and what came back, from whatever recorded them. */
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { Headers } from "../_lib/web/http/headers.ts";
import type { Input } from "../api-failure-diagnostic.ts";
import { emptyExchange, type Exchange } from "./exchange.ts";
import { readHar } from "./har.ts";
import { readTranscript } from "./transcript.ts";

/** The data of JSON text; undefined for any other text. */
export function dataOf(text: string): unknown {
  if (!/^\s*[[{"\d\-tfn]/.test(text)) return undefined;
  const read = readJsonField(text, "");
  return read.ok ? valueOf(read.root).value : undefined;
}

/** A field that is given counts more than what the text says. */
export function readExchange(input: Input): Exchange {
  const found = readInput(input.input);
  const { method, url, status, errorText, requestBody, responseBody } = input;
  return {
    method: method?.trim() || found.method,
    url: url?.trim() || found.url,
    requestHeaders: headersOf(input.requestHeaders, found.requestHeaders),
    requestBody: requestBody === undefined ? found.requestBody : textOf(requestBody),
    status: statusOf(status ?? found.status),
    reason: status === undefined || status === found.status ? found.reason : "",
    responseHeaders: headersOf(input.responseHeaders, found.responseHeaders),
    body: responseBody === undefined ? found.body : textOf(responseBody),
    errorText: errorText ?? found.errorText,
  };
}

/** What is no status of HTTP stands for no response, as 000 does in what curl writes. */
function statusOf(given: number | undefined): number | undefined {
  return given === undefined || given < 100 ? undefined : given;
}

function readInput(given: string): Exchange {
  const text = given.replace(/^\ufeff/, "");
  if (text.trim() === "") return emptyExchange();
  const transcript = readTranscript(text);
  if (transcript) return transcript;
  const data = dataOf(text.trim());
  const isBody = typeof data === "object" && data !== null;
  if (!isBody) return { ...emptyExchange(), errorText: text.trim() };
  return readHar(data) ?? { ...emptyExchange(), body: text.trim() };
}

function headersOf(given: Input["requestHeaders"], found: Headers): Headers {
  if (given === undefined) return found;
  const headers = new Headers();
  const data = typeof given === "string" ? dataOf(given) : given;
  if (typeof data === "object") headers.addData(data);
  else if (typeof given === "string") headers.addLines(given.split(/\r\n|\n|\r/));
  return headers;
}

function textOf(given: unknown): string {
  if (given === null) return "";
  return typeof given === "string" ? given.replace(/^\ufeff/, "") : (JSON.stringify(given) ?? "");
}
