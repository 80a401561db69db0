/** What changes mean: which are accepted, what version they need, whom they hit, and what is told of that. */
import type { Entry } from "../../tools/_core/tool.ts";
import { raised, readSemVer } from "../../tools/_lib/formats/semver.ts";
import { wrongForm } from "../../tools/_lib/results/input-invalid.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import { instantFromMs, readDate, writeUtc } from "../../tools/_lib/time/calendar.ts";
import { pathKey } from "../../tools/_lib/web/openapi/surface.ts";
import type { Input, Waiver, Work } from "../contract-release-gate-kit.ts";
import type { Found } from "./contracts.ts";

export const BUMPS = ["none", "patch", "minor", "major"] as const;

export type Bump = (typeof BUMPS)[number];
export type ActualBump = Bump | "downgrade" | null;

/** A change that was judged. */
export interface Judged extends Found {
  readonly waiver?: Waiver | undefined;
}

/** Waivers and versions that cannot be used. */
export function policyProblems({ policy, versionBefore, versionAfter }: Input): Entry[] {
  const versions = { versionBefore, versionAfter };
  const problems = Object.entries(versions).flatMap(([field, version]): Entry[] => {
    if (version === undefined || readSemVer(plain(version))) return [];
    const message = `Cannot use ${field}: found ${quoted(version)}, expected a version of SemVer such as 1.4.0`;
    return [{ code: "VERSION_INVALID", message, path: `/${field}`, received: version }];
  });
  const dates = policy.waivers.flatMap(({ until }, index): Entry[] =>
    readDate(until)
      ? []
      : [wrongForm(`/policy/waivers/${index}/until`, quoted(until), "a day such as 2026-12-31")],
  );
  return [...problems, ...dates];
}

function plain(version: string): string {
  return version.replace(/^v/, "");
}

/** Finds the waiver of every change, and tells of those that have run out or fit nothing. */
export function applyWaivers(changes: readonly Found[], work: Work): readonly Judged[] {
  const { input, ctx, report } = work;
  const { waivers } = input.policy;
  if (waivers.length === 0) {
    report.skipped("waivers", "The field `policy.waivers` has accepted changes");
    return changes;
  }
  const today = writeUtc(instantFromMs(ctx.now())).slice(0, "YYYY-MM-DD".length);
  const byRule = new Map<string, number[]>();
  waivers.forEach(({ contract, code }, index) => {
    const key = ruleKey(contract, code);
    byRule.set(key, [...(byRule.get(key) ?? []), index]);
  });
  const used = new Set<number>();
  const judged = changes.map((change): Judged => {
    if (change.severity === "info") return change;
    const fitting = (byRule.get(ruleKey(change.contract, change.rule)) ?? []).filter((index) => {
      const path = waivers[index]?.path;
      return path === undefined || samePath(path, change);
    });
    ctx.budget.spend(fitting.length);
    for (const index of fitting) used.add(index);
    const valid = fitting.find((index) => (waivers[index]?.until ?? "") >= today);
    return valid === undefined ? change : { ...change, waiver: waivers[valid] };
  });
  waivers.forEach(({ code, contract, path, until }, index) => {
    const about = `${code} of ${oneLine(contract)}${path === undefined ? "" : ` at ${oneLine(path)}`}`;
    const place = { path: `/policy/waivers/${index}`, subject: code };
    if (!used.has(index)) {
      const message = `The waiver for ${about} fits no change of this release and can be deleted`;
      report.find("info", "waivers", { code: "WAIVER_UNUSED", message, ...place });
    } else if (until < today) {
      const message = `The waiver for ${about} ran out on ${until}: renew it, or take the change back`;
      const finding = { code: "WAIVER_EXPIRED", message, ...place, received: until };
      report.find("warning", "waivers", { ...finding, expected: `${today} or later` });
    }
  });
  const accepted = judged.filter(({ waiver }) => waiver).length;
  report.done(
    "waivers",
    `${counted(waivers.length, "waiver")}, ${counted(accepted, "change")} accepted`,
  );
  return judged;
}

function ruleKey(contract: string, code: string): string {
  return JSON.stringify([contract, code]);
}

/** Of paths of OpenAPI the names of parameters do not count. */
function samePath(path: string, change: Found): boolean {
  if (change.kind === "json-schema") return path === change.path;
  return pathKey(path) === pathKey(change.path);
}

export interface Versions {
  readonly required: Bump;
  readonly actual: ActualBump;
  /** Whether the version says what the changes are; false where there is none to say it. */
  readonly isEnough: boolean;
}

