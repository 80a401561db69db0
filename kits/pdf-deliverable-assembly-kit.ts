import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { pagesOf } from "../tools/_lib/formats/page-ranges.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import deliver from "../tools/artifact-delivery-manifest.ts";
import computeDensity from "../tools/dpi-ppi-calculator.ts";
import verifyList from "../tools/file-hash-checksum-verifier.ts";
import slugify from "../tools/slug-generator.ts";
import {
  FILE_UNKNOWN,
  inOrder,
  JOB_FAILURES,
  jobProblems,
  jobSha256,
  jobShape,
  PAGE_LIMITS,
} from "./_core/file-job.ts";
import { fileKitFields, fileKitMembers, manifestToVerify, refused } from "./_core/file-kit.ts";
import {
  MANIFEST_FAILURES,
  MANIFEST_WARNINGS,
  manifestShape,
  PLANNED_FAILURES,
} from "./_core/file-manifest.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import { assemblePlan } from "./pdf-deliverable-assembly-kit/assemble.ts";
import { checkFiles, kindOf, readJob } from "./pdf-deliverable-assembly-kit/check.ts";
import { writeContents, writePlanFiles } from "./pdf-deliverable-assembly-kit/files.ts";
import { LONGEST_TITLE, nameFiles, titleOf } from "./pdf-deliverable-assembly-kit/names.ts";
import { judgeResolution } from "./pdf-deliverable-assembly-kit/resolution.ts";
import { verifyWork } from "./pdf-deliverable-assembly-kit/verify.ts";

const ID = "pdf-deliverable-assembly-kit";
const NAME = "PDF Deliverable Assembly Kit";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...JOB_FAILURES,
  ...FILE_UNKNOWN,
  ...MANIFEST_FAILURES,
  ...PLANNED_FAILURES,
  PAGE_RANGE_SYNTAX: "A text of pages cannot be read",
  PAGE_OUT_OF_RANGE: "A text names a page that its file does not have",
  PAGE_COUNT: "A finished file has more or fewer pages than planned",
  BOOKMARK_COUNT: "A finished file has more or fewer bookmarks than planned",
  NOT_REOPENED: "A finished file was not opened and read again",
  STAGE_FAILED: "A tool could not do its part",
  PDF_DELIVERABLE_ASSEMBLY_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...MANIFEST_WARNINGS,
  FILE_UNUSED: "A file is neither a part nor an attachment",
  ENCRYPTED_SOURCE: "A file needs its password to be opened",
  IMAGE_LOW_RESOLUTION: "An image has too few pixels for the paper",
} as const;

const CLOSED = { additionalProperties: false };
const COUNT = Type.Integer({ minimum: 0 });

const textOrNull = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Null()], { description, default: null });

const PIXELS = Type.Optional(
  Type.Integer({ description: "Of an image, upright, which needs it", minimum: 1, maximum: 1e6 }),
);

const FACTS = {
  pages: Type.Optional(
    Type.Integer({ description: "Of a PDF, which needs it", minimum: 1, maximum: 10_000 }),
  ),
  encrypted: Type.Optional(Type.Boolean({ description: "Of a PDF; false, if left out" })),
  width: PIXELS,
  height: PIXELS,
};

const ROTATE = Type.Union(
  [Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)],
  { description: "Degrees, clockwise", default: 0 },
);

const TITLE = { minLength: 1, maxLength: LONGEST_TITLE };

const PART = Type.Object(
  {
    file: Type.String({ description: "Id of a file" }),
    pages: Type.String({
      description: "1-3,5 or 5- or -2 or z-1; r2 is the second from the end; all, odd, even",
      default: "all",
    }),
    rotate: ROTATE,
    title: Type.Optional(Type.String(TITLE)),
    oddStart: Type.Boolean({ description: "It begins on an odd page", default: false }),
  },
  CLOSED,
);

const TOC = Type.Object({ title: Type.String({ ...TITLE, default: "Contents" }) }, CLOSED);

const POSITIONS = ["top", "bottom"].flatMap((edge) =>
  ["left", "center", "right"].map((side) => `${edge}-${side}`),
);

const PAGE_NUMBERS = Type.Object(
  {
    format: Type.String({
      description: "{n} is the number, {total} the last one",
      minLength: 1,
      maxLength: 100,
      default: "{n} / {total}",
    }),
    position: oneOf(POSITIONS, { default: "bottom-center" }),
    start: Type.Integer({ description: "The first number", minimum: 0, maximum: 1e6, default: 1 }),
    from: Type.Integer({
      description: "The first page that shows one",
      minimum: 1,
      maximum: 10_000,
      default: 1,
    }),
    fontSize: Type.Number({ minimum: 4, maximum: 48, default: 9 }),
    margin: Type.Number({ description: "In points", minimum: 0, maximum: 200, default: 24 }),
  },
  CLOSED,
);

