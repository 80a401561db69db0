/** What the browser reports of finished work on files, and whether it is what the job asked for. */
import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import { oneOf } from "../../tools/_core/fields.ts";
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import type { Severity } from "../../tools/_lib/results/review/shapes.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { BYTES, digest, type Job, shownName } from "./file-job.ts";
import type { Finding } from "./report.ts";

export const MANIFEST_FAILURES = {
  MANIFEST_MISSING: "There is no manifest to verify",
  KIT_MISMATCH: "The manifest is of another kit",
  JOB_MISMATCH: "The manifest is of another job",
  INPUT_MISSING: "A file of the job is not in the manifest",
  INPUT_CHANGED: "A file had another size or digest when the work was done",
  INPUT_UNKNOWN: "The manifest names a file that the job does not have",
  OUTPUT_DUPLICATE: "The manifest has an output of one name twice",
} as const;

export const MANIFEST_WARNINGS = {
  NOT_COMPLETE: "The work was not done to its end",
  PROBLEM_REPORTED: "The page reported a problem",
  OUTPUT_UNEXPECTED: "The manifest names a file that was not planned",
} as const;

/** What stands in `failures` of a kit that plans outputs. */
export const PLANNED_FAILURES = {
  OUTPUT_MISSING: "A planned output is not in the manifest",
  OUTPUT_EMPTY: "An output has no content",
  OUTPUT_TYPE: "An output is of another media type than planned",
  OUTPUT_SOURCE: "An output is made of other files than planned",
} as const;

const CLOSED = { additionalProperties: false };

/** The schema of a kit's manifests, with what it has to know of each output. */
export function manifestShape<F extends TProperties>(facts: F) {
  const output: TObject<typeof MADE & F> = Type.Object({ ...MADE, ...facts }, CLOSED);
  return Type.Object(
    {
      kit: Type.String(),
      version: Type.Literal(1),
      jobSha256: digest(64),
      status: oneOf(["complete", "partial", "cancelled"]),
      engine: Type.Array(Type.Object({ name: Type.String(), version: Type.String() }, CLOSED)),
      inputs: Type.Array(
        Type.Object({ id: Type.String(), bytes: BYTES, sha256: digest(64) }, CLOSED),
      ),
      outputs: Type.Array(output),
      problems: Type.Array(PROBLEM),
    },
    CLOSED,
  );
}

const MADE = {
  name: Type.String(),
  mediaType: Type.String(),
  bytes: BYTES,
  sha256: digest(64),
  from: Type.Array(Type.String(), { description: "Ids of the files that it is made of" }),
};

const PROBLEM = Type.Object(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    code: Type.String(),
    message: Type.String(),
  },
  CLOSED,
);

/** A finished output, as all manifests have it. */
export type Made = Static<TObject<typeof MADE>>;

/** A manifest, whatever its kit has to know of the outputs. */
export interface Manifest<M extends Made = Made> {
  readonly kit: string;
  readonly version: 1;
  readonly jobSha256: string;
  readonly status: "complete" | "partial" | "cancelled";
  readonly engine: readonly { readonly name: string; readonly version: string }[];
  readonly inputs: readonly {
    readonly id: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  readonly outputs: readonly M[];
  readonly problems: readonly Static<typeof PROBLEM>[];
}

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

export interface Found extends Finding {
  readonly severity: Severity;
  /** Where another stage than that of its kind found it. */
  readonly stage?: string;
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
    const said = message.trim() === "" ? "The page reported a problem without a message" : message;
    found.push(warning("PROBLEM_REPORTED", said, whom));
  });
  return found;
}

