/** What the browser reports of finished work on files, and whether it is what the job asked for. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../../tools/_core/fields.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { BYTES, digest, type Job } from "./file-job.ts";
import type { Severity } from "../../tools/_lib/results/review/shapes.ts";
import type { Finding } from "./report.ts";

export const MANIFEST_FAILURES = {
  MANIFEST_MISSING: "There is no manifest to verify",
  KIT_MISMATCH: "The manifest is of another kit",
  JOB_MISMATCH: "The manifest is of another job",
  INPUT_MISSING: "A file of the job is not in the manifest",
  INPUT_CHANGED: "A file had another size or digest when the work was done",
  INPUT_UNKNOWN: "The manifest names a file that the job does not have",
} as const;

export const MANIFEST_WARNINGS = {
  NOT_COMPLETE: "The work was not done to its end",
  PROBLEM_REPORTED: "The page reported a problem",
  OUTPUT_UNEXPECTED: "The manifest names a file that was not planned",
} as const;

const CLOSED = { additionalProperties: false };

export const MANIFEST = Type.Object(
  {
    kit: Type.String(),
    version: Type.Literal(1),
    jobSha256: digest(64),
    status: oneOf(["complete", "partial", "cancelled"]),
    engine: Type.Array(Type.Object({ name: Type.String(), version: Type.String() }, CLOSED)),
    inputs: Type.Array(
      Type.Object({ id: Type.String(), bytes: BYTES, sha256: digest(64) }, CLOSED),
    ),
    outputs: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          mediaType: Type.String(),
          bytes: BYTES,
          sha256: digest(64),
          from: Type.Array(Type.String(), { description: "Ids of the files that it is made of" }),
        },
        CLOSED,
      ),
    ),
    problems: Type.Array(
      Type.Object(
        {
          id: Type.Optional(Type.String()),
          name: Type.Optional(Type.String()),
          code: Type.String(),
          message: Type.String(),
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);

export type Manifest = Static<typeof MANIFEST>;

const COUNT = Type.Integer({ minimum: 0 });

export const VERIFICATION = Type.Object({
  entries: Type.Array(
    Type.Object({
      name: Type.String(),
      verdict: oneOf(["match", "missing", "unexpected", "mismatch"]),
      problems: Type.Array(Type.String()),
    }),
    { description: "Planned outputs in their order, then others" },
  ),
  counts: Type.Object({ match: COUNT, missing: COUNT, unexpected: COUNT, mismatch: COUNT }),
});

export type Verification = Static<typeof VERIFICATION>;

interface Found extends Finding {
  readonly severity: Severity;
}

/** What of the manifest does not fit the job; digests are held against each other by the tool that is made for it. */
export function manifestFindings(job: Job, sha256: string, manifest: Manifest): Found[] {
  const found: Found[] = [];
  if (manifest.kit !== job.kit) {
    const message = `The manifest is of ${manifest.kit}, the job for ${job.kit}`;
    found.push(error("KIT_MISMATCH", message, { path: "/manifest/kit" }));
  }
  if (manifest.jobSha256.toLowerCase() !== sha256) {
    const about = { path: "/manifest/jobSha256", expected: sha256, received: manifest.jobSha256 };
    found.push(error("JOB_MISMATCH", "The manifest is of another job, or of other options", about));
  }
  found.push(...inputFindings(job, manifest));
  if (manifest.status !== "complete") {
    const message = `The work is ${manifest.status}: what is missing was not made`;
    found.push(warning("NOT_COMPLETE", message, { path: "/manifest/status" }));
  }
  manifest.problems.forEach(({ id, name, code, message }, index) => {
    const subject = name ?? id;
    const about = { path: `/manifest/problems/${index}`, received: code };
    const whom = subject === undefined ? about : { ...about, subject };
    found.push(warning("PROBLEM_REPORTED", message, whom));
  });
  return found;
}

function inputFindings({ files }: Job, { inputs }: Manifest): Found[] {
  const found: Found[] = [];
  const done = new Map(inputs.map((input, index) => [input.id, { ...input, index }]));
  const asked = new Set(files.map(({ id }) => id));
  files.forEach(({ id, name, bytes, sha256 }, index) => {
    const input = done.get(id);
    if (input === undefined) {
      const about = { path: `/job/files/${index}`, subject: name };
      found.push(error("INPUT_MISSING", `The manifest does not have ${name}`, about));
      return;
    }
    const path = `/manifest/inputs/${input.index}`;
    if (input.bytes !== bytes) {
      const message = `${name} has ${counted(input.bytes, "byte")}, and had ${bytes} in the job`;
      const about = { path, subject: name, expected: bytes, received: input.bytes };
      found.push(error("INPUT_CHANGED", message, about));
    }
    if (sha256 === undefined) {
      const message = `The job does not say which digest ${name} has, so any content would do`;
      const about = { path: `/job/files/${index}`, subject: name };
      found.push({ code: "INPUT_NOT_PINNED", severity: "info", message, ...about });
    }
  });
  inputs.forEach(({ id }, index) => {
    if (asked.has(id)) return;
    const about = { path: `/manifest/inputs/${index}`, subject: id };
    found.push(error("INPUT_UNKNOWN", `The job has no file with the id ${id}`, about));
  });
  return found;
}

type About = Omit<Found, "code" | "severity" | "message">;

function error(code: keyof typeof MANIFEST_FAILURES, message: string, about: About): Found {
  return { code, severity: "error", message, ...about };
}

function warning(code: keyof typeof MANIFEST_WARNINGS, message: string, about: About): Found {
  return { code, severity: "warning", message, ...about };
}

/** Where nothing was planned, every output is one too many. */
export function unplanned({ outputs }: Manifest): { found: Found[]; verification: Verification } {
  const found = outputs.map(({ name }, index) => {
    const about = { path: `/manifest/outputs/${index}`, subject: name };
    return warning("OUTPUT_UNEXPECTED", `${name} was not planned`, about);
  });
  const entries = outputs.map(({ name }) => ({
    name,
    verdict: "unexpected" as const,
    problems: ["OUTPUT_UNEXPECTED"],
  }));
  const counts = { match: 0, missing: 0, unexpected: outputs.length, mismatch: 0 };
  return { found, verification: { entries, counts } };
}
