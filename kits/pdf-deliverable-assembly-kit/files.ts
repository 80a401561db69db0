/** What goes with the plan: the bookmarks as a table, and the same page order for qpdf. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { pagesOf, writePageRange } from "../../tools/_lib/formats/page-ranges.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { markdownTable } from "../../tools/_lib/text/markdown-table.ts";
import { quoteShell } from "../../tools/_lib/text/shell-quote.ts";
import { writePlanned } from "../_core/file-kit.ts";
import { plainText } from "../_core/page.ts";
import type { Job, JobFile, PlanValue, Work } from "../pdf-deliverable-assembly-kit.ts";
import { kindOf } from "./check.ts";

type Output = PlanValue["outputs"][number];

export function writePlanFiles(plan: PlanValue, work: Work): void {
  writePlanned(work.report, work.job, plan);
  writeContents(plan, work);
  work.report.file("assemble.sh", script(plan, work.job));
}

export function writeContents({ outputs }: PlanValue, { report }: Pick<Work, "report">): void {
  const rows = outputs.flatMap(({ name, bookmarks }) =>
    bookmarks.map(({ title, page }) => [plainText(title), name, String(page)]),
  );
  report.file("contents.md", markdownTable(["Title", "File", "Page"], rows));
}

const FOLDER = "assembled";

/** A source as the script names it. */
interface Source {
  readonly file: JobFile;
  /** Where it lies, as one word of the shell. */
  readonly word: string;
  /** The variable of its password, where it needs one. */
  readonly password?: string;
}

function script({ outputs }: PlanValue, job: Job): string {
  const sources = sourcesOf(job);
  return [
    "#!/bin/sh",
    "# Puts the pages together with qpdf, beside the files, in the order that was planned.",
    ...notes(outputs, job, sources).map((note) => `# ${note}`),
    "set -eu",
    'cd "$(dirname "$0")"',
    // A source may have the name of an output.
    `mkdir -p ${FOLDER}`,
    ...outputs.flatMap((output, index) => [
      "",
      ...command(output, sources, index === 0 ? job.options.attachments : []),
    ]),
  ].join("\n");
}

function sourcesOf({ files }: Job): ReadonlyMap<string, Source> {
  const byName = groupBy(files, ({ name }) => name);
  const entries = files.map((file, index): [string, Source] => {
    const isAlone = byName.get(file.name)?.length === 1;
    const path = isAlone ? file.name : `${file.id}/${file.name}`;
    // What begins with these would be an option, or the name of a file with options.
    const word = quoteShell(/^[-@]/.test(path) ? `./${path}` : path);
    return [
      file.id,
      { file, word, ...(file.encrypted ? { password: `PASSWORD_${index + 1}` } : {}) },
    ];
  });
  return new Map(entries);
}

/** One line for each thing that qpdf leaves out, or needs. */
function notes(
  outputs: readonly Output[],
  job: Job,
  sources: ReadonlyMap<string, Source>,
): string[] {
  const { options } = job;
  const pages = (kind: Output["runs"][number]["kind"]) =>
    outputs.flatMap(({ name, runs }) =>
      runs
        .filter((run) => run.kind === kind)
        .map(
          ({ first, last }) =>
            `${name} ${writePageRange([...pagesOf([{ first, last, step: 1 }])])}`,
        ),
    );
  const toc = pages("toc");
  const blank = pages("blank");
  const titled = outputs.reduce((count, { bookmarks }) => count + bookmarks.length, 0);
  const { title, author, subject, language, keywords } = options.metadata;
  const isSaid = [title, author, subject, language].some((text) => text !== null);
  const placed = new Set(outputs.flatMap(({ from }) => from));
  const images = job.files.filter((file) => kindOf(file) === "image" && placed.has(file.id));
  const leftOut = [
    ...(toc.length > 0 ? [`the contents page (${toc.join(", ")})`] : []),
    ...(blank.length > 0 ? [`blank pages (${blank.join(", ")})`] : []),
    ...images.map(({ name }) => `the image ${name}, which qpdf cannot make a page of`),
    ...(options.paper === "keep" ? [] : [`the paper ${options.paper}: pages keep their own sizes`]),
    ...(titled > 0 || options.bookmarks === "nested" ? ["bookmarks"] : []),
    ...(options.pageNumbers === null ? [] : ["page numbers"]),
    ...(options.watermark === null ? [] : ["the watermark"]),
    ...(isSaid || keywords.length > 0 ? ["title, author and other metadata"] : []),
    ...(options.date === null ? [] : ["the date"]),
  ];
  const all = [...sources.values()];
  const moved = all.filter(({ file, word }) => word.includes(`${file.id}/`));
  const locked = all.filter(({ file, password }) => password !== undefined && placed.has(file.id));
  return [
    ...leftOut.map((what) => `Left out: ${what}`),
    ...moved.map(
      ({ file }) =>
        `Put ${file.name} with ${counted(file.bytes, "byte")} into the folder ${file.id}: another file has its name`,
    ),
    ...locked.map(({ file, password }) => `Set ${password} to the password of ${file.name}`),
  ];
}

function command(
  { name, runs }: Output,
  sources: ReadonlyMap<string, Source>,
  attachments: readonly string[],
): string[] {
  const { words, turned } = pageWords(runs, sources);
  const output = `${FOLDER}/${quoteShell(name)}`;
  if (words.length === 0) return [`# ${name} has no page of a PDF, so that qpdf cannot make it.`];
  const rotations = [...turned].map(
    ([angle, pages]) => `--rotate=+${angle}:${writePageRange(pages)}`,
  );
  const attached = attachments.flatMap((id) => {
    const { word, file } = sources.get(id) ?? {};
    if (word === undefined || file === undefined) return [];
    return [`--add-attachment ${word} --mimetype=${quoteShell(file.mediaType)} --`];
  });
  const lines = [
    "qpdf --empty --warning-exit-0",
    ...rotations,
    ...attached,
    "--pages",
    ...words.map((word) => `  ${word}`),
    `-- ${output}`,
  ];
  return lines.map(
    (line, index) => `${index === 0 ? "" : "  "}${line}${index === lines.length - 1 ? "" : " \\"}`,
  );
}

/** Neighbours of one file in one range; pages that are turned by their numbers in what qpdf makes. */
function pageWords(runs: Output["runs"], sources: ReadonlyMap<string, Source>) {
  const stretches: { source: Source; pages: number[] }[] = [];
  const turned = new Map<number, number[]>();
  let made = 0;
  for (const { file, sourceFirst, sourceLast, rotate } of runs) {
    const source = file === null ? undefined : sources.get(file);
    if (source === undefined || kindOf(source.file) !== "pdf") continue;
    const pages = [...pagesOf([{ first: sourceFirst ?? 1, last: sourceLast ?? 1, step: 1 }])];
    const last = stretches.at(-1);
    if (last?.source === source) last.pages.push(...pages);
    else stretches.push({ source, pages });
    for (const _ of pages) {
      made++;
      if (rotate === 0) continue;
      const numbers = turned.get(rotate) ?? [];
      numbers.push(made);
      turned.set(rotate, numbers);
    }
  }
  const words = stretches.map(({ source: { word, password }, pages }) =>
    [
      word,
      ...(password === undefined ? [] : [`--password="\${${password}?}"`]),
      writePageRange(pages),
    ].join(" "),
  );
  return { words, turned };
}