const WATERMARK = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 100 }),
    opacity: Type.Number({ minimum: 0.02, maximum: 1, default: 0.15 }),
    angle: Type.Number({
      description: "Degrees, counter-clockwise",
      minimum: -360,
      maximum: 360,
      default: 45,
    }),
    fontSize: Type.Number({ minimum: 6, maximum: 200, default: 48 }),
  },
  CLOSED,
);

const METADATA = Type.Object(
  {
    title: textOrNull(1000, "Shown in place of the file's name"),
    author: textOrNull(1000, "Who wrote it"),
    subject: textOrNull(1000, "What it is about"),
    language: textOrNull(100, "Its BCP 47 tag"),
    keywords: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, default: [] }),
  },
  { ...CLOSED, description: "What the file says of itself", default: {} },
);

const OPTIONS = Type.Object(
  {
    parts: Type.Optional(
      Type.Array(PART, {
        description: "In their order; all files that are no attachments, if left out",
        minItems: 1,
        maxItems: 500,
      }),
    ),
    paper: oneOf(["keep", "a4", "letter"], {
      description: "Pages are scaled to fit and centred",
      default: "keep",
    }),
    imageDpi: Type.Integer({
      description: "How large images are where the paper is kept",
      minimum: 36,
      maximum: 1200,
      default: 150,
    }),
    bookmarks: oneOf(["parts", "nested", "none"], {
      description: "nested: the outlines of the sources, too, one level down",
      default: "parts",
    }),
    toc: Type.Union([TOC, Type.Null()], {
      description: "Contents pages, 40 lines each",
      default: null,
    }),
    pageNumbers: Type.Union([PAGE_NUMBERS, Type.Null()], {
      description: "A number on each page",
      default: null,
    }),
    watermark: Type.Union([WATERMARK, Type.Null()], {
      description: "A text across each page",
      default: null,
    }),
    metadata: METADATA,
    date: textOrNull(40, "RFC 3339: when it was made and changed; none is written, if left out"),
    split: oneOf(["one", "parts", "every"], {
      description: "One file, one for each part, or pieces of `every` pages",
      default: "one",
    }),
    every: Type.Integer({ description: "Pages a piece", minimum: 1, maximum: 1000, default: 10 }),
    attachments: Type.Array(Type.String(), {
      description: "Ids of files that are embedded in the first output",
      maxItems: 50,
      uniqueItems: true,
      default: [],
    }),
  },
  { ...CLOSED, default: {} },
);

const JOB = jobShape(FACTS, OPTIONS);

const MANIFEST = manifestShape({
  pages: COUNT,
  bookmarks: COUNT,
  reopened: Type.Boolean({ description: "The finished bytes were read again by another program" }),
});

const INPUT = Type.Object(fileKitFields(JOB, MANIFEST));

const PAGE = Type.Integer({ minimum: 1 });
const PAGE_OR_NULL = Type.Union([PAGE, Type.Null()]);

const OUTPUT = Type.Object({
  name: Type.String(),
  mediaType: Type.String(),
  from: Type.Array(Type.String(), { description: "Ids of files, in the order of first use" }),
  pages: PAGE,
  runs: Type.Array(
    Type.Object({
      kind: oneOf(["page", "blank", "toc"]),
      first: PAGE,
      last: PAGE,
      file: Type.Union([Type.String(), Type.Null()]),
      sourceFirst: PAGE_OR_NULL,
      sourceLast: PAGE_OR_NULL,
      rotate: ROTATE,
    }),
    { description: "Pages of one source that rise or fall by one, in the order of the output" },
  ),
  bookmarks: Type.Array(Type.Object({ title: Type.String(), page: PAGE, level: PAGE })),
  numbering: Type.Union(
    [
      Type.Object({ first: PAGE, last: PAGE, firstText: Type.String(), lastText: Type.String() }),
      Type.Null(),
    ],
    { description: "Which pages show a number" },
  ),
});

const PLAN = Type.Object({
  outputs: Type.Array(OUTPUT),
  totals: Type.Object({
    files: COUNT,
    outputs: COUNT,
    pages: COUNT,
    blankPages: COUNT,
    tocPages: COUNT,
  }),
});

const VALUE = kitValue(fileKitMembers(PLAN), { outputs: COUNT, pages: COUNT });

