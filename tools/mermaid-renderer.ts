import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { type Ctx, defineTool, done, fail, type Outcome } from "./_core/tool.ts";
import { toBase64 } from "./_lib/bytes/base64.ts";
import { checkPng, LARGEST_SCALE, pngSize } from "./mermaid-renderer/guards.ts";
import { rasterise } from "./mermaid-renderer/raster.ts";
import {
  check,
  type Read,
  type Refusal,
  render,
  type Rendering,
} from "./mermaid-renderer/render.ts";
import {
  checkBackground,
  checkVariables,
  LAYOUTS,
  LOOKS,
  THEMES,
} from "./mermaid-renderer/theme.ts";
import { DIAGRAM_TYPES } from "./mermaid-renderer/types.ts";
import { pictureWarnings, sourceWarnings } from "./mermaid-renderer/warnings.ts";
import { LONGEST_OUTPUT, OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { invalidLine } from "./_lib/results/invalid-line.ts";

const FAILURES = {
  MERMAID_SYNTAX: "The source is not written as its diagram needs it",
  DIAGRAM_UNKNOWN: "The first word names no diagram",
  DIAGRAM_UNSUPPORTED:
    "The diagram is a plugin of mermaid (zenuml), or of a kind that is not drawn here",
  DIAGRAM_EMPTY: "There is nothing but comments, directives and white space",
  DIAGRAM_TOO_LARGE:
    "The source is longer than 50,000 characters, or it has more than 500 white-space characters in a row, 300 edges, 200 mindmap nodes, 1,000 messages or a label of more than 2,000 characters",
  PNG_TOO_LARGE: "The PNG would have more than 16,000,000 pixels, or a side of more than 16,384",
  THEME_VALUE_INVALID:
    "background is no colour, or a theme variable is no colour, length, font weight, number or boolean",
  ...OUTPUT_FAILURES,
} as const;

const WARNINGS = {
  BOM_REMOVED: "A byte order mark stood before the source",
  CONTROL_REMOVED: "Control characters were removed: XML has no form for them",
  DIRECTIVE_IGNORED:
    "A directive or the front matter sets what is fixed, or what a field of the call sets",
  GLYPH_MISSING: "A character is in none of the fonts and stays blank",
  ICON_MISSING:
    "An icon is not part of the renderer and was drawn as a question mark, or as its name",
  LINK_REMOVED: "A link is neither http, https nor mailto",
  LONE_SURROGATE: "Half of a surrogate pair was replaced by U+FFFD",
  MATH_AS_TEXT: "A formula between $$ is drawn as text",
  REMOTE_IMAGE_REMOVED:
    "An image is not embedded as PNG, JPEG, GIF or WebP, and nothing is fetched",
} as const;

export { LAYOUTS, LOOKS, THEMES };

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

const INPUT = Type.Object({
  input: Type.String({ description: "Mermaid source; a ```mermaid fence around it is removed" }),
  format: oneOf(["svg", "png"], { description: "SVG text, or PNG as Base64", default: "svg" }),
  theme: Type.Optional(
    oneOf(THEMES, { description: "Colours; default if neither this nor the source says it" }),
  ),
  look: Type.Optional(
    oneOf(LOOKS, { description: "Strokes; classic if neither this nor the source says it" }),
  ),
  layout: Type.Optional(
    oneOf(LAYOUTS, {
      description: "Of graph-like diagrams; dagre if neither this nor the source says it",
    }),
  ),
  background: Type.String({ description: "A CSS colour, or transparent", default: "white" }),
  scale: Type.Number({
    description: "PNG pixels per unit",
    minimum: 0.25,
    maximum: LARGEST_SCALE,
    default: 1,
  }),
  themeVariables: Type.Record(
    Type.String(),
    Type.Unknown({ description: "A colour, a length, a font weight, a number or a boolean" }),
    { description: "Of mermaid's themes, by their names; at most 100", default: {} },
  ),
  validateOnly: Type.Boolean({
    description: "Only say what it is and whether it can be read, without drawing",
    default: false,
  }),
});

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);
const NULLABLE_SIZE = Type.Union([Type.Integer(), Type.Null()]);

/** Of the picture. */
const PICTURE = Type.Object({
  width: Type.Integer({ description: "SVG units" }),
  height: Type.Integer(),
  pixelWidth: NULLABLE_SIZE,
  pixelHeight: NULLABLE_SIZE,
  format: oneOf(["svg", "png"]),
  mediaType: oneOf(["image/svg+xml", "image/png"]),
  encoding: oneOf(["utf8", "base64"]),
  bytes: Type.Integer({ description: "Of the picture" }),
  theme: Type.String(),
  look: Type.String(),
  layout: Type.String(),
  missingGlyphs: Type.Array(Type.String(), { description: "Code points without a font: U+65E5" }),
});

