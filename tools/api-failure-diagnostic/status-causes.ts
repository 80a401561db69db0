/** What the status of a response means, with its headers and its body. */
import type { Found } from "./client-causes.ts";
import { codesIn, hidesError } from "./body.ts";
import type { CauseCode } from "./codes.ts";
import type { Evidence } from "./evidence.ts";

const BY_STATUS: Readonly<Record<number, CauseCode>> = {
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  406: "NOT_ACCEPTABLE",
  407: "PROXY_AUTH_REQUIRED",
  408: "REQUEST_TIMEOUT",
  409: "CONFLICT",
  410: "GONE",
  411: "LENGTH_REQUIRED",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  414: "URI_TOO_LONG",
  415: "UNSUPPORTED_MEDIA_TYPE",
  421: "MISDIRECTED_REQUEST",
  422: "VALIDATION_FAILED",
  423: "LOCKED",
  425: "TOO_EARLY",
  426: "UPGRADE_REQUIRED",
  428: "PRECONDITION_REQUIRED",
  431: "HEADERS_TOO_LARGE",
  451: "LEGAL_BLOCK",
  500: "SERVER_ERROR",
  501: "NOT_IMPLEMENTED",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
  505: "HTTP_VERSION_UNSUPPORTED",
  520: "ORIGIN_UNKNOWN_ERROR",
  521: "ORIGIN_DOWN",
  522: "ORIGIN_CONNECT_TIMEOUT",
  523: "ORIGIN_UNREACHABLE",
  524: "ORIGIN_TIMEOUT",
  525: "ORIGIN_TLS_HANDSHAKE",
  526: "ORIGIN_TLS_INVALID",
  529: "OVERLOADED",
};

/** Of statuses of which more has to be known: the cause, and what tells it. */
const BY_EVIDENCE: Readonly<Record<number, (evidence: Evidence) => Found>> = {
  400: ofBadRequest,
  401: ofUnauthorized,
  403: ofForbidden,
  429: ofTooMany,
};

export function statusCause(evidence: Evidence): Found | undefined {
  const { status, reason } = evidence.exchange;
  if (status === undefined) return ofBodyAlone(evidence);
  const seen = `status ${status}${reason === "" ? "" : ` ${reason}`}`;
  const cause = BY_EVIDENCE[status]?.(evidence) ?? plainCause(status, evidence);
  return cause && { ...cause, evidence: [seen, ...cause.evidence] };
}

function found(code: CauseCode, ...evidence: readonly string[]): Found {
  return { code, evidence };
}

function plainCause(status: number, { data }: Evidence): Found | undefined {
  const code = BY_STATUS[status];
  if (code) return found(code);
  if (status >= 300 && status < 400 && status !== 304) return found("REDIRECT_NOT_FOLLOWED");
  return status >= 200 && status < 300 && hidesError(data)
    ? found("HIDDEN_ERROR", "the body tells of an error")
    : undefined;
}

/** A body without a status is one of a success as far as anyone knows. */
function ofBodyAlone({ data }: Evidence): Found | undefined {
  return hidesError(data) ? found("HIDDEN_ERROR", "the body tells of an error") : undefined;
}

const JSON_TROUBLES = [
  /\bunexpected (?:token|end of|character|string|number)|\bexpecting (?:value|property name)\b/i,
  /\bin JSON at position\b|\bJSON_?(?:parse|decode|syntax)|\blooking for beginning of\b/i,
  /\bjson\b[^\n]{0,60}\b(?:pars|invalid|malformed|decod|syntax error)/i,
  /\b(?:pars|invalid|malformed|decod|not (?:a )?valid|not well-formed)[a-z]*\b[^\n]{0,60}\bjson\b/i,
];

const INVALID_TOKEN = /\binvalid_token\b/;
const INSUFFICIENT_SCOPE = /\binsufficient_scope\b/;

function ofBadRequest({ body, fieldErrors }: Evidence): Found {
  if (JSON_TROUBLES.some((trouble) => trouble.test(body)))
    return found("BODY_NOT_JSON", "the body speaks of JSON that cannot be read");
  return fieldErrors.length > 0
    ? found("VALIDATION_FAILED", "the body names fields")
    : found("MALFORMED_REQUEST");
}

function ofUnauthorized({ exchange, body, challengeText }: Evidence): Found {
  const { requestHeaders } = exchange;
  const isRefused = INVALID_TOKEN.test(challengeText);
  // Who refuses a token was sent one, even where the request is not known.
  const isUnseen = requestHeaders.size === 0 && isRefused;
  if (!requestHeaders.has("authorization") && !isUnseen)
    return found("AUTH_MISSING", "no Authorization header is seen in the request");
  if (isRefused) return found("AUTH_EXPIRED", "the challenge says invalid_token");
  if (INVALID_TOKEN.test(body)) return found("AUTH_EXPIRED", "the body says invalid_token");
  return /expired/i.test(body)
    ? found("AUTH_EXPIRED", "the body says expired")
    : found("AUTH_INVALID", "an Authorization header was sent");
}

function ofForbidden(evidence: Evidence): Found {
  const { exchange, body, challengeText, mediaType, rateLimit } = evidence;
  if (rateLimit?.remaining === 0)
    return found("RATE_LIMITED", "a rate-limit header says 0 remaining");
  for (const [place, text] of [
    ["challenge", challengeText],
    ["body", body],
  ] as const)
    if (INSUFFICIENT_SCOPE.test(text))
      return found("SCOPE_INSUFFICIENT", `the ${place} says insufficient_scope`);
  if (/csrf/i.test(body)) return found("CSRF_REJECTED", "the body says CSRF");
  const isOfFirewall =
    exchange.responseHeaders.has("cf-ray") ||
    /attention required|akamai|reference\s?(?:#|&#35;)/i.test(body);
  return mediaType === "text/html" && isOfFirewall
    ? found("BLOCKED_BY_WAF", "the page is one of a web application firewall")
    : found("PERMISSION_DENIED");
}

function ofTooMany({ data }: Evidence): Found {
  return /quota|billing/i.test(codesIn(data))
    ? found("QUOTA_EXHAUSTED", "a code in the body speaks of quota or billing")
    : found("RATE_LIMITED");
}
