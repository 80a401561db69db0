/** Pages of PDF files put together: what comes along with a page, and what must not. */
import { beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  type PDFRef,
  PDFString,
  StandardFonts,
} from "@cantoo/pdf-lib";
import {
  assemble,
  type Options,
  type Run,
  type Source,
  type Task,
} from "../../../../app/web/files/pdf/assemble.ts";
import { damageOf } from "../../../../app/web/files/pdf/read.ts";
import { jpegSize, pngSize } from "../../../../app/web/files/pdf/image-size.ts";

const FONTS = [
  "@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
].map((path) => new Uint8Array(readFileSync(`node_modules/${path}`)));

const OPTIONS: Options = {
  paper: "keep",
  imageDpi: 72,
  bookmarks: "parts",
  toc: null,
  pageNumbers: null,
  watermark: null,
  metadata: { title: null, author: null, subject: null, language: null, keywords: [] },
  date: null,
};

const run = (file: string, first: number, from: number, to: number, rotate = 0): Run => ({
  kind: "page",
  first,
  last: first + Math.abs(to - from),
  file,
  sourceFirst: from,
  sourceLast: to,
  rotate,
});

const blank = (page: number): Run => ({
  kind: "blank",
  first: page,
  last: page,
  file: null,
  sourceFirst: null,
  sourceLast: null,
  rotate: 0,
});

interface Wanted {
  readonly runs: readonly Run[];
  readonly options?: Partial<Options>;
  readonly task?: Partial<Task>;
}

async function made(
  sources: Readonly<Record<string, Source | PDFDocument>>,
  { runs, options = {}, task = {} }: Wanted,
): Promise<{ bytes: Uint8Array; document: PDFDocument; missing: readonly string[] }> {
  const pages = runs.at(-1)?.last ?? 0;
  const { bytes, missing } = await assemble({
    task: {
      output: { name: "out.pdf", from: Object.keys(sources), pages, runs, bookmarks: [] },
      options: { ...OPTIONS, ...options },
      before: 0,
      numbered: pages,
      entries: [],
      parts: [],
      attachments: [],
      ...task,
    },
    sources: new Map(
      Object.entries(sources).map(([id, source]) => [
        id,
        source instanceof PDFDocument ? { kind: "pdf", document: source } : source,
      ]),
    ),
    attached: new Map(),
    fonts: FONTS,
    report: () => {},
  });
  return { bytes, missing, document: await PDFDocument.load(bytes, { updateMetadata: false }) };
}

const name = (text: string): PDFName => PDFName.of(text);

/** Pages that say what they are. */
async function plain(title: string, sizes: readonly [number, number][]): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  sizes.forEach((size, index) => {
    document.addPage([...size]).drawText(`${title}-${index + 1}`, { x: 20, y: 40, size: 12, font });
  });
  return reread(document);
}

const reread = async (document: PDFDocument): Promise<PDFDocument> =>
  PDFDocument.load(await document.save(), { updateMetadata: false });

const THREE: readonly [number, number][] = [
  [300, 400],
  [400, 300],
  [200, 200],
];

/** Everything that is in a file, in the clear; checked by qpdf where it is. */
const hasQpdf = spawnSync("qpdf", ["--version"]).status === 0;

