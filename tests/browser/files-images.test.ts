/** The page of responsive pictures: what it makes is read by other programs, and what it cannot use it says in words. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync, deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasBrowser, violationsOf, visited } from "../support/browser.ts";
import { downloaded, membersOf, ran } from "../support/files-page.ts";

const PATH = "/kits/image-delivery-production-kit";

const has = (program: string): boolean => spawnSync(program, ["-version"]).error === undefined;
const canRead = has("convert") && has("exiftool");
if (!canRead) console.warn("No ImageMagick and exiftool: the tests of pictures are skipped");

type Colour = readonly [number, number, number, number];

const QUARTERS: readonly Colour[] = [
  [200, 30, 40, 255],
  [30, 160, 60, 255],
  [40, 60, 190, 255],
  [230, 210, 60, 255],
];

/** A picture of raw pixels, without any encoder. */
function pngOf(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (width * 4 + 1) + 1 + x * 4);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(body.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}

const quarters = (width: number, height: number) =>
  pngOf(width, height, (x, y) => {
    return QUARTERS[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)] ?? [0, 0, 0, 0];
  });

/** Colours that no encoder has an easy time with. */
const noise = (width: number, height: number) => {
  let state = 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) % 256;
  return pngOf(width, height, () => [next(), next(), next(), 255]);
};

