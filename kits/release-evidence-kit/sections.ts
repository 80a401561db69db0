/** The sections that other tools judge, under the names that their fields have here. */
import type { Static } from "@sinclair/typebox";
import type { Entry, Outcome, Tool } from "../../tools/_core/tool.ts";
import { readDigest } from "../../tools/_lib/bytes/checksums/digest.ts";
import { readDocumentField } from "../../tools/_lib/fields/document-field.ts";
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import type { Severity } from "../../tools/_lib/results/review/shapes.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import deliver from "../../tools/artifact-delivery-manifest.ts";
import auditLineage from "../../tools/artifact-lineage-integrity-auditor.ts";
import compareReports from "../../tools/ci-regression-diff.ts";
import reconcile from "../../tools/dependency-manifest-reconciliation.ts";
import compareEvidence from "../../tools/release-evidence-delta.ts";
import reconcileScan from "../../tools/sarif-findings-reconciliation.ts";
import type { Value, Work } from "../release-evidence-kit.ts";

type Answer<T extends Pick<Tool, "value">> = Outcome<Static<T["value"]>>;
type Section = keyof Value["sections"];

/** Where a place of the tool's input is in the kit's. */
type Here = (path: string) => string;

/** The first name that fits; the rest of the pointer stays. */
function renaming(...names: readonly (readonly [theirs: string, here: string])[]): Here {
  return (path) => {
    const [theirs, here] = names.find(([name]) => path === name || path.startsWith(`${name}/`)) ?? [
      "",
      "",
    ];
    return here + path.slice(theirs.length);
  };
}

const SAME: Here = (path) => path;

function renamed<E extends Entry>(entry: E, here: Here): E {
  return entry.path === undefined ? entry : { ...entry, path: here(entry.path) };
}

/** A finding of a tool as it judged it, or a document of the input that not all read alike. */
type Judged = Entry & { readonly severity: Severity };

function takeFindings(
  section: Section,
  findings: readonly Judged[],
  here: Here,
  { report }: Work,
): void {
  for (const finding of findings) {
    const { severity, code, message, path, subject, line, column } = renamed(finding, here);
    const about = typeof subject === "string" ? { subject } : {};
    report.find(severity, section, { code, message, path, line, column, ...about });
  }
}

function asWarnings(entries: readonly Entry[]): Judged[] {
  return entries.map((entry) => ({ ...entry, severity: "warning" }));
}

/** Warnings that the tool does not list among its findings: of reading what it was given. */
function takeWarnings(
  section: Section,
  { warnings = [] }: Outcome,
  findings: readonly Entry[],
  here: Here,
  work: Work,
): void {
  const listed = new Set(findings.map(({ code }) => code));
  const others = warnings.filter(({ code }) => !listed.has(code));
  takeFindings(section, asWarnings(others), here, work);
}

/** The tool could not do its part, which is an error of the release; the other sections go on. */
export function sectionFailed(section: Section | "dossier", error: Entry, { report }: Work): void {
  const { message, path, line, column, code: received } = error;
  report.failed(section, message);
  const finding = { code: "STAGE_FAILED", message, path, line, column, subject: section, received };
  report.find("error", section, finding);
}

function failedBy(section: Section, { errors }: Outcome, here: Here, work: Work): void {
  const [error = { code: "STAGE_FAILED", message: "The tool gave no answer" }] = errors ?? [];
  sectionFailed(section, renamed(error, here), work);
}

/** The run ends: what was to be shipped or judged cannot be read. */
function stoppedBy(section: Section, { errors = [] }: Outcome, here: Here, work: Work): void {
  work.report.stop(
    section,
    errors.map((error) => renamed(error, here)),
  );
}

