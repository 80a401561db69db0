import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import { parseFragment } from "parse5";
import kit from "../../kits/image-delivery-audit-kit.ts";
import production from "../../kits/image-delivery-production-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const ID = "image-delivery-audit-kit";

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content;
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

const photo = (more: object = {}) => ({
  id: "p",
  name: "photo.jpg",
  bytes: 100_000,
  mediaType: "image/jpeg",
  width: 1600,
  height: 900,
  ...more,
});

const jobOf = (files: readonly object[], options: object = {}) => ({
  kit: ID,
  version: 1,
  files,
  options,
});
const audit = (files: readonly object[], options: object = {}) =>
  valueOf({ job: jobOf(files, options) });
const codesOf = (files: readonly object[], options: object = {}) =>
  audit(files, options).counts.byCode;
const used = (usage: object) => ({ usage: [{ file: "p", ...usage }] });

const trial = (bytes: number, width = 1600, height = 900) => ({
  format: "avif",
  quality: 50,
  width,
  height,
  bytes,
});

describe("bytes", () => {
  test.each([
    ["TYPE_MISMATCH", { name: "photo.PNG" }],
    ["CMYK", { colorSpace: "cmyk" }],
    ["GPS_METADATA", { gps: true }],
    ["OVER_BUDGET", { bytes: 200_001 }],
    ["MODERN_FORMAT", { trials: [trial(90_000)] }],
    ["ANIMATED_GIF", { name: "a.gif", mediaType: "image/gif", frames: 2 }],
    ["ORIENTATION_BY_EXIF", { orientation: 3 }],
    ["METADATA_HEAVY", { metadataBytes: 10_001 }],
    ["NOT_PROGRESSIVE", { progressive: false }],
    ["WIDE_GAMUT", { colorSpace: "p3" }],
  ])("%s", (code, file) => {
    expect(codesOf([photo(file)])).toEqual({ [code]: 1 });
  });

  test.each([
    ["a JPEG may be called jpeg, and a name may have no ending", { name: "photo.jpeg" }],
    ["a name without an ending", { name: "constructor" }],
    ["a saving below the share", { trials: [trial(90_001)] }],
    ["a trial of another size", { trials: [trial(1, 800, 450)] }],
    ["a small JPEG", { bytes: 10_240, progressive: false }],
    ["nothing at all", { bytes: 0 }],
    ["an SVG", { name: "a.svg", mediaType: "image/svg+xml" }],
  ])("nothing of %s", (_, file) => {
    expect(codesOf([photo(file)])).toEqual({});
  });

  test("twins, and what looks alike", () => {
    const files = [
      photo({ id: "a", sha256: hash("1"), dhash: "00ff00ff00ff00ff" }),
      photo({ id: "b", sha256: hash("1").toUpperCase(), dhash: "00FF00FF00FF00FF" }),
      photo({ id: "c", sha256: hash("2"), dhash: "00ff00ff00ff00f0" }),
      photo({ id: "d", sha256: hash("3"), dhash: "00ff00ff00ff0fe0" }),
    ];
    const { counts, findings } = audit(files);
    expect(counts.byCode).toEqual({ DUPLICATE_BYTES: 1, NEAR_DUPLICATE: 2 });
    expect(findings.map(({ subject }) => subject)).toEqual(["b", "c", "c"]);
  });
});

