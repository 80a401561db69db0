/** Credentials known by their structure or by the words before them. */
import { readBase64 } from "../../bytes/base64.ts";
import { decodeUtf8 } from "../../bytes/encodings.ts";
import { type Candidate, type Detector, detectors } from "./detector.ts";
import { isNoPlaceholder, SECRET_NAME } from "./secret-names.ts";

export const CONTEXT_DETECTORS: readonly Detector[] = detectors("credential", [
  {
    id: "jwt",
    label: "JWT",
    severity: "high",
    // Bounded: `lead` leaves out a run without the dots that a token needs.
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
    pattern:
      /\b(?:set-)?cookie(?:["']?\s{0,4}:\s{0,4}["']?|\s{0,4}=\s{0,4}["'])(?<s>[^\r\n"']{4,})/i,
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
    // The token of a badge lets its image be read, by everyone.
    id: "secret-parameter",
    label: "URL_SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`(?<!/badge\.svg)[?&](?:[a-z0-9._-]*(?:${SECRET_NAME})|key|auth|code|signature|sig)=(?<s>[^&\s#"'<>]{4,})`,
      "i",
    ),
    anchors: ["?", "&"],
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
