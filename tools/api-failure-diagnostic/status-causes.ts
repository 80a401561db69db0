/** What the status of a response means, with its headers and its body. */
import { causeOfName } from "../_lib/web/failures/api-codes.ts";
import type { CauseCode } from "../_lib/web/failures/causes.ts";
import type { Found } from "../_lib/web/failures/client-errors.ts";
import { hidesError, objectOf } from "./body.ts";
import type { Evidence } from "./evidence.ts";
import { firewallSign } from "./firewalls.ts";

const BY_STATUS: Readonly<Record<number, CauseCode>> = {
  402: "PAYMENT_REQUIRED",
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
  416: "RANGE_NOT_SATISFIABLE",
  419: "CSRF_REJECTED",
  420: "RATE_LIMITED",
  421: "MISDIRECTED_REQUEST",
  422: "VALIDATION_FAILED",
  423: "LOCKED",
  425: "TOO_EARLY",
  426: "UPGRADE_REQUIRED",
  428: "PRECONDITION_REQUIRED",
  430: "RATE_LIMITED",
  431: "HEADERS_TOO_LARGE",
  440: "AUTH_EXPIRED",
  451: "LEGAL_BLOCK",
  460: "REQUEST_ABORTED",
  494: "HEADERS_TOO_LARGE",
  495: "TLS_CLIENT_CERT_REQUIRED",
  496: "TLS_CLIENT_CERT_REQUIRED",
  497: "MALFORMED_REQUEST",
  498: "AUTH_EXPIRED",
  499: "REQUEST_ABORTED",
  500: "SERVER_ERROR",
  501: "NOT_IMPLEMENTED",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
  505: "HTTP_VERSION_UNSUPPORTED",
  507: "INSUFFICIENT_STORAGE",
  508: "REDIRECT_LOOP",
  509: "QUOTA_EXHAUSTED",
  520: "ORIGIN_UNKNOWN_ERROR",
  521: "ORIGIN_DOWN",
  522: "ORIGIN_CONNECT_TIMEOUT",
  523: "ORIGIN_UNREACHABLE",
  524: "ORIGIN_TIMEOUT",
  525: "ORIGIN_TLS_HANDSHAKE",
  526: "ORIGIN_TLS_INVALID",
  529: "OVERLOADED",
  530: "ORIGIN_UNREACHABLE",
  598: "GATEWAY_TIMEOUT",
  599: "GATEWAY_TIMEOUT",
};

/** Of statuses of which more has to be known: the cause, and what tells it; undefined where nothing does. */
const BY_EVIDENCE: Readonly<Record<number, (evidence: Evidence) => Found | undefined>> = {
  400: ofBadRequest,
  401: ofUnauthorized,
  403: ofForbidden,
  405: ofFirewall,
  406: ofFirewall,
  422: ofUnprocessable,
  429: ofTooMany,
  503: ofUnavailable,
};

export function statusCause(evidence: Evidence): Found | undefined {
  const { status, reason } = evidence.exchange;
  if (status === undefined) return ofBodyAlone(evidence);
  const seen = `status ${status}${reason === "" ? "" : ` ${reason}`}`;
  const cause = BY_EVIDENCE[status]?.(evidence) ?? plainCause(status, evidence);
  return cause && { ...cause, evidence: [seen, ...cause.evidence] };
}

