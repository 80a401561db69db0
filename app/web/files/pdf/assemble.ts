/** A planned file, made of the pages of its sources. */
import { degrees, PDFDocument, type PDFPage, type PDFRef } from "@cantoo/pdf-lib"; // reads, joins and writes PDF files
import { writeContents } from "./contents.ts";
import { dropUnreached, PageCopier } from "./copy.ts";
import { type Mark, outlineOf, writeOutline } from "./destinations.ts";
import { type Images, placeImage } from "./image-page.ts";
import { Lettering } from "./lettering.ts";
import { angleOf, fitTo, type Paper, type Size, sizeOf } from "./sheet.ts";
import { stampNumbers, stampWatermark } from "./stamps.ts";

export interface Run {
  readonly kind: "page" | "blank" | "toc";
  readonly first: number;
  readonly last: number;
  readonly file: string | null;
  readonly sourceFirst: number | null;
  readonly sourceLast: number | null;
  readonly rotate: number;
}

export interface Output {
  readonly name: string;
  readonly from: readonly string[];
  readonly pages: number;
  readonly runs: readonly Run[];
  readonly bookmarks: readonly { readonly title: string; readonly page: number }[];
}

export interface PageNumbers {
  readonly format: string;
  readonly position: string;
  readonly start: number;
  readonly from: number;
  readonly fontSize: number;
  readonly margin: number;
}

export interface Watermark {
  readonly text: string;
  readonly opacity: number;
  readonly angle: number;
  readonly fontSize: number;
}

/** The options of the job that the making of one file depends on. */
export interface Options {
  readonly paper: "keep" | Paper;
  readonly imageDpi: number;
  readonly bookmarks: "parts" | "nested" | "none";
  readonly toc: { readonly title: string } | null;
  readonly pageNumbers: PageNumbers | null;
  readonly watermark: Watermark | null;
  readonly metadata: {
    readonly title: string | null;
    readonly author: string | null;
    readonly subject: string | null;
    readonly language: string | null;
    readonly keywords: readonly string[];
  };
  readonly date: string | null;
}

export interface Entry {
  readonly title: string;
  /** Of the whole, and how it is printed. */
  readonly page: number;
  readonly label: string;
}

/** A part as it came to stand in this file; its pages from 1 on. */
export interface Placed {
  readonly title?: string;
  readonly first: number;
  readonly last: number;
}

export interface Task {
  readonly output: Output;
  readonly options: Options;
  /** Pages that are in the files before this one, and all that are numbered together. */
  readonly before: number;
  readonly numbered: number;
  /** What the contents pages list. */
  readonly entries: readonly Entry[];
  readonly parts: readonly Placed[];
  readonly attachments: readonly {
    readonly id: string;
    readonly name: string;
    readonly mediaType: string;
  }[];
  /** Opens the finished file. */
  readonly password?: string;
}

export interface ImageSource {
  readonly kind: "image";
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Of EXIF, from 1 to 8. */
  readonly orientation: number;
}

export interface PdfSource {
  readonly kind: "pdf";
  readonly document: PDFDocument;
}

export type Source = ImageSource | PdfSource;

export interface Assembled {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Letters that neither font has. */
  readonly missing: readonly string[];
}

