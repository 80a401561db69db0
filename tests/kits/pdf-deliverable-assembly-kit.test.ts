import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import kit from "../../kits/pdf-deliverable-assembly-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;
type Output = Value["plan"]["outputs"][number];

/** Programs are started, or many jobs run. */
const TIMEOUT_MS = 60_000;

const ID = "pdf-deliverable-assembly-kit";

const run = (input: object) => runUnit(kit as never, input);
/** What the answer says is wrong: its error, or the first of its errors. */
const errorOf = (input: object) => {
  const { error, errors } = run(input);
  return error ?? errors?.[0];
};
const valueOf = (input: object) => run(input).value as Value;
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";

const pdf = (id: string, pages: number, more: object = {}) => ({
  id,
  name: `${id}.pdf`,
  bytes: 1000,
  mediaType: "application/pdf",
  pages,
  ...more,
});
const image = (id: string, width: number, height: number) => ({
  id,
  name: `${id}.png`,
  bytes: 1000,
  mediaType: "image/png",
  width,
  height,
});
const text = (id: string) => ({ id, name: `${id}.txt`, bytes: 10, mediaType: "text/plain" });

const jobOf = (files: readonly object[], options: object = {}, more: object = {}) => ({
  job: { kit: ID, version: 1, files, options, ...more },
});
const planOf = (files: readonly object[], options: object = {}, more: object = {}) =>
  valueOf(jobOf(files, options, more)).plan;
const codesOf = (files: readonly object[], options: object = {}) =>
  valueOf(jobOf(files, options)).counts.byCode;
const errorsOf = (files: readonly object[], options: object = {}, more: object = {}) => {
  const { errors } = run(jobOf(files, options, more));
  return {
    error: errorOf(jobOf(files, options, more))?.code,
    errors: errors?.map(({ code, path }) => `${code} ${path}`),
  };
};

/** Every page of an output, in a word: `a3`, turned `a3+90`, `blank`, `toc`. */
const pagesOf = ({ runs }: Output) =>
  runs.flatMap(({ kind, first, last, file, sourceFirst, sourceLast, rotate }) =>
    Array.from({ length: last - first + 1 }, (_, index) => {
      if (sourceFirst === null || sourceLast === null) return kind;
      const page = sourceFirst + (sourceFirst <= sourceLast ? index : -index);
      return `${file}${page}${rotate === 0 ? "" : `+${rotate}`}`;
    }),
  );

