/** Whether the page worked on the files of the job; it makes no files of its own. */
import { writeChecksumLine } from "../../tools/_lib/bytes/checksums/read.ts";
import verifyList from "../../tools/file-hash-checksum-verifier.ts";
import { verifyInputs, writeVerified } from "../_core/file-kit.ts";
import { type Manifest, outputFindings, type Verification } from "../_core/file-manifest.ts";
import type { Work } from "../file-verification-handoff-kit.ts";
import { byPath } from "./files.ts";

export function verifyWork(manifest: Manifest, work: Work): Verification {
  const { ctx, report } = work;
  verifyInputs({ ...work, manifest }, (lists) => ctx.step(verifyList, lists));
  const { found, verification } = outputFindings([], manifest);
  for (const { severity, ...finding } of found) report.find(severity, "inputs", finding);
  writeVerified(report, work.job, manifest, checksumsOf(manifest, work));
  return verification;
}

/** By the digests that the page computed, under the paths of the job. */
function checksumsOf({ inputs }: Manifest, { job }: Work): string {
  const hashed = new Map(inputs.map(({ id, sha256 }) => [id, sha256.toLowerCase()]));
  const lines = byPath(job.files).flatMap(({ id, path }) => {
    const sha256 = hashed.get(id);
    return sha256 === undefined ? [] : [writeChecksumLine(sha256, path)];
  });
  return lines.join("");
}