/** What version the changes need, and which they get. */
export function checkVersion(changes: readonly Judged[], work: Work): Versions {
  const { input, report } = work;
  const { versionBefore, versionAfter } = input;
  const required = requiredBump(changes, input);
  const actual = actualBump(versionBefore, versionAfter);
  const isEnough = isBumpEnough(required, actual, input);
  const isChanged = required !== "none";
  const path = "/versionAfter";
  if (actual === null) {
    const missing = versionBefore === undefined ? "versionBefore" : "versionAfter";
    const message = `Nothing says whether the version is high enough: ${missing} was not given`;
    report.find("info", "version", { code: "VERSION_MISSING", message, path: `/${missing}` });
    report.skipped("version", "The fields `versionBefore` and `versionAfter` have the versions");
    return { required, actual, isEnough };
  }
  const about = { path, expected: required, received: actual };
  const wanted = isChanged ? `${next(versionBefore, required)} or higher` : "";
  if (isChanged && (actual === "none" || actual === "downgrade")) {
    const message = `Cannot release these changes as ${versionAfter}: it is ${actual === "none" ? "no higher" : "lower"} than ${versionBefore}, expected ${wanted}`;
    report.find("error", "version", { code: "VERSION_NOT_INCREASED", message, ...about });
  } else if (isChanged && !isEnough) {
    const message = `Cannot release these changes as ${versionAfter}: found a ${actual} version, expected a ${required} one, ${wanted}`;
    report.find("error", "version", { code: "VERSION_BUMP_TOO_SMALL", message, ...about });
  }
  const summary = `${versionBefore} to ${versionAfter} is ${named(actual)}, the changes need ${named(required)}`;
  report.done("version", summary, isChanged && !isEnough ? "fail" : "pass");
  return { required, actual, isEnough };
}

function named(bump: Bump | "downgrade"): string {
  return (
    { none: "no new version", downgrade: "a step back" }[bump as string] ?? `a ${bump} version`
  );
}

/** The lowest version that is enough. */
export function next(before: string | undefined, bump: Bump): string {
  return before === undefined || bump === "none"
    ? `a ${bump} version`
    : raised(plain(before), bump);
}

function requiredBump(changes: readonly Judged[], { policy, ...input }: Input): Bump {
  const open = changes.filter(({ waiver }) => waiver === undefined);
  if (open.length === 0) return "none";
  const isBreaking = open.some(({ severity }) => severity === "error");
  const version = input.versionBefore ?? input.versionAfter;
  const isZero = version !== undefined && readSemVer(plain(version))?.major === 0;
  if (isZero && policy.zeroMajor === "minor") return isBreaking ? "minor" : "patch";
  return isBreaking ? "major" : "minor";
}

function actualBump(before: string | undefined, after: string | undefined): ActualBump {
  const [was, is] = [readSemVer(plain(before ?? "")), readSemVer(plain(after ?? ""))];
  if (!was || !is) return null;
  for (const part of ["major", "minor", "patch"] as const) {
    if (is[part] !== was[part]) return is[part] > was[part] ? part : "downgrade";
  }
  return isReleaseOf(before, after) ? "patch" : "none";
}

/** Whether the release is what the version before it was on the way to: its changes are of its own line. */
function isReleaseOf(before: string | undefined, after: string | undefined): boolean {
  const [was, is] = [readSemVer(plain(before ?? "")), readSemVer(plain(after ?? ""))];
  if (!was || !is) return false;
  const isSame = was.major === is.major && was.minor === is.minor && was.patch === is.patch;
  return isSame && was.prerelease.length > 0 && is.prerelease.length === 0;
}

function isBumpEnough(required: Bump, actual: ActualBump, input: Input): boolean {
  if (actual === null || actual === "none" || actual === "downgrade") return false;
  if (isReleaseOf(input.versionBefore, input.versionAfter)) return true;
  return BUMPS.indexOf(actual) >= BUMPS.indexOf(required);
}

/** A change that hits a consumer. */
export interface Hit {
  readonly name: string;
  readonly change: Judged;
}

export interface Affected {
  readonly name: string;
  readonly breaking: number;
  readonly risky: number;
}

/** Whom the changes hit that nobody accepted. */
export function findConsumers(changes: readonly Judged[], work: Work) {
  const { input, ctx, report } = work;
  const hits: Hit[] = [];
  if (input.consumers.length === 0) {
    report.skipped("consumers", "The field `consumers` says who uses what");
    return { consumers: [], hits };
  }
  const uses = new Uses(changes);
  const consumers = input.consumers.map(({ name, uses: used }, index): Affected => {
    const own = new Set<Judged>();
    for (const use of used) {
      for (const change of uses.changesOf(use)) {
        ctx.budget.spend(1);
        if (isWithin(change, use.property)) own.add(change);
      }
    }
    // In the order of the changes, whatever the order of the uses.
    const hit = [...own].toSorted((left, right) => uses.placeOf(left) - uses.placeOf(right));
    hits.push(...hit.map((change) => ({ name, change })));
    const breaking = hit.filter(({ severity }) => severity === "error").length;
    const affected = { name, breaking, risky: hit.length - breaking };
    if (hit.length > 0) report.find("warning", "consumers", affectedBy(affected, hit, index));
    return affected;
  });
  const count = consumers.filter(({ breaking, risky }) => breaking + risky > 0).length;
  report.done(
    "consumers",
    `${count} of ${counted(consumers.length, "consumer")} affected`,
    count > 0 ? "review" : "pass",
  );
  return { consumers, hits };
}

