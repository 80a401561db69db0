/** What is wrong with a job before any page is placed, and what its owner should know of it. */
import type { Entry } from "../../tools/_core/tool.ts";
import { sum } from "../../tools/_lib/algorithms/sum.ts";
import {
  countPages,
  isProblem,
  type PageRangeProblem,
  type PageSpan,
  readPageRange,
} from "../../tools/_lib/formats/page-ranges.ts";
import { missingField, outOfBounds, wrongForm } from "../../tools/_lib/results/input-invalid.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted, shortened } from "../../tools/_lib/text/shown.ts";
import { isInstant } from "../../tools/_lib/time/calendar.ts";
import { atMost, knownFile } from "../_core/file-job.ts";
import type { Job, JobFile, Part, Work } from "../pdf-deliverable-assembly-kit.ts";
import { layout } from "./layout.ts";

export const MOST_PAGES = 10_000;
const MOST_OUTPUTS = 2000;

/** A part of the job with the pages that its text names. */
export interface ReadPart extends Part {
  readonly source: JobFile;
  readonly spans: readonly PageSpan[];
  readonly pageCount: number;
}

export interface Read {
  readonly parts: readonly ReadPart[];
  readonly problems: readonly Entry[];
}

const KINDS: ReadonlyMap<string, "pdf" | "image"> = new Map([
  ["application/pdf", "pdf"],
  ["image/jpeg", "image"],
  ["image/png", "image"],
]);

/** By the media type without its parameters; anything else can only be attached. */
export function kindOf({ mediaType }: Pick<JobFile, "mediaType">): "pdf" | "image" | "other" {
  const [essence = ""] = mediaType.split(";");
  return KINDS.get(essence.trim().toLowerCase()) ?? "other";
}

/** The parts that can be assembled, and all that stands in the way; `isListed`: the caller named the parts. */
export function readJob(job: Job, isListed: boolean): Read {
  const { files, options } = job;
  const problems = files.flatMap((file, index) => factProblems(file, `/job/files/${index}`));
  const placeOf = new Map(files.map(({ id }, index) => [id, index]));
  const parts: ReadPart[] = [];
  options.parts.forEach((part, index) => {
    const path = `/job/options/parts/${index}`;
    const place = placeOf.get(part.file);
    const source = place === undefined ? undefined : files[place];
    problems.push(...knownFile(part.file, job, `${path}/file`));
    if (source === undefined) return;
    const read = readPart(part, source, path);
    if (!("code" in read)) parts.push(read);
    else problems.push(isListed ? read : { ...read, path: `/job/files/${place}/mediaType` });
  });
  if (options.parts.length === 0) problems.push(NOTHING_TO_ASSEMBLE);
  options.attachments.forEach((id, index) => {
    problems.push(...knownFile(id, job, `/job/options/attachments/${index}`));
  });
  if (options.date !== null && !isInstant(options.date)) {
    const expected = "a time of RFC 3339 such as 2026-11-20T10:00:00Z";
    problems.push(wrongForm("/job/options/date", quoted(options.date), expected));
  }
  return { parts, problems: problems.length > 0 ? problems : limitProblems(job, parts) };
}

const NOTHING_TO_ASSEMBLE = outOfBounds(
  "/job/options/parts",
  "no file that is not an attachment",
  "at least one part",
);

/** Each kind of file has its own facts, and lacks those of the others. */
function factProblems(file: JobFile, path: string): Entry[] {
  const needed = { pdf: ["pages"], image: ["width", "height"], other: [] }[kindOf(file)];
  const allowed = kindOf(file) === "pdf" ? ["pages", "encrypted"] : needed;
  const given = (["pages", "encrypted", "width", "height"] as const).filter(
    (name) => file[name] !== undefined,
  );
  return [
    ...needed
      .filter((name) => !given.some((own) => own === name))
      .map((name) => missingField(`${path}/${name}`, expectedFact(name, file))),
    ...given
      .filter((name) => !allowed.includes(name))
      .map((name) => {
        const message = `Cannot use ${path}/${name}: found a fact that ${quoted(file.mediaType)} has not, expected ${allowed.join(", ") || "none"}`;
        return { code: "UNKNOWN_FIELD", message, path: `${path}/${name}` };
      }),
  ];
}

function expectedFact(name: string, file: JobFile): string {
  const whose = `the ${name} of ${quoted(file.name)}`;
  return file.encrypted === true ? `${whose}, which its password opens` : whose;
}

function readPart(part: Part, source: JobFile, path: string): ReadPart | Entry {
  const kind = kindOf(source);
  if (kind === "other") {
    const expected = "application/pdf, image/jpeg or image/png; other files can be attachments";
    return wrongForm(`${path}/file`, quoted(source.mediaType), expected);
  }
  const pages = pageCountOf(source);
  const spans = readPageRange(part.pages, pages);
  if (isProblem(spans)) return rangeProblem(spans, pages, `${path}/pages`);
  return { ...part, source, spans, pageCount: countPages(spans) };
}

/** An image is one page. */
export function pageCountOf(file: JobFile): number {
  return kindOf(file) === "pdf" ? (file.pages ?? 1) : 1;
}

function rangeProblem({ code, item }: PageRangeProblem, pages: number, path: string): Entry {
  const expected =
    code === "PAGE_RANGE_SYNTAX"
      ? "page numbers such as 1-3, 5-, z, r2, all, odd or even, with commas between them"
      : `pages from 1 to ${pages}`;
  const message = `Cannot read the pages: found ${quoted(item)}, expected ${expected}`;
  return { code, message, path, expected, received: shortened(item) };
}

/** Only a job that is right in all else is measured. */
function limitProblems(job: Job, parts: readonly ReadPart[]): Entry[] {
  const { split, every } = job.options;
  const { pages } = layout(job.options, parts);
  const outputs = { one: 1, parts: parts.length, every: Math.ceil(pages / every) }[split];
  // What can only be attached has no pages.
  const paged = job.files.filter((file) => kindOf(file) !== "other");
  return [
    ...atMost(MOST_PAGES, sum(paged.map(pageCountOf)), "pages in all files", "/job/files"),
    ...atMost(MOST_PAGES, pages, "pages to make", "/job/options/parts"),
    ...atMost(MOST_OUTPUTS, outputs, "files to make", "/job/options/every"),
  ];
}

export function checkFiles(parts: readonly ReadPart[], { job, report }: Work): void {
  const placed = new Set(parts.map(({ file }) => file));
  const attached = new Set(job.options.attachments);
  job.files.forEach((file, index) => {
    const about = { path: `/job/files/${index}`, subject: file.name };
    if (!placed.has(file.id) && !attached.has(file.id)) {
      const message = `${file.name} is neither a part nor an attachment`;
      report.find("warning", "check", { code: "FILE_UNUSED", message, ...about });
    }
    if (placed.has(file.id) && file.encrypted === true) {
      const message = `${file.name} is encrypted: the page will ask for its password`;
      report.find("warning", "check", { code: "ENCRYPTED_SOURCE", message, ...about });
    }
  });
  parts.forEach(({ title, source }, index) => {
    if (title !== undefined) return;
    const message = `The part of ${source.name} has no title, so no bookmark leads to it`;
    const about = { path: `/job/options/parts/${index}`, subject: source.name };
    report.find("info", "check", { code: "TITLE_MISSING", message, ...about });
  });
  report.finish("check", `${counted(job.files.length, "file")}, ${counted(parts.length, "part")}`);
}
