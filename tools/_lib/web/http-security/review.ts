/** What is weak in a response beyond what the score says. */
import { nearest } from "../../text/nearest.ts";
import { counted } from "../../text/plural.ts";
import type { Severity } from "../../results/review/shapes.ts";
import { type CookieLine, isCacheable, isSession, readCookie } from "./cookies.ts";
import { DIRECTIVES, isDeprecated, isRevealing, OLD_DIRECTIVES, SINGLE } from "./names.ts";
import { readPolicy, splitPolicies } from "./policy.ts";
import { isPreloadInvalid, type Judged, readTransport, type Score } from "./score.ts";

export interface Weakness {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly subject?: string;
}

const QUIET = /^(?:referrer-policy|coop|corp)-not-implemented$/;
const NOTED: ReadonlySet<string> = new Set([
  "csp-implemented-with-unsafe-inline-in-style-src-only",
  "csp-implemented-but-duplicate-directives",
]);

/** A code for each result that costs points, or could be better; `rules` says what each means. */
export function scoreFindings(
  { tests }: Score,
  rules: Readonly<Record<string, string>>,
): Weakness[] {
  return Object.entries(tests).flatMap(([test, { result, modifier }]) => {
    const isInfo = QUIET.test(result) || NOTED.has(result);
    if (modifier >= 0 && !isInfo) return [];
    const severity = isInfo ? "info" : modifier <= -20 ? "error" : "warning";
    const points = modifier === 0 ? "no points lost" : `${-modifier} points lost`;
    const code = result.replaceAll("-", "_").toUpperCase();
    return [{ severity, code, message: `${rules[code] ?? code}: ${points} in the test ${test}` }];
  });
}

export interface Reviewed extends Judged {
  readonly siteType: "website" | "api";
}

export function reviewFindings(judged: Reviewed): Weakness[] {
  return [
    ...nameFindings(judged),
    ...transportFindings(judged),
    ...policyFindings(judged),
    ...sharingFindings(judged),
    ...judged.headers
      .all("set-cookie")
      .map(readCookie)
      .flatMap((cookie) => cookieFindings(cookie, judged)),
    ...(isCacheable(judged.headers)
      ? [
          warning(
            "COOKIE_RESPONSE_CACHEABLE",
            "The response sets cookies, and a cache may keep it for others: send Cache-Control no-store",
          ),
        ]
      : []),
    ...pageFindings(judged),
  ];
}

const found = (severity: Severity) => (code: string, message: string, subject?: string) => ({
  severity,
  code,
  message,
  ...(subject === undefined ? {} : { subject }),
});
const error = found("error");
const warning = found("warning");
const info = found("info");

function nameFindings({ headers, siteType }: Reviewed): Weakness[] {
  const weak: Weakness[] = [];
  const [server = ""] = headers.all("server");
  if (/\d/.test(server))
    weak.push(warning("SERVER_VERSION_DISCLOSED", "The header Server tells the version", "Server"));
  for (const name of headers.names) {
    const key = name.toLowerCase();
    if (isRevealing(key))
      weak.push(info("HEADER_REVEALS", `${name} tells what runs here: remove it`, name));
    if (isDeprecated(key))
      weak.push(info("DEPRECATED_HEADER", `${name} does nothing any more: remove it`, name));
    const { length } = headers.all(key);
    if (length > 1 && SINGLE.has(key)) {
      const message = `${name} is sent ${length} times and has one value: send one line`;
      weak.push(warning("HEADER_DUPLICATED", message, name));
    }
  }
  const [filter] = headers.all("x-xss-protection");
  if (filter !== undefined && !/^0\s*(?:;|$)/.test(filter)) {
    const message = "X-XSS-Protection switches on a filter that opens holes of its own: remove it";
    weak.push(warning("XSS_PROTECTION_ENABLED", message));
  }
  if (siteType === "website" && !headers.has("permissions-policy")) {
    const message = "Nothing says which features of the browser frames and scripts may use";
    weak.push(info("PERMISSIONS_POLICY_MISSING", message));
  }
  return weak;
}

function transportFindings({ headers, url }: Reviewed): Weakness[] {
  const [value = ""] = headers.all("strict-transport-security");
  const transport = readTransport(value);
  if (transport === undefined || url.protocol !== "https:") return [];
  return [
    ...(transport.includesSubDomains
      ? []
      : [info("HSTS_NO_SUBDOMAINS", "Subdomains may still be asked for over http")]),
    ...(isPreloadInvalid(value)
      ? [
          warning(
            "HSTS_PRELOAD_INVALID",
            "preload is there without includeSubDomains or a max-age of a year: the list refuses it",
          ),
        ]
      : []),
  ];
}

const SHORTEST_NONCE = 22;

function policyFindings({ headers, page, siteType }: Reviewed): Weakness[] {
  const inHeader = splitPolicies(headers.all("content-security-policy"));
  const own = inHeader.filter((policy) => policy !== "");
  const all = [...own, ...splitPolicies(page.policies)].filter((policy) => policy !== "");
  return [
    ...all.flatMap(directiveFindings),
    ...(siteType === "website" ? own.flatMap(missingFindings) : []),
  ];
}

