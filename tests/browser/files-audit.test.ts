/** The page of audited pictures: what it measures is what other programs read, and what it mends is reported to it again. */
import { spawnSync } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { placeOf } from "../../app/web/files/audit/place.ts";
import { stripped } from "../../app/web/files/audit/stripped.ts";
import { readImage } from "../../tools/_lib/images/facts.ts";
import { chooseFiles, hasBrowser, violationsOf, visited } from "../support/browser.ts";
import { downloaded, keptBy, membersOf, said } from "../support/files-page.ts";

const PATH = "/kits/image-delivery-audit-kit";

const has = (program: string): boolean => spawnSync(program, ["-version"]).error === undefined;
const canRead = has("convert") && has("exiftool");
if (!canRead)
  console.warn("No ImageMagick and exiftool: the tests of audited pictures are skipped");

const HTML = `<!doctype html><title>Team</title>
<img src="/i/photo.jpg?v=2" alt="Noise" width="300" height="200">
<img src="turned.jpg" alt="turned" width="100" height="133" loading="lazy">
<img src="50%25%20off.png" width="100" height="75">
<img src="same.png" alt="" width="100" height="75">
<img src="moving.gif" alt="It moves">
<img src="gone.jpg" alt="">
`;

const PICTURES = [
  "photo.jpg",
  "turned.jpg",
  "same.png",
  "twin.png",
  "pixel.png",
  "moving.gif",
  "50% off.png",
  "print.jpg",
  "drawing.svg",
];

