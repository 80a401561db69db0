/** Content Security Policy as the HTTP Observatory judges it. */
import { byCodeUnit } from "../../results/pointer.ts";

export type CspResult =
  | "csp-implemented-with-no-unsafe-default-src-none"
  | "csp-implemented-with-no-unsafe"
  | "csp-implemented-with-unsafe-inline-in-style-src-only"
  | "csp-implemented-but-duplicate-directives"
  | "csp-implemented-with-insecure-scheme-in-passive-content-only"
  | "csp-implemented-with-unsafe-eval"
  | "csp-implemented-with-unsafe-inline"
  | "csp-implemented-with-insecure-scheme"
  | "csp-header-invalid"
  | "csp-not-implemented"
  | "csp-not-implemented-but-reporting-enabled";

/** One policy as it is written: names in lower case, sources as they are. */
export interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
}

export function splitPolicies(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(",").map((policy) => policy.trim()));
}

export function readPolicy(policy: string): Directive[] {
  return policy
    .replaceAll(/[\r\n]/g, "")
    .split(";")
    .map((part) => part.trim().split(/\s+/))
    .filter(([name]) => name !== undefined && name !== "")
    .map(([name = "", ...sources]) => ({ name: name.toLowerCase(), sources }));
}

const SHORTEST = 6;
const MAY_REPEAT: ReadonlySet<string> = new Set(["report-uri", "report-to"]);
const NOT_IN_META: ReadonlySet<string> = new Set(["frame-ancestors", "report-uri", "sandbox"]);

/** All policies as one, as the Observatory unites them. */
export interface United {
  readonly directives: Map<string, Set<string>>;
  /** report-uri or report-to stands twice in one policy. */
  readonly repeats: boolean;
}

interface Source {
  readonly text: string;
  readonly policy: number;
  isKept: boolean;
}

/** Undefined where one of them is invalid. */
export function unite(policies: readonly string[]): United | undefined {
  const cleaned = policies.map((policy) => policy.replaceAll(/[\r\n]/g, "").trim());
  if (cleaned.some(({ length }) => length < SHORTEST)) return undefined;
  const united = new Map<string, Source[]>();
  let repeats = false;
  for (const [index, policy] of cleaned.entries()) {
    const seen = new Set<string>();
    for (const { name, sources } of readPolicy(policy)) {
      if (seen.has(name)) {
        if (!MAY_REPEAT.has(name)) return undefined;
        repeats = true;
      }
      seen.add(name);
      const texts = sources.length === 0 && name.endsWith("-src") ? ["'none'"] : sources;
      const own = texts.map((text) => {
        return { text: text.toLowerCase(), policy: index, isKept: index === 0 };
      });
      const all = index === 0 ? own : [...(united.get(name) ?? []), ...own];
      const kept = keep(all);
      if (kept === undefined) return undefined;
      // From now on only what a later policy has, too, is kept.
      if (index === 0 && cleaned.length > 1) for (const source of kept) source.isKept = false;
      united.set(name, kept);
    }
  }
  const directives = Array.from(united, ([name, sources]) => {
    const texts = sources.length === 0 ? ["'none'"] : sources.map(({ text }) => text);
    return [name, new Set(texts)] as const;
  });
  return { directives: new Map(directives), repeats };
}

/** Neighbours in order are compared: of one policy the longer is superfluous, of two they have to match. */
function keep(sources: readonly Source[]): Source[] | undefined {
  const sorted = sources.toSorted((left, right) => byCodeUnit(left.text, right.text));
  for (const [index, source] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before === undefined) continue;
    if (source.policy === before.policy) {
      if (source.text.startsWith(before.text)) source.isKept = false;
      continue;
    }
    const isMatch = matches(before.text, source.text);
    if (isMatch === undefined) return undefined;
    if (isMatch) source.isKept = true;
  }
  // One of a text is enough: else as many policies would keep as many of it.
  const seen = new Set<string>();
  return sorted.filter(({ isKept, text }) => isKept && seen.size < seen.add(text).size);
}

/** Whether a path covers another; undefined where escapes are broken. */
function matches(left: string, right: string): boolean | undefined {
  if (left === "") return true;
  const isExact = !left.endsWith("/");
  const lefts = left.split("/");
  const rights = right.split("/");
  if (lefts.length > rights.length || (isExact && lefts.length !== rights.length)) return false;
  if (!isExact) lefts.pop();
  try {
    return lefts.every(
      (part, index) => decodeURIComponent(part) === decodeURIComponent(rights[index] ?? ""),
    );
  } catch {
    return undefined;
  }
}