/** The cause that the first name of an error means which is one of `causes`, if they are given. */
function namedIn({ names }: Evidence, causes?: readonly CauseCode[]): Found | undefined {
  for (const name of names) {
    const code = causeOfName(name);
    if (code !== undefined && (causes === undefined || causes.includes(code)))
      return found(code, `the error is named ${name}`);
  }
  return undefined;
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

function ofBadRequest(evidence: Evidence): Found {
  const { body, fieldErrors, message } = evidence;
  if (/no required SSL certificate was sent|SSL certificate error/i.test(body))
    return found("TLS_CLIENT_CERT_REQUIRED", "the body asks for a client certificate");
  if (/\b(?:header|cookie)s?\b[^.\n<]{0,40}\btoo (?:large|long|big)\b/i.test(body))
    return found("HEADERS_TOO_LARGE", "the body says that a header is too large");
  const named = namedIn(evidence, NAMED_400);
  if (named) return named;
  if (JSON_TROUBLES.some((trouble) => trouble.test(body)))
    return found("BODY_NOT_JSON", "the body speaks of JSON that cannot be read");
  if (fieldErrors.length > 0) return found("VALIDATION_FAILED", "the body names fields");
  const text = wordsOf(evidence);
  if (RATE_WORDS.test(text)) return found("RATE_LIMITED", "the body speaks of a rate limit");
  if (CREDIT_WORDS.test(text)) return found("PAYMENT_REQUIRED", "the body speaks of credit");
  if (QUOTA_WORDS.test(text)) return found("QUOTA_EXHAUSTED", "the body speaks of a quota");
  if (/\bcsrf\b|\bxsrf\b/i.test(text)) return found("CSRF_REJECTED", "the body says CSRF");
  if (message !== null && FIELD_WORDS.test(message))
    return found("VALIDATION_FAILED", "the body says what of the content is wrong");
  return namedIn(evidence) ?? found("MALFORMED_REQUEST");
}

/** What 400 is sent for although other statuses are made for it. */
const NAMED_400: readonly CauseCode[] = [
  "RATE_LIMITED",
  "QUOTA_EXHAUSTED",
  "AUTH_EXPIRED",
  "AUTH_INVALID",
  "AUTH_MISSING",
  "AUTHORIZATION_PENDING",
  "BODY_NOT_JSON",
  "CSRF_REJECTED",
  "NOT_FOUND",
  "PERMISSION_DENIED",
  "SCOPE_INSUFFICIENT",
  "PAYMENT_REQUIRED",
  "REQUEST_TIMEOUT",
  "CONFLICT",
  "PRECONDITION_FAILED",
  "PAYLOAD_TOO_LARGE",
];

const RATE_WORDS =
  /\brate[- ]?limit|\btoo many (?:requests|calls|connections|attempts)\b|\bthrottl|\babuse detection\b|\bslow down\b|\brequests? per (?:second|minute)\b/i;
const CREDIT_WORDS =
  /\b(?:credit balance|out of credits?|insufficient (?:credits?|balance|funds)|add (?:more )?credits|payment (?:is )?required)\b/i;
const QUOTA_WORDS =
  /\b(?:spending limit|usage limit|monthly (?:quota|limit|usage)|daily (?:quota|limit)|insufficient quota|current quota|quota (?:has been )?(?:exceeded|exhausted|reached)|exceeded (?:your|the|its) [\w -]{0,40}quota|exceeded quota|check your plan and billing)\b/i;
const FIELD_WORDS =
  /\b(?:is required|are required|missing required|required (?:field|property|parameter)|must be|must have|must not|should be|cannot be (?:blank|empty|null)|can't be (?:blank|empty)|is too (?:long|short|large|small)|invalid value|invalid (?:field|parameter|argument|email)|validation (?:failed|error)|failed validation|out of range|maximum context length)\b/i;

/** What the body says to people, else all of it. */
function wordsOf({ message, body }: Evidence): string {
  return message === null ? body : `${message}\n${body}`;
}

const CREDENTIAL_HEADERS =
  /^(?:authorization|cookie|(?:.{1,30}-)?api-?key|x-goog-api-key|ocp-apim-subscription-key|private-token|(?:.{1,30}-)?auth-token|(?:.{1,30}-)?access-token|x-amz-security-token)$/;
const CREDENTIAL_QUERY =
  /[?&](?:api_?key|key|access_token|token|auth|apikey|signature|sig|x-amz-signature)=/i;
const MISSING_WORDS =
  /\b(?:missing|required|requires|not (?:been )?(?:provided|supplied|set|present|logged in|included|found in)|(?:did not|didn't|does not|doesn't) (?:provide|contain|include|have)|must (?:be logged in|authenticate|provide|be authenticated|specify|include|sign in|log in)|no (?:api ?key|token|credentials?|auth\w*|access token|bearer|session|valid session|jwt)|without|anonymous|please (?:log|sign) in|not authenticated|unauthenticated|not signed in)\b/i;
const INVALID_WORDS =
  /\b(?:invalid\w*|incorrect|bad|wrong|revoked|unknown|malformed|no valid|not valid|not a valid|unrecognized|not recognized|could not|couldn't|cannot|can't|unable to|failed|mismatch|(?:does not|doesn't|do not|not) match|not found|not exist|disabled|deactivated|rejected|denied|blocked|inactive)\b/i;
const EXPIRED_WORDS = /\bexpired?\b|\b(?:token|jwt|session)expired|\bexp\b/i;

function ofUnauthorized(evidence: Evidence): Found {
  const { exchange, body, challengeText } = evidence;
  const { requestHeaders, url } = exchange;
  const isSent =
    requestHeaders.only((name) => CREDENTIAL_HEADERS.test(name)).size > 0 ||
    CREDENTIAL_QUERY.test(url);
  const isRefused = INVALID_TOKEN.test(challengeText);
  // Who refuses a token was sent one, even where the request is not known.
  if (!isSent && requestHeaders.size > 0)
    return found("AUTH_MISSING", "no Authorization header is seen in the request");
  const challenge = /error_description="([^"]{0,300})/.exec(challengeText)?.[1] ?? "";
  const text = `${challenge}\n${wordsOf(evidence)}`;
  if (EXPIRED_WORDS.test(text)) return found("AUTH_EXPIRED", "the answer says expired");
  if (isRefused)
    return INVALID_WORDS.test(challenge)
      ? found("AUTH_INVALID", "the challenge says what is wrong with the token")
      : found("AUTH_EXPIRED", "the challenge says invalid_token");
  if (INVALID_TOKEN.test(body))
    return INVALID_WORDS.test(text.replaceAll("invalid_token", ""))
      ? found("AUTH_INVALID", "the body says what is wrong with the token")
      : found("AUTH_EXPIRED", "the body says invalid_token");
  if (isSent) return found("AUTH_INVALID", "credentials were sent");
  return (
    toldAuth(text) ??
    ofKubernetes(evidence) ??
    namedIn(evidence, ["AUTH_EXPIRED", "AUTH_MISSING"]) ??
    found("AUTH_MISSING", "no Authorization header is seen in the request")
  );
}

/** Where the request is not known, the first that is said of credentials tells whether there were any. */
export function toldAuth(text: string): Found | undefined {
  if (EXPIRED_WORDS.test(text)) return found("AUTH_EXPIRED", "the answer says expired");
  const missing = MISSING_WORDS.exec(text)?.index ?? Infinity;
  const invalid = INVALID_WORDS.exec(text)?.index ?? Infinity;
  if (missing < invalid)
    return found("AUTH_MISSING", "the answer says that credentials are missing");
  return invalid < missing
    ? found("AUTH_INVALID", "the answer says that credentials are wrong")
    : undefined;
}

/** Kubernetes lets in who shows nothing as anonymous: it refuses only what was sent. */
function ofKubernetes({ names, data }: Evidence): Found | undefined {
  const { kind } = objectOf(data);
  return kind === "Status" && names.includes("Unauthorized")
    ? found("AUTH_INVALID", "Kubernetes answers so to credentials that it does not know")
    : undefined;
}

function ofForbidden(evidence: Evidence): Found {
  const { exchange, body, challengeText, rateLimit } = evidence;
  if (rateLimit?.remaining === 0)
    return found("RATE_LIMITED", "a rate-limit header says 0 remaining");
  for (const [place, text] of [
    ["challenge", challengeText],
    ["body", body],
  ] as const)
    if (INSUFFICIENT_SCOPE.test(text))
      return found("SCOPE_INSUFFICIENT", `the ${place} says insufficient_scope`);
  const text = wordsOf(evidence);
  if (/\bcsrf|\bxsrf\b/i.test(text)) return found("CSRF_REJECTED", "the body says CSRF");
  const named = namedIn(evidence, NAMED_403);
  if (named) return named;
  if (RATE_WORDS.test(text)) return found("RATE_LIMITED", "the body speaks of a rate limit");
  if (CREDIT_WORDS.test(text)) return found("PAYMENT_REQUIRED", "the body speaks of credit");
  if (QUOTA_WORDS.test(text)) return found("QUOTA_EXHAUSTED", "the body speaks of a quota");
  if (LACKS_SCOPE.test(text) || lacksScope(exchange.responseHeaders))
    return found("SCOPE_INSUFFICIENT", "the answer names scopes that are missing");
  const firewall = ofFirewall(evidence);
  if (firewall) return firewall;
  if (/\b(?:token|signature|request|session|link|url)\b[^.\n]{0,40}\bexpired\b/i.test(text))
    return found("AUTH_EXPIRED", "the body says expired");
  if (/\b(?:invalid|incorrect) (?:api key|token|credentials|signature|access key)\b/i.test(text))
    return found("AUTH_INVALID", "the body says that credentials are wrong");
  return found("PERMISSION_DENIED");
}

const NAMED_403: readonly CauseCode[] = [
  "RATE_LIMITED",
  "QUOTA_EXHAUSTED",
  "SCOPE_INSUFFICIENT",
  "AUTH_EXPIRED",
  "AUTH_INVALID",
  "AUTH_MISSING",
  "CSRF_REJECTED",
];

const LACKS_SCOPE =
  /\b(?:insufficient|missing|required?|requires|lacks?|without|not (?:been )?granted|does not have)\b[^.\n]{0,60}\bscopes?\b|\bscopes?\b[^.\n]{0,60}\b(?:insufficient|missing|required|not granted)\b/i;

/** GitHub names the scopes that would do, and those that the token has. */
function lacksScope(headers: Evidence["exchange"]["responseHeaders"]): boolean {
  const [accepted, held] = ["x-accepted-oauth-scopes", "x-oauth-scopes"].map((name) =>
    headers.get(name)?.split(/[ ,]+/).filter(Boolean),
  );
  if (accepted === undefined || held === undefined || accepted.length === 0) return false;
  return !accepted.some((scope) => held.includes(scope));
}

function ofFirewall(evidence: Evidence): Found | undefined {
  const sign = firewallSign(evidence.exchange.responseHeaders, evidence.body);
  return sign === undefined ? undefined : found("BLOCKED_BY_WAF", sign);
}

function ofUnprocessable(evidence: Evidence): Found | undefined {
  const { body, fieldErrors } = evidence;
  const isOfJson = fieldErrors.length === 0 && JSON_TROUBLES.some((trouble) => trouble.test(body));
  return isOfJson
    ? found("BODY_NOT_JSON", "the body speaks of JSON that cannot be read")
    : namedIn(evidence, ["BODY_NOT_JSON", "CSRF_REJECTED"]);
}

function ofTooMany(evidence: Evidence): Found {
  const { names, wait } = evidence;
  const isOfRate = names.some((name) => causeOfName(name) === "RATE_LIMITED");
  if (!isOfRate && names.some((name) => /quota|billing/i.test(name)))
    return found("QUOTA_EXHAUSTED", "a code in the body speaks of quota or billing");
  const named = namedIn(evidence, ["QUOTA_EXHAUSTED"]);
  if (named) return named;
  const text = wordsOf(evidence);
  return wait === undefined && (QUOTA_WORDS.test(text) || CREDIT_WORDS.test(text))
    ? found("QUOTA_EXHAUSTED", "the body speaks of a quota that is used up")
    : found("RATE_LIMITED");
}

function ofUnavailable(evidence: Evidence): Found | undefined {
  return namedIn(evidence, ["RATE_LIMITED", "OVERLOADED", "QUOTA_EXHAUSTED"]);
}
