/** Cookies as they are set: what a browser keeps, what is missing, and how they are mended. */
import { getDomain } from "tldts";
import type { HeaderBag } from "../http/header-list.ts";

export interface CookieLine {
  readonly raw: string;
  readonly name: string;
  readonly domain: string | undefined;
  readonly path: string | undefined;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** Lower case; undefined where there is none or none that is valid. */
  readonly sameSite: "lax" | "strict" | "none" | undefined;
  readonly isSameSiteInvalid: boolean;
  readonly prefix: "__Host-" | "__Secure-" | undefined;
  readonly isPrefixBroken: boolean;
}

export function readCookie(raw: string): CookieLine {
  const [pair = "", ...parts] = raw.trim().split(";");
  const equals = pair.indexOf("=");
  const name = (equals < 0 ? "" : pair.slice(0, equals)).trim();
  const attributes = parts.map((part) => {
    const [key = "", ...value] = part.trim().split("=");
    return { key: key.trim().toLowerCase(), value: value.join("=").trim() };
  });
  const valueOf = (key: string) => attributes.findLast((one) => one.key === key)?.value;
  const secure = valueOf("secure") !== undefined;
  const domain = valueOf("domain")?.replace(/^\./, "").toLowerCase() || undefined;
  const path = valueOf("path");
  const sites = attributes.filter(({ key }) => key === "samesite");
  const site = sites.at(-1)?.value.toLowerCase();
  const prefix = /^__(?:host|secure)-/i.exec(name)?.[0].toLowerCase();
  const isHost = prefix === "__host-";
  return {
    raw,
    name,
    domain,
    path,
    secure,
    httpOnly: valueOf("httponly") !== undefined,
    sameSite: site === "lax" || site === "strict" || site === "none" ? site : undefined,
    isSameSiteInvalid: sites.some(({ value }) => !/^(?:lax|strict|none)$/i.test(value)),
    prefix: prefix === undefined ? undefined : isHost ? "__Host-" : "__Secure-",
    isPrefixBroken:
      prefix !== undefined && (!secure || (isHost && (path !== "/" || domain !== undefined))),
  };
}

/** Those of which the name says that they hold a session, as the Observatory reads it. */
export function isScoredSession({ name }: CookieLine): boolean {
  return /sess|login/i.test(name);
}

export function isSession(cookie: CookieLine): boolean {
  return (
    isScoredSession(cookie) ||
    /^(?:__(?:host|secure)-)?(?:sid|connect\.sid|auth|token|jwt|access_token|id_token|refresh_token)$/i.test(
      cookie.name,
    )
  );
}

/** What a browser at the host keeps: the later of one name, domain and path. */
export function keptCookies(lines: readonly CookieLine[], host: string): CookieLine[] {
  const kept = new Map<string, CookieLine>();
  for (const line of lines) {
    const { name, domain = host, path = "" } = line;
    const fits = host === domain || (host.endsWith(`.${domain}`) && !isPublicSuffix(domain));
    if (name === "" || name === "heroku-session-affinity" || !fits || line.isPrefixBroken) continue;
    kept.set(JSON.stringify([name, domain, path]), line);
  }
  return [...kept.values()];
}

/** Under which others have their own names: nobody sets cookies for all of them (RFC 6265, section 5.3, step 5). */
function isPublicSuffix(domain: string): boolean {
  return getDomain(domain, { allowPrivateDomains: true }) === null;
}

/** The line with what is missing; the text of the rest stays. */
export function mendCookie(line: CookieLine, isHttps: boolean): string {
  const parts = line.raw.split(";");
  const mended = parts.map((part, index) => {
    const [, lead = "", key, value = ""] = /^(\s*)(samesite)\s*(?:=([^]*))?$/i.exec(part) ?? [];
    if (index === 0 || key === undefined || /^(?:lax|strict|none)$/i.test(value.trim()))
      return part;
    return `${lead}SameSite=Lax`;
  });
  const added = [
    ...(isHttps && !line.secure ? ["Secure"] : []),
    ...(isSession(line) && !line.httpOnly ? ["HttpOnly"] : []),
    ...(line.sameSite === undefined && !line.isSameSiteInvalid ? ["SameSite=Lax"] : []),
  ];
  return [withoutEnd(mended.join(";")), ...added].join("; ");
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[;\s]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Cookies in a response that a cache on the way may keep and give to others. */
export function isCacheable(headers: HeaderBag): boolean {
  if (headers.all("set-cookie").length === 0) return false;
  const control = headers.all("cache-control").join(",").toLowerCase();
  return !/(?:^|[,\s])(?:no-store|no-cache|private)(?:$|[,\s=])/.test(control);
}
