/** Whether the page worked on the files of the job. */
import { writeChecksumLine } from "../../tools/_lib/bytes/checksums/read.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import verifyList from "../../tools/file-hash-checksum-verifier.ts";
import {
  type Manifest,
  manifestFindings,
  unplanned,
  type Verification,
} from "../_core/file-manifest.ts";
import type { Work } from "../file-verification-handoff-kit.ts";
import { byPath } from "./files.ts";

export function verifyInputs(manifest: Manifest, work: Work): Verification {
  const { job, jobSha256, report } = work;
  const { found, verification } = unplanned(manifest);
  const all = [...manifestFindings(job, jobSha256, manifest), ...found];
  for (const { severity, ...finding } of all) report.find(severity, "inputs", finding);
  compareDigests(manifest, work);
  return verification;
}

/** The digests of the job against those of the manifest, both by the ids of the files. */
function compareDigests({ inputs }: Manifest, { job, ctx, report }: Work): void {
  const pinned = job.files.flatMap(({ id, sha256 }) =>
    sha256 === undefined ? [] : [{ id, sha256 }],
  );
  if (pinned.length === 0) {
    report.skipped("inputs", "No file of the job has `sha256`");
    return;
  }
  const listOf = (files: readonly { readonly id: string; readonly sha256: string }[]) =>
    files.map(({ id, sha256 }) => writeChecksumLine(sha256, id)).join("");
  const { value, errors } = ctx.step(verifyList, {
    input: listOf(pinned),
    actual: listOf(inputs),
    algorithm: "sha256",
  });
  const [error] = errors ?? [];
  if (!value) {
    if (error) report.stageFailed("inputs", error);
    return;
  }
  const placeOf = new Map(inputs.map(({ id }, index) => [id, `/manifest/inputs/${index}/sha256`]));
  const files = new Map(job.files.map((file) => [file.id, file]));
  for (const { path: id, verdict, expected, actual } of value.entries) {
    if (verdict !== "mismatch") continue;
    const subject = files.get(id)?.path ?? id;
    const message = `${subject} has another digest than in the job`;
    const about = { path: placeOf.get(id), subject, expected, received: actual };
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

export function writeVerifiedFiles(manifest: Manifest, { job, report }: Work): void {
  const hashed = new Map(manifest.inputs.map(({ id, sha256 }) => [id, sha256.toLowerCase()]));
  const lines = byPath(job.files).flatMap(({ id, path }) => {
    const sha256 = hashed.get(id);
    return sha256 === undefined ? [] : [writeChecksumLine(sha256, path)];
  });
  report.json("job.json", job);
  report.json("manifest.json", manifest);
  report.ownText("SHA256SUMS", lines.join(""));
}
