/** The score of the MDN HTTP Observatory, version 6 of its algorithm: twelve tests, a modifier for each result. */
import { getDomain } from "tldts"; // what of a host's name was registered, by the public suffix list
import type { HeaderBag } from "../http/header-list.ts";
import type { UrlParts } from "../url/parse.ts";
import { isScoredSession, keptCookies, readCookie } from "./cookies.ts";
import type { PageFacts, Script } from "./page.ts";
import { type CspJudgement, judgePolicies } from "./policy.ts";

/** What is judged: a response, its page, and how one gets there. */
export interface Judged {
  readonly headers: HeaderBag;
  readonly url: UrlParts;
  readonly page: PageFacts;
  readonly redirects: readonly UrlParts[];
  readonly origin: string | undefined;
  readonly preloaded: boolean;
}

/** Modifier, and whether the test is passed; a result that is not here costs nothing and is passed. */
const RESULTS: Readonly<Record<string, readonly [modifier: number, passed: boolean]>> = {
  "csp-implemented-with-no-unsafe-default-src-none": [10, true],
  "csp-implemented-with-no-unsafe": [5, true],
  "csp-implemented-with-insecure-scheme-in-passive-content-only": [-10, true],
  "csp-implemented-with-unsafe-eval": [-10, false],
  "csp-implemented-with-unsafe-inline": [-20, false],
  "csp-implemented-with-insecure-scheme": [-20, false],
  "csp-header-invalid": [-25, false],
  "csp-not-implemented": [-25, false],
  "csp-not-implemented-but-reporting-enabled": [-25, false],
  "cookies-secure-with-httponly-sessions-and-samesite": [5, true],
  "cookies-without-secure-flag-but-protected-by-hsts": [-5, false],
  "cookies-without-secure-flag": [-20, false],
  "cookies-session-without-secure-flag-but-protected-by-hsts": [-10, false],
  "cookies-samesite-flag-invalid": [-20, false],
  "cookies-anticsrf-without-samesite-flag": [-20, false],
  "cookies-session-without-httponly-flag": [-30, false],
  "cookies-session-without-secure-flag": [-40, false],
  "coep-implemented-with-require-corp": [10, true],
  "coep-implemented-with-credentialless": [10, true],
  "coep-header-invalid": [-5, false],
  "coop-implemented-with-same-origin": [10, true],
  "coop-implemented-with-same-origin-allow-popups": [10, true],
  "coop-implemented-with-noopener-allow-popups": [10, true],
  "coop-header-invalid": [-5, false],
  "corp-implemented-with-same-origin": [10, true],
  "corp-implemented-with-same-site": [10, true],
  "corp-header-invalid": [-5, false],
  "cross-origin-resource-sharing-implemented-with-universal-access": [-50, false],
  "redirection-off-host-from-http": [-5, false],
  "redirection-not-to-https-on-initial-redirection": [-10, false],
  "redirection-not-to-https": [-20, false],
  "redirection-missing": [-20, false],
  "referrer-policy-private": [5, true],
  "referrer-policy-unsafe": [-5, false],
  "referrer-policy-header-invalid": [-5, false],
  "hsts-preloaded": [5, true],
  "hsts-implemented-max-age-less-than-six-months": [-10, false],
  "hsts-not-implemented": [-20, false],
  "hsts-header-invalid": [-20, false],
  "hsts-not-implemented-no-https": [-20, false],
  "sri-implemented-and-all-scripts-loaded-securely": [5, true],
  "sri-implemented-and-external-scripts-loaded-securely": [5, true],
  "sri-not-implemented-but-external-scripts-loaded-securely": [-5, false],
  "sri-implemented-but-external-scripts-not-loaded-securely": [-20, false],
  "sri-not-implemented-and-external-scripts-not-loaded-securely": [-50, false],
  "x-content-type-options-not-implemented": [-5, false],
  "x-content-type-options-header-invalid": [-5, false],
  "x-frame-options-implemented-via-csp": [5, true],
  "x-frame-options-sameorigin-or-deny": [5, true],
  "x-frame-options-not-implemented": [-20, false],
  "x-frame-options-header-invalid": [-20, false],
};

export interface TestResult {
  readonly result: string;
  readonly modifier: number;
  readonly passed: boolean;
}

export interface Score {
  readonly score: number;
  readonly grade: string;
  readonly testsPassed: number;
  readonly tests: Readonly<Record<string, TestResult>>;
}

