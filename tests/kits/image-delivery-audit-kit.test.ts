import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import { parseFragment } from "parse5";
import kit from "../../kits/image-delivery-audit-kit.ts";
import production from "../../kits/image-delivery-production-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const ID = "image-delivery-audit-kit";
const run = (input: object) => runUnit(kit as never, input);
const DIGEST = "a".repeat(64);

const photo = (more: object = {}) => ({
  id: "p",
  name: "photo.jpg",
  bytes: 100_000,
  mediaType: "image/jpeg",
  width: 1600,
  height: 1200,
  ...more,
});
const jobOf = (files: readonly object[], options: object = {}) => ({
  kit: ID,
  version: 1,
  files,
  options,
});
const valueOf = (files: readonly object[], options: object = {}) =>
  run({ job: jobOf(files, options) }).value as Value;
const codesOf = (files: readonly object[], options: object = {}) =>
  valueOf(files, options).counts.byCode;
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";
const errorsOf = (input: object) => (run(input).errors ?? []).map(({ code, path }) => [code, path]);

const trial = (bytes: number, width = 1600, height = 1200) => ({
  format: "webp",
  quality: 75,
  width,
  height,
  bytes,
});
const used = (more: object) => ({ usage: [{ file: "p", ...more }] });

describe("a file", () => {
  const rows: readonly (readonly [string, object, Record<string, number>])[] = [
    ["a name of another type", { name: "photo.PNG" }, { TYPE_MISMATCH: 1 }],
    ["a name of its own type", { name: "photo.JPEG" }, {}],
    ["a name without an ending", { name: "photo" }, {}],
    ["print colours", { colorSpace: "cmyk" }, { CMYK: 1 }],
    ["a place", { gps: true }, { GPS_METADATA: 1 }],
    ["one byte over the budget", { bytes: 200_001 }, { OVER_BUDGET: 1 }],
    ["the budget itself", { bytes: 200_000 }, {}],
    ["a lighter format", { trials: [trial(90_000)] }, { MODERN_FORMAT: 1 }],
    ["a format one byte too heavy for a finding", { trials: [trial(90_001)] }, {}],
    ["a saving that is too small", { bytes: 10_000, trials: [trial(5905)] }, {}],
    ["the smallest saving", { bytes: 10_000, trials: [trial(5904)] }, { MODERN_FORMAT: 1 }],
    ["a trial of another size", { trials: [trial(10, 800, 600)] }, {}],
    [
      "a turned picture's trial",
      { orientation: 6, trials: [trial(1, 1200, 1600)] },
      { MODERN_FORMAT: 1, ORIENTATION_BY_EXIF: 1 },
    ],
    ["an animation", { mediaType: "image/gif", name: "a.gif", frames: 2 }, { ANIMATED_GIF: 1 }],
    ["heavy metadata", { metadataBytes: 10_001 }, { METADATA_HEAVY: 1 }],
    ["a tenth of metadata", { metadataBytes: 10_000 }, {}],
    ["metadata of a small file", { bytes: 10, metadataBytes: 4096 }, {}],
    ["no progressive JPEG", { progressive: false }, { NOT_PROGRESSIVE: 1 }],
    ["a small one", { bytes: 10_240, progressive: false }, {}],
    ["wide colours", { colorSpace: "p3" }, { WIDE_GAMUT: 1 }],
  ];
  for (const [name, more, codes] of rows) {
    test(name, () => expect(codesOf([photo(more)])).toEqual(codes));
  }
});

