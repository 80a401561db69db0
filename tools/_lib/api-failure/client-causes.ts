/** What errors of clients and the numbers of curl mean. */
import { shortened } from "../text-table.ts";
import type { CauseCode } from "./codes.ts";
import { masked } from "./masked.ts";

export interface Found {
  readonly code: CauseCode;
  readonly evidence: readonly string[];
}

type Alternative = readonly [code: CauseCode, pattern: RegExp];

function curl(...numbers: readonly number[]): string {
  return String.raw`\bcurl(?: error)?:? {0,2}\(?(?:${numbers.join("|")})\b`;
}

function any(...sources: readonly string[]): RegExp {
  return new RegExp(sources.join("|"), "i");
}

/** The first that fits of each row; what is more particular stands first. */
const ROWS: readonly (readonly Alternative[])[] = [
  [
    ["DNS_TEMPORARY", any("EAI_AGAIN", "temporary failure in name resolution")],
    [
      "DNS_NOT_FOUND",
      any(
        "ENOTFOUND",
        "getaddrinfo",
        "could not resolve host",
        "no such host",
        "ERR_NAME_NOT_RESOLVED",
        curl(6),
      ),
    ],
  ],
  [
    [
      "CONNECTION_REFUSED",
      any("ECONNREFUSED", "connection refused", "ERR_CONNECTION_REFUSED", curl(7)),
    ],
    [
      "CONNECTION_RESET",
      any(
        "ECONNRESET",
        String.raw`\bEPIPE\b`,
        "socket hang up",
        "connection reset",
        "ERR_CONNECTION_RESET",
        curl(52, 56),
      ),
    ],
    ["CONNECT_TIMEOUT", any("ETIMEDOUT", "timed out", "ERR_TIMED_OUT", curl(28))],
  ],
  [
    ["TLS_CERT_EXPIRED", any("CERT_HAS_EXPIRED", "certificate has expired")],
    [
      "TLS_HOSTNAME_MISMATCH",
      any("ERR_TLS_CERT_ALTNAME_INVALID", "no alternative certificate subject name"),
    ],
    [
      "TLS_CERT_UNTRUSTED",
      any(
        "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
        "SELF_SIGNED_CERT_IN_CHAIN",
        "DEPTH_ZERO_SELF_SIGNED_CERT",
        "self[- ]signed certificate",
        "unable to get local issuer certificate",
        curl(60),
      ),
    ],
    ["TLS_PROTOCOL", any(String.raw`\bEPROTO\b`, "wrong version number", curl(35))],
  ],
  [
    ["CORS_BLOCKED", any("blocked by CORS policy")],
    ["REDIRECT_LOOP", any("ERR_TOO_MANY_REDIRECTS", "too many redirects", curl(47))],
    ["REQUEST_ABORTED", any("AbortError")],
  ],
];

const LONGEST_SHOWN = 200;

export function clientCauses(errorText: string): Found[] {
  if (errorText === "") return [];
  return ROWS.flatMap((row) => {
    const fitting = row.find(([, pattern]) => pattern.test(errorText));
    if (!fitting) return [];
    const [code, pattern] = fitting;
    const line = errorText.split("\n").find((each) => pattern.test(each)) ?? errorText;
    return [{ code, evidence: [shortened(masked(line.trim()), LONGEST_SHOWN)] }];
  });
}