export function scoreOf(judged: Judged): Score {
  const csp = cspOf(judged);
  const results = {
    "content-security-policy": csp.result,
    cookies: cookiesResult(judged),
    "cross-origin-embedder-policy": embedderResult(judged.headers),
    "cross-origin-opener-policy": openerResult(judged.headers),
    "cross-origin-resource-policy": resourceResult(judged.headers),
    "cross-origin-resource-sharing": sharingResult(judged),
    redirection: redirectionResult(judged),
    "referrer-policy": referrerResult(judged),
    "strict-transport-security": transportResult(judged),
    "subresource-integrity": integrityResult(judged),
    "x-content-type-options": contentTypeResult(judged.headers),
    "x-frame-options": csp.hasFrameAncestors
      ? "x-frame-options-implemented-via-csp"
      : frameResult(judged.headers),
  };
  const entries = Object.entries(results).map(([test, result]) => {
    const [modifier = 0, passed = true] = RESULTS[result] ?? [];
    return [test, { result, modifier, passed }] as const;
  });
  const modifiers = entries.map(([, { modifier }]) => modifier);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 100);
  const without = sum(modifiers.filter((modifier) => modifier < 0));
  const score = Math.max(0, without >= 90 ? sum(modifiers) : without);
  return {
    score,
    grade: gradeOf(score),
    testsPassed: entries.filter(([, { passed }]) => passed).length,
    tests: Object.fromEntries(entries),
  };
}

const GRADES: readonly (readonly [least: number, grade: string])[] = [
  [100, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
];

function gradeOf(score: number): string {
  return GRADES.find(([least]) => score >= least)?.[1] ?? "F";
}

function cspOf({ headers, page, url }: Judged): CspJudgement {
  return judgePolicies(
    headers.all("content-security-policy"),
    page.policies,
    headers.get("content-security-policy-report-only") !== undefined,
    url.protocol === "https:",
  );
}

/** From best to worst. */
const COOKIE_ORDER = [
  "cookies-without-secure-flag-but-protected-by-hsts",
  "cookies-without-secure-flag",
  "cookies-session-without-secure-flag-but-protected-by-hsts",
  "cookies-samesite-flag-invalid",
  "cookies-anticsrf-without-samesite-flag",
  "cookies-session-without-httponly-flag",
  "cookies-session-without-secure-flag",
] as const;

function cookiesResult(judged: Judged): string {
  const lines = judged.headers.all("set-cookie").map(readCookie);
  const kept = keptCookies(lines, judged.url.hostname);
  if (kept.length === 0) return "cookies-not-found";
  const [, isStrict = true] = RESULTS[transportResult(judged)] ?? [];
  const protection = isStrict ? "-but-protected-by-hsts" : "";
  const found = new Set<string>();
  if (lines.some(({ isSameSiteInvalid }) => isSameSiteInvalid))
    found.add("cookies-samesite-flag-invalid");
  for (const cookie of kept) {
    const isSession = isScoredSession(cookie);
    if (!cookie.secure) {
      found.add(`cookies-without-secure-flag${protection}`);
      if (isSession) found.add(`cookies-session-without-secure-flag${protection}`);
      if (cookie.sameSite === "none") found.add("cookies-samesite-flag-invalid");
    }
    if (/csrf/i.test(cookie.name) && cookie.sameSite === undefined)
      found.add("cookies-anticsrf-without-samesite-flag");
    if (isSession && !cookie.httpOnly) found.add("cookies-session-without-httponly-flag");
  }
  const worst = COOKIE_ORDER.findLast((result) => found.has(result));
  if (worst !== undefined) return worst;
  return kept.some(({ sameSite }) => sameSite === undefined)
    ? "cookies-secure-with-httponly-sessions"
    : "cookies-secure-with-httponly-sessions-and-samesite";
}

/** A token of RFC 8941 with parameters of it; undefined for any other item. */
export function structuredToken(text: string): string | undefined {
  // Bounded: to the first 1,024 characters.
  const match =
    /^ *([A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*)(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:"(?:[ !#-[\]-~]|\\["\\])*"|-?\d{1,12}(?:\.\d{1,3})?|:[A-Za-z0-9+/=]*:|\?[01]|[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*))?)* *$/.exec(
      text.slice(0, 1024),
    );
  return match?.[1];
}

