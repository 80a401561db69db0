/** The page's own tags, each beside how it could be. */
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { escapeHtmlAttribute } from "../../tools/_lib/text/markup-escape.ts";
import { codeBlock, plainText } from "../_core/page.ts";
import { uprightSize } from "../_core/image-size.ts";
import type { AuditFile, Job } from "../image-delivery-audit-kit.ts";
import { judgeMarkup } from "./places.ts";
import type { Place, Tag } from "../_core/image-places.ts";

export function markupPage(places: readonly Place[], { files }: Job): string {
  const byId = new Map(files.map((file, index) => [file.id, { file, index }]));
  const parts = places.flatMap((place) => {
    const known = byId.get(place.file ?? "");
    const { tag } = place;
    if (tag === undefined) return [];
    const codes: string[] = [];
    if (known)
      judgeMarkup({ ...known, places: [place] }, place, (_, code) => void codes.push(code));
    if (/^\s*http:/i.test(place.url ?? "")) codes.push("INSECURE_URL");
    const after = mended(tag, place, codes, known?.file);
    if (after === undefined) return [];
    return [
      `## ${plainText(tag.name === "" ? "Image" : tag.name)}, line ${tag.line}`,
      codes.join(", "),
      "Before:",
      codeBlock(tag.text, "html"),
      "After:",
      codeBlock(after, "html"),
    ];
  });
  const none = "No tag needs a change.";
  return ["# Markup of the page", ...(parts.length === 0 ? [none] : parts)].join("\n\n");
}

/** Changes of a tag: text between two places of it. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Undefined where no change of the tag alone would help, as with pictures that are still to be made. */
function mended(
  tag: Tag,
  place: Place,
  codes: readonly string[],
  file: AuditFile | undefined,
): string | undefined {
  const { text, attributes } = tag;
  const values = new Map<string, string>();
  if (codes.includes("ALT_MISSING") || codes.includes("ALT_FILENAME")) values.set("alt", "TODO");
  if (codes.includes("DIMENSIONS_MISSING") && file) {
    const { width, height } = sizeFor(place, file);
    values.set("width", String(width));
    values.set("height", String(height));
  }
  if (codes.includes("SIZES_MISSING")) {
    const { displayWidth = 0 } = place;
    values.set("sizes", displayWidth > 0 ? `${displayWidth}px` : "100vw");
  }
  if (codes.includes("INSECURE_URL")) {
    values.set("src", (place.url ?? "").trim().replace(/^http:/i, "https:"));
  }
  if (values.size === 0) return undefined;
  // A slash at the end may be of a value without quotes.
  const cut = text.replace(/\/?>$/, "").trimEnd().length;
  const end = Math.max(cut, ...[...attributes.values()].map((own) => own.end));
  const changes: Change[] = [...values].map(([name, value]) => {
    const written = `${name}="${escapeHtmlAttribute(value)}"`;
    const known = attributes.get(name);
    return known ? { ...known, text: written } : { start: end, end, text: ` ${written}` };
  });
  let made = "";
  let at = 0;
  for (const change of changes.toSorted((left, right) => left.start - right.start)) {
    made += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return oneLine(made + text.slice(at));
}

/** Of a side that is given the other follows; else the picture's own. */
function sizeFor({ displayWidth = 0, displayHeight = 0 }: Place, file: AuditFile) {
  const { width, height } = uprightSize(file);
  if (displayWidth > 0)
    return {
      width: displayWidth,
      height: Math.max(1, Math.round((displayWidth * height) / width)),
    };
  if (displayHeight > 0)
    return {
      width: Math.max(1, Math.round((displayHeight * width) / height)),
      height: displayHeight,
    };
  return { width, height };
}