type Given = Static<typeof JOB>;
type Options = Given["options"];

/** The job as it is kept: digests in lower case, and all parts written out. */
export type Job = Omit<Given, "options"> & {
  readonly options: Omit<Options, "parts"> & { readonly parts: readonly Part[] };
};
export type JobFile = Job["files"][number];
export type Part = NonNullable<Options["parts"]>[number];
export type PlanValue = Static<typeof PLAN>;
export type Manifest = Static<typeof MANIFEST>;

type Value = Static<typeof VALUE>;
type Problem = Entry<keyof typeof FAILURES>;
type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const STAGES = {
  check: null,
  names: slugify,
  assemble: null,
  resolution: computeDensity,
  inputs: verifyList,
  outputs: null,
  checksums: deliver,
} as const;

const USES = [deliver, computeDensity, verifyList, slugify] as const;

/** What all stages have at hand. */
export interface Work {
  readonly job: Job;
  readonly jobSha256: string;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

const LIMITS = { ...PAGE_LIMITS, bytesEach: 300e6 };

const REPORT = {
  id: "a",
  name: "Annual report.pdf",
  bytes: 482_113,
  mediaType: "application/pdf",
  pages: 10,
} as const;

const APPENDIX = {
  id: "b",
  name: "Appendix.pdf",
  bytes: 90_214,
  mediaType: "application/pdf",
  pages: 4,
} as const;

const SCAN = {
  id: "scan",
  name: "Signed page.jpg",
  bytes: 81_200,
  mediaType: "image/jpeg",
  width: 800,
  height: 1131,
} as const;

const SHA256 = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Plans and verifies one clean PDF from many: pages merged, cut, turned, numbered and bookmarked on the kit's page, where no file is uploaded.",
  keywords: [
    "acrobat",
    "assembly",
    "board pack",
    "bookmarks",
    "combine pdf",
    "delete pages",
    "extract pages",
    "join pdf",
    "merge pdf",
    "page numbers",
    "page ranges",
    "pdf",
    "pdftk",
    "qpdf",
    "reorder pages",
    "rotate",
    "split pdf",
    "table of contents",
    "watermark",
  ],
  aliases: ["pdf-assembly-kit", "pdf-merge-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "job",
  value: VALUE,
  verb: "assemble",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "merge pdf files into one",
    "combine several pdfs and scans into one document",
    "board pack from many pdf files with page numbers",
    "split a pdf into pieces of ten pages",
    "one pdf file for each chapter",
    "extract pages 3 to 7 of a pdf",
    "rotate pages of a pdf and save it",
    "delete pages from a pdf",
    "reorder the pages of a pdf",
    "add bookmarks to a merged pdf",
    "table of contents page with links for a bundle of pdfs",
    "page numbers on a merged pdf starting at page 2",
    "watermark draft across every page of a pdf",
    "court bundle or evidence bundle with continuous page numbers",
    "tender documents as a single file with a table of contents",
    "put jpeg scans and pdfs in one file without uploading them",
    "merge confidential pdfs offline in the browser",
    "chapters must start on a right-hand page, blank page in between",
    "attach a spreadsheet to a pdf",
    "qpdf command for a page order",
    "the merged pdf has a page missing, check it against the plan",
    "is this scan good enough to print on a4",
    "same pdf bytes every time it is assembled, no creation date",
    "set title and author of a pdf",
    "pdf zusammenfügen ohne hochladen",
    "seiten aus pdf entfernen und nummerieren",
    "fusionner des pdf et numéroter les pages",
    "unir varios pdf en uno con índice",
    "объединить pdf файлы в один",
    "合并 pdf 并 添加 页码 和 目录",
    "application: cover letter, cv and certificates in one file",
    "scanner put the pages upside down and in the wrong order",
    "landlord wants all bills of the year as a single document with numbers at the foot",
    "take only the signed page out of a contract",
    "first the minutes, then the annexes, each with its entry in the side bar",
    "pdftk, qpdf, ilovepdf, smallpdf, pdfsam, adobe acrobat combine, pypdf, ghostscript, bates numbering",
    "join, trim, rotate, paginate and outline portable documents, then check the result",
    "juntar pdf em um só, girar e numerar páginas",
    "PDF を結合してページ番号を付ける",
  ],
  effort: 3,
  browser: true,