const OPENER = ["same-origin", "same-origin-allow-popups", "noopener-allow-popups", "unsafe-none"];
const EMBEDDER = ["require-corp", "credentialless", "unsafe-none"];
const RESOURCE: ReadonlySet<string> = new Set(["same-origin", "same-site", "cross-origin"]);

function openerResult(headers: HeaderBag): string {
  return tokenResult("coop", headers.all("cross-origin-opener-policy"), OPENER);
}

function embedderResult(headers: HeaderBag): string {
  return tokenResult("coep", headers.all("cross-origin-embedder-policy"), EMBEDDER);
}

function tokenResult(name: string, values: readonly string[], known: readonly string[]): string {
  const [value = ""] = values;
  if (values.length > 1) return `${name}-header-invalid`;
  if (value === "") return `${name}-not-implemented`;
  const token = structuredToken(value.trim());
  return token !== undefined && known.includes(token)
    ? `${name}-implemented-with-${token}`
    : `${name}-header-invalid`;
}

function resourceResult(headers: HeaderBag): string {
  const value = headers.all("cross-origin-resource-policy")[0]?.slice(0, 256).trim().toLowerCase();
  if (!value) return "corp-not-implemented";
  return RESOURCE.has(value) ? `corp-implemented-with-${value}` : "corp-header-invalid";
}

function sharingResult({ headers, origin }: Judged): string {
  const name = "cross-origin-resource-sharing";
  const allowed = headers.all("access-control-allow-origin")[0]?.trim().toLowerCase();
  if (!allowed) return `${name}-not-implemented`;
  if (allowed === "*") return `${name}-implemented-with-public-access`;
  const credentials = headers.all("access-control-allow-credentials")[0]?.trim().toLowerCase();
  const isUniversal = origin?.trim().toLowerCase() === allowed && credentials === "true";
  return `${name}-implemented-with-${isUniversal ? "universal" : "restricted"}-access`;
}

function redirectionResult({ redirects, preloaded, url }: Judged): string {
  const [first, second] = redirects;
  const last = redirects.at(-1);
  if (first === undefined || last === undefined) return "redirection-not-needed-no-http";
  const isOwn = ({ hostname }: UrlParts) =>
    hostname === url.hostname || hostname.endsWith(`.${url.hostname}`);
  if (preloaded && redirects.every(isOwn)) return "redirection-all-redirects-preloaded";
  if (second === undefined) return "redirection-missing";
  if (last.protocol !== "https:") return "redirection-not-to-https";
  if (second.protocol === "http:") return "redirection-not-to-https-on-initial-redirection";
  const isOff = first.protocol === "http:" && first.hostname !== second.hostname;
  return isOff ? "redirection-off-host-from-http" : "redirection-to-https";
}

export const PRIVATE_REFERRERS = [
  "no-referrer",
  "same-origin",
  "strict-origin",
  "strict-origin-when-cross-origin",
];
const OPEN_REFERRERS: ReadonlySet<string> = new Set([
  "origin",
  "origin-when-cross-origin",
  "unsafe-url",
  "no-referrer-when-downgrade",
]);

function referrerResult({ headers, page }: Judged): string {
  const values = [...headers.all("referrer-policy"), ...page.referrers];
  if (values.length === 0) return "referrer-policy-not-implemented";
  const policy = lastReferrer(values);
  if (policy === undefined) return "referrer-policy-header-invalid";
  return PRIVATE_REFERRERS.includes(policy) ? "referrer-policy-private" : "referrer-policy-unsafe";
}

/** The last value that is one. */
export function lastReferrer(values: readonly string[]): string | undefined {
  return values
    .flatMap((value) => value.split(","))
    .map((value) => value.trim().toLowerCase())
    .findLast((value) => PRIVATE_REFERRERS.includes(value) || OPEN_REFERRERS.has(value));
}

export interface Transport {
  readonly maxAge: number;
  readonly includesSubDomains: boolean;
  readonly preload: boolean;
}

/** What the header asks for; undefined where it is none. */
export function readTransport(value: string): Transport | undefined {
  if (value.includes(",")) return undefined;
  const parts = value.split(";").map((part) => part.trim().toLowerCase());
  const age = parts.findLast((part) => part.startsWith("max-age="));
  const [digits] = /^\s*[+-]?\d+/.exec(age?.slice("max-age=".length) ?? "") ?? [];
  if (digits === undefined) return undefined;
  return {
    maxAge: Number(digits),
    includesSubDomains: parts.includes("includesubdomains"),
    preload: parts.includes("preload"),
  };
}

