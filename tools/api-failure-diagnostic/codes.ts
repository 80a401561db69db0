/** Causes: where they lie, how far the request came, and what helps. */
import { type Progress, progressOf } from "../_lib/web/http/retry-safety.ts";
import type { Layer } from "../api-failure-diagnostic.ts";

interface Cause {
  readonly layer: Layer;
  /** The HTTP status that means it, or how far the request came. */
  readonly as: number | Progress;
  readonly fix: string;
}

function cause(layer: Layer, as: number | Progress, fix: string): Cause {
  return { layer, as, fix };
}

const CAUSES = {
  DNS_NOT_FOUND: cause(
    "dns",
    "not-processed",
    "Check the host name, and that its DNS record exists",
  ),
  DNS_TEMPORARY: cause(
    "dns",
    "not-processed",
    "Try again; check the resolver of this machine if it goes on",
  ),
  CONNECTION_REFUSED: cause(
    "tcp",
    "not-processed",
    "Check host, port and firewall, and that the server is running",
  ),
  CONNECTION_RESET: cause(
    "tcp",
    "may-have-run",
    "Check timeouts of proxies and keep-alive; find out whether the request was carried out",
  ),
  CONNECT_TIMEOUT: cause(
    "tcp",
    "may-have-run",
    "Check the network path and the timeout; find out whether the request was carried out",
  ),
  TLS_CERT_EXPIRED: cause(
    "tls",
    "permanent",
    "Renew the server's certificate, and check the clock of this machine",
  ),
  TLS_CERT_UNTRUSTED: cause(
    "tls",
    "permanent",
    "Let the server send its whole chain, or trust its certificate authority",
  ),
  TLS_HOSTNAME_MISMATCH: cause(
    "tls",
    "permanent",
    "Use a name that the certificate covers, or issue one that covers this name",
  ),
  TLS_PROTOCOL: cause(
    "tls",
    "permanent",
    "Check that the port speaks TLS, and which versions both sides allow",
  ),
  CORS_BLOCKED: cause(
    "client",
    "permanent",
    "Let the server send Access-Control-Allow-Origin, or call it from a server",
  ),
  REDIRECT_LOOP: cause(
    "client",
    "permanent",
    "Follow the Location headers by hand and end the loop; check cookies and the scheme",
  ),
  REQUEST_ABORTED: cause(
    "client",
    "permanent",
    "Find out who cancelled the request, and give it more time",
  ),
  AUTH_MISSING: cause(
    "http",
    401,
    "Send an Authorization header of a scheme that the challenge names",
  ),
  AUTH_EXPIRED: cause("http", 401, "Refresh the token and send the request with the new one"),
  AUTH_INVALID: cause("http", 401, "Check the credentials, and that they are for this environment"),
  SCOPE_INSUFFICIENT: cause("http", 403, "Ask for a token with the scope that the challenge names"),
  CSRF_REJECTED: cause("http", 403, "Send the CSRF token of the session with the request"),
  BLOCKED_BY_WAF: cause(
    "http",
    403,
    "Send a usual User-Agent, slow down, or have the address allowed",
  ),
  PERMISSION_DENIED: cause("http", 403, "Have the account granted access to the resource"),
  BODY_NOT_JSON: cause("http", 400, "Send well-formed JSON with Content-Type application/json"),
  VALIDATION_FAILED: cause("http", 422, "Correct the fields that the response names"),
  MALFORMED_REQUEST: cause(
    "http",
    400,
    "Compare path, query, headers and body with the documentation",
  ),
  NOT_FOUND: cause("http", 404, "Check base URL, path and id, and whether the account may see it"),
  METHOD_NOT_ALLOWED: cause("http", 405, "Use a method that the Allow header lists"),
  NOT_ACCEPTABLE: cause("http", 406, "Accept a media type that the server has"),
  PROXY_AUTH_REQUIRED: cause(
    "http",
    407,
    "Send Proxy-Authorization with the credentials of the proxy",
  ),
  REQUEST_TIMEOUT: cause("http", 408, "Send the request faster, and try again"),
  CONFLICT: cause("http", 409, "Read the current state, merge, and send the change again"),
  GONE: cause("http", 410, "Use another resource; this one does not come back"),
  LENGTH_REQUIRED: cause("http", 411, "Send Content-Length"),
  PRECONDITION_FAILED: cause("http", 412, "Read the resource again, and use its new ETag or state"),
  PAYLOAD_TOO_LARGE: cause("http", 413, "Send less at once, or in parts"),
  URI_TOO_LONG: cause("http", 414, "Move parameters into the body"),
  UNSUPPORTED_MEDIA_TYPE: cause("http", 415, "Send the Content-Type that the server expects"),
  MISDIRECTED_REQUEST: cause("http", 421, "Try again on a new connection"),
  LOCKED: cause("http", 423, "Wait until the lock is released"),
  TOO_EARLY: cause("http", 425, "Try again without early data"),
  UPGRADE_REQUIRED: cause("http", 426, "Use the protocol that the Upgrade header names"),
  PRECONDITION_REQUIRED: cause("http", 428, "Send If-Match with the current ETag"),
  HEADERS_TOO_LARGE: cause("http", 431, "Send fewer or smaller headers, cookies first"),
  LEGAL_BLOCK: cause("http", 451, "The resource may not be served here for legal reasons"),
  QUOTA_EXHAUSTED: cause(
    "http",
    "permanent",
    "Raise the quota or the spending limit, or wait for the next period",
  ),
  RATE_LIMITED: cause("http", 429, "Wait as long as the server asks, and send fewer requests"),
  SERVER_ERROR: cause("application", 500, "Give the operator the request id and the time"),
  NOT_IMPLEMENTED: cause("application", 501, "Use a method or feature that the server has"),
  HTTP_VERSION_UNSUPPORTED: cause("application", 505, "Use another version of HTTP"),
  BAD_GATEWAY: cause("gateway", 502, "Check the server behind the gateway, and try again"),
  SERVICE_UNAVAILABLE: cause(
    "gateway",
    503,
    "Try again later; check the status page of the service",
  ),
  GATEWAY_TIMEOUT: cause(
    "gateway",
    504,
    "Ask for less at once, or raise the timeout of the gateway",
  ),
  ORIGIN_UNKNOWN_ERROR: cause(
    "gateway",
    520,
    "Look into the log of the origin server: its answer was not understood",
  ),
  ORIGIN_DOWN: cause(
    "gateway",
    521,
    "Start the origin server, and let it accept the proxy's addresses",
  ),
  ORIGIN_CONNECT_TIMEOUT: cause("gateway", 522, "Check load and firewall of the origin server"),
  ORIGIN_UNREACHABLE: cause(
    "gateway",
    523,
    "Check the address of the origin server and the route to it",
  ),
  ORIGIN_TIMEOUT: cause(
    "gateway",
    524,
    "Let the origin server answer sooner, or do the work in the background",
  ),
  ORIGIN_TLS_HANDSHAKE: cause("gateway", 525, "Check the TLS settings of the origin server"),
  ORIGIN_TLS_INVALID: cause("gateway", 526, "Give the origin server a valid certificate"),
  OVERLOADED: cause("gateway", 529, "Try again later, with fewer requests at a time"),
  HIDDEN_ERROR: cause(
    "application",
    "permanent",
    "Read the error in the body: the status says success",
  ),
  REDIRECT_NOT_FOLLOWED: cause("http", "permanent", "Follow the Location header"),
} as const satisfies Readonly<Record<string, Cause>>;

export type CauseCode = keyof typeof CAUSES;

export function causeOf(code: CauseCode): Cause {
  return CAUSES[code];
}

export function progressOfCause(code: CauseCode): Progress {
  const { as }: Cause = CAUSES[code];
  return typeof as === "number" ? progressOf(as) : as;
}