function directiveFindings(policy: string): Weakness[] {
  const weak: Weakness[] = [];
  const seen = new Set<string>();
  for (const { name, sources } of readPolicy(policy)) {
    if (seen.has(name)) {
      const message = `${name} stands twice in one policy: browsers take the first`;
      weak.push(warning("CSP_DUPLICATE_DIRECTIVE", message, name));
    }
    seen.add(name);
    if (OLD_DIRECTIVES.has(name)) {
      const message = `${name} does nothing in today's browsers: remove it`;
      weak.push(info("CSP_DEPRECATED_DIRECTIVE", message, name));
    } else if (!DIRECTIVES.has(name)) {
      const [near] = nearest(name, DIRECTIVES, { limit: 1 });
      const hint = near === undefined ? "" : `; did you mean ${near}?`;
      weak.push(warning("CSP_UNKNOWN_DIRECTIVE", `No browser knows ${name}${hint}`, name));
    }
    const isWeak = sources.some((source) => {
      const [, nonce] = /^'nonce-([^']*)'$/i.exec(source) ?? [];
      return nonce !== undefined && nonce.replaceAll("=", "").length < SHORTEST_NONCE;
    });
    if (isWeak) {
      const message = `A nonce in ${name} has fewer than ${SHORTEST_NONCE} characters: it can be guessed; draw 16 random bytes for each response`;
      weak.push(warning("CSP_WEAK_NONCE", message, name));
    }
  }
  return weak;
}

function missingFindings(policy: string): Weakness[] {
  const names = new Set(readPolicy(policy).map(({ name }) => name));
  return [
    ...(names.has("base-uri")
      ? []
      : [
          warning(
            "CSP_BASE_URI_MISSING",
            "A base element that is slipped in moves all relative addresses",
          ),
        ]),
    ...(names.has("frame-ancestors")
      ? []
      : [warning("CSP_FRAME_ANCESTORS_MISSING", "The policy lets any page frame this one")]),
    ...(names.has("form-action")
      ? []
      : [info("CSP_FORM_ACTION_MISSING", "The policy lets forms send anywhere")]),
  ];
}

function sharingFindings({ headers }: Reviewed): Weakness[] {
  const allowed = headers.all("access-control-allow-origin")[0]?.trim().toLowerCase();
  const credentials = headers.all("access-control-allow-credentials")[0]?.trim().toLowerCase();
  return [
    ...(allowed === "*" && credentials === "true"
      ? [
          error(
            "CORS_WILDCARD_CREDENTIALS",
            "Every origin is allowed with credentials: browsers refuse it, and it tells what is meant",
          ),
        ]
      : []),
    ...(allowed === "null"
      ? [warning("CORS_NULL_ORIGIN", "The origin null is allowed: any sandboxed page has it")]
      : []),
  ];
}

function cookieFindings(cookie: CookieLine, { url }: Reviewed): Weakness[] {
  const { name, domain, secure, httpOnly, sameSite, isSameSiteInvalid } = cookie;
  if (name === "") return [];
  const session = isSession(cookie);
  const weak: Weakness[] = [];
  if (!secure) {
    const add = session ? error : warning;
    weak.push(add("COOKIE_SECURE_MISSING", `The cookie ${name} is sent over http, too`, name));
  }
  if (session && !httpOnly)
    weak.push(
      error("COOKIE_HTTPONLY_MISSING", `Scripts can read the session cookie ${name}`, name),
    );
  if (isSameSiteInvalid) {
    const message = `SameSite of the cookie ${name} is neither Lax, Strict nor None`;
    weak.push(error("COOKIE_SAMESITE_INVALID", message, name));
  } else if (sameSite === undefined) {
    const message = `The cookie ${name} does not say whether other sites may send it`;
    weak.push(warning("COOKIE_SAMESITE_MISSING", message, name));
  }
  if (sameSite === "none" && !secure) {
    const message = `The cookie ${name} has SameSite=None without Secure: browsers drop it`;
    weak.push(error("COOKIE_SAMESITE_NONE_INSECURE", message, name));
  }
  if (cookie.isPrefixBroken) {
    const rule = cookie.prefix === "__Host-" ? "Secure, Path=/ and no Domain" : "Secure";
    const message = `The prefix of ${name} asks for ${rule}: browsers drop the cookie`;
    weak.push(error("COOKIE_PREFIX_INVALID", message, name));
  }
  if (domain !== undefined && domain !== url.hostname && url.hostname.endsWith(`.${domain}`)) {
    const message = `The cookie ${name} goes to all hosts of ${domain}`;
    weak.push(info("COOKIE_DOMAIN_WIDE", message, name));
  }
  return weak;
}

function pageFindings({ page, url }: Reviewed): Weakness[] {
  const { eventHandlers, styleAttributes, insecureScripts } = page;
  const isHttps = url.protocol === "https:";
  return [
    ...(eventHandlers > 0
      ? [
          warning(
            "INLINE_EVENT_HANDLER",
            `${counted(eventHandlers, "attribute")} like onclick: no hash allows them, use addEventListener`,
          ),
        ]
      : []),
    ...(styleAttributes > 0
      ? [
          info(
            "INLINE_STYLE_ATTRIBUTE",
            `${counted(styleAttributes, "style attribute")}: only style-src-attr 'unsafe-inline' allows them`,
          ),
        ]
      : []),
    ...(isHttps
      ? insecureScripts.map((src) =>
          error("MIXED_CONTENT_SCRIPT", "A script over http is blocked on an https page", src),
        )
      : []),
  ];
}