describe("a place", () => {
  const rows: readonly (readonly [string, object, Record<string, number>])[] = [
    [
      "far too large",
      { displayWidth: 400, displayHeight: 300, srcset: "x" },
      { TOO_LARGE_FOR_SLOT: 1 },
    ],
    ["a quarter less one pixel", { displayWidth: 692.8205, displayHeight: 519.8, srcset: "x" }, {}],
    ["too small", { displayWidth: 1601 }, { TOO_SMALL_FOR_SLOT: 1 }],
    ["another shape", { displayWidth: 1600, displayHeight: 1170 }, { DISTORTED: 1 }],
    ["two percent off", { displayWidth: 1224, displayHeight: 900 }, {}],
    ["no alt", { alt: null }, { ALT_MISSING: 1 }],
    ["an empty alt", { alt: "" }, {}],
    ["the name as alt", { alt: " Photo " }, { ALT_FILENAME: 1 }],
    ["no dimensions", { hasDimensions: false }, { DIMENSIONS_MISSING: 1 }],
    ["widths without sizes", { srcset: "a.jpg 400w, b.jpg 800w" }, { SIZES_MISSING: 1 }],
    ["densities need no sizes", { srcset: "a.jpg 1x, b.jpg 2x" }, {}],
    [
      "the first picture late",
      { lcp: true, loading: "lazy", fetchpriority: "high" },
      { LAZY_LCP: 1 },
    ],
    ["the first picture as others", { lcp: true }, { LCP_NOT_PRIORITIZED: 1 }],
    ["without TLS", { url: "http://x.example/a.jpg" }, { INSECURE_URL: 1 }],
    [
      "a long data URL",
      { url: `data:image/png;base64,${"A".repeat(4096)}` },
      { DATA_URI_LARGE: 1 },
    ],
    ["below the fold", { aboveFold: false }, { NOT_LAZY: 1 }],
    ["below the fold, late", { aboveFold: false, loading: "lazy" }, {}],
    ["one size for all", { displayWidth: 800 }, { SRCSET_MISSING: 1 }],
    ["sides of nothing", { displayWidth: 0, displayHeight: 0 }, {}],
  ];
  for (const [name, use, codes] of rows) {
    test(name, () => expect(codesOf([photo()], used(use))).toEqual(codes));
  }

  test("dense pixels are exact", () => {
    const value = valueOf([photo({ trials: [trial(10, 660, 495)] })], {
      ...used({ displayWidth: 600, srcset: "x" }),
      maxDpr: 1.1,
    });
    expect(value.plan.savings[0]?.potentialBytes).toBe(10);
  });

  test("a file that no place shows", () => {
    const files = [photo(), photo({ id: "q", name: "q.jpg" })];
    expect(codesOf(files, used({}))).toEqual({ UNREFERENCED: 1 });
    expect(codesOf(files)).toEqual({});
  });
});

test("twins", () => {
  const files = [
    photo({ id: "a", sha256: DIGEST, dhash: "0000000000000000" }),
    photo({ id: "b", sha256: DIGEST.toUpperCase(), dhash: "0000000000000000" }),
    photo({ id: "c", sha256: "b".repeat(64), dhash: "000000000000000F" }),
    photo({ id: "d", dhash: "000000000000001f" }),
  ];
  const { findings } = valueOf(files);
  expect(findings.map(({ code, subject }) => [code, subject])).toEqual([
    ["DUPLICATE_BYTES", "b"],
    ["NEAR_DUPLICATE", "c"],
    ["NEAR_DUPLICATE", "c"],
    ["NEAR_DUPLICATE", "d"],
  ]);
});

describe("a page", () => {
  const html = [
    '<IMG SRC="/x/my%20photo.jpg?v=1#top" width=400 height="300" alt>',
    "<p><img src='http://cdn.example/100%.jpg'>",
    `<img src="data:image/gif;base64,${"A".repeat(5000)}" alt="">`,
    '<img src="photo`\nb.jpg" alt="x" srcset="a 1w" />',
  ].join("\n");
  const files = [photo({ name: "my photo.jpg" }), photo({ id: "h", name: "100%.jpg" })];
  const value = valueOf(files, { html });

  test("elements are found by the names of their files", () => {
    const placed = value.findings
      .filter(({ path }) => path === "/job/options/html")
      .map(({ code, subject }) => [code, subject]);
    expect(placed).toEqual([
      ["ALT_MISSING", "h"],
      ["INSECURE_URL", "h"],
      ["DATA_URI_LARGE", ""],
      ["DIMENSIONS_MISSING", "h"],
      ["FILE_NOT_FOUND", "photo`\nb.jpg"],
      ["SRCSET_MISSING", "p"],
    ]);
  });

  test("what mends them is HTML, and mends them", () => {
    const tokens = new MarkdownIt().parse(fileOf(value, "markup.md"), {});
    const blocks = tokens.filter(({ type }) => type === "fence").map(({ content }) => content);
    const [image] = parseFragment(blocks.at(-1) ?? "").childNodes;
    expect(image && "attrs" in image && image.attrs).toEqual([
      { name: "src", value: "https://cdn.example/100%.jpg" },
      { name: "alt", value: "TODO" },
      { name: "width", value: "1600" },
      { name: "height", value: "1200" },
    ]);
  });

  test("too deep a page is refused", () => {
    const deep = "<div>".repeat(1001);
    expect(errorsOf({ job: jobOf([photo()], { html: deep }) })).toEqual([
      ["INPUT_TOO_DEEP", "/job/options/html"],
    ]);
  });
});

test("the table reads back", () => {
  const value = valueOf([photo({ name: '=1+1,"x".jpg', gps: true })]);
  const { data } = Papa.parse<string[]>(fileOf(value, "audit.csv").trim());
  expect(data[1]?.slice(1, 4)).toEqual([`'=1+1,"x".jpg`, "image/jpeg", "100000"]);
  expect(data[1]?.at(-1)).toBe("GPS_METADATA");
});

