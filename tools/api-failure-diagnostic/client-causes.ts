/** What errors of clients and the numbers of curl mean. */
import { shortened } from "../_lib/text/shown.ts";
import type { CauseCode } from "./codes.ts";
import { masked } from "./masked.ts";

export interface Found {
  readonly code: CauseCode;
  readonly evidence: readonly string[];
}

/** What names the cause, and what only describes it. */
type Alternative = readonly [code: CauseCode, named: RegExp, worded?: RegExp];

function curl(...numbers: readonly number[]): string {
  return String.raw`\bcurl(?: error)?:? {0,2}\(?(?:${numbers.join("|")})\b`;
}

function any(...sources: readonly string[]): RegExp {
  return new RegExp(sources.join("|"), "i");
}

/** The first that fits of each row; what is more particular stands first. */
const ROWS: readonly (readonly Alternative[])[] = [
  [
    ["DNS_TEMPORARY", any("EAI_AGAIN"), any("temporary failure in name resolution")],
    [
      "DNS_NOT_FOUND",
      any("ENOTFOUND", "getaddrinfo", "could not resolve host", curl(6)),
      any("no such host", "ERR_NAME_NOT_RESOLVED"),
    ],
  ],
  [
    ["CONNECTION_REFUSED", any("ECONNREFUSED", curl(7)), any("connection[ _]refused")],
    [
      "CONNECTION_RESET",
      any("ECONNRESET", String.raw`\bEPIPE\b`, "socket hang up", curl(52, 56)),
      any("connection[ _]reset"),
    ],
    ["CONNECT_TIMEOUT", any("ETIMEDOUT", "timed out", curl(28)), any("ERR_TIMED_OUT")],
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
        curl(60),
      ),
      any("self[- ]signed certificate", "unable to get local issuer certificate"),
    ],
    ["TLS_PROTOCOL", any(String.raw`\bEPROTO\b`, "wrong version number", curl(35))],
  ],
  [
    ["CORS_BLOCKED", any("blocked by CORS policy")],
    ["REDIRECT_LOOP", any("ERR_TOO_MANY_REDIRECTS", curl(47)), any("too many redirects")],
    ["REQUEST_ABORTED", any("AbortError")],
  ],
];

const LONGEST_SHOWN = 200;

/** What the text names; what it only describes, often in the words of a server, comes apart. */
export function clientCauses(errorText: string): { named: Found[]; worded: Found[] } {
  if (errorText === "") return { named: [], worded: [] };
  return {
    named: fitting(errorText, ([, named]) => named),
    worded: fitting(errorText, ([, , worded]) => worded),
  };
}

function fitting(errorText: string, patternOf: (of: Alternative) => RegExp | undefined): Found[] {
  return ROWS.flatMap((row) => {
    const alternative = row.find((each) => patternOf(each)?.test(errorText));
    const pattern = alternative && patternOf(alternative);
    if (!pattern) return [];
    const line = errorText.split("\n").find((each) => pattern.test(each)) ?? errorText;
    return [{ code: alternative[0], evidence: [shortened(masked(line.trim()), LONGEST_SHOWN)] }];
  });
}