function inputFindings({ files, pathOf }: Job, { inputs }: Manifest): Found[] {
  const found: Found[] = [];
  const done = new Map(inputs.map((input, index) => [input.id, { ...input, index }]));
  const asked = new Set(files.map(({ id }) => id));
  files.forEach((file, index) => {
    const { id, bytes, sha256 } = file;
    const name = shownName(file);
    const input = done.get(id);
    if (input === undefined) {
      const about = { path: pathOf?.(id) ?? `/job/files/${index}`, subject: name };
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
      const about = { path: pathOf?.(id) ?? `/job/files/${index}`, subject: name };
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
type ErrorCode = keyof typeof MANIFEST_FAILURES | keyof typeof PLANNED_FAILURES;

function error(code: ErrorCode, message: string, about: About): Found {
  return { code, severity: "error", message, ...about };
}

function warning(code: keyof typeof MANIFEST_WARNINGS, message: string, about: About): Found {
  return { code, severity: "warning", message, ...about };
}

/** An output as plans have it, whatever the kit says of it besides. */
export interface Planned {
  readonly name: string;
  readonly mediaType: string;
  readonly from: readonly string[];
}

/** What a kit knows of its outputs beyond what all know. */
export interface OutputRules<P extends Planned, M extends Made> {
  /**
   * What else of a finished output is not as planned; `path` leads to it in the manifest.
   * An error makes it a mismatch, a warning stands in its problems, an info among the findings alone.
   */
  problems?(planned: P, made: M, path: string): Iterable<Found>;
  /** Under which name the output was planned, where that is not its own. */
  plannedName?(made: M): string;
}

interface Placed<M> {
  readonly made: M;
  readonly path: string;
}

/** Holds the manifest's outputs against the planned ones. */
export function outputFindings<P extends Planned, M extends Made>(
  planned: readonly P[],
  { outputs }: Pick<Manifest<M>, "outputs">,
  { problems, plannedName = ({ name }) => name }: OutputRules<P, M> = {},
): { found: Found[]; verification: Verification } {
  const placed = outputs.map((made, index) => ({ made, path: `/manifest/outputs/${index}` }));
  const byName = groupBy(placed, ({ made }) => plannedName(made));
  const found: Found[] = [];
  const entries: Verification["entries"] = [];
  const judge = (name: string, verdict: "missing" | "unexpected" | undefined, of: Found[]) => {
    found.push(...of);
    const isWrong = of.some(({ severity }) => severity === "error");
    const told = of.filter(({ severity }) => severity !== "info").map(({ code }) => code);
    entries.push({
      name,
      verdict: verdict ?? (isWrong ? "mismatch" : "match"),
      problems: [...new Set(told)].toSorted(byCodeUnit),
    });
  };
  for (const output of planned) {
    const { name } = output;
    const of = byName.get(name) ?? [];
    byName.delete(name);
    const about = { path: "/manifest/outputs", subject: name };
    if (of.length === 0) {
      judge(name, "missing", [error("OUTPUT_MISSING", `${name} was planned and not made`, about)]);
      continue;
    }
    const own = of.flatMap(({ made, path }) => [
      ...commonProblems(output, made, path),
      ...(problems?.(output, made, path) ?? []),
    ]);
    judge(name, undefined, [...duplicates(of), ...own]);
  }
  for (const of of byName.values()) {
    const [first] = of;
    if (first === undefined) continue;
    const { name } = first.made;
    const about = { path: first.path, subject: name };
    const extra = warning("OUTPUT_UNEXPECTED", `${name} was not planned`, about);
    judge(name, "unexpected", [extra, ...duplicates(of)]);
  }
  const counts = { match: 0, missing: 0, unexpected: 0, mismatch: 0 };
  for (const { verdict } of entries) counts[verdict]++;
  return { found, verification: { entries, counts } };
}

function duplicates<M extends Made>([, ...others]: readonly Placed<M>[]): Found[] {
  return others.map(({ made: { name }, path }) =>
    error("OUTPUT_DUPLICATE", `${name} is in the manifest again`, { path, subject: name }),
  );
}

function commonProblems(planned: Planned, made: Made, path: string): Found[] {
  const { name, mediaType, bytes, from } = made;
  const problems: Found[] = [];
  if (bytes === 0) {
    problems.push(error("OUTPUT_EMPTY", `${name} is empty`, { path, subject: name }));
  }
  if (mediaType !== planned.mediaType) {
    const message = `${name} is ${mediaType}, planned was ${planned.mediaType}`;
    const about = { path: `${path}/mediaType`, subject: name };
    const types = { expected: planned.mediaType, received: mediaType };
    problems.push(error("OUTPUT_TYPE", message, { ...about, ...types }));
  }
  const isSame =
    from.length === planned.from.length && from.every((id, index) => id === planned.from[index]);
  if (!isSame) {
    const message = `${name} is made of other files than planned`;
    const about = { path: `${path}/from`, subject: name };
    const sources = { expected: [...planned.from], received: [...from] };
    problems.push(error("OUTPUT_SOURCE", message, { ...about, ...sources }));
  }
  return problems;
}
