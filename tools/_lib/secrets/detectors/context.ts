/** Credentials known by their structure or by the words before them. */
import { type Detector, detectors } from "./detector.ts";
import { isJoseToken } from "./jose-check.ts";
import { isAssignedSecret, isNoPlaceholder } from "./placeholder.ts";

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
