/** Reads the two files, and tells whose they are. */
import type { Entry } from "../_core/tool.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { readBun } from "./bun.ts";
import { readCargo } from "./cargo.ts";
import type { Failure, Input } from "../dependency-manifest-reconciliation.ts";
import { asTable, asText, type Data, type Table, Unreadable } from "./data.ts";
import {
  conflictLine,
  type Detected,
  detectLock,
  detectManifest,
  MANIFEST_WORLDS,
  type ManifestKind,
  mayBeLock,
  mayBeManifest,
  pythonManifest,
  readLockAs,
  readManifestAs,
  WORLDS,
} from "./detect.ts";
import { readGo } from "./go.ts";
import type { Ecosystem, Project } from "./model.ts";
import { normalWorkspace } from "./node-rules.ts";
import { readNpm } from "./npm.ts";
import { readPnpm } from "./pnpm.ts";
import { readPython } from "./python.ts";
import { isRequirements } from "./requirements.ts";
import { readTold, type Told } from "./told.ts";
import { readYarn } from "./yarn.ts";

export interface Files {
  readonly ecosystem: Ecosystem;
  readonly project: Project;
  readonly warnings: readonly Entry<JsonWarning>[];
}

type Refused = readonly [Entry<Failure>, ...Entry<Failure>[]];

/** Reads both files; `errors` says why they cannot be read, or not together. */
export function readFiles(input: Input): Files | { readonly errors: Refused } {
  const told = readTold(input);
  if ("code" in told) return { errors: [told] };
  const manifest = attempt(() => readManifest(input.manifest, told));
  const lock = attempt(() => readLock(input.lockfile, told));
  if ("error" in manifest) {
    return { errors: [manifest.error, ...("error" in lock ? [lock.error] : [])] };
  }
  if ("error" in lock) return { errors: [lock.error] };
  const ecosystem = told.ecosystem ?? detected(input, manifest.kind, lock.kind);
  if (typeof ecosystem !== "string") return { errors: [ecosystem] };
  const project = attempt(() => readProject(ecosystem, manifest.data, lock.data, input.workspace));
  if ("error" in project) return { errors: [project.error] };
  return { ecosystem, project, warnings: [...manifest.warnings, ...lock.warnings] };
}

/** What a reader throws as an error of its file. */
function attempt<T extends object>(
  read: () => T | { readonly error: Entry<Failure> },
): T | { readonly error: Entry<Failure> } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const isManifest = error.detail.path.startsWith("/manifest");
    const code = isManifest ? "MANIFEST_SYNTAX" : "LOCKFILE_SYNTAX";
    return { error: { code: error.isTooDeep ? "INPUT_TOO_DEEP" : code, ...error.detail } };
  }
}

type Read<K> = Detected<K> | { readonly error: Entry<Failure> };

function readManifest(field: unknown, { manifest, ecosystem }: Told): Read<ManifestKind> {
  refuseConflict(field, "/manifest");
  const kind = manifest ?? (ecosystem && pythonManifest(field));
  if (kind === undefined) return detectManifest(field);
  return asTold(
    () => ({ ...readManifestAs(field, kind), kind }),
    () => detectManifest(field),
    (data) => mayBeManifest(kind, data),
    (found) => mismatch("/manifest", found, kind),
  );
}

function readLock(field: unknown, { ecosystem }: Told): Read<Ecosystem> {
  refuseConflict(field, "/lockfile");
  if (ecosystem === undefined) return detectLock(field);
  return asTold(
    () => ({ ...readLockAs(field, ecosystem), kind: ecosystem }),
    () => detectLock(field),
    (data) => mayBeLock(ecosystem, data),
    (found) => mismatch("/lockfile", `a lock file of ${found}`, `one of ${ecosystem}`),
  );
}

/**
 * What is told about a file counts more than what its content looks like. The content is looked at where the file
 * cannot be read as told: it may be of that kind in another notation, or plainly be something else.
 */
