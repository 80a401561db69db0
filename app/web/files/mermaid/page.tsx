/** Mermaid diagrams as pictures: sources that are written here or read from files, and a document that shows them. */
import type { FileKit, Job, Plan, PreviewProps, ResultsProps } from "../file-kit.ts";
import { type Diagram, diagramsOf, nameOf } from "./diagrams.ts";
import { Drawn } from "./drawn.tsx";
import { Diagrams } from "./editor.tsx";
import type { Task } from "./engine.ts";
import { styleOf } from "./use-drawing.ts";
import { LONGEST_MS, TEXTS } from "./words.ts";
import { useBlobUrl } from "../use-blob-url.ts";
import type { MadeOutput } from "../file-kit.ts";

const kit: FileKit = {
  id: "mermaid-diagram-delivery-kit",
  lead: TEXTS.lead,
  accept: ".mmd,.mermaid,.md,.markdown,.txt,text/plain,text/markdown",
  hasWork: ({ diagrams, document }) => diagrams !== undefined || Boolean(document),
  mostFiles: 50,
  mostBytesOfOne: 400_000,
  mostBytes: 20_000_000,
  limits: TEXTS.limits,
  presets: [
    { name: "SVG and PNG", options: {} },
    { name: "SVG only", options: { formats: ["svg"] } },
    { name: "PNG in three sizes", options: { formats: ["png"], scales: [1, 2, 3] } },
    { name: "Dark", options: { theme: "dark", background: "#1f2020" } },
  ],
  firstOptions: ["formats", "scales", "theme", "look", "layout", "background", "keepSource"],
  privateOptions: ["diagrams", "document", "baseUrl"],
  ownOptions: ["diagrams", "document"],
  makesOtherKind: true,
  jobHoldsTexts: true,
  opensFirst: { formats: ["svg"] },
  mostWorkers: ({ options }) => Math.ceil((diagramsOf(options)?.length ?? 1) / WORTH_A_WORKER),
  engine: [
    { name: "mermaid", version: "12.3.0" },
    { name: "@resvg/resvg-wasm", version: "2.6.2" },
  ],
  async samples() {
    return [
      new File([SAMPLE], "order.mmd", { type: "text/plain" }),
      new File([SAMPLE_DOCUMENT], "service.md", { type: "text/markdown" }),
    ];
  },
  units(job, plan) {
    const diagrams = new Map((diagramsOf(job.options) ?? []).map((one) => [one.id, one]));
    return (plan.outputs ?? []).flatMap((output) => {
      const diagram = diagrams.get(String(output["diagram"]));
      return diagram ? [unitOf(output, diagram, job)] : [];
    });
  },
  Before: Diagrams,
  Preview: Picture,
  Results: Beside,
};

export default kit;

/** A worker opens the libraries for as long as it draws so many diagrams. */
const WORTH_A_WORKER = 4;

const SAMPLE =
  "flowchart LR\n  A[Order] --> B{Paid?}\n  B -->|yes| C[Ship]\n  B -->|no| D[Remind]\n";

const SAMPLE_DOCUMENT = `# Service

## Login

\`\`\`mermaid
sequenceDiagram
  accDescr: The client asks for a token and gets one.
  Client->>Server: POST /token
  Server-->>Client: 200
\`\`\`

## Share

\`\`\`mermaid
pie showData
  "Web" : 3
  "App" : 1
\`\`\`
`;

function unitOf(output: NonNullable<Plan["outputs"]>[number], diagram: Diagram, job: Job) {
  const { name, mediaType, from, format, scale } = output;
  const title = nameOf(diagram);
  const input = {
    input: diagram.source,
    format: String(format),
    ...(typeof scale === "number" ? { scale } : {}),
    ...styleOf(diagram, job.options),
  };
  return {
    key: JSON.stringify([name, from, input]),
    words: name,
    files: from,
    size: 1,
    task: { title, name, mediaType, from, input } satisfies Task,
    limit: { milliseconds: LONGEST_MS, words: TEXTS.tooLong(title) },
  };
}

function Picture({ output }: PreviewProps) {
  const { name, content, facts = {} } = output;
  const scale = Number(/@([\d.]+)x\.png$/.exec(name)?.[1] ?? 1);
  const [width, height] = [facts["width"], facts["height"]].map((side) =>
    Math.round(Number(side) / scale),
  );
  return (
    <Drawn
      label={TEXTS.picture(name)}
      alt={`${name}, ${String(facts["width"])} × ${String(facts["height"])}`}
      content={content}
      width={width ?? 0}
      height={height ?? 0}
    />
  );
}

/** The document as it was, and as it is with pictures. */
function Beside({ value, outputs, job }: ResultsProps) {
  const { deliverables = [] } = value as {
    readonly deliverables?: readonly { readonly name: string; readonly content: string }[];
  };
  const after = deliverables.find(({ name }) => name === "document.md")?.content;
  const before = job.options["document"];
  if (after === undefined || typeof before !== "string") return null;
  return (
    <div class="block">
      <div class="bar">
        <h3>{TEXTS.beside}</h3>
      </div>
      <div class="pair">
        <div>
          <h4>{TEXTS.before}</h4>
          <pre class="preview" tabIndex={0} role="region" aria-label={TEXTS.before}>
            {before}
          </pre>
        </div>
        <div>
          <h4>{TEXTS.after}</h4>
          <div class="preview shown-document" tabIndex={0} role="region" aria-label={TEXTS.after}>
            {partsOf(after).map((part, index) => (
              <Part key={index} {...part} outputs={outputs} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

interface DocumentPart {
  readonly text: string;
  /** Of the picture behind the text. */
  readonly alt?: string | undefined;
  readonly address?: string | undefined;
}

/** Texts, each with the picture behind it; the last one has none. */
function partsOf(document: string): readonly DocumentPart[] {
  const pieces = document.split(/!\[([^[\]\n]*)\]\(([^()\n]*)\)/);
  return Array.from({ length: Math.ceil(pieces.length / 3) }, (_, index) => {
    const [text = "", alt, address] = pieces.slice(index * 3, index * 3 + 3);
    return { text, alt, address };
  });
}

type PartProps = DocumentPart & { readonly outputs: readonly MadeOutput[] };

function Part({ text, alt = "", address, outputs }: PartProps) {
  const name = address?.split("/").at(-1)?.replaceAll("%40", "@");
  const output = outputs.find((one) => one.name === name);
  // The document may have had pictures before.
  const other = output || address === undefined ? "" : `![${alt}](${address})`;
  return (
    <>
      <pre>{text + other}</pre>
      {output && <Shown alt={alt} content={output.content} />}
    </>
  );
}

function Shown({ alt, content }: { readonly alt: string; readonly content: Blob }) {
  const url = useBlobUrl(content);
  return url === "" ? null : <img src={url} alt={alt} />;
}
