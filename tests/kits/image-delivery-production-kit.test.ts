import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import { parseFragment } from "parse5";
import kit from "../../kits/image-delivery-production-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const ID = "image-delivery-production-kit";

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

const photo = (more: object = {}) => ({
  id: "p",
  name: "photo.jpg",
  bytes: 1000,
  mediaType: "image/jpeg",
  width: 1600,
  height: 900,
  alt: "A photo",
  ...more,
});

const jobOf = (files: readonly object[], options: object = {}) => ({
  kit: ID,
  version: 1,
  files,
  options,
});

const planOf = (file: object, options: object = {}) =>
  valueOf({ job: jobOf([photo(file)], options) }).plan.outputs;
const codesOf = (files: readonly object[], options: object = {}) =>
  valueOf({ job: jobOf(files, options) }).counts.byCode;
const errorsOf = (files: readonly object[], options: object = {}, others: object = {}) =>
  (run({ job: jobOf(files, options), ...others }).errors ?? []).map(({ code, path }) => [
    code,
    path,
  ]);

/** What a page reports that made all of the plan. */
function manifestOf(
  value: Value,
  change: (output: Made, index: number) => object = (made) => made,
) {
  const { files } = value.job as { files: { id: string; bytes: number; sha256?: string }[] };
  return {
    kit: ID,
    version: 1,
    jobSha256: value.jobSha256,
    status: "complete",
    engine: [{ name: "@jsquash/webp", version: "1.5.0" }],
    inputs: files.map(({ id, bytes, sha256 = hash(id) }) => ({ id, bytes, sha256 })),
    outputs: value.plan.outputs.map((planned, index) => {
      const { name, mediaType, from, width, height, quality } = planned;
      const sha256 = hash(`${name}${index}`);
      const delivered = name.replace("{hash8}", sha256.slice(0, 8));
      const made = { name: delivered, mediaType, bytes: 100, sha256, from, width, height, quality };
      return change(made, index);
    }),
    problems: [] as object[],
  };
}

type Made = Readonly<Record<string, unknown>> & { readonly name: string };

const verify = (
  files: readonly object[],
  options: object,
  change?: (made: Made, index: number) => object,
) => {
  const job = jobOf(files, options);
  return valueOf({ job, manifest: manifestOf(valueOf({ job }), change) });
};