  laws: [
    filesLaw,
    {
      name: "runs are exactly the pages of an output, in their order",
      holds(run, input) {
        return outputsOf(run(input)).every(({ runs, pages }) => {
          let next = 1;
          for (const { first, last, kind, sourceFirst, sourceLast } of runs) {
            if (first !== next || last < first) return false;
            const length = Math.abs((sourceLast ?? 0) - (sourceFirst ?? 0));
            if (kind === "page" && length !== last - first) return false;
            next = last + 1;
          }
          return next === pages + 1;
        });
      },
    },
    {
      name: "the pages of all pieces are those of the uncut file",
      holds(run, input) {
        const { job } = input;
        if (typeof job !== "object") return true;
        const pagesWith = (split: Options["split"]) => {
          const options = { ...job.options, split, every: 3 };
          const outputs = outputsOf(run({ job: { ...job, options }, action: "plan" }));
          return outputs.flatMap(({ runs }) => runs.flatMap(sourcesOf)).join();
        };
        return pagesWith("every") === pagesWith("one");
      },
    },
    {
      name: "the plan does not depend on sizes and digests",
      holds(run, input) {
        const { job } = input;
        if (typeof job !== "object" || !Array.isArray(job.files)) return true;
        const files = job.files.map((file) => ({ ...file, bytes: 1, sha256: SHA256 }));
        const planOf = (of: object) =>
          JSON.stringify(outputsOf(run({ ...input, job: of } as never)));
        const isTooLarge = job.files.some(({ bytes = 0 }) => !(bytes <= 1e6));
        return isTooLarge || planOf({ ...job, files }) === planOf(job);
      },
    },
    {
      name: "what is made as planned verifies",
      holds(run, input) {
        const { job } = input;
        const planned = run({ job, action: "plan" } as never).value as Value | undefined;
        if (!planned?.plan) return true;
        const { value } = run({ job, manifest: manifestOf(planned) } as never);
        const { counts } = (value as Value).verification ?? {};
        return counts?.match === planned.plan.outputs.length;
      },
    },
  ],
  examples: [
    {
      title: "A board pack: pages of two files, the second turned, numbers from page 2",
      input: {
        job: {
          kit: ID,
          version: 1,
          name: "Board pack",
          files: [REPORT, APPENDIX],
          options: {
            parts: [
              { file: "a", pages: "1-3,5", title: "Report" },
              { file: "b", pages: "z-2", rotate: 90, title: "Appendix" },
            ],
            pageNumbers: { from: 2 },
          },
        },
      },
      expect: {
        ok: true,
        value: {
          verdict: "pass",
          plan: { totals: { files: 2, outputs: 1, pages: 7 } },
          counts: { byCode: { PAGES_UNUSED: 2 } },
        },
      },
    },
    {
      title: "A scan on A4 and contents pages, parts on odd pages",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [APPENDIX, SCAN],
          options: {
            paper: "a4",
            toc: {},
            parts: [
              { file: "b", title: "Appendix", oddStart: true },
              { file: "scan", title: "Signed page", oddStart: true },
            ],
          },
        },
      },
      expect: {
        ok: true,
        value: {
          verdict: "review",
          plan: { totals: { pages: 7, blankPages: 1, tocPages: 1 } },
          counts: { byCode: { IMAGE_LOW_RESOLUTION: 1 } },
        },
      },
    },
    {
      title: "The report of finished work: a page is missing",
      input: {
        job: { kit: ID, version: 1, files: [{ ...APPENDIX, sha256: SHA256 }], options: {} },
        manifest: {
          kit: ID,
          version: 1,
          jobSha256: "0000000000000000000000000000000000000000000000000000000000000000",
          status: "complete",
          engine: [{ name: "@cantoo/pdf-lib", version: "2.11.1" }],
          inputs: [{ id: "b", bytes: APPENDIX.bytes, sha256: SHA256 }],
          outputs: [
            {
              name: "delivery.pdf",
              mediaType: "application/pdf",
              bytes: 88_201,
              sha256: SHA256,
              from: ["b"],
              pages: 3,
              bookmarks: 1,
              reopened: true,
            },
          ],
          problems: [],
        },
      },
      expect: {
        ok: true,
        value: {
          verdict: "fail",
          verification: { counts: { mismatch: 1 } },
          counts: { byCode: { JOB_MISMATCH: 1, PAGE_COUNT: 1 } },
        },
      },
    },
    {
      title: "A page that its file does not have",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [APPENDIX],
          options: { parts: [{ file: "b", pages: "1-5" }] },
        },
      },
      expect: {
        ok: false,
        errors: [{ code: "PAGE_OUT_OF_RANGE", path: "/job/options/parts/0/pages" }],
      },
    },
  ],

  run(input, ctx): Result {
    const { failOn } = input;
    const job = normalJob(input.job);
    const { manifest, problems: missing } = manifestToVerify(input);
    const { parts, problems } = readJob(job, input.job.options.parts !== undefined);
    const [first, ...others] = [
      ...jobProblems(job, ID, LIMITS),
      ...problems,
      ...missing,
    ] as Problem[];
    if (first) return refused([first, ...others]);
    const report = new KitReport(ID, NAME, STAGES);
    const work: Work = { job, jobSha256: jobSha256(job), ctx, report };
    checkFiles(parts, work);
    const plan = assemblePlan(parts, nameFiles(parts, work), work);
    judgeResolution(parts, work);
    if (manifest === null) {
      for (const stage of ["inputs", "outputs", "checksums"] as const)
        report.skipped(stage, "The field `manifest` takes what the page reports at the end");
      writePlanFiles(plan, work);
      return concluded(plan, work, failOn);
    }
    const verification = verifyWork(plan, inOrder(MANIFEST, manifest), work);
    writeContents(plan, work);
    return concluded(plan, work, failOn, verification);
  },
});

