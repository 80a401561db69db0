/** A new Content Security Policy for a page, and an old one repaired. */
import { OLD_DIRECTIVES } from "../../tools/_lib/web/http-security/names.ts";
import type { PageFacts, Use } from "../../tools/_lib/web/http-security/page.ts";
import {
  BROAD,
  type Directive,
  isNonceOrHash,
  readPolicy,
} from "../../tools/_lib/web/http-security/policy.ts";

export interface PolicyWish {
  readonly siteType: "website" | "api";
  readonly isHttps: boolean;
  /** Undefined where no HTML was given. */
  readonly page: PageFacts | undefined;
  /** `'sha256-…'` of the inline scripts and styles of the page, each once, in its order. */
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
  /** The response allows itself to be framed by its own origin. */
  readonly isFramedByItself: boolean;
}

export interface Repaired {
  readonly text: string;
  readonly keepsInline: boolean;
  readonly keepsEval: boolean;
}

const NONE = "'none'";
const SELF = "'self'";
const INLINE = "'unsafe-inline'";

function written(directives: readonly Directive[]): string {
  return directives.map(({ name, sources }) => [name, ...sources].join(" ")).join("; ");
}

/** What no other directive falls back to. An answer that is no page has neither base elements nor forms. */
function edges({ siteType, page, isFramedByItself }: PolicyWish): Directive[] {
  if (siteType === "api") return [{ name: "frame-ancestors", sources: [NONE] }];
  return [
    { name: "base-uri", sources: [page?.hasBase ? SELF : NONE] },
    { name: "form-action", sources: [SELF, ...(page?.origins.form ?? [])] },
    { name: "frame-ancestors", sources: [isFramedByItself ? SELF : NONE] },
  ];
}

export function buildPolicy(wish: PolicyWish): string {
  const { siteType, isHttps, page } = wish;
  const list = (name: string, ...sources: readonly string[]): Directive => ({ name, sources });
  if (siteType === "api") return written([list("default-src", NONE), ...edges(wish)]);
  const origins = (use: Use) => page?.origins[use] ?? [];
  const uses = (use: Use) => page?.uses.has(use) ?? false;
  return written([
    list("default-src", NONE),
    list("script-src", SELF, ...origins("script"), ...wish.scriptHashes),
    list("style-src", SELF, ...origins("style"), ...wish.styleHashes),
    ...((page?.styleAttributes ?? 0) > 0 ? [list("style-src-attr", INLINE)] : []),
    list("img-src", SELF, ...(page?.usesDataImages ? ["data:"] : []), ...origins("img")),
    list("font-src", SELF, ...origins("font")),
    list("connect-src", SELF),
    ...(uses("media") ? [list("media-src", SELF, ...origins("media"))] : []),
    ...(uses("frame") ? [list("frame-src", SELF, ...origins("frame"))] : []),
    ...(page?.hasManifest ? [list("manifest-src", SELF)] : []),
    ...edges(wish),
    ...(isHttps ? [list("upgrade-insecure-requests")] : []),
  ]);
}

export function repairPolicy(policy: string, wish: PolicyWish): Repaired {
  const { isHttps, siteType } = wish;
  const kept = new Map<string, readonly string[]>();
  for (const { name, sources } of readPolicy(policy)) {
    if (kept.has(name) || OLD_DIRECTIVES.has(name)) continue;
    kept.set(name, isHttps ? secured(name, sources) : sources);
  }
  const script = scriptList(kept, wish);
  if (script !== undefined) kept.set("script-src", script.sources);
  const object = objectList(kept);
  if (object !== undefined) kept.set("object-src", object);
  for (const { name, sources } of edges(wish)) if (!kept.has(name)) kept.set(name, sources);
  const hadUpgrade = kept.delete("upgrade-insecure-requests");
  if (isHttps && (hadUpgrade || siteType === "website")) kept.set("upgrade-insecure-requests", []);
  const lists = [...kept].map(([name, sources]) => ({ name, sources }));
  const scripts = kept.get("script-src") ?? kept.get("default-src") ?? [];
  return {
    text: written(lists),
    keepsInline: script?.keepsInline ?? false,
    keepsEval: scripts.some((source) => isWord(source, "'unsafe-eval'")),
  };
}

/** Undefined where nothing can be loaded by default. */
function objectList(kept: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const own = kept.get("object-src");
  if (own !== undefined) return withoutBroad(own);
  const fallback = kept.get("default-src");
  return fallback?.length === 1 && isWord(fallback[0], NONE) ? undefined : [NONE];
}

function isWord(source: string | undefined, word: string): boolean {
  return source?.toLowerCase() === word;
}

/** On https nothing is loaded over http; addresses of reports are no sources, and change alike. */
function secured(name: string, sources: readonly string[]): readonly string[] {
  const changed = sources
    .filter((source) => !/^ftp:/i.test(source))
    .map((source) => source.replace(/^http:/i, "https:"));
  const isEmptied = sources.length > 0 && changed.length === 0 && name.endsWith("-src");
  return isEmptied ? [NONE] : [...new Set(changed)];
}

function withoutBroad(sources: readonly string[]): readonly string[] {
  const left = sources.filter((source) => !BROAD.has(source.toLowerCase()));
  return orNone(left, NONE);
}

/** Without 'none' beside others; where nothing is left, the other word. */
function orNone(sources: readonly string[], otherwise: string): readonly string[] {
  const others = sources.filter((source) => !isWord(source, NONE));
  if (others.length > 0) return others;
  return sources.length > 0 ? [NONE] : [otherwise];
}

interface ScriptList {
  readonly sources: readonly string[];
  readonly keepsInline: boolean;
}

/** Undefined where the policy's own default is good enough. */
function scriptList(
  kept: ReadonlyMap<string, readonly string[]>,
  { page, scriptHashes }: PolicyWish,
): ScriptList | undefined {
  const own = kept.get("script-src");
  const fallback = kept.get("default-src");
  const isBad = (source: string) =>
    isWord(source, INLINE) || isWord(source, "data:") || BROAD.has(source.toLowerCase());
  const given = own ?? (fallback === undefined ? [] : fallback.some(isBad) ? fallback : undefined);
  if (given === undefined) return undefined;
  const hasKey = given.some(isNonceOrHash);
  if (hasKey && given.some((source) => isWord(source, "'strict-dynamic'")))
    return { sources: given, keepsInline: false };
  const hasInline = given.some((source) => isWord(source, INLINE));
  const isKept = hasInline && !hasKey && page === undefined;
  const hashes = hasInline && page !== undefined ? scriptHashes : [];
  const left = given.filter((source) => !isBad(source) || (isKept && isWord(source, INLINE)));
  // What came in by a broad source is named, or the page would stand without it.
  const hadBroad = given.some((source) => BROAD.has(source.toLowerCase()));
  const named = hadBroad && page?.uses.has("script") ? [SELF, ...page.origins.script] : [];
  const all = [...new Set([...left, ...named, ...hashes])];
  // Alone it makes the policy void.
  const isDynamic = all.some(isNonceOrHash);
  const sound = all.filter((source) => isDynamic || !isWord(source, "'strict-dynamic'"));
  return { sources: orNone(sound, SELF), keepsInline: isKept };
}
