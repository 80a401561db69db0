import { byCodeUnit } from "../../../tools/_lib/results/pointer.ts";
import { quoted } from "../../../tools/_lib/text/shown.ts";
import {
  attempt,
  type PackageUrl,
  type PackageUrlParts,
  type PurlPlace,
  type PurlResult,
  refuse,
} from "./package-url.ts";
import { rulesOf, type TypeRules } from "./type-rules.ts";

/** The normal form of parts. */
export function buildPackageUrl(parts: PackageUrlParts): PurlResult {
  return attempt(() => build(parts));
}

const TYPE = /^[A-Za-z][A-Za-z0-9.+-]*$/;
const KEY = /^[a-z][a-z0-9._-]*$/;

function build(parts: PackageUrlParts): PackageUrl {
  const { type, version } = parts;
  const isLong = rulesOf(type.toLowerCase()).hasLongName === true;
  const name = isLong ? segments(parts.name).join("/") : parts.name;
  if (!TYPE.test(type))
    refuse({ path: "/type" }, quoted(type), "letters, digits and .+-, a letter first");
  if (name === "") refuse({ path: "/name" }, "no name", "a name");
  const qualifiers = Object.entries(parts.qualifiers ?? {}).map(([key, value]) => {
    const lower = key.toLowerCase();
    if (!KEY.test(lower)) {
      refuse(
        { path: "/qualifiers" },
        quoted(key),
        "keys of letters, digits and ._-, a letter first",
      );
    }
    return [lower, value] as const;
  });
  const keys = new Set(qualifiers.map(([key]) => key));
  if (keys.size < qualifiers.length) {
    refuse({ path: "/qualifiers" }, "keys that differ by letter case only", "each key once");
  }
  const purl: PackageUrl = {
    type,
    namespace: segments(parts.namespace).join("/"),
    name,
    version: version ?? null,
    qualifiers: Object.fromEntries(qualifiers),
    subpath: segments(parts.subpath)
      .filter((segment) => segment !== "." && segment !== "..")
      .join("/"),
  };
  if (!isWellFormed(purl)) {
    refuse({ path: "" }, "half of a surrogate pair", "text of whole characters");
  }
  return normalPurl(purl, undefined);
}

function segments(text: string | null | undefined): string[] {
  return (text ?? "").split("/").filter((segment) => segment !== "");
}

function isWellFormed({ qualifiers, ...texts }: PackageUrl): boolean {
  const all = [...Object.values(texts), ...Object.values(qualifiers ?? {})];
  return all.every((text) => text === null || text.isWellFormed());
}

/** The parts as their type has them; `place` is where a text has the names. */
export function normalPurl(parsed: PackageUrl, place: PurlPlace | undefined): PackageUrl {
  const type = parsed.type.toLowerCase();
  const rules = rulesOf(type);
  const filled = Object.entries(parsed.qualifiers ?? {}).filter(([, value]) => value !== "");
  const sorted = filled.toSorted(([left], [right]) => byCodeUnit(left, right));
  const purl: PackageUrl = {
    ...parsed,
    type,
    namespace: parsed.namespace || null,
    version: parsed.version || null,
    qualifiers: sorted.length === 0 ? null : Object.fromEntries(sorted),
    subpath: parsed.subpath || null,
  };
  checkRules(purl, rules, place);
  return followRules(purl, rules);
}

function checkRules(purl: PackageUrl, rules: TypeRules, place: PurlPlace | undefined): void {
  const { type, namespace, name, qualifiers } = purl;
  if (rules.namespace === "required" && namespace === null) {
    refuse(place ?? { path: "/namespace" }, "no namespace", `one, as ${type} has`);
  }
  if (rules.namespace === "prohibited" && namespace !== null) {
    refuse(place ?? { path: "/namespace" }, "a namespace", `none, as ${type} has none`);
  }
  if (rules.name && !rules.name.test(name)) {
    refuse(place ?? { path: "/name" }, quoted(name), `a name of ${type}`);
  }
  const missing = rules.qualifiers?.find((key) => qualifiers?.[key] === undefined);
  if (missing !== undefined) {
    refuse(
      place ?? { path: "/qualifiers" },
      `no ${missing}`,
      `the qualifier ${missing}, as ${type} has`,
    );
  }
}

function followRules(purl: PackageUrl, rules: TypeRules): PackageUrl {
  const { lower = [], normalName, normalNamespace } = rules;
  const cased = (key: "namespace" | "name" | "version") =>
    lower.includes(key) ? purl[key]?.toLowerCase() : purl[key];
  const namespace = cased("namespace") ?? null;
  const name = cased("name") ?? "";
  return {
    ...purl,
    namespace: namespace !== null && normalNamespace ? normalNamespace(namespace) : namespace,
    name: normalName ? normalName(name, purl) : name,
    version: cased("version") ?? null,
  };
}

/** The canonical text of a package URL in its normal form. */
export function writePackageUrl(purl: PackageUrl): string {
  const { type, namespace, name, version, qualifiers, subpath } = purl;
  const names = rulesOf(type).hasLongName ? encodedPath(name) : encoded(name);
  const parts = [`pkg:${type}/`, namespace === null ? "" : `${encodedPath(namespace)}/`, names];
  if (version !== null) parts.push(`@${encoded(version)}`);
  const pairs = Object.entries(qualifiers ?? {}).map(([key, value]) => `${key}=${encoded(value)}`);
  if (pairs.length > 0) parts.push(`?${pairs.join("&")}`);
  if (subpath !== null) parts.push(`#${encodedPath(subpath)}`);
  return parts.join("");
}

function encodedPath(path: string): string {
  return path.split("/").map(encoded).join("/");
}

/** All but letters, digits, `-`, `.`, `_`, `~` and `:` by their bytes. */
function encoded(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%3A", ":");
}
