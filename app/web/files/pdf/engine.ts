/** Puts PDF files together, in a worker: pages of PDFs and pictures, and what is written on them. */
import openSans from "@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf" with { type: "file" };
import dejaVuSans from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "file" };
import { type FileEngine, type Made, type Problem, Refusal } from "../file-kit.ts";
import { part } from "../part.ts";
import type { Source, Task as Assembly } from "./assemble.ts";

/** Of written text: of Latin, Greek and Cyrillic letters, and of many more. */
const FONTS = [openSans, dejaVuSans] as const;

/** As the page asks for it: what is made, and what is known of its sources. */
export interface Task extends Assembly {
  readonly files: Readonly<Record<string, SourceFacts>>;
}

export interface SourceFacts {
  readonly name: string;
  readonly mediaType: string;
  readonly pages: number;
}

const TEXTS = {
  damaged: (name: string) => `${name} is damaged; nothing was made from it.`,
  fewer: (name: string, found: number, pages: number) =>
    `${name} is damaged: ${found} of its ${pages} pages can be read; nothing was made from it.`,
  letters: (name: string, letters: string) =>
    `${name} has letters that cannot be printed here; boxes stand for them: ${letters}`,
} as const;

const writer = part("PDF writer", async () => {
  const [module] = await Promise.all([import("./assemble.ts"), import("@cantoo/pdf-lib")]);
  return module;
});
const reader = part("PDF reader", async () => {
  const [read, pdf] = await Promise.all([
    import("./read.ts"),
    import("./reader.ts"),
    import("exifr"),
  ]);
  await pdf.library();
  return { ...read, ...pdf };
});
/** The second font has the scripts that the first one lacks. */
const lettering = part("lettering", async () => {
  const [, ...fonts] = await Promise.all([import("fontkit"), ...FONTS.map(bytesAt)]);
  return fonts;
});

const engine: FileEngine = {
  async facts(file, secret) {
    return (await reader()).factsOf(file, secret);
  },
  async prepare(options) {
    const needsText = ["toc", "pageNumbers", "watermark"].some((key) => options[key] ?? false);
    await Promise.all([writer(), reader(), needsText && lettering()]);
  },
  async make({ task: given, files, secrets }, report) {
    const task = given as Task;
    const { output, options } = task;
    const sources = await readSources(task, files, secrets);
    const attached = new Map<string, Uint8Array>();
    for (const { id } of task.attachments) {
      const file = files[id];
      if (file) attached.set(id, await bytesOf(file));
    }
    const needsText = options.toc ?? options.pageNumbers ?? options.watermark;
    const { assemble } = await writer();
    const { bytes, missing } = await assemble({
      task,
      sources,
      attached,
      fonts: needsText ? await lettering() : [],
      report,
    });
    const problems: readonly Problem[] =
      missing.length === 0
        ? []
        : [
            {
              name: output.name,
              code: "LETTERS_MISSING",
              message: TEXTS.letters(output.name, missing.slice(0, 50).join(" ")),
            },
          ];
    return { ...(await made(output, bytes, task.password)), problems };
  },
};

export default engine;

/** Read again by another library than wrote it. */
async function made(
  { name, from }: Task["output"],
  bytes: Uint8Array<ArrayBuffer>,
  password: string | undefined,
): Promise<Made> {
  const { reading, countBookmarks } = await reader();
  const facts = await reading(bytes, password, async (document) => ({
    pages: document.numPages,
    bookmarks: await countBookmarks(document),
    reopened: true,
  })).catch(() => ({ pages: 0, bookmarks: 0, reopened: false }));
  const mediaType = "application/pdf";
  const content = new Blob([bytes], { type: mediaType });
  return { outputs: [{ name, mediaType, from, content, facts }] };
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

interface Known {
  readonly mark: string;
  readonly source: Source;
}

/** Those of the last file that was made: the next piece is often of the same ones. */
let known: ReadonlyMap<string, Known> = new Map();

async function readSources(
  { output, files: facts }: Task,
  files: Readonly<Record<string, File>>,
  secrets: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Source>> {
  const before = known;
  known = new Map();
  const read = new Map<string, Known>();
  for (const id of output.from) {
    const [file, own, secret] = [files[id], facts[id], secrets[id]];
    if (!file || !own) throw new Error(`The file ${id} is not there`);
    const mark = JSON.stringify([own, file.size, file.lastModified, secret]);
    const one = before.get(id);
    read.set(id, one?.mark === mark ? one : { mark, source: await sourceOf(file, own, secret) });
  }
  known = read;
  return new Map([...read].map(([id, { source }]) => [id, source]));
}

async function sourceOf(
  file: File,
  { name, mediaType, pages }: SourceFacts,
  secret: string | undefined,
): Promise<Source> {
  const bytes = await bytesOf(file);
  if (mediaType !== "application/pdf") {
    const { imageOf } = await reader();
    const { orientation = 1 } = (await imageOf(bytes, mediaType)) ?? {};
    return { kind: "image", mediaType, bytes, orientation };
  }
  const { PDFDocument, EncryptedPDFError } = await import("@cantoo/pdf-lib");
  const options = { updateMetadata: false };
  const document = await PDFDocument.load(bytes, options).catch((error: unknown) => {
    if (!(error instanceof EncryptedPDFError)) throw new Refusal(TEXTS.damaged(name));
    return PDFDocument.load(bytes, { ...options, password: secret ?? "" });
  });
  const found = document.getPageCount();
  if (found !== pages) throw new Refusal(TEXTS.fewer(name, found, pages));
  return { kind: "pdf", document };
}

async function bytesAt(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
