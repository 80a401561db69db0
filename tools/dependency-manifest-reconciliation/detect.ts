/** Which kind of file a text or value is. */
import {
  type Data,
  type Document,
  type Format,
  isTable,
  linesOf,
  readDocument,
  type Table,
} from "./data.ts";
import type { Ecosystem } from "./model.ts";
import { isGoMod, isGoSum } from "./go.ts";
import { isRequirements } from "./requirements.ts";
import { readYarnClassic } from "./yarn-classic.ts";

export type World = "node" | "cargo" | "python" | "go";
export type ManifestKind =
  "package.json" | "Cargo.toml" | "pyproject.toml" | "requirements" | "go.mod";

export const WORLDS: Readonly<Record<Ecosystem, World>> = {
  npm: "node",
  pnpm: "node",
  yarn: "node",
  bun: "node",
  cargo: "cargo",
  pip: "python",
  poetry: "python",
  uv: "python",
  go: "go",
};

export const MANIFEST_WORLDS: Readonly<Record<ManifestKind, World>> = {
  "package.json": "node",
  "Cargo.toml": "cargo",
  "pyproject.toml": "python",
  requirements: "python",
  "go.mod": "go",
};

const NO_WARNINGS: Document["warnings"] = [];

/** A file, its kind and what was read of it on the way; `kind` is undefined where it is none that is known. */
export interface Detected<K> extends Document {
  readonly kind: K | undefined;
}