function affectedBy({ name, breaking, risky }: Affected, hit: readonly Judged[], index: number) {
  const [first] = hit;
  const what = [
    ...(breaking > 0 ? [counted(breaking, "breaking change")] : []),
    ...(risky > 0 ? [counted(risky, "risky change")] : []),
  ].join(" and ");
  const message = `${oneLine(name)} is hit by ${what}${first ? `; first: ${told(first)}` : ""}`;
  return { code: "CONSUMER_AFFECTED", message, path: `/consumers/${index}`, subject: name };
}

type Use = Input["consumers"][number]["uses"][number];

/** Changes by what consumers say of their uses. */
class Uses {
  readonly #all = new Map<string, Judged[]>();
  /** By contract and endpoint; of a change without a method by its path alone. */
  readonly #byEndpoint = new Map<string, Judged[]>();
  readonly #places: ReadonlyMap<Judged, number>;

  constructor(changes: readonly Judged[]) {
    const open = changes.filter(({ severity, waiver }) => severity !== "info" && !waiver);
    this.#places = new Map(open.map((change, index) => [change, index]));
    for (const change of open) {
      put(this.#all, change.contract, change);
      const { contract, method, path } = change;
      // Pointers into a schema are no endpoints: an operation says nothing about them.
      const endpoint = change.kind === "openapi" && path !== "" ? [method, pathKey(path)] : [];
      put(this.#byEndpoint, JSON.stringify([contract, ...endpoint]), change);
    }
  }

  placeOf(change: Judged): number {
    return this.#places.get(change) ?? 0;
  }

  changesOf({ contract, operation }: Use): readonly Judged[] {
    if (operation === undefined) return this.#all.get(contract) ?? [];
    const [method = "", path = ""] = operation.trim().split(/\s+/);
    const key = pathKey(path);
    const wanted = [[contract], [contract, "", key], [contract, method.toUpperCase(), key]];
    return wanted.flatMap((one) => this.#byEndpoint.get(JSON.stringify(one)) ?? []);
  }
}

function put<K>(map: Map<K, Judged[]>, key: K, change: Judged): void {
  const list = map.get(key);
  if (list) list.push(change);
  else map.set(key, [change]);
}

/** Whether the change is of no property, or of the one named or one in it. */
function isWithin({ property }: Judged, wanted: string | undefined): boolean {
  if (wanted === undefined || property === undefined) return true;
  const name = wanted.replace(/^\//, "");
  return property === name || property.startsWith(`${name}/`);
}

/** `GET /old: API path removed without deprecation` */
export function told({ method, path, message }: Found): string {
  const where = `${method} ${oneLine(path)}`.trim();
  return where === "" ? oneLine(message) : `${where}: ${oneLine(message)}`;
}

/** Says of every change that nobody accepted what it means for this release. */
export function decide(changes: readonly Judged[], versions: Versions, work: Work): void {
  const { input, report } = work;
  const { breaking } = input.policy;
  const stops = breaking === "forbid" || (breaking === "require-major" && !versions.isEnough);
  for (const change of changes) {
    if (change.waiver !== undefined) continue;
    const { contract, rule, severity, pointer, line, column } = change;
    const place = { path: pointer, subject: contract, line, column, more: { rule } };
    const what = `${oneLine(contract)}: ${told(change)}`;
    if (rule === "contract-added") {
      report.find("info", "decide", { code: "CONTRACT_NEW", message: what, ...place });
    } else if (severity === "warning") {
      const message = `${what}; this may break clients`;
      report.find("warning", "decide", { code: "RISKY_CHANGE", message, ...place });
    } else if (severity === "error") {
      const message = `${what}; ${stops ? needed(versions, input) : whyAllowed(input)}`;
      const found = { code: "BREAKING_CHANGE", message, ...place };
      report.find(stops ? "error" : "warning", "decide", found);
    }
  }
  report.done("decide", verdictLine(work, changes), report.verdict);
}

function needed({ required }: Versions, { policy, versionBefore }: Input): string {
  if (policy.breaking === "forbid") return "expected a waiver, or no change that breaks clients";
  return `expected ${next(versionBefore, required)}, or a waiver`;
}

function whyAllowed({ policy, versionAfter }: Input): string {
  if (policy.breaking === "allow") return "this breaks clients, and the policy allows it";
  return `this breaks clients, as the version ${versionAfter} tells them`;
}

function verdictLine({ report }: Work, changes: readonly Judged[]): string {
  const { error, warning } = report.counts;
  const words = { pass: "Release", review: "Look before the release", fail: "Do not release" };
  const found = `${counted(error, "error")}, ${counted(warning, "warning")}`;
  return `${words[report.verdict]}: ${counted(changes.length, "change")}, ${found}`;
}
