/** Lists files for whoever receives them, or compares what was received with such a list. */
import { type Ctx, done, type Entry, fail } from "../_core/tool.ts";
import { pathOnLine, writeChecksumLine } from "../_lib/bytes/checksums/read.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import { readList } from "../_lib/fields/list-field.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { readTimestamp } from "../_lib/fields/timestamp-field.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { inputInvalid, missingField, outOfBounds } from "../_lib/results/input-invalid.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { gated } from "../_lib/results/review/gate.ts";
import { counted } from "../_lib/text/plural.ts";
import { instantFromMs, writeUtc } from "../_lib/time/calendar.ts";
import type {
  FileVerdict,
  Input,
  ReadFiles,
  Value,
  Warning,
} from "../artifact-delivery-manifest.ts";
import { type Package, writeCycloneDx, writeSpdx } from "./bill-of-materials.ts";
import { COMPARED, type DeliveredFile, type Digests, readFiles } from "./files.ts";
import { readManifest } from "./manifest.ts";
import { type Predicate, provenanceOf, writeStatement } from "./statement.ts";

export const FORMATS = ["in-toto", "slsa", "spdx", "cyclonedx", "sha256sums"] as const;

type Format = (typeof FORMATS)[number];

/** Builds the manifests, or verifies the files by one. */
export function deliverArtifacts(input: Input, readDocument: ReadFiles, ctx: Ctx) {
  return input.action === "build"
    ? buildManifests(input, readDocument, ctx)
    : verifyFiles(input, readDocument);
}

const PAYLOAD_TYPE = "application/vnd.in-toto+json";

function buildManifests(input: Input, readDocument: ReadFiles, ctx: Ctx) {
  const read = readFiles(input.files, readDocument, true);
  if (read.failure) return read.failure;
  const { formats, failure } = readFormats(input.formats);
  if (failure) return failure;
  const [untimely, ...others] = timeProblems(input);
  if (untimely) return fail([untimely, ...others]);
  const build = predicatesOf(input);
  const { files } = read;
  const sums = files.map((file) => writeChecksumLine(file.digest("sha256") ?? "", file.path));
  const text = sums.join("");
  const treeSha256 = sha256Hex(text);
  const { name, version, creator } = input;
  const about = { name, version, creator, created: createdAt(input, ctx), treeSha256 };
  const documents = Object.fromEntries(
    formats.map((format) => [format, writeFormat(format, { files, text, about, ...build })]),
  );
  const sizes = files.map(({ sizeBytes }) => sizeBytes);
  const value: Value = {
    fileCount: files.length,
    totalBytes: sizes.includes(null)
      ? null
      : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
    treeSha256,
    documents,
    dsse: signable(formats, documents),
    files: files.map((file) => {
      return { path: file.path, sizeBytes: file.sizeBytes, sha256: file.digest("sha256") ?? "" };
    }),
  };
  return done({
    output: shownDocument(documents[formats[0] ?? ""]),
    value,
    valid: true,
    stats: { files: files.length, formats: formats.length },
    warnings: joinEntries<Warning>(read.warnings, collisions(files), missingSha1(files, formats)),
  });
}

function readFormats(given: Input["formats"]) {
  const names = readList(given);
  const [unknown, ...others] = names.flatMap((name, at) => {
    if ((FORMATS as readonly string[]).includes(name.toLowerCase())) return [];
    const expected = `one of ${FORMATS.join(", ")}`;
    return [outOfBounds(`/formats/${at}`, JSON.stringify(name), expected)];
  });
  if (unknown) return { failure: inputInvalid([unknown, ...others]) };
  const formats = new Set(names.map((name) => name.toLowerCase() as Format));
  return { formats: formats.size === 0 ? (["in-toto"] as const) : [...formats] };
}

function timeProblems(input: Input) {
  return (["startedOn", "finishedOn"] as const).flatMap((name) => {
    const time = input[name];
    const read = time === undefined ? undefined : readTimestamp(time, `/${name}`);
    return read && "code" in read ? [read] : [];
  });
}

interface Predicates {
  readonly provenance: Predicate;
  readonly predicate: Predicate;
}

function predicatesOf(input: Input): Predicates {
  const provenance = provenanceOf(input);
  const { predicateType, predicate } = input;
  const own = { type: predicateType ?? provenance.type, content: predicate ?? {} };
  const isOwn = predicateType !== undefined || predicate !== undefined;
  return { provenance, predicate: isOwn ? own : provenance };
}

function createdAt({ finishedOn, startedOn }: Input, ctx: Ctx): string {
  const time = finishedOn ?? startedOn;
  const read = time === undefined ? undefined : readTimestamp(time, "");
  const { seconds } = read && !("code" in read) ? read : instantFromMs(ctx.now());
  return writeUtc({ seconds, nanosecond: 0 });
}