/** Digests in lower case, parts for all that is to be assembled, and members in the order of their documentation. */
function normalJob(given: Given): Job {
  const files = given.files.map((file) => ({
    ...file,
    ...(file.sha256 === undefined ? {} : { sha256: file.sha256.toLowerCase() }),
    ...(kindOf(file) === "pdf" ? { encrypted: file.encrypted ?? false } : {}),
  }));
  const attached = new Set(given.options.attachments);
  const parts =
    given.options.parts ??
    files
      .filter(({ id }) => !attached.has(id))
      .map(({ id: file, name }) => {
        return { file, pages: "all", rotate: 0 as const, title: titleOf(name), oddStart: false };
      });
  return inOrder(JOB, { ...given, files, options: { ...given.options, parts } }) as Job;
}

function concluded(
  plan: PlanValue,
  { job, jobSha256: sha256, report }: Work,
  failOn: Static<typeof INPUT>["failOn"],
  verification?: Value["verification"],
): Result {
  const { files, outputs, pages } = plan.totals;
  const { match = 0 } = verification?.counts ?? {};
  const checked = verification === undefined ? [] : [`${match} as planned`];
  const figures = [counted(files, "file"), counted(outputs, "output"), counted(pages, "page")];
  return report.conclude({
    value: {
      job,
      jobSha256: sha256,
      plan,
      ...(verification === undefined ? {} : { verification }),
    },
    counts: { outputs, pages },
    failOn,
    output: { figures: [...figures, ...checked].join(", "), next: nextSteps(report, verification) },
  });
}

function nextSteps(report: Work["report"], verification: Value["verification"]): string[] {
  if (verification === undefined)
    return [
      "Load `job.json` on the page of this kit, add the files, and press Run: no file leaves the browser.",
      "Or run `assemble.sh` beside the files, where qpdf is: it says at its top what it leaves out.",
      "Give the `manifest.json` of the finished work back with this job: it is verified against the plan.",
    ];
  return report.verdict === "fail"
    ? ["Run the work again: the findings say which file is not as planned."]
    : [
        "Hand over the files with `SHA256SUMS`, and keep `job.json` and `manifest.json` as evidence.",
      ];
}

function outputsOf({ value }: { readonly value?: unknown }): PlanValue["outputs"] {
  return (value as Partial<Value> | undefined)?.plan?.outputs ?? [];
}

function sourcesOf(run: PlanValue["outputs"][number]["runs"][number]): string[] {
  const { kind, first, last, file, sourceFirst, sourceLast, rotate } = run;
  if (sourceFirst === null || sourceLast === null)
    return Array.from({ length: last - first + 1 }, () => kind);
  const pages = pagesOf([{ first: sourceFirst, last: sourceLast, step: 1 }]);
  return [...pages].map((page) => `${file} ${page} ${rotate}`);
}

/** As the page would write it, had it made what was planned. */
function manifestOf({ job, jobSha256: sha256, plan }: Value): Manifest {
  const { kit, version, files } = job as Job;
  return {
    kit,
    version: version as 1,
    jobSha256: sha256,
    status: "complete",
    engine: [],
    inputs: files.map(({ id, bytes, sha256: own = SHA256 }) => ({ id, bytes, sha256: own })),
    outputs: plan.outputs.map(({ name, mediaType, from, pages, bookmarks }) => ({
      name,
      mediaType,
      bytes: 1,
      sha256: SHA256,
      from,
      pages,
      bookmarks: bookmarks.length,
      reopened: true,
    })),
    problems: [],
  };
}