const VALUE = Type.Object(
  {
    diagramType: oneOf(DIAGRAM_TYPES),
    title: NULLABLE_TEXT,
    description: NULLABLE_TEXT,
    ...Type.Partial(PICTURE).properties,
  },
  { description: "With validateOnly what the source says, and nothing of a picture" },
);

type Input = Static<typeof INPUT>;
type Value = Static<typeof VALUE> & Static<typeof PICTURE>;

// The drawing is mermaid's own and takes the time that its layouts take, so it runs where it can be stopped.
export default defineTool({
  id: "mermaid-renderer",
  name: "Mermaid Renderer",
  category: "Design",
  description:
    "Draws Mermaid text as a self-contained SVG or PNG without a browser, the same bytes everywhere.",
  keywords: [
    "architecture",
    "chart",
    "class diagram",
    "diagram",
    "diagram as code",
    "draw",
    "er diagram",
    "flowchart",
    "gantt",
    "graph",
    "mermaid",
    "mindmap",
    "mmdc",
    "org chart",
    "png",
    "sequence diagram",
    "state diagram",
    "svg",
    "timeline",
    "visualize",
  ],
  aliases: ["mermaid"],
  version: "2026-11-27",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "render",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "render mermaid diagram to png",
    "mermaid to svg",
    "draw a flowchart from text",
    "sequence diagram to image",
    "convert mermaid code block to a picture",
    "check mermaid syntax",
    "why does my mermaid diagram not render",
    "er diagram from text",
    "gantt chart to png",
    "mindmap image from outline",
    "diagram as code to svg",
    "mermaid cli without a browser",
    "validate mermaid",
    "pie chart svg",
    "picture of boxes and arrows from a written description",
    "drawing of a process for a slide or wiki",
    "readme code block with graph td as an image file",
    "vector graphic of an architecture, timeline or state chart",
    "rasterize diagram markup headlessly in a pipeline",
    "org chart or family tree from text",
    "mermaid diagramm als bild",
    "diagrama mermaid a imagen",
    "diagramme mermaid en png",
    "mermaid 图 转 图片",
    "mermaid 図を画像に",
    "dibujar un diagrama de flujo a partir de texto",
    "flussdiagramm aus text zeichnen",
    "dessiner un organigramme à partir d'un texte",
    "文本 画 流程图",
    "テキストからフローチャートを描く",
    "github shows my graph td as code, i need an image for the slides",
    "bot described our login steps in arrows text, make it visible",
    "tables of the database and their relations as a drawing",
    "confluence cannot show this block, give me a file to upload",
    "mmdc, mermaid.live, mermaid.ink, kroki, stateDiagram-v2, sequenceDiagram, erDiagram, gitGraph",
    "turn diagram source into deterministic vector or raster output, or tell the line that does not parse",
    "desenhar fluxograma a partir de texto, mermaid para imagem",
    "diagrama de secuencia o de clases como imagen svg",
    "sequenzdiagramm oder klassendiagramm als svg zeichnen",
    "diagramme de séquence ou de classes en image svg",
    "时序图 类图 甘特图 文本 生成 图片",
    "シーケンス図 クラス図 ガントチャート 画像",
  ],
  effort: 2,
  isolated: true,
  detect: (sample) =>
    /^\s*(?:%%[^\n{][^\n]*\n\s*)*(?:```mermaid|%%\{|(?:flowchart|graph)\s+(?:TB|TD|BT|LR|RL)\b|(?:sequence|class|state|er|requirement)Diagram\b|gitGraph\b|pie(?:[ \t]+(?:title|showData)\b|[ \t]*\r?\n)|(?:gantt|mindmap|timeline|journey|kanban|quadrantChart|xychart-beta)[ \t]*\r?\n)/.test(
      sample,
    )
      ? 0.95
      : 0,

  laws: [
    {
      name: "the picture is there again, the same, after another diagram that failed",
      holds(run, input) {
        const first = run(input);
        run({ input: "sequenceDiagram\n  A->>B" });
        return JSON.stringify(run(input)) === JSON.stringify(first);
      },
    },
    {
      name: "a theme never changes what kind of diagram it is",
      holds(run, input) {
        const plain = run({ ...input, format: "svg" });
        const dark = run({ ...input, format: "svg", theme: "dark" });
        return !plain.ok || plain.value?.diagramType === dark.value?.diagramType;
      },
    },
    {
      name: "validateOnly says yes where a drawing comes, and of the same diagram",
      holds(run, input) {
        const checked = run({ ...input, validateOnly: true });
        const drawn = run({ ...input, validateOnly: false, format: "svg" });
        if (checked.valid === undefined || isTooMuch(drawn)) return true;
        const wordsOf = ({ value }: typeof drawn) => [
          value?.diagramType,
          value?.title,
          value?.description,
        ];
        return checked.valid === drawn.ok && `${wordsOf(checked)}` === `${wordsOf(drawn)}`;
      },
    },
    {
      name: "nothing in the SVG can run or load",
      holds(run, input) {
        const { output = "", ok } = run({ ...input, format: "svg", validateOnly: false });
        return (
          !ok ||
          !/<(?:script|style|foreignObject)\b|\son\w+="|url\((?!#)|href="(?!#|https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);)/.test(
            output,
          )
        );
      },
    },
  ],

  examples: [
    {
      title: "A flowchart as SVG",
      input: {
        input: "flowchart LR\n  A[Start] --> B{Ready?}\n  B -- yes --> C((Go))\n  B -- no --> A\n",
      },
      expect: {
        ok: true,
        valid: true,
        value: { diagramType: "flowchart", format: "svg", encoding: "utf8", title: null },
      },
    },
    {
      title: "A pie as PNG, twice as large",
      input: {
        input: 'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85.5\n',
        format: "png",
        scale: 2,
      },
      expect: {
        value: { diagramType: "pie", mediaType: "image/png", encoding: "base64", title: "Pets" },
      },
    },
    {
      title: "Only check a sequence diagram",
      input: { input: "sequenceDiagram\n  Alice->>Bob: Hello\n", validateOnly: true },
      expect: {
        ok: true,
        valid: true,
        output: "valid: sequence",
        value: { diagramType: "sequence", title: null, description: null },
      },
    },
    {
      title: "A bracket that is not closed",
      input: "flowchart TD\n  A[Start --> B\n",
      expect: { ok: false, valid: false, errors: [{ code: "MERMAID_SYNTAX", line: 2 }] },
    },
    {
      title: "A kind of diagram that is misspelt",
      input: "flowchat LR\n  A-->B\n",
      expect: { ok: false, errors: [{ code: "DIAGRAM_UNKNOWN", hint: "Did you mean flowchart?" }] },
    },
  ],

  // Mermaid reads, lays out and measures every label itself: 8,000 characters take 100 to 200 ms, 100,000 up to 1.3 s.
  run(input, ctx) {
    const invalid = [checkBackground(input.background), ...checkVariables(input.themeVariables)];
    const [first, ...rest] = invalid.filter((entry) => entry !== undefined);
    if (first) return fail([first, ...rest]);
    ctx.budget.spend(STEPS_OF_A_DRAWING);
    if (input.validateOnly) {
      const read = check(input.input, input, spender(ctx));
      return "problem" in read ? refuse(read, input) : tell(read);
    }
    const rendered = render(input.input, input, spender(ctx));
    return "problem" in rendered ? refuse(rendered, input) : deliver(rendered, input);
  },
});

/** What it takes to set up a document to draw in, */
const STEPS_OF_A_DRAWING = 5_000_000;
/** and what one job of the drawing's own queue counts for. */
const STEPS_PER_JOB = 20;

function spender({ budget }: Ctx): () => void {
  return () => budget.spend(STEPS_PER_JOB);
}

function isTooMuch({ errors = [] }: Outcome): boolean {
  return errors.some(({ code }) => code === "OUTPUT_TOO_LARGE");
}

function refuse({ problem, source, valid }: Refusal, { validateOnly }: Input) {
  const warnings = source ? sourceWarnings(source) : [];
  if (!validateOnly) return fail(problem, { valid, warnings });
  const output = invalidLine(problem);
  return done({ valid: false, value: null, output, errors: [problem], warnings });
}

function tell({ source, type, title, description }: Read) {
  const value = { diagramType: type, title, description };
  return done({ valid: true, value, output: `valid: ${type}`, warnings: sourceWarnings(source) });
}

function deliver(rendered: Rendering, input: Input) {
  const { format, scale, background } = input;
  const { svg, width, height, type, title, description, chosen } = rendered;
  const warnings = [...sourceWarnings(rendered.source), ...pictureWarnings(rendered)];
  const isPng = format === "png";
  const tooLarge = isPng ? checkPng({ width, height }, scale) : undefined;
  if (tooLarge) return fail(tooLarge, { valid: true, warnings });
  const pixels = pngSize({ width, height }, scale);
  const png = isPng ? rasterise(svg, { scale, pixels, background }) : undefined;
  const output = png ? toBase64(png) : svg;
  if (output.length > LONGEST_OUTPUT) return fail(outputTooLarge(), { valid: true, warnings });
  const value: Value = {
    diagramType: type,
    title,
    description,
    width,
    height,
    pixelWidth: png ? pixels.width : null,
    pixelHeight: png ? pixels.height : null,
    format,
    mediaType: png ? "image/png" : "image/svg+xml",
    encoding: png ? "base64" : "utf8",
    bytes: png ? png.length : new TextEncoder().encode(svg).length,
    ...chosen,
    missingGlyphs: rendered.missing.map(codePointName),
  };
  return done({ output, valid: true, warnings, value });
}

function codePointName(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, "0")}`;
}