interface Parts extends Predicates {
  readonly files: readonly DeliveredFile[];
  readonly text: string;
  readonly about: Package;
}

function writeFormat(format: Format, { files, text, about, ...build }: Parts): object | string {
  switch (format) {
    case "in-toto":
      return writeStatement(files, build.predicate);
    case "slsa":
      return writeStatement(files, build.provenance);
    case "spdx":
      return writeSpdx(files, about);
    case "cyclonedx":
      return writeCycloneDx(files, about);
    case "sha256sums":
      return text;
  }
}

function shownDocument(document: object | string | undefined): string {
  return typeof document === "string" ? document : `${JSON.stringify(document, null, 2)}\n`;
}

/** Digests of the first statement as it is to be signed (DSSE 1.0); nothing is signed here. */
function signable(
  formats: readonly Format[],
  documents: Readonly<Record<string, object | string>>,
): NonNullable<Value["dsse"]> | null {
  const format = formats.find((name) => name === "in-toto" || name === "slsa");
  if (format === undefined) return null;
  const payload = canonicalJson(documents[format]);
  const length = new TextEncoder().encode(payload).length;
  const encoding = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${length} ${payload}`;
  return {
    payloadType: PAYLOAD_TYPE,
    payloadSha256: sha256Hex(payload),
    paeSha256: sha256Hex(encoding),
  };
}

function collisions(files: readonly DeliveredFile[]): Entry<"CASE_COLLISION">[] {
  const seen = new Map<string, string>();
  return files.flatMap(({ path, index }): Entry<"CASE_COLLISION">[] => {
    const folded = path.toLowerCase();
    const other = seen.get(folded);
    seen.set(folded, path);
    if (other === undefined) return [];
    const message = `${JSON.stringify(path)} and ${JSON.stringify(other)} are the same where letter case does not count`;
    return [{ code: "CASE_COLLISION", message, path: `/files/${index}/path` }];
  });
}

function missingSha1(
  files: readonly DeliveredFile[],
  formats: readonly Format[],
): Entry<"SPDX_SHA1_MISSING">[] {
  const missing = files.filter((file) => file.digest("sha1") === undefined);
  const [first] = missing;
  if (!formats.includes("spdx") || !first) return [];
  const message = `${counted(missing.length, "file")} without SHA-1: the package has no verification code`;
  return [{ code: "SPDX_SHA1_MISSING", message, path: `/files/${first.index}` }];
}

function verifyFiles(input: Input, readDocument: ReadFiles) {
  const read = readFiles(input.files, readDocument, false);
  if (read.failure) return read.failure;
  if (isNothing(input.manifest))
    return inputInvalid([missingField("/manifest", "what the files are compared with")]);
  const manifest = readManifest(input.manifest);
  if (!manifest.ok) return fail(manifest.error);
  const { expected } = manifest;
  const files = new Map(read.files.map((file) => [file.path, file]));
  const weak: Entry<Warning>[] = [];
  const paths = [...new Set([...files.keys(), ...expected.keys()])].toSorted(byCodeUnit);
  const entries = paths.map((path) => {
    const { verdict, isWeak } = judge(files.get(path), expected.get(path));
    if (isWeak) {
      const message = `${JSON.stringify(path)} is compared by SHA-1 alone`;
      weak.push({ code: "WEAK_ALGORITHM", message, path: "/manifest" });
    }
    return { path, verdict };
  });
  const counts = { match: 0, mismatch: 0, missing: 0, extra: 0, unverifiable: 0 };
  for (const { verdict } of entries) counts[verdict]++;
  const outcome = {
    output: entries
      .map(({ path, verdict }) => `${pathOnLine(path)}: ${verdict.toUpperCase()}`)
      .join("\n"),
    value: { entries, counts } as Value,
    valid: counts.match === entries.length,
    stats: counts,
    warnings: joinEntries<Warning>(read.warnings, manifest.warnings, collisions(read.files), weak),
  };
  const bad = entries.length - counts.match;
  const message = `Cannot accept the delivery: found ${counted(bad, "file")} that do not fit, expected none`;
  const code = "ARTIFACT_DELIVERY_MANIFEST_FAILED";
  return gated(outcome, { failOn: input.failOn, code, message }, outcome.warnings.length);
}

/** By the strongest digest that both sides have. */
function judge(
  file: DeliveredFile | undefined,
  expected: Digests | undefined,
): { readonly verdict: FileVerdict; readonly isWeak?: boolean } {
  if (!file) return { verdict: "missing" };
  if (!expected) return { verdict: "extra" };
  for (const algorithm of COMPARED) {
    const [wanted, found] = [expected[algorithm], expected[algorithm] && file.digest(algorithm)];
    if (wanted === undefined || found === undefined) continue;
    return { verdict: wanted === found ? "match" : "mismatch", isWeak: algorithm === "sha1" };
  }
  return { verdict: "unverifiable" };
}
