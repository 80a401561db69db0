/** How answers leave the service: JSON in the envelope, with the headers that are the same everywhere. */
import { failure } from "../run/errors.ts";
import type { ErrorObject } from "../run/types.ts";

/** The API is open to every page; credentials are never sent along. */
const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag, retry-after, allow",
} as const;

const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  ...OPEN_TO_ALL,
} as const;

// Most answers have these and no others; made once, they cost each answer less.
const JSON_ANSWER = { status: 200, headers: new Headers(JSON_HEADERS) };

const FRESH_SECONDS = 300;

export function json(body: unknown, status = 200, headers?: Record<string, string>): Response {
  return jsonText(JSON.stringify(body), status, headers);
}

export function jsonText(text: string, status = 200, headers?: Record<string, string>): Response {
  if (status === 200 && headers === undefined) return new Response(text, JSON_ANSWER);
  return new Response(text, { status, headers: { ...JSON_HEADERS, ...headers } });
}

export function errorReply(
  status: number,
  error: ErrorObject,
  started: number,
  headers?: Record<string, string>,
): Response {
  return json(failure(error, started), status, headers);
}

/** A file that a tool made; opened in a browser it is shown, and can do nothing. */
export function file(bytes: Uint8Array<ArrayBuffer>, type: string, isLast: boolean): Response {
  const headers = {
    ...OPEN_TO_ALL,
    "content-type": type,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    ...(isLast ? { connection: "close" } : {}),
  };
  return new Response(bytes, { headers });
}

/** A document that stays the same until the next build: with an ETag, and 304 for who has it already. */
export function cached(
  request: Request,
  body: object,
  more?: Readonly<Record<string, string>>,
): Response {
  const text = JSON.stringify(body);
  return cachedText(request, text, "application/json; charset=utf-8", more);
}

export function cachedText(
  request: Request,
  text: string,
  type: string,
  more: Readonly<Record<string, string>> = {},
  freshness = `public, max-age=${FRESH_SECONDS}`,
): Response {
  const etag = `W/"${Bun.hash(text).toString(36)}"`;
  const headers = {
    ...OPEN_TO_ALL,
    ...more,
    "content-type": type,
    etag,
    "cache-control": freshness,
  };
  const known =
    request.headers
      .get("if-none-match")
      ?.split(",")
      .map((tag) => tag.trim()) ?? [];
  if (known.some((tag) => tag === etag || tag === "*")) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, { headers });
}

/** The answer to a browser that asks whether it may call. */
export function preflightReply(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...OPEN_TO_ALL,
      allow: methods.join(", "),
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers":
        "authorization, content-type, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, last-event-id",
      "access-control-max-age": "86400",
    },
  });
}