describe("sizes", () => {
  test("a picture of one pixel keeps it", () => {
    const [output] = planOf({ width: 1, height: 1 }, { formats: ["png"] });
    expect(output).toMatchObject({ width: 1, height: 1, quality: null, name: "photo-1w.png" });
  });

  test("a width that is the picture's own is not capped", () => {
    expect(planOf({}, { widths: [1600], formats: ["jpeg"] }).map(({ width }) => width)).toEqual([
      1600,
    ]);
    expect(codesOf([photo()], { widths: [1600] })).toEqual({});
  });

  test("what is too wide is replaced by the picture's own width, once", () => {
    const outputs = planOf({ width: 800 }, { widths: [1600, 800, 1200, 480], formats: ["jpeg"] });
    expect(outputs.map(({ width }) => width)).toEqual([480, 800]);
  });

  test("enlarged on request alone", () => {
    const files = [photo({ width: 100, height: 50 })];
    expect(codesOf(files, { widths: [200] })).toEqual({ WIDTHS_CAPPED: 1 });
    expect(codesOf(files, { widths: [200], enlarge: true })).toEqual({ ENLARGED: 1 });
  });

  test.each(["1:10000", "10000:1"])("a ratio of %s is cropped to a line", (aspectRatio) => {
    const [output] = planOf({}, { fit: "cover", aspectRatio, widths: [16], formats: ["png"] });
    if (aspectRatio === "10000:1") expect(output?.crop).toMatchObject({ width: 1600, height: 1 });
    else expect(output?.crop).toMatchObject({ width: 1, height: 900 });
    expect(Math.min(output?.width ?? 0, output?.height ?? 0)).toBe(1);
  });

  test.each([
    ["top", { x: 0, y: 0 }],
    ["bottom", { x: 0, y: 700 }],
    ["center", { x: 0, y: 350 }],
    ["left", { x: 0, y: 350 }],
  ])("a crop at the %s", (position, at) => {
    const options = { fit: "cover", aspectRatio: "1:1", position, widths: [100] };
    expect(planOf({ width: 200, height: 900 }, options)[0]?.crop).toEqual({
      ...at,
      width: 200,
      height: 200,
    });
  });

  test("a focal point is exact, and wins over the position", () => {
    const options = { fit: "cover", aspectRatio: "1:2", position: "left", widths: [16] };
    // 0.145 × 100 is 14.5, which no double is; half up is 15.
    const file = { width: 100, height: 100, focal: { x: 0.145, y: 1 } };
    expect(planOf(file, options)[0]?.crop).toEqual({ x: 0, y: 0, width: 50, height: 100 });
    const wide = { ...file, width: 1000, focal: { x: 0.5145, y: 0 } };
    expect(planOf(wide, options)[0]?.crop.x).toBe(515 - 25);
  });

  test("a picture has options of its own", () => {
    const files = [
      photo(),
      photo({
        id: "q",
        name: "q.png",
        options: { widths: [32, 16], formats: ["png"], quality: { webp: 1 }, sizes: "10px" },
      }),
    ];
    const value = valueOf({ job: jobOf(files, { widths: [100], formats: ["webp", "jpeg"] }) });
    expect(value.plan.outputs.map(({ name }) => name)).toEqual([
      "photo-100w.webp",
      "photo-100w.jpg",
      "q-16w.png",
      "q-32w.png",
    ]);
    expect(fileOf(value, "picture.html")).toContain('sizes="10px"');
  });

  test("crops keep their shape to less than a pixel, heights grow with widths", () => {
    const side = fc.integer({ min: 1, max: 5000 });
    const ratio = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(side, side, ratio, ratio, (width, height, wide, high) => {
        const outputs = planOf(
          { width, height },
          { fit: "cover", aspectRatio: `${wide}:${high}`, formats: ["png"], widths: [16, 100] },
        );
        for (const { crop } of outputs) {
          const isNarrow =
            crop.width < width || (crop.height === height && crop.width <= crop.height);
          const exact = isNarrow ? (crop.height * wide) / high : (crop.width * high) / wide;
          const own = isNarrow ? crop.width : crop.height;
          expect(Math.abs(own - exact) < 1 || own === 1).toBe(true);
        }
        const heights = outputs.map((output) => output.height);
        expect(heights).toEqual(heights.toSorted((left, right) => left - right));
      }),
      { numRuns: 200 },
    );
  });
});