describe("places", () => {
  test.each([
    ["TOO_LARGE_FOR_SLOT", { displayWidth: 400, displayHeight: 225, srcset: "x 1x" }],
    ["TOO_LARGE_FOR_SLOT", { displayWidth: 400, srcset: "x 1x" }],
    ["TOO_LARGE_FOR_SLOT", { displayHeight: 225 }],
    ["TOO_SMALL_FOR_SLOT", { displayWidth: 1601 }],
    ["DISTORTED", { displayWidth: 1600, displayHeight: 800 }],
    ["ALT_MISSING", { alt: null }],
    ["ALT_FILENAME", { alt: " Photo " }],
    ["ALT_FILENAME", { alt: "PHOTO.jpg" }],
    ["DIMENSIONS_MISSING", { hasDimensions: false }],
    ["SIZES_MISSING", { srcset: "a.jpg 480w, b.jpg 800w" }],
    ["LCP_NOT_PRIORITIZED", { lcp: true }],
    ["NOT_LAZY", { aboveFold: false }],
    ["SRCSET_MISSING", { displayWidth: 800 }],
    ["INSECURE_URL", { url: "HTTP://x.test/photo.jpg" }],
  ])("%s", (code, usage) => {
    expect(codesOf([photo()], used(usage))).toEqual({ [code]: 1 });
  });

  test("late for the largest", () => {
    const usage = { lcp: true, loading: "lazy", fetchpriority: "high" };
    expect(codesOf([photo()], used(usage))).toEqual({ LAZY_LCP: 1 });
  });

  test.each([
    ["sides of 0", { displayWidth: 0, displayHeight: 0 }],
    ["as large as it is", { displayWidth: 1600, displayHeight: 900 }],
    ["2 % beside its shape", { displayWidth: 1600, displayHeight: 883 }],
    ["an empty alternative text", { alt: "" }],
    ["densities in srcset", { srcset: "a.jpg 1x, b.jpg 2x" }],
    ["lazily below the first screen", { aboveFold: false, loading: "lazy" }],
  ])("nothing of %s", (_, usage) => {
    expect(codesOf([photo()], used(usage))).toEqual({});
  });

  test("one that is large enough for its largest place is not too large", () => {
    const usage = [
      { file: "p", displayWidth: 100, displayHeight: 56, srcset: "x" },
      { file: "p", displayWidth: 800, displayHeight: 450, srcset: "x" },
    ];
    expect(codesOf([photo()], { usage })).toEqual({});
    expect(codesOf([photo(), photo({ id: "q" })], { usage })).toEqual({ UNREFERENCED: 1 });
  });

  test("a place that says one side shows the picture in its own shape", () => {
    const { findings } = audit([photo({ orientation: 6 })], {
      usage: [
        { file: "p", displayWidth: 90, displayHeight: 100, srcset: "x" },
        { file: "p", displayWidth: 101, srcset: "x" },
        { file: "p", displayHeight: 10 },
        { file: "p" },
      ],
    });
    const large = findings.find(({ code }) => code === "TOO_LARGE_FOR_SLOT");
    // 202 × 1600 / 900 is 359.1.
    expect(large).toMatchObject({ expected: "202x360", received: "900x1600" });
  });

  test("what the densest screen needs is rounded up exactly", () => {
    // 10 × 1.1 is 11, which no product of doubles is.
    const files = [photo({ trials: [trial(10, 11, 6), trial(5, 10, 6)] })];
    const { plan } = audit(files, { maxDpr: 1.1, ...used({ displayWidth: 10, srcset: "x" }) });
    expect(plan.savings[0]?.potentialBytes).toBe(10);
  });
});

const IMG = (rest: string) => `<img ${rest}>`;