describe("the fix", () => {
  const files = [
    photo({
      id: "a",
      gps: true,
      hasAlpha: true,
      mediaType: "image/png",
      name: "a.png",
      sha256: DIGEST,
    }),
    photo({ id: "svg", name: "s.svg", mediaType: "image/svg+xml", bytes: 300_000 }),
    photo({ id: "print", colorSpace: "cmyk" }),
    photo({ id: "moves", name: "m.gif", mediaType: "image/gif", frames: 9, gps: true }),
    photo({ id: "fine" }),
  ];
  const usage = [
    { file: "a", displayWidth: 500.5, alt: null },
    { file: "a", alt: "A" },
  ];
  const fixOf = (value: Value) => JSON.parse(fileOf(value, "fix-job.json")) as Fix;

  interface Fix {
    readonly files: readonly {
      readonly id: string;
      readonly alt?: string;
      readonly bytes: number;
    }[];
    readonly options: { readonly widths: readonly number[]; readonly formats: readonly string[] };
  }

  test("is a job of the other kit for what that kit can make", () => {
    const fix = fixOf(valueOf(files, { usage }));
    expect(fix.files.map(({ id, alt }) => [id, alt])).toEqual([["a", "A"]]);
    expect(fix.options).toMatchObject({ widths: [501, 1001], formats: ["avif", "webp", "png"] });
    const planned = runUnit(production as never, { job: fix });
    expect(planned.ok).toBe(true);
    expect((planned.value as { job: object }).job).toEqual(fix);
  });

  test("widths that fit no page are drawn to the next that does", () => {
    const tiny = fixOf(valueOf([photo({ width: 3, height: 3, gps: true })]));
    expect(tiny.options.widths).toEqual([16]);
    const wide = fixOf(valueOf([photo({ width: 9000, height: 9, gps: true })]));
    expect(wide.options.widths).toEqual([8192]);
  });

  test("is verified by the manifest of the other kit", () => {
    const job = jobOf(files, { usage });
    const fix = fixOf(valueOf(files, { usage }));
    const planned = runUnit(production as never, { job: fix }).value as {
      jobSha256: string;
      plan: { outputs: readonly Record<string, unknown>[] };
    };
    const outputs = planned.plan.outputs.map(({ name, mediaType, from, width, height }) => {
      return { name, mediaType, from, width, height, bytes: Number(width), sha256: DIGEST };
    });
    const manifest = {
      kit: production.id,
      version: 1,
      jobSha256: planned.jobSha256,
      status: "complete",
      engine: [],
      inputs: [{ id: "a", bytes: 100_000, sha256: DIGEST }],
      outputs,
      problems: [],
    };
    const verified = run({ job, manifest }).value as Value;
    expect(verified.verification?.counts).toEqual({
      match: outputs.length,
      missing: 0,
      unexpected: 0,
      mismatch: 0,
    });
    expect(verified.resolved).toEqual([
      { id: "a", bytes: 100_000, deliveredBytes: 1001, savedPercent: 99 },
    ]);
    expect(verified.deliverables.map(({ name }) => name).slice(0, 3)).toEqual([
      "job.json",
      "manifest.json",
      "SHA256SUMS",
    ]);
    const others = { ...manifest, jobSha256: DIGEST, outputs: outputs.slice(1) };
    const { counts } = run({ job, manifest: others }).value as Value;
    expect(counts.byCode).toMatchObject({ JOB_MISMATCH: 1, OUTPUT_MISSING: 1 });
  });
});

describe("refused", () => {
  const rows: readonly (readonly [string, object, readonly (readonly string[])[]])[] = [
    [
      "too many pixels",
      { job: jobOf([photo({ width: 15_001, height: 10_000 })]) },
      [["LIMIT_EXCEEDED", "/job/files/0"]],
    ],
    [
      "too many bytes",
      { job: jobOf([photo({ bytes: 60_000_001 })]) },
      [["LIMIT_EXCEEDED", "/job/files/0/bytes"]],
    ],
    [
      "a place of no file",
      { job: jobOf([photo()], { usage: [{ file: "x" }] }) },
      [["FILE_UNKNOWN", "/job/options/usage/0/file"]],
    ],
    [
      "no manifest",
      { job: jobOf([photo()]), action: "verify" },
      [["MANIFEST_MISSING", "/manifest"]],
    ],
  ];
  for (const [name, input, errors] of rows) {
    test(name, () => expect(errorsOf(input)).toEqual(errors as never));
  }
});
