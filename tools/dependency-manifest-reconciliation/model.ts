/** What manifests ask for and lock files hold, the same for every ecosystem. */
import type { Entry } from "../_core/tool.ts";
import type { VersionRange } from "./npm-range.ts";

export const ECOSYSTEMS = [
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "cargo",
  "pip",
  "poetry",
  "uv",
  "go",
] as const;
export const GROUPS = ["prod", "dev", "optional", "peer", "build", "indirect"] as const;
export const SOURCES = ["registry", "alias", "git", "url", "file", "workspace"] as const;
export const STATUSES = ["ok", "missing", "mismatch", "stale", "unverifiable"] as const;

export type Ecosystem = (typeof ECOSYSTEMS)[number];
export type Group = (typeof GROUPS)[number];
export type Source = (typeof SOURCES)[number];
export type Status = (typeof STATUSES)[number];

/** Where a dependency comes from, and what its version has to satisfy. */
export interface Wish {
  readonly source: Source;
  /** Undefined where no version can say whether it is what is asked for. */
  readonly wanted: string | undefined;
  /** The name under which it is published, where that is another one. */
  readonly target?: string | undefined;
  /** From where it is fetched, where that is written. */
  readonly url?: string | undefined;
}

/** A dependency as the manifest declares it. */
export interface Requirement extends Wish {
  readonly name: string;
  readonly group: Group;
  /** As written. */
  readonly range: string;
  /** As an override has it, where there is one. */
  readonly spec: string;
}

/** An entry of the lock file. */
export interface Locked {
  readonly name: string;
  readonly version: string | null;
  /** A tarball and a package of a registry may look the same until one sees who asks for it. */
  source: Source;
  /** From where it is fetched; empty where that is not written. */
  readonly url: string;
  readonly hasIntegrity: boolean;
  /** The entries that it depends on. */
  needs: Locked[];
}

/** What the lock file has for a requirement. */
export interface Found {
  /** Undefined where it has only a part of what it takes. */
  readonly locked: Locked | undefined;
  /** The range that it was written for, where that is written. */
  readonly recorded?: string | undefined;
}

export interface Lock {
  readonly version: string | null;
  /** All entries but the project's own folders. */
  readonly packages: readonly Locked[];
  /** What leads to packages besides the requirements: the project's other folders. */
  readonly roots: readonly Locked[];
  /** Whether what leads to an entry can be told, so that one that nothing leads to is left over. */
  readonly knowsEdges: boolean;
  /** Whether a package without a checksum is worth a word. */
  readonly hasChecksums: boolean;
  readonly find: (requirement: Requirement) => Found | undefined;
}

/** How an ecosystem reads versions. */
export interface VersionRules {
  /** Completes "expected a range of …". */
  readonly grammar: string;
  readRange(text: string): VersionRange | undefined;
  compare(left: string, right: string): number;
  /** Whether two texts are one version. */
  isSame(left: string, right: string): boolean;
  isPrerelease(version: string): boolean;
}

/** A manifest and its lock file, read. */
export interface Project {
  readonly requirements: readonly Requirement[];
  readonly lock: Lock;
  readonly rules: VersionRules;
  readonly warnings: readonly Entry<"INCLUDE_SKIPPED" | "WORKSPACE_UNKNOWN">[];
}
