/** Causes of failed calls: where they lie, how far the request came, and what helps. */
import { type Progress, progressOf } from "../http/retry-safety.ts";

export const LAYERS = ["dns", "tcp", "tls", "gateway", "http", "application", "client"] as const;

export type Layer = (typeof LAYERS)[number];

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
    "not-processed",
    "Check the network path, the firewall and the timeout for connections",
  ),
  READ_TIMEOUT: cause(
    "tcp",
    "may-have-run",
    "Give the server more time; find out whether the request was carried out",
  ),
  RESPONSE_TRUNCATED: cause(
    "tcp",
    "may-have-run",
    "Look for a proxy or server that ends connections early; the request itself has arrived",
  ),
  NETWORK_UNREACHABLE: cause(
    "tcp",
    "not-processed",
    "Check the network of this machine, its routes, VPN and firewall",
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
  TLS_CLIENT_CERT_REQUIRED: cause(
    "tls",
    "permanent",
    "Send a client certificate that the server accepts, with its key",
  ),
  PROXY_CONNECT_FAILED: cause(
    "gateway",
    "not-processed",
    "Check the proxy's address, that it is running, and that it may reach the host",
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
  INVALID_URL: cause(
    "client",
    "permanent",
    "Write a whole URL that begins with http:// or https://, with its special characters encoded",
  ),
  RESPONSE_NOT_JSON: cause(
    "client",
    "permanent",
    "Look at the body before it is parsed: it may be empty, an HTML page or another format",
  ),
  RESPONSE_DECODING_FAILED: cause(
    "client",
    "permanent",
    "Compare Content-Encoding with the bytes of the body, or ask for identity",
  ),
  RESPONSE_HEADERS_TOO_LARGE: cause(
    "client",
    "permanent",
    "Let the server send fewer headers, or raise the client's limit for them",
  ),
  NETWORK_FAILED: cause(
    "client",
    "may-have-run",
    "Look into the network panel: the client does not say what broke",
  ),
  MIXED_CONTENT_BLOCKED: cause(
    "client",
    "permanent",
    "Call the API over https, as the page itself is loaded",
  ),
  CSP_BLOCKED: cause(
    "client",
    "permanent",
    "Add the API's origin to connect-src in the page's Content-Security-Policy",
  ),
  CLIENT_RESOURCES: cause(
    "client",
    "not-processed",
    "Close connections and files, reuse one client, or raise the limits of this machine",
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
  PAYMENT_REQUIRED: cause(
    "http",
    402,
    "Settle what is owed, or pay with other means; the response says what was declined",
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
  RANGE_NOT_SATISFIABLE: cause(
    "http",
    416,
    "Ask for a range within the resource, or for all of it",
  ),
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
  INSUFFICIENT_STORAGE: cause("http", 507, "Free storage at the server, or have it enlarged"),
  AUTHORIZATION_PENDING: cause(
    "http",
    "not-processed",
    "Ask again after the interval, until the person has agreed",
  ),
  RESPONSE_NOT_HTTP: cause(
    "http",
    "permanent",
    "Check that port and scheme are those of an HTTP server, and which version it speaks",
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
