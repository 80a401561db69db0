/** What the kits whose work happens in the browser share of their server half: the fields, the value, and verifying. */
import { type TSchema, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf } from "../../tools/_core/fields.ts";
import { type Entry, fail, type Outcome, type Tool } from "../../tools/_core/tool.ts";
import { writeChecksumLine } from "../../tools/_lib/bytes/checksums/read.ts";
import { INPUT_FAILURES, inputInvalid } from "../../tools/_lib/results/input-invalid.ts";
import { failOnField } from "../../tools/_lib/results/review/shapes.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { type Job, type JobFile, shownName } from "./file-job.ts";
import {
  type Found,
  type Made,
  type Manifest,
  manifestFindings,
  outputFindings,
  type OutputRules,
  type Planned,
  VERIFICATION,
  type Verification,
} from "./file-manifest.ts";
import type { KitReport, StagePlan } from "./report.ts";

/** The fields of such a kit. */
export function fileKitFields<J extends TSchema, M extends TSchema>(job: J, manifest: M) {
  return {
    job: dataOrJson(job, {
      description: "Names, sizes and digests of the files, and what is wanted of them",
    }),
    manifest: Type.Optional(
      dataOrJson(manifest, { description: "What the page reports at the end" }),
    ),
    action: Type.Optional(
      oneOf(["plan", "verify"], { description: "verify where there is a manifest, else plan" }),
    ),
    failOn: failOnField("none"),
  };
}

/** What its value has besides what all kits have. */
export function fileKitMembers<P extends TSchema>(plan: P) {
  return {
    job: Type.Any({ description: "The job with every default written out" }),
    jobSha256: Type.String({ description: "Of the job as RFC 8785 writes it" }),
    plan,
    verification: Type.Optional(VERIFICATION),
  };
}

/** The manifest to verify; null where the job is to be planned, and a problem where the manifest is missing. */
export function manifestToVerify<M>(input: {
  readonly action?: "plan" | "verify";
  readonly manifest?: M;
}): { readonly manifest: M | null; readonly problems: readonly Entry[] } {
  const { action, manifest } = input;
  if (manifest === undefined)
    return { manifest: null, problems: action === "verify" ? [MANIFEST_MISSING] : [] };
  return { manifest: action === "plan" ? null : manifest, problems: [] };
}

const MANIFEST_MISSING = {
  code: "MANIFEST_MISSING",
  message: "Cannot verify: found no manifest, expected what the page reports at the end",
  path: "/manifest",
} as const;

/** The outcome for what is wrong with a job: a value of another form, or one that is missing, is an invalid input, whatever else was found. */
export function refused<C extends string>(
  problems: readonly [Entry<C>, ...Entry<C>[]],
): Outcome<never, C | "TOOL_INPUT_INVALID", never> {
  const isInvalid = problems.some(({ code }) => Object.hasOwn(INPUT_FAILURES, code));
  return isInvalid ? inputInvalid(problems) : fail(problems);
}

/** What the files of finished work are held against. */
export interface Finished<S extends StagePlan, M extends Made = Made> {
  readonly job: Job;
  readonly jobSha256: string;
  readonly manifest: Manifest<M>;
  readonly report: KitReport<S>;
}

type InputStages = StagePlan & { readonly inputs: Pick<Tool, "id"> };
type OutputStages = StagePlan & { readonly outputs: null };
type ChecksumStages = StagePlan & { readonly checksums: Pick<Tool, "id"> };

/** The comparison of two checksum lists by the tool that the kit names. */
export type CompareLists = (input: {
  readonly input: string;
  readonly actual: string;
  readonly algorithm: "sha256";
}) => Outcome<{
  readonly entries: readonly {
    readonly path: string;
    readonly verdict: string;
    readonly expected: string | null;
    readonly actual: string | null;
  }[];
  readonly counts: { readonly ok: number };
}>;

/** The list of files by the tool that the kit names. */
export type WriteList = (input: {
  files: { path: string; sha256: string; sizeBytes: number }[];
  formats: string[];
}) => Outcome;

/** Stage `inputs`: whether the work was done for this job and on its files. */
export function verifyInputs(finished: Finished<InputStages>, compare: CompareLists): void {
  const { job, jobSha256, manifest, report } = finished;
  tell(report, "inputs", manifestFindings(job, jobSha256, manifest));
  compareDigests(finished, compare);
}