/** Preloading asks for all subdomains and a year: another combination is refused by the list. */
export function isPreloadInvalid(value: string): boolean {
  const transport = readTransport(value);
  if (!transport?.preload) return false;
  return !transport.includesSubDomains || transport.maxAge < 31_536_000;
}

export const SIX_MONTHS = 15_552_000;

function transportResult({ headers, url, preloaded }: Judged): string {
  if (url.protocol !== "https:") return "hsts-not-implemented-no-https";
  if (preloaded) return "hsts-preloaded";
  const [value] = headers.all("strict-transport-security");
  if (value === undefined) return "hsts-not-implemented";
  const transport = readTransport(value.slice(0, 1024));
  if (transport === undefined) return "hsts-header-invalid";
  return transport.maxAge < SIX_MONTHS
    ? "hsts-implemented-max-age-less-than-six-months"
    : "hsts-implemented-max-age-at-least-six-months";
}

/** From best to worst. */
const INTEGRITY_ORDER = [
  "sri-implemented-and-all-scripts-loaded-securely",
  "sri-implemented-and-external-scripts-loaded-securely",
  "sri-implemented-but-external-scripts-not-loaded-securely",
  "sri-not-implemented-but-external-scripts-loaded-securely",
  "sri-not-implemented-and-external-scripts-not-loaded-securely",
] as const;

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

function integrityResult({ headers, page, url }: Judged): string {
  const [type = ""] = (headers.all("content-type")[0] ?? "").split(";");
  if (type !== "" && !HTML_TYPES.has(type.trim().toLowerCase()))
    return "sri-not-implemented-response-not-html";
  if (page.scripts.length === 0) return "sri-not-implemented-but-no-scripts-loaded";
  let worst = -1;
  let isForeign = false;
  for (const script of page.scripts) {
    const loaded = loadedFrom(script, url);
    if (loaded === undefined) continue;
    isForeign ||= !loaded.isOwn;
    // The bonus for one's own scripts is there only where nothing was found before.
    if (loaded.rank !== 0 || worst < 0) worst = Math.max(worst, loaded.rank);
  }
  const result = INTEGRITY_ORDER[worst];
  if (result !== undefined) return result;
  return isForeign
    ? "sri-implemented-and-external-scripts-loaded-securely"
    : "sri-not-implemented-but-all-scripts-loaded-from-secure-origin";
}

/** Whose script it is, and its place in the order; -1 where that says nothing. Undefined for an inline one. */
function loadedFrom({ src, integrity }: Script, url: UrlParts) {
  if (!src) return undefined;
  const isAbsolute = /^https?:\/\//i.test(src);
  const isOwn = isAbsolute ? siteOf(hostOf(src)) === siteOf(url.hostname) : !/^\/\/[^/]/.test(src);
  const isSecure = isAbsolute ? /^https:/i.test(src) : isOwn && url.protocol === "https:";
  if (isOwn) return { isOwn, rank: integrity && isSecure ? 0 : -1 };
  if (integrity) return { isOwn, rank: isSecure ? -1 : 2 };
  return { isOwn, rank: isSecure ? 3 : 4 };
}

/** The registrable domain; addresses and names of one label are their own. */
function siteOf(host: string): string {
  return getDomain(host) ?? host;
}

function hostOf(src: string): string {
  const [, host = ""] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(src) ?? [];
  return host.toLowerCase();
}

function contentTypeResult(headers: HeaderBag): string {
  const value = headers.all("x-content-type-options")[0]?.trim().toLowerCase();
  if (!value) return "x-content-type-options-not-implemented";
  return value === "nosniff"
    ? "x-content-type-options-nosniff"
    : "x-content-type-options-header-invalid";
}

function frameResult(headers: HeaderBag): string {
  const value = headers.all("x-frame-options")[0]?.trim().toLowerCase();
  if (!value) return "x-frame-options-not-implemented";
  if (value === "deny" || value === "sameorigin") return "x-frame-options-sameorigin-or-deny";
  return value.startsWith("allow-from")
    ? "x-frame-options-allow-from-origin"
    : "x-frame-options-header-invalid";
}
