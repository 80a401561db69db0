import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import deliver from "../tools/artifact-delivery-manifest.ts";
import verifyList from "../tools/file-hash-checksum-verifier.ts";
import draw, { LAYOUTS, LOOKS, THEMES } from "../tools/mermaid-renderer.ts";
import makeSlugs from "../tools/slug-generator.ts";
import {
  FILE_UNKNOWN,
  inOrder,
  JOB_FAILURES,
  jobProblems,
  jobSha256,
  jobShape,
  PAGE_LIMITS,
} from "./_core/file-job.ts";
import {
  fileKitFields,
  fileKitMembers,
  listChecksums,
  manifestToVerify,
  refused,
  verifyInputs,
  verifyOutputs,
  writePlanned,
  writeVerified,
} from "./_core/file-kit.ts";
import {
  MANIFEST_FAILURES,
  MANIFEST_WARNINGS,
  manifestShape,
  PLANNED_FAILURES,
  type Verification,
} from "./_core/file-manifest.ts";
import { filesLawBut } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  diagramOfEach,
  diagramProblems,
  idOf,
  LONGEST_SOURCE,
  MOST_DIAGRAMS,
  planOutputs,
} from "./mermaid-diagram-delivery-kit/diagrams.ts";
import { type MarkdownText, readMarkdown } from "./mermaid-diagram-delivery-kit/fences.ts";
import { writeFiles } from "./mermaid-diagram-delivery-kit/files.ts";
import { redraw, redrawProblems, tellRedrawing } from "./mermaid-diagram-delivery-kit/redraw.ts";

const ID = "mermaid-diagram-delivery-kit";
const NAME = "Mermaid Diagram Delivery Kit";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...JOB_FAILURES,
  ...FILE_UNKNOWN,
  ...MANIFEST_FAILURES,
  ...PLANNED_FAILURES,
  NO_DIAGRAMS: "There are no diagrams, and no mermaid fence in the document",
  DUPLICATE_DIAGRAM_ID: "Two diagrams have one id",
  MERMAID_SYNTAX: "A source is not written as its diagram needs it",
  DIAGRAM_UNKNOWN: "The first word of a source names no diagram",
  DIAGRAM_UNSUPPORTED: "A diagram is of a kind that is not drawn here",
  DIAGRAM_EMPTY: "A source has nothing to draw",
  DIAGRAM_TOO_LARGE: "A diagram has more edges, nodes, messages or text than can be laid out",
  PNG_TOO_LARGE: "A PNG would have more pixels than are drawn at that scale",
  THEME_VALUE_INVALID: "The background, or a theme variable of a source, is no colour",
  OUTPUT_DIFFERS: "An output has other bytes than the renderer draws",
  OUTPUT_SIZE: "An output is told with another size than it has",
  STAGE_FAILED: "A tool could not do its part",
  MERMAID_DIAGRAM_DELIVERY_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...MANIFEST_WARNINGS,
  ...draw.warnings,
  ALT_MISSING: "A diagram has no words for those who cannot see it",
  ALT_LONG: "An alt text has more than 250 characters",
  FENCE_DIFFERS: "A fence of the document has another source than the diagram that replaces it",
} as const;

const FORMATS = ["svg", "png"] as const;

const text = (description: string, maxLength: number) =>
  Type.Optional(Type.String({ description, minLength: 1, maxLength }));

const DIAGRAM = Type.Object(
  {
    id: Type.String({
      description: "Its name within the job",
      pattern: "^[a-z0-9][a-z0-9-]{0,39}$",
    }),
    source: Type.String({ description: "Mermaid", minLength: 1, maxLength: LONGEST_SOURCE }),
    file: Type.Optional(Type.String({ description: "Id of the file that it was read from" })),
    title: text("The source's own, or the heading, if left out", 120),
    alt: text("For those who cannot see it; the source's accDescr, if left out", 500),
    heading: Type.Optional(Type.String({ description: "Above it in a document" })),
    theme: Type.Optional(oneOf(THEMES, { description: "As the option, if left out" })),
    look: Type.Optional(oneOf(LOOKS, { description: "As the option, if left out" })),
    layout: Type.Optional(oneOf(LAYOUTS, { description: "As the option, if left out" })),
  },
  { additionalProperties: false },
);

