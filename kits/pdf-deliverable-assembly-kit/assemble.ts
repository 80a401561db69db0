/** Every page of every file that is made: where it is from, what it is called, which number it shows. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { endOfRun, pagesOf, writePageRange } from "../../tools/_lib/formats/page-ranges.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { shortened } from "../../tools/_lib/text/shown.ts";
import type { Job, PlanValue, Work } from "../pdf-deliverable-assembly-kit.ts";
import { pageCountOf, type ReadPart } from "./check.ts";
import { type Layout, layout } from "./layout.ts";
import type { Names } from "./names.ts";

type Output = PlanValue["outputs"][number];
type Run = Output["runs"][number];

/** A page to be made. */
interface Sheet {
  readonly kind: Run["kind"];
  readonly file: string | null;
  readonly source: number | null;
  readonly rotate: Run["rotate"];
}

/** A file to be made: a stretch of pages, of which `before` are in the files before it. */
interface Piece {
  readonly name: string;
  readonly sheets: readonly Sheet[];
  readonly before: number;
  /** All that are numbered together. */
  readonly numbered: number;
  readonly bookmarks: Output["bookmarks"];
}

export function assemblePlan(parts: readonly ReadPart[], names: Names, work: Work): PlanValue {
  const { job, report } = work;
  const placed = layout(job.options, parts);
  const pieces = piecesOf(job, parts, placed, names);
  const outputs = pieces.map((piece) => outputOf(piece, job));
  const isOf = (kind: Run["kind"]) =>
    pieces.reduce(
      (count, { sheets }) => count + sheets.filter((one) => one.kind === kind).length,
      0,
    );
  const totals = {
    files: job.files.length,
    outputs: outputs.length,
    pages: placed.pages,
    blankPages: isOf("blank"),
    tocPages: isOf("toc"),
  };
  judgeUse(parts, work);
  report.finish("assemble", `${counted(outputs.length, "file")}, ${counted(totals.pages, "page")}`);
  return { outputs, totals };
}

const BLANK = { kind: "blank", file: null, source: null, rotate: 0 } as const;
const CONTENTS = { ...BLANK, kind: "toc" } as const;

function sheetsOf({ file, spans, rotate }: ReadPart): Sheet[] {
  return [...pagesOf(spans)].map((source) => ({ kind: "page", file, source, rotate }));
}

function piecesOf(
  { options }: Job,
  parts: readonly ReadPart[],
  placed: Layout,
  names: Names,
): Piece[] {
  if (options.split === "parts") {
    return parts.map((part, index) => ({
      name: `${padded(index + 1, 2)}-${names.ofPart(part)}.pdf`,
      sheets: sheetsOf(part),
      before: 0,
      numbered: part.pageCount,
      bookmarks: part.title === undefined ? [] : [{ title: part.title, page: 1, level: 1 }],
    }));
  }
  const sheets = [
    ...Array.from({ length: placed.tocPages }, () => CONTENTS),
    ...parts.flatMap((part, index) => [
      ...(placed.parts[index]?.blank ? [BLANK] : []),
      ...sheetsOf(part),
    ]),
  ];
  const bookmarks = [
    ...(placed.tocPages > 0 && options.toc
      ? [{ title: options.toc.title, page: 1, level: 1 }]
      : []),
    ...parts.flatMap(({ title }, index) =>
      title === undefined ? [] : [{ title, page: placed.parts[index]?.first ?? 1, level: 1 }],
    ),
  ];
  const whole = {
    name: `${names.ofJob}.pdf`,
    sheets,
    before: 0,
    numbered: sheets.length,
    bookmarks,
  };
  return options.split === "one" ? [whole] : cut(whole, options.every, names.ofJob);
}

/** Pieces of so many pages; bookmarks are searched for once, as they are in the order of pages. */
function cut({ sheets, numbered, bookmarks }: Piece, every: number, name: string): Piece[] {
  const byPiece = groupBy(bookmarks, ({ page }) => Math.floor((page - 1) / every));
  return Array.from({ length: Math.ceil(sheets.length / every) }, (_, index) => {
    const before = index * every;
    return {
      name: `${name}-${padded(index + 1, 3)}.pdf`,
      sheets: sheets.slice(before, before + every),
      before,
      numbered,
      bookmarks: (byPiece.get(index) ?? []).map((one) => ({ ...one, page: one.page - before })),
    };
  });
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}