describe("the plan", () => {
  test("without parts: all files but attachments, titled by their names", () => {
    const { job, plan } = valueOf(
      jobOf([pdf("a", 2), image("b", 5, 5), text("c"), pdf("d", 1)], { attachments: ["c", "d"] }),
    );
    expect(job.options.parts).toEqual([
      { file: "a", pages: "all", rotate: 0, title: "a", oddStart: false },
      { file: "b", pages: "all", rotate: 0, title: "b", oddStart: false },
    ]);
    expect(pagesOf(plan.outputs[0] as Output)).toEqual(["a1", "a2", "b1"]);
    expect(plan.outputs[0]?.from).toEqual(["a", "b"]);
  });

  test("runs go over the borders of parts, and turn where the numbers do", () => {
    const parts = [
      { file: "a", pages: "1-2" },
      { file: "a", pages: "3,2,1,1" },
      { file: "a", pages: "2", rotate: 90 },
    ];
    const [output] = planOf([pdf("a", 5)], { parts }).outputs;
    expect(
      output?.runs.map((one) => [one.first, one.last, one.sourceFirst, one.sourceLast, one.rotate]),
    ).toEqual([
      [1, 3, 1, 3, 0],
      [4, 5, 2, 1, 0],
      [6, 6, 1, 1, 0],
      [7, 7, 2, 2, 90],
    ]);
  });

  test.each([
    [40, 1],
    [41, 2],
  ])("%d titled parts take %d contents pages", (count, pages) => {
    const parts = Array.from({ length: count }, (_, index) => ({ file: "a", title: `T${index}` }));
    const { outputs, totals } = planOf([pdf("a", 1)], { toc: { title: "Inhalt" }, parts });
    expect(totals).toEqual({
      files: 1,
      outputs: 1,
      pages: count + pages,
      blankPages: 0,
      tocPages: pages,
    });
    expect(outputs[0]?.bookmarks.slice(0, 2)).toEqual([
      { title: "Inhalt", page: 1, level: 1 },
      { title: "T0", page: pages + 1, level: 1 },
    ]);
  });

  test("one file for each part: numbers begin anew, and neither contents nor blank pages", () => {
    const options = {
      split: "parts",
      toc: {},
      pageNumbers: { format: "{n} of {total} {n}" },
      parts: [
        { file: "a", title: "Über | uns", oddStart: true },
        { file: "b", oddStart: true },
        { file: "a", title: "😀" },
      ],
    };
    const { outputs } = planOf([pdf("a", 3), pdf("b", 2)], options);
    expect(outputs.map(({ name, pages }) => [name, pages])).toEqual([
      ["01-uber-uns.pdf", 3],
      ["02-b.pdf", 2],
      ["03-part.pdf", 3],
    ]);
    expect(outputs[1]?.bookmarks).toEqual([]);
    expect(outputs[1]?.numbering).toEqual({
      first: 1,
      last: 2,
      firstText: "1 of 2 1",
      lastText: "2 of 2 2",
    });
  });

  test("equal titles have equal names behind their numbers", () => {
    const parts = [
      { file: "a", title: "Part" },
      { file: "a", title: "part!" },
    ];
    const { outputs } = planOf([pdf("a", 1)], { split: "parts", parts });
    expect(outputs.map(({ name }) => name)).toEqual(["01-part.pdf", "02-part.pdf"]);
  });

  test("pieces: bookmarks and numbers where their pages are", () => {
    const options = {
      split: "every",
      every: 3,
      pageNumbers: { from: 5, start: 0 },
      parts: [
        { file: "a", title: "A" },
        { file: "b", title: "B", oddStart: true },
      ],
    };
    const { outputs, totals } = planOf([pdf("a", 3), pdf("b", 4)], options);
    expect(outputs.map((output) => pagesOf(output).join(" "))).toEqual([
      "a1 a2 a3",
      "blank b1 b2",
      "b3 b4",
    ]);
    expect(outputs.map(({ numbering }) => numbering)).toEqual([
      null,
      { first: 2, last: 3, firstText: "0 / 3", lastText: "1 / 3" },
      { first: 1, last: 2, firstText: "2 / 3", lastText: "3 / 3" },
    ]);
    expect(outputs.map(({ bookmarks }) => bookmarks.map(({ page }) => page))).toEqual([
      [1],
      [2],
      [],
    ]);
    expect(totals.blankPages).toBe(1);
  });

  test("no numbers from beyond the last page, no bookmarks where none are wanted", () => {
    const [output] = planOf([pdf("a", 3)], { bookmarks: "none", pageNumbers: { from: 4 } }).outputs;
    expect([output?.numbering, output?.bookmarks]).toEqual([null, []]);
  });

  test("an image is a page; a page may come many times", () => {
    const parts = [{ file: "i" }, { file: "i" }, { file: "a", pages: "1,1,1" }];
    const { outputs } = planOf([image("i", 10, 10), pdf("a", 1)], { parts });
    expect(pagesOf(outputs[0] as Output)).toEqual(["i1", "i1", "a1", "a1", "a1"]);
  });

  test("an attachment is no page of the most that are read", () => {
    const files = [pdf("a", 10_000), text("t")];
    expect(run(jobOf(files, { attachments: ["t"] })).errors).toEqual([]);
  });

  test("turning four times by a right angle is turning not at all", () => {
    const angles = [0, 90, 180, 270].map((rotate) => {
      const [output] = planOf([pdf("a", 1)], { parts: [{ file: "a", rotate }] }).outputs;
      return output?.runs[0]?.rotate ?? Number.NaN;
    });
    expect(angles.reduce((sum, angle) => sum + angle, 0) % 360).toBe(180);
    expect((4 * (angles[1] ?? 0)) % 360).toBe(angles[0] ?? -1);
  });
});