const OPTIONS = Type.Object(
  {
    diagrams: Type.Optional(
      Type.Array(DIAGRAM, {
        description: "What is drawn; the fences of `document`, if left out",
        minItems: 1,
        maxItems: MOST_DIAGRAMS,
      }),
    ),
    document: Type.Union([Type.String({ maxLength: 80_000 }), Type.Null()], {
      description: "Markdown whose mermaid fences are to be pictures",
      default: null,
    }),
    formats: Type.Array(oneOf(FORMATS), {
      description: "The first is the one that documents show",
      minItems: 1,
      uniqueItems: true,
      default: ["svg", "png"],
    }),
    scales: Type.Array(Type.Number({ minimum: 0.25, maximum: 4 }), {
      description: "Of PNG: pixels per unit",
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
      default: [1, 2],
    }),
    theme: oneOf(THEMES, { description: "Colours", default: "default" }),
    look: oneOf(LOOKS, { description: "Strokes", default: "classic" }),
    layout: oneOf(LAYOUTS, { description: "Of graph-like diagrams", default: "dagre" }),
    background: Type.String({ description: "A CSS colour, or transparent", default: "white" }),
    keepSource: Type.Boolean({
      description: "The source stays below its picture, folded",
      default: true,
    }),
    baseUrl: Type.String({
      description: "Of the pictures, in the files that show them",
      maxLength: 200,
      default: "",
    }),
    recompute: whole({
      minimum: 0,
      maximum: 10,
      description: "Outputs that verify draws again",
      default: 5,
    }),
  },
  { additionalProperties: false, default: {} },
);

const JOB = jobShape({}, OPTIONS, 0);

const SIDE = Type.Integer({ minimum: 1, maximum: 1_000_000, description: "In its own pixels" });

const MANIFEST = manifestShape({ width: SIDE, height: SIDE });

const INPUT = Type.Object(fileKitFields(JOB, MANIFEST));

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);
const COUNT = Type.Integer({ minimum: 0 });

const PLAN = Type.Object({
  diagrams: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.String({ description: "As the renderer calls it" }),
      title: NULLABLE_TEXT,
      alt: Type.String(),
      name: Type.String({ description: "Of its files, without an ending" }),
    }),
    { description: "Those that can be read" },
  ),
  outputs: Type.Array(
    Type.Object({
      name: Type.String(),
      mediaType: Type.String(),
      from: Type.Array(Type.String()),
      diagram: Type.String({ description: "Its id" }),
      format: oneOf(FORMATS),
      scale: Type.Union([Type.Number(), Type.Null()], { description: "Of PNG" }),
    }),
  ),
  totals: Type.Object({ diagrams: COUNT, outputs: COUNT }),
});

const VALUE = kitValue(
  fileKitMembers(PLAN),
  { diagrams: COUNT, outputs: COUNT },
  {
    hint: Type.Optional(Type.String()),
    documentLine: Type.Optional(
      Type.Integer({ minimum: 1, description: "In the document; `line` is one of the source" }),
    ),
  },
);

type Input = Static<typeof INPUT>;
type GivenJob = Static<typeof JOB>;
type Options = GivenJob["options"];
type Value = Static<typeof VALUE>;
type Problem = Entry<keyof typeof FAILURES>;
type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

export type PlanValue = Static<typeof PLAN>;
export type Finished = Static<typeof MANIFEST>;

type GivenDiagram = Static<typeof DIAGRAM>;

/** A diagram with what the options say of all. */
export type Diagram = GivenDiagram & Pick<Options, "theme" | "look" | "layout">;

/** The job as it is kept: with its diagrams, whether they were named or stand in the document. */
export type Job = Omit<GivenJob, "options"> & {
  readonly options: Omit<Options, "diagrams"> & { readonly diagrams: readonly Diagram[] };
};

const STAGES = {
  check: null,
  parse: draw,
  names: makeSlugs,
  plan: null,
  inputs: verifyList,
  outputs: null,
  redraw: draw,
  checksums: deliver,
} as const;

const USES = [deliver, draw, makeSlugs, verifyList] as const;