describe.skipIf(!hasBrowser || !canRead)("pictures", () => {
  const { open, base } = visited();
  let folder = "";
  const at = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(`${tmpdir()}/images-`);
    const whole = quarters(600, 400);
    await writeFile(at("quarters.png"), whole);
    await writeFile(at("cut.png"), whole.subarray(0, whole.length - 40));
    await writeFile(
      at("alpha.png"),
      pngOf(64, 64, (x) => [20, 40, 200, x < 32 ? 255 : 0]),
    );
    await writeFile(at("noise.png"), noise(300, 200));
    await writeFile(at("slow.png"), noise(1000, 800));
    const head = quarters(2, 2);
    head.writeUInt32BE(12_000, 16);
    head.writeUInt32BE(9000, 20);
    await writeFile(at("huge.png"), head);
    await writeFile(at("text.jpg"), "no picture\n");
    await writeFile(at("empty.png"), "");
    await writeFile(at("photo.heic"), Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"));
    // As it is seen: the quarters, turned by a quarter and told so.
    ran("convert", at("quarters.png"), "-rotate", "-90", "-quality", "95", at("turned.jpg"));
    ran(
      "exiftool",
      "-q",
      "-n",
      "-overwrite_original",
      "-Orientation=6",
      "-GPSLatitude=48.1",
      "-GPSLatitudeRef=N",
      "-GPSLongitude=11.5",
      "-GPSLongitudeRef=E",
      "-Copyright=PBX-MARK rights",
      at("turned.jpg"),
    );
    await writeFile(at("really-jpeg.png"), await readFile(at("turned.jpg")));
    ran("convert", at("quarters.png"), "-colorspace", "CMYK", at("print.jpg"));
    ran("convert", "-size", "30x20", "xc:red", "xc:blue", "xc:lime", at("moving.gif"));
    ran("convert", at("quarters.png"), "-quality", "95", at("lossy.webp"));
    ran("convert", at("quarters.png"), "-quality", "95", at("modern.avif"));
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true }));

  const add = async (page: Page, ...names: readonly string[]): Promise<void> => {
    await page.locator("#files").setInputFiles(names.map(at));
    await page.waitForFunction(() => document.querySelector(".filerows li.reading") === null);
  };
  const run = async (page: Page): Promise<void> => {
    await page.locator("#run-files:not(:disabled)").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator("#part-4").waitFor();
  };
  const openWith = (options: object, more: object = {}) =>
    open(`${PATH}#${shared(options)}`, { acceptDownloads: true, ...more });
  const archive = async (page: Page) => {
    const members = membersOf(await downloaded(page, () => page.locator("#save-all").click()));
    return new Map(members.map(({ name, bytes }) => [name, bytes]));
  };

  /** Size and colours in the middle of the quarters, as another decoder reads them. */
  async function decoded(name: string, bytes: Buffer) {
    await writeFile(at(name), bytes);
    // A head of text, and then the pixels.
    const read = ran("convert", at(name), "-depth", "8", "-type", "TrueColorAlpha", "pam:-");
    const end = read.indexOf("ENDHDR\n") + 7;
    const head = read.toString("latin1", 0, end);
    const [width = 0, height = 0] = ["WIDTH", "HEIGHT"].map((side) =>
      Number(new RegExp(`${side} (\\d+)`).exec(head)?.[1]),
    );
    const raw = read.subarray(end);
    const pixel = (x: number, y: number): number[] => {
      const start = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
      return [...raw.subarray(start, start + 4)];
    };
    const middles = [pixel(0.25, 0.25), pixel(0.75, 0.25), pixel(0.25, 0.75), pixel(0.75, 0.75)];
    return { width, height, middles, pixel };
  }

  const isNear = (one: readonly number[], other: readonly number[]): boolean =>
    one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= 6);

  test("every output is read by another decoder: size, colours, which way up, and no metadata", async () => {
    const { page, context, problems } = await openWith({
      widths: [100, 300],
      formats: ["avif", "webp", "jpeg", "png"],
      baseUrl: "/img",
    });
    await add(page, "quarters.png", "turned.jpg", "lossy.webp", "modern.avif");
    await page.getByText("where it was taken (GPS)").first().waitFor();
    await page.getByLabel("Alternative text").first().fill('Four "quarters"');
    expect(await violationsOf(page, "light")).toEqual([]);
    await run(page);
    expect(await page.locator(".verdictline strong").textContent()).toMatch(/review/i);
    const files = await archive(page);
    const pictures = [...files].filter(([name]) => /\.(?:avif|webp|jpg|png)$/.test(name));
    expect(pictures).toHaveLength(4 * 8);
    for (const [name, bytes] of pictures) {
      const { width, height, middles } = await decoded(name, bytes);
      const wide = name.includes("100w") ? 100 : 300;
      expect({ name, width, height }).toEqual({
        name,
        width: wide,
        height: Math.round((wide * 2) / 3),
      });
      const wrong = middles.filter((middle, index) => !isNear(middle, QUARTERS[index] ?? []));
      expect({ name, wrong }).toEqual({ name, wrong: [] });
      expect(bytes.includes("PBX-MARK") || bytes.includes("Exif")).toBe(false);
    }
    const names = pictures.map(([name]) => at(name));
    const tags = ran(
      "exiftool",
      "-j",
      "-G1",
      "-EXIF:all",
      "-GPS:all",
      "-ICC_Profile:all",
      ...names,
    );
    const found = JSON.parse(tags.toString()) as readonly object[];
    expect(found.flatMap((tag) => Object.keys(tag).filter((key) => key !== "SourceFile"))).toEqual(
      [],
    );
    const html = files.get("picture.html")?.toString() ?? "";
    const linked = [...html.matchAll(/\/img\/([^\s"]+) \d+w/g)].map(([, name]) => name);
    expect(linked.toSorted()).toEqual(pictures.map(([name]) => name).toSorted());
    expect(html).toContain('alt="Four &quot;quarters&quot;"');
    await sameOnServer(page, files);
    await page.getByRole("button", { name: "Preview quarters-300w.avif" }).click();
    await page.getByRole("img", { name: /^after, 300 by 200 pixels, / }).waitFor();
    await page.getByRole("img", { name: /^before, 300 by 200 pixels, / }).waitFor();
    expect(await violationsOf(page, "dark")).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }, 120_000);

  /** The server half says of the page's job and manifest what the page says. */
  async function sameOnServer(page: Page, files: ReadonlyMap<string, Buffer>): Promise<void> {
    const text = (name: string): string => files.get(name)?.toString() ?? "";
    const asked = await fetch(`${base()}/api/run`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        tool_id: "image-delivery-production-kit",
        input: { job: text("job.json"), manifest: text("manifest.json") },
      }),
    });
    const { result } = (await asked.json()) as {
      result: {
        output: string;
        value: { verification: { counts: { match: number; mismatch: number; missing: number } } };
      };
    };
    expect(result.output).toBe(text("report.md"));
    const { match, mismatch, missing } = result.value.verification.counts;
    expect({ match, mismatch, missing }).toEqual({ match: 32, mismatch: 0, missing: 0 });
    expect(await page.locator(".files.made > li").count()).toBe(32);
  }

  test("crops, bars, grounds, budgets, frames and digits in names; twice the same bytes", async () => {
    const { page, context } = await openWith({
      widths: [64],
      formats: ["webp", "jpeg", "png"],
      fit: "contain",
      aspectRatio: "2:1",
      background: "#ff8000",
      budgetBytes: 3000,
      minQuality: 5,
      enlarge: true,
      naming: "{name}-{hash8}.{ext}",
    });
    await add(page, "alpha.png", "noise.png", "moving.gif");
    const point = page.getByRole("button", { name: /^Focal point, alpha\.png/ });
    await point.focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: /alpha\.png: 51 % across, 50 % down/ }).waitFor();
    await run(page);
    const files = await archive(page);
    const named = (start: string, ending: string) =>
      [...files].find(([name]) => name.startsWith(start) && name.endsWith(ending));
    const [jpegName = "", jpeg = Buffer.alloc(0)] = named("alpha-", ".jpg") ?? [];
    const seen = await decoded("alpha.jpg", jpeg);
    expect({ width: seen.width, height: seen.height }).toEqual({ width: 64, height: 32 });
    // Bars at both sides, and the ground under what is transparent.
    for (const x of [0.1, 0.7, 0.9]) {
      expect(isNear(seen.pixel(x, 0.5).slice(0, 3), [255, 128, 0])).toBe(true);
    }
    const [, png = Buffer.alloc(0)] = named("alpha-", ".png") ?? [];
    const clear = await decoded("alpha-out.png", png);
    expect(clear.pixel(0.1, 0.5)).toEqual([255, 128, 0, 255]);
    expect(clear.pixel(0.65, 0.5)[3]).toBe(0);
    const manifest = JSON.parse(files.get("manifest.json")?.toString() ?? "{}") as Manifest;
    for (const { name, sha256 } of manifest.outputs) expect(name).toContain(sha256.slice(0, 8));
    const made = manifest.outputs.filter(({ name }) => /noise.*(?:webp|jpg)$/.test(name));
    expect(made.every(({ bytes, quality }) => bytes <= 3000 && (quality ?? 0) >= 5)).toBe(true);
    const gif = manifest.outputs.find(({ name }) => name.startsWith("moving-"));
    expect(gif?.decoder).toBe("browser");
    expect(files.get("picture.html")?.toString()).toContain(jpegName);
    await page.reload();
    await add(page, "alpha.png", "noise.png", "moving.gif");
    await run(page);
    const again = await archive(page);
    expect(await page.locator(".filerow").count()).toBe(3);
    const pictures = [...files].filter(([name]) => /\.(?:webp|jpg|png)$/.test(name));
    for (const [name, bytes] of pictures) expect(again.get(name)?.equals(bytes)).toBe(true);
    await context.close();
  }, 120_000);

  test("what cannot be used is refused in words, and the others go on", async () => {
    const { page, context } = await openWith({ widths: [50], formats: ["jpeg"] });
    await add(
      page,
      "cut.png",
      "huge.png",
      "text.jpg",
      "empty.png",
      "photo.heic",
      "print.jpg",
      "really-jpeg.png",
    );
    await page.getByText("really-jpeg.png says PNG but is a JPEG inside. Used as JPEG.").waitFor();
    const said = await page.locator(".filerows .err").allTextContents();
    expect(said).toEqual([
      expect.stringMatching(/^cut\.png is damaged after byte \d+; nothing was made from it\.$/),
      "huge.png is 12000 × 9000 pixels, 108 million; the limit is 50 million.",
      "text.jpg is not an image this page can read. Choose a JPEG, PNG, WebP, AVIF or GIF file.",
      "empty.png is empty.",
      "photo.heic is not an image this page can read (it looks like a HEIC photo). Convert it to JPEG first.",
      "print.jpg uses print colours (CMYK). Save it as RGB first.",
    ]);
    await run(page);
    expect(await page.locator(".files.made > li").count()).toBe(1);
    await context.close();
  });

  test("an encoder that does not come is asked for again; cancelled within its work, what is finished stays; nothing leaves", async () => {
    const { page, context } = await openWith({ widths: [40, 1000], formats: ["avif"] });
    const asked: string[] = [];
    context.on("request", (request) => asked.push(request.url()));
    await context.route(/avif_enc.*\.wasm/, (route) => route.abort());
    await add(page, "slow.png");
    const missing =
      "The AVIF encoder could not be loaded. Check the connection and press Try again.";
    await page.getByText(missing).waitFor();
    await context.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(/AVIF encoder [\d.]+ [kM]B/).waitFor();
    await page.locator("#run-files:not(:disabled)").waitFor();
    await context.setOffline(true);
    asked.length = 0;
    await page.locator("#run-files").click();
    // The small one is done, the large one is being made.
    await page.waitForFunction(() => (document.querySelector("progress")?.value ?? 0) > 0.3);
    const whileRunning = asked.filter((url) => !url.startsWith("blob:"));
    const start = performance.now();
    await page.keyboard.press("Escape");
    await page.getByText("Cancelled.").first().waitFor();
    console.info(`cancelled after ${Math.round(performance.now() - start)} ms`);
    const files = await archive(page);
    const manifest = JSON.parse(files.get("manifest.json")?.toString() ?? "{}") as Manifest;
    expect(manifest.status).toBe("cancelled");
    expect(manifest.outputs.map(({ name }) => name)).toEqual(["slow-40w.avif"]);
    expect(whileRunning).toEqual([]);
    await context.close();
  });

  test("a narrow window needs no scrolling sideways", async () => {
    const { page, context } = await openWith(
      { widths: [600], formats: ["jpeg"] },
      { viewport: { width: 320, height: 640 } },
    );
    await add(page, "quarters.png");
    await run(page);
    await page.getByRole("button", { name: "Preview quarters-600w.jpg" }).click();
    await page.getByRole("img", { name: /^after, / }).waitFor();
    await page.getByText("Try another quality").click();
    for (const quality of [20, 90]) {
      await page.locator(".live").getByRole("slider", { name: "Quality" }).fill(String(quality));
      await page.getByText(`quality ${quality}: `).waitFor();
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await context.close();
  });
});

/** Options as the address holds them. */
function shared(options: object): string {
  return `v1.${deflateRawSync(JSON.stringify({ options })).toString("base64url")}`;
}

interface Manifest {
  readonly status: string;
  readonly outputs: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly quality?: number | null;
    readonly decoder?: string;
  }[];
}