describe("a page", () => {
  const html = [
    "<!doctype html><title>x</title>",
    IMG('src="/i/ph%6Fto.jpg?v=1#x" alt="A &amp; B" width="1600" height="900"'),
    IMG('src="photo.jpg" width=" 800" height="50%" loading="LAZY"'),
    `<picture><source srcset="photo.jpg 1600w" sizes="1px">${IMG('src="photo.jpg" alt="" width=800 height=450')}</picture>`,
    IMG('src="http://x.test/photo.jpg" alt=""'),
    IMG(`src="data:image/png;base64,${"A".repeat(5000)}" alt=""`),
    IMG('src="lost.png" alt=""'),
    IMG('src="lost.png" alt=""'),
    IMG('alt="none"'),
  ].join("\n");
  const value = audit([photo()], { html });

  test("each image is a place", () => {
    expect(value.stages.find(({ id }) => id === "html")?.summary).toBe("8 images");
    expect(value.counts.byCode).toEqual({
      ALT_MISSING: 1,
      DIMENSIONS_MISSING: 2,
      SRCSET_MISSING: 1,
      INSECURE_URL: 1,
      DATA_URI_LARGE: 1,
      FILE_NOT_FOUND: 1,
    });
    expect(value.findings.find(({ code }) => code === "FILE_NOT_FOUND")?.subject).toBe("lost.png");
    expect(value.findings.find(({ code }) => code === "ALT_MISSING")?.message).toContain("line 3");
  });

  test("markup.md has tags before and after, which are tags", () => {
    const page = fileOf(value, "markup.md") ?? "";
    const blocks = new MarkdownIt().parse(page, {}).filter(({ type }) => type === "fence");
    expect(blocks).toHaveLength(4);
    const attributes = blocks.map(({ content }) => {
      const [element] = parseFragment(content).childNodes as unknown as {
        attrs: { name: string; value: string }[];
      }[];
      return Object.fromEntries(element?.attrs.map(({ name, value: text }) => [name, text]) ?? []);
    });
    expect(attributes[1]).toEqual({
      src: "photo.jpg",
      width: "800",
      height: "450",
      loading: "LAZY",
      alt: "TODO",
    });
    expect(attributes[3]).toEqual({
      src: "https://x.test/photo.jpg",
      alt: "",
      width: "1600",
      height: "900",
    });
  });

  test.each([
    ["noscript", '<noscript><img src="photo.jpg"></noscript>'],
    ["noscript in a head", '<html><head><noscript><img src="photo.jpg"></noscript></head></html>'],
    ["a template", '<template><p><img src="photo.jpg"></p></template>'],
    ["templates in templates", '<template><template><img src="photo.jpg"></template></template>'],
  ])("an image in %s is a place", (_, within) => {
    const codes = { ALT_MISSING: 1, DIMENSIONS_MISSING: 1 };
    expect(codesOf([photo()], { html: within })).toEqual(codes);
  });

  test("data is no name of a file, however it is written", () => {
    for (const src of [" DATA:image/png;base64,AA/AA", "Data:a/photo.jpg"]) {
      const page = IMG(`src="${src}" alt=""`);
      expect(codesOf([photo()], { html: page })).toEqual({ UNREFERENCED: 1 });
    }
  });

  test("what is wrong with an address is told of its file in audit.csv", () => {
    const page = IMG('src="http://x.test/photo.jpg" alt="" width="1600" height="900"');
    const rows = fileOf(audit([photo()], { html: page }), "audit.csv") ?? "";
    expect(rows.trimEnd().split("\n")[1]).toEndWith(",INSECURE_URL");
    const url = `data:image/jpeg;base64,${"A".repeat(5000)}`;
    const own = fileOf(audit([photo()], used({ url })), "audit.csv") ?? "";
    expect(own.trimEnd().split("\n")[1]).toEndWith(",DATA_URI_LARGE");
  });

  test("a tag that no change of its own helps is left out", () => {
    const small = IMG('src="photo.jpg" alt="" width="400" height="225"');
    const left = audit([photo()], { html: small });
    expect(left.counts.byCode).toMatchObject({ SRCSET_MISSING: 1 });
    expect(fileOf(left, "markup.md")).toContain("No tag needs a change.");
  });

  test("a slash at the end of an address without quotes is part of it", () => {
    const tag = "<img width=1600 height=900 src=http://x.test/photo.jpg?/>";
    const page = fileOf(audit([photo()], { html: tag }), "markup.md") ?? "";
    expect(page).toContain(
      '<img width=1600 height=900 src="https://x.test/photo.jpg?/" alt="TODO">',
    );
  });

  test("nothing to change is said so; a page too deep ends the run", () => {
    const good = audit([photo()], { html: IMG('src=photo.jpg alt="" width=1600 height=900') });
    expect(fileOf(good, "markup.md")).toContain("No tag needs a change.");
    expect(run({ job: jobOf([photo()], { html: "<b>".repeat(1100) }) }).error?.code).toBe(
      "INPUT_TOO_DEEP",
    );
  });
});