/** What all stages have at hand. */
export interface Work {
  readonly job: Job;
  readonly jobSha256: string;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
  readonly markdown: MarkdownText | undefined;
  /** For each diagram the line of the document in which its fence opens, where that is so. */
  readonly lines: readonly (number | undefined)[];
}

const FLOW = "flowchart LR\n  A[Order] --> B{Paid?}\n  B -->|yes| C[Ship]\n  B -->|no| D[Remind]";

const jobOf = (options: object) => ({ kit: ID, version: 1, files: [], options });

// Each diagram is read by mermaid itself, which takes 20 ms or so, and each of `recompute` drawn: 100 ms and more.
export default defineKit({
  id: ID,
  name: NAME,
  category: "Design",
  description:
    "Plans and proves SVG and PNG pictures of Mermaid diagrams, with alt texts, and rewrites a Markdown document so that it shows them anywhere.",
  keywords: [
    "accessibility",
    "alt text",
    "code fence",
    "confluence",
    "delivery",
    "diagram",
    "documentation",
    "flowchart",
    "markdown",
    "mermaid",
    "pandoc",
    "png",
    "svg",
  ],
  aliases: ["diagram-delivery-kit", "mermaid-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "job",
  value: VALUE,
  verb: "deliver",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "replace mermaid fences of a markdown document by pictures",
    "svg and png files of all diagrams in a readme",
    "my wiki does not render mermaid, give me images",
    "alt texts for mermaid diagrams",
    "export every diagram of a document in one go",
    "mermaid diagrams at retina resolution for the web",
    "diagrams for confluence or a pdf that has no mermaid",
    "accessible figures with captions from mermaid sources",
    "prove that the delivered diagrams belong to these sources",
    "are the committed diagram images up to date with the document",
    "the diagram on the page is not the one in the source",
    "figure html with srcset for diagram pngs",
    "which of my mermaid blocks is broken and on which line",
    "document with diagrams for a customer who has no mermaid",
    "keep the mermaid source folded below the picture",
    "dark and light diagrams of the same sources",
    "npm readme shows code instead of a diagram",
    "architecture handbook with pictures instead of code blocks",
    "checksums of rendered diagrams",
    "batch of mermaid files to images with sensible names",
    "mermaid-diagramme eines dokuments als bilder ausliefern",
    "bilder statt mermaid code in der dokumentation",
    "remplacer les blocs mermaid par des images",
    "exportar todos los diagramas mermaid de un documento",
    "把 文档 里 的 mermaid 图 全部 导出 成 图片",
    "markdown の mermaid を画像に置き換える",
    "word and pdf readers see only code where the chart should be",
    "handbook has twenty flowcharts in text, i want files and links to them",
    "teacher prints the script, sequence charts must be pictures with a description",
    "did someone edit the chart and forget to export it anew",
    "pandoc filter, mkdocs, docusaurus, notion, gitbook, confluence page, pypi readme, word export",
    "swap fenced chart sources of a whole document for checked image files with captions",
    "exportar diagramas mermaid do documento como imagens",
  ],
  effort: 3,
  isolated: true,
  browser: true,

  laws: [
    filesLawBut(["document.md"]),
    {
      name: "names of outputs are unique, and each is of a diagram",
      holds(run, input) {
        const { value } = run({ ...input, action: "plan", failOn: "none" });
        if (!value) return true;
        const { outputs, diagrams } = value.plan;
        const ids = new Set(diagrams.map(({ id }) => id));
        return (
          new Set(outputs.map(({ name }) => name)).size === outputs.length &&
          outputs.every(({ diagram }) => ids.has(diagram))
        );
      },
    },
    {
      name: "the normal job is the job of itself",
      holds(run, input) {
        const { value } = run({ ...input, action: "plan", failOn: "none" });
        if (!value) return true;
        const again = run({ job: value.job as Input["job"], failOn: "none" }).value;
        return again?.jobSha256 === value.jobSha256;
      },
    },
    {
      name: "the order of diagrams changes only the numbers of equal names",
      holds(run, input) {
        const { job } = input;
        const given = typeof job === "object" ? job.options?.diagrams : undefined;
        if (typeof job !== "object" || !given || given.length < 2) return true;
        const [one, other] = [given, given.toReversed()].map(
          (diagrams) => run({ job: { ...job, options: { ...job.options, diagrams } } }).value,
        );
        const idsOf = (value: typeof one) => value?.plan.diagrams.map(({ id }) => id).toSorted();
        return `${idsOf(one)}` === `${idsOf(other)}`;
      },
    },
  ],
  examples: [
    {
      title: "One flowchart, as SVG and as PNG in two sizes",
      input: { job: jobOf({ diagrams: [{ id: "flow", title: "Order flow", source: FLOW }] }) },
      expect: {
        ok: true,
        value: {
          verdict: "pass",
          plan: {
            diagrams: [{ id: "flow", type: "flowchart", alt: "Flowchart: Order flow" }],
            totals: { diagrams: 1, outputs: 3 },
          },
        },
      },
    },
    {
      title: "The fences of a document",
      input: {
        job: jobOf({
          document:
            "# Service\n\n```mermaid\nsequenceDiagram\n  accDescr: The client asks for a token and gets one.\n  Client->>Server: POST /token\n```\n",
          formats: ["svg"],
          baseUrl: "img",
        }),
      },
      expect: {
        ok: true,
        value: {
          verdict: "pass",
          plan: {
            diagrams: [
              {
                id: "diagram-1",
                title: "Service",
                alt: "The client asks for a token and gets one.",
                name: "service",
              },
            ],
          },
        },
      },
    },
    {
      title: "A syntax error is found in its diagram, and the other one goes on",
      input: {
        job: jobOf({
          diagrams: [
            { id: "bad", source: "flowchart LR\n  A --> --> B" },
            { id: "ok", title: "Ok", source: 'pie\n  "x" : 1' },
          ],
        }),
      },
      expect: {
        ok: true,
        valid: false,
        errors: [{ code: "MERMAID_SYNTAX", path: "/job/options/diagrams/0/source", line: 2 }],
        value: { plan: { totals: { diagrams: 1, outputs: 3 } } },
      },
    },
    {
      title: "A document without diagrams",
      input: { job: jobOf({ document: "# Nothing to draw\n" }) },
      expect: { ok: false, errors: [{ code: "NO_DIAGRAMS", path: "/job/options/document" }] },
    },
  ],

  run(input, ctx): Result {
    const { document } = input.job.options;
    const markdown = document === null ? undefined : readMarkdown(document);
    const job = normalJob(input.job, markdown);
    const { manifest, problems: missing } = manifestToVerify(input);
    const [first, ...others] = [
      ...jobProblems(job, ID, PAGE_LIMITS),
      ...diagramProblems(job, markdown?.fences ?? []),
      ...missing,
    ] as Problem[];
    if (first) return refused([first, ...others]);
    const report = new KitReport(ID, NAME, STAGES);
    const lines = linesOf(job, markdown);
    const work: Work = { job, jobSha256: jobSha256(job), ctx, report, markdown, lines };
    checkFences(work);
    const plan = planOutputs(work);
    if (plan === undefined) return concluded(NO_PLAN, work, input);
    if (manifest !== null) {
      return concluded(plan, work, input, verify(plan, inOrder(MANIFEST, manifest), work));
    }
    for (const stage of ["inputs", "outputs", "redraw", "checksums"] as const)
      report.skipped(stage, "The field `manifest` takes what the page reports at the end");
    writePlanned(report, job, plan);
    writeFiles(plan, work, null);
    return concluded(plan, work, input);
  },
});

