/** What is handed over, and what of it is as the sender listed it. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { type ChecksumAlgorithm, isWeak } from "../../tools/_lib/bytes/checksums/algorithms.ts";
import { isListName } from "../../tools/_lib/bytes/checksums/list-name.ts";
import { writeChecksumLine } from "../../tools/_lib/bytes/checksums/read.ts";
import { sum } from "../../tools/_lib/algorithms/sum.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import deliver from "../../tools/artifact-delivery-manifest.ts";
import verifyList from "../../tools/file-hash-checksum-verifier.ts";
import convertSize from "../../tools/file-size-converter.ts";
import type { Job, PlanValue, Work } from "../file-verification-handoff-kit.ts";
import { byPath, digestOf, pathKey } from "./files.ts";
import { withOnlyPath } from "./lone-digests.ts";
import { findSameNames } from "./same-names.ts";
import { signaturesIn } from "./signatures.ts";
import { unwrapped } from "./signed-text.ts";

export interface Plan {
  readonly value: PlanValue;
  /** All bytes in words for people. */
  readonly size: string;
  /** in-toto: what is handed over; undefined unless every file has a SHA-256. */
  readonly statement?: object | undefined;
  /** Commands that check who signed the list. */
  readonly unchecked: readonly string[];
}

/** Every digest that a job may hold, in the order of its members; their lengths tell them apart. */
const LISTED = ["sha256", "sha512", "sha384", "sha1", "md5"] as const;

/** Undefined where the sender's list cannot be read, which ends the run. */
export function comparePlan(work: Work): Plan | undefined {
  const { job } = work;
  const compared = compareWithList(work);
  if (compared === undefined) return undefined;
  const { entries, unchecked } = compared;
  const bytes = sum(job.files.map((file) => file.bytes));
  const { tree, statement } = listFiles(work);
  return {
    value: { entries, totals: { files: job.files.length, bytes }, treeSha256: tree },
    size: sizeInWords(bytes, work),
    statement,
    unchecked,
  };
}

interface Compared extends Pick<Plan, "unchecked"> {
  readonly entries: Entries;
}

function compareWithList(work: Work): Compared | undefined {
  const { job, ctx, report } = work;
  const { expected, matchBy } = job.options;
  if (expected === null) {
    const message = "No list says what is expected: this is a hand-over, not a check";
    const about = { path: "/job/options/expected" };
    report.find("info", "compare", { code: "NOTHING_EXPECTED", message, ...about });
    report.skipped("compare", "The option `expected` takes the sender's lists");
    return { entries: [], unchecked: [] };
  }
  const { text, command } = unwrapped(expected);
  const input = withOnlyPath(withSlashes(text), job.files);
  const found = ctx.step(verifyList, { input, actual: everyDigest(job), matchBy });
  if (!found.value) {
    report.stop(
      "compare",
      (found.errors ?? []).map((entry) => ({ ...entry, path: "/job/options/expected" })),
    );
    return undefined;
  }
  const entries = arrivedUnhashed(onceForExtras(found.value.entries, job), job);
  const path = "/job/options/expected";
  const ofList = (found.warnings ?? []).filter((entry) => entry.path === "/input");
  report.takeOver(
    "compare",
    ofList,
    { MALFORMED_LINE: "warning", CONFLICTING_ENTRY: "warning" },
    { path },
  );
  findSameNames(entries, work);
  const signatures = [
    ...(command === undefined ? [] : [{ about: { path }, command }]),
    ...signaturesIn(job.files).map((one) => ({ about: { subject: one.path }, ...one })),
  ];
  for (const { about, command: check } of signatures) {
    const message = `Signature not checked; this does: ${check}`;
    report.find("info", "compare", { code: "SIGNATURE_NOT_CHECKED", message, ...about });
  }
  for (const entry of entries) judge(entry, work);
  const verdicts = groupBy(entries, ({ verdict }) => verdict);
  const words = [...verdicts].map(([verdict, of]) => `${of.length} ${verdict}`).join(", ");
  report.done("compare", words || "Nothing listed", found.valid === false ? "fail" : "pass");
  return { entries, unchecked: signatures.map((one) => one.command) };
}

/** All that the job knows, as one list. */
function everyDigest({ files }: Job): string {
  return files
    .flatMap((file) =>
      LISTED.map((algorithm) => {
        const digest = digestOf(file, algorithm);
        return digest === undefined ? "" : writeChecksumLine(digest, file.path);
      }),
    )
    .join("");
}

type Entries = PlanValue["entries"];

