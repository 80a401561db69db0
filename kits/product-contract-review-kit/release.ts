/** Codes, versions, and whether the change log tells of what breaks. */
import { isContainer, memberOf } from "../../tools/_lib/json/tree/members.ts";
import { minifyJson, scalarText } from "../../tools/_lib/json/tree/write.ts";
import { scanInline } from "../../tools/_lib/formats/markdown/inline.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import { wordsOf } from "../../tools/_lib/text/words.ts";
import compareOpenApi from "../../tools/openapi-surface-delta.ts";
import type { Version, Work } from "../product-contract-review-kit.ts";
import { endOfNewest, versionIn } from "./changelog.ts";
import { plainPath } from "./endpoints.ts";
import { atLine, type Raw, stringsIn, type Surface } from "./surfaces.ts";

const CODE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const CODES = /(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![A-Za-z0-9_])/g;
/** Keys under which strings of an OpenAPI document are values. */
const VALUES: ReadonlySet<string> = new Set(["enum", "const", "example", "examples", "default"]);
const DESCRIPTIONS: ReadonlySet<string> = new Set(["description", "summary", "title"]);
/** Names of variables are no codes. */
const VARIABLE_BEFORE = /(?:\$\{?|env\.|environ(?:\[|\.get\()["']|getenv\(["']|export )$/;

export interface Codes {
  readonly declared: readonly string[];
  readonly undocumented: readonly string[];
  readonly unknown: readonly string[];
}

export function checkCodes(work: Work): Codes {
  const { surfaces } = work;
  const declared = new Map<string, Surface>();
  for (const surface of surfaces) {
    for (const code of declaredIn(surface)) if (!declared.has(code)) declared.set(code, surface);
  }
  const documented = new Map<string, { readonly surface: Surface; readonly line: number | null }>();
  for (const surface of surfaces.filter(({ kind }) => kind === "docs")) {
    for (const { code, at } of documentedIn(surface)) {
      if (!documented.has(code)) documented.set(code, { surface, line: surface.lineAt(at) });
    }
  }
  const undocumented = [...declared.keys()].filter((code) => !documented.has(code));
  const unknown = [...documented.keys()].filter((code) => declared.size > 0 && !declared.has(code));
  for (const subject of undocumented) {
    const message = `No docs surface has the code ${subject} in a code span, a fence or a table`;
    const path = declared.get(subject)?.path;
    work.find("warning", "endpoints", {
      code: "CODE_UNDOCUMENTED",
      message,
      subject,
      ...(path === undefined ? {} : { path }),
    });
  }
  for (const subject of unknown) {
    const { surface, line } = documented.get(subject) ?? {};
    const message = `The code ${subject} is in the docs, and no OpenAPI or JSON surface declares it`;
    work.find("warning", "endpoints", {
      code: "CODE_UNKNOWN",
      message,
      subject,
      ...(surface === undefined ? {} : { path: surface.path }),
      ...atLine(line ?? null),
    });
  }
  return {
    declared: [...declared.keys()].toSorted(byCodeUnit),
    undocumented: undocumented.toSorted(byCodeUnit),
    unknown: unknown.toSorted(byCodeUnit),
  };
}

function* declaredIn({ kind, root }: Surface): Generator<string> {
  if (root === undefined || kind === "mcp-tools") return;
  for (const { node, key, within } of stringsIn(root)) {
    const isValue = kind === "json" || within.some((name) => VALUES.has(name));
    if (isValue && CODE.test(node.value)) yield node.value;
    else if (DESCRIPTIONS.has(key)) for (const [code] of node.value.matchAll(CODES)) yield code;
    if (kind === "json") yield* within.filter((name) => CODE.test(name));
  }
}

interface PlacedCode {
  readonly code: string;
  /** Offset in the surface's text. */
  readonly at: number;
}

function* documentedIn(surface: Surface): Generator<PlacedCode> {
  for (const { text, start } of surface.code) yield* codesIn(text, start);
  for (const { kind, text, start } of surface.sentences) {
    if (kind === "table") yield* codesIn(text, start);
    else {
      const spans = scanInline(text, new Set()).filter((inline) => inline.kind === "code");
      for (const { from, to } of spans) yield* codesIn(text.slice(from, to), start + from);
    }
  }
}

function* codesIn(text: string, start: number): Generator<PlacedCode> {
  for (const { 0: code, index } of text.matchAll(CODES)) {
    const before = text.slice(Math.max(0, index - 20), index);
    const isVariable =
      VARIABLE_BEFORE.test(before) || /^=(?!=)/.test(text.slice(index + code.length));
    if (!isVariable) yield { code, at: start + index };
  }
}

const VERSION_WORD = /\bversion\b[\s:=`*"'_]{0,5}v?(?=\d)/gi;

interface PlacedVersion extends Version {
  readonly place: Surface;
  readonly line: number | null;
}

function versionOf(surface: Surface): PlacedVersion | undefined {
  if (surface.kind === "openapi") return versionOfApi(surface);
  if (surface.kind === "changelog") return versionOfLog(surface);
  return surface.kind === "docs" ? versionOfDocs(surface) : undefined;
}

function versionOfApi(place: Surface): PlacedVersion | undefined {
  const info = place.root && memberOf(place.root, "info");
  const node = info && memberOf(info, "version");
  if (node === undefined || isContainer(node)) return undefined;
  const version = node.type === "string" ? node.value : scalarText(node);
  return { surface: place.name, version, place, line: null };
}

function versionOfLog(place: Surface): PlacedVersion | undefined {
  for (const sentence of place.sentences) {
    const version = sentence.kind === "heading" ? versionIn(sentence.text) : undefined;
    if (version === undefined) continue;
    return { surface: place.name, version, place, line: sentence.lineAt() };
  }
  return undefined;
}

function versionOfDocs(place: Surface): PlacedVersion | undefined {
  for (const { 0: word, index } of place.text.matchAll(VERSION_WORD)) {
    const start = index + word.length;
    const behind = place.text.slice(start, start + LONGEST_VERSION);
    const version = versionIn(behind);
    if (version === undefined || !behind.startsWith(version)) continue;
    return { surface: place.name, version, place, line: place.lineAt(start) };
  }
  return undefined;
}

const LONGEST_VERSION = 80;
const BY_WEIGHT = ["openapi", "changelog", "docs"];

/** The version of the product: of the OpenAPI document, else of the change log, else of the docs. */
export function leadingVersion(versions: readonly PlacedVersion[]): PlacedVersion | undefined {
  const weight = ({ place }: PlacedVersion) => BY_WEIGHT.indexOf(place.kind);
  return versions.toSorted(
    (left, right) => weight(left) - weight(right) || byCodeUnit(left.surface, right.surface),
  )[0];
}

/** Without what two spellings of a version may differ in. */
function plainVersion(version: string): string {
  const bare = version.trim().replace(/^v(?=\d)/i, "");
  return /^\d+(?:\.\d+)*$/.test(bare) ? bare.replace(/(?<!\.0)(?:\.0)+$/, "") : bare;
}

export function checkVersions(work: Work): readonly PlacedVersion[] {
  const versions = work.surfaces.flatMap((surface) => versionOf(surface) ?? []);
  const leading = leadingVersion(versions);
  for (const { surface, version, place, line } of versions) {
    if (leading === undefined || plainVersion(version) === plainVersion(leading.version)) continue;
    const message = `${oneLine(surface)} says version ${quoted(version)}, and ${oneLine(leading.surface)} says ${quoted(leading.version)}`;
    work.find("error", "endpoints", {
      code: "VERSION_MISMATCH",
      message,
      path: place.path,
      subject: surface,
      expected: leading.version,
      received: version,
      ...atLine(line),
    });
  }
  return versions;
}

/** Compares OpenAPI surfaces with those of the last release. */
export function checkDelta(previous: readonly Raw[], work: Work): void {
  const { ctx, report, surfaces } = work;
  const pairs = surfaces.flatMap((surface) => {
    const before = previous.find(({ name, kind }) => kind === "openapi" && name === surface.name);
    return surface.kind === "openapi" && before ? [{ before, after: surface }] : [];
  });
  if (pairs.length === 0) {
    const reason =
      previous.length === 0
        ? "There is no last release; the field `previous` takes its surfaces"
        : "No openapi surface of `previous` has the name of one of `surfaces`";
    report.skipped("delta", reason);
    return;
  }
  const sections = surfaces.filter(({ kind }) => kind === "changelog").map(firstSection);
  let breaking = 0;
  for (const { before, after } of pairs) {
    const { ok, value, errors } = ctx.step(compareOpenApi, {
      before: jsonOf(before.root),
      after: jsonOf(after.root),
      level: "error",
      failOn: "none",
    });
    if (!ok || !value) {
      const error = errors?.[0] ?? { code: "STAGE_FAILED", message: "The comparison failed" };
      report.stageFailed("delta", error);
      return;
    }
    for (const change of value.changes.filter(({ level }) => level === "error")) {
      breaking++;
      if (sections.some((section) => section.names(change))) continue;
      const { id, path, name, text } = change;
      const method = change.method.toUpperCase();
      const subject = path === "" ? (name ?? id) : `${method} ${path}`.trim();
      const reason =
        sections.length === 0
          ? "there is no change log"
          : "the newest section of the change log does not name it";
      const message = `${subject} has a change that breaks clients, and ${reason} (${id}: ${oneLine(text)})`;
      const finding = { code: "BREAKING_NOT_IN_CHANGELOG", message, path: after.path, subject };
      work.find("error", "delta", { ...finding, received: id });
    }
  }
  work.finish(
    "delta",
    `${counted(pairs.length, "document")} compared, ${counted(breaking, "breaking change")}`,
  );
}

function jsonOf(root: Raw["root"]): string {
  return (root && minifyJson(root, Number.MAX_SAFE_INTEGER)) ?? "{}";
}

interface Section {
  names(change: {
    readonly method: string;
    readonly path: string;
    readonly name?: string;
  }): boolean;
}

const PATHS = /\/[A-Za-z0-9_./{}:<>$-]*/g;

/** What a change log says of the newest release, and of what is not released yet. */
function firstSection(log: Surface): Section {
  const { sentences, code } = log;
  const end = endOfNewest(log);
  const units = [...sentences, ...code].filter(({ start }) => start < end);
  const named = units.map(({ text: words }) => ({
    words: new Set(wordsOf(words)),
    text: words,
    paths: new Set(
      Array.from(words.matchAll(PATHS), ([path]) => plainPath(path.replace(/[.,:]$/, ""))),
    ),
  }));
  return {
    names({ method, path, name }) {
      if (path === "") return name !== undefined && named.some((unit) => unit.text.includes(name));
      const wanted = plainPath(path);
      return named.some(
        ({ words, paths }) =>
          paths.has(wanted) && (method === "" || words.has(method.toLowerCase())),
      );
    },
  };
}
