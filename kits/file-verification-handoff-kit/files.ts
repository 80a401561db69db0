/** What the job itself says of its files, before any list is held against them. */
import type { Entry } from "../../tools/_core/tool.ts";
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { wrongForm } from "../../tools/_lib/results/input-invalid.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { leadsOut } from "../../tools/_lib/text/path-glob/normal-path.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { isInstant } from "../../tools/_lib/time/calendar.ts";
import type { Algorithm, Job, JobFile, Work } from "../file-verification-handoff-kit.ts";

/** Paths that no recipient could use, and a date that is none. */
export function pathProblems({ files, options }: Job): Entry[] {
  const seen = new Set<string>();
  const problems = files.flatMap(({ path: written }, index): Entry[] => {
    const path = `/job/files/${index}/path`;
    // Lists have one path a line, and scripts read them.
    if (leadsOut(written) || /\p{Cc}/u.test(written)) {
      const message = `Cannot hand over a file: found the path ${quoted(written)}, expected one inside the delivery, with /`;
      return [{ code: "PATH_UNSAFE", message, path }];
    }
    if (!seen.has(written)) {
      seen.add(written);
      return [];
    }
    const message = `Cannot tell two files apart: found the path ${quoted(written)} again, expected another`;
    return [{ code: "DUPLICATE_PATH", message, path }];
  });
  const { date } = options;
  if (date === null || isInstant(date)) return problems;
  return [
    ...problems,
    wrongForm("/job/options/date", quoted(date), "a time of RFC 3339 such as 2026-11-20T10:00:00Z"),
  ];
}

export function digestOf({ sha256, digests }: JobFile, algorithm: Algorithm): string | undefined {
  return algorithm === "sha256" ? sha256 : digests?.[algorithm];
}

/** The last part of a path, of Windows, too. */
export function nameIn(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** By what a path finds another. */
export function pathKey({ matchBy }: Job["options"]): (path: string) => string {
  return matchBy === "path" ? (path) => path : nameIn;
}

/** In plain order of their paths, as lists have them. */
export function byPath(files: readonly JobFile[]): readonly JobFile[] {
  return files.toSorted((left, right) => byCodeUnit(left.path, right.path));
}

export function checkFiles({ job, report }: Work): void {
  const files = byPath(job.files);
  const placeOf = new Map(job.files.map(({ id }, index) => [id, `/job/files/${index}`]));
  const about = ({ id, path }: JobFile) => ({ path: placeOf.get(id), subject: path });
  for (const file of files) {
    for (const algorithm of job.options.algorithms) {
      if (digestOf(file, algorithm) !== undefined) continue;
      const message = `${file.path} has no ${algorithm}, which is to be listed`;
      const missing = { code: "DIGEST_MISSING", message, expected: algorithm };
      report.find("error", "check", { ...missing, ...about(file) });
    }
    if (file.bytes === 0) {
      const message = `${file.path} is empty`;
      report.find("warning", "check", { code: "EMPTY_FILE", message, ...about(file) });
    }
  }
  for (const [first, ...others] of groupBy(files, ({ path }) => path.toLowerCase()).values()) {
    for (const file of others) {
      const message = `${file.path} and ${first?.path} are the same where letter case does not count`;
      report.find("warning", "check", { code: "CASE_COLLISION", message, ...about(file) });
    }
  }
  const hashed = files.filter(({ sha256 }) => sha256 !== undefined);
  for (const [first, ...others] of groupBy(hashed, ({ sha256 }) => sha256).values()) {
    for (const file of others) {
      const message = `${file.path} has the content of ${first?.path}`;
      report.find("info", "check", { code: "DUPLICATE_CONTENT", message, ...about(file) });
    }
  }
  report.done("check", `${counted(files.length, "file")}, ${job.options.algorithms.join(", ")}`);
}
