/** The elements of the page that were found wanting, as they are and as they ought to be. */
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { codeBlock, codeSpan } from "../_core/page.ts";
import { uprightSize } from "../_core/image-size.ts";
import type { Found } from "./audit.ts";
import { type Image, mendedTag, type Use } from "./page.ts";

export interface Judged {
  readonly image: Image;
  readonly use: Use | undefined;
  readonly found: readonly Found[];
}

/** What the markup alone can mend. */
const MARKUP: ReadonlySet<string> = new Set([
  "ALT_MISSING",
  "ALT_FILENAME",
  "DIMENSIONS_MISSING",
  "SIZES_MISSING",
  "INSECURE_URL",
]);

export function markupPage(judged: readonly Judged[]): string {
  const parts = judged.flatMap((one) => {
    const codes = one.found.map(({ code }) => code).filter((code) => MARKUP.has(code));
    return codes.length === 0 ? [] : [partOf(one, codes)];
  });
  const text =
    parts.length === 0
      ? "Nothing in the markup of the pictures is to be mended."
      : parts.join("\n\n");
  return `# Markup of the pictures\n\n${text}`;
}

function partOf({ image, use }: Judged, codes: readonly string[]): string {
  return [
    `## ${image.name === "" ? "A picture without a name" : codeSpan(oneLine(image.name))}, line ${image.line}`,
    codes.join(", "),
    "Before:",
    codeBlock(image.source, "html"),
    "After:",
    codeBlock(mendedTag(image, changesOf(image, use, new Set(codes))), "html"),
  ].join("\n\n");
}

function changesOf(
  { file, src }: Image,
  use: Use | undefined,
  codes: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const changes: Record<string, string> = {};
  if (codes.has("INSECURE_URL")) changes["src"] = src.replace(/^http:/i, "https:");
  if (codes.has("ALT_MISSING") || codes.has("ALT_FILENAME")) changes["alt"] = "TODO";
  if (codes.has("SIZES_MISSING")) {
    const { displayWidth = 0 } = use ?? {};
    changes["sizes"] = displayWidth > 0 ? `${displayWidth}px` : "100vw";
  }
  if (codes.has("DIMENSIONS_MISSING") && file) Object.assign(changes, sidesOf(file, use));
  return changes;
}

/** Those of the picture itself, or what goes with the one side that is given. */
function sidesOf(
  file: NonNullable<Image["file"]>,
  { displayWidth = 0, displayHeight = 0 }: Partial<Use> = {},
): Readonly<Record<string, string>> {
  const { width, height } = uprightSize(file);
  if (displayWidth > 0) {
    return { width: String(displayWidth), height: side((displayWidth * height) / width) };
  }
  if (displayHeight > 0) {
    return { width: side((displayHeight * width) / height), height: String(displayHeight) };
  }
  return { width: String(width), height: String(height) };
}

const side = (exact: number): string => String(Math.max(1, Math.round(exact)));
