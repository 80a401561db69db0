/** Vulnerabilities, artifacts, approvals, licenses and the version of two releases. */
import { readDigest } from "../_lib/bytes/checksums/digest.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Delta, Evidence } from "../release-evidence-delta.ts";
import type { Findings } from "./findings.ts";
import type { Material } from "./material.ts";
import { compareVersions, isSameVersion, readVersion } from "./version.ts";

type Vulnerability = NonNullable<Evidence["vulnerabilities"]>[number];

function vulnerabilitiesOf({ vulnerabilities = [] }: Evidence): Map<string, Vulnerability> {
  return new Map(
    vulnerabilities.map((one) => [JSON.stringify([one.id, one.package ?? null]), one]),
  );
}

export function compareVulnerabilities(
  { before, after, policy }: Material,
  found: Findings,
): Delta["vulnerabilities"] {
  const [old, now] = [vulnerabilitiesOf(before), vulnerabilitiesOf(after)];
  const fresh = [...now].flatMap(([key, one]) => (old.has(key) ? [] : [one]));
  const limits = new Map(
    Object.entries(policy.maxNewVulnerabilities).map(([name, limit]) => [
      name.toLowerCase(),
      limit,
    ]),
  );
  for (const [severity, same] of groupBy(fresh, (one) => one.severity.trim().toLowerCase())) {
    const limit = limits.get(severity) ?? Infinity;
    for (const one of same) {
      const what = `${quoted(one.id)}${one.package === undefined ? "" : ` in ${quoted(one.package)}`}`;
      const expected = limit === 0 ? "none" : `at most ${limit}`;
      const isTooMuch = same.length > limit;
      const message = isTooMuch
        ? `Cannot release with ${what}: found ${same.length} new of severity ${severity}, expected ${expected}`
        : `${what} is new, of severity ${severity}`;
      const detail = { path: "/after/vulnerabilities" };
      found.add(isTooMuch ? "error" : "info", "VULNERABILITY_NEW", one.id, message, detail);
    }
  }
  // Where nobody looked nothing is known to be fixed.
  const gone = after.vulnerabilities ? [...old].filter(([key]) => !now.has(key)) : [];
  for (const [, { id }] of gone) {
    found.add("info", "VULNERABILITY_FIXED", id, `${quoted(id)} is gone`);
  }
  return {
    new: fresh.map(({ id }) => id).toSorted(byCodeUnit),
    fixed: gone.map(([, { id }]) => id).toSorted(byCodeUnit),
    remaining: now.size - fresh.length,
  };
}

export function compareArtifacts(
  { before, after, policy }: Material,
  found: Findings,
): Delta["artifacts"] {
  const old = new Map((before.artifacts ?? []).map((one) => [one.name, one]));
  const now = new Map((after.artifacts ?? []).map((one) => [one.name, one]));
  const path = "/after/artifacts";
  const { version } = after;
  const isSame =
    before.version !== undefined && version !== undefined && isSameVersion(before.version, version);
  const changed: string[] = [];
  for (const [name, one] of now) {
    const was = old.get(name);
    if (!was) {
      found.add("info", "ARTIFACT_ADDED", name, `${quoted(name)} is new`, { path });
      continue;
    }
    if (plainDigest(was.sha256) !== plainDigest(one.sha256)) {
      changed.push(name);
      const message = `Cannot release ${quoted(name)}: found it changed under version ${after.version}, expected another version`;
      const detail = { path, before: was.sha256, after: one.sha256 };
      if (isSame) found.add("error", "ARTIFACT_CHANGED_WITHOUT_VERSION", name, message, detail);
    }
    const { sizeBytes: is } = one;
    const most = new Decimal(was.sizeBytes ?? 0).times(
      new Decimal(100).plus(policy.maxSizeGrowthPercent),
    );
    if (is === undefined || was.sizeBytes === undefined || most.gte(new Decimal(is).times(100)))
      continue;
    const message = `${quoted(name)} grew by more than ${policy.maxSizeGrowthPercent} %`;
    const detail = { path, before: was.sizeBytes, after: is };
    found.add("warning", "ARTIFACT_SIZE_GREW", name, message, detail);
  }
  const removed = after.artifacts ? [...old.keys()].filter((name) => !now.has(name)) : [];
  for (const name of removed) {
    found.add("warning", "ARTIFACT_REMOVED", name, `${quoted(name)} is gone`, { path });
  }
  return {
    added: [...now.keys()].filter((name) => !old.has(name)).toSorted(byCodeUnit),
    removed: removed.toSorted(byCodeUnit),
    changed: changed.toSorted(byCodeUnit),
  };
}

/** The same for every way to write a digest; text that is none stays. */
function plainDigest(text: string): string {
  const read = readDigest(text, "sha256");
  return read ? `${read.algorithm}:${read.digest}` : text.toLowerCase();
}

export function checkApprovals({ after, policy }: Material, found: Findings): void {
  const path = "/after/approvals";
  for (const { role, count } of policy.requiredApprovals) {
    const people = new Set(
      (after.approvals ?? []).filter((one) => one.role === role).map(({ by }) => by),
    );
    if (people.size >= count) continue;
    const message = `Cannot release without approval of ${quoted(role)}: found ${people.size}, expected ${count}`;
    found.add("error", "APPROVAL_MISSING", role, message, { path });
  }
}

export function checkLicenses({ after, policy }: Material, found: Findings): void {
  const forbidden = new Set(policy.forbiddenLicenses.map((name) => name.trim().toLowerCase()));
  const path = "/after/licenses";
  for (const { package: subject, license } of after.licenses ?? []) {
    if (!forbidden.has(license.trim().toLowerCase())) continue;
    const message = `Cannot release ${quoted(subject)}: found the license ${quoted(license)}, expected an allowed one`;
    found.add("error", "LICENSE_FORBIDDEN", subject, message, { path });
  }
}

export function checkVersion({ before, after }: Material, found: Findings): void {
  const [old, now] = [readVersion(before.version), readVersion(after.version)];
  if (!old || !now || compareVersions(now, old) > 0) return;
  const message = `Version ${after.version} is not higher than ${before.version}`;
  const detail = { path: "/after/version", before: before.version, after: after.version };
  found.add("warning", "VERSION_NOT_INCREASED", "version", message, detail);
}

/** The parts that a release is compared by. */
const SECTIONS = [
  "approvals",
  "artifacts",
  "checks",
  "coverage",
  "licenses",
  "metrics",
  "tests",
  "vulnerabilities",
] as const;

export function checkSections({ before, after }: Material, found: Findings): void {
  for (const section of SECTIONS) {
    if (before[section] === undefined || after[section] !== undefined) continue;
    const message = `The last release had ${section}, and this one has none`;
    found.add("warning", "EVIDENCE_MISSING", section, message, { path: "/after" });
  }
}
