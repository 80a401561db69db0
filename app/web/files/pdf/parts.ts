/** The parts of a job, as they are edited. */
import {
  isProblem,
  pagesOf,
  readPageRange,
  writePageRange,
} from "../../../../tools/_lib/formats/page-ranges.ts";
import { beginning } from "../../../../tools/_lib/text/shown.ts";
import type { Job, JobFile } from "../file-kit.ts";

export interface Part {
  readonly file: string;
  readonly pages?: string;
  readonly rotate?: number;
  readonly title?: string;
  readonly oddStart?: boolean;
}

/** Other files can be attached, and have no pages. */
export function isPart({ mediaType }: JobFile): boolean {
  return ["application/pdf", "image/jpeg", "image/png"].includes(mediaType);
}

export function attachmentsOf(options: Job["options"]): readonly string[] {
  const ids = options["attachments"];
  return Array.isArray(ids) ? (ids as readonly string[]) : [];
}

/** Those that are written, or one for each file, as the server half reads a job without parts. */
export function partsOf(options: Job["options"], files: readonly JobFile[]): readonly Part[] {
  const written = options["parts"];
  if (Array.isArray(written)) return written as readonly Part[];
  const attached = new Set(attachmentsOf(options));
  return files.filter((file) => isPart(file) && !attached.has(file.id)).map(partFor);
}

const LONGEST_TITLE = 200;

/** Called by the file's name without its ending. */
export function partFor({ id, name }: JobFile): Part {
  const end = name.lastIndexOf(".");
  return { file: id, title: beginning(end > 0 ? name.slice(0, end) : name, LONGEST_TITLE) };
}

export function pageCountOf({ pages }: JobFile): number {
  return typeof pages === "number" ? pages : 1;
}

/** The pages of a part in their order; none where its text cannot be read. */
export function pagesIn({ pages = "all" }: Part, file: JobFile): readonly number[] {
  const spans = readPageRange(pages, pageCountOf(file));
  return isProblem(spans) ? [] : [...pagesOf(spans)];
}

export function withPages(part: Part, pages: readonly number[]): Part {
  return { ...part, pages: writePageRange(pages) };
}

/** One item moved by as many places; the list itself where it cannot go there. */
export function moved<T>(items: readonly T[], from: number, by: number): readonly T[] {
  const to = from + by;
  if (to < 0 || to >= items.length) return items;
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, items[from] as T);
}
