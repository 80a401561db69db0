/** What shows the pictures: a page of Markdown, figures of HTML, and the caller's own document. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { escapeHtml } from "../../tools/_lib/text/markup-escape.ts";
import { codeBlock, plainText } from "../_core/page.ts";
import type { Finished, PlanValue, Work } from "../mermaid-diagram-delivery-kit.ts";
import { diagramOfEach } from "./diagrams.ts";
import { SUMMARY, withPictures } from "./fences.ts";

type Planned = PlanValue["diagrams"][number];
type Output = PlanValue["outputs"][number];

/** `manifest`: of finished work, which says how large the pictures are. */
export function writeFiles(plan: PlanValue, work: Work, manifest: Finished | null): void {
  const { job, report, markdown } = work;
  const { keepSource, diagrams } = job.options;
  const sources = new Map(diagrams.map(({ id, source }) => [id, source]));
  const outputsOf = groupBy(plan.outputs, ({ diagram }) => diagram);
  const imageOf = (diagram: Planned) => {
    const [first] = outputsOf.get(diagram.id) ?? [];
    const url = first === undefined ? "" : urlOf(first.name, job.options.baseUrl);
    return `![${plainText(diagram.alt.replace(/\[/g, "(").replace(/\]/g, ")"))}](${url})`;
  };
  const blocks = plan.diagrams.flatMap((diagram) => {
    const source = codeBlock(sources.get(diagram.id) ?? "", "mermaid");
    return [
      `## ${plainText(diagram.title ?? diagram.id)}`,
      imageOf(diagram),
      ...(keepSource ? [SUMMARY, source, "</details>"] : []),
    ];
  });
  const figures = plan.diagrams.map((diagram) =>
    figureOf(diagram, outputsOf.get(diagram.id) ?? [], job.options.baseUrl, manifest),
  );
  if (blocks.length > 0) report.file("diagrams.md", blocks.join("\n\n"));
  else report.ownText("diagrams.md", "");
  if (figures.length > 0) report.file("figures.html", figures.join("\n\n"));
  else report.ownText("figures.html", "");
  if (markdown === undefined) return;
  const byId = new Map(plan.diagrams.map((diagram) => [diagram.id, diagram]));
  const pictures = diagramOfEach(markdown.fences, diagrams).map((one) => {
    const planned = one && byId.get(one.id);
    return planned && imageOf(planned);
  });
  report.ownText("document.md", withPictures(markdown, pictures, keepSource));
}

/** What would end an address in Markdown, or be no part of one. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_ADDRESSES = /[\u0000-\u0020"'()<>\\`\u007f]/g;

function urlOf(name: string, baseUrl: string): string {
  const base = baseUrl === "" || baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  const plain = base
    .toWellFormed()
    .replace(NOT_IN_ADDRESSES, (sign) => `%${hexOf(sign.charCodeAt(0))}`);
  return plain + name.replaceAll("@", "%40");
}

function hexOf(code: number): string {
  return code.toString(16).toUpperCase().padStart(2, "0");
}

function figureOf(
  { alt, title }: Planned,
  outputs: readonly Output[],
  baseUrl: string,
  manifest: Finished | null,
): string {
  const [first] = outputs;
  if (first === undefined) return "";
  const pngs = outputs.filter(({ format }) => format === "png");
  const attributes = {
    src: urlOf(first.name, baseUrl),
    // Browsers take a source of the set before `src`, which is to be seen here.
    ...(first.format === "png" && pngs.length > 1 ? { srcset: srcsetOf(pngs, baseUrl) } : {}),
    alt,
    ...sizeOf(first, manifest),
  };
  const written = Object.entries(attributes).map(([name, text]) => `${name}="${escapeHtml(text)}"`);
  return [
    "<figure>",
    `  <img ${written.join(" ")}>`,
    ...(title === null ? [] : [`  <figcaption>${escapeHtml(title)}</figcaption>`]),
    "</figure>",
  ].join("\n");
}

function srcsetOf(pngs: readonly Output[], baseUrl: string): string {
  const addresses = pngs.map(({ name, scale }) => {
    // A comma would end the address.
    return `${urlOf(name, baseUrl).replaceAll(",", "%2C")} ${scale ?? 1}x`;
  });
  return addresses.join(", ");
}

/** In pixels of the page, whatever the scale. */
function sizeOf({ name, scale }: Output, manifest: Finished | null): Record<string, string> {
  const made = manifest?.outputs.find((output) => output.name === name);
  if (!made) return {};
  const sides = [made.width, made.height].map((side) => String(Math.round(side / (scale ?? 1))));
  return { width: sides[0] ?? "", height: sides[1] ?? "" };
}
