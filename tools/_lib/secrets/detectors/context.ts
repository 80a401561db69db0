/** Credentials known by their structure or by the words before them. */
import { readBase64 } from "../../bytes/base64.ts";
import { decodeUtf8 } from "../../bytes/encodings.ts";
import { type Candidate, type Detector, detectors } from "./detector.ts";

/** Words in the names of parameters, keys and flags whose values are secret. */
const SECRET_NAME = [
  "pass(?:word|wd|phrase|code)|pwd|secret",
  "(?:api|access|private|signing|encryption|account)[_-]?key",
  "(?:auth|access|refresh|id)[_-]?token|session[_-]?(?:id|token|key)|sessionid",
  "(?:csrf|xsrf)[_-]?token|token|credentials?|otp|pin[_-]?code",
].join("|");

export const CONTEXT_DETECTORS: readonly Detector[] = detectors("credential", [
  {
    id: "jwt",
    label: "JWT",
    severity: "high",
    pattern:
      /eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)?/,
    standsAlone: true,
    anchors: ["eyj"],
    lead: { run: /[A-Za-z0-9_-]*/y, next: /\.[A-Za-z0-9_-]{2,}\./y },
    check: isJoseToken,
  },
  {
    id: "authorization-header",
    label: "AUTH_HEADER",
    severity: "high",
    pattern:
      /\b(?:proxy-)?authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:bearer|basic|digest|token|apikey|negotiate|aws4-hmac-sha256)\s{1,4})?(?<s>[^\s"',;]{4,})/i,
    anchors: ["authorization"],
    reach: 6,
    check: isNoPlaceholder,
  },
  {
    id: "bearer-token",
    label: "BEARER_TOKEN",
    severity: "high",
    pattern: /\bbearer\s{1,4}(?<s>[A-Za-z0-9._~+/=-]{16,})/i,
    anchors: ["bearer"],
    check: isNoPlaceholder,
  },
  {
    id: "cookie-header",
    label: "COOKIE",
    severity: "high",
    pattern: /\b(?:set-)?cookie["']?\s{0,4}:\s{0,4}["']?(?<s>[^\r\n"']{4,})/i,
    anchors: ["cookie"],
    reach: 4,
  },
  {
    id: "url-credentials",
    label: "URL_PASSWORD",
    severity: "critical",
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@?#]*:(?<s>[^\s/@?#]{1,256})@/i,
    anchors: ["://"],
    reach: 21,
    check: isNoPlaceholder,
  },
  {
    id: "secret-parameter",
    label: "URL_SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`[?&](?:[a-z0-9._-]*(?:${SECRET_NAME})|key|auth|code|signature|sig)=(?<s>[^&\s#"'<>]{4,})`,
      "i",
    ),
    anchors: ["?", "&"],
    check: isNoPlaceholder,
  },
  {
    id: "assigned-secret",
    label: "SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`(?<![a-z0-9])["']?[a-z0-9_.-]{0,40}?(?:${SECRET_NAME})[0-9]{0,3}["']?\s{0,3}(?::=|=>|=|:)\s{0,3}(?:"(?<s>(?:[^"\\\r\n]|\\.){4,})"|'(?<s2>(?:[^'\\\r\n]|\\.){4,})'|(?<s3>[^\s"',;&(){}\[\]<>]{4,}))`,
      "i",
    ),
    anchors: ["pass", "pwd", "secret", "key", "token", "session", "credential", "otp", "pin"],
    reach: 52,
    check: isAssignedSecret,
  },
  {
    id: "flag-secret",
    label: "SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`(?<!\S)--[a-z0-9-]{0,30}?(?:${SECRET_NAME})\s{1,4}["']?(?<s>[^\s"'-][^\s"']{3,})`,
      "i",
    ),
    anchors: ["--"],
    check: isNoPlaceholder,
  },
]);

/** Whether the first part is base64url of a JSON object with a string `alg`, as RFC 7515 and 7516 want. */
function isJoseToken({ value }: Candidate): string | false {
  const read = readBase64(value.slice(0, value.indexOf(".")), "url");
  const text = "bytes" in read ? decodeUtf8(read.bytes) : undefined;
  return text !== undefined && typeof algorithmOf(text) === "string" && "jose-header";
}

function algorithmOf(json: string): unknown {
  try {
    const header = JSON.parse(json) as unknown;
    const isObject = typeof header === "object" && header !== null && Object.hasOwn(header, "alg");
    return isObject ? (header as { readonly alg: unknown }).alg : undefined;
  } catch {
    return undefined;
  }
}

const PLACEHOLDER_FILLER = /^(?:\*+|\.+|x{3,})$/i;
/** Of templates and shells: `<token>`, `{{token}}`, `${TOKEN}`, `$(cat token)`, `$TOKEN`, `%token%`, `%(token)s`. */
const PLACEHOLDER_TEMPLATE = /^(?:[<[{]|\$[{(]|\$[A-Z_][A-Z0-9_]*(?![A-Za-z0-9_])|%[A-Za-z_(])/;
const PLACEHOLDER_WORD =
  /^(?:null|none|nil|undefined|true|false|redacted|hidden|masked|n\/a|empty|required|string)$/i;

/** Whether a text only stands for a secret. */
function isPlaceholder(value: string): boolean {
  return (
    PLACEHOLDER_FILLER.test(value) ||
    PLACEHOLDER_TEMPLATE.test(value) ||
    PLACEHOLDER_WORD.test(value)
  );
}

function isNoPlaceholder({ value }: Candidate): boolean {
  return !isPlaceholder(value);
}

const PLAIN_NUMBER = /^[+-]?[0-9]+(?:\.[0-9]+)?$/;
/** Keys whose numbers are secret. */
const PASSWORD_KEY = /pass|pwd|otp|pin/i;

/** A bare number is a count or a limit (`token=4521`), except where passwords and codes stand. */
function isAssignedSecret({ value, before, group }: Candidate): boolean {
  if (isPlaceholder(value)) return false;
  return group !== "s3" || !PLAIN_NUMBER.test(value) || PASSWORD_KEY.test(before);
}
