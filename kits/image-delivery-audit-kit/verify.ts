/** What mending saved: the finished work of the job that the audit wrote. */
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import deliver from "../../tools/artifact-delivery-manifest.ts";
import verifyList from "../../tools/file-hash-checksum-verifier.ts";
import { listChecksums, verifyInputs, verifyOutputs, writeVerified } from "../_core/file-kit.ts";
import type { Verification } from "../_core/file-manifest.ts";
import type { ImageManifest } from "../_core/image-manifest.ts";
import { imageRules } from "../_core/image-outputs.ts";
import type { Resolved, Work } from "../image-delivery-audit-kit.ts";
import type { Fix } from "./fix.ts";

export interface Verified {
  readonly verification: Verification;
  readonly resolved: Resolved[];
}

export function verifyFix(manifest: ImageManifest, fix: Fix, work: Work): Verified {
  const { job, ctx, report } = work;
  const places = new Map(job.files.map(({ id }, index) => [id, `/job/files/${index}`]));
  const mended = { ...fix.job, pathOf: (id: string) => places.get(id) ?? "/job/files" };
  const finished = { job: mended, jobSha256: fix.jobSha256, manifest, report };
  verifyInputs(finished, (lists) => ctx.step(verifyList, lists));
  const { plan } = fix.planned;
  const rules = imageRules(fix.job, plan);
  const verification = verifyOutputs(plan.outputs, finished, rules);
  const checksums = listChecksums(finished, (files) => ctx.step(deliver, files));
  writeVerified(report, job, manifest, checksums);
  return { verification, resolved: resolvedOf(manifest, fix) };
}

/** Each file beside the largest picture that was made of it in the format that comes first. */
function resolvedOf(manifest: ImageManifest, { job, planned }: Fix): Resolved[] {
  const plannedName = imageRules(job, planned.plan).plannedName;
  const made = new Map(manifest.outputs.map((output) => [plannedName(output), output]));
  return planned.files.flatMap(({ file, outputs, options }) => {
    const [first] = options.formats;
    const largest = outputs.findLast(({ format }) => format === first);
    const delivered = largest && made.get(largest.name);
    if (delivered === undefined) return [];
    const { id, bytes } = file;
    const savedPercent = percentOf(bytes - delivered.bytes, bytes, 2);
    return [{ id, bytes, deliveredBytes: delivered.bytes, savedPercent }];
  });
}