function inTheClear(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "assembled-"));
  try {
    const path = join(folder, "out.pdf");
    writeFileSync(path, bytes);
    const checked = spawnSync("qpdf", ["--check", path], { encoding: "utf8" });
    expect(checked.stderr).toBe("");
    const words = ["--qdf", "--object-streams=disable", path, "-"];
    return spawnSync("qpdf", words, { encoding: "latin1" }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(!hasQpdf)("what comes along with a page", () => {
  test("no page that is left out, though links and fields lead to it", async () => {
    const source = await plain("S", THREE);
    const [first, second, third] = source.getPages().map(({ ref }) => ref);
    if (!first || !second || !third) throw new Error("no pages");
    const link = (target: PDFRef) =>
      source.context.register(
        source.context.obj({
          Type: "Annot",
          Subtype: "Link",
          Rect: [0, 0, 9, 9],
          Dest: [target, "Fit"],
        }),
      );
    source.getPage(0).node.addAnnot(link(second));
    source.getPage(0).node.addAnnot(link(third));
    const { bytes, document } = await made(
      { s: source },
      { runs: [run("s", 1, 3, 3), run("s", 2, 1, 1)] },
    );
    const text = inTheClear(bytes);
    expect([text.includes("(S-1)"), text.includes("(S-2)"), text.includes("(S-3)")]).toEqual([
      true,
      false,
      true,
    ]);
    const links = document.getPage(1).node.Annots();
    const targets = [0, 1].map((index) => {
      const place = links?.lookup(index, PDFDict).lookup(name("Dest"));
      return place instanceof PDFArray ? place.get(0) : undefined;
    });
    expect(targets).toEqual([undefined, document.getPage(0).ref]);
  });

  test("fields keep their values, and those of two files their own names", async () => {
    const fileOf = async (value: string): Promise<PDFDocument> => {
      const document = await plain(value, THREE.slice(0, 2));
      const field = document.getForm().createTextField("who");
      field.setText(value);
      for (const page of document.getPages())
        field.addToPage(page, { x: 5, y: 5, width: 90, height: 20 });
      return reread(document);
    };
    const { bytes, document } = await made(
      { a: await fileOf("Ada"), b: await fileOf("Bob") },
      { runs: [run("a", 1, 1, 1), run("b", 2, 2, 2), run("a", 3, 1, 1)] },
    );
    inTheClear(bytes);
    const fields = document.getForm().getFields();
    expect(fields.map((field) => field.getName())).toEqual(["who", "who-2", "who-3"]);
    const values = document.getForm().acroForm.dict.lookup(name("Fields"), PDFArray);
    expect(values.size()).toBe(3);
    expect(fields.map((field) => field.acroField.getWidgets().length)).toEqual([1, 1, 1]);
  });

  test("layers that are hidden stay hidden", async () => {
    const source = await plain("L", THREE.slice(0, 1));
    const { context, catalog } = source;
    const layer = context.register(context.obj({ Type: "OCG" }));
    context.lookup(layer, PDFDict).set(name("Name"), PDFString.of("secret"));
    catalog.set(
      name("OCProperties"),
      context.obj({ OCGs: [layer], D: { OFF: [layer], Order: [layer] } }),
    );
    const other = await plain("M", THREE.slice(0, 1));
    const runs = [run("m", 1, 1, 1), run("l", 2, 1, 1)];
    const { document, bytes } = await made({ m: other, l: await reread(source) }, { runs });
    inTheClear(bytes);
    const layers = document.catalog.lookup(name("OCProperties"), PDFDict);
    expect(layers.lookup(name("D"), PDFDict).lookup(name("OFF"), PDFArray).size()).toBe(1);
  });

  test("what a page inherits, and large things once, though it is placed many times", async () => {
    const source = await plain("I", THREE.slice(0, 1));
    const noise = new Uint8Array(50_000).map((_, index) => (index * 7919) % 251);
    const stream = PDFRawStream.of(source.context.obj({ Length: noise.length }) as PDFDict, noise);
    source.getPage(0).node.set(name("PieceInfo"), source.context.register(stream));
    const parent = source.getPage(0).node.Parent();
    parent?.set(name("MediaBox"), source.context.obj([0, 0, 300, 400]));
    parent?.set(name("Rotate"), source.context.obj(90));
    source.getPage(0).node.delete(name("MediaBox"));
    const again = await reread(source);
    const runs = Array.from({ length: 5 }, (_, index) => run("i", index + 1, 1, 1, 90));
    const { bytes, document } = await made({ i: again }, { runs });
    expect(bytes.length).toBeLessThan(70_000);
    expect(document.getPages().map((page) => page.getRotation().angle)).toEqual([
      180, 180, 180, 180, 180,
    ]);
    expect(document.getPage(4).getSize()).toEqual({ width: 300, height: 400 });
  });

  test("bookmarks of the sources, by named places, below their part", async () => {
    const source = await plain("O", THREE);
    const { context, catalog } = source;
    const refs = source.getPages().map(({ ref }) => ref);
    const places = context.obj({});
    const names = PDFArray.withContext(context);
    refs.forEach((ref, index) => {
      names.push(PDFString.of(`p${index + 1}`));
      names.push(context.obj([ref, "Fit"]));
    });
    places.set(name("Names"), names);
    catalog.set(name("Names"), context.obj({ Dests: context.register(places) }));
    const root = context.nextRef();
    const [outer, inner] = [context.nextRef(), context.nextRef()];
    const item = (title: string, dest: string, more: object): PDFDict => {
      const entry = context.obj(more as never) as unknown as PDFDict;
      entry.set(name("Title"), PDFHexString.fromText(title));
      entry.set(name("Dest"), PDFString.of(dest));
      return entry;
    };
    context.assign(outer, item("Gone", "p2", { Parent: root, First: inner, Last: inner }));
    context.assign(inner, item("Kept", "p3", { Parent: outer }));
    context.assign(root, context.obj({ Type: "Outlines", First: outer, Last: outer, Count: 2 }));
    catalog.set(name("Outlines"), root);
    const { document, bytes } = await made(
      { o: await reread(source) },
      {
        runs: [run("o", 1, 3, 3), run("o", 2, 1, 1)],
        options: { bookmarks: "nested" },
        task: { parts: [{ first: 1, last: 2 }] },
      },
    );
    inTheClear(bytes);
    const first = document.catalog.lookup(name("Outlines"), PDFDict).lookup(name("First"), PDFDict);
    expect(first.lookup(name("Title"), PDFHexString).decodeText()).toBe("Kept");
    expect(first.lookup(name("Dest"), PDFArray).get(0)).toBe(document.getPage(0).ref);
  });
});

describe("paper", () => {
  test("is turned like what is seen of a page: its crop box, its angle, its unit", async () => {
    const source = await plain("P", [
      [1000, 1000],
      [300, 400],
      [100, 200],
    ]);
    const [first, second, third] = source.getPages();
    first?.setCropBox(100, 100, 600, 300);
    second?.setRotation(degrees(90));
    third?.node.set(name("UserUnit"), source.context.obj(2));
    const { document } = await made(
      { p: await reread(source) },
      { runs: [run("p", 1, 1, 3)], options: { paper: "a4" } },
    );
    const boxes = document.getPages().map((page) => page.getMediaBox());
    expect(boxes.map(({ width, height }) => [width, height])).toEqual([
      [841.89, 595.28],
      [595.28, 841.89],
      [595.28, 841.89],
    ]);
    expect(document.getPages().map((page) => page.node.get(name("CropBox")))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("a blank page is as large as the one before it is seen", async () => {
    const source = await plain("B", THREE);
    const runs = [run("b", 1, 1, 1, 90), blank(2), run("b", 3, 2, 2)];
    const { document } = await made({ b: source }, { runs });
    expect(document.getPages().map((page) => page.getSize())).toEqual([
      { width: 300, height: 400 },
      { width: 400, height: 300 },
      { width: 400, height: 300 },
    ]);
  });
});

describe("text", () => {
  let source: PDFDocument;
  beforeAll(async () => {
    source = await plain("T", THREE);
  });

  test("letters that no font has are told of; the same input gives the same bytes", async () => {
    const options: Partial<Options> = {
      watermark: { text: "Entwurf черновик مسودة 草案", opacity: 0.2, angle: 30, fontSize: 20 },
      pageNumbers: {
        format: "S. {n}",
        position: "top-right",
        start: 1,
        from: 2,
        fontSize: 8,
        margin: 10,
      },
      date: "2026-11-20T10:00:00Z",
    };
    const wanted = { runs: [run("t", 1, 1, 3)], options };
    const [one, two] = [await made({ t: source }, wanted), await made({ t: source }, wanted)];
    expect(one.missing).toEqual(["草", "案"]);
    expect(Buffer.compare(one.bytes, two.bytes)).toBe(0);
    expect(one.document.getCreationDate()).toEqual(new Date("2026-11-20T10:00:00Z"));
    const { document } = await made({ t: source }, { runs: wanted.runs });
    expect([document.getCreationDate(), document.getProducer(), document.getTitle()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("damage", () => {
  test("a file is whole only if its end leads to its table", async () => {
    const bytes = await (await plain("D", THREE)).save({ useObjectStreams: false });
    expect(damageOf(bytes)).toBeUndefined();
    expect(damageOf(bytes.subarray(0, 500))).toBe(500);
    const text = Buffer.from(bytes).toString("latin1");
    const moved = Buffer.from(text.replace(/startxref\n\d+/, "startxref\n7"), "latin1");
    expect(damageOf(moved)).toBe(7);
    const junk = Buffer.concat([Buffer.from("junk before\n"), bytes]);
    expect(damageOf(junk)).toBeUndefined();
    expect(damageOf(Buffer.from("%PDF-1.7\n%%EOF"))).toBe(9);
    expect(damageOf(await (await plain("D", THREE)).save())).toBeUndefined();
  });

  test("pictures without their end are none", () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    expect(pngSize(png)).toEqual({ width: 1, height: 1 });
    expect(pngSize(png.subarray(0, 50))).toBeUndefined();
    const jpeg = Buffer.from("ffd8ffe000040000ffc0001108001000200301110002110103110100ffd9", "hex");
    expect(jpegSize(jpeg)).toEqual({ width: 32, height: 16 });
    expect(jpegSize(jpeg.subarray(0, -2))).toBeUndefined();
    expect(jpegSize(Buffer.from("ffd8"))).toBeUndefined();
  });
});

test("the eight orientations of pictures are upright", async () => {
  const hasTools = ["convert", "pdftoppm"].every(
    (tool) => spawnSync(tool, ["-v"]).error === undefined,
  );
  if (!hasTools) return;
  const folder = mkdtempSync(join(tmpdir(), "orientation-"));
  try {
    const at = (file: string): string => join(folder, file);
    // Red above left, so that each turn and each mirror shows.
    spawnSync("convert", [
      "-size",
      "40x20",
      "xc:white",
      "-fill",
      "red",
      "-draw",
      "rectangle 0,0 9,9",
      at("1.png"),
    ]);
    const STORED = [
      "",
      "-flop",
      "-rotate 180",
      "-flip",
      "-transpose",
      "-rotate 270",
      "-transverse",
      "-rotate 90",
    ];
    const images = STORED.map((how, index) => {
      spawnSync("convert", [at("1.png"), ...how.split(" ").filter(Boolean), at("stored.png")]);
      const bytes = new Uint8Array(readFileSync(at("stored.png")));
      return { kind: "image", mediaType: "image/png", bytes, orientation: index + 1 } as const;
    });
    const sources = Object.fromEntries(images.map((image, index) => [`i${index}`, image]));
    const runs = images.map((_, index) => run(`i${index}`, index + 1, 1, 1));
    const { bytes, document } = await made(sources, { runs });
    expect(new Set(document.getPages().map((page) => JSON.stringify(page.getSize()))).size).toBe(1);
    writeFileSync(at("out.pdf"), bytes);
    spawnSync("pdftoppm", ["-r", "72", "-png", at("out.pdf"), at("page")]);
    const corners = images.map((_, index) => {
      const { stdout } = spawnSync(
        "convert",
        [at(`page-${index + 1}.png`), "-crop", "1x1+4+4", "txt:-"],
        { encoding: "utf8" },
      );
      return /#(\w{6})/.exec(stdout)?.[1];
    });
    expect(corners).toEqual(images.map(() => "FF0000"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