const BROAD_LIST = [
  "ftp:",
  "http:",
  "https:",
  "*",
  "http://*",
  "http://*.*",
  "https://*",
  "https://*.*",
];
export const BROAD: ReadonlySet<string> = new Set(BROAD_LIST);
const INLINE: ReadonlySet<string> = new Set(["'unsafe-inline'", "data:"]);
const PASSIVE = ["img-src", "media-src"];

export function isNonceOrHash(source: string): boolean {
  return /^'(?:sha256-|sha384-|sha512-|nonce-)/i.test(source);
}

const isUnsafe = (source: string) => BROAD.has(source) || INLINE.has(source);
const isInsecure = (source: string) => source.startsWith("http:") || source.startsWith("ftp:");

export interface CspJudgement {
  readonly result: CspResult;
  /** Of any policy that counts; it makes X-Frame-Options superfluous. */
  readonly hasFrameAncestors: boolean;
}

export function judgePolicies(
  header: readonly string[],
  meta: readonly string[],
  isReportOnly: boolean,
  isHttps: boolean,
): CspJudgement {
  const inHeader = splitPolicies(header);
  const inMeta = splitPolicies(meta);
  const united = unite([...inHeader, ...inMeta]);
  if (united === undefined) return { result: "csp-header-invalid", hasFrameAncestors: false };
  const ofMeta = unite(inMeta)?.directives ?? new Map<string, Set<string>>();
  const counted = [...ofMeta.keys()].filter((name) => !NOT_IN_META.has(name));
  const ofHeader = unite(inHeader)?.directives ?? new Map<string, Set<string>>();
  if (ofHeader.size + counted.length === 0) {
    const result = isReportOnly
      ? "csp-not-implemented-but-reporting-enabled"
      : "csp-not-implemented";
    return { result, hasFrameAncestors: false };
  }
  const result = resultOf(united.directives, isHttps);
  const isRepeated = united.repeats && PASSING.has(result);
  return {
    result: isRepeated ? "csp-implemented-but-duplicate-directives" : result,
    hasFrameAncestors: united.directives.has("frame-ancestors"),
  };
}

const PASSING: ReadonlySet<CspResult> = new Set<CspResult>([
  "csp-implemented-with-no-unsafe-default-src-none",
  "csp-implemented-with-no-unsafe",
  "csp-implemented-with-unsafe-inline-in-style-src-only",
  "csp-implemented-with-insecure-scheme-in-passive-content-only",
]);

/** The lists are those of the policy itself: what a nonce makes void in one is void wherever that falls back to it. */
function resultOf(directives: Map<string, Set<string>>, isHttps: boolean): CspResult {
  const listOf = (name: string) =>
    directives.get(name) ?? directives.get("default-src") ?? new Set(["*"]);
  const [script, style, object] = [listOf("script-src"), listOf("style-src"), listOf("object-src")];
  for (const list of [script, style]) {
    if ([...list].some(isNonceOrHash)) list.delete("'unsafe-inline'");
  }
  if (script.has("'strict-dynamic'") && !trustScripts(script)) return "csp-header-invalid";
  if ([...script].some(isUnsafe) || [...object].some((source) => BROAD.has(source)))
    return "csp-implemented-with-unsafe-inline";
  if (isHttps && activeSources(directives, script).some(isInsecure))
    return "csp-implemented-with-insecure-scheme";
  if (script.has("'unsafe-eval'") || style.has("'unsafe-eval'"))
    return "csp-implemented-with-unsafe-eval";
  const passive = PASSIVE.flatMap((name) => [
    ...(directives.get(name) ?? directives.get("default-src") ?? []),
  ]);
  if (isHttps && passive.some(isInsecure))
    return "csp-implemented-with-insecure-scheme-in-passive-content-only";
  if ([...style].some(isUnsafe)) return "csp-implemented-with-unsafe-inline-in-style-src-only";
  return isNothing(directives.get("default-src"))
    ? "csp-implemented-with-no-unsafe-default-src-none"
    : "csp-implemented-with-no-unsafe";
}

function isNothing(sources: ReadonlySet<string> = new Set()): boolean {
  return sources.size === 1 && sources.has("'none'");
}

/** With 'strict-dynamic' only nonces and hashes count; false where there are none. */
function trustScripts(script: Set<string>): boolean {
  if (![...script].some(isNonceOrHash)) return false;
  for (const source of script) {
    const isScheme = BROAD_LIST.some((start) => source.startsWith(start));
    if (isScheme || source === "'self'" || source === "'unsafe-inline'") script.delete(source);
  }
  return true;
}

function activeSources(
  directives: ReadonlyMap<string, ReadonlySet<string>>,
  script: ReadonlySet<string>,
): string[] {
  const others = [...directives].filter(
    ([name]) => !PASSIVE.includes(name) && name !== "script-src",
  );
  return [...others.flatMap(([, list]) => [...list]), ...script];
}
