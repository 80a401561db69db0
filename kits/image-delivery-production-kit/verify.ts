/** Whether the finished pictures are those that were planned. */
import { sum } from "../../tools/_lib/algorithms/sum.ts";
import deliver from "../../tools/artifact-delivery-manifest.ts";
import verifyList from "../../tools/file-hash-checksum-verifier.ts";
import { listChecksums, verifyInputs, verifyOutputs, writeVerified } from "../_core/file-kit.ts";
import type { Verification } from "../_core/file-manifest.ts";
import type { ImageJob } from "../_core/image-job.ts";
import type { ImageManifest } from "../_core/image-manifest.ts";
import { imageRules } from "../_core/image-outputs.ts";
import { type ImagePlan, MEDIA_TYPE_OF } from "../_core/image-plan.ts";
import type { Totals, Work } from "../image-delivery-production-kit.ts";
import type { Names } from "./markup.ts";

export interface Verified {
  readonly verification: Verification;
  readonly totals: Totals;
  readonly names: Names;
}

export function verifyDelivery(manifest: ImageManifest, plan: ImagePlan, work: Work): Verified {
  const { job, ctx, report } = work;
  const finished = { ...work, manifest };
  verifyInputs(finished, (input) => ctx.step(verifyList, input));
  const rules = imageRules(job, plan);
  const verification = verifyOutputs(plan.outputs, finished, rules);
  writeVerified(
    report,
    job,
    manifest,
    listChecksums(finished, (input) => ctx.step(deliver, input)),
  );
  const names = new Map(manifest.outputs.map((made) => [rules.plannedName(made), made.name]));
  return { verification, totals: totalsOf(job, manifest), names };
}

const FORMAT_OF = new Map(Object.entries(MEDIA_TYPE_OF).map(([format, type]) => [type, format]));

function totalsOf({ files, options }: ImageJob, { outputs }: ImageManifest): Totals {
  const byFormat: Record<string, number> = {};
  for (const format of options.formats) byFormat[format] = 0;
  for (const { mediaType, bytes } of outputs) {
    const format = FORMAT_OF.get(mediaType) ?? "other";
    byFormat[format] = (byFormat[format] ?? 0) + bytes;
  }
  return {
    sourceBytes: sum(files.map(({ bytes }) => bytes)),
    outputBytes: sum(outputs.map(({ bytes }) => bytes)),
    byFormat,
  };
}
