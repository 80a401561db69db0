/** Whether what was made is what the renderer makes: outputs are drawn again, and their bytes compared. */
import { readBase64 } from "../../tools/_lib/bytes/base64.ts";
import { sha256Hex, sha256HexOf } from "../../tools/_lib/bytes/sha256.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import draw from "../../tools/mermaid-renderer.ts";
import type { Found } from "../_core/file-manifest.ts";
import type { Finished, PlanValue, Work } from "../mermaid-diagram-delivery-kit.ts";
import { sourceFinding, styleOf } from "./diagrams.ts";

type Output = PlanValue["outputs"][number];

interface Redrawn {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** What was drawn again, by the names of the outputs; the errors of those that could not be. */
export type Redrawing = ReadonlyMap<string, Redrawn | readonly Found[]>;

/** What is known only of a drawing. */
const OF_PICTURES: ReadonlySet<string> = new Set([
  "GLYPH_MISSING",
  "ICON_MISSING",
  "LINK_REMOVED",
  "REMOTE_IMAGE_REMOVED",
]);

export function redraw({ outputs }: PlanValue, manifest: Finished, work: Work): Redrawing {
  const { job, report } = work;
  const { recompute } = job.options;
  const made = new Set(manifest.outputs.map(({ name }) => name));
  const chosen = outputs.slice(0, recompute);
  const firstOf = new Map(chosen.toReversed().map((output) => [output.diagram, output]));
  const drawn = new Map(
    chosen
      .filter(({ name }) => made.has(name))
      .map((output) => [
        output.name,
        drawAgain(output, output === firstOf.get(output.diagram), work),
      ]),
  );
  if (outputs.length > recompute) {
    const left = outputs.length - recompute;
    const message = `${counted(left, "output")} of ${outputs.length} not drawn again`;
    const about = { path: "/job/options/recompute", expected: outputs.length, received: left };
    report.find("info", "redraw", { code: "NOT_RECOMPUTED", message, ...about });
  }
  return drawn;
}

/** `isFirst` of its diagram: what the renderer warns of is said once. */
function drawAgain(output: Output, isFirst: boolean, work: Work): Redrawn | readonly Found[] {
  const { job, ctx, report, lines } = work;
  const { diagrams, background } = job.options;
  const index = diagrams.findIndex(({ id }) => id === output.diagram);
  const diagram = diagrams[index];
  if (diagram === undefined) throw new Error(`${output.name} is of no diagram`);
  const {
    value,
    output: picture = "",
    errors = [],
    warnings = [],
  } = ctx.step(draw, {
    input: diagram.source,
    format: output.format,
    ...(output.scale === null ? {} : { scale: output.scale }),
    ...styleOf(diagram),
    background,
  });
  const place = { index, subject: diagram.id, from: lines[index] };
  for (const entry of isFirst ? warnings : []) {
    if (OF_PICTURES.has(entry.code)) {
      report.find("warning", "redraw", sourceFinding(entry, place));
    }
  }
  if (!value) {
    return errors.map((entry) => ({
      ...sourceFinding(entry, place),
      severity: "error",
      stage: "redraw",
    }));
  }
  const { width = 0, height = 0, pixelWidth, pixelHeight } = value;
  const sha256 = output.format === "svg" ? sha256Hex(picture) : sha256HexOf(bytesOf(picture));
  return { sha256, width: pixelWidth ?? width, height: pixelHeight ?? height };
}

function bytesOf(base64: string): Uint8Array {
  const read = readBase64(base64);
  if ("code" in read) throw new Error("The renderer writes Base64");
  return read.bytes;
}

/** What of a finished output is not as it was drawn again. */
export function redrawProblems(
  made: Finished["outputs"][number],
  drawn: ReturnType<Redrawing["get"]>,
  path: string,
): readonly Found[] {
  if (drawn === undefined) return [];
  if (!("sha256" in drawn)) return drawn;
  const { name: subject, sha256, width, height } = made;
  const problems: Found[] = [];
  const found = (code: string, message: string, about: object) =>
    problems.push({ code, severity: "error", stage: "redraw", message, subject, ...about });
  if (sha256.toLowerCase() !== drawn.sha256) {
    const about = { path: `${path}/sha256`, expected: drawn.sha256, received: sha256 };
    found("OUTPUT_DIFFERS", `${subject} has other bytes than the renderer draws`, about);
  }
  if (width !== drawn.width || height !== drawn.height) {
    const about = { expected: sizeOf(drawn), received: sizeOf({ width, height }) };
    found("OUTPUT_SIZE", `${subject} is told with another size than it has`, { path, ...about });
  }
  return problems;
}

function sizeOf({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${width} × ${height}`;
}

/** What the stage says of itself, once the outputs were judged. */
export function tellRedrawing(drawn: Redrawing, asked: number, { report }: Work): void {
  if (asked === 0) report.skipped("redraw", "The option `recompute` is 0, or nothing is planned");
  else if (drawn.size === 0) report.skipped("redraw", "The manifest has none of these outputs");
  else report.finish("redraw", `${counted(drawn.size, "output")} drawn again`);
}