function tell<S extends StagePlan>(
  report: KitReport<S>,
  stage: keyof S & string,
  all: readonly Found[],
): void {
  for (const { severity, stage: own = stage, ...finding } of all) {
    report.find(severity, own, finding);
  }
}

/** The digests of the job against those of the manifest, both by the ids of the files. */
function compareDigests(
  { job, manifest: { inputs }, report }: Finished<InputStages>,
  compare: CompareLists,
): void {
  const pinned = job.files.flatMap(({ id, sha256 }) =>
    sha256 === undefined ? [] : [{ id, sha256 }],
  );
  if (pinned.length === 0) {
    report.skipped("inputs", "No file of the job has `sha256`");
    return;
  }
  const listOf = (files: readonly Pick<JobFile & { sha256: string }, "id" | "sha256">[]) =>
    files.map(({ id, sha256 }) => writeChecksumLine(sha256, id)).join("");
  const { value, errors } = compare({
    input: listOf(pinned),
    actual: listOf(inputs),
    algorithm: "sha256",
  });
  const [error] = errors ?? [];
  if (!value) {
    if (error) report.stageFailed("inputs", error);
    return;
  }
  const done = new Map(inputs.map(({ id, bytes }, index) => [id, { bytes, index }]));
  const files = new Map(job.files.map((file) => [file.id, file]));
  for (const { path: id, verdict, expected, actual } of value.entries) {
    const file = files.get(id);
    const input = done.get(id);
    if (verdict !== "mismatch" || file === undefined || input === undefined) continue;
    // Of another size it has another digest: that it changed is said once.
    if (input.bytes !== file.bytes) continue;
    const subject = shownName(file);
    const message = `${subject} has another digest than in the job`;
    const path = `/manifest/inputs/${input.index}/sha256`;
    const about = { path, subject, expected, received: actual };
    report.find("error", "inputs", { code: "INPUT_CHANGED", message, ...about });
  }
  const { ok } = value.counts;
  const isAll = ok === pinned.length;
  report.done(
    "inputs",
    `${ok} of ${counted(pinned.length, "digest")} as in the job`,
    isAll ? "pass" : "fail",
  );
}

/** Stage `outputs`: whether what was made is what was planned. */
export function verifyOutputs<P extends Planned, M extends Made>(
  planned: readonly P[],
  { manifest, report }: Pick<Finished<OutputStages, M>, "manifest" | "report">,
  rules: OutputRules<P, M> = {},
): Verification {
  const { found, verification } = outputFindings(planned, manifest, rules);
  tell(report, "outputs", found);
  const { match, unexpected } = verification.counts;
  const others = unexpected > 0 ? `, ${unexpected} not planned` : "";
  report.finish(
    "outputs",
    `${match} of ${counted(planned.length, "planned output")} as planned${others}`,
  );
  return verification;
}

/** Stage `checksums`: the outputs as SHA256SUMS; undefined where no such list can be written. */
export function listChecksums(
  { manifest: { outputs }, report }: Pick<Finished<ChecksumStages>, "manifest" | "report">,
  write: WriteList,
): string | undefined {
  if (outputs.length === 0) {
    report.skipped("checksums", "The manifest has no outputs");
    return "";
  }
  // A name that is there twice is a finding of its own; a list has it once.
  const byName = new Map(outputs.toReversed().map((output) => [output.name, output]));
  const { ok, output, errors } = write({
    files: [...byName.values()].map(({ name, sha256, bytes }) => ({
      path: name,
      sha256,
      sizeBytes: bytes,
    })),
    formats: ["sha256sums"],
  });
  const [error] = errors ?? [];
  if (!ok || output === undefined) {
    if (error) report.stageFailed("checksums", error);
    return undefined;
  }
  report.done("checksums", counted(byName.size, "digest"));
  return output;
}

/** The files with which the package of a plan begins. */
export function writePlanned(report: KitReport<StagePlan>, job: Job, plan: unknown): void {
  report.json("job.json", job);
  report.json("plan.json", plan);
}

/** The files with which the package of finished work begins; the manifest has its members in their order. */
export function writeVerified(
  report: KitReport<StagePlan>,
  job: Job,
  manifest: Manifest,
  checksums: string | undefined,
): void {
  report.json("job.json", job);
  report.json("manifest.json", manifest);
  if (checksums !== undefined) report.ownText("SHA256SUMS", checksums);
}