/** With every default written out: also the diagrams of the document, and what the options say of each. */
function normalJob(given: GivenJob, markdown: MarkdownText | undefined): Job {
  const { theme, look, layout, diagrams = diagramsIn(markdown) } = given.options;
  const files = given.files.map(({ sha256, ...file }) => ({
    ...file,
    ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
  }));
  const options = {
    ...given.options,
    diagrams: diagrams.map((diagram) => ({ theme, look, layout, ...diagram })),
  };
  return inOrder(JOB, { ...given, files, options }) as Job;
}

function diagramsIn(markdown: MarkdownText | undefined): GivenDiagram[] {
  return (markdown?.fences ?? []).flatMap(({ source, heading }, index) =>
    source === "" ? [] : [{ id: idOf(index + 1), source, ...(heading ? { heading } : {}) }],
  );
}

function linesOf({ options }: Job, markdown: MarkdownText | undefined): (number | undefined)[] {
  const lines = new Map<Diagram | undefined, number>();
  const fences = markdown?.fences ?? [];
  for (const [index, diagram] of diagramOfEach(fences, options.diagrams).entries()) {
    const fence = fences[index];
    if (fence && fence.source === diagram?.source && !lines.has(diagram))
      lines.set(diagram, fence.from + 1);
  }
  return options.diagrams.map((diagram) => lines.get(diagram));
}

