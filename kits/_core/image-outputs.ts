/** What of a delivered picture is not as it was planned. */
import { counted } from "../../tools/_lib/text/plural.ts";
import type { Found, OutputRules } from "./file-manifest.ts";
import { type ImageJob, optionsOf } from "./image-job.ts";
import type { DeliveredImage } from "./image-manifest.ts";
import { HASH8, type ImageOutput, type ImagePlan } from "./image-plan.ts";

/** What stands in `failures` of a kit that verifies pictures. */
export const IMAGE_OUTPUT_FAILURES = {
  OUTPUT_SIZE: "An output has another width or height than planned",
  OVER_BUDGET: "An output has more bytes than its budget",
  NAME_HASH_MISMATCH: "The digits in a name are not those of the output's SHA-256",
} as const;

export function imageRules(
  job: ImageJob,
  plan: ImagePlan,
): Required<OutputRules<ImageOutput, DeliveredImage>> {
  const judge = judgeOf(job);
  return {
    plannedName: plannedNames(plan),
    problems: (planned, made, path) => [
      ...sizeProblems(planned, made, path),
      ...nameProblems(planned, made, path),
      ...judge(planned, made, path),
    ],
  };
}

/** Under which name each output was planned: where that has a digest to come, eight digits stand in its place. */
function plannedNames({ outputs }: ImagePlan): (made: DeliveredImage) => string {
  const open = new Set(outputs.map(({ name }) => name).filter((name) => name.includes(HASH8)));
  if (open.size === 0) return ({ name }) => name;
  return ({ name, sha256 }) => {
    const own = name.replace(sha256.slice(0, 8).toLowerCase(), HASH8);
    if (open.has(own)) return own;
    for (let start = 0; start + 8 <= name.length; start++) {
      if (!/^[0-9a-f]{8}$/.test(name.slice(start, start + 8))) continue;
      const masked = name.slice(0, start) + HASH8 + name.slice(start + 8);
      if (open.has(masked)) return masked;
    }
    return name;
  };
}

function sizeProblems(planned: ImageOutput, made: DeliveredImage, path: string): Found[] {
  const { name, width, height } = made;
  if (width === planned.width && height === planned.height) return [];
  const expected = `${planned.width}x${planned.height}`;
  const received = `${width}x${height}`;
  const message = `${name} is ${received} pixels, planned was ${expected}`;
  return [
    { code: "OUTPUT_SIZE", severity: "error", message, path, subject: name, expected, received },
  ];
}

function nameProblems(planned: ImageOutput, made: DeliveredImage, path: string): Found[] {
  const { name, sha256 } = made;
  const digits = sha256.slice(0, 8).toLowerCase();
  if (!planned.name.includes(HASH8) || name === planned.name.replace(HASH8, digits)) return [];
  const expected = planned.name.replace(HASH8, digits);
  const message = `${name} does not have the digits of its own SHA-256 in its name`;
  const about = { path: `${path}/name`, subject: name, expected, received: name };
  return [{ code: "NAME_HASH_MISMATCH", severity: "error", message, ...about }];
}

/** What an output may weigh, by its budget and beside its source. */
function judgeOf(job: ImageJob) {
  const files = new Map(job.files.map((file) => [file.id, { file, own: optionsOf(file, job) }]));
  return function* (planned: ImageOutput, made: DeliveredImage, path: string): Generator<Found> {
    const source = files.get(planned.from[0] ?? "");
    if (source === undefined) return;
    const { name, bytes, quality } = made;
    const { budgetBytes, minQuality } = source.own;
    const about = { path: `${path}/bytes`, subject: name, received: bytes };
    if (budgetBytes !== null && bytes > budgetBytes) {
      const isLowest = typeof quality === "number" && quality <= minQuality;
      const message = isLowest
        ? `${name} has ${counted(bytes, "byte")} at the lowest quality allowed, the budget is ${budgetBytes}`
        : `${name} has ${counted(bytes, "byte")}, the budget is ${budgetBytes}`;
      const severity = isLowest ? "warning" : "error";
      yield { code: "OVER_BUDGET", severity, message, ...about, expected: budgetBytes };
    }
    if (bytes > source.file.bytes) {
      const message = `${name} has more bytes than its original ${source.file.name}`;
      yield { code: "LARGER_THAN_SOURCE", severity: "info", message, ...about };
    }
  };
}
