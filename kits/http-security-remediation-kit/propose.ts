/** The headers and cookies that the response should have had. */
import { HeaderBag, type HeaderField } from "../../tools/_lib/web/http/header-list.ts";
import { isCacheable, mendCookie, readCookie } from "../../tools/_lib/web/http-security/cookies.ts";
import { buildPolicy, type PolicyWish, repairPolicy } from "./csp-repair.ts";
import { isDeprecated, isRevealing } from "../../tools/_lib/web/http-security/names.ts";
import { splitPolicies } from "../../tools/_lib/web/http-security/policy.ts";
import {
  isPreloadInvalid,
  lastReferrer,
  PRIVATE_REFERRERS,
  readTransport,
  type Score,
  SIX_MONTHS,
} from "../../tools/_lib/web/http-security/score.ts";

export interface Wish extends PolicyWish {
  readonly fields: readonly HeaderField[];
  readonly headers: HeaderBag;
  readonly before: Score;
  readonly cspMode: "repair" | "build" | "keep";
  readonly hsts: TransportWish | undefined;
  readonly isolate: boolean;
}

export interface TransportWish {
  readonly maxAge?: number;
  readonly includeSubDomains?: boolean;
  readonly preload?: boolean;
}

export interface MendedCookie {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export interface Proposal {
  readonly headers: readonly HeaderField[];
  /** As the response writes them. */
  readonly removed: readonly string[];
  readonly cookies: readonly MendedCookie[];
  readonly keepsInline: boolean;
  readonly keepsEval: boolean;
}

const PERMISSIONS =
  "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()";

export function propose(wish: Wish): Proposal {
  const { headers, fields, before, siteType } = wish;
  const isWebsite = siteType === "website";
  const policies = policiesOf(wish);
  const resultOf = (test: string) => before.tests[test]?.result ?? "";
  const first = (name: string) => headers.all(name)[0] ?? "";
  const embedder = resultOf("cross-origin-embedder-policy");
  const proposed: [name: string, value: string | undefined][] = [
    ...policies.map(({ text }): [string, string] => ["Content-Security-Policy", text]),
    ["Strict-Transport-Security", transportOf(wish)],
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", /^sameorigin$/i.test(first("x-frame-options")) ? "SAMEORIGIN" : "DENY"],
    ["Referrer-Policy", referrerOf(headers)],
    ["Cross-Origin-Opener-Policy", isWebsite ? openerOf(first, resultOf) : undefined],
    [
      "Cross-Origin-Embedder-Policy",
      embedder.startsWith("coep-implemented") && !(wish.isolate && embedder.endsWith("unsafe-none"))
        ? first("cross-origin-embedder-policy")
        : wish.isolate
          ? "require-corp"
          : undefined,
    ],
    ["Cross-Origin-Resource-Policy", resourceOf(first, resultOf)],
    ["Permissions-Policy", isWebsite ? first("permissions-policy") || PERMISSIONS : undefined],
    ["Cache-Control", isCacheable(headers) ? "no-store" : undefined],
  ];
  return {
    headers: proposed.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
    removed: removedNames(fields, embedder),
    cookies: mendedCookies(headers, wish.isHttps),
    keepsInline: policies.some(({ keepsInline }) => keepsInline),
    keepsEval: policies.some(({ keepsEval }) => keepsEval),
  };
}

function policiesOf(wish: Wish) {
  const { headers, cspMode } = wish;
  const values = headers.all("content-security-policy");
  const kept = splitPolicies(values).filter((policy) => /[^;\s]/.test(policy));
  const asTheyAre = { keepsInline: false, keepsEval: false };
  if (cspMode === "keep") return values.map((text) => ({ text, ...asTheyAre }));
  if (cspMode === "build" || kept.length === 0) return [{ text: buildPolicy(wish), ...asTheyAre }];
  return kept.map((policy) => repairPolicy(policy, wish));
}

function transportOf({ headers, isHttps, hsts }: Wish): string | undefined {
  if (!isHttps) return undefined;
  const [value = ""] = headers.all("strict-transport-security");
  const found = readTransport(value);
  const isGood = found !== undefined && found.maxAge >= SIX_MONTHS && !isPreloadInvalid(value);
  if (hsts === undefined && isGood) return value;
  const asFound =
    found?.preload ??
    value
      .toLowerCase()
      .split(";")
      .some((part) => part.trim() === "preload");
  return writeTransport({ preload: asFound, ...hsts });
}

function writeTransport(wish: TransportWish): string {
  const { maxAge = 63_072_000, includeSubDomains = true, preload = false } = wish;
  return [
    `max-age=${maxAge}`,
    ...(includeSubDomains ? ["includeSubDomains"] : []),
    ...(preload ? ["preload"] : []),
  ].join("; ");
}

function referrerOf(headers: HeaderBag): string {
  const values = headers.all("referrer-policy");
  const last = lastReferrer(values);
  const isPrivate = last !== undefined && PRIVATE_REFERRERS.includes(last);
  return isPrivate ? values.join(", ") : "strict-origin-when-cross-origin";
}

type First = (name: string) => string;

function openerOf(first: First, resultOf: First): string {
  const result = resultOf("cross-origin-opener-policy");
  const isWorth = result.startsWith("coop-implemented") && !result.endsWith("unsafe-none");
  return isWorth ? first("cross-origin-opener-policy") : "same-origin";
}

function resourceOf(first: First, resultOf: First): string {
  const isValid = resultOf("cross-origin-resource-policy").startsWith("corp-implemented");
  if (isValid) return first("cross-origin-resource-policy");
  return first("access-control-allow-origin") === "" ? "same-origin" : "cross-origin";
}

function removedNames(fields: readonly HeaderField[], embedder: string): string[] {
  const isGone = (name: string) =>
    isRevealing(name) ||
    isDeprecated(name) ||
    ["server", "x-xss-protection"].includes(name) ||
    (name === "cross-origin-embedder-policy" && embedder === "coep-header-invalid");
  const seen = new Set<string>();
  return fields.flatMap(({ name }) => {
    const key = name.toLowerCase();
    if (seen.has(key) || !isGone(key)) return [];
    seen.add(key);
    return [name];
  });
}

function mendedCookies(headers: HeaderBag, isHttps: boolean): MendedCookie[] {
  return headers.all("set-cookie").flatMap((raw) => {
    const line = readCookie(raw);
    const after = mendCookie(line, isHttps);
    return line.name === "" || after === raw ? [] : [{ name: line.name, before: raw, after }];
  });
}

/** The fields after all that is proposed: what `rescore` judges. */
export function withProposal(
  fields: readonly HeaderField[],
  { headers, removed, cookies }: Proposal,
): HeaderField[] {
  const gone = new Set(
    [...headers, ...removed.map((name) => ({ name }))].map(({ name }) => name.toLowerCase()),
  );
  const mended = new Map(cookies.map(({ before, after }) => [before, after]));
  const left = fields
    .filter(({ name }) => !gone.has(name.toLowerCase()))
    .map(({ name, value }) => ({
      name,
      value: name.toLowerCase() === "set-cookie" ? (mended.get(value) ?? value) : value,
    }));
  return [...left, ...headers];
}
