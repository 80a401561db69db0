/**
 * What kits that work on a user's own files in the browser are asked: which files there are, and what to do with them.
 * A job holds names, sizes and digests, and never content; the work itself is done where the files are.
 */
import { type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import type { Entry } from "../../tools/_core/tool.ts";
import { sum } from "../../tools/_lib/algorithms/sum.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { wrongForm } from "../../tools/_lib/results/input-invalid.ts";
import { countCodePoints } from "../../tools/_lib/text/code-points.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";

export const JOB_FAILURES = {
  JOB_KIT_MISMATCH: "The job is for another kit",
  JOB_VERSION_UNSUPPORTED: "The job is of a version that is not known",
  DUPLICATE_FILE_ID: "Two files of the job have one id",
  LIMIT_EXCEEDED: "The job is larger than this kit takes",
} as const;

/** What stands in `failures` of a kit whose options name files. */
export const FILE_UNKNOWN = {
  FILE_UNKNOWN: "An option names a file that the job does not have",
} as const;

const VERSION = 1;

export const BYTES = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A digest of so many hex digits; in the normal job they are in lower case. */
export const digest = (digits: number) => Type.String({ pattern: `^[0-9A-Fa-f]{${digits}}$` });

/** A file as jobs name it: closed, with what the kit has to know of each. */
function fileShape<F extends TProperties>(facts: F) {
  return Type.Object(
    {
      id: Type.String({
        description: "Its name within the job",
        pattern: "^[a-z0-9][a-z0-9-]{0,39}$",
      }),
      name: Type.String({
        description: "As its owner calls it, without folders; at most 255 code points",
        minLength: 1,
        maxLength: 510,
      }),
      bytes: BYTES,
      mediaType: Type.String({ description: "By its first bytes", minLength: 1, maxLength: 200 }),
      sha256: Type.Optional(digest(64)),
      ...facts,
    },
    { additionalProperties: false },
  );
}

/** The schema of a kit's jobs; `fewest` is 0 where there can be work without a file. */
export function jobShape<F extends TProperties, O extends TObject>(
  facts: F,
  options: O,
  fewest: 0 | 1 = 1,
) {
  return Type.Object(
    {
      kit: Type.String({ description: "The id of this kit" }),
      version: Type.Integer({ description: "1" }),
      name: Type.String({
        description: "Of the delivery",
        pattern: "^[A-Za-z0-9 ._-]{1,80}$",
        default: "delivery",
      }),
      files: Type.Array(fileShape(facts), fewest === 0 ? { default: [] } : { minItems: fewest }),
      options,
    },
    { additionalProperties: false },
  );
}

/** What all kits read of a job. */
export interface Job {
  readonly kit: string;
  readonly version: number;
  readonly files: readonly JobFile[];
  /** Where a file stands in what the caller sent, where that is another job. */
  readonly pathOf?: (id: string) => string;
}

export interface JobFile {
  readonly id: string;
  readonly name: string;
  /** Where a kit tells files apart by it. */
  readonly path?: string | undefined;
  readonly bytes: number;
  readonly sha256?: string | undefined;
}

/** How messages call a file: as its owner does. */
export function shownName({ name, path }: JobFile): string {
  return path ?? name;
}

export interface JobLimits {
  readonly files: number;
  /** Of one file; any size, if left out. */
  readonly bytesEach?: number;
  /** Of all files together; any size, if left out. */
  readonly bytes?: number;
}

/** What a page holds in memory at once; the kits' own limits come on top. */
export const PAGE_LIMITS = { files: 200, bytes: 2 * 1024 ** 3 } as const satisfies JobLimits;

/** What is wrong with a job whose form is right. */
export function jobProblems(job: Job, kit: string, limits: JobLimits): Entry[] {
  const { files } = job;
  const problems: Entry[] = [];
  if (job.kit !== kit) {
    const message = `Cannot take the job: found one for ${quoted(job.kit)}, expected ${kit}`;
    problems.push({ code: "JOB_KIT_MISMATCH", message, path: "/job/kit", expected: kit });
  }
  if (job.version !== VERSION) {
    const message = `Cannot take the job: found version ${job.version}, expected ${VERSION}`;
    const about = { path: "/job/version", expected: VERSION, received: job.version };
    problems.push({ code: "JOB_VERSION_UNSUPPORTED", message, ...about });
  }
  problems.push(...sizeProblems(files, limits));
  const ids = new Set<string>();
  for (const [index, { id, name }] of files.entries()) {
    if (!isFileName(name)) {
      const expected = "1 to 255 characters without / and \\, and not . or ..";
      problems.push(wrongForm(`/job/files/${index}/name`, quoted(name), expected));
    }
    if (ids.has(id)) {
      const message = `Cannot tell two files apart: found the id ${id} again, expected one of its own`;
      problems.push({ code: "DUPLICATE_FILE_ID", message, path: `/job/files/${index}/id` });
    }
    ids.add(id);
  }
  return problems;
}

function sizeProblems(files: readonly JobFile[], limits: JobLimits): Entry[] {
  const { files: most, bytesEach = Infinity, bytes = Infinity } = limits;
  const problems = files.flatMap((file, index) => {
    const path = `/job/files/${index}/bytes`;
    return atMost(bytesEach, file.bytes, `bytes of ${quoted(shownName(file))}`, path);
  });
  return [
    ...atMost(most, files.length, "files", "/job/files"),
    ...problems,
    ...atMost(bytes, sum(files.map((file) => file.bytes)), "bytes of all files", "/job/files"),
  ];
}

/** LIMIT_EXCEEDED, where there is more than the kit takes. */
export function atMost(most: number, found: number, what: string, path: string): Entry[] {
  if (found <= most) return [];
  const message = `Cannot take the job: found ${found} ${what}, expected at most ${most}`;
  return [{ code: "LIMIT_EXCEEDED", message, path, expected: most, received: found }];
}

/** FILE_UNKNOWN, where an option names a file that the job does not have. */
export function knownFile(id: string, { files }: Job, path: string): Entry[] {
  if (files.some((file) => file.id === id)) return [];
  const message = `Cannot find the file: found the id ${quoted(id)}, expected one of the job's files`;
  return [{ code: "FILE_UNKNOWN", message, path, received: id }];
}

function isFileName(name: string): boolean {
  return countCodePoints(name) <= 255 && !/^\.{1,2}$|[/\\\p{Cc}]/u.test(name);
}

/** The value with its members in the order in which the schema names them; the runner has filled in the defaults. */
export function inOrder<T>(schema: TSchema, value: T): T {
  if (Array.isArray(value)) {
    const items = schema["items"] as TSchema | undefined;
    return items ? (value.map((item) => inOrder(items, item)) as T) : value;
  }
  const alternatives = (schema["anyOf"] ?? [schema]) as readonly TSchema[];
  const members = alternatives.find((one) => "properties" in one)?.["properties"] as
    TProperties | undefined;
  if (typeof value !== "object" || value === null || !members) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const ordered = Object.entries(members).flatMap(([name, member]) =>
    Object.hasOwn(given, name) ? [[name, inOrder(member, given[name])] as const] : [],
  );
  return Object.fromEntries(ordered) as T;
}

/** By which a manifest says of which job it is. */
export function jobSha256(normal: object): string {
  return sha256Hex(canonicalJson(normal));
}
