/** Whether the files that the page made are those that were planned. */
import { counted } from "../../tools/_lib/text/plural.ts";
import deliver from "../../tools/artifact-delivery-manifest.ts";
import verifyList from "../../tools/file-hash-checksum-verifier.ts";
import { listChecksums, verifyInputs, verifyOutputs, writeVerified } from "../_core/file-kit.ts";
import type { Found, Verification } from "../_core/file-manifest.ts";
import type { Manifest, PlanValue, Work } from "../pdf-deliverable-assembly-kit.ts";

type Planned = PlanValue["outputs"][number];
type Made = Manifest["outputs"][number];

export function verifyWork(plan: PlanValue, manifest: Manifest, work: Work): Verification {
  const { job, report } = work;
  verifyInputs({ ...work, manifest }, (input) => work.ctx.step(verifyList, input));
  // Outlines of the sources are not known here.
  const countsBookmarks = job.options.bookmarks !== "nested";
  const verification = verifyOutputs(
    plan.outputs,
    { manifest, report },
    {
      problems: (planned: Planned, made: Made, path) =>
        outputProblems(planned, made, path, countsBookmarks),
    },
  );
  const checksums = listChecksums({ manifest, report }, (input) => work.ctx.step(deliver, input));
  writeVerified(report, job, manifest, checksums);
  return verification;
}

function* outputProblems(
  { name, pages, bookmarks }: Planned,
  made: Made,
  path: string,
  countsBookmarks: boolean,
): Generator<Found> {
  const error = (code: string, message: string, member: string, figures: object): Found => {
    return {
      code,
      severity: "error",
      message,
      path: `${path}/${member}`,
      subject: name,
      ...figures,
    };
  };
  if (made.pages !== pages) {
    const message = `${name} has ${counted(made.pages, "page")}, planned were ${pages}`;
    yield error("PAGE_COUNT", message, "pages", { expected: pages, received: made.pages });
  }
  if (countsBookmarks && made.bookmarks !== bookmarks.length) {
    const message = `${name} has ${counted(made.bookmarks, "bookmark")}, planned were ${bookmarks.length}`;
    const figures = { expected: bookmarks.length, received: made.bookmarks };
    yield error("BOOKMARK_COUNT", message, "bookmarks", figures);
  }
  if (!made.reopened) {
    const message = `${name} was not opened again after it was written, so nobody knows whether it can be read`;
    yield error("NOT_REOPENED", message, "reopened", { expected: true, received: made.reopened });
  }
}