/** Whether the document and the diagrams belong together. */
function checkFences({ job, report, markdown }: Work): void {
  const { diagrams } = job.options;
  const fences = markdown?.fences ?? [];
  const path = "/job/options/document";
  for (const [index, diagram] of diagramOfEach(fences, diagrams).entries()) {
    const fence = fences[index];
    if (!fence || (diagram && diagram.source === fence.source)) continue;
    const line = fence.from + 1;
    if (diagram) {
      const message = `The fence of line ${line} has another source than ${diagram.id}, whose picture replaces it`;
      const about = { path, subject: diagram.id, line };
      report.find("warning", "check", { code: "FENCE_DIFFERS", message, ...about });
    } else {
      const why = fence.source === "" ? "it is empty" : "no diagram has its number or source";
      const message = `The fence of line ${line} stays as it is: ${why}`;
      report.find("info", "check", { code: "FENCE_LEFT", message, path, line });
    }
  }
  const inDocument = markdown ? `, ${counted(fences.length, "fence")} in the document` : "";
  report.finish("check", `${counted(diagrams.length, "diagram")}${inDocument}`);
}

function verify(plan: PlanValue, manifest: Finished, work: Work): Verification {
  const { job, ctx, report } = work;
  const finished = { ...work, manifest };
  verifyInputs(finished, (lists) => ctx.step(verifyList, lists));
  const drawn = redraw(plan, manifest, work);
  const verification = verifyOutputs(plan.outputs, finished, {
    problems: (planned, made: Finished["outputs"][number], path) =>
      redrawProblems(made, drawn.get(planned.name), path),
  });
  tellRedrawing(drawn, Math.min(job.options.recompute, plan.outputs.length), work);
  const checksums = listChecksums(finished, (list) => ctx.step(deliver, list));
  writeVerified(report, job, manifest, checksums);
  writeFiles(plan, work, manifest);
  return verification;
}

const NO_PLAN: PlanValue = { diagrams: [], outputs: [], totals: { diagrams: 0, outputs: 0 } };

function concluded(
  plan: PlanValue,
  { job, jobSha256: sha256, report }: Work,
  { failOn }: Input,
  verification?: Verification,
): Result {
  const { totals } = plan;
  return report.conclude({
    value: {
      job,
      jobSha256: sha256,
      plan,
      ...(verification === undefined ? {} : { verification }),
    },
    counts: totals,
    failOn,
    output: {
      figures: `${counted(totals.diagrams, "diagram")}, ${counted(totals.outputs, "output")}`,
      next: nextSteps(job, totals.diagrams, verification),
    },
  });
}

function nextSteps({ options }: Job, drawn: number, verification?: Verification): string[] {
  const steps: string[] = [];
  if (drawn < options.diagrams.length)
    steps.push("Correct the sources that cannot be read: the findings say line and reason.");
  if (verification === undefined) {
    steps.push(
      `Draw the outputs of \`plan.json\` on the page of this kit, or with mermaid-renderer.`,
      "Then give `manifest` with what was made, and see whether it is what was planned.",
    );
  } else if (verification.counts.mismatch + verification.counts.missing > 0) {
    steps.push(
      "Draw the outputs again that are missing or differ: `value.verification` names them.",
    );
  } else {
    const shown = options.document === null ? "`diagrams.md` or `figures.html`" : "`document.md`";
    steps.push(`Publish the pictures with ${shown}, and keep \`SHA256SUMS\` beside them.`);
  }
  return steps;
}