/** A file that nobody listed is told of once, by its SHA-256 where that is known. */
function onceForExtras(entries: Entries, { files }: Job): Entries {
  const preferred = new Map(
    files.map((file) => [file.path, LISTED.find((name) => digestOf(file, name) !== undefined)]),
  );
  return entries.filter(
    ({ path, verdict, algorithm }) => verdict !== "extra" || preferred.get(path) === algorithm,
  );
}

/** A file without any digest is in no list of what arrived, and has arrived all the same. */
function arrivedUnhashed(entries: Entries, { files, options }: Job): Entries {
  const keyOf = pathKey(options);
  const unhashed = new Set(
    files
      .filter((file) => LISTED.every((name) => digestOf(file, name) === undefined))
      .map(({ path }) => keyOf(path)),
  );
  return entries.map((entry) => {
    const isHere = entry.verdict === "missing" && unhashed.has(keyOf(entry.path));
    return isHere ? { ...entry, verdict: "unverifiable" as const } : entry;
  });
}

function judge({ path, algorithm, expected, actual, verdict }: Entries[number], work: Work): void {
  const { job, report } = work;
  const { allowExtra, allowWeak } = job.options;
  const find = (severity: "error" | "info", code: string, message: string) => {
    const digests = {
      ...(expected === null ? {} : { expected }),
      ...(actual === null ? {} : { received: actual }),
    };
    report.find(severity, "compare", { code, message, subject: path, ...digests });
  };
  // Written by a command that reads the folder into which it writes.
  const itself = isListName(path)
    ? "; if it is the list itself, take its line out: no list can hold its own digest"
    : "";
  if (verdict === "mismatch") {
    const message = `${path} is not the file that was listed: its ${algorithm} differs${itself}`;
    find("error", "FILE_MISMATCH", message);
  }
  if (verdict === "missing")
    find("error", "FILE_MISSING", `${path} is listed and has not arrived${itself}`);
  if (verdict === "unverifiable")
    find("error", "UNVERIFIABLE", `${path} is listed by ${algorithm}, which was not computed`);
  if (verdict === "extra")
    find(allowExtra ? "info" : "error", "FILE_EXTRA", `${path} arrived and is not listed`);
  if (expected !== null && !allowWeak && isWeak(algorithm as ChecksumAlgorithm)) {
    const message = `${path} is listed by ${algorithm}: other files with the same one can be made on purpose`;
    report.find("warning", "compare", { code: "WEAK_ALGORITHM", message, subject: path });
  }
}

const PREDICATE_TYPE = "urn:handoff:checksums:v1";

function listFiles({ job, ctx, report }: Work): { tree: string | null; statement?: object } {
  const files = byPath(job.files);
  if (files.some(({ sha256 }) => sha256 === undefined)) {
    report.skipped("manifest", "Every file needs `sha256`");
    return { tree: null };
  }
  const { value, errors } = ctx.step(deliver, {
    files: files.map(({ path, sha256, bytes, mediaType }) => ({
      path,
      ...(sha256 === undefined ? {} : { sha256 }),
      sizeBytes: bytes,
      mediaType,
    })),
    formats: ["sha256sums", "in-toto"],
    predicateType: PREDICATE_TYPE,
  });
  const [error] = errors ?? [];
  if (!value?.treeSha256) {
    if (error) report.stageFailed("manifest", error);
    return { tree: null };
  }
  report.done("manifest", `${counted(files.length, "file")}, tree ${value.treeSha256}`);
  const { "in-toto": statement } = value.documents as { readonly "in-toto"?: object };
  return { tree: value.treeSha256, ...(statement === undefined ? {} : { statement }) };
}

function sizeInWords(bytes: number, { ctx, report }: Work): string {
  const { value, errors } = ctx.step(convertSize, { value: bytes, from: "B" });
  const [error] = errors ?? [];
  if (!value) {
    if (error) report.stageFailed("sizes", error);
    return counted(bytes, "byte");
  }
  report.done("sizes", `${counted(bytes, "byte")}, ${value.humanIec}`);
  return value.humanIec;
}

/** The list with the paths of Windows as jobs have theirs, which hold no backslash; lines keep their numbers. */
function withSlashes(text: string): string {
  // Lists with NUL in them are of systems on which a backslash is part of a name.
  if (!text.includes("\\") || text.includes("\0")) return text;
  return text
    .split("\n")
    .map((line) => {
      // GNU escapes the backslashes of a path, and says so by one before the digest.
      const isEscaped = line.startsWith("\\");
      return isEscaped ? line.replaceAll("\\\\", "/") : line.replaceAll("\\", "/");
    })
    .join("\n");
}
