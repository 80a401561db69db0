/** The page of PDF files: what it makes is read by other programs than made it. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { degrees, PDFDocument, PDFName, PDFString, StandardFonts } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasBrowser, violationsOf, visited } from "../support/browser.ts";
import { archiveIn, downloaded, keptBy, membersOf } from "../support/files-page.ts";

const ID = "pdf-deliverable-assembly-kit";
const PATH = `/kits/${ID}`;
const PASSWORD = "se cret";
const MARKER = `PBX-MARK-${crypto.randomUUID()}`;

const hasTools = ["qpdf", "pdftotext", "pdfinfo", "convert"].every(
  (tool) => spawnSync(tool, ["-v"]).error === undefined,
);
if (!hasTools) console.warn("No qpdf, poppler or ImageMagick: the tests of PDF files are skipped");

describe.skipIf(!hasBrowser || !hasTools)("PDF files put together", () => {
  const { open, base } = visited();
  let folder = "";
  const at = (name: string): string => join(folder, name);
  const said = (tool: string, ...words: readonly string[]): string =>
    spawnSync(tool, words, { cwd: folder, encoding: "utf8" }).stdout;

  beforeAll(async () => {
    folder = await mkdtemp(`${tmpdir()}/pdf-`);
    await writeFile(at("A.pdf"), await fileA());
    await writeFile(at("B.pdf"), await plain("B", 2));
    said("qpdf", "--encrypt", PASSWORD, PASSWORD, "256", "--", "B.pdf", "locked.pdf");
    said("convert", "-size", "300x200", "gradient:red-blue", "scan.png");
    said("convert", "-size", "160x90", "gradient:green-white", "photo.jpg");
    await writeFile(at("note.csv"), `a,b\n${MARKER},2\n`);
    await writeFile(at("cut.pdf"), (await plain("C", 40)).subarray(0, 3000));
    await writeFile(at("text.pdf"), "I am no PDF\n");
    await writeFile(at("empty.pdf"), "");
    await writeFile(at("signed.pdf"), await signed());
    await writeFile(at("really.png"), await readFile(at("photo.jpg")));
    await writeFile(at("long.pdf"), await plain("L", 1200));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const add = (page: Page, ...names: readonly string[]) =>
    page.locator("#files").setInputFiles(names.map(at));
  const ready = (page: Page) => page.locator("#run-files:not(:disabled)").waitFor();
  const run = async (page: Page): Promise<void> => {
    await ready(page);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("Control+Enter");
    await page.locator("#part-4:focus").waitFor();
  };
  const saved = (page: Page): Promise<Buffer> =>
    downloaded(page, () => page.locator("#save-all").click());
  const pdfIn = (zip: Buffer, name: string): Buffer =>
    membersOf(zip).find((member) => member.name === name)?.bytes ?? Buffer.alloc(0);
  const part = (page: Page, name: string) => page.locator(".pdfpart", { hasText: name });

  test("pages, turns, contents, numbers, bookmarks and attachments are as planned; no byte leaves", async () => {
    const { page, context, problems } = await open(PATH, { acceptDownloads: true });
    const asked: string[] = [];
    context.on("request", (request) => {
      const plainly = request.method() === "GET" && request.postData() === null;
      if (!plainly || new URL(request.url()).search !== "") asked.push(request.url());
    });
    await add(page, "A.pdf", "locked.pdf", "scan.png", "photo.jpg", "note.csv");
    const password = page.getByLabel("Password of locked.pdf");
    await password.fill("wrong");
    await password.press("Enter");
    await page.getByText("That password does not open locked.pdf.").waitFor();
    await password.fill(PASSWORD);
    await password.press("Enter");
    await page.locator(".filerows", { hasText: "2 pages" }).waitFor();
    await page.getByLabel("Name of the delivery").fill("Board pack");
    await page.getByLabel("Contents pages").check();
    await page.getByLabel("Page numbers").check();
    await page.getByLabel("From page").fill("2");
    await page.getByText("What the file says of itself").click();
    await page.getByLabel("Title of the file").fill("Überblick");
    await part(page, "A.pdf").getByLabel("Pages", { exact: true }).fill("z-1");
    await part(page, "locked.pdf").getByRole("button", { name: "Turn" }).click();
    await part(page, "locked.pdf").getByLabel("Title").fill("Größe | عربي");
    await ready(page);
    expect(await violationsOf(page, "light")).toEqual([]);
    await context.setOffline(true);
    await run(page);
    const zip = await saved(page);
    await page.getByRole("button", { name: "Preview board-pack.pdf" }).click();
    await page.getByRole("img", { name: /page 1, \d+ × \d+ mm/ }).waitFor();
    await page.getByLabel("Beside its source").check();
    await page.getByText("This page was made here.").waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("A.pdf, page 3").waitFor();
    expect(await violationsOf(page, "dark")).toEqual([]);
    expect(await violationsOf(page, "light")).toEqual([]);
    await context.setOffline(false);
    const members = membersOf(zip);
    expect(members.map(({ name }) => name)).toEqual([
      "board-pack.pdf",
      "job.json",
      "manifest.json",
      "SHA256SUMS",
      "contents.md",
      "plan.json",
      "assemble.sh",
      "report.md",
      "receipt.json",
    ]);
    expect(new Set(members.map(({ date, time }) => `${date} ${time}`))).toEqual(new Set(["33 0"]));
    await writeFile(at("out.pdf"), pdfIn(zip, "board-pack.pdf"));
    expect(said("qpdf", "--check", "out.pdf")).toContain("No syntax or stream encoding errors");
    const texts = said("pdftotext", "-layout", "out.pdf", "-").split("\f");
    const [contents = "", ...others] = texts;
    expect(contents).toMatch(
      /Contents[^]*A \.[ .]*1\n[^]*Größe \|[^]*4\n[^]*scan[ .]*6\n[^]*photo[ .]*7/,
    );
    const markers = others.slice(0, 5).map((text) => /[AB]-\d/.exec(text)?.[0]);
    expect(markers).toEqual(["A-3", "A-2", "A-1", "B-1", "B-2"]);
    expect(
      others.slice(0, 7).map((text) => /\d ?\/ ?\d/.exec(text)?.[0].replaceAll(" ", "")),
    ).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `${number}/7`));
    const info = said("pdfinfo", "-l", "8", "out.pdf");
    expect(info).toContain("Title:           Überblick");
    expect(info).not.toMatch(/CreationDate|ModDate|Producer|Creator/);
    const sizes = [...info.matchAll(/size:\s+([\d.]+ x [\d.]+)/g)].map(([, size]) => size);
    expect(sizes.slice(1)).toEqual([
      "350 x 300",
      "300 x 300",
      "250 x 300",
      "300 x 400",
      "300 x 400",
      "144 x 96",
      "76.8 x 43.2",
    ]);
    const turns = [...info.matchAll(/rot:\s+(\d+)/g)].map(([, turn]) => Number(turn));
    expect(turns).toEqual([0, 0, 90, 0, 90, 90, 0, 0]);
    expect(info).toContain("AcroForm");
    expect(said("qpdf", "--show-attachment=note.csv", "out.pdf")).toBe(`a,b\n${MARKER},2\n`);
    expect(outlineIn("out.pdf")).toEqual([
      "Contents 1",
      "A 2",
      "Größe | عربي 5",
      "scan 7",
      "photo 8",
    ]);
    await linksLeadTo("out.pdf", [2, 5, 7, 8]);
    // The picture's own bytes are in the file.
    const jpeg = await readFile(at("photo.jpg"));
    expect(pdfIn(zip, "board-pack.pdf").includes(jpeg)).toBe(true);
    const files = archiveIn(zip);
    const { engine } = JSON.parse(files["manifest.json"] ?? "") as { engine: readonly object[] };
    const { dependencies } = JSON.parse(await readFile("package.json", "utf8")) as {
      dependencies: Readonly<Record<string, string>>;
    };
    const ENGINE = ["@cantoo/pdf-lib", "pdfjs-dist", "fontkit"];
    expect(engine).toEqual(ENGINE.map((name) => ({ name, version: dependencies[name] })));
    expect(await verdictOf(files)).toEqual([
      "review",
      { match: 1, missing: 0, unexpected: 0, mismatch: 0 },
    ]);
    await run(page);
    const again = membersOf(await saved(page));
    const differing = membersOf(zip).filter(
      ({ bytes }, index) => again[index]?.bytes.equals(bytes) !== true,
    );
    expect(differing.map(({ name }) => name)).toEqual([]);
    const kept = await keptBy(page);
    for (const secret of [MARKER, PASSWORD, encodeURIComponent(PASSWORD)])
      expect(kept).not.toContain(secret);
    expect(JSON.stringify(files)).not.toContain(PASSWORD);
    expect(asked).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  /** By qpdf, each with its page. */
  function outlineIn(name: string): string[] {
    interface Item {
      readonly title: string;
      readonly destpageposfrom1: number;
      readonly kids: readonly Item[];
    }
    const { outlines } = JSON.parse(said("qpdf", "--json", "--json-key=outlines", name)) as {
      outlines: readonly Item[];
    };
    const lines = (items: readonly Item[], level: string): string[] =>
      items.flatMap(({ title, destpageposfrom1, kids }) => [
        `${level}${title} ${destpageposfrom1}`,
        ...lines(kids, `${level}> `),
      ]);
    return lines(outlines, "");
  }

  async function linksLeadTo(name: string, wanted: readonly number[]): Promise<void> {
    const document = await PDFDocument.load(await readFile(at(name)), { updateMetadata: false });
    const pages = document.getPages().map(({ ref }) => ref);
    const links = pages.length > 0 ? document.getPage(0).node.Annots() : undefined;
    const found = Array.from({ length: links?.size() ?? 0 }, (_, index) => {
      const target = links?.lookup(index) as unknown as {
        get(key: PDFName): { get(at: number): never };
      };
      return pages.indexOf(target.get(PDFName.of("Dest")).get(0)) + 1;
    });
    expect(found).toEqual([...wanted]);
  }

  async function verdictOf(files: Readonly<Record<string, string>>): Promise<unknown[]> {
    const asked = await fetch(`${base()}/api/run`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        tool_id: ID,
        input: { job: files["job.json"], manifest: files["manifest.json"] },
      }),
    });
    const { result } = (await asked.json()) as {
      result: { value: { verdict: string; verification: { counts: object } } };
    };
    return [result.value.verdict, result.value.verification.counts];
  }

  test("what is damaged or no PDF is refused in words, and the others go on", async () => {
    const { page, context } = await open(PATH, { viewport: { width: 320, height: 640 } });
    await add(page, "cut.pdf", "text.pdf", "empty.pdf", "signed.pdf", "really.png");
    await page
      .getByText("cut.pdf is damaged after byte 3000; nothing was made from it.")
      .first()
      .waitFor();
    await page
      .getByText("text.pdf is not a PDF this page can read (it looks like plain text)")
      .first()
      .waitFor();
    await page.getByText("empty.pdf is empty.").first().waitFor();
    await page
      .getByText("The signature of signed.pdf will not be valid in the new file.")
      .waitFor();
    await page.getByText("really.png says PNG but is a JPEG inside. Used as JPEG.").waitFor();
    await run(page);
    expect(await page.locator(".files.made b").allTextContents()).toEqual(["delivery.pdf"]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await context.close();
  });

  test("pages are left out and moved by keys, on paper, with the outlines of their sources; a file for each part", async () => {
    const { page, context, problems } = await open(PATH, { acceptDownloads: true });
    await add(page, "A.pdf", "B.pdf");
    await page.getByLabel("Paper").selectOption("a4");
    await page.getByLabel("Bookmarks", { exact: true }).selectOption("nested");
    const own = part(page, "A.pdf");
    await own.getByText("Show pages").click();
    const sheets = own.locator(".sheet");
    await sheets.nth(0).focus();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Alt+ArrowRight");
    expect(await own.getByLabel("Pages", { exact: true }).inputValue()).toBe("3-2");
    const down = own.getByRole("button", { name: "Down" });
    await down.focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".pdfpart b").allTextContents()).toEqual([
      "Part 1: B.pdf",
      "Part 2: A.pdf",
    ]);
    await page.keyboard.press("Alt+ArrowUp");
    expect(await page.locator(".pdfpart b").first().textContent()).toBe("Part 1: A.pdf");
    await sheets.nth(1).focus();
    for (const turn of ["Turned 90°", "Turned 180°", "Turned 270°"]) {
      await page.keyboard.press("r");
      await page.getByRole("button", { name: turn }).waitFor();
      await page.locator(".pdfpart:nth-child(2) .sheet:focus").waitFor();
    }
    expect(await page.locator(".pdfpart b").allTextContents()).toEqual([
      "Part 1: A.pdf",
      "Part 2: A.pdf",
      "Part 3: B.pdf",
    ]);
    await page.keyboard.press("r");
    await page.locator(".pdfpart:first-child .sheet:focus").waitFor();
    expect(await own.getByLabel("Pages", { exact: true }).inputValue()).toBe("3-2");
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLCanvasElement>(".sheet canvas")].some(
        (one) => one.height !== 126,
      ),
    );
    await run(page);
    await writeFile(at("paper.pdf"), pdfIn(await saved(page), "delivery.pdf"));
    expect(said("qpdf", "--check", "paper.pdf")).toContain("No syntax");
    const info = said("pdfinfo", "-l", "4", "paper.pdf");
    const sizes = [...info.matchAll(/size:\s+([\d.]+) x ([\d.]+)/g)].map(([, width, height]) => [
      Number(width),
      Number(height),
    ]);
    expect(sizes).toEqual([
      [841.89, 595.28],
      [841.89, 595.28],
      [595.28, 841.89],
      [595.28, 841.89],
    ]);
    expect(outlineIn("paper.pdf")).toEqual(["A 1", "> Second 2", "> Third 1", "B 3"]);
    // The page that was left out is nowhere in the file, though another one links to it.
    const raw = said("qpdf", "--qdf", "--object-streams=disable", "paper.pdf", "-");
    expect(raw).not.toContain("A-1");
    expect(raw).toContain("A-2");
    await page.getByLabel("Split").selectOption("parts");
    await page.getByLabel("Password for the result").fill("open me");
    await run(page);
    const zip = await saved(page);
    await writeFile(at("part.pdf"), pdfIn(zip, "02-b.pdf"));
    expect(spawnSync("qpdf", ["--check", at("part.pdf")]).status).not.toBe(0);
    const told = said("qpdf", "--password=open me", "--show-encryption", "part.pdf");
    expect(told).toContain("stream encryption method: AESv3");
    expect(JSON.stringify(archiveIn(zip)["job.json"])).not.toContain("open me");
    expect(problems).toEqual([]);
    await context.close();
  });

  test("1,200 pages can be cancelled in their midst", async () => {
    const { page, context } = await open(PATH);
    await add(page, "long.pdf");
    await page.getByLabel("Watermark").check();
    await ready(page);
    await page.locator("#run-files").click();
    await page.locator("progress").waitFor();
    const before = Date.now();
    await page.keyboard.press("Escape");
    await page.getByText("Cancelled.").first().waitFor();
    expect(Date.now() - before).toBeLessThan(20_000);
    await page.getByRole("button", { name: "Preview manifest.json" }).click();
    expect(await page.locator(".files .preview").textContent()).toContain('"cancelled"');
    await context.close();
  });
});