const MAPS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
const TOML_LINE = /^[ \t]*\[/m;

export function detectManifest(field: unknown): Detected<ManifestKind> {
  if (typeof field !== "string" || isJsonText(field)) {
    const read = readDocument(field, "/manifest", "json");
    return { ...read, kind: jsonManifest(read.data) };
  }
  const asText = { data: field, warnings: NO_WARNINGS };
  if (isGoMod(field)) return { ...asText, kind: "go.mod" };
  if (TOML_LINE.test(field)) {
    const read = readManifestAs(field, "Cargo.toml");
    return { ...read, kind: tomlManifest(read.data as Table) };
  }
  return { ...asText, kind: isRequirements(field) ? "requirements" : undefined };
}

function jsonManifest(data: Data): ManifestKind | undefined {
  if (!isTable(data)) return undefined;
  // The data of a TOML file may be given as a value.
  if (["package", "project"].some((section) => isTable(data.get(section))))
    return tomlManifest(data);
  return isPackage(data) ? "package.json" : tomlManifest(data);
}

function isPackage(data: Table): boolean {
  return ["name", "workspaces", ...MAPS].some((key) => data.has(key));
}

/** Whether a map may be a manifest of that kind: has its marks, or none of another. */
export function mayBeManifest(kind: ManifestKind, data: Data): boolean {
  if (!isTable(data) || (kind === "package.json" && isPackage(data))) return true;
  const shape = jsonManifest(data);
  return shape === undefined || MANIFEST_WORLDS[shape] === MANIFEST_WORLDS[kind];
}

/** Reads a manifest as one of that kind. */
export function readManifestAs(field: unknown, kind: ManifestKind): Document {
  if (typeof field !== "string") return readDocument(field, "/manifest", "json");
  if (kind === "go.mod" || kind === "requirements") return { data: field, warnings: NO_WARNINGS };
  if (kind === "package.json") return readDocument(field, "/manifest", "json");
  return readDocument(withPlainLines(field), "/manifest", "toml");
}

/** Of Python's manifests the one with tables is pyproject.toml. */
export function pythonManifest(field: unknown): ManifestKind {
  const isToml = typeof field !== "string" || TOML_LINE.test(field);
  return isToml ? "pyproject.toml" : "requirements";
}

function tomlManifest(table: Table): ManifestKind | undefined {
  if (table.has("package") || table.has("workspace")) return "Cargo.toml";
  const sections = ["project", "tool", "dependency-groups", "build-system"];
  return sections.some((section) => table.has(section)) ? "pyproject.toml" : undefined;
}

/** What stands at the beginning of a line; the lock files of Python look like that of Cargo. */
const FIRST_WORDS: readonly (readonly [Ecosystem, words: RegExp])[] = [
  ["yarn", /^\ufeff?(?:# yarn lockfile v1[ \t]*$|__metadata:)/m],
  ["pnpm", /^\ufeff?lockfileVersion:/m],
  [
    "cargo",
    /^\ufeff?(?:\[\[[ \t]*package[ \t]*\]\]|\[metadata\b|(?:version|package)[ \t]*=[ \t]*[[0-9])/m,
  ],
];

export function detectLock(field: unknown): Detected<Ecosystem> {
  if (typeof field !== "string") {
    const read = readDocument(field, "/lockfile", "json");
    return { ...read, kind: lockKind(read.data) };
  }
  if (isJsonText(field)) return detectJsonLock(field);
  const [ecosystem] = FIRST_WORDS.find(([, words]) => words.test(field)) ?? [];
  if (ecosystem !== undefined) {
    const read = readLockText(field, ecosystem);
    return { ...read, kind: ecosystem === "cargo" ? lockKind(read.data) : ecosystem };
  }
  const asText = { data: field, warnings: NO_WARNINGS };
  if (isGoSum(field)) return { ...asText, kind: "go" };
  return { ...asText, kind: isRequirements(field) ? "pip" : undefined };
}

/** Only bun has comments and trailing commas. */
function detectJsonLock(text: string): Detected<Ecosystem> {
  const relaxed = readDocument(text, "/lockfile", "jsonc");
  const kind = lockKind(relaxed.data);
  if (kind === "bun") return { ...relaxed, kind };
  return { ...readDocument(text, "/lockfile", "json"), kind };
}

const FORMATS: Readonly<Partial<Record<Ecosystem, Format>>> = {
  npm: "json",
  pnpm: "yaml",
  bun: "jsonc",
  cargo: "toml",
  poetry: "toml",
  uv: "toml",
};

/** Whether a lock file may be that ecosystem's: has its marks, or none of another. */
export function mayBeLock(ecosystem: Ecosystem, data: Data): boolean {
  const shape = lockKind(data);
  // What tells the lock files of Python from that of Cargo may be left out.
  const isBare = shape === "cargo" && (ecosystem === "uv" || ecosystem === "poetry");
  return shape === undefined || shape === ecosystem || isBare;
}

/** Reads a lock file as one of that ecosystem. */
export function readLockAs(field: unknown, ecosystem: Ecosystem): Document {
  if (typeof field !== "string") return readDocument(field, "/lockfile", "json");
  return readLockText(field, ecosystem);
}

function readLockText(text: string, ecosystem: Ecosystem): Document {
  if (ecosystem === "yarn" && !/^\ufeff?__metadata:/m.test(text)) {
    return { data: readYarnClassic(text), warnings: NO_WARNINGS };
  }
  const format = ecosystem === "yarn" ? "yaml" : FORMATS[ecosystem];
  if (format === undefined) return { data: text, warnings: NO_WARNINGS };
  return readDocument(format === "toml" ? withPlainLines(text) : text, "/lockfile", format);
}

function lockKind(data: Data): Ecosystem | undefined {
  if (!isTable(data)) return undefined;
  if (data.has("lockfileVersion")) {
    if (data.has("workspaces")) return "bun";
    if (data.has("importers") || data.has("snapshots") || data.has("specifiers")) return "pnpm";
    if (data.has("packages") || data.has("dependencies")) {
      // The versions of npm are 1 to 3, those of pnpm begin with 5.
      return /^[1-3]$/.test(String(data.get("lockfileVersion"))) ? "npm" : "pnpm";
    }
    return undefined;
  }
  if (data.has("__metadata")) return "yarn";
  if (data.has("requires-python")) return "uv";
  if (
    ["content-hash", "lock-version", "python-versions"].some((key) =>
      has(data.get("metadata"), key),
    )
  ) {
    return "poetry";
  }
  return data.has("package") || data.has("version") ? "cargo" : undefined;
}

function has(data: Data | undefined, key: string): boolean {
  return isTable(data) && data.has(key);
}

function isJsonText(text: string): boolean {
  return (
    /^\ufeff?\s*[{[]/.test(text) && !/^\ufeff?\s*\[+[\w."' \t-]+\]+[ \t]*(?:#|\r|\n|$)/.test(text)
  );
}

/** TOML ends lines with LF or CRLF only; the offsets stay. */
function withPlainLines(text: string): string {
  return text.replace(/\r(?!\n)/g, "\n");
}

/** The number of the first line that is a mark of a merge that was not finished; undefined where there is none. */
export function conflictLine(text: string): number | undefined {
  const at = linesOf(text).findIndex((line) => /^(?:<{7}|>{7})(?: |$)/.test(line));
  return at < 0 ? undefined : at + 1;
}