describe("findings of the plan", () => {
  test("files that are used in no way, or are locked, or only in part", () => {
    const files = [
      pdf("a", 4),
      pdf("b", 2, { encrypted: true }),
      text("c"),
      pdf("d", 9, { encrypted: true }),
    ];
    const parts = [
      { file: "a", pages: "1,3,3" },
      { file: "b", title: "B" },
    ];
    expect(codesOf(files, { parts })).toEqual({
      FILE_UNUSED: 2,
      ENCRYPTED_SOURCE: 1,
      PAGES_UNUSED: 1,
      PAGE_REPEATED: 1,
      TITLE_MISSING: 1,
    });
  });

  test("images on paper: the printable area decides", () => {
    // A4 within margins of 36 pt is 523.28 points across: 7.268 inches.
    const files = [
      image("fine", 1091, 1400),
      image("coarse", 1089, 1400),
      image("wide", 1700, 500),
    ];
    const { findings } = valueOf(jobOf(files, { paper: "a4" }));
    expect(findings.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
      "IMAGE_LOW_RESOLUTION coarse.png",
    ]);
    expect(codesOf(files)).toEqual({});
  });
});

describe("what is refused", () => {
  const FILES = [pdf("a", 4)];

  test.each<[string, readonly object[], object, string[]]>([
    ["no part left", [pdf("a", 1)], { attachments: ["a"] }, ["RANGE /job/options/parts"]],
    [
      "an unknown file",
      FILES,
      { parts: [{ file: "x" }] },
      ["FILE_UNKNOWN /job/options/parts/0/file"],
    ],
    [
      "an unknown attachment",
      FILES,
      { attachments: ["x"] },
      ["FILE_UNKNOWN /job/options/attachments/0"],
    ],
    ["a text as part", [text("t")], {}, ["FORM /job/files/0/mediaType"]],
    [
      "a text as named part",
      [...FILES, text("t")],
      { parts: [{ file: "t" }] },
      ["FORM /job/options/parts/0/file"],
    ],
    ["facts missing", [{ ...pdf("a", 1), pages: undefined }], {}, ["REQUIRED /job/files/0/pages"]],
    [
      "facts of an image missing",
      [{ ...image("i", 1, 1), height: undefined }],
      {},
      ["REQUIRED /job/files/0/height"],
    ],
    [
      "facts of another kind",
      [pdf("a", 1, { width: 5 })],
      {},
      ["UNKNOWN_FIELD /job/files/0/width"],
    ],
    ["no pages", [pdf("a", 0)], {}, ["RANGE /job/files/0/pages"]],
    ["a date that is none", FILES, { date: "2026-02-30T00:00:00Z" }, ["FORM /job/options/date"]],
    [
      "an angle",
      FILES,
      { parts: [{ file: "a", rotate: 45 }] },
      ["ENUM /job/options/parts/0/rotate"],
    ],
    [
      "members that nobody reads",
      FILES,
      { toc: { titel: "x" }, password: "x" },
      ["UNKNOWN_FIELD /job/options/password", "UNKNOWN_FIELD /job/options/toc/titel"],
    ],
    [
      "numbers beyond their bounds",
      FILES,
      { pageNumbers: { fontSize: 3 }, watermark: { text: "x", opacity: 2 } },
      ["RANGE /job/options/pageNumbers/fontSize", "RANGE /job/options/watermark/opacity"],
    ],
    [
      "pages",
      FILES,
      {
        parts: [
          { file: "a", pages: "1-5" },
          { file: "a", pages: "1;2" },
        ],
      },
      [
        "PAGE_OUT_OF_RANGE /job/options/parts/0/pages",
        "PAGE_RANGE_SYNTAX /job/options/parts/1/pages",
      ],
    ],
    [
      "too many pages to make",
      [pdf("a", 10_000)],
      { parts: [{ file: "a" }, { file: "a", pages: "1" }] },
      ["LIMIT_EXCEEDED /job/options/parts"],
    ],
    [
      "too many pages to read",
      [pdf("a", 9999), pdf("b", 2)],
      { parts: [{ file: "b" }] },
      ["LIMIT_EXCEEDED /job/files"],
    ],
    [
      "too many outputs",
      [pdf("a", 2001)],
      { split: "every", every: 1 },
      ["LIMIT_EXCEEDED /job/options/every"],
    ],
    [
      "a file too large",
      [pdf("a", 1, { bytes: 3e8 + 1 })],
      {},
      ["LIMIT_EXCEEDED /job/files/0/bytes"],
    ],
  ])("%s", (_, files, options, errors) => {
    const found = errorsOf(files, options);
    expect(found.errors?.toSorted()).toEqual(errors);
    const isInvalid = errors.some((entry) =>
      /^(?:RANGE|FORM|REQUIRED|ENUM|UNKNOWN_FIELD) /.test(entry),
    );
    expect(found.error).toBe(isInvalid ? "TOOL_INPUT_INVALID" : errors[0]?.split(" ")[0]);
  });

  test("the message has the item and the page count", () => {
    const error = errorOf(jobOf(FILES, { parts: [{ file: "a", pages: "1, 9" }] }));
    expect(error?.message).toBe('Cannot read the pages: found "9", expected pages from 1 to 4');
  });

  test("verifying without a manifest, and jobs of others", () => {
    expect(errorOf({ ...jobOf(FILES), action: "verify" })?.code).toBe("MANIFEST_MISSING");
    expect(errorsOf(FILES, {}, { kit: "x" }).error).toBe("JOB_KIT_MISMATCH");
    expect(errorsOf(FILES, {}, { version: 2 }).error).toBe("JOB_VERSION_UNSUPPORTED");
    expect(errorsOf([...FILES, ...FILES]).error).toBe("DUPLICATE_FILE_ID");
  });
});

