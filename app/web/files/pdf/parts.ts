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

export function turned(part: Part): Part {
  return { ...part, rotate: quarterOn(part.rotate) };
}

function quarterOn(rotate = 0): number {
  return (rotate + 90) % 360;
}

export interface Turned {
  readonly parts: readonly Part[];
  /** Where the page is now. */
  readonly part: number;
  readonly page: number;
}

/** A page turned by a quarter. A part turns as a whole, so the page gets one of its own, or joins those beside it. */
export function withPageTurned(
  parts: readonly Part[],
  index: number,
  page: number,
  file: JobFile,
): Turned {
  const lists = [index - 1, index, index + 1].map((at) => sheetsOf(parts[at], file));
  const first = lists[0]?.length ? index - 1 : index;
  const near = lists.filter(({ length }) => length > 0);
  const sheets = near.flat();
  const place = page + (first < index ? (near[0]?.length ?? 0) : 0);
  const before = sheets[place];
  if (!before) return { parts, part: index, page };
  const sheet = { ...before, rotate: quarterOn(before.rotate) };
  const groups = grouped(sheets.with(place, sheet));
  const own = groups.findIndex((group) => group.includes(sheet));
  const made = groups.map((group) => ({
    ...(group[0]?.begins ?? { file: file.id }),
    rotate: group[0]?.rotate ?? 0,
    pages: writePageRange(group.map((one) => one.page)),
  }));
  return {
    parts: parts.toSpliced(first, near.length, ...made),
    part: first + own,
    page: groups[own]?.indexOf(sheet) ?? 0,
  };
}

interface Sheet {
  readonly page: number;
  readonly rotate: number;
  /** The part that begins with it, and is not the rest of the one before. */
  readonly begins: Part | undefined;
}

/** None of a part of another file. */
function sheetsOf(part: Part | undefined, file: JobFile): readonly Sheet[] {
  if (part?.file !== file.id) return [];
  const { rotate = 0 } = part;
  return pagesIn(part, file).map((page, nth) => ({
    page,
    rotate,
    begins: nth === 0 && isCalled(part) ? part : undefined,
  }));
}

/** Neighbours that one part can hold. */
function grouped(sheets: readonly Sheet[]): readonly (readonly Sheet[])[] {
  const groups: Sheet[][] = [];
  for (const sheet of sheets) {
    const last = groups.at(-1);
    if (last && !sheet.begins && last[0]?.rotate === sheet.rotate) last.push(sheet);
    else groups.push([sheet]);
  }
  return groups;
}

/** It says something of where it begins. */
function isCalled({ title, oddStart = false }: Part): boolean {
  return title !== undefined || oddStart;
}

/** One item moved by as many places; the list itself where it cannot go there. */
export function moved<T>(items: readonly T[], from: number, by: number): readonly T[] {
  const to = from + by;
  if (to < 0 || to >= items.length) return items;
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, items[from] as T);
}
