import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import kit from "../../kits/mermaid-diagram-delivery-kit.ts";
import renderer from "../../tools/mermaid-renderer.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;
type Output = Value["plan"]["outputs"][number];

const ID = "mermaid-diagram-delivery-kit";
/** Diagrams take time, on machines that have other things to do. */
const TIMEOUT_MS = 120_000;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const jobOf = (options: object, files: readonly object[] = []) => ({
  kit: ID,
  version: 1,
  files,
  options,
});
const planned = (options: object) => valueOf({ job: jobOf(options) });
const errorOf = (options: object, files: readonly object[] = []) =>
  run({ job: jobOf(options, files) }).errors?.[0];
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";

const FLOW = "flowchart LR\n  A --> B";
const PIE = 'pie title Pets\n  "Dogs" : 3\n  "Cats" : 1';
const BAD = "flowchart LR\n  A --> --> B";

const fence = (source: string, marks = "```") => `${marks}mermaid\n${source}\n${marks}\n`;

/** The document that the kit makes of one. */
const documentOf = (document: string, options: object = {}) =>
  fileOf(planned({ document, formats: ["svg"], keepSource: false, ...options }), "document.md");

describe("fences of a document", () => {
  const sourcesOf = (document: string) => {
    const { value } = run({ job: jobOf({ document, formats: ["svg"] }) });
    const job = (value as Value | undefined)?.job as
      { options: { diagrams: { source: string }[] } } | undefined;
    return job?.options.diagrams.map(({ source }) => source) ?? [];
  };

  test.each([
    ["backticks", fence(FLOW), [FLOW]],
    ["tildes", fence(FLOW, "~~~"), [FLOW]],
    ["four marks around three", fence("pie\n%% ```\n", "````"), ["pie\n%% ```\n"]],
    ["a blank before the word, and capitals", "``` Mermaid {theme}\npie\n```\n", ["pie"]],
    ["not another word", "```mermaids\npie\n```\n", []],
    ["closed by more marks", "```mermaid\npie\n`````\n", ["pie"]],
    [
      "not closed by fewer, or by others",
      "````mermaid\npie\n```\n~~~~\n````\n",
      ["pie\n```\n~~~~"],
    ],
    ["unclosed: to the end", "```mermaid\npie\n", ["pie"]],
    ["unclosed, and no line end", "```mermaid\npie", ["pie"]],
    [
      "its own indentation is taken off",
      "  ```mermaid\n  pie\n    x\n y\n  ```\n",
      ["pie\n  x\ny"],
    ],
    ["in an item", "- a\n\n  ```mermaid\n  pie\n  ```\n", ["pie"]],
    ["behind a bullet", "- ```mermaid\n  pie\n  ```\n", ["pie"]],
    [
      "deep in lists",
      "- a\n  - b\n    1. c\n\n       ```mermaid\n       pie\n       ```\n",
      ["pie"],
    ],
    [
      "below marks of other tools",
      '=== "Tab"\n\n    ```mermaid\n    pie\n\n      x\n    ```\n',
      ["pie\n\n  x"],
    ],
    [
      "two of them",
      "!!! note\n    ```mermaid\n    pie\n\n    ```\n\n    ```mermaid\n    gantt\n    ```\n",
      ["pie\n", "gantt"],
    ],
    ["tabs", "\t```mermaid\n\tpie\n\t```\n", ["pie"]],
    ["CRLF", "```mermaid\r\npie\r\n```\r\n", ["pie"]],
    ["byte order mark", `\ufeff${fence("pie")}`, ["pie"]],
    ["not in another fence", "~~~~md\n```mermaid\npie\n```\n~~~~\n", []],
    ["not in a quotation", "> ```mermaid\n> pie\n> ```\n", []],
    ["not in HTML", "<pre>\n```mermaid\npie\n```\n</pre>\n", []],
    ["not an empty one", "```mermaid\n```\n", []],
    ["not in front matter", "---\na: |\n  ```mermaid\n  pie\n---\n", []],
  ])(
    "%s",
    (_, document, sources) => {
      expect(sourcesOf(document)).toEqual(sources);
    },
    TIMEOUT_MS,
  );

  test(
    "titles are the nearest headings, without their marks",
    () => {
      const document = `${fence(FLOW)}\n# *One* \`two\` #\n\n${fence(FLOW)}\nThree [four](x)\n===\n\n${fence(PIE)}\n${fence(FLOW)}`;
      const { plan } = planned({ document, formats: ["svg"] });
      expect(plan.diagrams.map(({ title, name }) => [title, name])).toEqual([
        [null, "diagram-1"],
        ["One two", "one-two"],
        ["Pets", "pets"],
        ["Three four", "three-four"],
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    "a fence with a broken diagram stays, the others are pictures",
    () => {
      const document = `# A\n\n${fence(FLOW)}\n${fence(BAD)}\n${fence(PIE)}`;
      const value = planned({ document, formats: ["svg"], keepSource: false });
      const shown = fileOf(value, "document.md");
      expect(shown).toBe(
        `# A\n\n![Flowchart: A](a.svg)\n\n${fence(BAD)}\n![Pie chart: Pets](pets.svg)\n`,
      );
      const html = new MarkdownIt().render(shown);
      expect(html.match(/<img /g)?.length).toBe(2);
      expect(html.match(/class="language-mermaid"/g)?.length).toBe(1);
      expect(value.findings[0]).toMatchObject({
        code: "MERMAID_SYNTAX",
        path: "/job/options/diagrams/1/source",
        subject: "diagram-2",
        line: 2,
        documentLine: 10,
      });
      expect(document.split("\n")[9]).toBe("  A --> --> B");
    },
    TIMEOUT_MS,
  );
});

describe("the document", () => {
  test.each([
    [
      "CRLF stays",
      "a\r\n\r\n```mermaid\r\npie\r\n```\r\nb\r\n",
      "a\r\n\r\n![Pie chart](diagram-1.svg)\r\nb\r\n",
    ],
    ["no end stays", "```mermaid\npie\n```", "![Pie chart](diagram-1.svg)"],
    [
      "in an item",
      "- a\n  ```mermaid\n  pie\n  ```\n- b\n",
      "- a\n  ![Pie chart](diagram-1.svg)\n- b\n",
    ],
    ["behind a bullet", "- ```mermaid\n  pie\n  ```\n", "- ![Pie chart](diagram-1.svg)\n"],
    [
      "what would underline it",
      "```mermaid\npie\n```\n---\n",
      "![Pie chart](diagram-1.svg)\n\n---\n",
    ],
    [
      "what would take it in",
      "|a|\n|-|\n```mermaid\npie\n```\n",
      "|a|\n|-|\n\n![Pie chart](diagram-1.svg)\n",
    ],
  ])(
    "%s",
    (_, document, expected) => {
      expect(documentOf(document)).toBe(expected);
    },
    TIMEOUT_MS,
  );

  test(
    "the source stays below its picture, folded, and a second run leaves it alone",
    () => {
      const document = "1. a\n\n   ~~~ mermaid\n   pie\n   ~~~\n2. b\n\n```mermaid\npie";
      const once = documentOf(document, { keepSource: true });
      expect(once).toBe(
        "1. a\n\n   ![Pie chart](diagram-1.svg)\n\n   <details><summary>Source</summary>\n\n   ~~~ mermaid\n   pie\n   ~~~\n\n   </details>\n\n2. b\n\n" +
          "![Pie chart](diagram-2.svg)\n\n<details><summary>Source</summary>\n\n```mermaid\npie\n```\n\n</details>",
      );
      expect(errorOf({ document: once })?.code).toBe("NO_DIAGRAMS");
      const more = `${once}\n\n${fence(FLOW)}`;
      expect(documentOf(more)).toBe(`${once}\n\n![Flowchart](diagram-1.svg)\n`);
    },
    TIMEOUT_MS,
  );

  test(
    "everything else is unchanged, and there are as many pictures as valid fences",
    () => {
      const piece = fc.constantFrom(
        fence("pie"),
        fence("pie", "~~~~"),
        "  ```mermaid\n  pie\n  ```\n",
        "text\n",
        "\n",
        "- item\n\n",
        "> quote\n\n",
        "~~~\nother\n~~~\n",
        "# Heading\n",
        "|a|\n|-|\n",
        "<div>\n</div>\n\n",
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, keepSource) => {
          const document = pieces.join("");
          const count = pieces.filter((one) => one.includes("mermaid")).length;
          if (count === 0) return;
          const options = { document, formats: ["svg"], keepSource };
          const { value } = run({ job: jobOf(options) });
          const { plan, ...rest } = value as Value;
          const shown = fileOf({ plan, ...rest } as Value, "document.md");
          expect(shown.match(/!\[Pie chart/g)?.length).toBe(plan.diagrams.length);
          const html = new MarkdownIt({ html: true }).render(shown);
          expect(html.match(/<img /g)?.length).toBe(plan.diagrams.length);
        }),
        { numRuns: 25 },
      );
    },
    TIMEOUT_MS,
  );
});

describe("diagrams", () => {
  test(
    "words: what is given, then what the source says, then the heading, then the kind",
    () => {
      const { plan, counts, findings } = planned({
        formats: ["svg"],
        diagrams: [
          { id: "a", source: PIE, title: "Mine", alt: "  My \n words " },
          { id: "b", source: PIE, heading: "Above" },
          { id: "c", source: `pie\n  accDescr: Told by the source\n  "x" : 1`, heading: "Above" },
          { id: "d", source: FLOW },
          { id: "e", source: FLOW, title: "😀" },
          { id: "f", source: "kanban\n  a\n    b", title: "Above" },
          { id: "g", source: FLOW, title: "g", alt: "x".repeat(251) },
          { id: "h", source: `pie title ${"y".repeat(245)}\n  "x" : 1` },
        ],
      });
      expect(
        plan.diagrams.map(({ title, alt, name }) => [
          title?.slice(0, 30),
          alt.slice(0, 30),
          name.slice(0, 30),
        ]),
      ).toEqual([
        ["Mine", "My words", "mine"],
        ["Pets", "Pie chart: Pets", "pets"],
        ["Above", "Told by the source", "above"],
        [undefined, "Flowchart", "d"],
        ["😀", "Flowchart: 😀", "e"],
        ["Above", "kanban diagram: Above", "above-2"],
        ["g", "x".repeat(30), "g"],
        ["y".repeat(30), `Pie chart: ${"y".repeat(19)}`, "y".repeat(30)],
      ]);
      expect(counts.byCode).toEqual({ ALT_MISSING: 1, ALT_LONG: 2 });
      expect(findings.map(({ path }) => path)).toEqual([
        "/job/options/diagrams/6",
        "/job/options/diagrams/7",
        "/job/options/diagrams/3",
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    "outputs by diagram, format and scale as they are asked for",
    () => {
      const file = { id: "m", name: "m.mmd", bytes: 1, mediaType: "text/plain" };
      const job = jobOf(
        {
          diagrams: [
            { id: "a", source: FLOW, file: "m" },
            { id: "b", source: PIE },
          ],
          formats: ["png", "svg"],
          scales: [1.5, 1, 0.25],
        },
        [file],
      );
      const { outputs, totals } = valueOf({ job }).plan;
      expect(outputs.map(({ name }) => name)).toEqual(
        ["a", "pets"].flatMap((name) => [
          `${name}@1.5x.png`,
          `${name}.png`,
          `${name}@0.25x.png`,
          `${name}.svg`,
        ]),
      );
      expect(outputs.map(({ from }) => from.join())).toEqual(["m", "m", "m", "m", "", "", "", ""]);
      expect(totals).toEqual({ diagrams: 2, outputs: 8 });
    },
    TIMEOUT_MS,
  );

  test(
    "the source says theme and look, unless the job does",
    () => {
      const source = `%%{init: {"theme": "dark"}}%%\n${FLOW}`;
      const codes = (options: object) =>
        planned({ diagrams: [{ id: "a", source, title: "A" }], ...options }).counts.byCode;
      expect(codes({})).toEqual({});
      expect(codes({ theme: "forest" })).toEqual({ DIRECTIVE_IGNORED: 1 });
    },
    TIMEOUT_MS,
  );

  test(
    "the normal job has the diagrams of the document, and is its own normal job",
    () => {
      const { job, jobSha256 } = planned({ document: `# T\n\n${fence(FLOW)}`, theme: "dark" });
      expect(job.options.diagrams).toEqual([
        {
          id: "diagram-1",
          source: FLOW,
          heading: "T",
          theme: "dark",
          look: "classic",
          layout: "dagre",
        },
      ]);
      expect(valueOf({ job: JSON.stringify(job) }).jobSha256).toBe(jobSha256);
    },
    TIMEOUT_MS,
  );

  test(
    "diagrams and a document: a fence is the diagram of its number, else of its source",
    () => {
      const document = `${fence(FLOW)}\n${fence(PIE)}\n${fence("gantt\n  title G")}`;
      const diagrams = [
        { id: "pets", source: PIE, alt: "All pets" },
        { id: "diagram-1", source: `${FLOW} --> C`, title: "Flow" },
      ];
      const value = planned({ document, diagrams, formats: ["svg"], keepSource: false });
      expect(fileOf(value, "document.md")).toBe(
        `![Flowchart: Flow](flow.svg)\n\n![All pets](pets.svg)\n\n${fence("gantt\n  title G")}`,
      );
      expect(value.counts.byCode).toEqual({ FENCE_DIFFERS: 1, FENCE_LEFT: 1 });
    },
    TIMEOUT_MS,
  );
});

describe("what is refused", () => {
  const two = [
    { id: "a", source: FLOW },
    { id: "a", source: PIE },
  ];
  test.each([
    ["NO_DIAGRAMS", {}, "/job/options/diagrams"],
    ["NO_DIAGRAMS", { document: "text" }, "/job/options/document"],
    ["DUPLICATE_DIAGRAM_ID", { diagrams: two }, "/job/options/diagrams/1/id"],
    [
      "FILE_UNKNOWN",
      { diagrams: [{ id: "a", source: FLOW, file: "x" }] },
      "/job/options/diagrams/0/file",
    ],
    ["LIMIT_EXCEEDED", { document: fence("pie").repeat(51) }, "/job/options/document"],
    ["LIMIT_EXCEEDED", { document: fence("x".repeat(50_001)) }, "/job/options/document"],
    [
      "THEME_VALUE_INVALID",
      { diagrams: two.slice(1), background: "url(x)" },
      "/job/options/background",
    ],
    ["RANGE", { diagrams: [{ id: "a", source: "" }] }, "/job/options/diagrams/0/source"],
    ["UNKNOWN_FIELD", { diagrams: two, password: "x" }, "/job/options/password"],
  ])("%s", (code, options, path) => {
    expect(errorOf(options)).toMatchObject({ code, path });
  });

  test.each([
    ["DIAGRAM_UNKNOWN", "hello"],
    ["DIAGRAM_EMPTY", "%% nothing"],
    ["DIAGRAM_UNSUPPORTED", "zenuml\n A->B: hi"],
    ["DIAGRAM_TOO_LARGE", `flowchart LR\n A["${"x".repeat(2100)}"]`],
  ])(
    "%s: a finding, and no outputs",
    (code, source) => {
      const { ok, valid, value } = run({ job: jobOf({ diagrams: [{ id: "a", source }] }) });
      expect({ ok, valid }).toEqual({ ok: true, valid: false });
      expect((value as Value).counts.byCode[code]).toBe(1);
      expect((value as Value).plan.outputs).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test("the gate, and a manifest that is not there", () => {
    const job = jobOf({ diagrams: [{ id: "a", source: BAD }] });
    expect(run({ job, failOn: "error" }).error?.code).toBe("MERMAID_DIAGRAM_DELIVERY_KIT_FAILED");
    expect(run({ job, action: "verify" }).errors?.[0]?.code).toBe("MANIFEST_MISSING");
  });
});

/** Draws what is planned as the page does. */
function drawn(value: Value) {
  const { diagrams, background } = value.job.options;
  return value.plan.outputs.map(({ name, mediaType, from, diagram, format, scale }: Output) => {
    const { source } = diagrams.find(({ id }: { id: string }) => id === diagram);
    const outcome = runUnit(renderer as never, {
      input: source,
      format,
      background,
      ...(scale === null ? {} : { scale }),
    });
    const { width, height, pixelWidth, pixelHeight } = outcome.value as Record<string, number>;
    const bytes = Buffer.from(outcome.output ?? "", format === "svg" ? "utf8" : "base64");
    return {
      name,
      mediaType,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      from,
      width: pixelWidth ?? width,
      height: pixelHeight ?? height,
    };
  });
}

function manifestOf(value: Value) {
  return {
    kit: ID,
    version: 1,
    jobSha256: value.jobSha256,
    status: "complete",
    engine: [{ name: "mermaid", version: "12.3.0" }],
    inputs: [] as object[],
    outputs: drawn(value),
    problems: [] as object[],
  };
}

describe("a manifest", () => {
  const job = jobOf({
    diagrams: [
      { id: "a", source: FLOW, title: 'A "b" [c] *d*' },
      { id: "b", source: 'pie\n  "日本" : 1', title: "B" },
    ],
    formats: ["png", "svg"],
    baseUrl: "https://x.test/a (b)/",
  });
  const plan = valueOf({ job });
  const manifest = manifestOf(plan);

  test(
    "of what the renderer draws passes",
    () => {
      const value = valueOf({ job, manifest });
      expect(value.verification?.counts).toEqual({
        match: 6,
        missing: 0,
        unexpected: 0,
        mismatch: 0,
      });
      expect(value.counts.byCode).toEqual({ NOT_RECOMPUTED: 1, GLYPH_MISSING: 1 });
      expect(value.stages.filter(({ status }) => status !== "done").map(({ id }) => id)).toEqual([
        "inputs",
      ]);
      expect(value.deliverables.map(({ name }) => name)).toEqual([
        "job.json",
        "manifest.json",
        "SHA256SUMS",
        "diagrams.md",
        "figures.html",
      ]);
      const sums = manifest.outputs.map(({ name, sha256 }) => `${sha256}  ${name}\n`);
      expect(fileOf(value, "SHA256SUMS").split("\n").toSorted().join("\n").trim()).toBe(
        sums.toSorted().join("").trim(),
      );
      const sizes = [...fileOf(value, "figures.html").matchAll(/ width="(\d+)" height="(\d+)"/g)];
      expect(sizes.map(([, width, height]) => [Number(width), Number(height)])).toEqual(
        [0, 3].map((index) => [
          manifest.outputs[index]?.width ?? 0,
          manifest.outputs[index]?.height ?? 0,
        ]),
      );
    },
    TIMEOUT_MS,
  );

  const changed = (change: object) => ({
    ...manifest,
    outputs: manifest.outputs.map((output, at) => (at === 1 ? { ...output, ...change } : output)),
  });
  test.each([
    ["OUTPUT_DIFFERS", changed({ sha256: "0".repeat(64) }), "mismatch", "redraw"],
    ["OUTPUT_SIZE", changed({ width: 7 }), "mismatch", "redraw"],
    ["OUTPUT_TYPE", changed({ mediaType: "image/svg+xml" }), "mismatch", "outputs"],
    ["OUTPUT_EMPTY", changed({ bytes: 0 }), "mismatch", "outputs"],
    [
      "OUTPUT_MISSING",
      { ...manifest, outputs: manifest.outputs.toSpliced(1, 1) },
      "missing",
      "outputs",
    ],
    ["JOB_MISMATCH", { ...manifest, jobSha256: "0".repeat(64) }, undefined, "inputs"],
    ["NOT_COMPLETE", { ...manifest, status: "cancelled" }, undefined, "inputs"],
  ])(
    "%s",
    (code, other, verdict, stage) => {
      const value = valueOf({ job, manifest: other });
      expect(value.findings.find((finding) => finding.code === code)?.stage).toBe(stage);
      const entry = value.verification?.entries[1];
      expect(entry?.verdict).toBe((verdict ?? "match") as never);
      expect(entry?.problems).toEqual(verdict === undefined ? [] : [code]);
    },
    TIMEOUT_MS,
  );

  test(
    "without recompute nothing is drawn, and other bytes are not noticed",
    () => {
      const open = { ...job, options: { ...job.options, recompute: 0 } };
      const { jobSha256 } = valueOf({ job: open });
      const other = { ...changed({ sha256: "0".repeat(64) }), jobSha256 };
      const value = valueOf({ job: open, manifest: other });
      expect(value.verdict).toBe("pass");
      expect(value.findings.find(({ code }) => code === "NOT_RECOMPUTED")?.received).toBe(6);
      expect(value.stages.find(({ id }) => id === "redraw")?.status).toBe("skipped");
    },
    TIMEOUT_MS,
  );

  test("the pages show the pictures, whatever is in their words", () => {
    const html = new MarkdownIt({ html: true }).render(fileOf(plan, "diagrams.md"));
    expect(html).toContain(
      '<img src="https://x.test/a%20%28b%29/a-b-c-d.png" alt="Flowchart: A &quot;b&quot; (c) *d*">',
    );
    const figures = parseFragment(fileOf(plan, "figures.html"));
    const figure = figures.childNodes.find(({ nodeName }) => nodeName === "figure");
    const image = (figure as DefaultTreeAdapterMap["element"]).childNodes.find(
      ({ nodeName }) => nodeName === "img",
    ) as DefaultTreeAdapterMap["element"];
    expect(Object.fromEntries(image.attrs.map(({ name, value }) => [name, value]))).toEqual({
      src: "https://x.test/a%20%28b%29/a-b-c-d.png",
      srcset:
        "https://x.test/a%20%28b%29/a-b-c-d.png 1x, https://x.test/a%20%28b%29/a-b-c-d%402x.png 2x",
      alt: 'Flowchart: A "b" [c] *d*',
    });
    expect(fileOf(plan, "figures.html")).toContain(
      "<figcaption>A &quot;b&quot; [c] *d*</figcaption>",
    );
  });
});

test(
  "the order of diagrams changes no bytes of any output",
  () => {
    const diagrams = [
      { id: "a", source: FLOW, title: "A" },
      { id: "b", source: PIE, title: "B" },
    ];
    const bytesOf = (given: readonly object[]) =>
      Object.fromEntries(
        drawn(planned({ diagrams: given })).map(({ name, sha256 }) => [name, sha256]),
      );
    expect(bytesOf(diagrams.toReversed())).toEqual(bytesOf(diagrams));
  },
  TIMEOUT_MS,
);