describe.skipIf(!hasBrowser || !canRead)("audited pictures", () => {
  const { open, base } = visited();
  let folder = "";
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(`${tmpdir()}/audit-`);
    // Colours that no format makes small.
    const noise = ["-size", "3000x2000", "xc:gray", "-seed", "7", "+noise", "Random"];
    said("convert", ...noise, "-define", "png:compression-level=1", `png24:${at("photo.jpg")}`);
    await writeFile(at("page.html"), HTML);
    await writeFile(at("other.htm"), "<p>");
    await writeFile(at("empty.png"), "");
    await writeFile(at("text.png"), "no picture\n");
    const head = (await readFile(at("photo.jpg"))).subarray(0, 100);
    head.writeUInt32BE(20_000, 16);
    head.writeUInt32BE(10_000, 20);
    await writeFile(at("huge.png"), head);
    const drawn = (name: string, ...how: readonly string[]): string =>
      said("convert", "-size", "200x150", "plasma:red-blue", "-seed", "7", ...how, at(name));
    drawn("same.png", "-alpha", "on", "-channel", "A", "-evaluate", "set", "60%");
    await copyFile(at("same.png"), at("twin.png"));
    said("convert", at("same.png"), "-fill", "white", "-draw", "point 9,9", at("pixel.png"));
    drawn("50% off.png", "-depth", "16");
    drawn("turned.jpg", "-quality", "92");
    drawn("print.jpg", "-colorspace", "CMYK");
    drawn("whole.jpg", "-interlace", "JPEG");
    const whole = await readFile(at("whole.jpg"));
    await writeFile(at("cut.jpg"), whole.subarray(0, whole.length / 2));
    said("convert", "-size", "30x20", "xc:red", "xc:blue", "xc:lime", at("moving.gif"));
    await writeFile(
      at("drawing.svg"),
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>',
    );
    const place = ["-GPSLatitude=48.1", "-GPSLatitudeRef=N", "-GPSLongitude=11.5"];
    said(
      "exiftool",
      "-q",
      "-n",
      "-overwrite_original",
      "-Orientation=6",
      ...place,
      "-GPSLongitudeRef=E",
      "-Model=PBX-MARK camera",
      "-Copyright=PBX-MARK rights",
      at("turned.jpg"),
    );
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true }));

  const add = async (page: Page, ...names: readonly string[]): Promise<void> => {
    await page.locator("#files").setInputFiles(names.map(at));
    await page.waitForFunction(() => document.querySelector(".filerows li.reading") === null);
  };
  const isReady = (page: Page) => page.locator("#run-files:not(:disabled)").waitFor();
  const archive = async (page: Page) => {
    const members = membersOf(await downloaded(page, () => page.locator("#save-all").click()));
    return new Map(members.map(({ name, bytes }) => [name, bytes.toString()]));
  };
  const row = (page: Page, name: string) => page.locator(".audited > ul > li", { hasText: name });
  const namesShown = (page: Page) => page.locator(".audited .about > b").allTextContents();
  const saved = async (page: Page, button: string): Promise<Buffer> =>
    downloaded(page, () => page.getByRole("button", { name: button }).click());

  /** What the server half says of a job, and of the work that mends it. */
  async function onServer(input: object): Promise<Answer> {
    const asked = await fetch(`${base()}/api/run`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ tool_id: "image-delivery-audit-kit", input }),
    });
    return ((await asked.json()) as { result: Answer }).result;
  }

  /** Requests that a page with nothing to tell does not make. */
  function watch(context: BrowserContext): { readonly all: string[]; readonly telling: string[] } {
    const [all, telling]: [string[], string[]] = [[], []];
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "blob:") all.push(request.url());
      const isPlain = request.method() === "GET" && request.postData() === null;
      if (!isPlain || url.search !== "") telling.push(request.url());
    });
    return { all, telling };
  }

  test("from a folder of files and their page to the work that mends them, and what it saved", async () => {
    const { page, context, problems } = await open(PATH, { acceptDownloads: true });
    const { all, telling } = watch(context);
    await page.locator("h1").waitFor();
    expect(await violationsOf(page, "light")).toEqual([]);
    await add(
      page,
      ...PICTURES,
      "page.html",
      "other.htm",
      "empty.png",
      "text.png",
      "huge.png",
      "cut.jpg",
    );
    expect(await page.locator(".filerows .err").allTextContents()).toEqual([
      "other.htm was not added: page.html is the page that shows the pictures already, and there can be only one.",
      "empty.png is empty.",
      "text.png is not a picture that this page can judge. Choose a JPEG, PNG, WebP, AVIF, GIF or SVG file.",
      "huge.png is 20000 × 10000 pixels, 200 million; the limit is 150 million.",
      expect.stringMatching(/^cut\.jpg is damaged after byte \d+; nothing was made from it\.$/),
    ]);
    expect(await page.getByLabel("The page that shows them").inputValue()).toBe(HTML);
    await page.getByText("photo.jpg says JPEG but is a PNG inside. Judged as PNG.").waitFor();
    await page.getByText("The same content as same.png.").waitFor();
    await isReady(page);
    expect(await violationsOf(page, "light")).toEqual([]);
    // The largest comes first: it is cancelled within it, and what it lacks is made by the next run.
    await page.locator("#run-files").click();
    await page.locator("progress").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Cancelled.").first().waitFor();
    await isReady(page);
    await context.setOffline(true);
    all.length = 0;
    await page.locator("#run-files").click();
    await row(page, "photo.jpg").getByText("99.").waitFor();
    expect(all).toEqual([]);
    await context.setOffline(false);

    const files = await archive(page);
    expect([...files.keys()]).toEqual([
      "job.json",
      "plan.json",
      "audit.csv",
      "fix-job.json",
      "markup.md",
      "report.md",
      "receipt.json",
    ]);
    const job = JSON.parse(files.get("job.json") ?? "{}") as Job;
    for (const file of job.files) expect(file).toMatchObject(factsOf(file.name));
    // At its own size WebP is light enough, so that AVIF would change nothing.
    const tried = job.files[0]?.trials.map(({ format, width }) => `${format} ${width}`);
    expect(tried).toEqual(["webp 600", "avif 600", "webp 3000"]);
    const answer = await onServer({ job });
    expect(answer.output).toBe(files.get("report.md") ?? "");
    expect((await saved(page, "Download the report")).toString()).toBe(answer.output);
    const codes = Object.groupBy(answer.value.findings, ({ subject }) => subject);
    const codesOf = (id: string) => codes[id]?.map(({ code }) => code) ?? [];
    expect(codesOf("photo")).toEqual(
      expect.arrayContaining([
        "TYPE_MISMATCH",
        "OVER_BUDGET",
        "MODERN_FORMAT",
        "TOO_LARGE_FOR_SLOT",
      ]),
    );
    expect(codesOf("turned")).toEqual(
      expect.arrayContaining(["GPS_METADATA", "ORIENTATION_BY_EXIF", "ALT_FILENAME"]),
    );
    expect(codesOf("twin")).toContain("DUPLICATE_BYTES");
    expect(codesOf("pixel")).toEqual(expect.arrayContaining(["NEAR_DUPLICATE", "UNREFERENCED"]));
    expect(codesOf("moving")).toContain("ANIMATED_GIF");
    expect(codesOf("50-off")).toContain("ALT_MISSING");
    expect(codesOf("gone.jpg")).toEqual(["FILE_NOT_FOUND"]);

    await looksAtRows(page, answer.value);
    expect(await violationsOf(page, "dark")).toEqual([]);
    expect(await violationsOf(page, "light")).toEqual([]);

    await page.locator("#mend").click();
    await page.getByRole("heading", { name: "Image Delivery Production Kit" }).waitFor();
    await isReady(page);
    await page.locator("#run-files").click();
    await page.getByRole("heading", { name: "What was saved" }).waitFor();
    const mended = await archive(page);
    const manifest: unknown = JSON.parse(mended.get("manifest.json") ?? "{}");
    const { value, output } = await onServer({ job, manifest });
    expect(value.counts.byCode).not.toHaveProperty("JOB_MISMATCH");
    expect(value.verification?.counts).toMatchObject({ missing: 0, unexpected: 0, mismatch: 0 });
    await page.getByText("Every file is as the audit asks for it.").waitFor();
    const shown = await page.locator(".mended li").allTextContents();
    expect(shown).toHaveLength(value.resolved?.length ?? 0);
    expect(value.resolved?.map(({ id }) => id)).toContain("photo");
    for (const [index, { savedPercent }] of (value.resolved ?? []).entries())
      expect(shown[index]).toContain(`${Math.abs(savedPercent)} % `);
    expect((await saved(page, "Download the audit's report")).toString()).toBe(output);
    expect(await violationsOf(page, "light")).toEqual([]);

    // Once the page is asked, the audit is there again with all that it knew.
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Back to the audit" }).click();
    await isReady(page);
    expect(await page.locator(".filerows li.ready").count()).toBe(PICTURES.length);
    expect(await page.getByLabel("The page that shows them").inputValue()).toBe(HTML);
    expect(telling).toEqual([]);
    const kept = await keptBy(page);
    expect(kept).not.toMatch(/PBX-MARK|photo\.jpg|<img/);
    expect(problems).toEqual([]);
    await context.close();
  }, 240_000);

  test("a picture loses its place without a loss, in every container that allows it", async () => {
    said("convert", at("turned.jpg"), "-strip", at("placed.png"));
    said("convert", at("turned.jpg"), "-strip", "-alpha", "on", at("placed.webp"));
    said("convert", at("turned.jpg"), "-strip", "-interlace", "JPEG", at("placed.jpg"));
    const profile = at("profile.icc");
    const head = Buffer.alloc(132);
    head.writeUInt32BE(head.length);
    head.write("mntrRGB XYZ ", 12, "latin1");
    head.write("acsp", 36, "latin1");
    await writeFile(profile, head);
    for (const name of ["placed.jpg", "placed.png", "placed.webp"]) {
      const place = ["GPSLatitude=48.1", "GPSLongitude=11.5"];
      const placed = ["EXIF:", "XMP:"].flatMap((group) => place.map((one) => `-${group}${one}`));
      const others = ["-EXIF:Orientation=8", "-EXIF:Artist=PBX-MARK", `-ICC_Profile<=${profile}`];
      said("exiftool", "-q", "-n", "-overwrite_original", ...placed, ...others, at(name));
      const before = await readFile(at(name));
      expect(readImage(before)?.gps).toBe(true);
      expect(await placeOf(new Blob([before]))).toBe("48.10000, 11.50000");
      const made = stripped(before);
      await writeFile(at(`bare-${name}`), made ?? "");
      const read = (...tags: readonly string[]) =>
        said("exiftool", "-s3", "-n", ...tags, at(`bare-${name}`));
      const told = read("-GPS:all", "-XMP:all", "-Error");
      expect({ name, told }).toEqual({ name, told: "" });
      expect(read("-Orientation", "-Artist")).toBe("8\nPBX-MARK\n");
      const colours = said("exiftool", "-b", "-ICC_Profile", at(`bare-${name}`));
      expect({ name, colours }).toEqual({ name, colours: head.toString() });
      const pixels = (file: string) => said("identify", "-format", "%#", at(file));
      expect(pixels(`bare-${name}`)).toBe(pixels(name));
      // Nothing is left that could be taken out.
      expect(stripped(made ?? new Uint8Array())).toBeUndefined();
    }
  });

  /** Size, way up, frames and colours, as other programs read them. */
  function factsOf(name: string): object {
    if (name.endsWith(".svg")) return { mediaType: "image/svg+xml", width: 20, height: 10 };
    const format = "%m %w %h %n %[opaque] %[colorspace]\n";
    const [first = ""] = said("identify", "-format", format, at(name)).split("\n");
    const [kind = "", width, height, frames, opaque, space] = first.split(" ");
    const [tags = {}] = JSON.parse(
      said("exiftool", "-j", "-n", "-Orientation", "-GPSLatitude", "-EncodingProcess", at(name)),
    ) as Readonly<Record<string, number | undefined>>[];
    const { Orientation = 1, GPSLatitude, EncodingProcess } = tags;
    return {
      mediaType: `image/${kind.toLowerCase()}`,
      width: Number(width),
      height: Number(height),
      frames: Number(frames),
      hasAlpha: opaque?.toLowerCase() !== "true",
      colorSpace: space === "CMYK" ? "cmyk" : "srgb",
      orientation: Orientation,
      gps: GPSLatitude !== undefined,
      ...(EncodingProcess === undefined ? {} : { progressive: EncodingProcess === 2 }),
    };
  }

  /** The worst first, each with its picture and its words; a trial and a picture without its place are saved. */
  async function looksAtRows(page: Page, { plan }: Answer["value"]): Promise<void> {
    const worst = plan.savings.toSorted((one, other) => other.savingBytes - one.savingBytes);
    const ids = (await namesShown(page)).map((name) => name.replace(/\..*$/, ""));
    expect(ids).toHaveLength(PICTURES.length);
    expect(ids[0]).toBe(worst[0]?.id);
    expect(await page.locator(".audited h4").allTextContents()).toEqual([
      "The three worst",
      "The others",
    ]);
    await page.getByRole("img", { name: "photo.jpg, a small picture of it" }).waitFor();
    await row(page, "photo.jpg").getByText("is image/png inside").waitFor();
    await row(page, "drawing.svg").getByText("a drawing is not tried").waitFor();
    await row(page, "moving.gif").getByText("an animation is not tried").waitFor();
    await page.locator(".audited").getByRole("radio", { name: "Errors" }).check({ force: true });
    expect((await namesShown(page)).toSorted()).toEqual(
      ["50% off.png", "photo.jpg", "print.jpg", "turned.jpg"].toSorted(),
    );
    await page.locator(".audited").getByRole("radio", { name: "All" }).check({ force: true });

    await page.getByRole("button", { name: "Preview photo.jpg" }).click();
    await page.getByRole("img", { name: /^original, 3000 by 2000 pixels, / }).waitFor();
    const trial = plan.savings.find(({ id }) => id === "photo")?.trial;
    const link = row(page, "photo.jpg").getByRole("link", { name: "Download" });
    const content = await downloaded(page, () => link.click());
    await writeFile(at("trial"), content);
    const { format, width, height, bytes } = trial ?? {};
    expect(content.length).toBe(bytes ?? 0);
    expect(said("exiftool", "-s3", "-MIMEType", "-ImageSize", at("trial"))).toBe(
      `image/${format}\n${width}x${height}\n`,
    );

    const question = page.getByRole("button", { name: "Where was this photo taken? turned.jpg" });
    expect(await row(page, "turned.jpg").textContent()).not.toContain("48.1");
    await question.click();
    await row(page, "turned.jpg").getByText("48.10000, 11.50000").waitFor();
    await writeFile(at("bare.jpg"), await saved(page, "Remove GPS only turned.jpg"));
    const read = (name: string) =>
      said("exiftool", "-s3", "-n", "-Orientation", "-Copyright", at(name));
    expect(read("bare.jpg")).toBe("6\nPBX-MARK rights\n");
    expect(said("exiftool", "-s3", "-GPS:all", "-Model", at("bare.jpg"))).toBe("");
    const pixels = (name: string) => said("identify", "-format", "%#", at(name));
    expect(pixels("bare.jpg")).toBe(pixels("turned.jpg"));
  }

  test("by keys alone, in a narrow window", async () => {
    const { page, context, problems } = await open(PATH, { viewport: { width: 320, height: 640 } });
    const reach = async (name: string): Promise<void> => {
      for (let step = 0; step < 120; step++) {
        await page.keyboard.press("Tab");
        const text = await page.evaluate(() => {
          const { activeElement: here } = document;
          const label = here instanceof HTMLInputElement ? here.labels?.[0]?.textContent : null;
          return label ?? here?.textContent ?? "";
        });
        if (text.trim().startsWith(name)) return;
      }
      throw new Error(`No way to ${name}`);
    };
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await reach("Choose files");
    const files = ["turned.jpg", "same.png", "page.html"].map(at);
    await chooseFiles(page, files, () => page.keyboard.press("Enter"));
    await isReady(page);
    await reach("Quick");
    await page.keyboard.press("Space");
    await reach("Run");
    await page.keyboard.press("Enter");
    await page.locator("#part-4").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("part-4");
    await reach("All");
    await page.keyboard.press("ArrowRight");
    expect(await namesShown(page)).toEqual(["turned.jpg"]);
    await reach("Preview turned.jpg");
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: /^original, 150 by 200 pixels/ }).waitFor();
    await reach("Where was this photo taken?");
    await page.keyboard.press("Enter");
    await page.getByText("48.10000, 11.50000").waitFor();
    expect(await overflow()).toBe(0);
    await page.locator("#part-4").focus();
    await reach("Mend these");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Image Delivery Production Kit" }).waitFor();
    await isReady(page);
    await reach("Run");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What was saved" }).waitFor();
    expect(await overflow()).toBe(0);
    await reach("Back to the audit");
    expect(problems).toEqual([]);
    await context.close();
  }, 240_000);
});

interface Job {
  readonly files: readonly {
    readonly name: string;
    readonly trials: readonly { readonly format: string; readonly width: number }[];
  }[];
}

interface Answer {
  readonly output: string;
  readonly value: {
    readonly findings: readonly { readonly code: string; readonly subject: string }[];
    readonly counts: { readonly byCode: Readonly<Record<string, number>> };
    readonly plan: {
      readonly savings: readonly {
        readonly id: string;
        readonly savingBytes: number;
        readonly trial: {
          readonly format: string;
          readonly width: number;
          readonly height: number;
          readonly bytes: number;
        } | null;
      }[];
    };
    readonly verification?: { readonly counts: object };
    readonly resolved?: readonly { readonly id: string; readonly savedPercent: number }[];
  };
}