describe("verifying", () => {
  const input = jobOf([pdf("a", 2), pdf("b", 1)], { split: "every", every: 2 });
  const { jobSha256 } = valueOf(input);
  const made = (name: string, more: object = {}) => ({
    name,
    mediaType: "application/pdf",
    bytes: 10,
    sha256: "ab".repeat(32),
    from: name.endsWith("1.pdf") ? ["a"] : ["b"],
    pages: name.endsWith("1.pdf") ? 2 : 1,
    bookmarks: 1,
    reopened: true,
    ...more,
  });
  const verified = (outputs: readonly object[], of: object = input) =>
    valueOf({
      ...of,
      manifest: {
        kit: ID,
        version: 1,
        jobSha256,
        status: "complete",
        engine: [],
        inputs: ["a", "b"].map((id) => ({ id, bytes: 1000, sha256: "cd".repeat(32) })),
        outputs,
        problems: [],
      },
    });

  test("as planned", () => {
    const value = verified([made("delivery-001.pdf"), made("delivery-002.pdf")]);
    expect(value.verification?.counts).toEqual({
      match: 2,
      missing: 0,
      unexpected: 0,
      mismatch: 0,
    });
    expect(value.deliverables.map(({ name }) => name)).toEqual([
      "job.json",
      "manifest.json",
      "SHA256SUMS",
      "contents.md",
    ]);
  });

  test("pages and bookmarks differ, or nobody opened it again", () => {
    const { verification } = verified([
      made("delivery-001.pdf", { pages: 1, bookmarks: 0 }),
      made("delivery-002.pdf", { reopened: false, bytes: 0, from: ["a"], mediaType: "text/plain" }),
    ]);
    expect(verification?.entries.map(({ problems }) => problems)).toEqual([
      ["BOOKMARK_COUNT", "PAGE_COUNT"],
      ["NOT_REOPENED", "OUTPUT_EMPTY", "OUTPUT_SOURCE", "OUTPUT_TYPE"],
    ]);
  });

  test("with outlines of the sources nobody knows how many bookmarks there will be", () => {
    const nested = jobOf([pdf("a", 2), pdf("b", 1)], {
      split: "every",
      every: 2,
      bookmarks: "nested",
    });
    const value = verified(
      [made("delivery-001.pdf", { bookmarks: 7 }), made("delivery-002.pdf")],
      nested,
    );
    expect(value.counts.byCode).toEqual({ JOB_MISMATCH: 1, INPUT_NOT_PINNED: 2 });
  });
});