/** Pages that say their names. */
async function plain(name: string, pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page++) {
    document.addPage([300, 400]).drawText(`${name}-${page}`, { x: 100, y: 200, size: 20, font });
  }
  return document.save();
}

/** As far as a reader of bytes can tell. */
async function signed(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await plain("S", 1), { updateMetadata: false });
  const { context, catalog } = document;
  catalog.set(PDFName.of("Perms"), context.register(context.obj({ ByteRange: [0, 1, 2, 3] })));
  return document.save({ useObjectStreams: false });
}

/** Three sizes, one page turned, a field, an outline, and a link from the second page to the first. */
async function fileA(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  const pages = [1, 2, 3].map((number) => {
    const page = document.addPage([200 + number * 50, 300]);
    page.drawText(`A-${number}`, { x: 100, y: 150, size: 20, font });
    return page;
  });
  const [first, second, third] = pages;
  if (!first || !second || !third) throw new Error("no pages");
  second.setRotation(degrees(90));
  const field = document.getForm().createTextField("name");
  field.setText("filled in");
  field.addToPage(second, { x: 20, y: 20, width: 100, height: 20 });
  const { context } = document;
  const link = context.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: [10, 250, 60, 280],
    Dest: [first.ref, "Fit"],
  });
  second.node.addAnnot(context.register(link));
  const items = pages.map(() => context.nextRef());
  const outlines = context.nextRef();
  pages.forEach(({ ref }, index) => {
    const item = context.obj({ Parent: outlines, Dest: [ref, "Fit"] });
    item.set(PDFName.of("Title"), PDFString.of(["First", "Second", "Third"][index] ?? ""));
    const [before, after] = [items[index - 1], items[index + 1]];
    if (before) item.set(PDFName.of("Prev"), before);
    if (after) item.set(PDFName.of("Next"), after);
    context.assign(items[index] ?? context.nextRef(), item);
  });
  const [start, , end] = items;
  if (!start || !end) throw new Error("no items");
  context.assign(outlines, context.obj({ Type: "Outlines", First: start, Last: end, Count: 3 }));
  document.catalog.set(PDFName.of("Outlines"), outlines);
  return document.save();
}