describe("names", () => {
  test("of one name in another letter case, of emoji, without and with nothing but an extension", () => {
    const names = ["A b.png", "a-b.JPG", "A B", "😀.png", ".png", "🙂", "foo.tar.gz", "　.png"];
    const files = names.map((name, index) => photo({ id: `f${index}`, name }));
    const value = valueOf({ job: jobOf(files, { widths: [16], formats: ["png"] }) });
    expect(value.plan.outputs.map(({ name }) => name)).toEqual([
      "a-b-16w.png",
      "a-b-2-16w.png",
      "a-b-3-16w.png",
      "image-16w.png",
      "image-2-16w.png",
      "image-3-16w.png",
      "foo-tar-16w.png",
      "image-4-16w.png",
    ]);
  });

  test.each([
    ["{name}-{width}", "no {ext}"],
    ["{name}.{ext}", "two widths of one name"],
    ["{size}.{ext}", "no such part"],
    ["../{name}-{width}.{ext}", "leads out"],
    ["/{name}-{width}.{ext}", "absolute"],
    ["a//{name}-{width}.{ext}", "an empty folder"],
    ["{name} {width}.{ext}", "a blank"],
    ["{hash8}{hash8}.{name}.{width}.{ext}", "the digits twice"],
  ])("%s is refused: %s", (naming) => {
    const { ok, error, errors } = run({ job: jobOf([photo()], { naming }) });
    expect({ ok, code: error?.code }).toEqual({ ok: false, code: "TOOL_INPUT_INVALID" });
    expect(errors?.map(({ path }) => path)).toEqual(["/job/options/naming"]);
  });

  test("digits of the content stand in the delivered names and in the markup", () => {
    const options = { naming: "i/{name}-{width}-{hash8}.{ext}", widths: [100], formats: ["jpeg"] };
    const files = [photo({ name: "deadbeef deadbeef.jpg" })];
    const value = verify(files, options);
    expect(value.verdict).toBe("pass");
    const [name = ""] =
      /i\/deadbeef-deadbeef-100-[0-9a-f]{8}\.jpg/.exec(fileOf(value, "picture.html")) ?? [];
    expect(fileOf(value, "SHA256SUMS")).toContain(name);
    const wrong = verify(files, options, (made) => {
      return { ...made, name: "i/deadbeef-deadbeef-100-00000000.jpg" };
    });
    expect(wrong.counts.byCode).toEqual({ INPUT_NOT_PINNED: 1, NAME_HASH_MISMATCH: 1 });
  });
});

describe("what is refused", () => {
  test.each([
    ["no ratio to crop to", [photo()], { fit: "cover" }, ["REQUIRED", "/job/options/aspectRatio"]],
    [
      "no ratio of its own",
      [photo({ options: { fit: "contain" } })],
      {},
      ["REQUIRED", "/job/files/0/options/aspectRatio"],
    ],
    ["another picture", [photo()], { priority: "x" }, ["FILE_UNKNOWN", "/job/options/priority"]],
    ["bytes", [photo({ bytes: 50_000_001 })], {}, ["LIMIT_EXCEEDED", "/job/files/0/bytes"]],
    ["pixels", [photo({ width: 12_000, height: 9000 })], {}, ["LIMIT_EXCEEDED", "/job/files/0"]],
    [
      "a side",
      [photo({ width: 10, height: 20_000 })],
      { enlarge: true, widths: [16], formats: ["png"] },
      ["LIMIT_EXCEEDED", "/job/files/0"],
    ],
  ])("%s", (_, files, options, expected) => {
    expect(errorsOf(files, options)).toEqual([expected]);
  });

  test("more outputs and pixels than a page makes", () => {
    const files = Array.from({ length: 200 }, (_, index) => {
      return photo({ id: `f${index}`, width: 8000, height: 6000 });
    });
    const widths = [1000, 2000, 3000, 4000];
    expect(errorsOf(files, { widths })).toEqual([
      ["LIMIT_EXCEEDED", "/job/options/widths"],
      ["LIMIT_EXCEEDED", "/job/options/widths"],
    ]);
  });

  test("an address that would fall apart in a list of addresses", () => {
    for (const baseUrl of ["/a b", ",x", "x,"])
      expect(run({ job: jobOf([photo()], { baseUrl }) }).ok).toBe(false);
    expect(run({ job: jobOf([photo()], { baseUrl: "https://x.test/a,b/" }) }).ok).toBe(true);
  });

  test("no manifest, a job of another kit and version, an id twice", () => {
    expect(errorsOf([photo()], {}, { action: "verify" })).toEqual([
      ["MANIFEST_MISSING", "/manifest"],
    ]);
    const job = { ...jobOf([photo(), photo()]), kit: "x", version: 2 };
    expect((run({ job }).errors ?? []).map(({ code }) => code)).toEqual([
      "JOB_KIT_MISMATCH",
      "JOB_VERSION_UNSUPPORTED",
      "DUPLICATE_FILE_ID",
    ]);
  });
});