export interface Totals {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const NO_LOG = { version: "2.1.0", runs: [] };

export function isGiven(field: unknown): boolean {
  return field !== undefined && field !== null;
}

/** The totals of the report; of its tests nothing is said but how many there are. */
export function countTests(work: Work): Totals | undefined {
  const { input, ctx, report } = work;
  if (!isGiven(input.report)) {
    report.skipped("tests", "The field `report` takes the test report of this release");
    return undefined;
  }
  const here = renaming(["/after", "/report"]);
  const answer = ctx.step(compareReports, { before: {}, after: input.report });
  const { value, warnings = [] } = answer;
  if (!value) {
    failedBy("tests", answer, here, work);
    return undefined;
  }
  const cut = warnings.filter(({ code }) => code === "RUN_TRUNCATED");
  takeFindings("tests", asWarnings(cut), here, work);
  const { total, passed, failed, error, skipped, flaky } = value.after;
  if (total === 0) {
    const message = "The test report has no test: nothing was run, or the runner crashed";
    report.find("warning", "tests", { code: "RUN_EMPTY", message, path: "/report" });
  }
  return { total, passed: passed + flaky, failed: failed + error, skipped };
}

/** The evidence with what is known otherwise; null where nothing was to be judged. */
export function judgeEvidence(totals: Totals | undefined, work: Work): object | null {
  const { input, ctx, report } = work;
  const { baseline, policy, release } = input;
  if (![input.evidence, baseline, policy, totals].some(isGiven)) {
    report.skipped("delta", "The fields `evidence`, `baseline` and `policy` take what is known");
    return null;
  }
  const read = readDocumentField(input.evidence ?? {}, "/evidence", ["object"]);
  if (!read.ok) {
    sectionFailed("delta", read.error, work);
    return null;
  }
  const given = valueOf(read.root).value as Readonly<Record<string, unknown>>;
  const hasTests = given["tests"] !== undefined;
  const evidence = {
    ...given,
    version: release.version,
    ...(hasTests || totals === undefined ? {} : { tests: totals }),
  };
  if (hasTests && totals) compareTotals(given["tests"], totals, work);
  const named = renaming(
    ["/after/version", "/release/version"],
    ["/after", "/evidence"],
    ["/before", "/baseline"],
  );
  // A report has no member that a pointer into the evidence could lead to.
  const here: Here = (path) =>
    !hasTests && path.startsWith("/after/tests") ? "/report" : named(path);
  const answer: Answer<typeof compareEvidence> = ctx.step(compareEvidence, {
    after: evidence as never,
    ...(isGiven(baseline) ? { before: baseline as never } : {}),
    ...(policy === undefined ? {} : { policy }),
    failOn: "none",
  });
  const { value } = answer;
  if (!value) {
    failedBy("delta", answer, here, work);
    return evidence;
  }
  const { findings } = value;
  const unlike = read.warnings.map(({ path = "", ...entry }) => ({ ...entry, path }));
  takeFindings("delta", asWarnings(unlike), (path) => `/evidence${path}`, work);
  takeFindings("delta", findings, here, work);
  takeWarnings("delta", answer, findings, here, work);
  const before = isGiven(baseline) ? " and the last release" : "";
  report.finish("delta", `${counted(findings.length, "finding")} by the policy${before}`);
  return evidence;
}

/** How many tests may fail is the policy's to say, which judges them in the next section. */
export function finishTests(totals: Totals | undefined, { report }: Work): void {
  if (totals === undefined) return;
  const { total, passed, failed } = totals;
  const summary = `${passed} of ${counted(total, "test")} passed, ${failed} failed`;
  const isRefused = report.findings.some(
    ({ code, severity }) => code === "TESTS_FAILED" && severity === "error",
  );
  if (isRefused) report.done("tests", summary, "fail");
  else report.finish("tests", summary);
}

function compareTotals(given: unknown, totals: Totals, { report }: Work): void {
  if (typeof given !== "object" || given === null) return;
  for (const name of ["total", "failed"] as const) {
    const stated = (given as Readonly<Record<string, unknown>>)[name];
    if (typeof stated !== "number" || stated === totals[name]) continue;
    report.find("error", "tests", {
      code: "TESTS_MISMATCH",
      message: `Cannot trust the count of tests: found ${name} ${stated} in the evidence, expected ${totals[name]} as in the report`,
      path: `/evidence/tests/${name}`,
      subject: name,
      expected: totals[name],
      received: stated,
    });
    return;
  }
}

/** False where the log of the scan cannot be read. */
export function judgeScan(work: Work): boolean {
  const { input, ctx, report } = work;
  if (!isGiven(input.sarif)) {
    report.skipped("scan", "The field `sarif` takes the log of a scan");
    return true;
  }
  const here = renaming(["/before", "/sarifBaseline"], ["/after", "/sarif"]);
  const answer = ctx.step(reconcileScan, {
    before: input.sarifBaseline ?? NO_LOG,
    after: input.sarif,
    includeAbsent: false,
  });
  const { value } = answer;
  if (!value) {
    stoppedBy("scan", answer, here, work);
    return false;
  }
  const places = placesIn(value.results);
  takeFindings(
    "scan",
    value.findings.map((finding) => inLog(finding, places, work)),
    SAME,
    work,
  );
  takeWarnings("scan", answer, value.findings, here, work);
  const { new: fresh, unchanged, updated, absent } = value.counts;
  report.finish("scan", `${fresh} new, ${unchanged} unchanged, ${updated} updated, ${absent} gone`);
  return true;
}

/** What the baseline alone has is found in it; of failed runs nothing tells in which log they are. */
function inLog(finding: Judged, places: Places, { input }: Work): Judged {
  const { path, code } = finding;
  if (path === undefined) return finding;
  const isOld = code === "FINDING_ABSENT" || code === "TOOL_NOT_RUN";
  const place = (isOld ? places.before : places.after).get(path);
  const message = place === undefined ? finding.message : `${finding.message} (${place})`;
  if (isOld) return { ...finding, message, path: `/sarifBaseline${path}` };
  const isUnclear = code === "RESULTS_NULL" && isGiven(input.sarifBaseline);
  return { ...finding, message, path: isUnclear ? undefined : `/sarif${path}` };
}

/** Where in the code the results of both logs are, by their pointers. */
interface Places {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

function placesIn(results: NonNullable<Answer<typeof reconcileScan>["value"]>["results"]): Places {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  for (const { uri, startLine, beforePointer, afterPointer } of results) {
    if (uri === "") continue;
    const place = startLine === null ? uri : `${uri}:${startLine}`;
    if (afterPointer !== null) after.set(afterPointer, place);
    else if (beforePointer !== null) before.set(beforePointer, place);
  }
  return { before, after };
}

/** False where the manifest or the lock file cannot be read. */
export function judgeDependencies(work: Work): boolean {
  const { input, ctx, report } = work;
  const { manifest, lockfile } = input;
  if (!isGiven(manifest) || !isGiven(lockfile)) {
    report.skipped("dependencies", "The fields `manifest` and `lockfile` take the two files");
    return true;
  }
  const answer = ctx.step(reconcile, { manifest, lockfile });
  const { value } = answer;
  if (!value) {
    stoppedBy("dependencies", answer, SAME, work);
    return false;
  }
  takeFindings("dependencies", value.findings, SAME, work);
  takeWarnings("dependencies", answer, value.findings, SAME, work);
  const { direct, locked, ok } = value.counts;
  report.finish(
    "dependencies",
    `${ok} of ${counted(direct, "package")} of the manifest as locked, ${locked} locked`,
  );
  return true;
}

/** What is shipped, as the manifest of it has it. */
export interface Delivery {
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly treeSha256: string;
  readonly sums: string;
  /** As the bill of materials lists them. */
  readonly listed: readonly unknown[];
  readonly provenance: unknown;
}

/** Null where a file cannot be shipped; undefined where there is none. */
export function listArtifacts(work: Work): Delivery | null | undefined {
  const { input, ctx, report } = work;
  const { artifacts, release, slsa } = input;
  if (artifacts === undefined || isEmpty(artifacts)) {
    report.skipped("artifacts", "The field `artifacts` takes the files that are shipped");
    return undefined;
  }
  const here = renaming(
    ["/files", "/artifacts"],
    ["/startedOn", "/slsa/startedOn"],
    ["/finishedOn", "/slsa/finishedOn"],
  );
  const formats = ["sha256sums", "cyclonedx", ...(slsa === undefined ? [] : ["slsa"])];
  const { name, version } = release;
  const answer = ctx.step(deliver, { files: artifacts, formats, name, version, ...slsa });
  const { value, warnings = [] } = answer;
  if (!value) {
    stoppedBy("artifacts", answer, here, work);
    return null;
  }
  takeFindings("artifacts", asWarnings(warnings), here, work);
  const { documents } = value as { documents: Readonly<Record<string, unknown>> };
  const bill = documents["cyclonedx"] as { readonly components: readonly unknown[] };
  report.finish("artifacts", `${counted(value.fileCount ?? 0, "file")}, tree ${value.treeSha256}`);
  return {
    files: value.files ?? [],
    treeSha256: value.treeSha256 ?? "",
    sums: String(documents["sha256sums"]),
    listed: bill.components,
    provenance: documents["slsa"],
  };
}

/** Zero files are none: the section is missing. */
export function isEmpty(field: unknown): boolean {
  return Array.isArray(field)
    ? field.length === 0
    : typeof field === "string" && field.trim() === "";
}

export function judgeLineage(delivery: Delivery | undefined, work: Work): void {
  const { input, ctx, report } = work;
  const { lineage } = input;
  if (lineage === undefined) {
    report.skipped("lineage", "The field `lineage` takes what the artifacts are made of");
    return;
  }
  const here: Here = (path) => `/lineage${path}`;
  const answer = ctx.step(auditLineage, { ...lineage, failOn: "none" });
  const { value } = answer;
  if (!value) {
    failedBy("lineage", answer, here, work);
    return;
  }
  takeFindings("lineage", value.findings, here, work);
  takeWarnings("lineage", answer, value.findings, here, work);
  if (delivery) reportOrphans(delivery, digestsIn(lineage.artifacts), work);
  const { artifacts, edges } = value.counts;
  report.finish("lineage", `${counted(artifacts, "artifact")}, ${counted(edges, "edge")}`);
}

/** SHA-256 of all artifacts of the lineage, however they are written. */
function digestsIn(field: unknown): ReadonlySet<string> {
  const read = readDocumentField(field, "", ["array", "object"]);
  if (!read.ok) return new Set();
  const { value } = valueOf(read.root);
  const list = Array.isArray(value) ? value : (value as { artifacts?: unknown }).artifacts;
  const items = Array.isArray(list) ? (list as readonly { sha256?: unknown }[]) : [];
  return new Set(
    items.flatMap((item) => {
      const digest =
        typeof item?.sha256 === "string" ? readDigest(item.sha256, "sha256") : undefined;
      return digest?.algorithm === "sha256" ? [digest.digest] : [];
    }),
  );
}

function reportOrphans({ files }: Delivery, known: ReadonlySet<string>, { report }: Work): void {
  for (const { path: subject, sha256 } of files) {
    if (known.has(sha256)) continue;
    const message = `No artifact of the lineage has the digest of ${quoted(subject)}: nothing tells what it is made of`;
    const about = { path: "/artifacts", subject, received: sha256 };
    report.find("warning", "lineage", { code: "ARTIFACT_WITHOUT_LINEAGE", message, ...about });
  }
}