describe("the job that mends", () => {
  const fixOf = (files: readonly object[], options: object = {}) => {
    const text = fileOf(audit(files, options), "fix-job.json");
    return text === undefined ? undefined : (JSON.parse(text) as Fix);
  };

  interface Fix {
    readonly files: readonly { readonly id: string; readonly alt?: string }[];
    readonly options: { readonly widths: readonly number[]; readonly formats: readonly string[] };
  }

  test.each([
    ["a drawing", { mediaType: "image/svg+xml", name: "a.svg", bytes: 300_000 }],
    ["print colours", { colorSpace: "cmyk" }],
    ["an animation", { mediaType: "image/gif", name: "a.gif", frames: 2, bytes: 300_000 }],
    ["more bytes than that kit takes", { bytes: 55_000_000 }],
    ["more pixels than that kit takes", { width: 10_000, height: 9000, bytes: 300_000 }],
    ["nothing wrong", {}],
  ])("has none of %s", (_, file) => {
    expect(fixOf([photo(file)])).toBeUndefined();
  });

  test("widths are those of the places, and of what has none; formats keep what is transparent", () => {
    const files = [
      photo({ id: "a", gps: true }),
      photo({ id: "b", gps: true, width: 100, height: 700, hasAlpha: true }),
      photo({ id: "c" }),
    ];
    const usage = [
      { file: "a", displayWidth: 333.4, alt: null },
      { file: "a", displayWidth: 5, alt: "first" },
      { file: "c", displayWidth: 1200 },
    ];
    const fix = fixOf(files, { usage, maxDpr: 1.5 });
    expect(fix?.options).toMatchObject({
      widths: [100, 334, 501],
      formats: ["avif", "webp", "png"],
    });
    expect(fix?.files.map(({ id, alt }) => [id, alt])).toEqual([
      ["a", "first"],
      ["b", undefined],
    ]);
    expect(fixOf([photo({ gps: true, width: 5, height: 5 })])?.options.widths).toEqual([16]);
    expect(fixOf([photo({ gps: true, width: 9000, height: 5 })])?.options.widths).toEqual([8192]);
  });

  test("a place without a width takes the whole, beside those of others", () => {
    const files = [photo({ id: "a", gps: true }), photo({ id: "b", gps: true, orientation: 6 })];
    const usage = [
      { file: "a", displayWidth: 300 },
      { file: "b", alt: "B" },
    ];
    expect(fixOf(files, { usage })?.options.widths).toEqual([300, 600, 900]);
  });

  test("is a job of that kit, whatever the files are", () => {
    const side = fc.integer({ min: 1, max: 65_535 });
    const file = fc.record({
      width: side,
      height: side,
      orientation: fc.integer({ min: 1, max: 8 }),
    });
    fc.assert(
      fc.property(
        fc.array(file, { minLength: 1, maxLength: 40 }),
        fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 20 }),
        (sizes, widths) => {
          const files = sizes
            .filter(({ width, height }) => width * height <= 150_000_000)
            .map((size, index) => photo({ ...size, id: `f${index}`, gps: true }));
          if (files.length === 0) return;
          const usage = widths.map((displayWidth, index) => {
            return { file: `f${index % files.length}`, displayWidth };
          });
          const text = fileOf(audit(files, { usage }), "fix-job.json");
          if (text === undefined) return;
          const { ok, errors, value } = runUnit(production as never, { job: text });
          expect({ ok, errors }).toEqual({ ok: true, errors: [] });
          const { job } = value as { job: object };
          expect(`${JSON.stringify(job, null, 2)}\n`).toBe(text);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("two hundred files in many widths are as many as that kit makes", () => {
    const files = Array.from({ length: 200 }, (_, index) => photo({ id: `f${index}`, gps: true }));
    const usage = Array.from({ length: 12 }, (_, index) => {
      return { file: `f${index}`, displayWidth: 100 + index };
    });
    expect(fixOf(files, { usage })?.options.widths).toEqual([100, 101, 102]);
  });

  test("its finished work is verified, and says what was saved", () => {
    const files = [photo({ sha256: hash("p"), gps: true }), photo({ id: "q", name: "q.png" })];
    const job = jobOf(files, used({ displayWidth: 400, alt: "A" }));
    const fixed = JSON.parse(fileOf(valueOf({ job }), "fix-job.json") ?? "{}") as object;
    const planned = runUnit(production as never, { job: fixed }).value as Static<
      typeof production.value
    >;
    const manifest = {
      kit: "image-delivery-production-kit",
      version: 1,
      jobSha256: planned.jobSha256,
      status: "complete",
      engine: [],
      inputs: [{ id: "p", bytes: 100_000, sha256: hash("p") }],
      outputs: planned.plan.outputs.map(({ name, mediaType, from, width, height }) => {
        return { name, mediaType, bytes: width, sha256: hash(name), from, width, height };
      }),
      problems: [],
    };
    const value = valueOf({ job, manifest });
    expect(value.verification?.counts).toEqual({
      match: 6,
      missing: 0,
      unexpected: 0,
      mismatch: 0,
    });
    expect(value.resolved).toEqual([
      { id: "p", bytes: 100_000, deliveredBytes: 800, savedPercent: 99.2 },
    ]);
    expect(value.deliverables.map(({ name }) => name)).toEqual([
      "job.json",
      "manifest.json",
      "SHA256SUMS",
      "audit.csv",
      "fix-job.json",
    ]);
    const other = valueOf({ job, manifest: { ...manifest, kit: ID, inputs: [] } });
    expect(other.counts.byCode).toMatchObject({ KIT_MISMATCH: 1, INPUT_MISSING: 1 });
    expect(other.findings.find(({ code }) => code === "INPUT_MISSING")?.path).toBe("/job/files/0");
    const none = run({ job: jobOf([photo()]), manifest });
    expect(none.errors?.map(({ code }) => code)).toEqual(["NOTHING_TO_FIX"]);
  });
});

describe("what comes of it", () => {
  test("audit.csv is read back, and a name is no formula", () => {
    const files = [photo({ name: "=1+1.jpg", gps: true, trials: [trial(50_000)] })];
    const value = audit(files);
    const { data } = Papa.parse<Record<string, string>>(fileOf(value, "audit.csv") ?? "", {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toEqual([
      {
        id: "p",
        name: "'=1+1.jpg",
        mediaType: "image/jpeg",
        bytes: "100000",
        width: "1600",
        height: "900",
        potentialBytes: "50000",
        savingPercent: "50",
        findings: "GPS_METADATA MODERN_FORMAT",
      },
    ]);
  });

  test("a rate that cannot be read leaves the rest", () => {
    const value = audit([photo()], { rate: "fast" });
    expect(value.counts.byCode).toEqual({ STAGE_FAILED: 1 });
    expect(value.plan.totals.secondsBefore).toBeNull();
  });

  test("a digest is kept in lower case, and other digits as they are", () => {
    const file = photo({ sha256: hash("p").toUpperCase(), dhash: "00FF00FF00FF00ff" });
    const { job } = audit([file]) as unknown as { job: { files: object[] } };
    expect(job.files[0]).toMatchObject({ sha256: hash("p"), dhash: "00FF00FF00FF00ff" });
  });

  test("limits, and uses of nothing", () => {
    const codes = (files: object[], options: object = {}) =>
      run({ job: jobOf(files, options) }).errors?.map(({ code }) => code);
    expect(codes([photo({ bytes: 60_000_001 })])).toEqual(["LIMIT_EXCEEDED"]);
    expect(codes([photo({ width: 20_000, height: 9000 })])).toEqual(["LIMIT_EXCEEDED"]);
    expect(codes([photo()], { usage: [{ file: "x" }] })).toEqual(["FILE_UNKNOWN"]);
  });

  test("another use of one file takes no finding of another away", () => {
    const files = [photo(), photo({ id: "q", orientation: 6 })];
    const before = audit(files, { usage: [{ file: "p", alt: null }] });
    const after = audit(files, {
      usage: [
        { file: "p", alt: null },
        { file: "p", displayWidth: 10, displayHeight: 10 },
      ],
    });
    const of = ({ findings }: Value) => findings.filter(({ subject }) => subject === "q");
    expect(of(after)).toEqual(of(before));
  });
});