describe("markup", () => {
  test("is read as it was meant, whatever an alternative text says", () => {
    const alt = `Tom's "5 < 6" & more\u2028😀`;
    const options = { baseUrl: "https://x.test/i/", sizes: "(min-width: 1px) 50vw, 100vw" };
    const value = valueOf({
      job: jobOf([photo({ alt }), photo({ id: "q", alt: "" })], { ...options, priority: "p" }),
    });
    const html = fileOf(value, "picture.html");
    const pictures = elements(html).filter(({ tagName }) => tagName === "picture");
    expect(pictures).toHaveLength(2);
    const [first, second] = pictures.map(({ childNodes }) =>
      childNodes.filter(({ tagName }) => tagName !== undefined).map(attributesOf),
    );
    expect(first?.at(-1)).toEqual({
      src: "https://x.test/i/photo-1600w.jpg",
      srcset: [480, 800, 1200, 1600]
        .map((width) => `https://x.test/i/photo-${width}w.jpg ${width}w`)
        .join(", "),
      sizes: options.sizes,
      width: "1600",
      height: "900",
      alt,
      loading: "eager",
      fetchpriority: "high",
      decoding: "async",
    });
    expect(first?.slice(0, -1).map(({ type }) => type)).toEqual(["image/avif", "image/webp"]);
    expect(second?.at(-1)).toMatchObject({ alt: "", loading: "lazy" });
    const [link] = elements(fileOf(value, "head.html")).map(attributesOf);
    expect(link).toMatchObject({ rel: "preload", type: "image/avif", imagesizes: options.sizes });
    expect(value.plan.outputs.every(({ name }) => html.includes(name))).toBe(true);
  });

  test("a missing text is to be written, and told of", () => {
    const value = valueOf({ job: jobOf([photo({ alt: undefined })]) });
    expect(fileOf(value, "picture.html")).toContain('alt="TODO"');
    expect(value.counts.byCode).toEqual({ ALT_MISSING: 1 });
    expect(value.deliverables.map(({ name }) => name)).toEqual([
      "job.json",
      "plan.json",
      "picture.html",
    ]);
  });
});

interface Element {
  readonly tagName?: string;
  readonly attrs: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes: readonly Element[];
}

const elements = (html: string) =>
  (parseFragment(html).childNodes as unknown as Element[]).filter(({ tagName }) => tagName);
const attributesOf = ({ attrs }: Element) =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

describe("what is said of a plan", () => {
  test.each([
    ["FALLBACK_MISSING", {}, { formats: ["avif"] }],
    ["FALLBACK_MISSING", { options: { formats: ["webp"] } }, {}],
    ["ALPHA_FLATTENED", { hasAlpha: true }, {}],
    ["ANIMATION_DROPPED", { frames: 12, mediaType: "image/gif" }, {}],
    ["ALT_MISSING", { alt: undefined }, {}],
  ])("%s", (code, file, options) => {
    expect(codesOf([photo(file)], options)).toEqual({ [code]: 1 });
  });

  test("nothing of pictures that are alike", () => {
    const sha256 = hash("x").toUpperCase();
    const files = ["a", "b"].map((id) => photo({ id, sha256 }));
    const value = valueOf({ job: jobOf(files) });
    expect(value.verdict).toBe("pass");
    expect(fileOf(value, "job.json")).toContain(sha256.toLowerCase());
  });

  test("a colour stays as it was written", () => {
    const { job } = valueOf({ job: jobOf([photo()], { background: "#FFeeDD" }) }) as unknown as {
      job: { options: { background: string } };
    };
    expect(job.options.background).toBe("#FFeeDD");
  });
});

