/** PDF files put together: which pages of which files, in which order, and what is written on them. */
import {
  countPages,
  isProblem,
  readPageRange,
} from "../../../../tools/_lib/formats/page-ranges.ts";
import type { FileKit, Job, JobFile, Plan, RowProps, Unit } from "../file-kit.ts";
import type { Entry, Options, Output, Placed } from "./assemble.ts";
import type { SourceFacts, Task } from "./engine.ts";
import { Viewer } from "./viewer.tsx";
import { Recipe } from "./recipe.tsx";
import { isPart, type Part } from "./parts.ts";
import { notePlanned } from "./planned.ts";
import { protection } from "./protection.ts";
import { samples } from "./samples.ts";
import { labelOf } from "./labels.ts";
import { TEXTS } from "./texts.ts";

const kit: FileKit = {
  id: "pdf-deliverable-assembly-kit",
  lead: TEXTS.lead,
  accept: "",
  mostFiles: 200,
  mostBytesOfOne: 300e6,
  mostBytes: 2 * 1024 ** 3,
  limits: TEXTS.limits,
  presets: [
    { name: "One file", options: { toc: undefined, pageNumbers: undefined } },
    { name: "Contents and page numbers", options: { toc: {}, pageNumbers: {} } },
    { name: "All on A4", options: { paper: "a4" } },
    { name: "One file for each part", options: { split: "parts" } },
  ],
  firstOptions: ["paper", "split", "bookmarks"],
  privateOptions: ["parts", "attachments", "toc", "pageNumbers", "watermark", "metadata", "date"],
  ownOptions: ["parts", "attachments", "toc", "pageNumbers", "watermark", "metadata"],
  engine: [
    { name: "@cantoo/pdf-lib", version: "2.11.1" },
    { name: "pdfjs-dist", version: "6.5.438" },
    { name: "fontkit", version: "2.0.4" },
  ],
  // Titles are the names of files, until they are written anew.
  jobHoldsTexts: true,
  samples,
  units,
  mostWorkers: ({ files }) => (files.reduce((sum, { bytes }) => sum + bytes, 0) > 50e6 ? 1 : 4),
  Before: Recipe,
  Row: Password,
  Preview: Viewer,
};

export default kit;

interface JobOptions extends Options {
  readonly parts: readonly Part[];
  readonly split: "one" | "parts" | "every";
  readonly attachments: readonly string[];
}

/** One for each file that is made. */
function units({ files, options: given }: Job, { outputs: planned = [] }: Plan): readonly Unit[] {
  const options = given as unknown as JobOptions;
  const outputs = planned as unknown as readonly Output[];
  notePlanned(outputs);
  const facts = new Map(files.map((file) => [file.id, factsOf(file)]));
  const numbered = outputs.reduce((sum, { pages }) => sum + pages, 0);
  const parts = placedParts(options.parts, outputs, facts);
  const entries = entriesOf(parts, options);
  const password = protection.value;
  let before = 0;
  return outputs.map((output, index) => {
    const isOwn = options.split === "parts";
    const attachments = index === 0 ? options.attachments : [];
    const ids = [...new Set([...output.from, ...attachments])];
    const task: Task = {
      output,
      options: ownOptions(options),
      before: isOwn ? 0 : before,
      numbered: isOwn ? output.pages : numbered,
      entries,
      parts: partsIn(parts, before, output.pages),
      attachments: attachments.map((id) => ({ id, ...nameOf(facts.get(id)) })),
      files: Object.fromEntries(ids.flatMap((id) => entryOf(id, facts))),
      ...(password === "" ? {} : { password }),
    };
    before += output.pages;
    return {
      key: JSON.stringify(task),
      words: output.name,
      files: ids,
      size: output.pages,
      task,
    };
  });
}

function factsOf({ name, mediaType, pages }: JobFile): SourceFacts {
  return { name, mediaType, pages: typeof pages === "number" ? pages : 1 };
}

function entryOf(id: string, facts: ReadonlyMap<string, SourceFacts>): [string, SourceFacts][] {
  const own = facts.get(id);
  return own ? [[id, own]] : [];
}

function nameOf({ name, mediaType }: SourceFacts = factsOf({} as JobFile)) {
  return { name, mediaType };
}

function ownOptions(options: JobOptions): Options {
  const { paper, imageDpi, bookmarks, toc, pageNumbers, watermark, metadata, date } = options;
  return { paper, imageDpi, bookmarks, toc, pageNumbers, watermark, metadata, date };
}

/** Where each part stands among all pages that are made; a blank page before it is not its own. */
function placedParts(
  parts: readonly Part[],
  outputs: readonly Output[],
  facts: ReadonlyMap<string, SourceFacts>,
): readonly Placed[] {
  const kinds = outputs.flatMap(({ runs }) =>
    runs.flatMap(({ kind, first, last }) => Array.from({ length: last - first + 1 }, () => kind)),
  );
  let next = kinds.findIndex((kind) => kind !== "toc");
  return parts.map(({ file, pages, title }) => {
    const spans = readPageRange(pages ?? "all", facts.get(file)?.pages ?? 1);
    if (kinds[next] === "blank") next++;
    const first = next + 1;
    next += isProblem(spans) ? 0 : countPages(spans);
    return { first, last: next, ...(title === undefined ? {} : { title }) };
  });
}

function entriesOf(parts: readonly Placed[], { pageNumbers }: Options): readonly Entry[] {
  return parts.flatMap(({ title, first }) =>
    title === undefined ? [] : [{ title, page: first, label: labelOf(pageNumbers, first) }],
  );
}

/** Those that have a page in a piece; a title belongs to where the part begins. */
function partsIn(parts: readonly Placed[], before: number, pages: number): readonly Placed[] {
  return parts.flatMap(({ first, last, title }): Placed[] => {
    const [from, to] = [Math.max(1, first - before), Math.min(pages, last - before)];
    if (from > to) return [];
    const isHere = first - before >= 1;
    return [{ first: from, last: to, ...(isHere && title !== undefined ? { title } : {}) }];
  });
}

/** Asked for where a file does not open without it; kept in memory alone. */
function Password({ file, setSecret, isLocked }: RowProps) {
  if (!isPart(file) || file["encrypted"] !== true) return null;
  const id = `password-${file.id}`;
  return (
    <form
      class="password"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("secret");
        if (field instanceof HTMLInputElement) setSecret(field.value);
      }}
    >
      <label for={id}>{TEXTS.password(file.name)}</label>
      <input id={id} name="secret" type="password" autocomplete="off" disabled={isLocked} />
      <button type="submit" class="btn line" disabled={isLocked}>
        {TEXTS.open}
      </button>
    </form>
  );
}