function outputOf(piece: Piece, { options }: Job): Output {
  const { name, sheets, bookmarks } = piece;
  const from = new Set(sheets.flatMap(({ file }) => (file === null ? [] : [file])));
  return {
    name,
    mediaType: "application/pdf",
    from: [...from],
    pages: sheets.length,
    runs: runsOf(sheets),
    bookmarks: options.bookmarks === "none" ? [] : bookmarks,
    numbering: numberingOf(piece, options),
  };
}

/** Neighbours of one kind, file and rotation; of pages those whose numbers all rise, or all fall, by one. */
function runsOf(sheets: readonly Sheet[]): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < sheets.length;) {
    const stretch = alikeFrom(sheets, start);
    const { kind, file, rotate } = stretch[0] ?? BLANK;
    const sources = stretch.map(({ source }) => source ?? 0);
    for (let at = 0; at < stretch.length;) {
      const end = kind === "page" ? endOfRun(sources, at) : stretch.length - 1;
      const [first, last] = [start + at + 1, start + end + 1];
      const ends = {
        sourceFirst: stretch[at]?.source ?? null,
        sourceLast: stretch[end]?.source ?? null,
      };
      runs.push({ kind, first, last, file, ...ends, rotate });
      at = end + 1;
    }
    start += stretch.length;
  }
  return runs;
}

function alikeFrom(sheets: readonly Sheet[], start: number): readonly Sheet[] {
  const { kind, file, rotate } = sheets[start] ?? BLANK;
  let end = start;
  for (let next = sheets[end]; next !== undefined; next = sheets[++end]) {
    if (next.kind !== kind || next.file !== file || next.rotate !== rotate) break;
  }
  return sheets.slice(start, end);
}

/** Pieces of one file are numbered on; null where no page of this one shows a number. */
function numberingOf(
  { sheets, before, numbered }: Piece,
  { pageNumbers }: Job["options"],
): Output["numbering"] {
  if (pageNumbers === null) return null;
  const { from, start, format } = pageNumbers;
  const first = Math.max(1, from - before);
  const last = sheets.length;
  if (first > last) return null;
  const textAt = (page: number) =>
    numberText(format, start + before + page - from, start + numbered - from);
  return { first, last, firstText: textAt(first), lastText: textAt(last) };
}

/** In one pass, so that what stands for one number is never read as a place for the other. */
function numberText(format: string, n: number, total: number): string {
  return format.replaceAll(/\{(?:n|total)\}/g, (place) => String(place === "{n}" ? n : total));
}

/** Which pages of a source come more than once, and which never. */
function judgeUse(parts: readonly ReadPart[], { job, report }: Work): void {
  const byFile = groupBy(parts, ({ file }) => file);
  job.files.forEach((file, index) => {
    const uses = byFile.get(file.id);
    if (uses === undefined) return;
    const times = new Uint32Array(pageCountOf(file) + 1);
    for (const { spans } of uses) {
      for (const page of pagesOf(spans)) times[page] = (times[page] ?? 0) + 1;
    }
    const pagesWith = (isIt: (count: number) => boolean) =>
      [...times.keys()].slice(1).filter((page) => isIt(times[page] ?? 0));
    const about = { path: `/job/files/${index}`, subject: file.name };
    const unused = pagesWith((count) => count === 0);
    if (unused.length > 0) {
      const message = `${counted(unused.length, "page")} of ${file.name} left out: ${shownPages(unused)}`;
      report.find("info", "assemble", { code: "PAGES_UNUSED", message, ...about });
    }
    const repeated = pagesWith((count) => count > 1);
    if (repeated.length > 0) {
      const message = `${counted(repeated.length, "page")} of ${file.name} used more than once: ${shownPages(repeated)}`;
      report.find("info", "assemble", { code: "PAGE_REPEATED", message, ...about });
    }
  });
}

function shownPages(pages: readonly number[]): string {
  return shortened(writePageRange(pages));
}