describe("finished work", () => {
  const files = [photo({ sha256: hash("p") })];
  const options = { widths: [100, 200], formats: ["webp", "jpeg"], budgetBytes: 500 };
  const changed = (change: object) => (made: Made, index: number) =>
    index === 0 ? { ...made, ...change } : made;

  test("all as planned", () => {
    const value = verify(files, options);
    expect(value.verdict).toBe("pass");
    expect(value.verification?.counts).toEqual({
      match: 4,
      missing: 0,
      unexpected: 0,
      mismatch: 0,
    });
    expect(value.totals).toEqual({
      sourceBytes: 1000,
      outputBytes: 400,
      byFormat: { webp: 200, jpeg: 200 },
    });
    expect(value.deliverables.map(({ name }) => name)).toEqual([
      "job.json",
      "manifest.json",
      "SHA256SUMS",
      "picture.html",
    ]);
    expect(value.stages.map(({ status }) => status)).toEqual([
      "done",
      "done",
      "skipped",
      "done",
      "done",
      "done",
      "done",
    ]);
  });

  test.each([
    ["OUTPUT_SIZE", { height: 57 }, "fail"],
    ["OUTPUT_TYPE", { mediaType: "image/png" }, "fail"],
    ["OUTPUT_EMPTY", { bytes: 0 }, "fail"],
    ["OUTPUT_SOURCE", { from: ["p", "p"] }, "fail"],
    ["OVER_BUDGET", { bytes: 501 }, "fail"],
    ["OVER_BUDGET", { bytes: 501, quality: 40 }, "review"],
    ["LARGER_THAN_SOURCE", { bytes: 1001, quality: 40 }, "review"],
  ])("%s of %j", (code, change, verdict) => {
    const value = verify(files, options, changed(change));
    expect(value.counts.byCode[code]).toBe(1);
    expect(value.verdict).toBe(verdict as never);
    const [entry] = value.verification?.entries ?? [];
    expect(entry?.verdict).toBe(verdict === "fail" ? "mismatch" : "match");
    const told = code === "LARGER_THAN_SOURCE" ? "OVER_BUDGET" : code;
    expect(entry?.problems).toEqual([told]);
  });

  test("a name twice, a name too many and one that is missing", () => {
    const value = verify(files, options, (made, index) => {
      return index < 2 ? { ...made, name: "photo-100w.jpg" } : { ...made, name: `x${index}.jpg` };
    });
    expect(value.counts.byCode).toMatchObject({
      OUTPUT_DUPLICATE: 1,
      OUTPUT_MISSING: 3,
      OUTPUT_UNEXPECTED: 2,
    });
  });

  test("work of another kit that was cancelled, on other files", () => {
    const job = jobOf(files, options);
    const value = valueOf({
      job,
      manifest: {
        ...manifestOf(valueOf({ job })),
        kit: "x",
        jobSha256: hash("x"),
        status: "cancelled",
        inputs: [
          { id: "p", bytes: 1, sha256: hash("q") },
          { id: "z", bytes: 1, sha256: hash("q") },
        ],
        problems: [{ id: "p", code: "DAMAGED", message: "photo.jpg is damaged" }],
      },
    });
    expect(value.counts.byCode).toMatchObject({
      KIT_MISMATCH: 1,
      JOB_MISMATCH: 1,
      // Its size and its digest differ, and it is one file.
      INPUT_CHANGED: 1,
      INPUT_UNKNOWN: 1,
      NOT_COMPLETE: 1,
      PROBLEM_REPORTED: 1,
    });
  });

  test("nothing at all", () => {
    const job = jobOf(files, options);
    const manifest = { ...manifestOf(valueOf({ job })), inputs: [], outputs: [] };
    const value = valueOf({ job, manifest });
    expect(value.counts.byCode).toMatchObject({ INPUT_MISSING: 1, OUTPUT_MISSING: 4 });
    expect(fileOf(value, "SHA256SUMS")).toBe("");
  });

  test("the gate", () => {
    const job = jobOf(files, { ...options, formats: ["webp"] });
    const { ok, error } = run({ job, failOn: "warning" });
    expect({ ok, code: error?.code }).toEqual({
      ok: false,
      code: "IMAGE_DELIVERY_PRODUCTION_KIT_FAILED",
    });
  });
});
