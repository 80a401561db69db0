/** What may be said of a dependency. */
import type { Severity } from "../_lib/results/review/shapes.ts";
import type { Finding } from "../_lib/results/review/findings.ts";
import { maskUrlPasswords } from "../_lib/secrets/secret-keys.ts";
import { quoted, shortened } from "../_lib/text/shown.ts";
import type { Code } from "../dependency-manifest-reconciliation.ts";
import type { Group, Locked, Requirement } from "./model.ts";

type Found = Finding<Code>;

function finding(code: Code, severity: Severity, subject: string, message: string): Found {
  return { code, severity, subject, message };
}

/** A range or an address as messages show it. */
function shown(text: string): string {
  return quoted(maskUrlPasswords(text));
}

/** What may do without an entry: what need not be installed, and what is only looked at. */
function missingSeverity(group: Group, hasPart: boolean): Severity {
  if (group === "peer") return "info";
  return group === "optional" || (group === "indirect" && hasPart) ? "warning" : "error";
}

export const found = {
  missing({ name, group, range }: Requirement, hasPart: boolean): Found {
    const what = hasPart ? "a part of its entry" : "no entry";
    const message = `Cannot install ${quoted(name)} from the lock file: found ${what}, expected one for ${shown(range)}`;
    return finding("LOCK_MISSING", missingSeverity(group, hasPart), name, message);
  },

  mismatch({ name, source, spec }: Requirement, locked: Locked | undefined): Found {
    const version = shortened(locked?.version ?? "another package");
    const expected = source === "workspace" ? "a link to the workspace" : `one of ${shown(spec)}`;
    const message = `Cannot accept the version of ${quoted(name)}: found ${version}, expected ${expected}`;
    return finding("LOCK_MISMATCH", "error", name, message);
  },

  stale({ name, spec }: Requirement, recorded: string): Found {
    const message = `Cannot rely on the entry of ${quoted(name)}: found it written for ${shown(recorded)}, expected ${shown(spec)}`;
    return finding("LOCK_STALE", "error", name, message);
  },

  rangeInvalid({ name, spec }: Requirement, grammar: string): Found {
    const message = `Cannot read the range of ${quoted(name)}: found ${shown(spec)}, expected one of ${grammar}`;
    return finding("RANGE_INVALID", "error", name, message);
  },

  insecure(name: string, url: string): Found {
    const [scheme = ""] = /^[a-z+]*:/i.exec(url) ?? [];
    const message = `Cannot trust the source of ${quoted(name)}: found ${scheme} in its address, expected a way that is encrypted`;
    return finding("INSECURE_SOURCE", "error", name, message);
  },

  extraneous(name: string, version: string | null): Found {
    const what = version === null ? quoted(name) : `${quoted(name)} ${shortened(version)}`;
    return finding("LOCK_EXTRANEOUS", "warning", name, `Nothing leads to ${what}`);
  },

  withoutIntegrity(name: string): Found {
    return finding("INTEGRITY_MISSING", "warning", name, `${quoted(name)} has no checksum`);
  },

  twice(name: string, groups: readonly Group[]): Found {
    const message = `${quoted(name)} is declared in several groups: ${groups.join(", ")}`;
    return finding("DECLARED_TWICE", "warning", name, message);
  },

  duplicate(name: string, versions: readonly string[]): Found {
    const message = `${quoted(name)} is locked in several versions: ${shortened(versions.join(", "))}`;
    return finding("DUPLICATE_VERSION", "info", name, message);
  },

  unpinned({ name, spec }: Requirement): Found {
    const message = `The range of ${quoted(name)} has no upper bound: ${shown(spec)}`;
    return finding("UNPINNED_RANGE", "info", name, message);
  },

  prerelease(name: string, version: string): Found {
    const message = `${quoted(name)} is locked in a prerelease: ${shortened(version)}`;
    return finding("PRERELEASE_LOCKED", "info", name, message);
  },

  unverifiable({ name, spec }: Requirement): Found {
    const message = `No version can be held against what ${quoted(name)} asks for: ${shown(spec)}`;
    return finding("SOURCE_UNVERIFIABLE", "info", name, message);
  },
};
