/** Reads a request's JSON body: size, content type, UTF-8 and syntax, each with its own answer. */
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import { invalidRequest, RequestError } from "./errors.ts";
import { tooDeep } from "./preflight.ts";
import { sizes } from "./sizes.ts";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Throws for a body that is not said to be JSON. */
export function checkContentType({ headers }: Request): void {
  const type = headers.get("content-type");
  if (type !== "application/json" && !JSON_TYPE.test(type ?? "")) throw unsupportedType(type);
}

/** A body has to be there by then, or its sender is too slow. */
const BODY_MS = 5000;

/** All bytes of a body; throws for more than may be, before they are there, and for a sender who is too slow. */
export async function readBody(request: Request): Promise<ArrayBuffer> {
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) > sizes.bodyBytes) throw bodyTooLarge();
  const reading = length === null ? readChunks(request.body) : request.arrayBuffer();
  const read = Bun.peek(reading);
  return read instanceof Promise ? inTime(reading) : read;
}

async function inTime(reading: Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(bodyTooSlow()), BODY_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A body whose length nobody said is read only as far as it may go. */
async function readChunks(body: ReadableStream<Uint8Array> | null): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > sizes.bodyBytes) throw bodyTooLarge();
    chunks.push(chunk);
  }
  return Bun.concatArrayBuffers(chunks);
}

// Fatal, and never in the middle of a stream, so all requests can share it.
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** The body as an object; throws for too many bytes, invalid UTF-8, malformed JSON, and JSON that is no object. */
export function readObject(bytes: ArrayBuffer): Record<string, unknown> {
  const body = parseJson(decodeBody(bytes));
  if (typeof body === "object" && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw invalidRequest(
    "The body is not a JSON object",
    'For example {"tool_id": "…", "input": {…}}',
  );
}

/** The body's text; throws for too many bytes and invalid UTF-8. */
export function decodeBody(bytes: ArrayBuffer): string {
  if (bytes.byteLength > sizes.bodyBytes) throw bodyTooLarge();
  try {
    return UTF8.decode(bytes);
  } catch {
    const at = invalidByte(new Uint8Array(bytes));
    throw invalidRequest(
      `The body is not valid UTF-8: byte ${at} cannot stand there`,
      "Send UTF-8",
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw new RequestError(422, deepRequest());
    throw malformed(text);
  }
}

/** The tools' own reader says where the text stops being JSON. */
function malformed(text: string): RequestError {
  const read = readJsonField(text, "");
  const place = read.ok ? undefined : read.error;
  const where = `line ${place?.line}, column ${place?.column}, offset ${place?.offset}`;
  return invalidRequest(
    `The body is not JSON: ${place?.message ?? "it cannot be read"} (${where})`,
    "Correct the JSON at that place; quotes and line breaks inside text need escaping",
  );
}

function deepRequest() {
  const { code, message, hint = "" } = tooDeep();
  return { code, message, hint };
}

function unsupportedType(type: string | null): RequestError {
  return new RequestError(415, {
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: type
      ? `Cannot read a body of type ${beginning(type, 80)}`
      : "The body has no content type",
    hint: "Send content-type: application/json",
  });
}

function bodyTooLarge(): RequestError {
  return new RequestError(413, {
    code: "BODY_TOO_LARGE",
    message: `The body is larger than ${sizes.bodyBytes} bytes`,
    hint: `Split the input: a tool takes ${sizes.inputChars} characters at most`,
  });
}

function bodyTooSlow(): RequestError {
  return new RequestError(408, {
    code: "REQUEST_TIMEOUT",
    message: `The body was not there within ${BODY_MS} ms`,
    hint: "Send the body at once",
  });
}

/** Index of the first byte that no valid UTF-8 text has there. */
function invalidByte(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (decodes(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function decodes(bytes: Uint8Array): boolean {
  try {
    // A stream may end inside a character, so only a byte that is wrong makes it throw.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