test("contents.md has a row for each bookmark, whatever the titles hold", () => {
  const titles = ["مرحبا", "a | b", "*x* [y](z)", "<b>"];
  const parts = titles.map((title) => ({ file: "a", title }));
  const page = fileOf(valueOf(jobOf([pdf("a", 1)], { parts })), "contents.md");
  const rows = new MarkdownIt()
    .render(page)
    .split("<tr>")
    .slice(2)
    .map((row) => [...row.matchAll(/<td>([^]*?)<\/td>/g)].map(([, cell]) => cell));
  expect(rows).toEqual(
    titles.map((title, index) => [
      title.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
      "delivery.pdf",
      String(index + 1),
    ]),
  );
});

const hasQpdf = spawnSync("qpdf", ["--version"]).status === 0;

describe.skipIf(!hasQpdf)("assemble.sh", () => {
  /** Pages that are told apart by their widths. */
  async function pdfBytes(base: number, pages: number): Promise<Uint8Array> {
    const made = await PDFDocument.create();
    for (let page = 1; page <= pages; page++) made.addPage([base + page, 100]);
    return made.save();
  }

  async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "assemble-"));
    try {
      await work(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  const script = (folder: string, input: object, env: Readonly<Record<string, string>> = {}) => {
    writeFileSync(join(folder, "assemble.sh"), fileOf(valueOf(input), "assemble.sh"));
    const options = { encoding: "utf8", env: { ...process.env, ...env } } as const;
    const { status, stderr } = spawnSync("sh", [join(folder, "assemble.sh")], options);
    return { status, stderr };
  };

  const made = async (folder: string, name: string) => {
    const document = await PDFDocument.load(readFileSync(join(folder, "assembled", name)));
    return document.getPages().map((page) => {
      const angle = page.getRotation().angle;
      return `${page.getWidth()}${angle === 0 ? "" : `+${angle}`}`;
    });
  };

  const worked = (name: string, work: () => Promise<void>) => test(name, work, TIMEOUT_MS);

  worked("makes the pages that were planned, of names of every kind", async () => {
    await inFolder(async (folder) => {
      const NAMES = ["it's a $(report).pdf", "-@x.pdf", "locked.pdf"];
      const [a, b, c] = NAMES;
      writeFileSync(join(folder, a ?? ""), await pdfBytes(100, 5));
      writeFileSync(join(folder, b ?? ""), await pdfBytes(200, 3));
      writeFileSync(join(folder, "open.pdf"), await pdfBytes(300, 2));
      writeFileSync(join(folder, "note.txt"), "see this");
      spawnSync("qpdf", ["--encrypt", "se cret", "se cret", "256", "--", "open.pdf", c ?? ""], {
        cwd: folder,
      });
      const files = [
        pdf("a", 5, { name: a }),
        pdf("b", 3, { name: b }),
        pdf("c", 2, { name: c, encrypted: true }),
        image("i", 10, 10),
        text("note"),
      ];
      const parts = [
        { file: "a", pages: "5,1-2", title: "A" },
        { file: "i", title: "I" },
        { file: "b", pages: "z-2", rotate: 90, title: "B", oddStart: true },
        { file: "c", pages: "even", rotate: 270 },
        { file: "a", pages: "3", rotate: 90 },
      ];
      const options = {
        parts,
        attachments: ["note"],
        toc: {},
        paper: "a4",
        metadata: { title: "T" },
      };
      const input = jobOf(files, options, { name: "locked" });
      const locked = script(folder, input);
      expect(locked.status).not.toBe(0);
      expect(locked.stderr).toContain("PASSWORD_3");
      expect(script(folder, input, { PASSWORD_3: "se cret" })).toEqual({ status: 0, stderr: "" });
      const planned = planOf(files, options).outputs.flatMap(pagesOf);
      const bases: Readonly<Record<string, number>> = { a: 100, b: 200, c: 300 };
      const wanted = planned
        .filter((page) => /^[abc]\d/.test(page))
        .map((page) =>
          page.replace(
            /^([abc])(\d)/,
            (_, file, number) => `${(bases[file] ?? 0) + Number(number)}`,
          ),
        );
      expect(await made(folder, "locked.pdf")).toEqual(wanted);
      const { stdout } = spawnSync("qpdf", ["--show-attachment=note.txt", "assembled/locked.pdf"], {
        cwd: folder,
      });
      expect(String(stdout)).toBe("see this");
      const notes = readFileSync(join(folder, "assemble.sh"), "utf8").match(/^# Left out: .*$/gm);
      expect(notes?.map((note) => note.slice(12).replace(/[ ,:(].*$/, ""))).toEqual([
        "the",
        "blank",
        "the",
        "the",
        "bookmarks",
        "title",
      ]);
    });
  });

  worked("files of one name, and one file for each part", async () => {
    await inFolder(async (folder) => {
      for (const [id, base] of [
        ["a", 100],
        ["b", 200],
      ] as const) {
        mkdirSync(join(folder, id));
        writeFileSync(join(folder, id, "scan.pdf"), await pdfBytes(base, 2));
      }
      const files = [pdf("a", 2, { name: "scan.pdf" }), pdf("b", 2, { name: "scan.pdf" })];
      const input = jobOf(files, { split: "parts" });
      expect(script(folder, input)).toEqual({ status: 0, stderr: "" });
      expect(await made(folder, "01-scan.pdf")).toEqual(["101", "102"]);
      expect(await made(folder, "02-scan.pdf")).toEqual(["201", "202"]);
    });
  });
});

test(
  "any job is planned whole, and its plan verifies",
  () => {
    const part = fc.record(
      {
        file: fc.constantFrom("a", "b", "i"),
        pages: fc.constantFrom("all", "1", "odd", "z-1", "1,1", "r1"),
        rotate: fc.constantFrom(0, 90, 180, 270),
        title: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
        oddStart: fc.boolean(),
      },
      { requiredKeys: ["file"] },
    );
    const options = fc.record(
      {
        parts: fc.array(part, { minLength: 1, maxLength: 8 }),
        toc: fc.constantFrom(null, {}),
        split: fc.constantFrom("one", "parts", "every"),
        every: fc.integer({ min: 1, max: 6 }),
        pageNumbers: fc.constantFrom(null, {}, { from: 3, start: 7 }),
        bookmarks: fc.constantFrom("parts", "none", "nested"),
        paper: fc.constantFrom("keep", "a4"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(options, (given) => {
        const input = jobOf([pdf("a", 7), pdf("b", 2), image("i", 90, 40)], given);
        for (const { holds } of kit.laws ?? [])
          expect(holds(run as never, input as never)).toBe(true);
      }),
      { numRuns: 15 },
    );
  },
  TIMEOUT_MS,
);