function asTold<K extends string>(
  readAsTold: () => Detected<K>,
  detect: () => Detected<K>,
  fits: (data: Data) => boolean,
  refused: (found: string) => Entry<Failure>,
): Read<K> {
  const read = attempt(readAsTold);
  if (!("error" in read) && fits(read.data)) return read;
  const other = attempt(detect);
  if ("error" in other || other.kind === undefined) return read;
  if ("error" in read && fits(other.data) && typeof other.data !== "string") return other;
  return { error: refused(other.kind) };
}

function refuseConflict(field: unknown, path: string): void {
  const line = typeof field === "string" ? conflictLine(field) : undefined;
  if (line === undefined) return;
  const message = `Cannot read ${path}: found the mark of a merge conflict in line ${line}, expected the merged file`;
  throw new Unreadable({ message, path, line });
}

/** The ecosystem of the files as their content has it, or why they have none together. */
function detected(
  { manifest, lockfile }: Input,
  manifestKind: ManifestKind | undefined,
  lockKind: Ecosystem | undefined,
): Ecosystem | Entry<Failure> {
  const isPython = lockKind !== undefined && WORLDS[lockKind] === "python";
  const isList = isPython && typeof manifest === "string" && isRequirements(manifest, 0);
  const from = manifestKind ?? (isList ? "requirements" : undefined);
  if (from === undefined) return unknown("/manifest", MANIFESTS);
  const kind = lockKind ?? (isNothing(lockfile) ? EMPTY_LOCKS[from] : undefined);
  if (kind === undefined) return unknown("/lockfile", LOCKS);
  if (MANIFEST_WORLDS[from] === WORLDS[kind]) return kind;
  return mismatch("/lockfile", `a lock file of ${kind}`, `one for ${from}`);
}

/** Whose lock file is empty where nothing is locked. */
const EMPTY_LOCKS: Readonly<Partial<Record<ManifestKind, Ecosystem>>> = {
  requirements: "pip",
  "go.mod": "go",
};

const MANIFESTS = "package.json, Cargo.toml, pyproject.toml, requirements or go.mod";
const LOCKS =
  "package-lock.json, pnpm-lock.yaml, yarn.lock, bun.lock, Cargo.lock, poetry.lock, uv.lock, pinned requirements or go.sum";

function unknown(path: string, expected: string): Entry<"ECOSYSTEM_UNKNOWN"> {
  const message = `Cannot tell what ${path} is: found none of the known files, expected ${expected}`;
  return { code: "ECOSYSTEM_UNKNOWN", message, path };
}

function mismatch(path: string, found: string, expected: string): Entry<"ECOSYSTEM_MISMATCH"> {
  const message = `Cannot hold the files against one another: found ${found}, expected ${expected}`;
  return { code: "ECOSYSTEM_MISMATCH", message, path };
}

type NodeReader = (manifest: Table, lock: Table, workspace: string) => Project;

const NODE_READERS: Readonly<Partial<Record<Ecosystem, NodeReader>>> = {
  npm: readNpm,
  pnpm: readPnpm,
  yarn: readYarn,
  bun: readBun,
};

function readProject(ecosystem: Ecosystem, manifest: Data, lock: Data, workspace: string): Project {
  if (ecosystem === "go") return readGo(asText(manifest, "/manifest"), asText(lock, "/lockfile"));
  if (ecosystem === "pip") {
    return readPython(manifestOfPython(manifest), asText(lock, "/lockfile"));
  }
  const locked = asTable(lock, "/lockfile");
  if (ecosystem === "poetry" || ecosystem === "uv") {
    return readPython(manifestOfPython(manifest), locked);
  }
  const table = asTable(manifest, "/manifest");
  const readNode = NODE_READERS[ecosystem];
  return readNode ? readNode(table, locked, normalWorkspace(workspace)) : readCargo(table, locked);
}

function manifestOfPython(manifest: Data): string | Table {
  return typeof manifest === "string" ? manifest : asTable(manifest, "/manifest");
}
