/** Holds what is asked for against what is locked. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import type { Finding } from "../_lib/results/review/findings.ts";
import type { VersionRange } from "./npm-range.ts";
import type { Code, Entry, Value } from "../dependency-manifest-reconciliation.ts";
import { found } from "./findings.ts";
import type { Found, Locked, Project, Requirement, Source, Status, VersionRules } from "./model.ts";

export interface Judgement extends Pick<Value, "entries" | "duplicates" | "extraneous"> {
  readonly findings: Finding<Code>[];
}

export function judgeProject(project: Project, includeDev: boolean): Judgement {
  const judge = new Judge(project.rules);
  const { lock, requirements } = project;
  const asked = requirements.map((requirement) => ({ requirement, has: lock.find(requirement) }));
  for (const { requirement, has } of asked) {
    if (requirement.source === "url" && has?.locked) has.locked.source = "url";
    if (includeDev || requirement.group !== "dev") judge.judgeRequirement(requirement, has);
  }
  judge.judgePackages(project);
  const starts = asked.flatMap(({ has }) => has?.locked ?? []);
  if (lock.knowsEdges) judge.findExtraneous(lock.packages, [...lock.roots, ...starts]);
  return judge.done();
}

class Judge implements Judgement {
  readonly entries: Entry[] = [];
  readonly duplicates: Value["duplicates"] = [];
  readonly extraneous: Value["extraneous"] = [];
  readonly findings: Finding<Code>[] = [];
  readonly #rules: VersionRules;
  readonly #ranges = new Map<string, VersionRange | undefined>();

  constructor(rules: VersionRules) {
    this.#rules = rules;
  }

  done(): Judgement {
    this.entries.sort(
      (left, right) =>
        byCodeUnit(left.name, right.name) ||
        byCodeUnit(left.group, right.group) ||
        byCodeUnit(left.range, right.range),
    );
    for (const [name, same] of groupBy(this.entries, (entry) => entry.name)) {
      const groups = [...new Set(same.map(({ group }) => group))];
      if (groups.length > 1) this.findings.push(found.twice(name, groups));
    }
    return this;
  }

  judgeRequirement(requirement: Requirement, has: Found | undefined): void {
    const { name, group, range, wanted } = requirement;
    const locked = has?.locked;
    const read = wanted === undefined ? undefined : this.#readRange(wanted);
    const status = this.#statusOf(requirement, has, read);
    const source = sourceOf(requirement, locked);
    this.entries.push({ name, group, range, locked: locked?.version ?? null, status, source });
    if (status === "missing") this.findings.push(found.missing(requirement, has !== undefined));
    if (status === "mismatch") this.findings.push(found.mismatch(requirement, locked));
    if (status === "stale") this.findings.push(found.stale(requirement, has?.recorded ?? ""));
    if (wanted !== undefined && read === undefined) {
      this.findings.push(found.rangeInvalid(requirement, this.#rules.grammar));
    } else if (status === "unverifiable") this.findings.push(found.unverifiable(requirement));
    if (read?.isOpen) this.findings.push(found.unpinned(requirement));
    this.#judgeOrigin(requirement, locked);
  }

  #judgeOrigin({ name, url = "" }: Requirement, locked: Locked | undefined): void {
    const { version = null, url: from = "" } = locked ?? {};
    if (version !== null && this.#rules.isPrerelease(version)) {
      this.findings.push(found.prerelease(name, version));
    }
    // The entry of the lock file is judged for itself.
    if (isInsecure(url) && !isInsecure(from)) this.findings.push(found.insecure(name, url));
  }

  #readRange(text: string): VersionRange | undefined {
    if (!this.#ranges.has(text)) this.#ranges.set(text, this.#rules.readRange(text));
    return this.#ranges.get(text);
  }

  #statusOf(
    requirement: Requirement,
    has: Found | undefined,
    range: VersionRange | undefined,
  ): Status {
    if (!has?.locked) return "missing";
    if (!fits(requirement, has.locked, range)) return "mismatch";
    const { recorded } = has;
    if (recorded !== undefined && recorded !== requirement.range && recorded !== requirement.spec) {
      return "stale";
    }
    const isFolder = requirement.source === "file" || isOwn(has.locked);
    if (isFolder || (range !== undefined && has.locked.version !== null)) return "ok";
    return "unverifiable";
  }

  /** What concerns every entry of the lock file. */
  judgePackages({ lock, rules }: Project): void {
    for (const { name, source, url, hasIntegrity } of lock.packages) {
      if (isInsecure(url)) this.findings.push(found.insecure(name, url));
      if (source === "registry" && lock.hasChecksums && !hasIntegrity) {
        this.findings.push(found.withoutIntegrity(name));
      }
    }
    const byName = groupBy(lock.packages, ({ name }) => name);
    for (const [name, same] of [...byName].toSorted(([a], [b]) => byCodeUnit(a, b))) {
      const texts = [...new Set(same.flatMap(({ version }) => version ?? []))];
      const sorted = texts.toSorted((left, right) => rules.compare(left, right));
      const versions = sorted.filter(
        (text, at) => at === 0 || !rules.isSame(sorted[at - 1] ?? "", text),
      );
      if (versions.length < 2) continue;
      this.duplicates.push({ name, versions });
      this.findings.push(found.duplicate(name, versions));
    }
  }

  findExtraneous(packages: readonly Locked[], starts: Iterable<Locked>): void {
    const reached = new Set(starts);
    // A set hands out what is added while it is walked.
    for (const { needs } of reached) for (const need of needs) reached.add(need);
    const distinct = new Map<string, Value["extraneous"][number]>();
    for (const one of packages) {
      const { name, version } = one;
      if (!reached.has(one)) distinct.set(JSON.stringify([name, version]), { name, version });
    }
    for (const one of distinct.values()) this.extraneous.push(one);
    this.extraneous.sort(
      (left, right) =>
        byCodeUnit(left.name, right.name) ||
        this.#rules.compare(left.version ?? "", right.version ?? ""),
    );
    for (const { name, version } of this.extraneous) {
      this.findings.push(found.extraneous(name, version));
    }
  }
}

/** Whether what is locked can be what is asked for. */
function fits(
  { source, wanted, target }: Requirement,
  locked: Locked,
  range: VersionRange | undefined,
): boolean {
  if (source === "workspace") return isOwn(locked) || locked.source === "file";
  if (wanted === undefined || range === undefined || locked.version === null) return true;
  const isOther = target !== undefined && locked.name !== target && source === "alias";
  return !isOther && range.allows(locked.version);
}

function isOwn({ source }: Locked): boolean {
  return source === "workspace";
}

/** A range may be answered by a folder of the project. */
function sourceOf({ source }: Requirement, locked: Locked | undefined): Source {
  return source === "registry" && locked && isOwn(locked) ? "workspace" : source;
}

/** Whether anybody on the way can change what is fetched. */
function isInsecure(url: string): boolean {
  return /^(?:[a-z]+\+)*(?:http|git):/i.test(url);
}