export interface Given {
  readonly task: Task;
  /** By the ids of their files. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly attached: ReadonlyMap<string, Uint8Array>;
  readonly fonts: readonly Uint8Array[];
  report(part: number): void;
}

export async function assemble(given: Given): Promise<Assembled> {
  const { task, fonts } = given;
  const { options, output } = task;
  // Nothing is dated by the machine.
  const document = await PDFDocument.create({ updateMetadata: false });
  const copiers = copiersFor(document, given);
  const pages = await placePages(document, copiers, given);
  for (const copier of copiers.values()) copier.finish();
  const needsText = options.toc ?? options.pageNumbers ?? options.watermark;
  const letters = needsText && fonts.length > 0 ? await Lettering.of(document, fonts) : undefined;
  if (letters) {
    const contents = pages.slice(0, pagesOf(output.runs, "toc"));
    if (options.toc)
      writeContents(document, { task, pages, contents, title: options.toc.title }, letters);
    if (options.watermark) stampWatermark(pages, options.watermark, letters);
    if (options.pageNumbers) stampNumbers(pages, options.pageNumbers, task, letters);
  }
  if (options.bookmarks !== "none") writeOutline(document, marksOf(pages, copiers, given));
  await attach(document, given);
  describe(document, options);
  await document.flush();
  dropUnreached(document);
  if (task.password !== undefined && task.password !== "")
    document.encrypt({ userPassword: task.password, ownerPassword: task.password });
  const bytes = await document.save({
    useObjectStreams: true,
    addDefaultPage: false,
    updateFieldAppearances: false,
  });
  return { bytes, missing: [...(letters?.missing ?? [])] };
}

function pagesOf(runs: readonly Run[], kind: Run["kind"]): number {
  return runs.reduce((sum, run) => sum + (run.kind === kind ? run.last - run.first + 1 : 0), 0);
}

/** From the first to the last, whichever is the larger. */
function* numbersOf({ sourceFirst, sourceLast }: Run): Generator<number> {
  const [first, last] = [sourceFirst ?? 1, sourceLast ?? 1];
  const step = first <= last ? 1 : -1;
  for (let page = first; page !== last + step; page += step) yield page;
}

const DEFAULT_SIZE: Size = { width: 595.28, height: 841.89 };

/** One for each PDF, which knows at once of every page that will be placed. */
function copiersFor(
  document: PDFDocument,
  { task, sources }: Given,
): ReadonlyMap<string, PageCopier> {
  const used = new Map<string, Set<number>>();
  for (const run of task.output.runs) {
    if (run.file === null) continue;
    const known = used.get(run.file) ?? new Set();
    used.set(run.file, known);
    for (const number of numbersOf(run)) known.add(number);
  }
  const copiers = new Map<string, PageCopier>();
  for (const [id, numbers] of used) {
    const source = sources.get(id);
    if (source?.kind === "pdf") copiers.set(id, new PageCopier(source.document, document, numbers));
  }
  return copiers;
}

async function placePages(
  document: PDFDocument,
  copiers: ReadonlyMap<string, PageCopier>,
  { task, sources, report }: Given,
): Promise<readonly PDFPage[]> {
  const { output, options } = task;
  const { paper } = options;
  const images: Images = new Map();
  const place = async (id: string, number: number): Promise<PDFPage> => {
    const copied = copiers.get(id)?.place(number);
    if (copied && paper !== "keep") fitTo(paper, copied, document);
    if (copied) return copied;
    const source = sources.get(id);
    if (source?.kind !== "image") throw new Error(`The file ${id} is not there`);
    return placeImage(document, source, options, images, id);
  };
  const pages: PDFPage[] = [];
  for (const run of output.runs) {
    if (run.file === null) {
      // As large as they are to be once those beside them are there.
      for (let page = run.first; page <= run.last; page++) pages.push(document.addPage([1, 1]));
      continue;
    }
    for (const number of numbersOf(run)) {
      const page = await place(run.file, number);
      if (run.rotate !== 0) page.setRotation(degrees((angleOf(page) + run.rotate) % 360));
      pages.push(page);
      report((pages.length / output.pages) * 0.9);
    }
  }
  sizeOthers(pages, output.runs, paper);
  return pages;
}

/** Blank pages are as large as the page before them, contents pages as the first one behind them. */
function sizeOthers(
  pages: readonly PDFPage[],
  runs: readonly Run[],
  paper: Options["paper"],
): void {
  const firstOwn = runs.find(({ kind }) => kind === "page");
  const firstPage = firstOwn && pages[firstOwn.first - 1];
  const first = firstPage ? sizeOf(firstPage) : DEFAULT_SIZE;
  for (const { kind, first: from, last } of runs) {
    if (kind === "page") continue;
    const before = pages[from - 2];
    const size = kind === "blank" && before ? sizeOf(before) : sizeOfContents(first, paper);
    for (const page of pages.slice(from - 1, last)) page.setSize(size.width, size.height);
  }
}

/** Lines of text stand upright. */
function sizeOfContents({ width, height }: Size, paper: Options["paper"]): Size {
  return paper === "keep" && width < height ? { width, height } : uprightSize(width, height);
}

function uprightSize(width: number, height: number): Size {
  return { width: Math.min(width, height), height: Math.max(width, height) };
}

/** The plan's bookmarks, with those of the sources below them where that is asked for. */
function marksOf(
  pages: readonly PDFPage[],
  copiers: ReadonlyMap<string, PageCopier>,
  { task, sources }: Given,
): readonly Mark[] {
  const { output, options, parts } = task;
  const refOf = (page: number): PDFRef | undefined => pages[page - 1]?.ref;
  const marks = output.bookmarks.flatMap(({ title, page }): Mark[] => {
    const ref = refOf(page);
    return ref ? [{ title, ref, below: [] }] : [];
  });
  if (options.bookmarks === "parts") return marks;
  const belowOf = (part: Placed) => outlinesIn(part, output.runs, pages, copiers, sources);
  const titled = parts.filter(({ title }) => title !== undefined);
  // Contents pages have a bookmark as well, before those of the parts.
  const others = marks.slice(0, marks.length - titled.length);
  const own = marks.slice(others.length);
  return [
    ...others,
    ...parts.flatMap((part): readonly Mark[] => {
      const mark = own[titled.indexOf(part)];
      return mark ? [{ ...mark, below: belowOf(part) }] : belowOf(part);
    }),
  ];
}

/** Outlines of the sources of a part, as far as their pages are in it. */
function outlinesIn(
  { first, last }: Placed,
  runs: readonly Run[],
  pages: readonly PDFPage[],
  copiers: ReadonlyMap<string, PageCopier>,
  sources: ReadonlyMap<string, Source>,
): readonly Mark[] {
  const placed = new Map<string, Map<number, PDFRef>>();
  for (const run of runs) {
    if (run.file === null || !copiers.has(run.file)) continue;
    const known = placed.get(run.file) ?? new Map<number, PDFRef>();
    placed.set(run.file, known);
    let page = run.first;
    for (const number of numbersOf(run)) {
      const ref = pages[page - 1]?.ref;
      if (page >= first && page <= last && ref && !known.has(number)) known.set(number, ref);
      page++;
    }
  }
  return [...placed].flatMap(([id, known]) => {
    const source = sources.get(id);
    return source?.kind === "pdf" && known.size > 0
      ? outlineOf(source.document, (page) => known.get(page))
      : [];
  });
}

async function attach(document: PDFDocument, { task, attached }: Given): Promise<void> {
  const { date } = task.options;
  const dates =
    date === null ? {} : { creationDate: new Date(date), modificationDate: new Date(date) };
  const taken = new Set<string>();
  for (const { id, name, mediaType } of task.attachments) {
    const bytes = attached.get(id);
    if (!bytes) throw new Error(`The file ${id} is not there`);
    // Two of one name would be one to a viewer.
    const own = taken.has(name) ? `${id}-${name}` : name;
    taken.add(own);
    await document.attach(bytes, own, { mimeType: mediaType, ...dates });
  }
}

function describe(document: PDFDocument, { metadata, date }: Options): void {
  const { title, author, subject, language, keywords } = metadata;
  if (title !== null) document.setTitle(title, { showInWindowTitleBar: true });
  if (author !== null) document.setAuthor(author);
  if (subject !== null) document.setSubject(subject);
  if (language !== null) document.setLanguage(language);
  if (keywords.length > 0) document.setKeywords([keywords.join(", ")]);
  if (date === null) return;
  document.setCreationDate(new Date(date));
  document.setModificationDate(new Date(date));
}
